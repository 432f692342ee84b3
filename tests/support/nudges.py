"""Telling agents something, carrying it to them, and giving signs of their sessions, over REST."""

from typing import Any

from support.answers import done
from support.hub import Caller

Nudge = dict[str, Any]


def tell(caller: Caller, agent_name: str, message: str = "CI failed", **fields: Any) -> Nudge:
    told: Nudge = done(caller.post(f"/api/agents/{agent_name}/nudges", {"message": message} | fields), 201)
    return told


def listed(caller: Caller, agent_name: str, **query: Any) -> list[Nudge]:
    told = done(caller.get(f"/api/agents/{agent_name}/nudges", **query))
    nudges: list[Nudge] = told["nudges"]
    assert told["count"] >= len(nudges)
    return nudges


def messages(nudges: list[Nudge]) -> list[str]:
    return [nudge["message"] for nudge in nudges]


def sign(caller: Caller, session: str, state: str, **fields: Any) -> int:
    told = done(caller.post("/api/sessions/signs", [{"session": session, "state": state} | fields]))
    return int(told["count"])


def trail(caller: Caller, agent_name: str, **query: Any) -> list[dict[str, Any]]:
    """Oldest first."""
    told = done(caller.get(f"/api/agents/{agent_name}/trail", **query))
    entries: list[dict[str, Any]] = told["entries"]
    return entries[::-1]
