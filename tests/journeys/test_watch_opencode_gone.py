"""Sessions of the real OpenCode that end while the hub is away: none of them rings when it is back."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from watching import Watched, Work, bash, served, watching

from support.fake_model import Call
from support.questions import look

pytestmark = pytest.mark.slow
ASK = Call("notify_ask_user", {"title": "Validation requise", "question": "Je merge sur main ?"})


class Ending(NamedTuple):
    """An OpenCode that can be ended, and the hub that watches it."""

    watched: Watched
    opencode: ExitStack


@pytest.fixture
def ending(tmp_path: Path) -> Iterator[Ending]:
    (tmp_path / "opencode").mkdir()
    with ExitStack() as opened:
        shared = opened.enter_context(served(tmp_path / "opencode"))
        with watching(tmp_path, shared.server.url) as hub:
            yield Ending(Watched(hub.start(), *shared), opened)


def rings(watched: Watched) -> Work:
    work = watched.begin(ASK, "J'attends.").rest()
    work.shown(lambda shown: shown.waits, "the ask rings")
    return work


def gone(work: Work) -> None:
    work.until(lambda: work.look() is None, "it is gone")


def test_a_session_that_was_deleted_while_the_hub_was_away_or_came_back_does_not_ring(ending: Ending) -> None:
    watched = ending.watched
    away, back, kept = rings(watched), rings(watched), rings(watched)
    watched.hub.stop()
    watched.server.call("DELETE", f"/session/{away.session}")
    watched.hub.start()
    watched.server.call("DELETE", f"/session/{back.session}")
    gone(away)
    gone(back)
    assert kept.shown(lambda shown: shown.waits, "what is there still rings").title == "🤖 🔔"
    watched.server.call("DELETE", f"/session/{kept.session}")
    gone(kept)
    assert "🔔" not in watched.look()["title"]


def test_an_opencode_that_ended_while_the_hub_was_away_leaves_neither_bell_nor_lock(ending: Ending) -> None:
    watched = ending.watched
    asked, locked = rings(watched), watched.begin(bash("touch gone.txt"))
    lock = locked.waits("permission").wait["question_id"]
    watched.hub.stop()
    ending.opencode.close()
    watched.hub.start()
    gone(asked)
    gone(locked)
    assert not {"🔒", "🔔"} & set(watched.look()["title"])
    settled = look(watched.hub.owner, lock)
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")
