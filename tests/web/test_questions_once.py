"""Asked once: a repeat attaches to the first question, whoever repeats it and whenever."""

import secrets
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub, HubMaker
from support.questions import (
    MERGE,
    NO,
    TYPED,
    YES,
    answer,
    ask,
    ask_text,
    do,
    listed,
    look,
    new_session,
    nothing_stored,
    seconds_between,
    try_ask,
)

MOVED = {"waiting_until", "released"}


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """The same question, apart from who waits for it until when."""
    return {name for name in one if one[name] != other[name]} <= MOVED


def test_the_same_key_again_gives_the_first_question(agent: Caller) -> None:
    session = new_session()
    first = ask(agent, session=session, key="call-1")
    for _ in range(3):
        assert _same(done(try_ask(agent, MERGE, session=session, key="call-1"), 200), first)
    assert len(listed(agent)) == 1
    assert done(agent.get("/api/notifications"))["count"] == 1


def test_a_key_finds_its_question_from_another_session(agent: Caller) -> None:
    first = ask(agent, key="call-1")
    assert _same(done(try_ask(agent, MERGE, session=new_session(), key="call-1"), 200), first)


def test_a_key_finds_its_question_also_when_it_is_settled(hub: Hub, agent: Caller) -> None:
    first = ask(agent, session="process:1", key="call-1", wait=60)
    answer(hub.owner, first["id"], choice=NO)
    again = done(try_ask(agent, MERGE | {"wait": 60}, session="process:1", key="call-1"), 200)
    assert (again["id"], again["outcome"], again["choice"]) == (first["id"], "declined", NO)
    assert listed(agent) == []


@pytest.mark.parametrize(
    "change", [{"title": "Other"}, {"question": "Other?"}, {"options": ["a"]}, {"urgency": "high"}, {"secret": True}]
)
def test_the_same_key_with_another_body_is_a_conflict(agent: Caller, change: dict[str, Any]) -> None:
    session = new_session()
    first = ask(agent, session=session, key="k")
    refused(try_ask(agent, MERGE | change, session=session, key="k"), 409)
    assert listed(agent) == [first]


def test_keys_differ_by_agent_and_a_refused_ask_uses_none_up(hub: Hub, agent: Caller) -> None:
    refused(try_ask(agent, MERGE | {"title": " "}, key="k"), 400, 422)
    assert len({ask(caller, key=key)["id"] for caller in (agent, hub.new_agent()) for key in ("k", "K")}) == 4


@pytest.mark.parametrize("key", [b"", b"k" * 201, "é".encode(), b"a\tb"])
def test_a_key_that_is_none_is_refused(agent: Caller, key: bytes) -> None:
    refused(agent.call("POST", "/api/questions", json=MERGE, headers={b"Idempotency-Key": key}), 400, 422)
    nothing_stored(agent)


def test_an_equal_ask_of_the_same_session_attaches_to_the_open_one(agent: Caller) -> None:
    session = new_session()
    first = ask(agent, session=session, key="call-1", wait=5)
    for key in (None, "call-2"):
        again = done(try_ask(agent, MERGE | {"wait": 600}, session=session, key=key), 200)
        assert _same(again, first)
        assert seconds_between(first["opened_at"], again["waiting_until"]) > 500
    assert len(listed(agent)) == 1


def test_the_key_of_an_ask_that_attached_finds_the_question_again_after_its_answer(hub: Hub, agent: Caller) -> None:
    session = new_session()
    first = ask(agent, session=session, key="call-1", wait=60)
    done(try_ask(agent, MERGE | {"wait": 60}, session=session, key="call-2"), 200)
    answer(hub.owner, first["id"], choice=YES)
    again = done(try_ask(agent, MERGE | {"wait": 60}, session=session, key="call-2"), 200)
    assert (again["id"], again["choice"]) == (first["id"], YES)


def test_attaching_lets_a_released_caller_wait_again(agent: Caller) -> None:
    session = new_session()
    first = ask(agent, session=session, wait=60)
    do(agent, first["id"], "release", {"reason": "timeout"})
    again = done(try_ask(agent, MERGE | {"wait": 60}, session=session), 200)
    assert (again["id"], again["released"]) == (first["id"], None)
    assert again["waiting_until"] is not None


@pytest.mark.parametrize("secret", [False, True])
def test_typed_questions_attach_too(agent: Caller, secret: bool) -> None:
    session = new_session()
    first = ask_text(agent, session=session, secret=secret)
    assert done(try_ask(agent, TYPED | {"secret": secret}, session=session), 200)["id"] == first["id"]


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Merge!"},
        {"question": "Merge to main"},
        {"options": [NO, YES]},
        {"options": [YES]},
        {"options": []},
        {"secret": True},
    ],
)
def test_an_ask_that_differs_is_a_question_of_its_own(agent: Caller, change: dict[str, Any]) -> None:
    session = new_session()
    ask(agent, session=session)
    done(try_ask(agent, MERGE | change, session=session), 201)
    assert len(listed(agent)) == 2


def test_asks_of_other_sessions_and_other_agents_are_their_own(hub: Hub, agent: Caller) -> None:
    asked = [ask(agent, session=f"process:{number}") for number in range(3)]
    asked.append(ask(hub.new_agent(), session="process:0"))
    asked.append(done(agent.post("/api/questions", MERGE), 201))
    assert len({one["id"] for one in asked}) == 5


def test_what_was_withdrawn_or_dismissed_is_not_attached_to(hub: Hub, agent: Caller) -> None:
    session = new_session()
    ids = [ask(agent, session=session)["id"]]
    do(agent, ids[-1], "withdraw")
    ids.append(ask(agent, session=session)["id"])
    answer(hub.owner, ids[-1], outcome="dismissed")
    ids.append(ask(agent, session=session)["id"])
    assert len(set(ids)) == 3


def test_what_is_shown_twice_is_two_windows(agent: Caller) -> None:
    session = new_session()
    shown = [done(try_ask(agent, TYPED | {"kind": "show"}, session=session), 201)["id"] for _ in range(2)]
    assert len(set(shown)) == 2


@pytest.mark.parametrize("with_key", [False, True])
def test_of_many_equal_asks_at_the_same_moment_one_question_is_made(agent: Caller, with_key: bool) -> None:
    for _ in range(5):
        session, key, together = new_session(), secrets.token_hex(8) if with_key else None, Barrier(12)

        def create(
            _: int, session: str = session, key: str | None = key, together: Barrier = together
        ) -> tuple[int, str]:
            together.wait(PATIENCE)
            told = try_ask(agent, MERGE | {"wait": 60}, session=session, key=key)
            return told.status_code, told.json()["id"]

        with ThreadPoolExecutor(12) as pool:
            made = list(pool.map(create, range(12)))
        assert Counter(status for status, _ in made) == {201: 1, 200: 11}
        assert len({id for _, id in made}) == 1
    assert len(listed(agent)) == 5


def test_a_repeat_does_not_count_against_the_rate(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(creates_per_minute="1").new_agent()
    ask(agent, session="process:1", key="k")
    for _ in range(4):
        done(try_ask(agent, MERGE, session="process:1", key="k"), 200)


def test_a_repeat_after_the_hub_was_stopped_finds_the_question(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    first = ask(agent, session="process:1", key="k")
    hub.restart()
    assert _same(done(try_ask(agent, MERGE, session="process:1", key="k"), 200), first)
    assert _same(done(try_ask(agent, MERGE, session="process:1"), 200), first)
    assert _same(look(agent, first["id"]), first)
