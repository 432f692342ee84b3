"""The people, agents and records with which a store's contract is tested."""

from collections.abc import Awaitable, Callable
from typing import Any

from bellpull.domain import event
from bellpull.domain.identity import Key, Principal
from bellpull.domain.notification import Draft, Notification, create
from bellpull.hub.ports import Store, Writer

Run = Callable[[Callable[[Store], Awaitable[Any]]], Any]

ADMIN = Principal("user", "owner", True, "k0")
ADA = Principal("user", "ada", False, "k1")
BOT = Principal("agent", "bot", False, "k2")
NOW = "2026-01-01T00:00:00.000Z"


def people(writer: Writer) -> None:
    """Two people, each with an agent, and keys of three."""
    writer.add_user("owner", True, NOW)
    writer.add_user("ada", False, NOW)
    writer.add_agent("bot", "owner", NOW)
    writer.add_agent("pet", "ada", NOW)
    for who in (ADMIN, ADA, BOT):
        writer.add_key(Key(who.key_id, who.scope, who.name, None, NOW, None, None), who.key_id.encode(), "owner")


def told(
    number: int,
    title: str | None = None,
    agent_name: str = "bot",
    *,
    kind: str = "info",
    message: str | None = None,
    category: str | None = None,
    priority: str = "normal",
    at: str = NOW,
) -> Notification:
    draft = Draft(kind, f"t{number}" if title is None else title, message, priority=priority, category=category)
    return create(draft, id=f"notif_{number:016}", agent_name=agent_name, now=at)


def add(writer: Writer, notification: Notification) -> int:
    """The number of the event that tells of it."""
    writer.add(notification)
    return writer.append(event.told(notification))
