"""People who tell agents things, and what the agents of the tests read of it."""

from typing import Any

from bellpull import Agent
from bellpull.library import split
from support.answers import done, until
from support.hub import Hub

RESULT = "File updated successfully"


def told(hub: Hub, agent: Agent, message: str, **more: Any) -> dict[str, Any]:
    """A person tells the agent something."""
    agent.pending()  # an agent is there once it has spoken
    nudge: dict[str, Any] = done(hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": message} | more), 201)
    return nudge


def read(agent: Agent, count: int = 1) -> list[str]:
    """The messages that come with the agent's next results, at least so many."""
    got: list[str] = []

    def enough() -> bool:
        got.extend(note.message for note in split(agent.augment(RESULT)).notes)
        return len(got) >= count

    until(enough, f"{count} are read")
    return got


def next_result(agent: Agent) -> str:
    """The next result that brings something."""

    def brings() -> str | None:
        text = agent.augment(RESULT)
        return None if text is RESULT else text

    return until(brings, "something is read")


def handed(hub: Hub, agent: Agent) -> list[str]:
    """What was handed, the first first."""
    found = done(hub.owner.get(f"/api/agents/{agent.name}/nudges", state="handed", limit=500))["nudges"]
    return [nudge["message"] for nudge in found][::-1]


def all_handed(hub: Hub, agent: Agent, *messages: str) -> None:
    until(lambda: handed(hub, agent) == list(messages), f"{messages} are handed")


def state_of(hub: Hub, agent: Agent) -> dict[str, Any]:
    """The agent's only session as the hub sees it; empty where there is none."""
    found = done(hub.owner.get("/api/sessions", agent_name=agent.name))["sessions"]
    return dict(found[0]) if found else {}


def threads_of_bellpull() -> list[str]:
    import threading

    # Of agents alone: those of a hub in this process (`bellpull-…`) end when it is forgotten.
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith("bellpull") and not name.startswith("bellpull-")]
