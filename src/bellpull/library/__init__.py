"""The library for people who write their own agents: tell, ask and be told in Python, with and without asyncio."""

from bellpull.domain.augment import NOTIFICATION_TOOL, TOOL_DEFINITION, as_exchange, as_message, augment, split
from bellpull.library.agent import Agent
from bellpull.library.telling import atell, tell
from bellpull.library.values import Answer, Notification, Nudge, Outcome

__all__ = [
    "NOTIFICATION_TOOL",
    "TOOL_DEFINITION",
    "Agent",
    "Answer",
    "Notification",
    "Nudge",
    "Outcome",
    "as_exchange",
    "as_message",
    "atell",
    "augment",
    "split",
    "tell",
]
