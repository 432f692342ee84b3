"""Which tests come first, and which stay together, when several workers share them.

A file is one worker's. Those that take long come first, so that nobody waits at the end for somebody who has just begun
one; those that mostly wait stand between those that need the processors. Files that share something dear are taken by
one worker, one after the other.
"""

from pathlib import Path

from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).parents[1]
#: One OpenCode with the plugin serves all of these.
WITH_PLUGIN = (
    "opencode/test_tool_results.py",
    "opencode/test_opencode_requests.py",
    "opencode/test_idle_sessions.py",
    "opencode/test_nothing_pending.py",
)
#: The same two wheels are installed by these.
UPGRADED = ("journeys/test_upgrade.py", "desk/test_desk_upgrade.py")
TOGETHER = {"with plugin": WITH_PLUGIN, "upgraded": UPGRADED}
#: More than half a minute each, on a machine with nothing else to do.
FIRST = (
    "journeys/test_watch_opencode_locks.py",
    "web/test_openapi.py",
    *WITH_PLUGIN,
    "chaos/test_chaos_questions.py",
    "journeys/test_opencode.py",
    "journeys/test_nudge_ways.py",
    "journeys/test_watch_opencode_asks.py",
    "desk/test_desk_restarts.py",
    "opencode/test_many_nudges.py",
    "desk/test_desk_telling.py",
    "journeys/test_watch_opencode_servers.py",
    "journeys/test_nudge_lost.py",
    "journeys/test_watch_opencode_late.py",
    "desk/test_desk_notify.py",
    "opencode/test_opencode_asks.py",
    "journeys/test_nudge_late.py",
    "desk/test_desk_replacing.py",
    "desk/test_desk_choices.py",
    "chaos/test_soak.py",
    "chaos/test_chaos_stop.py",
    "web/test_sockets.py",
    "cli/test_cli_failures.py",
    "web/test_login_guessing.py",
    "tui/test_tui_answers.py",
    "tui/test_tui_view.py",
    "tui/test_tui_life.py",
)
_TURNS = {TESTS / name: turn for turn, name in enumerate(FIRST)}


def turn_of(file: Path) -> int:
    return _TURNS.get(file, len(FIRST))


class Turns(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return next((name for name, files in TOGETHER.items() if file.endswith(files)), file)
