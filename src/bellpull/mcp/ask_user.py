"""`ask_user`: a question with buttons, whose answer is waited for or comes later. Its plan is the contract."""

from __future__ import annotations

import json

from bellpull.domain.words import words
from bellpull.mcp.tool import Result, Tool, hints
from bellpull.mcp.waiting import LONGEST_WAIT, asked, outcome_of, patience

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.mcp.tool import Call, Run

MARKS = {"low": "ℹ️", "normal": "⚠️", "high": "🚨"}
LATER = (
    'The answer comes later, as <notification source="user"> with a tool result. If you cannot go on '
    "without it, call await_answer with the question_id."
)


def _ask(call: Call) -> Run:
    given = call.arguments
    seconds = patience(call, given["timeout"]) if given["wait_for_response"] else None
    question = yield asked(call, _body(call, seconds), seconds)
    if seconds is not None:
        return (yield from outcome_of(question, seconds))
    sent = {"sent": True, "message": words(call.language).question_sent, "question_id": question["id"]}
    return Result([_sent_line(given), json.dumps(sent, ensure_ascii=False), LATER])


def _body(call: Call, seconds: float | None) -> dict[str, Any]:
    given = call.arguments
    options = given["options"] or []
    return {
        "kind": "choice",
        "title": given["title"],
        "question": given["question"],
        "options": options,
        "free_text": not options,
        "action_label": label(given["action_label"]),
        "urgency": given["urgency"],
        "repo": label(given["repo"]),
        "branch": label(given["branch"]),
        "asked_as": label(given["agent"]),
        "task": label(given["task"]),
        "secret": given["secret"],
        "project": call.project,
        "wait": seconds,
    }


def label(text: str | None) -> str | None:
    """Clients that know nothing of it often send an empty text."""
    return text if text and text.strip() else None


def _sent_line(given: dict[str, Any]) -> str:
    agent = label(given["agent"])
    return f"{MARKS[given['urgency']]} Question sent{f' [{agent}]' if agent else ''}: {given['title']}"


def _label_of(description: str) -> dict[str, Any]:
    return {"type": "string", "maxLength": 200, "description": description}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "What it is about, in a few words (best under 50 characters)",
        },
        "question": {"type": "string", "minLength": 1, "description": "The question itself; one at a time"},
        "options": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 200},
            "maxItems": 20,
            "uniqueItems": True,
            "description": "The answers to choose from, shown as buttons, the one that agrees first. For an approval "
            'give two, of which one says no ("Not now"). Without options the person may also type an answer.',
        },
        "urgency": {
            "type": "string",
            "enum": ["low", "normal", "high"],
            "default": "normal",
            "description": "high: you are blocked; low: it can wait",
        },
        "repo": _label_of("The repository it concerns"),
        "branch": _label_of("The branch it concerns"),
        "agent": _label_of("The name to show as who asks"),
        "task": _label_of("The task you are working on"),
        "action_label": _label_of("The text of the first button (default: the first option, else OK)"),
        "wait_for_response": {
            "type": "boolean",
            "default": False,
            "description": "true: wait for the answer and return it; false: return at once, the answer comes later",
        },
        "timeout": {
            "type": "number",
            "minimum": 1,
            "maximum": LONGEST_WAIT,
            "default": 60,
            "description": "How many seconds to wait if wait_for_response is true (1-86400)",
        },
        "secret": {
            "type": "boolean",
            "default": False,
            "description": "true: the answer is shown to nobody else and erased once you have it",
        },
    },
    "required": ["title", "question"],
}

ASK_USER = Tool(
    "ask_user",
    "Ask a person to decide something, with buttons for the answers, on whatever screen they are at. Use it when you "
    "need a decision, an approval or a fact that only a person has. With wait_for_response the result is "
    '{"response": "accepted|dismissed|timeout", "choice": "..."}: accepted with the chosen option; dismissed with '
    "the option that refuses (of two: No, Not now, Cancel ...), or with null if they closed it; timeout when nobody "
    "has answered yet (the question stays open: await_answer). Silence is not consent. Not for progress or results: "
    "send_notification.",
    SCHEMA,
    hints("Ask a person"),
    _ask,
)
#: For a client that hides every tool with the name of its own one from models that run without a terminal.
ASK_PERSON = ASK_USER._replace(
    name="ask_person", description=f"{ASK_USER.description} It is the same tool as ask_user, which may be hidden here."
)
