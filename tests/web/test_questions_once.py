"""Asked once: a repeat attaches to the first question, whoever repeats it and whenever."""

from typing import Any

import pytest

from support.answers import done, refused
from support.hub import Caller
from support.questions import (
    MERGE,
    ask,
    listed,
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


@pytest.mark.parametrize("change", [{"title": "Other"}, {"secret": True}])
def test_the_same_key_with_another_body_is_a_conflict(agent: Caller, change: dict[str, Any]) -> None:
    session = new_session()
    first = ask(agent, session=session, key="k")
    refused(try_ask(agent, MERGE | change, session=session, key="k"), 409)
    assert listed(agent) == [first]


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
