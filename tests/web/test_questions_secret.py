"""A secret question: its reply goes to its agent, once, and is nowhere else and nowhere afterwards."""

import secrets
from typing import Any

import pytest

from support.answers import done, until
from support.hub import Caller, Hub, HubMaker
from support.local_hub import LocalHubMaker
from support.questions import (
    YES,
    Poll,
    answer,
    ask,
    ask_text,
    claim,
    do,
    handed,
    listed,
    look,
    new_session,
    stored_text,
    tell_of_nudges,
)

#: A little more than an answer may be on its way to the call that waits for it.
HAND_OVER_SECONDS = 2.1


def _word() -> str:
    return f"hunter2-{secrets.token_hex(8)}"


def _seen_by(caller: Caller, id: str, project: str) -> str:
    """Everything that this caller can read of the question."""
    paths = [f"/api/questions/{id}", "/api/questions?state=settled", f"/api/notifications/{id}/trail"]
    paths += [f"/api/notifications/{id}", "/api/notifications", f"/api/history?project={project}", "/api/history"]
    return "\n".join(caller.get(path).text for path in paths)


def test_a_secret_reply_is_seen_by_its_agent_alone_and_by_nobody_after_it_was_handed(hub: Hub) -> None:
    person, word = hub.new_person(), _word()
    agent = hub.new_agent(person)
    with person.socket() as live, hub.owner.socket("/ws") as admin_live, agent.socket() as own:
        sockets = (live, admin_live, own)
        for socket in sockets:
            socket.connected()
        asked = ask_text(agent, secret=True, wait=60, project="/p")
        assert asked["secret"] is True
        with Poll(agent, asked["id"]) as poll, Poll(person, asked["id"]) as watching:
            told = answer(person, asked["id"], text=word)
            assert (told["outcome"], told["reply"]) == ("accepted", None)
            assert watching.question()["reply"] is None
            assert poll.question()["reply"] == word
        assert look(agent, asked["id"])["reply"] == word
        for caller in (person, hub.owner):
            assert word not in _seen_by(caller, asked["id"], "/p")
        assert handed(agent, asked["id"])
        assert look(agent, asked["id"])["reply"] is None
        assert look(agent, asked["id"])["outcome"] == "accepted"
        for caller in (agent, person, hub.owner):
            assert word not in _seen_by(caller, asked["id"], "/p")
        last = agent.send("the end")
        for socket in sockets:
            socket.until_type("agent_notification", notification_id=last["id"])
            assert word not in str(socket.frames)
    assert claim(agent) == []
    assert word not in stored_text(hub)


def test_a_secret_late_answer_comes_as_a_nudge_and_is_erased_when_that_is_confirmed(hub: Hub) -> None:
    person, word = hub.new_person(), _word()
    agent = hub.new_agent(person)
    with person.socket() as live, agent.socket() as own:
        for socket in (live, own):
            socket.connected()
        id = ask_text(agent, secret=True)["id"]
        assert answer(person, id, text=word)["reply"] is None
        (nudge,) = claim(agent)
        assert word in nudge["xml"]
        assert tell_of_nudges(agent, "confirm", [nudge["id"]]) == 1
        assert look(agent, id)["reply"] is None
        last = agent.send("the end")
        for socket in (live, own):
            socket.until_type("agent_notification", notification_id=last["id"])
            assert word not in str(socket.frames)
    for caller in (agent, person, hub.owner):
        assert word not in _seen_by(caller, id, "")
    assert claim(agent) == []
    assert word not in stored_text(hub)


def test_a_secret_that_was_handed_before_its_nudge_was_claimed_is_erased_with_the_nudge(
    hub: Hub, agent: Caller
) -> None:
    word = _word()
    id = ask_text(agent, secret=True)["id"]
    answer(hub.owner, id, text=word)
    assert handed(agent, id)
    assert claim(agent) == []
    assert word not in stored_text(hub)


def test_a_secret_that_waited_in_vain_for_its_caller_becomes_a_nudge_and_is_erased(fresh_hub: LocalHubMaker) -> None:
    hub, word = fresh_hub(), _word()
    agent = hub.new_agent()
    id = ask_text(agent, secret=True, wait=60)["id"]
    answer(hub.owner, id, text=word)
    hub.passes(HAND_OVER_SECONDS)
    (nudge,) = claim(agent)
    assert word in nudge["xml"]
    assert tell_of_nudges(agent, "confirm", [nudge["id"]]) == 1
    assert handed(agent, id) is False
    assert word not in stored_text(hub)


