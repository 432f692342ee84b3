"""Which files come first when several workers share them: those that take long, so that nobody waits at the end for a
worker that has just begun one. Those that mostly wait stand between those that need the processors."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
#: The first ones are slow: only `make test-all` runs them.
FIRST = (
    "journeys/test_watch_opencode_beside.py",
    "opencode/test_many_nudges.py",
    "journeys/test_watch_opencode_late.py",
    "journeys/test_watch_opencode_servers.py",
    "journeys/test_watch_opencode_asks.py",
    "journeys/test_watch_opencode_locks.py",
    "web/test_openapi.py",
    "desk/test_desk_restarts.py",
    "chaos/test_soak.py",
    "journeys/test_opencode.py",
    "desk/test_desk_telling.py",
    "chaos/test_chaos_stop.py",
    "opencode/test_plugin_alone.py",
    "opencode/test_plugin_signs.py",
    "desk/test_desk_notify.py",
    "journeys/test_nudge_late.py",
    "journeys/test_nudge_lost.py",
    "desk/test_desk_replacing.py",
    "accounts/test_accounts.py",
    "desk/test_desk_choices.py",
    "journeys/test_watch_opencode.py",
    "opencode/test_with_plugin.py",
    "journeys/test_nudge_ways.py",
    "chaos/test_chaos_questions.py",
    "tui/test_tui_life.py",
)
_TURNS = {TESTS / name: turn for turn, name in enumerate(FIRST)}


def turn_of(file: Path) -> int:
    return _TURNS.get(file, len(FIRST))
