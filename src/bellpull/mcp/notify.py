"""`notify`: a message in a window, and what the person types. Schema and sentences are its contract's, to
the letter."""

from __future__ import annotations

from bellpull.mcp.tool import Tool, hints
from bellpull.mcp.waiting import LONGEST_WAIT, answered, asked, outcome_of, patience

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.mcp.tool import Call, Run

WINDOW_TITLE = "VoiceMode"
LONGEST_WINDOW_TITLE = 200
LONGEST_HEADLINE = 100
SENTENCES = {
    "headless": "Cannot display popup - no display available. This feature requires a graphical environment.",
    "message_blank": "Message cannot be empty",
    "message_required": "Message cannot be empty",
    "message_too_long": "Message exceeds maximum length of 10,000 characters",
    "timeout_out_of_range": "Timeout must be between 5 and 300 seconds",
}


def _notify(call: Call) -> Run:
    given = call.arguments
    if not given["wait_for_response"]:
        # Nobody waits then: the time is how long the window stays.
        question = yield asked(call, _body(call, "show", given["timeout"]), None)
        return answered(question)
    seconds = patience(call, given["timeout"] or LONGEST_WAIT)
    question = yield asked(call, _body(call, "text", seconds), seconds)
    return (yield from outcome_of(question, seconds))


def _body(call: Call, kind: str, seconds: float | None) -> dict[str, Any]:
    given = call.arguments
    window_title = given["title"] if given["title"].strip() else WINDOW_TITLE
    return {
        "kind": kind,
        "title": headline(given["message"]),
        "question": given["message"],
        "window_title": window_title[:LONGEST_WINDOW_TITLE],
        "show_history": given["show_history"],
        "theme": given["theme"],
        "chime_enabled": given["chime_enabled"],
        "project": call.project,
        "must_show": True,
        "wait": seconds,
    }


def headline(message: str) -> str:
    """The message's first line that says something: its title where only titles are shown."""
    line = message.strip().splitlines()[0].strip()
    return line if len(line) <= LONGEST_HEADLINE else line[: LONGEST_HEADLINE - 1].rstrip() + "…"


def _error_items(sentence: str, hint: str | None) -> list[str]:
    return [f"Error: {sentence}", *([f"hint: {hint}"] if hint else [])]


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "message": {
            "type": "string",
            "minLength": 1,
            "maxLength": 10000,
            "description": "The message to display in the popup (1-10,000 characters)",
        },
        "wait_for_response": {
            "type": "boolean",
            "default": True,
            "description": "Whether to wait for user input. If false, just displays the message.",
        },
        "timeout": {
            "type": "number",
            "minimum": 5,
            "maximum": 300,
            "description": "Optional timeout in seconds for user response (5-300 seconds, default: no timeout)",
        },
        "title": {"type": "string", "default": WINDOW_TITLE, "description": "Window title for the popup"},
        "show_history": {
            "type": "boolean",
            "default": True,
            "description": "Whether to show recent conversation history in the popup",
        },
        "chime_enabled": {
            "type": "boolean",
            "default": False,
            "description": "Whether to play sound feedback (disabled by default for silent use)",
        },
        "theme": {
            "type": "string",
            "enum": ["auto", "light", "dark"],
            "default": "auto",
            "description": "Color theme for the popup. 'auto' matches system setting.",
        },
    },
    "required": ["message"],
}

NOTIFY = Tool(
    "notify",
    "Display a message in a popup window and optionally wait for user text response. Use this for silent, text-based "
    "conversation instead of voice.",
    SCHEMA,
    hints("Show a message and read the reply"),
    _notify,
    SENTENCES,
    _error_items,
)
