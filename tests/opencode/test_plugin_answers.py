"""What people answer at the hub to OpenCode's permissions and questions: the plugin waits for it and carries it out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plugin_alone import Plugin, plugin_alone

from support.answers import done, until
from support.hub import Caller, HubMaker


@pytest.fixture
def plugin(agent: Caller, tmp_path: Path) -> Iterator[Plugin]:
    with plugin_alone(agent, tmp_path) as alone:
        yield alone


def permission(plugin: Plugin, session: str, id: str = "per_1") -> None:
    metadata = {"command": "touch x"}
    said = {"permission": "bash", "patterns": ["touch x"], "metadata": metadata, "always": ["touch *"]}
    plugin.event("permission.asked", sessionID=session, id=id, **said)


def question(plugin: Plugin, session: str, *headers: str, **more: Any) -> None:
    options = [{"label": "one", "description": "the first"}, {"label": "two", "description": "the second"}]
    asked = [{"question": f"{header}?", "header": header, "options": options, **more} for header in headers]
    plugin.event("question.asked", sessionID=session, id="que_1", questions=asked)


def listed(agent: Caller, state: str = "open") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done(
        agent.hub.owner.get("/api/questions", agent_name=agent.name, state=state, limit=100)
    )["questions"]
    return found


def opened(plugin: Plugin, count: int = 1) -> list[dict[str, Any]]:
    """The hub's questions, once there are so many."""

    def all_of_them() -> list[dict[str, Any]] | None:
        found = listed(plugin.agent)
        return found if len(found) == count else None

    return until(all_of_them, f"the hub has {count} open questions")


def none_open(plugin: Plugin) -> None:
    until(lambda: not listed(plugin.agent), "the hub has no open question")


def answer(agent: Caller, question: dict[str, Any], **given: str) -> None:
    done(agent.hub.owner.post(f"/api/questions/{question['id']}/answer", given))


def waited_for(plugin: Plugin) -> list[str]:
    """The questions that the plugin has waited for, each time."""
    calls = [call for call in plugin.door.calls if call.startswith("GET /api/questions/")]
    return [call.rpartition("/")[2] for call in calls]


@pytest.mark.parametrize(
    ("given", "body"),
    [
        ({"choice": "Allow once"}, {"reply": "once"}),
        ({"choice": "Allow always"}, {"reply": "always"}),
        ({"choice": "Reject"}, {"reply": "reject"}),
        ({"text": "use mktemp"}, {"reply": "reject", "message": "use mktemp"}),
    ],
)
def test_a_permission_that_is_answered_at_the_hub_is_answered_in_opencode(
    plugin: Plugin, given: dict[str, str], body: dict[str, str]
) -> None:
    permission(plugin, plugin.session("ses_1"))
    (asked,) = opened(plugin)
    assert (asked["kind"], asked["request"], asked["session"]) == ("permission", "per_1", "opencode:ses_1")
    answer(plugin.agent, asked, **given)
    (reply,) = until(plugin.replies, "OpenCode is told")
    assert reply == {"reply": "/permission/per_1/reply", "body": body}
    until(lambda: listed(plugin.agent, "settled")[0]["handed_at"], "the hub hears that it was carried out")
    assert len(plugin.replies()) == 1
    assert not plugin.logs()


def test_questions_of_one_request_are_answered_together(plugin: Plugin) -> None:
    question(plugin, plugin.session("ses_1"), "First", "Second")
    first, second = sorted(opened(plugin, 2), key=lambda one: str(one["title"]))
    answer(plugin.agent, second, choice="two")
    until(lambda: waited_for(plugin), "the plugin waits")
    assert not plugin.replies()
    answer(plugin.agent, first, text="neither")
    (reply,) = until(plugin.replies, "OpenCode is told")
    assert reply == {"reply": "/question/que_1/reply", "body": {"answers": [["neither"], ["two"]]}}
    until(lambda: all(one["handed_at"] for one in listed(plugin.agent, "settled")), "the hub hears of both")


