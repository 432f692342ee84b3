"""A client's permission or question as a question of the hub, and a person's answer as the client takes it."""

from collections.abc import Mapping
from typing import Any

import pytest

from bellpull.domain.answer_text import ACCEPTED, DECLINED
from bellpull.domain.asking import CHOICE, PERMISSION, TEXT, Ask
from bellpull.domain.request import (
    LONGEST_OPTION,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_OPTIONS,
    MOST_PARTS,
    QUESTION,
    Request,
    Settled,
    asks,
    keys,
    reply,
    subject,
)


def request_of(kind: str, said: Mapping[str, Any]) -> Request:
    return Request("req-1", kind, "event", None, said)


def permission(**said: Any) -> Request:
    return request_of(PERMISSION, said)


def question(*parts: Any) -> Request:
    return request_of(QUESTION, {"questions": list(parts)})


def only_ask(request: Request) -> Ask:
    [(_, ask)] = asks(request, "session-1", "/home/ada/shop")
    return ask


def settled(kind: str, outcome: str, choice: str | None = None, reply: str | None = None, *options: str) -> Settled:
    return Settled(kind, options, outcome, choice, reply)


@pytest.mark.parametrize(
    "request_, expected",
    [
        (permission(permission="bash", metadata={"command": "npm  install\n"}), "bash: npm install"),
        (permission(permission="bash", metadata={"command": " ", "url": "https://a.b"}), "bash: https://a.b"),
        (permission(permission="edit", metadata={"filepath": "a.py", "description": "d"}), "edit: a.py"),
        (permission(permission="edit", metadata={"filePath": "b.py", "query": "q"}), "edit: b.py"),
        (permission(permission="grep", metadata={"pattern": "x"}), "grep: x"),
        (permission(permission="grep", metadata={"query": "y"}), "grep: y"),
        (permission(permission="task", metadata={"description": "tidy"}), "task: tidy"),
        (permission(permission="read", patterns=["a.txt", " ", 3, "b.txt"]), "read: a.txt, b.txt"),
        (permission(permission="read"), "read"),
        (permission(), "tool"),
        (permission(permission=7, metadata="no object", patterns="no list"), "tool"),
        (question({"header": "Colour", "question": "Which?"}), "Colour"),
        (question({"header": " ", "question": "Which\0 one?"}), "Which one?"),
        (question({}), "question"),
        (request_of(QUESTION, {"questions": "no list"}), "question"),
        (request_of(QUESTION, {}), "question"),
    ],
)
def test_subject_says_in_a_few_words_what_is_asked(request_: Request, expected: str) -> None:
    assert subject(request_) == expected


def test_subject_is_cut_to_a_title() -> None:
    assert subject(question({"header": "x" * 300})) == "x" * LONGEST_TITLE


@pytest.mark.parametrize(
    "request_, expected",
    [
        (permission(questions=[{}, {}]), ["req-1"]),
        (question(), ["req-1"]),
        (question({}), ["req-1"]),
        (question({}, "no object", {}, {}), ["req-1", "req-1#1", "req-1#2"]),
    ],
)
def test_each_part_of_a_request_has_a_key(request_: Request, expected: list[str]) -> None:
    assert keys(request_) == expected
    made = asks(request_, "session-1", "/home/ada/shop")
    assert [key for key, _ in made] == expected
    assert [ask.request for _, ask in made] == expected
    assert {(ask.session, ask.project) for _, ask in made} == {("session-1", "/home/ada/shop")}


def test_parts_beyond_the_most_are_left_out() -> None:
    assert len(keys(question(*[{}] * (MOST_PARTS + 1)))) == MOST_PARTS


@pytest.mark.parametrize(
    "always, options, body",
    [
        ([], ("Allow once", "Reject"), "npm install"),
        ("npm", ("Allow once", "Reject"), "npm install"),
        (["npm", "npx"], ("Allow once", "Allow always", "Reject"), "npm install\n\nAllow always: npm, npx"),
    ],
)
def test_permission_offers_always_only_if_the_client_does(always: Any, options: tuple[str, ...], body: str) -> None:
    ask = only_ask(permission(permission="bash", metadata={"command": "npm install"}, always=always))
    assert (ask.title, ask.kind, ask.options, ask.question) == ("Permission: bash", PERMISSION, options, body)
    assert (ask.free_text, ask.urgency, ask.look.show_history) == (True, "high", False)


