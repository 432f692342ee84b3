"""The library for people who write their own agents: tell and ask from Python, with and without asyncio."""

from bellpull.library.agent import Agent
from bellpull.library.values import Answer, Notification, Outcome

__all__ = ["Agent", "Answer", "Notification", "Outcome"]
