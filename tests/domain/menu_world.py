"""Sessions as the bell concludes them, made by hand: what a test does not name is unremarkable."""

from typing import Any

from bellpull.domain.session import Session
from bellpull.domain.watched import ServerSeen, Todo, Tool, Wait, Watched

NOW = "2026-03-01T12:00:00.000Z"
BEFORE = "2026-03-01T11:58:30.000Z"
SERVER = "http://127.0.0.1:4096"


def session(title: str | None = "Agent Principal", **fields: Any) -> Session:
    named = {"agent_name": "app", "id": f"opencode:{title}", "title": title, "server": SERVER, "state": "idle"}
    times = {"since": BEFORE, "seen_at": NOW, "tools": "[]", "todos": "[]"}
    first = {name: None for name in Session._fields if name not in Session._field_defaults}
    return Session(**(first | named | times | {"wakes": False} | fields))


def watched(title: str | None = "Agent Principal", *waits: Wait, **fields: Any) -> Watched:
    """Idle, unless told."""
    own = {name: fields.pop(name, default) for name, default in DEFAULTS.items()}
    one = session(title, **fields)
    mine = tuple(wait._replace(session=one.id) if wait.session is None else wait for wait in waits)
    sure = any(wait.confidence != "guess" for wait in mine)
    state = "waiting" if sure else "working" if own["busy"] else "idle"
    return Watched(one, waits=mine, **({"state": state} | own))


DEFAULTS: dict[str, Any] = {"busy": False, "tools": (), "guesses": (), "todos": (), "children": ()}


def ask(title: str = "Validation requise", since: str = BEFORE, **fields: Any) -> Wait:
    named = {"kind": "ask", "title": title, "reason": f"wants your answer: {title}", "source": "hub"}
    rest = {"since": since, "confidence": "certain", "agent_name": "app", "session": None, "question_id": "notif_1"}
    return Wait(**(named | rest | fields))


def permission(title: str = "bash: npm install", since: str = BEFORE, **fields: Any) -> Wait:
    named = {"kind": "permission", "reason": f"waits for your permission: {title}", "source": "list"}
    return ask(title, since, **(named | {"request": "per_1"} | fields))


def guess(tool: Tool) -> Wait:
    title = f"{tool.tool}: {tool.argument}"
    unsure = {"source": "heuristic", "confidence": "guess", "question_id": None, "request": None}
    return permission(title, tool.since or BEFORE, reason="may be waiting for permission", **unsure)


def todos(*named: tuple[str, str]) -> tuple[Todo, ...]:
    return tuple(Todo(content, status) for content, status in named)


def server(url: str = SERVER, trouble: str | None = None) -> ServerSeen:
    return ServerSeen(url, "desk", trouble, "1.18.34", 0, NOW, "owner")
