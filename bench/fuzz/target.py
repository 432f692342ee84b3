"""The hub that is shot at: its keys, agents and webhooks, its document, and how it does (memory, handles, log)."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.calls import BenchError, ask
from bench.servers import Server, most_resident_bytes, resident_bytes

AGENTS = 8
CALLS_OF_A_WEBHOOK = 200
"""Fewer than a webhook takes at once: refusals by number would hide what is behind them."""


@dataclass(frozen=True)
class Webhook:
    path: str
    secret: str


@dataclass(frozen=True)
class World:
    """All that a bad request may know of the hub."""

    server: Server
    person: str
    """A key of the admin, other than the one that looks after the run."""
    token: str
    """Of a sign-in of somebody else."""
    agents: dict[str, str]
    """Names and keys."""
    webhooks: tuple[Webhook, ...]
    known: dict[str, str]
    """What can stand for a name in a path."""
    document: dict[str, Any]

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.port}"


async def build(server: Server, webhook_calls: int) -> World:
    port, owner = server.port, server.owner
    names = [f"agent-{number}" for number in range(AGENTS)]
    keys = [(await ask(port, "POST", "/api/keys", owner, {"agent_name": name}))["key"] for name in names]
    person = (await ask(port, "POST", "/api/keys", owner, {"user": "owner", "label": "fuzz"}))["key"]
    webhooks = [
        await _webhook(server, names[number % AGENTS], signed=number % 2 == 0)
        for number in range(2 + webhook_calls // CALLS_OF_A_WEBHOOK)
    ]
    told = await ask(port, "POST", "/api/notifications", keys[0], {"notification_type": "info", "title": "There"})
    question = await ask(port, "POST", "/api/questions", keys[1], {"title": "There", "question": "Are you?"})
    known = {"name": names[1], "id": told["id"], "question": question["id"]}
    known |= {"client": "claude-code", "token": "no-token", "user": "somebody"}
    document = await ask(port, "GET", "/openapi.json", owner)
    token = await _sign_in(server)
    return World(server, person, token, dict(zip(names, keys, strict=True)), tuple(webhooks), known, document)


async def _sign_in(server: Server) -> str:
    who = {"name": "ada", "password": "correct horse battery"}
    await ask(server.port, "POST", "/api/users", server.owner, who)
    return str((await ask(server.port, "POST", "/api/login", "none", who))["token"])


async def _webhook(server: Server, agent: str, *, signed: bool) -> Webhook:
    body = {"source": "ci", "secret": signed}
    made = await ask(server.port, "POST", f"/api/agents/{agent}/webhooks", server.owner, body)
    return Webhook(made["path"], made["secret"] or "")


async def dismiss_questions(server: Server, every: float) -> None:
    """A person who looks now and then: bad requests may well ask good questions, and wait for an answer."""
    while True:
        await asyncio.sleep(every)
        for one in (await ask(server.port, "GET", "/api/questions?limit=500", server.owner))["questions"]:
            await _dismiss(server, one["id"])


async def _dismiss(server: Server, id: str) -> None:
    try:
        await ask(server.port, "POST", f"/api/questions/{id}/answer", server.owner, {"outcome": "dismissed"})
    except BenchError:
        return  # it was settled meanwhile


async def ask_and_answer(world: World) -> str:
    """What people have a hub for; why it does not work, or nothing."""
    port, key = world.server.port, world.agents["agent-0"]
    try:
        body = {"title": "Still there?", "question": "After all that", "options": ["Yes", "No"], "wait": 30}
        asked = await ask(port, "POST", "/api/questions", key, body)
        waits = asyncio.ensure_future(ask(port, "GET", f"/api/questions/{asked['id']}?wait=20", key))
        await ask(port, "POST", f"/api/questions/{asked['id']}/answer", world.server.owner, {"choice": "Yes"})
        said = await waits
    except (BenchError, OSError, TimeoutError) as error:
        return str(error) or type(error).__name__
    return "" if said["choice"] == "Yes" else f"the answer was {said['choice']!r}"


@dataclass(frozen=True)
class Condition:
    resident: int
    handles: int


def condition(server: Server) -> Condition:
    pid = server.process.pid
    return Condition(resident_bytes(pid), len(list(Path(f"/proc/{pid}/fd").iterdir())))


def most_resident(server: Server) -> int:
    return most_resident_bytes(server.process.pid)
