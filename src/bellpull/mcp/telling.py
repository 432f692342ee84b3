"""`send_notification`: tell people something. Parameters, answer and errors are its contract's."""

from __future__ import annotations

import json

from bellpull.domain.notification import PRIORITIES, TYPES
from bellpull.mcp.tool import Result, Send, Tool, hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.mcp.tool import Call, Run

SENTENCES = {
    "title_blank": "Title is required",
    "title_required": "Title is required",
    "title_too_long": "Title too long (max 200 characters)",
    "notification_type_not_allowed": f"Invalid notification_type. Must be one of: {', '.join(TYPES)}",
    "priority_not_allowed": f"Invalid priority. Must be one of: {', '.join(PRIORITIES)}",
}


def _send(call: Call) -> Run:
    given = {name: value for name, value in call.arguments.items() if value is not None}
    body = {**given, "title": given["title"].strip()}
    made = yield Send("POST", "/api/notifications", body, call.key)
    said = {
        "success": True,
        "notification_id": made["id"],
        "agent_name": made["agent_name"],
        "created_at": made["created_at"],
    }
    return Result([json.dumps(said, ensure_ascii=False, indent=2)])


def _error_items(sentence: str, hint: str | None) -> list[str]:
    said = {"success": False, "error": sentence, **({"hint": hint} if hint else {})}
    return [json.dumps(said, ensure_ascii=False, indent=2)]


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "notification_type": {
            "type": "string",
            "enum": list(TYPES),
            "description": "alert: something is wrong; info: good to know; status: how the work goes; completion: it "
            "is done; question: something to think about (for an answer use ask_user)",
        },
        "title": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Short summary (max 200 chars)"},
        "message": {"type": "string", "description": "Detailed explanation"},
        "priority": {
            "type": "string",
            "enum": list(PRIORITIES),
            "default": "normal",
            "description": "How soon a person should see it",
        },
        "category": {
            "type": "string",
            "maxLength": 200,
            "description": "Free-form category for grouping: progress, anomaly, health, error, ...",
        },
        "metadata": {"type": "object", "description": "Any structured data"},
    },
    "required": ["notification_type", "title"],
}

SEND_NOTIFICATION = Tool(
    "send_notification",
    "Tell people something without waiting for anything: work that is done, a result, progress on a long task, a "
    "problem. It is stored and shown on every screen of theirs, and stays until they have seen it. If you need an "
    "answer, use ask_user instead.",
    SCHEMA,
    hints("Tell people something"),
    _send,
    SENTENCES,
    _error_items,
)
