"""What the bell and the menu say of somebody who waits for a person."""

from typing import Any

import pytest
from menu_world import BEFORE, NOW, ask, guess, permission, session, watched

from bellpull.domain.asking import CHOICE, PERMISSION, Ask
from bellpull.domain.menu_session import of_session
from bellpull.domain.question import Question
from bellpull.domain.waits import asked_of_hub, waits_of
from bellpull.domain.watched import Tool, Wait

END = "2026-03-02T12:00:00.000Z"


def question(kind: str = CHOICE, title: str = "**Merge** it?", **more: Any) -> Question:
    return Question("notif_1", "bot", Ask(title, "Merge?", kind, ("Yes", "No"), **more), BEFORE, None, END)


@pytest.mark.parametrize(
    "asked, requests, expected",
    [
        (
            question(),
            {},
            Wait("ask", "Merge it?", "wants your answer: Merge it?", "hub", BEFORE, "certain", "bot", "s1", "notif_1"),
        ),
        (
            question(title="`` ``"),
            {},
            Wait("ask", "`` ``", "wants your answer: `` ``", "hub", BEFORE, "certain", "bot", "s1", "notif_1"),
        ),
        (
            question(PERMISSION, request="per_1"),
            {},
            Wait(
                "permission",
                "**Merge** it?",
                "waits for your permission: **Merge** it?",
                "list",
                BEFORE,
                "certain",
                "bot",
                "s1",
                "notif_1",
                "per_1",
            ),
        ),
        (
            question(PERMISSION, request="per_1"),
            {"per_1": {"subject": "bash: ls *", "source": "event", "since": NOW}},
            Wait(
                "permission",
                "bash: ls *",
                "waits for your permission: bash: ls *",
                "event",
                NOW,
                "certain",
                "bot",
                "s1",
                "notif_1",
                "per_1",
            ),
        ),
        (
            question(request="que_1#2"),
            {"que_1": {"subject": "not for an ask", "source": 7}},
            Wait(
                "ask",
                "Merge it?",
                "wants your answer: Merge it?",
                "list",
                BEFORE,
                "certain",
                "bot",
                "s1",
                "notif_1",
                "que_1",
            ),
        ),
    ],
)
def test_question_says_who_waits_for_what(asked: Question, requests: dict[str, Any], expected: Wait) -> None:
    assert asked_of_hub(asked, "s1", requests) == expected


@pytest.mark.parametrize(
    "fields, expected",
    [
        (
            {"requests": '[{"id": "per_1", "kind": "permission", "subject": "bash: ls", "source": "event"}]'},
            ("permission", "bash: ls", "waits in its client: bash: ls", "event", "certain", "per_1"),
        ),
        (
            {"requests": '[{"id": "que_1", "kind": "question", "subject": "Merge?"}, "no object"]'},
            ("ask", "Merge?", "waits in its client: Merge?", "list", "certain", "que_1"),
        ),
        (
            {"asks": '[{"title": "Merge?", "running": true, "tool": "question", "source": "event"}]'},
            ("ask", "Merge?", "has asked, and waits for the answer", "event", "certain", None),
        ),
        (
            {"asks": '[{"title": "Merge?", "running": false}]'},
            ("ask", "Merge?", "has asked, and stopped", "list", "likely", None),
        ),
        (
            {"state": "waiting", "reason": "question: Merge?"},
            ("ask", "Merge?", "question: Merge?", "event", "certain", None),
        ),
        (
            {"state": "waiting", "reason": "permission: bash"},
            ("permission", "bash", "permission: bash", "event", "certain", None),
        ),
        (
            {"state": "waiting", "reason": "permission"},
            ("permission", "permission", "permission", "event", "certain", None),
        ),
        ({"state": "waiting"}, ("permission", "", "waits for a person", "event", "certain", None)),
    ],
)
def test_session_says_why_it_waits(fields: dict[str, Any], expected: tuple[str | None, ...]) -> None:
    [wait] = waits_of(session(**fields), [], [])
    found = (wait.kind, wait.title, wait.reason, wait.source, wait.confidence, wait.request)
    assert found == expected
    assert (wait.since, wait.agent_name, wait.session) == (BEFORE, "app", "opencode:Agent Principal")


