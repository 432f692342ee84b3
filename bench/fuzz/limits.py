"""Requests at the edge of what is allowed: signs, what hooks say, nudges and Markdown of exactly the most that the docs
promise to take, a little less, a little more, and far too much. All of one agent, so that its places become full too.
"""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bench.fuzz.shot import KEEP, Shot, http
from bench.fuzz.target import World

AGENT = "agent-7"
STATES = ("working", "idle", "waiting")
FILLINGS = ("x", "é", "\u2028", "🔔", "<", "\\", "\u0001", '"')
MARKS = ("*_", "[", "`a ", "> ", "![](", "| a ", "- [ ] ", "```\n")
HOOKS = ("PreToolUse", "PostToolUse", "Notification", "Stop", "SessionStart", "UserPromptSubmit", "SubagentStop")
CLIENTS = ("claude-code", "gemini", "codex")
BODY = 1_000_000
"""Of any request, in bytes: what is longer is refused before it is read."""


def shots(dice: Random, world: World) -> Iterator[Shot]:
    """Without end: every kind in turn."""
    while True:
        for kind in KINDS:
            yield kind(dice, world)


def near(dice: Random, most: int, *, least: int = 0, far: int = 20) -> int:
    """A number at the edge, or far beyond it."""
    return max(least, most + dice.choice((-1, 0, 0, 1, 1, most, far * most)))


