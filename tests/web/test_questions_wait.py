"""Waiting: a long poll returns when something happened, and only then; a caller stops and starts to wait."""

import time
from typing import Any

import pytest

from support.answers import refused
from support.hub import Caller, Hub
from support.questions import (
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
    verb,
)

SOON = 5.0  # far less than the polls below would wait


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


def test_a_waiter_who_hangs_up_hurts_nobody(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    for _ in range(10):
        with Poll(agent, id):
            pass
    with Poll(agent, id) as poll:
        answer(person, id, choice=YES)
        assert poll.question()["choice"] == YES


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


def test_caller_that_awaits_again_is_a_waiting_caller_again(hub: Hub, person: Caller) -> None:
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


def test_await_keeps_an_answer_that_nobody_waited_for_from_becoming_a_nudge(hub: Hub, agent: Caller) -> None:
    id = ask(agent)["id"]
    do(agent, id, "await", {"seconds": 60})
    answer(hub.owner, id, choice=YES)
    assert handed(agent, id)
    assert claim(agent) == []


def test_await_of_a_settled_question_changes_nothing(hub: Hub, agent: Caller) -> None:
    id = ask(agent)["id"]
    answer(hub.owner, id, choice=YES)
    before = look(agent, id)
    awaited = verb(agent, id, "await", {"seconds": 60})
    assert awaited.status_code == 200
    kept = set(before) - {"waiting_until", "released", "repeat"}  # it has been read before, by the look
    assert {name: awaited.json()[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize("seconds", [0.5, 1, 86400])
def test_await_of_up_to_a_day_is_taken(agent: Caller, seconds: float) -> None:
    id = ask(agent)["id"]
    awaited = do(agent, id, "await", {"seconds": seconds})
    assert seconds_between(awaited["opened_at"], awaited["waiting_until"]) == pytest.approx(seconds, abs=3)
    assert awaited["waiting_until"] <= awaited["open_until"]


@pytest.mark.parametrize("seconds", [0, -1, 86400.5, 86401, "60", True, None, []])
def test_await_of_no_possible_time_is_refused_by_name(agent: Caller, seconds: Any) -> None:
    asked = ask(agent)
    assert "seconds" in refused(verb(agent, asked["id"], "await", {"seconds": seconds}), 400, 422)["detail"]
    assert look(agent, asked["id"]) == asked


@pytest.mark.parametrize(("body", "field"), [({}, "seconds"), ({"seconds": 5, "wait": 5}, "wait")])
def test_await_with_a_missing_or_unknown_field_is_refused_by_name(agent: Caller, body: Any, field: str) -> None:
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
