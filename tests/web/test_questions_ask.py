"""POST and GET of one question: its shape, its defaults, its limits, and what is refused by name."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from support.answers import NOTIFICATION_ID, TIME, done, refused
from support.hub import Caller, Hub, HubMaker
from support.questions import (
    LOOK_FIELDS,
    MERGE,
    NO,
    QUESTION_FIELDS,
    TYPED,
    UNSETTLED,
    YES,
    answer,
    ask,
    ask_text,
    claim,
    do,
    listed,
    look,
    nothing_stored,
    seconds_between,
    try_ask,
)

PLAIN_LOOK: dict[str, Any] = {
    "window_title": None,
    "show_history": True,
    "theme": "auto",
    "chime_enabled": False,
    "repo": None,
    "branch": None,
    "asked_as": None,
    "task": None,
    "listens": True,
}
CLOSE = {"outcome": "dismissed"}
KB64 = 64 * 1024


def test_a_plain_question_comes_back_with_every_field_and_its_defaults(agent: Caller) -> None:
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    asked = ask(agent, session="process:0123")
    assert NOTIFICATION_ID.fullmatch(asked["id"])
    assert set(asked["look"]) == LOOK_FIELDS
    expected = MERGE | UNSETTLED | {"agent_name": agent.name, "kind": "choice", "free_text": False, "secret": False}
    expected |= {"action_label": None, "urgency": "normal", "look": PLAIN_LOOK, "project": None}
    expected |= {"session": "process:0123", "waiting_until": None}
    assert expected.items() <= asked.items()
    assert TIME.fullmatch(asked["opened_at"])
    assert before <= datetime.fromisoformat(asked["opened_at"]) <= datetime.now(UTC)
    assert look(agent, asked["id"]) == asked


def test_a_full_question_is_kept_as_asked(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    shown = {"window_title": "Release", "show_history": False, "theme": "dark", "chime_enabled": True}
    shown |= {"repo": "bellpull", "branch": "main", "asked_as": "reviewer", "task": "Ship 1.0 🔔", "listens": False}
    body = MERGE | {"kind": "choice", "free_text": True, "action_label": "Do it", "urgency": "high", "secret": False}
    body |= {"project": "/home/ada/bellpull", "wait": 120.5}
    asked = done(try_ask(agent, body | shown, session="opencode:ses_1"), 201)
    kept = {name: value for name, value in body.items() if name != "wait"}
    assert kept.items() <= asked.items()
    assert asked["look"] == shown
    assert asked["session"] == "opencode:ses_1"
    assert seconds_between(asked["opened_at"], asked["waiting_until"]) == pytest.approx(120.5, abs=1)
    assert look(person, asked["id"]) == look(agent, asked["id"]) == asked


def test_explicit_nulls_are_as_good_as_left_out(agent: Caller) -> None:
    names = ["action_label", "repo", "branch", "asked_as", "task", "window_title", "project", "wait"]
    asked = ask(agent, **dict.fromkeys(names))
    assert asked["look"] == PLAIN_LOOK
    assert (asked["action_label"], asked["project"], asked["waiting_until"]) == (None, None, None)


def test_question_without_options_asks_for_a_typed_reply(agent: Caller) -> None:
    asked = ask_text(agent)
    assert (asked["kind"], asked["options"], asked["buttons"]) == ("text", [], [])


def test_a_question_is_open_for_a_day_unless_configured(fresh_hub: HubMaker, agent: Caller) -> None:
    asked = ask(agent)
    assert seconds_between(asked["opened_at"], asked["open_until"]) == pytest.approx(86400, abs=1)
    asked = ask(fresh_hub(question_open_hours="2").new_agent())
    assert seconds_between(asked["opened_at"], asked["open_until"]) == pytest.approx(7200, abs=1)


def test_shown_message_is_settled_at_once_and_its_notification_stays_pending(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    shown = done(try_ask(agent, TYPED | {"kind": "show"}), 201)
    assert (shown["kind"], shown["state"], shown["outcome"]) == ("show", "settled", "shown")
    assert shown["buttons"] == []
    assert TIME.fullmatch(shown["settled_at"])
    assert person.read(shown["id"])["status"] == "pending"
    assert listed(agent) == []
    assert [one["id"] for one in listed(agent, state="settled")] == [shown["id"]]
    assert claim(agent) == []
    answer_refused = person.post(f"/api/questions/{shown['id']}/answer", {"text": "x"})
    assert refused(answer_refused, 409)["code"] == "already_settled"


# Buttons


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [(YES, {"choice": YES}), (NO, {"choice": NO})]),
        ({"action_label": "Do it"}, [("Do it", {"choice": YES}), (NO, {"choice": NO})]),
        ({"options": ["a"]}, [("a", {"choice": "a"})]),
        ({"options": ["a", "b", "c"]}, [("a", {"choice": "a"}), ("b", {"choice": "b"}), ("c", {"choice": "c"})]),
        ({"options": [], "kind": "choice"}, [("OK", {"choice": "OK"})]),
        ({"options": [], "kind": "choice", "action_label": "Go"}, [("Go", {"choice": "Go"})]),
    ],
)
def test_buttons_are_the_label_the_options_and_last_of_all_close(agent: Caller, fields: Any, expected: Any) -> None:
    buttons = ask(agent, **fields)["buttons"]
    assert all(set(button) == {"label", "answer"} for button in buttons)
    assert [(button["label"], button["answer"]) for button in buttons[:-1]] == expected
    assert buttons[-1]["answer"] == CLOSE


@pytest.mark.parametrize(("language", "close"), [("en", "Close"), ("fr", "Fermer")])
def test_close_speaks_the_person_s_language(fresh_hub: HubMaker, language: str, close: str) -> None:
    asked = ask(fresh_hub(language=language).new_agent())
    assert [button["label"] for button in asked["buttons"]] == [YES, NO, close]


def test_every_button_answers_when_its_answer_is_posted(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    outcomes = []
    for number in range(3):
        asked = ask(agent, action_label="Do it")
        outcomes.append(answer(person, asked["id"], **asked["buttons"][number]["answer"])["outcome"])
    assert outcomes == ["accepted", "declined", "dismissed"]


# At the limits


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "x" * 200},
        {"title": "🔔" * 200},
        {"title": "  kept  "},
        {"question": "x" * KB64},
        {"question": "<script>&amp;\r\n\t日本語 🔔"},
        {"options": [f"option {number}" for number in range(20)]},
        {"options": ["x" * 200, "🔔" * 200]},
        {"options": ["a", "A"]},
        {"options": ["e\u0301", "e"]},
        {"action_label": "x" * 200},
        {"project": "/" + "x" * 4095},
        {"wait": 0.5},
        {"wait": 1},
        {"wait": 86400},
        {"wait": 86400.0},
        {"urgency": "urgent"},
        {"theme": "light"},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_field_just_within_its_limit_is_kept_to_the_letter(agent: Caller, fields: dict[str, Any]) -> None:
    asked = ask(agent, **fields)
    flat = asked | asked["look"]
    (name, value), *_ = fields.items()
    if name == "wait":
        assert seconds_between(asked["opened_at"], asked["waiting_until"]) == pytest.approx(value, abs=1)
    else:
        assert flat[name] == value
    assert look(agent, asked["id"]) == asked


@pytest.mark.parametrize("name", ["repo", "branch", "asked_as", "task", "window_title"])
def test_labels_for_people_have_200_characters(agent: Caller, name: str) -> None:
    assert ask(agent, **{name: "é" * 200})["look"][name] == "é" * 200


REFUSED: list[tuple[str, Any]] = [
    *itertools.product(["title"], ["", "\u00a0\u2003", "🔔" * 201]),
    *itertools.product(["question"], [" \n ", "🔔" * (KB64 // 4) + "x"]),
    ("options", [f"option {number}" for number in range(21)]),
    ("options", ["a", "x" * 201]),
    ("options", ["a", " \t"]),
    ("options", ["a", "b", "a"]),
    ("options", ["a", "a\u0000"]),
    ("kind", "question"),
    ("kind", ""),
    ("action_label", "x" * 201),
    *itertools.product(["urgency"], ["", "High"]),
    ("theme", "blue"),
    ("project", "x" * 4097),
    *itertools.product(["repo", "branch", "asked_as", "task"], ["x" * 201, "a\u0000b"]),
    *itertools.product(["wait"], [0, -0.5, 86400.5, 1e300]),
    *itertools.product(["title", "question"], ["a\u0000b"]),
]


@pytest.mark.parametrize(("field", "value"), REFUSED)
def test_field_beyond_its_limit_is_refused_by_name_and_not_stored(agent: Caller, field: str, value: Any) -> None:
    told = refused(try_ask(agent, MERGE | {field: value}, key="k"), 400, 422)
    assert field in told["detail"].lower()
    nothing_stored(agent)
    ask(agent, key="k")


WRONG_TYPES: list[tuple[str, Any]] = [
    *itertools.product(["title", "question"], [None, 7]),
    *itertools.product(["kind", "urgency", "theme"], [7, []]),
    *itertools.product(["options"], ["a", {}, [7], [None], [{"label": "a"}]]),
    *itertools.product(["free_text", "show_history", "chime_enabled", "secret", "must_show"], ["true", 1]),
    *itertools.product(["action_label", "repo", "branch", "asked_as", "task", "window_title"], [7]),
    *itertools.product(["project"], [7]),
    *itertools.product(["wait"], ["60", True]),
]


@pytest.mark.parametrize(("field", "value"), WRONG_TYPES)
def test_a_field_of_the_wrong_type_is_named(agent: Caller, field: str, value: Any) -> None:
    assert field in refused(try_ask(agent, MERGE | {field: value}), 422)["detail"]
    nothing_stored(agent)


@pytest.mark.parametrize("field", ["title", "question"])
def test_a_missing_field_is_named(agent: Caller, field: str) -> None:
    body = {name: value for name, value in MERGE.items() if name != field}
    assert field in refused(try_ask(agent, body), 422)["detail"]
    nothing_stored(agent)


@pytest.mark.parametrize("field", ["timeout", "agent", "agent_name", "id", "message", "state", "session"])
def test_an_unknown_field_is_refused_by_name(agent: Caller, field: str) -> None:
    assert field in refused(try_ask(agent, MERGE | {field: "x"}), 422)["detail"]
    nothing_stored(agent)


BROKEN = {
    "no body": b"",
    "cut off": b'{"title": "x"',
    "an array": b"[]",
    "null": b"null",
    "invalid UTF-8": b'{"title": "\xff", "question": "x"}',
    "lone surrogate in the title": b'{"title": "\\ud800", "question": "x"}',
    "lone surrogate in the question": b'{"title": "x", "question": "a\\udfff"}',
    "lone surrogate in an option": b'{"title": "x", "question": "x", "options": ["a", "\\ud83d"]}',
    "lone surrogate in the task": b'{"title": "x", "question": "x", "task": "\\ud83d"}',
    "lone surrogate in the project": b'{"title": "x", "question": "x", "project": "\\ud83d"}',
    "bare NaN": b'{"title": "x", "question": "x", "wait": NaN}',
    "an endless wait": b'{"title": "x", "question": "x", "wait": 1e999}',
    "deep": b'{"title": "x", "question": "x", "options": ' + b"[" * 100_000,
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_ask_is_refused_and_stores_nothing(agent: Caller, case: str) -> None:
    headers = {"Content-Type": "application/json"}
    refused(agent.call("POST", "/api/questions", content=BROKEN[case], headers=headers), 400, 422)
    nothing_stored(agent)


@pytest.mark.parametrize("header", [b"x" * 5000, b"\xff\xfe", "é".encode()])
@pytest.mark.parametrize("name", [b"Bellpull-Session", b"Bellpull-Client"])
def test_an_odd_session_breaks_nothing(agent: Caller, name: bytes, header: bytes) -> None:
    told = agent.call("POST", "/api/questions", json=MERGE, headers={name: header})
    assert told.status_code == 201 or refused(told, 400, 422, 431)


def test_question_without_a_session_has_none(agent: Caller) -> None:
    asked = done(agent.post("/api/questions", MERGE), 201)
    assert asked["session"] is None
    assert set(asked) == QUESTION_FIELDS


# How many


def test_an_agent_has_a_hundred_open_questions_and_no_more(agent: Caller) -> None:
    asked = [ask(agent, question=f"Number {number}?")["id"] for number in range(100)]
    told = refused(try_ask(agent, MERGE), 409)
    assert told["code"] == "too_many_open"
    assert len(listed(agent, limit=200)) == 100
    assert done(agent.get("/api/notifications", limit=500))["count"] == 100
    do(agent, asked[7], "withdraw")
    ask(agent)


def test_attaching_again_and_again_is_held_back_too(fresh_hub: HubMaker) -> None:
    """Each repeat with a key of its own is kept for a day, and each time that somebody waits again is an event."""
    agent = fresh_hub(creates_per_minute="5").new_agent()
    asked = ask(agent)
    keys = [agent.post("/api/questions", MERGE, **{"Idempotency-Key": f"key-{number}"}) for number in range(8)]
    assert 429 in {answer.status_code for answer in keys}
    other = agent.hub.new_agent()
    asked = ask(other)
    waits = []
    for _ in range(8):
        do(other, asked["id"], "release", {"reason": "timeout"})
        waits.append(other.post(f"/api/questions/{asked['id']}/await", {"seconds": 60}).status_code)
    assert 429 in waits


def test_a_trail_has_the_newest_of_many_events(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(creates_per_minute="0").new_agent()
    asked = ask(agent)
    for _ in range(60):
        do(agent, asked["id"], "release", {"reason": "timeout"})
        do(agent, asked["id"], "await", {"seconds": 60})
    trail = done(agent.hub.owner.get(f"/api/notifications/{asked['id']}/trail"))["events"]
    assert len(trail) == 100
    assert trail[-1]["type"] == "question_opened"


@pytest.mark.parametrize("unknown", ["notif_0000000000000000", "notif_%00", "n" * 3000])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("GET", "?wait=5", None),
        ("POST", "/await", {"seconds": 5}),
        ("POST", "/answer", {"choice": "x"}),
        ("POST", "/release", {"reason": "gone"}),
        ("POST", "/withdraw", None),
        ("POST", "/handed", None),
    ],
)
def test_an_unknown_question_is_not_found(
    agent: Caller, person: Caller, method: str, path: str, body: Any, unknown: str
) -> None:
    caller = person if path == "/answer" else agent
    how = {} if body is None else {"json": body}
    refused(caller.call(method, f"/api/questions/{unknown}{path}", **how), 404)


def test_a_notification_of_type_question_is_told_and_not_asked(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = agent.send("Shall I?", notification_type="question")
    refused(agent.get(f"/api/questions/{sent['id']}"), 404)
    refused(person.post(f"/api/questions/{sent['id']}/answer", {"text": "yes"}), 404)
    assert listed(person) == []
