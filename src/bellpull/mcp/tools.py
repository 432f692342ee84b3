"""Every tool, once, for the stdio server and for /mcp alike; and the words that their drivers share with them.

What is offered differs for a few clients, by the name that they give themselves; every tool can be called by all.
"""

from __future__ import annotations

from bellpull.mcp.ask_user import ASK_PERSON, ASK_USER
from bellpull.mcp.git_events import NOTIFY_COMMIT, NOTIFY_MERGE, NOTIFY_SYNC
from bellpull.mcp.instructions import (
    INSTRUCTIONS,
    PROMPTS,
    hides_ask_user,
    instructions_for,
    listed_prompts,
    prompt_messages,
)
from bellpull.mcp.notify import NOTIFY
from bellpull.mcp.telling import SEND_NOTIFICATION
from bellpull.mcp.tool import NO_KEY, Call, Result, Send, Tool, Wait
from bellpull.mcp.waiting import AWAIT_ANSWER, WITHDRAW_QUESTION

__all__ = [
    "CALLED",
    "INSTRUCTIONS",
    "NO_KEY",
    "PROMPTS",
    "TOOLS",
    "Call",
    "Result",
    "Send",
    "Tool",
    "Wait",
    "apart",
    "instructions_for",
    "listed_prompts",
    "prompt_messages",
    "tools_for",
]

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        SEND_NOTIFICATION,
        ASK_USER,
        NOTIFY,
        AWAIT_ANSWER,
        WITHDRAW_QUESTION,
        NOTIFY_COMMIT,
        NOTIFY_MERGE,
        NOTIFY_SYNC,
    )
}
#: Also those that are not offered to everybody.
CALLED: dict[str, Tool] = {**TOOLS, ASK_PERSON.name: ASK_PERSON}


def apart(items: list[str], client: str) -> list[str]:
    """A result's texts as this client is given them. Copilot CLI shows its model all of them joined, with nothing
    between. The first stays what it is: models and programs know it by its letters."""
    if not client.startswith("copilot"):
        return items
    return [item if place == 0 else f"\n{item}" for place, item in enumerate(items)]


def tools_for(client: str) -> list[Tool]:
    """What a client that calls itself so is offered; its version may follow the name."""
    return list(CALLED.values() if hides_ask_user(client) else TOOLS.values())
