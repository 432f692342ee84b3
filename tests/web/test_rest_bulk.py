"""Acknowledging and dismissing many at once: those that are named, or all that a filter finds."""

from typing import Any

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub
from support.questions import YES, answer, ask

VERBS = {"acknowledge": "acknowledged", "dismiss": "dismissed"}
NOBODY_S = "notif_0000000000000000"


def end(person: Caller, verb: str, **body: Any) -> int:
    """How many changed."""
    told = done(person.post(f"/api/notifications/{verb}", body))
    assert list(told) == [VERBS[verb.removesuffix("-all")]]
    return int(next(iter(told.values())))


def states(person: Caller, *sent: dict[str, Any]) -> list[str]:
    return [person.read(one["id"])["status"] for one in sent]


@pytest.mark.parametrize("verb", VERBS)
def test_named_notifications_end_and_those_that_changed_are_counted(hub: Hub, person: Caller, verb: str) -> None:
    agent, stranger = hub.new_agent(person), hub.new_agent()
    one, two, ended, other = (agent.send(str(number)) for number in range(4))
    foreign = stranger.send()
    done(person.post(f"/api/notifications/{ended['id']}/dismiss"))
    ids = [one["id"], two["id"], one["id"], ended["id"], foreign["id"], NOBODY_S, "'"]
    assert end(person, verb, ids=ids) == 2
    assert states(person, one, two, ended, other) == [VERBS[verb], VERBS[verb], "dismissed", "pending"]
    assert hub.owner.read(foreign["id"]) == foreign
    after = person.read(one["id"])
    assert after["acknowledged_by"] == person.name
    assert end(person, verb, ids=ids) == 0
    assert person.read(one["id"]) == after


@pytest.mark.parametrize("verb", ["acknowledge", "dismiss", "acknowledge-all", "dismiss-all"])
def test_notifications_that_end_together_have_an_event_each_and_a_trail(hub: Hub, person: Caller, verb: str) -> None:
    agent = hub.new_agent(person)
    sent = [agent.send(str(number))["id"] for number in range(3)]
    with person.socket() as live:
        live.connected()
        assert end(person, verb, **({"priority": "normal"} if verb.endswith("-all") else {"ids": sent})) == 3
        last = agent.send("the end")
        live.until_type("agent_notification", notification_id=last["id"])
        told = [frame for frame in live.events() if frame["type"] != "agent_notification"]
    status = VERBS[verb.removesuffix("-all")]
    assert [(frame["type"], frame["by"]) for frame in told] == [(f"notification_{status}", person.name)] * 3
    assert [frame["notification_id"] for frame in told] == sent
    trail = done(person.get(f"/api/notifications/{sent[0]}/trail"))
    assert [event["type"] for event in trail["events"]] == ["agent_notification", f"notification_{status}"]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("ids", "place"), [([], "ids"), (["x"] * 501, "ids"), ([7], "ids[0]"), ("x", "ids"), (None, "ids")]
)
def test_ids_that_cannot_be_are_refused_by_name(person: Caller, verb: str, ids: Any, place: str) -> None:
    assert place in refused(person.post(f"/api/notifications/{verb}", {"ids": ids}), 422)["detail"]
    assert "ids" in refused(person.post(f"/api/notifications/{verb}", {}), 422)["detail"]


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ({"notification_type": "alert,status"}, "ab"),
        ({"text": "BIG fish"}, "e"),
        ({"text": " "}, "abcdef"),
        ({"status": "", "category": "", "up_to": ""}, "abcdef"),
    ],
)
@pytest.mark.parametrize("verb", VERBS)
def test_all_that_a_filter_finds_end_and_nothing_else(
    hub: Hub, person: Caller, verb: str, filter: dict[str, str], expected: str
) -> None:
    agent = hub.new_agent(person)
    sent = {
        "a": agent.send("a", notification_type="alert"),
        "b": agent.send("b", notification_type="status", priority="high"),
        "c": agent.send("c", priority="urgent"),
        "d": agent.send("d", category="ci"),
        "e": agent.send("a big one", message="a Fish"),
        "f": agent.send("f"),
    }
    assert end(person, f"{verb}-all", **filter) == len(expected)
    ended = {name for name, one in sent.items() if states(person, one) == [VERBS[verb]]}
    assert ended == set(expected)


def test_nothing_newer_than_the_newest_that_was_meant_ends(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = [agent.send(title) for title in ("first", "second", "third", "third")]
    assert end(person, "acknowledge-all", up_to=sent[1]["id"]) == 2
    assert end(person, "dismiss-all", up_to=sent[2]["id"], text=f"third {agent.name}") == 1
    assert states(person, *sent) == ["acknowledged", "acknowledged", "dismissed", "pending"]
    for verb in VERBS:
        for unknown in (NOBODY_S, hub.new_agent().send()["id"]):
            answer = person.post(f"/api/notifications/{verb}-all", {"up_to": unknown})
            assert refused(answer, 400)["code"] == "unknown_up_to"


@pytest.mark.parametrize("verb", VERBS)
def test_notifications_of_one_agent_end_and_those_of_another_person_stay(hub: Hub, person: Caller, verb: str) -> None:
    mine, other, foreign = hub.new_agent(person), hub.new_agent(person), hub.new_agent()
    sent = [caller.send() for caller in (mine, other, foreign)]
    assert end(person, f"{verb}-all", agent_name=mine.name, priority="normal") == 1
    assert states(hub.owner, *sent) == [VERBS[verb], "pending", "pending"]
    refused(person.post(f"/api/notifications/{verb}-all", {"agent_name": foreign.name, "text": "x"}), 403)
    refused(person.post(f"/api/notifications/{verb}-all", {"agent_name": "nobody-at-all", "text": "x"}), 404)
    assert end(person, f"{verb}-all", status="pending") == 1
    assert states(hub.owner, sent[2]) == ["pending"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"status": "open"}, "invalid_status"),
        ({"notification_type": "news"}, "invalid_notification_type"),
        ({"priority": "top"}, "invalid_priorities"),
        ({"text": "x" * 201}, "invalid_field"),
        ({"asked": "maybe"}, "invalid_asked"),
        ({"limit": 5}, "invalid_field"),
    ],
)
@pytest.mark.parametrize("verb", VERBS)
def test_filters_that_cannot_be_are_refused_and_nothing_ends(
    hub: Hub, person: Caller, verb: str, body: dict[str, Any], code: str
) -> None:
    sent = hub.new_agent(person).send()
    assert refused(person.post(f"/api/notifications/{verb}-all", body), 400, 422)["code"] == code
    assert states(person, sent) == ["pending"]


@pytest.mark.parametrize(("asked", "expected"), [("no", 1), ("yes", 2), ("", 2)])
def test_questions_can_be_left_out_of_a_dismissal(hub: Hub, person: Caller, asked: str, expected: int) -> None:
    agent = hub.new_agent(person)
    agent.send()
    answer(person, ask(agent)["id"], choice=YES)
    assert end(person, "dismiss-all", asked=asked) == expected