def test_a_secret_choice_is_kept_like_a_secret_reply(hub: Hub, agent: Caller) -> None:
    word = _word()
    for said in ({"choice": YES}, {"text": word}):
        id = ask(agent, secret=True, wait=60, free_text=True)["id"]
        assert answer(hub.owner, id, **said)["choice"] is None
        assert look(agent, id)["choice"] == next(iter(said.values()))
        assert handed(agent, id)
        assert look(agent, id)["choice"] is None
        assert {one["choice"] for one in listed(agent, state="settled")} == {None}
    assert word not in stored_text(hub)


def test_other_agents_of_the_same_person_see_no_secret(hub: Hub, person: Caller) -> None:
    agent, other, word = hub.new_agent(person), hub.new_agent(person), _word()
    id = ask_text(agent, secret=True, wait=60)["id"]
    answer(person, id, text=word)
    for path in ("/api/questions?state=settled", "/api/history", "/api/notifications"):
        assert word not in other.get(path).text
    assert other.get(f"/api/questions/{id}").status_code == 404


@pytest.mark.parametrize("end", ["withdraw", "dismiss", "empty"])
def test_a_secret_question_ends_like_any_other(hub: Hub, person: Caller, end: str) -> None:
    agent = hub.new_agent(person)
    id = ask_text(agent, secret=True)["id"]
    ends: dict[str, Any] = {"dismiss": {"outcome": "dismissed"}, "empty": {"text": ""}}
    settled = do(agent, id, "withdraw") if end == "withdraw" else answer(person, id, **ends[end])
    assert settled["outcome"] == {"withdraw": "withdrawn", "dismiss": "dismissed", "empty": "empty"}[end]


def test_a_secret_ask_does_not_attach_to_an_open_one_and_neither_the_other_way(agent: Caller) -> None:
    session = new_session()
    made = [ask_text(agent, session=session, secret=secret)["id"] for secret in (False, True)]
    assert len(set(made)) == 2


def test_the_history_says_that_a_secret_was_asked_and_not_what_it_was(hub: Hub, person: Caller) -> None:
    agent, word = hub.new_agent(person), _word()
    id = ask_text(agent, secret=True, project="/secrets", wait=60)["id"]
    answer(person, id, text=word)
    for caller in (agent, person):
        told = caller.get("/api/history", project="/secrets")
        assert word not in told.text
        assert done(told)["count"] == 1


def _holding(hub: Hub, word: str) -> list[str]:
    """The files of the hub in which it stands."""
    return [file.name for file in hub.data_dir.iterdir() if file.is_file() and word.encode() in file.read_bytes()]


#: A short secret shares a page of the file with others; a long one has pages of its own, which become free with it.
LENGTHS = pytest.mark.parametrize("times", [1, 400], ids=["short", "long"])


@LENGTHS
def test_no_file_of_the_hub_holds_a_secret_that_was_handed(fresh_hub: HubMaker, times: int) -> None:
    hub = fresh_hub()
    agent, word = hub.new_agent(), _word()
    waited, late = ask_text(agent, secret=True, wait=60), ask_text(agent, secret=True, question="And the other?")
    for asked in (waited, late):
        answer(hub.owner, asked["id"], text=word * times)
    handed(agent, waited["id"])
    nudges = claim(agent)
    done(agent.post(f"/api/agents/{agent.name}/nudges/confirm", {"ids": [nudge["id"] for nudge in nudges]}))
    until(lambda: not _holding(hub, word), f"gone from {_holding(hub, word)}")


@LENGTHS
def test_no_file_of_the_hub_holds_a_secret_whose_agent_was_removed_before_it_had_it(
    fresh_hub: HubMaker, times: int
) -> None:
    hub = fresh_hub()
    agent, word = hub.new_agent(), _word()
    for asked in (ask_text(agent, secret=True, wait=60), ask_text(agent, secret=True, question="And the other?")):
        answer(hub.owner, asked["id"], text=word * times)
    assert _holding(hub, word)
    done(hub.owner.delete(f"/api/agents/{agent.name}"))
    until(lambda: not _holding(hub, word), f"gone from {_holding(hub, word)}")