def text(dice: Random, size: int) -> str:
    """Of so many characters, most of them of one kind."""
    filling = dice.choice(FILLINGS)
    return (filling * (size // len(filling) + 1))[:size]


def ask(world: World, what: str, method: str, path: str, body: Any = None, key: str = "") -> Shot:
    data = b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    headers = [("Host", world.host), ("Authorization", f"Bearer {key or world.agents[AGENT]}")]
    return Shot(f"limits: {what}", http(method, path, headers, data), KEEP)


def signed(world: World, what: str, signs: list[dict[str, Any]]) -> Shot:
    return ask(world, what, "POST", "/api/sessions/signs", signs)


def sign(dice: Random, **more: Any) -> dict[str, Any]:
    return {"session": f"claude-code:{dice.randrange(1_200)}", "state": dice.choice(STATES), **more}


def todos(dice: Random, world: World) -> Shot:
    """16 KB of JSON, in few long ones or many short ones."""
    count = dice.choice((1, 20, 21, 199, 200, 201))
    size = near(dice, 16_384, far=4) // count
    found = [{"content": text(dice, size), "status": "pending"} for _ in range(count)]
    return signed(world, "todos of a sign", [sign(dice, todos=found)])


def place(dice: Random, world: World) -> Shot:
    around = len(json.dumps({"tmux": ""}).replace(" ", ""))
    size = near(dice, 2_048 - around, far=100)
    told = {"tmux": "x" * size} if dice.random() < 0.5 else {"tmux": text(dice, size // 4), "more": [[1]] * (size // 8)}
    return signed(world, "place of a sign", [sign(dice, place=told)])


def numbers(dice: Random, world: World) -> Shot:
    """As many tools, asks and requests as one sign may name."""
    field = dice.choice(("tools", "asks", "requests", "guesses"))
    one: dict[str, Any] = {"tool": "bash", "argument": text(dice, near(dice, 1_000, far=2))}
    if field == "asks":
        one = {"title": text(dice, 900), "text": text(dice, near(dice, 2_000, far=2))}
    count = near(dice, 100, far=2)
    if field == "requests":
        found = [{"id": f"r{dice.random()}", "kind": "permission", "permission": "bash"} for _ in range(count)]
        return signed(world, "requests of a sign", [sign(dice, requests=found)])
    return signed(world, "lists of a sign", [sign(dice, **{field: [one] * count})])


def many(dice: Random, world: World) -> Shot:
    """As many signs as one call takes, for as many sessions as an agent has."""
    return signed(world, "many signs", [sign(dice, title=text(dice, 50)) for _ in range(near(dice, 200, far=2))])


def texts(dice: Random, world: World) -> Shot:
    most = {"session": 200, "title": 1_000, "reason": 2_000, "directory": 4_096, "client": 200, "trouble": 200}
    field = dice.choice(sorted(most))
    return signed(world, "texts of a sign", [sign(dice) | {field: text(dice, near(dice, most[field]))}])


def whole_body(dice: Random, world: World) -> Shot:
    """Everything at its most, in a body of the most bytes."""
    told = sign(dice, todos=[{"content": "x" * 200}] * 80, place={"tmux": "x" * 2_000}, reason="x" * 2_000)
    count = min(200, near(dice, BODY, far=1) // len(json.dumps(told)))
    return signed(world, "whole bodies of signs", [told | {"session": f"opencode:{n}"} for n in range(count)])


def hook(dice: Random, world: World) -> Shot:
    size = dice.choice((0, 1_000, 60_000, 900_000, BODY + 1))
    said = {
        "hook_event_name": dice.choice(HOOKS),
        "session_id": text(dice, near(dice, 190, far=5)),
        "cwd": f"/{text(dice, near(dice, 4_000, far=2))}",
        "tool_name": text(dice, near(dice, 200, far=5)),
        "tool_input": {"command": text(dice, size)},
        "tool_response": [text(dice, 100)] * dice.choice((0, 1, 1_000)),
    }
    return ask(world, "hooks", "POST", f"/api/clients/{dice.choice(CLIENTS)}/hook", said)


def nudge(dice: Random, world: World) -> Shot:
    """The agent's own programs tell it things until it has no room for more: most of these are right."""
    size = dice.choice((40, 8_192, 16_384))
    body: dict[str, Any] = {"source": "watch", "message": "x" * size}
    if dice.random() < 0.3:
        body["message"] = text(dice, near(dice, 16_384, least=1, far=2))
    for field, most in (("source", 64), ("label", 200), ("dedup_key", 200), ("session", 200)):
        if dice.random() < 0.05:
            body[field] = "x" * near(dice, most)
    return ask(world, "nudges", "POST", f"/api/agents/{AGENT}/nudges", body)


def claim(dice: Random, world: World) -> Shot:
    """Few of them are confirmed: what is pending stays many."""
    path, lot = f"/api/agents/{AGENT}/nudges", dice.random()
    if lot < 0.4:
        limit, room = dice.choice((1, 100, 1_000, 1_001)), dice.choice((0, 499, 500, 40_000, 2**31))
        return ask(world, "claims of nudges", "POST", f"{path}/claim", {"limit": limit, "max_chars": room})
    if lot < 0.6:
        ids = [f"nudge_{number}" for number in range(near(dice, 1_000, far=3))]
        return ask(world, "ids of nudges", "POST", f"{path}/{dice.choice(('confirm', 'release'))}", {"ids": ids})
    return ask(world, "lists of nudges", "GET", f"{path}?limit={dice.choice((1, 50, 500, 501))}")


def markup(dice: Random, world: World) -> Shot:
    mark, size, count = dice.choice(MARKS), near(dice, 262_144, far=2), dice.choice((1, 2, 100, 101))
    part = (mark * (size // count // len(mark) + 1))[: size // count]
    return ask(world, "Markdown", "POST", "/api/markup", {"texts": [part] * count})


def watched(dice: Random, world: World) -> Shot:
    """What everybody's page, tray and status bar look at meanwhile."""
    path = dice.choice(("/api/watch", "/api/sessions", "/api/questions?limit=500", "/api/counts"))
    return ask(world, "looks of a person", "GET", path, key=world.person)


KINDS: tuple[Callable[[Random, World], Shot], ...] = (
    todos,
    place,
    numbers,
    many,
    texts,
    whole_body,
    hook,
    nudge,
    nudge,
    nudge,
    nudge,
    claim,
    markup,
    watched,
)
