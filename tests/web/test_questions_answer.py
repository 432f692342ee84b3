"""Answering: every outcome, what the notification becomes, and that the first answer wins."""

import itertools
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from support.answers import PATIENCE, TIME, done, refused
from support.hub import Caller, Hub
from support.questions import (
    MERGE,
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
    try_ask,
    verb,
)

THREE = ["a", "b", "c"]
FREE = {"free_text": True}
NO_OPTIONS = {"options": [], "kind": "choice", "free_text": True}

# kind, what is asked, what is said: outcome, choice, reply, what the notification becomes
OUTCOMES: list[tuple[str, dict[str, Any], dict[str, Any], tuple[str, str | None, str | None, str]]] = [
    ("first of two", {}, {"choice": YES}, ("accepted", YES, None, "acknowledged")),
    ("the one that refuses", {}, {"choice": NO}, ("declined", NO, None, "acknowledged")),
    ("the one that refuses, labelled", {"action_label": "Go"}, {"choice": NO}, ("declined", NO, None, "acknowledged")),
    (
        "second of two",
        {"options": ["Tea", "Coffee"]},
        {"choice": "Coffee"},
        ("accepted", "Coffee", None, "acknowledged"),
    ),
    (
        "named by the asker",
        {"options": THREE, "declines": ["b"]},
        {"choice": "b"},
        ("declined", "b", None, "acknowledged"),
    ),
    ("none named by the asker", {"declines": []}, {"choice": NO}, ("accepted", NO, None, "acknowledged")),
    ("only one", {"options": ["a"]}, {"choice": "a"}, ("accepted", "a", None, "acknowledged")),
    ("first of three", {"options": THREE}, {"choice": "a"}, ("accepted", "a", None, "acknowledged")),
    ("second of three", {"options": THREE}, {"choice": "b"}, ("accepted", "b", None, "acknowledged")),
    ("third of three", {"options": THREE}, {"choice": "c"}, ("accepted", "c", None, "acknowledged")),
    ("no options", NO_OPTIONS, {"choice": "OK"}, ("accepted", "OK", None, "acknowledged")),
    (
        "no options, labelled",
        NO_OPTIONS | {"action_label": "Go"},
        {"choice": "Go"},
        ("accepted", "Go", None, "acknowledged"),
    ),
    ("no options, typed", NO_OPTIONS, {"text": "later"}, ("accepted", "later", None, "acknowledged")),
    ("typed beside options", FREE, {"text": "Merge 🔔"}, ("accepted", "Merge 🔔", None, "acknowledged")),
    ("closed", {}, {"outcome": "dismissed"}, ("dismissed", None, None, "dismissed")),
    ("cancelled", {}, {"outcome": "cancelled"}, ("cancelled", None, None, "dismissed")),
    ("typed", TYPED | {"options": []}, {"text": "Ada"}, ("accepted", None, "Ada", "acknowledged")),
    (
        "typed code",
        TYPED | {"options": []},
        {"text": "    x = 1\ny "},
        ("accepted", None, "    x = 1\ny ", "acknowledged"),
    ),
    ("typed nothing", TYPED | {"options": []}, {"text": ""}, ("empty", None, None, "acknowledged")),
    ("typed blanks", TYPED | {"options": []}, {"text": " \n\t"}, ("empty", None, None, "acknowledged")),
    ("text closed", TYPED | {"options": []}, {"outcome": "dismissed"}, ("dismissed", None, None, "dismissed")),
    ("text cancelled", TYPED | {"options": []}, {"outcome": "cancelled"}, ("cancelled", None, None, "dismissed")),
]


