"""Waiting: a long poll returns when something happened, and only then; a caller stops and starts to wait."""

import itertools
import time
from contextlib import ExitStack
from typing import Any

import pytest

from support.answers import refused
from support.hub import Caller, Hub
from support.questions import (
    MERGE,
    NO,
    YES,
    Poll,
    answer,
    ask,
    ask_text,
    claim,
    do,
    handed,
    look,
    seconds_between,
    try_ask,
    verb,
)

SOON = 5.0  # far less than the polls below would wait
FAILED = {"reason": "failed", "detail": "no display"}


def test_a_poll_returns_the_answer_as_soon_as_it_is_there(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id) as poll:
        assert poll.waits()
        answer(person, id, choice=YES)
        told = poll.question()
        assert poll.seconds() < SOON
    assert (told["state"], told["outcome"], told["choice"], told["by"]) == ("settled", "accepted", YES, None)
    assert handed(agent, id)


@pytest.mark.parametrize("end", ["withdraw", "cancel", "dismiss", "dismiss the notification"])
def test_a_poll_returns_whatever_settled_it(hub: Hub, person: Caller, end: str) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id) as poll, Poll(person, id) as watching:
        if end == "withdraw":
            do(agent, id, "withdraw")
        elif end == "dismiss the notification":
            assert person.post(f"/api/notifications/{id}/dismiss").status_code == 200
        else:
            answer(person, id, outcome={"cancel": "cancelled", "dismiss": "dismissed"}[end])
        outcomes = {poll.question()["outcome"], watching.question()["outcome"]}
        assert poll.seconds() < SOON
    expected = {"withdraw": "withdrawn", "cancel": "cancelled"}.get(end, "dismissed")
    assert outcomes == {expected}


@pytest.mark.parametrize("reason", ["timeout", "replaced", "gone"])
def test_a_poll_returns_when_its_caller_is_released(hub: Hub, person: Caller, reason: str) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id) as poll:
        do(person, id, "release", {"reason": reason})
        told = poll.question()
        assert poll.seconds() < SOON
    assert (told["state"], told["released"], told["outcome"]) == ("open", reason, None)


def test_a_poll_ends_with_its_time_and_settles_nothing(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent, wait=60)
    with Poll(agent, asked["id"], wait=1) as poll:
        assert poll.question() == asked
        assert 0.9 <= poll.seconds() < SOON
    assert person.read(asked["id"])["status"] == "pending"


def test_acknowledging_is_no_reason_to_return(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id, wait=1) as poll:
        assert person.post(f"/api/notifications/{id}/acknowledge").status_code == 200
        assert poll.question()["state"] == "open"
        assert poll.seconds() >= 0.9


