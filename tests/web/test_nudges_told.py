"""People and the world tell an agent something: it is kept, listed, offered to carriers, and handed over once."""

import threading
from typing import Any

import pytest

from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub
from support.nudges import listed, messages, sign, tell
from support.questions import NUDGE_FIELDS, YES, answer, ask, claim, tell_of_nudges


def test_nudge_of_a_person_comes_from_the_user_and_is_pending(hub: Hub, agent: Caller) -> None:
    told = tell(hub.owner, agent.name, "use the staging database")
    assert set(told) == NUDGE_FIELDS | {"delivery"}
    assert (told["source"], told["by"], told["state"], told["times"]) == ("user", hub.owner.name, "pending", 1)
    assert told["xml"] == '<notification source="user">\nuse the staging database\n</notification>'
    assert told["delivery"] == "next_tool_result"
    (kept,) = listed(hub.owner, agent.name)
    assert kept == {name: value for name, value in told.items() if name != "delivery"}
    assert listed(agent, agent.name) == [kept]


def test_nudge_of_the_world_names_its_source_and_may_have_a_label(hub: Hub, agent: Caller) -> None:
    told = tell(agent, agent.name, "Build completed", source="background_task", label='make "all"')
    assert told["xml"].startswith('<notification source="background_task" label="make &quot;all&quot;">\n')


def test_an_agent_never_speaks_as_a_person(agent: Caller) -> None:
    path = f"/api/agents/{agent.name}/nudges"
    for source in ("user", "User", " USER "):
        refused(agent.post(path, {"message": "x", "source": source}), 403, "not_a_person")
    refused(agent.post(path, {"message": "x"}), 400, "source_required")
    assert listed(agent, agent.name) == []


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"message": " \n"}, 400, "message_required"),
        ({"message": "é" * 8193}, 413, "nudge_too_long"),
        ({"message": "x", "source": "a\nb"}, 400, "invalid_source"),
        ({"message": "x", "source": "\uff55\uff53\uff45\uff52"}, 400, "invalid_source"),
        ({"message": "x", "session": "a\tb"}, 400, "invalid_session"),
        ({"message": 7}, 422, "invalid_field"),
        ({"message": "x", "colour": "red"}, 422, "unknown_field"),
        ({}, 422, "missing_field"),
    ],
)
def test_nudge_with_a_wrong_field_is_refused_by_its_code(
    hub: Hub, agent: Caller, fields: dict[str, Any], status: int, code: str
) -> None:
    answer = hub.owner.post(f"/api/agents/{agent.name}/nudges", fields)
    assert answer.status_code == status, answer.text
    if status != 422:
        refused(answer, status, code)
    assert listed(agent, agent.name) == []


def test_nudge_for_nobody_or_for_a_person_is_refused(hub: Hub) -> None:
    other = hub.new_person()
    refused(hub.owner.post("/api/agents/nobody-here/nudges", {"message": "x"}), 404, "agent_not_found")
    refused(hub.owner.post(f"/api/agents/{other.name}/nudges", {"message": "x"}), 400, "not_an_agent")


def test_a_repeat_with_the_same_key_tells_nothing_new(hub: Hub, agent: Caller) -> None:
    path, key = f"/api/agents/{agent.name}/nudges", {"Idempotency_Key": "k-1"}
    first = done(hub.owner.post(path, {"message": "once"}, **key), 201)
    assert done(hub.owner.post(path, {"message": "once"}, **key), 200)["id"] == first["id"]
    refused(hub.owner.post(path, {"message": "other"}, **key), 409, "idempotency_conflict")
    assert messages(listed(agent, agent.name)) == ["once"]


def test_newest_nudge_of_a_dedup_key_waits_and_says_how_often(hub: Hub, agent: Caller) -> None:
    tell(hub.owner, agent.name, "12 errors", dedup_key="lint", source="ide")
    tell(hub.owner, agent.name, "a word in between")
    tell(hub.owner, agent.name, "11 errors", dedup_key="lint", source="ide")
    tell(hub.owner, agent.name, "10 errors", dedup_key="lint", source="ide")
    tell(hub.owner, agent.name, "of another source", dedup_key="lint", source="ci")
    waiting = listed(agent, agent.name)
    assert messages(waiting) == ["a word in between", "10 errors", "of another source"]
    assert waiting[1]["xml"] == (
        '<notification source="ide">\n10 errors\n(said 3 times; this is the latest)\n</notification>'
    )


def test_list_of_nudges_in_an_unknown_state_is_refused(agent: Caller) -> None:
    told = refused(agent.get(f"/api/agents/{agent.name}/nudges", state="lost"), 400)
    assert told["code"] == "invalid_state"


