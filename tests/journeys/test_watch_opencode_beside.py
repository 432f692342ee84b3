"""Three sessions of the real OpenCode beside one another, as the watch shows them: one waits for its person for more
than a minute, one runs a long command, one was deleted at the beginning."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from watching import ACCEPTED, MERGE, Record, Watched, Work, ask, at_work, bash, note

from support.answers import until
from support.questions import listed

pytestmark = pytest.mark.slow
CLIENTS_LIMIT = timedelta(seconds=60)
#: After so long a running tool was once taken for one that waits for a permission.
GUESS = timedelta(seconds=5)


class Beside(NamedTuple):
    waiting: Work
    long: Work
    deleted: Work
    go_on: Path


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with at_work(tmp_path_factory.mktemp("beside")) as opencode:
        yield opencode


@pytest.fixture(scope="module")
def beside(shared: Watched) -> Beside:
    go_on = shared.project / "long-enough"
    hold = bash(f"until [ -e {go_on} ]; do sleep 0.1; done; echo built")
    waiting, long = shared.begin(ask(wait_for_response=True, timeout=600)), shared.begin(hold)
    shared.kept = {question["id"] for question in waiting.until(lambda: listed(shared.owner), "it asks")}
    deleted = shared.begin(bash("touch deleted.txt"))
    deleted.waits("permission")
    shared.server.call("DELETE", f"/session/{deleted.session}")
    shared.begun.clear()
    return Beside(waiting, long, deleted, go_on)


def test_a_long_command_that_needs_no_permission_is_never_a_lock(shared: Watched, beside: Beside) -> None:
    running = beside.long.shown(lambda shown: shown.session["tools"], "it runs")
    (tool,) = running.session["tools"]
    assert (tool["tool"], str(beside.go_on) in tool["argument"]) == ("bash", True)
    assert any(line["kind"] == "tool" and line["text"].startswith("🔧 bash: ") for line in running.lines)
    began = datetime.fromisoformat(tool["since"])

    def long_enough() -> bool:
        shown = beside.long.look()
        assert shown is not None
        assert (shown.waits, shown.session["state"]) == ([], "working"), shown.session
        assert not any("🔒" in line for line in shown.menu), shown.menu
        return datetime.now(UTC) > began + GUESS + timedelta(seconds=2)

    until(long_enough, "it runs for longer than the guess")
    assert "🔒" not in shared.look()["title"]
    beside.go_on.touch()
    (result,) = beside.long.results()
    assert "built" in result
    asked = [question for state in ("open", "settled") for question in listed(shared.owner, state=state)]
    assert beside.long.name not in [question["session"] for question in asked]


def test_a_waiting_ask_rings_for_more_than_the_clients_minute(
    shared: Watched, beside: Beside, record_property: Record
) -> None:
    work = beside.waiting
    bell = work.waits("ask")
    asked = work.question(bell)
    too_long = datetime.fromisoformat(asked["opened_at"]) + CLIENTS_LIMIT + timedelta(seconds=5)
    until(lambda: datetime.now(UTC) > too_long, "more than a minute passes", patience=90)
    bell = work.waits("ask")
    assert bell.wait["question_id"] == asked["id"]
    assert [bell.wait[name] for name in ("source", "confidence")] == ["hub", "certain"]
    assert [bell.session[name] for name in ("state", "busy", "has_pending_ask_user", "ask_user_title")] == [
        *("waiting", True, True, MERGE["title"]),
    ]
    assert bell.menu[:2] == [f"🔔 {work.title}", f'└ "{MERGE["title"]}"']
    assert not any("🔒" in line for line in bell.menu)
    assert "🔔" in bell.title
    assert len(work.requests()) == 1
    answered = work.answer(bell, choice="Yes, merge")
    gone = work.waits_no_more()
    note(record_property, "answer in the hub → no bell", answered, gone)
    assert "🔔" not in gone.title
    (result,) = work.results()
    assert json.loads(result) == ACCEPTED
    after = work.shown(lambda shown: not shown.session["busy"], "it idles")
    assert (after.session["has_pending_ask_user"], "🔔" in after.title) == (False, False)


def test_a_session_that_was_deleted_long_ago_has_not_come_back(shared: Watched, beside: Beside) -> None:
    """OpenCode says for ever that it works, and that it waits for a permission."""
    assert beside.deleted.session in shared.server.call("GET", "/session/status")
    assert beside.deleted.look() is None
    assert "🔒" not in shared.look()["title"]
