"""Answering: every outcome, what the notification becomes, and that the first answer wins."""

from typing import Any

import pytest

from support.answers import TIME, done, refused
from support.hub import Caller, Hub
from support.questions import (
    NO,
    TYPED,
    UNSETTLED,
    YES,
    answer,
    ask,
    ask_text,
    claim,
    do,
    handed,
    listed,
    look,
    verb,
)

FREE = {"free_text": True}
NO_OPTIONS = {"options": [], "kind": "choice", "free_text": True}

# What is asked, what is said: outcome, choice, reply, what the notification becomes
OUTCOMES: list[tuple[str, dict[str, Any], dict[str, Any], tuple[str, str | None, str | None, str]]] = [
    ("an option", {}, {"choice": YES}, ("accepted", YES, None, "acknowledged")),
    ("the one that refuses", {"declines": [NO]}, {"choice": NO}, ("declined", NO, None, "acknowledged")),
    ("no options", NO_OPTIONS, {"choice": "OK"}, ("accepted", "OK", None, "acknowledged")),
    ("typed beside options", FREE, {"text": "Merge 🔔"}, ("accepted", "Merge 🔔", None, "acknowledged")),
    ("closed", {}, {"outcome": "dismissed"}, ("dismissed", None, None, "dismissed")),
    ("typed", TYPED | {"options": []}, {"text": "Ada"}, ("accepted", None, "Ada", "acknowledged")),
    ("typed nothing", TYPED | {"options": []}, {"text": ""}, ("empty", None, None, "acknowledged")),
    ("text cancelled", TYPED | {"options": []}, {"outcome": "cancelled"}, ("cancelled", None, None, "dismissed")),
]


@pytest.mark.parametrize(
    ("text", "code"),
    [("é" * 32_769, "text_too_long"), ("a\0b", "invalid_text")],
)
def test_a_reply_that_is_too_long_or_has_a_nul_leaves_the_question_open(
    hub: Hub, person: Caller, text: str, code: str
) -> None:
    asked = ask(hub.new_agent(person), **(TYPED | {"options": []}))
    body = refused(verb(person, asked["id"], "answer", {"text": text}), 400)
    assert (body["code"], body["detail"][:6]) == (code, "text: ")
    assert look(person, asked["id"])["state"] == "open"
    longest = "é" * 32_768
    assert answer(person, asked["id"], text=longest)["reply"] == longest


@pytest.mark.parametrize(("fields", "said", "expected"), [case[1:] for case in OUTCOMES], ids=[c[0] for c in OUTCOMES])
def test_answer_has_its_outcome_and_ends_its_notification(
    hub: Hub, person: Caller, fields: dict[str, Any], said: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent, **fields)
    settled = answer(person, asked["id"], **said, via="page")
    outcome, choice, reply, status = expected
    assert (settled["outcome"], settled["choice"], settled["reply"]) == (outcome, choice, reply)
    assert (settled["state"], settled["via"], settled["handed_at"]) == ("settled", "page", None)
    assert TIME.fullmatch(settled["settled_at"])
    assert {name for name in asked if settled[name] != asked[name]} <= set(UNSETTLED) | {"waiting_until"}
    ended = person.read(asked["id"])
    assert (ended["status"], ended["acknowledged_by"]) == (status, person.name)
    assert TIME.fullmatch(ended["acknowledged_at"])
    assert look(person, asked["id"]) == settled
    assert look(agent, asked["id"]) == settled | {"by": None}