@pytest.mark.parametrize(
    "fields",
    [
        {"asks": '[{"title": "Merge?", "running": true, "tool": "bellpull_ask_user"}]'},
        {"state": "working", "asks": '[{"title": "Merge?", "running": false}]'},
        {"state": "working", "reason": "permission: bash"},
    ],
)
def test_session_that_waits_for_nobody_has_no_reason(fields: dict[str, Any]) -> None:
    assert waits_of(session(**fields), [], []) == []


@pytest.mark.parametrize(
    "tool, title, since",
    [
        (Tool("bash", "sleep 9", NOW), "bash: sleep 9", NOW),
        (Tool("bash", "", None), "bash", BEFORE),
    ],
)
def test_tool_that_runs_for_long_is_a_guess(tool: Tool, title: str, since: str) -> None:
    whose = ("app", "opencode:Agent Principal")
    expected = Wait("permission", title, "may be waiting for permission", "heuristic", since, "guess", *whose)
    assert waits_of(session(), [], [tool]) == [expected]


def test_only_some_of_each_kind_are_told_of_one_session() -> None:
    requests = ", ".join(f'{{"id": "per_{number}", "subject": "{number}"}}' for number in range(7))
    asks = ", ".join(f'{{"title": "ask {number}", "running": true}}' for number in range(7))
    tools = [Tool(f"tool{number}", "", None) for number in range(7)]
    found = [wait.title for wait in waits_of(session(requests=f"[{requests}]", asks=f"[{asks}]"), [], tools)]
    assert found == [*"01234", *(f"ask {number}" for number in range(2, 7)), *(f"tool{number}" for number in range(5))]


@pytest.mark.parametrize(
    "title, tools, expected",
    [
        ("bash: ls", [], ["🔒 bash: ls"]),
        (" bash : ls", [], ["🔒 bash: ls"]),
        (": ls", [], ["🔒 permission: ls"]),
        (" : ls", [], ["🔒 permission: ls"]),
        ("bash", [Tool("bash", "ls -la", None)], ["🔒 bash: ls -la"]),
        (": ls", [Tool("Bash", "ls", None)], ["🔒 Bash: ls"]),
        ("edit: a.py", [Tool("write", "a.py", None), Tool("read", "b", None)], ["🔒 edit: a.py", "🔧 read: b"]),
        ("edit", [Tool("read", "a", None), Tool("grep", "b", None)], ["🔒 edit", "🔧 read: a", "🔧 grep: b"]),
        ("edit", [Tool("task", "look", None)], ["🔒 edit", "🔧 task: look"]),
    ],
)
def test_permission_takes_the_place_of_the_tool_that_waits_for_it(
    title: str, tools: list[Tool], expected: list[str]
) -> None:
    lines = [line.text for line in of_session(watched("A", permission(title), tools=tuple(tools)), NOW)]
    assert lines[1:] == expected


def test_guessed_tool_is_shown_once() -> None:
    slow, gone = Tool("bash", "sleep 9", BEFORE), Tool("old", "", BEFORE)
    one = watched("A", guess(slow), tools=(slow,), guesses=(slow, gone), busy=True)
    assert [line.text for line in of_session(one, NOW)][1:] == ["🔒? bash: sleep 9", "🔒? old"]
    asked = watched("A", permission("bash: sleep 9"), tools=(slow,), guesses=(slow,))
    assert [line.text for line in of_session(asked, NOW)][1:] == ["🔒 bash: sleep 9"]


def test_question_of_a_session_shows_its_title_and_how_long_it_waits() -> None:
    lines = list(of_session(watched("A", ask("Merge\nit?"), ask(" ")), NOW))
    assert [(line.text, line.full) for line in lines[1:]] == [
        ('└ "Merge it?"', "Merge it?\nwants your answer: Merge it? (1m 30s)")
    ]