@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * 65_537, "text_too_long"), ("é" * 32_769, "text_too_long"), ("a\0b", "invalid_text")],
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
def test_each_answer_has_its_outcome_and_ends_its_notification(
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
def test_it_is_kept_by_which_surface_it_was_answered(hub: Hub, agent: Caller, via: str) -> None:
    asked = ask(agent)
    assert answer(hub.owner, asked["id"], choice=YES, via=via)["via"] == via
    assert look(agent, asked["id"])["via"] == via


def test_who_answered_is_told_to_people_and_not_to_agents(hub: Hub, person: Caller) -> None:
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
        ({}, {"choice": YES + " "}, "not_an_option"),
        ({}, {"choice": YES.upper()}, "not_an_option"),
        ({}, {"choice": ""}, None),
        ({}, {"text": "later"}, "not_an_option"),
        ({"options": ["a"]}, {"choice": "OK"}, "not_an_option"),
        ({"options": [], "kind": "choice"}, {"choice": "Yes"}, "not_an_option"),
        (TYPED | {"options": []}, {"choice": "OK"}, None),
        (FREE, {"text": ""}, "empty_answer"),
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


def test_a_reply_over_its_limit_is_refused_and_can_be_shortened(hub: Hub, agent: Caller) -> None:
    asked = ask_text(agent)
    told = verb(hub.owner, asked["id"], "answer", {"text": "x" * 900_000})
    if told.status_code != 200:
        refused(told, 400, 413, 422)
        answer(hub.owner, asked["id"], text="short")
    assert look(agent, asked["id"])["outcome"] == "accepted"


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


def _at_once(*calls: Callable[[], Any]) -> list[Any]:
    together = Barrier(len(calls))

    def one(call: Callable[[], Any]) -> Any:
        together.wait(PATIENCE)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_of_two_people_in_the_same_millisecond_one_wins_and_the_other_is_told(hub: Hub, person: Caller) -> None:
    agent, admin = hub.new_agent(person), hub.owner
    winners: Counter[str] = Counter()
    for _ in range(50):
        id = ask(agent)["id"]
        said = ((person, YES), (admin, NO))
        answers = _at_once(*(partial(verb, who, id, "answer", {"choice": word}) for who, word in said))
        assert sorted(one.status_code for one in answers) == [200, 409]
        now = look(person, id)
        for (who, word), one in zip(said, answers, strict=True):
            if one.status_code == 200:
                assert (now["choice"], now["by"]) == (word, who.name)
                assert one.json() == now
                winners[who.name] += 1
            else:
                assert refused(one, 409)["code"] == "already_settled"
    assert winners.total() == 50
    settled = [frame for frame in _trails(person, agent) if frame["type"] == "question_settled"]
    assert len(settled) == 50


def _trails(person: Caller, agent: Caller) -> list[dict[str, Any]]:
    ids = [one["id"] for one in listed(person, state="settled", agent_name=agent.name, limit=200)]
    return [event for id in ids for event in done(person.get(f"/api/notifications/{id}/trail"))["events"]]


def test_of_answer_withdraw_and_dismiss_at_once_exactly_one_settles_it(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    statuses = {"accepted": "acknowledged", "withdrawn": "dismissed", "dismissed": "dismissed"}
    for _ in range(15):
        id = ask(agent)["id"]
        answered, withdrawn, dismissed = _at_once(
            partial(verb, person, id, "answer", {"choice": YES}),
            partial(verb, agent, id, "withdraw"),
            partial(person.post, f"/api/notifications/{id}/dismiss"),
        )
        outcome = look(person, id)["outcome"]
        assert outcome in statuses
        assert (answered.status_code == 200) == (outcome == "accepted")
        assert (withdrawn.status_code == 200) == (outcome == "withdrawn")
        assert dismissed.status_code == 200
        assert person.read(id)["status"] == "dismissed" or outcome == "accepted"
        kinds = [event["type"] for event in done(person.get(f"/api/notifications/{id}/trail"))["events"]]
        assert kinds.count("question_settled") == 1


def test_of_many_who_hand_it_at_once_exactly_one_has(hub: Hub, agent: Caller) -> None:
    for _ in range(10):
        id = ask(agent, wait=60)["id"]
        answer(hub.owner, id, choice=YES)
        assert sorted(_at_once(*[partial(handed, agent, id)] * 8)) == [False] * 7 + [True]
        assert TIME.fullmatch(look(agent, id)["handed_at"])


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


def test_acknowledging_means_seen_and_settles_nothing(hub: Hub, person: Caller) -> None:
    agent, other = hub.new_agent(person), hub.owner
    asked = ask(agent)
    done(person.post(f"/api/notifications/{asked['id']}/acknowledge"))
    assert look(agent, asked["id"]) == asked
    assert [one["id"] for one in listed(agent)] == [asked["id"]]
    seen = person.read(asked["id"])
    assert (seen["status"], seen["acknowledged_by"]) == ("acknowledged", person.name)
    answer(other, asked["id"], choice=YES)
    assert person.read(asked["id"]) == seen


def test_what_was_seen_by_one_and_closed_by_another_keeps_who_saw_it(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent)["id"]
    done(person.post(f"/api/notifications/{id}/acknowledge"))
    seen = person.read(id)
    answer(hub.owner, id, outcome="cancelled")
    assert person.read(id) == seen | {"status": "dismissed"}


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


def test_dismissing_the_notification_of_a_settled_question_changes_no_outcome(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent)
    settled = answer(person, asked["id"], choice=YES)
    shown = done(try_ask(agent, TYPED | {"kind": "show"}), 201)
    for one in (settled, shown):
        done(person.post(f"/api/notifications/{one['id']}/dismiss"))
        assert person.read(one["id"])["status"] == "dismissed"
        assert look(person, one["id"])["outcome"] == one["outcome"]
        assert look(person, one["id"])["settled_at"] == one["settled_at"]


@pytest.mark.parametrize("seen", [False, True])
def test_dismiss_all_leaves_open_questions_alone(hub: Hub, seen: bool) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    asked, settled, told = ask(agent), ask(agent), agent.send()
    answer(person, settled["id"], choice=YES)
    shown = done(try_ask(agent, TYPED | {"kind": "show"}), 201)
    if seen:
        done(person.post(f"/api/notifications/{asked['id']}/acknowledge"))
    before = person.read(asked["id"])
    assert done(person.post("/api/notifications/dismiss-all", {})) == {"dismissed": 3}
    assert person.read(asked["id"]) == before
    assert look(agent, asked["id"]) == asked
    assert {person.read(one["id"])["status"] for one in (settled, told, shown)} == {"dismissed"}
    assert done(person.post("/api/notifications/dismiss-all", {"agent_name": agent.name})) == {"dismissed": 0}
    answer(person, asked["id"], choice=YES)


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


def test_a_released_question_can_still_be_answered_dismissed_or_withdrawn(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    reasons = ["timeout", "replaced", "gone"]
    ends = [
        (person, "answer", {"choice": YES}),
        (person, "answer", {"outcome": "cancelled"}),
        (agent, "withdraw", None),
    ]
    for reason, (caller, name, body) in itertools.product(reasons, ends):
        id = ask(agent, wait=60)["id"]
        released = do(agent, id, "release", {"reason": reason})
        assert (released["state"], released["released"], released["outcome"]) == ("open", reason, None)
        assert person.read(id)["status"] == "pending"
        assert do(caller, id, name, body)["state"] == "settled"


def test_asking_like_what_was_settled_is_a_new_question(hub: Hub, agent: Caller) -> None:
    first = ask(agent, session="process:1")
    answer(hub.owner, first["id"], choice=YES)
    second = done(try_ask(agent, MERGE, session="process:1"), 201)
    assert second["id"] != first["id"]
    assert second["outcome"] is None
