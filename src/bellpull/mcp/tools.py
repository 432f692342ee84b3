"""Every tool, once, for the stdio server and for /mcp alike; and the words that their drivers share with them."""

from __future__ import annotations

from bellpull.mcp.ask_user import ASK_USER
from bellpull.mcp.git_events import NOTIFY_COMMIT, NOTIFY_MERGE, NOTIFY_SYNC
from bellpull.mcp.instructions import INSTRUCTIONS, PROMPTS, listed_prompts, prompt_messages
from bellpull.mcp.notify import NOTIFY
from bellpull.mcp.telling import SEND_NOTIFICATION
from bellpull.mcp.tool import NO_KEY, Call, Result, Send, Tool, Wait
from bellpull.mcp.waiting import AWAIT_ANSWER, WITHDRAW_QUESTION

__all__ = [
    "INSTRUCTIONS",
    "NO_KEY",
    "PROMPTS",
    "TOOLS",
    "Call",
    "Result",
    "Send",
    "Tool",
    "Wait",
    "listed_prompts",
    "prompt_messages",
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
