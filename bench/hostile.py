"""Row 13: does an agent that has filled all that it may fill slow others? Its programs ask and report without a pause;
beside that, in turns, those of an agent that does the same calls and has filled nothing.

It has 1,000 unread nudges of 16 KB, 1,000 sessions as long as they may be, and 100 open questions.

And does it slow others if it does all that it may at once, over as many lines as it likes? Here the hub has its usual
rates, and others tell something now and then, as they do: beside that, in turns, the same without it.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.calls import PATIENCE, Caller, Load, ask, dial, drive, once, request
from bench.creates import NOTIFICATION
from bench.listeners import Audience
from bench.plan import Plan
from bench.servers import Server, hub, with_agent
from bench.table import Line, at_most, milli

CREATORS = 4
SECONDS = 2.5
NUDGES, SESSIONS, SESSIONS_AT_ONCE = 1_000, 1_000, 10
#: Of one that does all at once: so many sockets, and so many lines for each of its calls.
SOCKETS, LINES = 100, 10
#: What it may do at once is done by then, and it goes on at its rate.
SETTLE_SECONDS = 1.5
#: Four that tell something with such pauses keep to the rate of one agent.
PAUSE_SECONDS = 0.05


async def measure(folder: Path, plan: Plan) -> list[Line]:
    quiet: list[Load] = []
    small: list[Load] = []
    full: list[Load] = []
    with hub(folder / "hub") as started:
        server = await with_agent(started, "bench-agent")
        plain, hostile = [await _new_agent(server, name) for name in ("plain", "hostile")]
        await _fill(server, hostile)
        await _turn(server, ())
        for number in range(plan.stall_rounds):
            turns = [
                (small, _calls("plain", plain, _sign("s", long=False))),
                (full, _calls("hostile", hostile, _sign("s"))),
            ]
            for kept, calls in turns[:: -1 if number % 2 else 1]:
                kept.append(await _turn(server, calls))
            quiet.append(await _turn(server, ()))
    return [_line(quiet, small, full), await _at_once(folder, plan)]


async def _at_once(folder: Path, plan: Plan) -> Line:
    alone: list[Load] = []
    beside: list[Load] = []
    with hub(folder / "usual") as started:  # filled without limits: with them it would take minutes
        hostile = await _new_agent(started, "hostile")
        await _fill(started, hostile)
    with hub(folder / "usual", creates_per_minute=6_000) as started:
        server = await with_agent(started, "bench-agent")
        await _told_now_and_then(server)
        for number in range(plan.stall_rounds):
            for is_there in (True, False)[:: -1 if number % 2 else 1]:
                if not is_there:
                    alone.append(await _told_now_and_then(server))
                    continue
                audience = Audience()
                await audience.grow(server.port, hostile, SOCKETS)
                others = [asyncio.ensure_future(_again(server, call)) for call in _everything(hostile) * LINES]
                await asyncio.sleep(SETTLE_SECONDS)
                beside.append(await _told_now_and_then(server))
                for other in others:
                    other.cancel()
                await asyncio.gather(*others, return_exceptions=True)
                audience.close()
    rounds = [bad.quantile(0.99) / good.quantile(0.99) for bad, good in zip(beside, alone, strict=True)]
    row = "13 creates now and then, beside an agent that does all it may at once, p99"
    return Line(row, _describe(beside), f"nobody: {_describe(alone)}", median(rounds), at_most(1.5), rounds)


def _everything(key: str) -> list[bytes]:
    """Creates, signs, events of hooks, nudges to itself, claims, Markdown, searches, waits and lists."""
    nudges = "/api/agents/hostile/nudges"
    event = {"hook_event_name": "PostToolUse", "session_id": "s1", "cwd": "/", "tool_name": "Bash"}
    return [
        request("POST", "/api/notifications", key, NOTIFICATION | {"message": "needle " * 1_000}),
        request("POST", "/api/sessions/signs", key, [_sign(f"s{number}") for number in range(SESSIONS_AT_ONCE)]),
        request("POST", "/api/clients/claude-code/hook", key, event | {"tool_input": {"command": "x" * 50_000}}),
        request("POST", nudges, key, {"message": "again", "source": "ci"}),
        request("POST", f"{nudges}/claim", key, {"carrier": "bench"}),
        request("POST", "/api/markup", key, {"texts": ["*_" * 2_000]}),
        request("GET", "/api/notifications?text=nowhere", key),
        request("GET", "/api/questions?limit=500", key),
        request("GET", f"{nudges}?limit=500&wait=1", key),
        request("GET", "/api/watch", key),
        request("GET", "/api/me", key),
    ]


async def _again(server: Server, message: bytes) -> None:
    """For as long as it is wanted. What is refused beside it is refused, and it is slow: that is part of it."""
    caller = await dial(server.port)
    try:
        await caller.run(message, math.inf)
    finally:
        _hang_up([caller])


async def _told_now_and_then(server: Server) -> Load:
    message = request("POST", "/api/notifications", server.key, NOTIFICATION)
    callers = [await dial(server.port) for _ in range(CREATORS)]
    began = perf_counter()

    async def tell(caller: Caller) -> list[float]:
        found: list[float] = []
        while perf_counter() - began < SECONDS:
            found.append(await once(caller, message))
            await asyncio.sleep(PAUSE_SECONDS)
        return found

    found = await asyncio.gather(*(tell(caller) for caller in callers))
    _hang_up(callers)
    latencies = [one for of_caller in found for one in of_caller]
    return Load(perf_counter() - began, latencies, Counter({201: len(latencies)}))


async def _new_agent(server: Server, name: str) -> str:
    made: dict[str, str] = await ask(server.port, "POST", "/api/keys", server.owner, {"agent_name": name})
    return made["key"]


async def _fill(server: Server, key: str) -> None:
    caller = await dial(server.port)
    nudge = {"message": "<notificatio " * 1240, "source": "ci"}
    messages = [request("POST", "/api/agents/hostile/nudges", key, nudge)] * NUDGES
    for number in range(0, SESSIONS, SESSIONS_AT_ONCE):
        signs = [_sign(f"s{number + one}") for one in range(SESSIONS_AT_ONCE)]
        messages.append(request("POST", "/api/sessions/signs", key, signs))
    for message in messages:
        await asyncio.wait_for(caller.run(message, 0.0), PATIENCE)
    caller.transport.abort()


def _sign(session: str, *, long: bool = True) -> dict[str, Any]:
    sign: dict[str, Any] = {"session": session, "state": "waiting"}
    if not long:
        return sign
    tools = [{"tool": "bash", "argument": "a" * 500} for _ in range(15)]
    todos = [{"content": "t" * 200, "status": "pending"} for _ in range(60)]
    requests = [{"id": f"per_{session}", "kind": "permission", "permission": "bash", "patterns": ["x" * 500]}]
    return sign | {"tools": tools, "todos": todos, "requests": requests, "place": {"host": "h" * 1900}}


def _calls(name: str, key: str, sign: dict[str, Any]) -> Sequence[bytes]:
    nudges = f"/api/agents/{name}/nudges"
    return (
        request("GET", f"{nudges}?limit=1", key),
        request("GET", f"{nudges}?limit=1", key),
        request("POST", f"{nudges}/claim", key, {"limit": 1, "carrier": "bench"}),
        request("GET", "/api/questions?limit=1", key),
        request("POST", "/api/sessions/signs", key, [sign]),
    )


async def _turn(server: Server, beside: Sequence[bytes]) -> Load:
    """What is refused beside it is refused: that is part of it."""
    callers = [await dial(server.port) for _ in beside]
    until = perf_counter() + SECONDS
    others = [caller.run(message, until) for caller, message in zip(callers, beside, strict=True)]
    created = await drive(
        server.port, request("POST", "/api/notifications", server.key, NOTIFICATION), CREATORS, SECONDS
    )
    await asyncio.wait_for(asyncio.gather(*others), PATIENCE)
    _hang_up(callers)
    return created


def _hang_up(callers: Sequence[Caller]) -> None:
    for caller in callers:
        caller.transport.abort()


def _line(quiet: list[Load], small: list[Load], full: list[Load]) -> Line:
    rounds = [bad.quantile(0.99) / good.quantile(0.99) for bad, good in zip(full, small, strict=True)]
    beside = f"an agent that has filled nothing: {_describe(small)}; nobody: {_describe(quiet)}"
    row = "13 creates beside an agent that fills all it may, p99"
    return Line(row, _describe(full), beside, median(rounds), at_most(1.5), rounds)


def _describe(loads: list[Load]) -> str:
    p50, p99 = (median(load.quantile(share) for load in loads) for share in (0.5, 0.99))
    return f"p50 {milli(p50)} p99 {milli(p99)} at {median(load.rate for load in loads):,.0f}/s"
