"""Bad calls of `/mcp`, in both eras of the protocol: JSON-RPC that is broken, odd or too much, and headers to match."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from bench.fuzz import heads, mutation, tokens
from bench.fuzz.shot import CUT, FRESH, KEEP, Shot, http
from bench.fuzz.target import World

OLD, NEW = "2025-11-25", "2026-07-28"
RESERVED = "io.modelcontextprotocol/"
IDS: tuple[Any, ...] = (None, -1, 0, 1.5, 2**70, "", "x" * 5000, [], {}, True, "\x00", "\ud800", [1, 2], {"id": 1})
VERSIONS = (
    "",
    "1.0",
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2099-01-01",
    "x" * 3000,
    "2025-11-25\x00",
    "\xff",
    "draft",
    "-1",
)
TOOLS: dict[str, dict[str, Any]] = {
    "send_notification": {"notification_type": "info", "title": "x", "message": "y", "metadata": {"a": [1]}},
    "ask_user": {"title": "x", "question": "y", "options": ["a", "b"], "urgency": "low", "timeout": 1},
    "notify": {"message": "x", "wait_for_response": False, "timeout": 5, "title": "y"},
    "await_answer": {"question_id": "notif_0000000000000000", "timeout": 0},
    "withdraw_question": {"question_id": "notif_0000000000000000"},
    "notify_commit": {"branch": "x", "message": "y", "files": ["a"], "hash": "b"},
    "no_such_tool": {},
}
METHODS = (
    "tools/list", "prompts/list", "prompts/get", "resources/list", "ping", "logging/setLevel", "completion/complete",
    "sampling/createMessage", "notifications/cancelled", "notifications/initialized", "server/discover", "tasks/get",
    "initialize", "", "x" * 2000, "tools/call\x00", "rpc.x",
)  # fmt: skip


def shots(dice: Random, world: World) -> Iterator[Shot]:
    while True:
        for kind, make in KINDS.items():
            modern = dice.random() < 0.5
            good = _message(dice, modern)
            connection, body = make(dice, good)
            yield _shot(dice, world, kind, good, modern, body, connection)
        yield _odd_head(dice, world)


def _shot(dice: Random, world: World, kind: str, good: Any, modern: bool, body: bytes, connection: str = KEEP) -> Shot:
    data = http("POST", "/mcp", _headers(dice, world, good, modern), body)
    if connection == CUT:
        data = data[: dice.randrange(1, len(data))]
    return Shot(f"mcp: {kind}", data, connection)


def _headers(dice: Random, world: World, message: Any, modern: bool) -> heads.Headers:
    found = [*heads.usual(dice, world), ("Accept", "application/json, text/event-stream")]
    found.append(("MCP-Protocol-Version", NEW if modern else OLD))
    if modern:
        found.append(("Mcp-Method", str(message["method"])))
        if name := message.get("params", {}).get("name"):
            found.append(("Mcp-Name", name))
    return found


def _message(dice: Random, modern: bool) -> dict[str, Any]:
    """A call that would be right."""
    if dice.random() < 0.25 and not modern:
        about = {"protocolVersion": OLD, "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}}
        return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    params: dict[str, Any] = {}
    method = "tools/list"
    if dice.random() < 0.8:
        method, tool = "tools/call", dice.choice(list(TOOLS))
        params = {"name": tool, "arguments": TOOLS[tool]}
    if modern:
        params["_meta"] = {f"{RESERVED}protocolVersion": NEW, f"{RESERVED}clientCapabilities": {}}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _arguments(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    params = good.get("params", {})
    change = dice.choice((mutation.wrong_type, mutation.odd_text, mutation.odd_fields))
    arguments = change(dice, params.get("arguments", {}))
    return KEEP, mutation.dump(good | {"params": params | {"arguments": arguments}})


def _types(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return KEEP, mutation.dump(dice.choice((mutation.wrong_type, mutation.odd_fields))(dice, good))


def _ids(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return KEEP, mutation.dump(good | {"id": dice.choice(IDS)})


def _batches(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    batch: list[Any] = [
        dice.choice((good, {}, 1, None, [], good | {"id": number})) for number in range(dice.choice((0, 1, 2, 40)))
    ]
    return KEEP, mutation.dump(batch)


def _methods(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    changed = good | {"method": dice.choice(METHODS)}
    return KEEP, mutation.dump({name: one for name, one in changed.items() if dice.random() < 0.85})


def _bits(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return KEEP, mutation.flip_bits(dice, mutation.dump(good))


def _broken(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    whole = mutation.dump(good)
    broken = (
        whole[: dice.randrange(len(whole))], whole * 2, mutation.noise(dice), b"", b"\xff\xfe" + whole,
        whole.decode().encode("utf-16"), mutation.splice(dice, whole, dice.choice(mutation.BROKEN_UTF8)),
        whole.replace(b'"id": 1', b'"id": 1, "id": 2'), b"null", b"[" * 30_000,
    )  # fmt: skip
    return KEEP, dice.choice(broken)


def _nested(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return KEEP, mutation.deep(dice, good)


def _numbers(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return KEEP, mutation.huge_number(dice, good)


def _meta(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    meta = {
        "progressToken": dice.choice((*IDS, 1, "x")),
        f"{RESERVED}protocolVersion": dice.choice((*VERSIONS, 7, None)),
    }
    return KEEP, mutation.dump(
        good | {"params": good.get("params", {}) | {"_meta": dice.choice((meta, [], 7, "x", {"": meta}))}}
    )


def _cut(dice: Random, good: dict[str, Any]) -> tuple[str, bytes]:
    return CUT, mutation.dump(good)


def _odd_head(dice: Random, world: World) -> Shot:
    modern = dice.random() < 0.5
    good = _message(dice, modern)
    headers = [pair for pair in _headers(dice, world, good, modern) if dice.random() < 0.8]
    headers += dice.sample((
        ("MCP-Protocol-Version", dice.choice(VERSIONS)),
        ("Mcp-Session-Id", dice.choice(("", "x", "\xff", "x" * 3000))),
        ("Accept", dice.choice(("", "text/html", "*/*"))), ("Mcp-Method", "tools/list"), ("Mcp-Name", "=?utf-8?x?="),
        ("Content-Type", "text/plain"), ("Last-Event-ID", "7"), ("Authorization", "Bearer " + tokens.jwt(dice)),
    ), dice.randint(1, 3))  # fmt: skip
    method = dice.choice(("POST", "POST", "POST", "GET", "DELETE", "PUT"))
    return Shot("mcp: odd heads", http(method, "/mcp", headers, json.dumps(good).encode()), FRESH)


KINDS = {
    "odd arguments": _arguments,
    "wrong types": _types,
    "odd ids": _ids,
    "batches": _batches,
    "unknown methods": _methods,
    "bits flipped": _bits,
    "broken JSON-RPC": _broken,
    "deep nesting": _nested,
    "huge numbers": _numbers,
    "odd meta": _meta,
    "cut off": _cut,
}