@pytest.mark.parametrize(("state", "in_order"), [("pending", range(7)), ("handed", range(6, -1, -1))])
def test_nudges_are_listed_in_pages_that_say_how_many_there_are(
    hub: Hub, agent: Caller, state: str, in_order: range
) -> None:
    told = [tell(hub.owner, agent.name, f"nudge {number}") for number in range(7)]
    tell(hub.owner, hub.new_agent().name, "for another")
    if state == "handed":
        tell_of_nudges(agent, "confirm", [one["id"] for one in told])
    read: list[str] = []
    after: dict[str, str] = {}
    while (page := done(agent.get(f"/api/agents/{agent.name}/nudges", state=state, limit=3, **after)))["nudges"]:
        assert (page["count"], page["total"]) == (len(page["nudges"]), 7)
        read += messages(page["nudges"])
        after = {"after": page["nudges"][-1]["id"]}
    assert read == [f"nudge {number}" for number in in_order]


def test_a_nudge_for_one_session_is_no_other_s(hub: Hub, agent: Caller) -> None:
    tell(hub.owner, agent.name, "for one", session="opencode:ses_1")
    tell(hub.owner, agent.name, "for any")
    assert messages(listed(agent, agent.name, session="opencode:ses_2")) == ["for any"]
    assert messages(claim(agent, session="opencode:ses_2")) == ["for any"]
    assert messages(claim(agent, session="opencode:ses_1")) == ["for one"]


def test_a_sub_agent_takes_only_what_is_for_itself(hub: Hub, agent: Caller) -> None:
    sign(agent, "opencode:ses_0", "working")
    sign(agent, "opencode:ses_1", "working", parent="opencode:ses_0")
    tell(hub.owner, agent.name, "for the parent")
    tell(hub.owner, agent.name, "for the child", session="opencode:ses_1")
    assert messages(claim(agent, session="opencode:ses_1", sure=True)) == ["for the child"]
    assert messages(claim(agent, session="opencode:ses_0", sure=True)) == ["for the parent"]


def test_a_claim_says_how_many_more_there_are(hub: Hub, agent: Caller) -> None:
    for number in range(3):
        tell(hub.owner, agent.name, str(number))
    body = {"session": "process:1", "carrier": "shim", "limit": 2}
    said = done(agent.post(f"/api/agents/{agent.name}/nudges/claim", body))
    assert (messages(said["nudges"]), said["left"]) == (["0", "1"], 1)


class Listening:
    """A long poll in a thread."""

    def __init__(self, caller: Caller, agent_name: str, wait: int = 30, **query: str) -> None:
        self.got: list[dict[str, Any]] | None = None
        self._thread = threading.Thread(target=self._listen, args=(caller, agent_name, wait, query), daemon=True)
        self._thread.start()

    def _listen(self, caller: Caller, agent_name: str, wait: int, query: dict[str, str]) -> None:
        self.got = listed(caller, agent_name, wait=wait, **query)

    def result(self) -> list[dict[str, Any]]:
        self._thread.join(PATIENCE)
        assert self.got is not None
        return self.got


def test_carrier_that_waits_hears_of_a_nudge_at_once(hub: Hub, agent: Caller) -> None:
    listening = Listening(agent, agent.name)
    done(agent.get("/api/me"))
    tell(hub.owner, agent.name, "now")
    assert messages(listening.result()) == ["now"]


def test_an_answer_says_whether_anything_is_pending(hub: Hub, agent: Caller) -> None:
    def says() -> bool:
        return agent.get("/api/me").headers.get("bellpull-pending") == "1"

    claim(agent)
    assert not says()
    tell(hub.owner, agent.name)
    assert says()
    (taken,) = claim(agent)
    assert says()
    tell_of_nudges(agent, "confirm", [taken["id"]])
    assert not says()
    assert "bellpull-pending" not in hub.owner.get("/api/me").headers


def test_an_answer_that_somebody_waits_for_leaves_nothing_pending(hub: Hub, agent: Caller) -> None:
    """Or else every answer would cost its agent a look for nudges."""
    claim(agent)
    question = ask(agent, wait=60)
    answer(hub.owner, question["id"], choice=YES)
    assert "bellpull-pending" not in agent.get(f"/api/questions/{question['id']}").headers


def test_surfaces_hear_what_is_pending_and_what_was_handed(hub: Hub, agent: Caller) -> None:
    with hub.owner.socket() as live:
        told = tell(hub.owner, agent.name, session="opencode:ses_1")
        pending = live.until_type("nudge_pending", agent_name=agent.name)
        assert (pending["nudge_id"], pending["session"], pending["count"]) == (told["id"], "opencode:ses_1", 1)
        claim(agent, session="opencode:ses_1", carrier="plugin")
        tell_of_nudges(agent, "confirm", [told["id"]])
        handed = live.until_type("nudge_handed", agent_name=agent.name)
        assert (handed["nudge_id"], handed["via"], handed["session"]) == (told["id"], "plugin", "opencode:ses_1")


def test_an_idle_agent_with_a_waker_is_woken(hub: Hub, agent: Caller) -> None:
    sign(agent, "opencode:ses_1", "idle", wakes=True, source="plugin")
    assert tell(hub.owner, agent.name)["delivery"] == "new_message"
    sign(agent, "opencode:ses_1", "working")
    assert tell(hub.owner, agent.name)["delivery"] == "next_tool_result"