@pytest.mark.parametrize(
    "metadata, expected",
    [
        ({"command": "echo *hi*"}, "```\necho *hi*\n```"),
        ({"command": "*hi* ````"}, "`````\n*hi* ````\n`````"),
        ({"command": " a\n  b "}, "a\n  b"),
        ({"command": "a\0b"}, "ab"),
        ({"command": ""}, "edit"),
        ({"filepath": "a.py", "diff": "-a\0\n+b\n"}, "a.py\n\n```diff\n-a\n+b\n```"),
        ({"diff": " \n"}, "edit"),
        ({"diff": 7}, "edit"),
        ({"diff": "x" * LONGEST_TEXT}, f"```diff\n{'x' * LONGEST_TEXT}\n```"),
        (
            {"diff": "x" * (LONGEST_TEXT + 1)},
            f"```diff\n{'x' * LONGEST_TEXT}\n… the rest is not shown here\n```",
        ),
    ],
)
def test_permission_shows_what_it_allows_letter_by_letter(metadata: Any, expected: str) -> None:
    assert only_ask(permission(permission="edit", metadata=metadata)).question == expected


@pytest.mark.parametrize(
    "part, title, text, kind, options, free_text",
    [
        ({"question": " Which? "}, "Which?", "Which?", TEXT, (), False),
        ({"header": "Colour", "question": "Which?"}, "Colour", "Which?", TEXT, (), False),
        (
            {"question": "Which?", "options": [{"label": "red"}, {"label": "red"}, "blue", {"label": ""}]},
            "Which?",
            "Which?",
            CHOICE,
            ("red",),
            True,
        ),
        (
            {"question": "Which?", "options": [{"label": "red", "description": "as roses"}], "custom": False},
            "Which?",
            "Which?\n\nred: as roses",
            CHOICE,
            ("red",),
            False,
        ),
        ({"question": "Which?", "custom": False}, "Which?", "Which?", TEXT, (), False),
        (
            {"question": "Which?", "multiple": True},
            "Which?",
            "Which?\n\nSeveral may be named, with commas between them.",
            TEXT,
            (),
            False,
        ),
        ({"question": "Which?", "multiple": "yes"}, "Which?", "Which?", TEXT, (), False),
        (
            {},
            "The agent asks something that cannot be shown here.",
            "The agent asks something that cannot be shown here.",
            TEXT,
            (),
            False,
        ),
    ],
)
def test_question_of_a_client_is_a_choice_if_it_has_options(
    part: Any, title: str, text: str, kind: str, options: tuple[str, ...], free_text: bool
) -> None:
    ask = only_ask(question(part))
    shown = (ask.title, ask.question, ask.kind, ask.options, ask.free_text)
    assert shown == (title, text, kind, options, free_text)
    assert not ask.look.show_history


def test_texts_of_a_client_are_cut_to_what_a_question_takes() -> None:
    ask = only_ask(question({"question": "x" * (LONGEST_TEXT + 1), "header": "y" * 999}))
    assert (ask.title, ask.question) == ("y" * LONGEST_TITLE, "x" * LONGEST_TEXT)
    ask = only_ask(permission(permission="z" * 999, always=["w" * 150] * 30))
    assert ask.title == f"Permission: {'z' * 999}"[:LONGEST_TITLE]
    assert ask.question == ("Allow always: " + ", ".join(["w" * 150] * 30))[:2000]


def test_options_of_a_client_are_cut_to_what_a_question_takes() -> None:
    many = [{"label": f"{place:02}{'x' * LONGEST_OPTION}"} for place in range(MOST_OPTIONS + 1)]
    options = only_ask(question({"question": "Which?", "options": many})).options
    assert len(options) == MOST_OPTIONS
    assert {len(option) for option in options} == {LONGEST_OPTION}


@pytest.mark.parametrize(
    "parts, expected",
    [
        ([], None),
        ([settled(PERMISSION, "dismissed")], None),
        ([settled(QUESTION, ACCEPTED, "red"), settled(QUESTION, "expired")], None),
        ([settled(PERMISSION, ACCEPTED, "Allow once")], {"reply": "once", "message": None}),
        ([settled(PERMISSION, ACCEPTED, "Allow always")], {"reply": "always", "message": None}),
        ([settled(PERMISSION, DECLINED, "Reject", "not now")], {"reply": "reject", "message": "not now"}),
        ([settled(PERMISSION, DECLINED)], {"reply": "reject", "message": None}),
        ([settled(QUESTION, ACCEPTED, "red"), settled(QUESTION, ACCEPTED, None, "x")], {"answers": [["red"], ["x"]]}),
        ([settled(QUESTION, ACCEPTED)], {"answers": [[""]]}),
        ([settled(QUESTION, ACCEPTED, None, "a, b", "a", "b")], {"answers": [["a", "b"]]}),
        ([settled(QUESTION, ACCEPTED, None, "a, c", "a", "b")], {"answers": [["a, c"]]}),
        ([settled(QUESTION, ACCEPTED, "a, b", None, "a", "b", "a, b")], {"answers": [["a, b"]]}),
    ],
)
def test_reply_tells_the_client_what_people_answered(parts: list[Settled], expected: dict[str, Any] | None) -> None:
    assert reply(parts) == expected