def test_a_request_that_is_answered_in_opencode_is_withdrawn_and_no_longer_waited_for(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    permission(plugin, session)
    (asked,) = opened(plugin)
    until(lambda: waited_for(plugin), "the plugin waits")
    plugin.event("permission.replied", sessionID=session, requestID="per_1", reply="once")
    none_open(plugin)
    settled = done(plugin.agent.hub.owner.get(f"/api/questions/{asked['id']}"))
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")
    permission(plugin, session, "per_2")
    opened(plugin)
    assert waited_for(plugin).count(asked["id"]) == 1
    assert not plugin.replies()
    assert not plugin.logs()


def test_a_request_that_a_person_closes_at_the_hub_stays_open_in_opencode(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    permission(plugin, session)
    (asked,) = opened(plugin)
    told = len(plugin.door.signs)
    answer(plugin.agent, asked, outcome="dismissed")
    until(lambda: len(plugin.door.signs) > told, "the plugin asks what became of it")
    plugin.event("todo.updated", sessionID=session, todos=[{"content": "go on", "status": "pending"}])
    until(lambda: plugin.door.signs[-1].get("todos"), "the next sign is out")
    assert [one["id"] for one in plugin.door.signs[-1]["requests"]] == ["per_1"]
    assert waited_for(plugin) == [asked["id"]]
    assert not plugin.replies()


def test_the_end_of_a_turn_withdraws_what_was_open(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    permission(plugin, session)
    question(plugin, session, "First")
    opened(plugin, 2)
    plugin.idle(session)
    none_open(plugin)
    assert {one["via"] for one in listed(plugin.agent, "settled")} == {"client"}


def test_an_answer_that_is_given_after_the_hub_came_back_is_carried_out(hub_process: HubMaker, tmp_path: Path) -> None:
    hub = hub_process()
    with plugin_alone(hub.new_agent(), tmp_path, PAUSE_MS="{ first: 20, last: 200 }") as plugin:
        permission(plugin, plugin.session("ses_1"))
        (asked,) = opened(plugin)
        until(lambda: waited_for(plugin), "the plugin waits")
        hub.kill()
        plugin.door.hub_url = hub.start().url
        answer(plugin.agent, asked, choice="Allow once")
        until(plugin.replies, "OpenCode is told")
        until(lambda: listed(plugin.agent, "settled")[0]["handed_at"], "the hub hears that it was carried out")
        assert len(listed(plugin.agent, "settled")) == 1


def test_an_answer_that_opencode_refuses_is_tried_again(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, HEARTBEAT_MS="50") as plugin:
        plugin.do("play", {"answers": 500})
        permission(plugin, plugin.session("ses_1"))
        (asked,) = opened(plugin)
        answer(agent, asked, choice="Allow once")
        until(lambda: len(plugin.replies()) > 2, "it is refused, and tried again")
        assert listed(agent, "settled")[0]["handed_at"] is None
        plugin.do("play", {"answers": 200})
        until(lambda: listed(agent, "settled")[0]["handed_at"], "it is taken in the end")
        assert len(plugin.logs()) == 1


def test_a_request_that_opencode_no_longer_knows_is_told_no_more(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    plugin.do("play", {"answers": 404})
    permission(plugin, session)
    (asked,) = opened(plugin)
    answer(plugin.agent, asked, choice="Allow once")
    until(plugin.replies, "OpenCode is told")
    until(lambda: plugin.door.signs[-1]["requests"] == [], "it is open no more")
    assert not plugin.logs()


def test_no_more_than_twenty_are_waited_for_at_once(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, HEARTBEAT_MS="50") as plugin:
        sessions = [plugin.session(f"ses_{number}") for number in range(25)]
        for number, session in enumerate(sessions):
            permission(plugin, session, f"per_{number}")
        asked = {one["id"]: one for one in opened(plugin, 25)}
        until(lambda: len(waited_for(plugin)) == 20, "twenty are waited for")
        told = len(plugin.door.signs)
        until(lambda: len(plugin.door.signs) > told + 50, "heartbeats go out")
        assert len(waited_for(plugin)) == 20
        answered_first = asked[waited_for(plugin)[0]]
        answer(agent, answered_first, choice="Allow once")
        # A heartbeat before OpenCode is told may look at the first one once more.
        until(lambda: len(set(waited_for(plugin))) == 21, "there is room for another")
        (reply,) = until(plugin.replies, "OpenCode is told")
        assert reply["reply"] == f"/permission/{answered_first['request']}/reply"
