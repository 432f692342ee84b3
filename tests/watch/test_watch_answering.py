"""What people answer at the hub to a permission or a question of OpenCode arrives there, once."""

from pathlib import Path
from typing import Any

import pytest
from stub_at_work import AtWork, project
from watch_nudging import Watch, watching_here
from watched import Seen

from support.answers import done, until
from support.hub import Hub, HubMaker


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return project(tmp_path, f"app-{tmp_path.name}")


def _question(title: str, *labels: str, **fields: Any) -> dict[str, Any]:
    options = [{"label": label, "description": ""} for label in labels]
    return {"question": f"{title}, please?", "header": title, "options": options, **fields}


def _handed(hub: Hub, question_id: str) -> None:
    until(
        lambda: done(hub.owner.get(f"/api/questions/{question_id}"))["handed_at"], f"{question_id} is said to be handed"
    )


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ({"choice": "Allow once"}, {"reply": "once"}),
        ({"choice": "Allow always"}, {"reply": "always"}),
        ({"choice": "Reject"}, {"reply": "reject"}),
        ({"text": "not now"}, {"reply": "reject", "message": "not now"}),
    ],
    ids=["once", "always", "reject", "with a word"],
)
def test_a_permission_is_answered_at_the_hub(
    calm_hub: Hub, watch: Watch, app: Path, answer: dict[str, str], reply: dict[str, str]
) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.prompted(session)
        request = server.wants_permission(session)
        (wait,) = seen.waits(session)
        seen.answer(wait["question_id"], **answer)
        until(lambda: server.replies, "it arrives")
        seen.waits(session, 0)
        _handed(calm_hub, wait["question_id"])
    assert server.replies == [(request, reply)]


def test_an_edit_is_shown_with_its_difference(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.prompted(session)
        metadata = {"filepath": str(app / "w.txt"), "diff": "--- w.txt\n+++ w.txt\n@@ -0,0 +1,1 @@\n+x\n"}
        server.wants_permission(session, permission="edit", patterns=["w.txt"], metadata=metadata)
        (wait,) = seen.waits(session)
        asked = done(calm_hub.owner.get(f"/api/questions/{wait['question_id']}"))
    assert "+x" in str(asked)


def test_questions_of_the_client_are_answered_at_the_hub(calm_hub: Hub, watch: Watch, app: Path) -> None:
    """One with a label, one with typed words; several in one request arrive together."""
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        one, several = server.add(), server.add()
        watch(calm_hub, server.url)
        seen.shown(several)
        server.prompted(one)
        first = server.questions_person(one, _question("DB", "sqlite", "postgres"))
        (wait,) = seen.waits(one)
        seen.answer(wait["question_id"], choice="sqlite")
        until(lambda: server.replies, "it arrives")
        server.prompted(several)
        second = server.questions_person(several, _question("Name", "shop"), _question("Where", "here", "there"))
        waits = {wait["title"]: wait["question_id"] for wait in seen.waits(several, 2)}
        by_title = sorted(waits.items(), key=lambda pair: "Where" in pair[0])
        seen.answer(by_title[0][1], text="bakery")
        seen.waits(several, 1)
        assert len(server.replies) == 1
        seen.answer(by_title[1][1], choice="there")
        until(lambda: len(server.replies) == 2, "they arrive")
    assert server.replies == [(first, {"answers": [["sqlite"]]}), (second, {"answers": [["bakery"], ["there"]]})]


def test_an_answer_given_while_the_watcher_is_away_is_carried_out_when_it_comes(calm_hub: Hub, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        server.prompted(session)
        with watching_here(calm_hub, (server.url,), {}):
            request = server.wants_permission(session)
            (wait,) = seen.waits(session)
        seen.answer(wait["question_id"], choice="Allow once")
        with watching_here(calm_hub, (server.url,), {}):
            until(lambda: server.replies, "it arrives")
            _handed(calm_hub, wait["question_id"])
    assert server.replies == [(request, {"reply": "once"})]


def test_two_watchers_carry_it_out_once(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        watch(calm_hub, server.url)
        server.prompted(session)
        for _ in range(3):
            request = server.wants_permission(session)
            question = until(lambda: _answered(seen, session, request), "it is answered")  # noqa: B023
            seen.waits(session, 0)
            _handed(calm_hub, question)
    assert len(server.replies) == 3


def _answered(seen: Seen, session: str, request: str) -> str | None:
    """The question that was answered. Of two watchers one may still tell what was before: what it takes back by that is
    asked again, and a person answers what is there."""
    shown = seen.session(session) or {"waits": []}
    asked = next((one["question_id"] for one in shown["waits"] if one["request"] == request), None)
    taken = asked and seen.hub.owner.post(f"/api/questions/{asked}/answer", {"choice": "Allow once"})
    return asked if taken and taken.status_code == 200 else None


def test_a_hub_that_is_killed_loses_no_question_and_no_answer(
    hub_process: HubMaker, watch_process: Watch, app: Path
) -> None:
    hub = hub_process()
    seen = Seen(hub)
    with AtWork(app) as server:
        session = server.add()
        watch_process(hub, server.url)
        seen.shown(session)
        server.prompted(session)
        first = server.wants_permission(session)
        (wait,) = seen.waits(session)
        hub.kill()
        second = server.wants_permission(session, "touch another")  # while the hub is away
        hub.start()
        waits = {wait["request"]: wait["question_id"] for wait in seen.waits(session, 2)}
        assert waits[first] == wait["question_id"]
        for id in waits.values():
            seen.answer(id, choice="Allow once")
        until(lambda: len(server.replies) == 2, "they arrive")
        seen.waits(session, 0)
    assert sorted(server.replies) == sorted([(first, {"reply": "once"}), (second, {"reply": "once"})])


def test_a_server_that_fails_over_the_answer_gets_it_again(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watching = watch(calm_hub, server.url)
        seen.shown(session)
        server.prompted(session)
        request = server.wants_permission(session)
        (wait,) = seen.waits(session)
        server.fault, server.faulty = "500", "/reply"
        seen.answer(wait["question_id"], choice="Allow once")
        watching.says("refuses (status 500)")
        assert server.replies == []
        server.fault = ""
        until(lambda: server.replies, "it arrives")
        _handed(calm_hub, wait["question_id"])
    assert server.replies == [(request, {"reply": "once"})]