def test_a_poll_of_what_is_settled_or_replaced_returns_at_once(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    settled, replaced = ask(agent, wait=60)["id"], ask(agent, wait=60)["id"]
    answer(person, settled, choice=NO)
    do(person, replaced, "release", {"reason": "replaced"})
    for id in (settled, replaced):
        with Poll(agent, id) as poll:
            poll.question()
            assert poll.seconds() < SOON


@pytest.mark.parametrize("reason", ["timeout", "gone"])
def test_after_another_release_a_poll_waits_for_the_answer(hub: Hub, person: Caller, reason: str) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    do(agent, id, "release", {"reason": reason})
    with Poll(agent, id, wait=1) as poll:
        poll.question()
        assert poll.seconds() >= 0.9
    with Poll(agent, id) as poll:
        answer(person, id, choice=YES)
        assert poll.question()["choice"] == YES
        assert poll.seconds() < SOON


def test_many_wait_for_one_and_one_waits_for_itself(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    one, other = ask(agent, wait=60)["id"], ask(agent, wait=60)["id"]
    with ExitStack() as open_polls:
        waiters = [open_polls.enter_context(Poll(caller, one)) for caller in [agent, person, hub.owner] * 8]
        quiet = open_polls.enter_context(Poll(agent, other))
        answer(person, one, choice=YES)
        assert {waiter.question()["choice"] for waiter in waiters} == {YES}
        assert quiet.waits()
        answer(person, other, choice=NO)
        assert quiet.question()["choice"] == NO


def test_a_waiter_who_hangs_up_hurts_nobody(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    for _ in range(10):
        with Poll(agent, id):
            pass
    with Poll(agent, id) as poll:
        answer(person, id, choice=YES)
        assert poll.question()["choice"] == YES


def test_answers_follow_each_other_and_each_poll_gets_its_own(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    ids = [ask_text(agent, wait=60)["id"] for _ in range(20)]
    with ExitStack() as open_polls:
        polls = [open_polls.enter_context(Poll(agent, id)) for id in ids]
        for number, id in reversed(list(enumerate(ids))):
            answer(person, id, text=f"answer {number}")
        for number, poll in enumerate(polls):
            assert poll.question()["reply"] == f"answer {number}"


@pytest.mark.parametrize("wait", ["-1", "60.5", "61", "86400", "x", "", "nan", "inf", "1e999", "0x10"])
def test_a_poll_of_no_possible_time_is_refused_by_name(agent: Caller, wait: str) -> None:
    id = ask(agent)["id"]
    assert "wait" in refused(agent.get(f"/api/questions/{id}?wait={wait}"), 400, 422)["detail"]


def test_a_poll_of_no_time_answers_at_once(agent: Caller) -> None:
    asked = ask(agent, wait=60)
    with Poll(agent, asked["id"], wait=0) as poll:
        assert poll.question() == asked
        assert poll.seconds() < SOON


def test_the_longest_poll_is_taken(hub: Hub, agent: Caller) -> None:
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id, wait=60) as poll:
        answer(hub.owner, id, choice=YES)
        assert poll.question()["choice"] == YES


def test_a_poll_that_may_not_see_the_question_is_refused_at_once(hub: Hub, agent: Caller) -> None:
    id = ask(agent, wait=60)["id"]
    for stranger in (hub.new_agent(), hub.new_person()):
        began = time.monotonic()
        refused(stranger.get(f"/api/questions/{id}", wait=25), 404)
        assert time.monotonic() - began < SOON


# Await


def test_to_await_it_again_is_to_be_a_waiting_caller_again(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for reason in ("timeout", "replaced", "gone"):
        id = ask(agent, wait=60)["id"]
        do(agent, id, "release", {"reason": reason})
        awaited = do(agent, id, "await", {"seconds": 300})
        assert (awaited["released"], awaited["state"]) == (None, "open")
        assert 290 < seconds_between(awaited["opened_at"], awaited["waiting_until"]) < 330
        with Poll(agent, id) as poll:
            assert poll.waits()
            answer(person, id, choice=YES)
            assert poll.question()["choice"] == YES
        assert handed(agent, id)
    assert claim(agent) == []


def test_to_await_what_nobody_waited_for_keeps_its_answer_from_becoming_a_nudge(hub: Hub, agent: Caller) -> None:
    id = ask(agent)["id"]
    do(agent, id, "await", {"seconds": 60})
    answer(hub.owner, id, choice=YES)
    assert handed(agent, id)
    assert claim(agent) == []


def test_to_await_what_is_settled_changes_nothing(hub: Hub, agent: Caller) -> None:
    id = ask(agent)["id"]
    answer(hub.owner, id, choice=YES)
    before = look(agent, id)
    awaited = verb(agent, id, "await", {"seconds": 60})
    assert awaited.status_code == 200
    kept = set(before) - {"waiting_until", "released", "repeat"}  # it has been read before, by the look
    assert {name: awaited.json()[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize("seconds", [0.5, 1, 86400])
def test_one_may_await_up_to_a_day(agent: Caller, seconds: float) -> None:
    id = ask(agent)["id"]
    awaited = do(agent, id, "await", {"seconds": seconds})
    assert seconds_between(awaited["opened_at"], awaited["waiting_until"]) == pytest.approx(seconds, abs=3)
    assert awaited["waiting_until"] <= awaited["open_until"]


@pytest.mark.parametrize("seconds", [0, -1, 86400.5, 86401, "60", True, None, []])
def test_to_await_no_possible_time_is_refused_by_name(agent: Caller, seconds: Any) -> None:
    asked = ask(agent)
    assert "seconds" in refused(verb(agent, asked["id"], "await", {"seconds": seconds}), 400, 422)["detail"]
    assert look(agent, asked["id"]) == asked


@pytest.mark.parametrize(("body", "field"), [({}, "seconds"), ({"seconds": 5, "wait": 5}, "wait")])
def test_missing_and_unknown_fields_are_refused_by_name_when_awaiting(agent: Caller, body: Any, field: str) -> None:
    asked = ask(agent)
    assert field in refused(verb(agent, asked["id"], "await", body), 422)["detail"]


# Release


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "reason"),
        ({"reason": "bored"}, "reason"),
        ({"reason": ""}, "reason"),
        ({"reason": 7}, "reason"),
        ({"reason": None}, "reason"),
        ({"reason": "gone", "outcome": "dismissed"}, "outcome"),
    ],
)
def test_a_release_without_a_known_reason_is_refused_by_name(agent: Caller, body: Any, field: str) -> None:
    asked = ask(agent, wait=60)
    assert field in refused(verb(agent, asked["id"], "release", body), 400, 422)["detail"]
    assert look(agent, asked["id"]) == asked


def test_a_release_is_told_and_settles_nothing(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for caller, reason in itertools.product((agent, person), ("timeout", "replaced", "gone")):
        asked = ask(agent, wait=60)
        released = do(caller, asked["id"], "release", {"reason": reason})
        changed = {name for name in asked if released[name] != asked[name]}
        assert "released" in changed
        assert changed <= {"released", "waiting_until"}
        assert released["released"] == reason
        assert person.read(asked["id"])["status"] == "pending"
        assert claim(agent) == []


def test_a_window_that_failed_releases_who_waits_for_text(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask_text(agent, wait=60)
    with Poll(agent, asked["id"]) as poll:
        assert poll.waits()
        released = do(person, asked["id"], "release", {"reason": "failed", "detail": "no display"})
        told = poll.question()
    assert told == released == asked | {"waiting_until": None, "released": "failed", "failure": "no display"}
    with Poll(agent, asked["id"]) as poll:
        assert poll.question() == told, "a call that looks a moment later is told as well"
    assert person.read(asked["id"])["status"] == "pending"
    answer(person, asked["id"], text="Ada")
    assert [nudge["question_id"] for nudge in claim(agent)] == [asked["id"]]


def test_a_window_that_failed_leaves_who_waits_for_a_choice_waiting(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent, wait=60)
    assert do(person, asked["id"], "release", FAILED) == asked | {"failure": "no display"}
    with Poll(agent, asked["id"]) as poll:
        assert poll.waits()
        answer(person, asked["id"], choice=YES)
        assert poll.question()["choice"] == YES
    assert handed(agent, asked["id"])
    assert claim(agent) == []


def test_only_a_person_s_surface_has_windows_that_fail(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask_text(agent, wait=60)
    assert refused(verb(agent, asked["id"], "release", FAILED), 403)["code"] == "person_required"
    refused(verb(hub.new_person(), asked["id"], "release", FAILED), 404)
    assert look(agent, asked["id"]) == asked


def test_a_failure_is_told_to_somebody_or_refused(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    nobody, released = ask_text(agent)["id"], ask_text(agent, wait=60)["id"]
    do(person, released, "release", {"reason": "replaced"})
    for id in (nobody, released):
        before = look(person, id)
        assert refused(verb(person, id, "release", FAILED), 409)["code"] == "nobody_waits"
        assert look(person, id) == before
    answer(person, nobody, text="Ada")
    settled = look(person, nobody)
    assert do(person, nobody, "release", FAILED) == settled


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"reason": "failed"}, "detail_required"),
        ({"reason": "failed", "detail": None}, "detail_required"),
        ({"reason": "failed", "detail": " "}, "detail_required"),
        ({"reason": "failed", "detail": "x" * 201}, "detail_too_long"),
        ({"reason": "failed", "detail": "a\0b"}, "invalid_detail"),
        ({"reason": "failed", "detail": 7}, "invalid_field"),
        ({"reason": "gone", "detail": "no display"}, "invalid_detail"),
    ],
)
def test_a_failure_without_a_possible_detail_is_refused_by_name(hub: Hub, agent: Caller, body: Any, code: str) -> None:
    asked = ask_text(agent, wait=60)
    told = refused(verb(hub.owner, asked["id"], "release", body), 400, 422)
    assert (told["code"], told["detail"].split(":")[0]) == (code, "detail")
    assert look(agent, asked["id"]) == asked
    longest = do(hub.owner, asked["id"], "release", {"reason": "failed", "detail": "é" * 200})
    assert longest["failure"] == "é" * 200


def test_after_its_time_a_caller_no_longer_waits(hub: Hub, agent: Caller) -> None:
    id = ask(agent, wait=0.5)["id"]
    with Poll(agent, id, wait=1) as poll:
        assert poll.question()["state"] == "open"
    answer(hub.owner, id, choice=YES)
    assert [nudge["question_id"] for nudge in claim(agent)] == [id]


def test_a_released_ask_repeated_by_its_key_waits_again(hub: Hub, agent: Caller) -> None:
    id = ask(agent, wait=60, key="k", session="process:1")["id"]
    do(agent, id, "release", {"reason": "gone"})
    again = try_ask(agent, MERGE | {"wait": 60}, session="process:1", key="k")
    assert (again.status_code, again.json()["released"]) == (200, None)
    answer(hub.owner, id, choice=YES)
    assert handed(agent, id)
    assert claim(agent) == []