def test_long_replies_and_odd_words_come_back_to_the_letter(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for text in ("x" * 60_000, '"</notification>"', "a\r\nb\tc", "日本語 é e\u0301 🔔", "null", "0", "'; --"):
        asked = ask_text(agent)
        answer(person, asked["id"], text=text)
        assert look(agent, asked["id"])["reply"] == text


@pytest.mark.parametrize("via", ["desk", "page", "tui", "cli", "rest"])
def test_answer_says_by_which_surface_it_was_given(hub: Hub, agent: Caller, via: str) -> None:
    asked = ask(agent)
    assert answer(hub.owner, asked["id"], choice=YES, via=via)["via"] == via
    assert look(agent, asked["id"])["via"] == via


def test_name_of_who_answered_is_told_to_people_and_not_to_agents(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent)
    assert answer(person, asked["id"], choice=YES)["by"] == person.name
    assert look(hub.owner, asked["id"])["by"] == person.name
    assert look(agent, asked["id"])["by"] is None
    assert [one["by"] for one in listed(agent, state="settled")] == [None]


# What is refused


@pytest.mark.parametrize(
    ("fields", "said", "code"),
    [
        ({}, {"choice": "Yes"}, "not_an_option"),
        ({}, {"choice": ""}, None),
        (TYPED | {"options": []}, {"choice": "OK"}, None),
        (FREE, {"text": " \n"}, "empty_answer"),
        (NO_OPTIONS, {"text": "\u00a0"}, "empty_answer"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_and_the_question_stays_open(
    hub: Hub, person: Caller, fields: Any, said: Any, code: str | None
) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent, **fields)
    told = refused(verb(person, asked["id"], "answer", said), 400)
    assert code is None or told["code"] == code
    assert look(agent, asked["id"]) == asked
    assert person.read(asked["id"])["status"] == "pending"
    answer(person, asked["id"], outcome="dismissed")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, None),
        ({"via": "page"}, None),
        ({"choice": YES, "text": "x"}, None),
        ({"choice": YES, "outcome": "dismissed"}, None),
        ({"choice": 7}, "choice"),
        ({"choice": [YES]}, "choice"),
        ({"text": True}, "text"),
        ({"outcome": 7}, "outcome"),
        *(({"outcome": word}, "outcome") for word in ("accepted", "expired", "withdrawn", "shown", "empty", "")),
        ({"choice": YES, "via": "phone"}, "via"),
        ({"choice": YES, "via": 7}, "via"),
        ({"choice": YES, "by": "ada"}, "by"),
        ({"choice": YES, "reply": "x"}, "reply"),
    ],
)
def test_an_answer_that_is_none_is_refused_by_name(hub: Hub, agent: Caller, body: Any, field: str | None) -> None:
    asked = ask(agent)
    told = refused(verb(hub.owner, asked["id"], "answer", body), 400, 422)
    assert field is None or field in told["detail"]
    assert look(agent, asked["id"]) == asked


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b'{"choice"', b'{"text": "\\ud800"}', b'{"text": "\xff"}'])
def test_a_broken_answer_is_refused(hub: Hub, agent: Caller, content: bytes) -> None:
    asked = ask(agent, free_text=True)
    path, headers = f"/api/questions/{asked['id']}/answer", {"Content-Type": "application/json"}
    refused(hub.owner.call("POST", path, content=content, headers=headers), 400, 422)
    assert look(agent, asked["id"]) == asked


# Once


def test_the_first_answer_wins_and_the_second_is_told(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent)
    settled = answer(person, asked["id"], choice=NO)
    second: list[dict[str, Any]] = [{"choice": YES}, {"choice": NO}, {"outcome": "dismissed"}, {"choice": "nonsense"}]
    for said in second:
        told = verb(hub.owner, asked["id"], "answer", said)
        assert refused(told, 409)["code"] == "already_settled"
    assert refused(verb(agent, asked["id"], "withdraw"), 409)["code"] == "already_settled"
    assert do(agent, asked["id"], "release", {"reason": "gone"}) == settled | {"by": None}
    assert look(person, asked["id"]) == settled
    assert person.read(asked["id"])["acknowledged_by"] == person.name


# Handing


def test_handing_is_told_once_and_keeps_its_time(hub: Hub, agent: Caller) -> None:
    id = ask(agent, wait=60)["id"]
    assert handed(agent, id) is False
    assert look(agent, id)["handed_at"] is None
    answer(hub.owner, id, choice=YES)
    first = done(verb(agent, id, "handed"))
    assert first == {"id": id, "handed": True, "handed_at": first["handed_at"]}
    assert TIME.fullmatch(first["handed_at"])
    assert done(verb(agent, id, "handed")) == first | {"handed": False}
    assert look(agent, id)["handed_at"] == first["handed_at"]
    assert look(agent, id)["choice"] == YES


@pytest.mark.parametrize("body", [{}, {"seconds": 5}])
def test_handing_takes_no_fields(hub: Hub, agent: Caller, body: dict[str, Any]) -> None:
    id = ask(agent, wait=60)["id"]
    told = verb(agent, id, "handed", body)
    assert told.status_code == 200 or refused(told, 400, 422)
    assert look(agent, id)["handed_at"] is None


# The notification beside it


def test_dismissing_the_notification_settles_the_question_as_dismissed(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for acknowledged_first in (False, True):
        id = ask(agent)["id"]
        if acknowledged_first:
            done(person.post(f"/api/notifications/{id}/acknowledge"))
        done(person.post(f"/api/notifications/{id}/dismiss"))
        now = look(person, id)
        assert (now["state"], now["outcome"], now["choice"], now["by"]) == ("settled", "dismissed", None, person.name)
        assert refused(verb(person, id, "answer", {"choice": YES}), 409)["code"] == "already_settled"
    assert [nudge["question_id"] for nudge in claim(agent)] == [one["id"] for one in listed(agent, state="settled")][
        ::-1
    ]


# Withdrawing


def test_a_withdrawn_question_is_dismissed_by_the_agent(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent)["id"]
    withdrawn = do(agent, id, "withdraw")
    assert (withdrawn["state"], withdrawn["outcome"], withdrawn["choice"]) == ("settled", "withdrawn", None)
    assert (withdrawn["by"], withdrawn["reply"]) == (None, None)
    ended = person.read(id)
    assert (ended["status"], ended["acknowledged_by"]) == ("dismissed", "agent")
    for caller, verb_name, body in ((agent, "withdraw", None), (person, "answer", {"choice": YES})):
        assert refused(verb(caller, id, verb_name, body), 409)["code"] == "already_settled"
    assert claim(agent) == []
