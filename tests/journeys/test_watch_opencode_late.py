"""A watch that is started after the real OpenCode has asked, and a hub that is killed while it asks."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watching import ALLOW_ONCE, Record, Served, Watched, Work, bash, note, served, watching

from support.fake_model import Call
from support.questions import listed, look

pytestmark = pytest.mark.slow
ASK = Call("notify_ask_user", {"title": "Validation requise", "question": "Je merge sur main ?"})
OPTIONS = [{"label": "sqlite", "description": "a file"}, {"label": "postgres", "description": "a server"}]
QUESTION = Call("question", {"questions": [{"question": "Which database?", "header": "Database", "options": OPTIONS}]})


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An OpenCode that nobody watches yet."""
    with served(tmp_path_factory.mktemp("late"), frugal=False) as opencode:
        yield opencode


@pytest.fixture
def late(shared: Served, tmp_path: Path) -> Iterator[Watched]:
    """It, with a hub of the test's own that is not started."""
    with watching(tmp_path, shared.server.url) as hub:
        watched = Watched(hub, *shared)
        yield watched
        watched.clear()


def carried_out_once(work: Work, request: str) -> None:
    assert work.at.events.first("permission.replied", request)
    assert len(work.at.events.of("permission.replied", request)) == 1
    assert len(work.requests()) == 2


def test_a_watch_that_is_started_late_shows_all_that_waits(late: Watched, record_property: Record) -> None:
    asked = late.begin(ASK, "J'attends.").rest()
    locked, asking = late.begin(bash("touch late.txt")), late.begin(QUESTION)
    request = locked.asked_by_client("/permission")["id"]
    asking.asked_by_client("/question")
    began = time.monotonic()
    late.hub.start()
    ready = time.monotonic()
    all_of_it = locked.shown(lambda shown: shown.title == "🤖 2 🔒 🔔", "title shows who works, the lock and a bell")
    note(record_property, "the hub is launched → 🔒 🔔 in the title", began, all_of_it)
    note(record_property, "the hub answers → 🔒 🔔 in the title", ready, all_of_it)
    bell = asked.shown(lambda shown: shown.waits, "the ask rings")
    assert [bell.session[name] for name in ("state", "has_pending_ask_user", "ask_user_title")] == [
        *("waiting", True, "Validation requise"),
    ]
    assert bell.menu == [f"🔔 {asked.title}", '└ "Validation requise"']
    lock = locked.waits("permission")
    assert (lock.wait["source"], lock.wait["confidence"], lock.wait["request"]) == ("list", "certain", request)
    assert "touch late.txt" in locked.question(lock)["question"]
    question = asking.waits("ask")
    assert (question.session["ask_user_title"], question.wait["source"]) == ("Database", "list")
    locked.answer(lock, choice=ALLOW_ONCE)
    asking.answer(question, choice="sqlite")
    locked.rest()
    (result,) = asking.results()
    assert "sqlite" in result
    assert (late.project / "late.txt").exists()
    carried_out_once(locked, request)
    locked.until(lambda: look(late.owner, lock.wait["question_id"])["handed_at"], "the hub is told so")
    asked.say("Oui.")
    for work in (asked, locked, asking):
        assert not work.waits_no_more().session["has_pending_ask_user"]
    end = asked.rest().waits_no_more()
    assert not {"🔒", "🔔"} & set(end.title)


def test_a_session_that_was_answered_before_the_watch_began_does_not_ring(late: Watched) -> None:
    asked = late.begin(ASK, "J'attends.").rest()
    asked.say("Oui, merge.")
    asked.until(lambda: late.model.heard("Oui, merge."), "it reads the answer")
    asked.rest()
    aborted = late.begin(bash("touch stale.txt"))
    stale = aborted.asked_by_client("/permission")["id"]
    late.server.call("POST", f"/session/{aborted.session}/abort")
    aborted.until(lambda: not late.server.is_busy(aborted.session), "it is aborted")
    assert stale in [one["id"] for one in late.server.call("GET", "/permission")]
    locked = late.begin(bash("touch sign.txt"))
    locked.asked_by_client("/permission")
    late.hub.start()
    lock = locked.waits("permission")
    assert lock.title == "🤖 1 🔒"
    for work in (asked, aborted):
        shown = work.look()
        assert shown is None or shown.waits == []
    assert [one["request"] for one in listed(late.owner)] == [lock.wait["request"]]
    locked.answer(lock, choice=ALLOW_ONCE)
    locked.rest()


def test_a_permission_that_was_answered_in_opencode_while_the_hub_was_dead_is_withdrawn(late: Watched) -> None:
    late.hub.start()
    work = late.begin(bash("touch meanwhile.txt"))
    lock = work.waits("permission")
    late.hub.kill()
    late.server.call("POST", f"/permission/{lock.wait['request']}/reply", {"reply": "once"})
    work.rest()
    late.hub.start()
    settled = work.until(lambda: _settled(late, lock.wait["question_id"]), "the question is withdrawn")
    assert [settled[name] for name in ("outcome", "via")] == ["withdrawn", "client"]
    assert "🔒" not in work.waits_no_more().title


def _settled(late: Watched, id: str) -> dict[str, object] | None:
    question = look(late.owner, id)
    return question if question["state"] == "settled" else None
