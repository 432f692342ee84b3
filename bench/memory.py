"""Row 7: memory of the hub: with MCP loaded, for each idle socket, for each call that waits.

What one more costs is told in private bytes (shared libraries and file pages left out), and after the first few, which
pay for what is loaded once.
"""

import asyncio
import json
from collections.abc import Awaitable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from bench.calls import PATIENCE, BenchError
from bench.listeners import Audience
from bench.plan import Plan
from bench.servers import Server, hub, seed_style
from bench.table import Line, at_most, kilobytes, megabytes
from bench.waiting import ROOM, Crowd, ask_many

FEW = 100
FEW_WAITING = 500
LONGEST_WAIT = 60
GOAL_SOCKET, GOAL_WAITING, GOAL_MCP = 20.0, 5.0, 100.0
KILOBYTE, MEGABYTE = 1024, 1024 * 1024
SETTLE = 0.5
"""Seconds for what a request leaves behind to be let go."""

LIST_TOOLS = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with seed_style(folder / "seed") as seed, hub(folder / "hub") as own:
        sockets = _socket_lines(await _weigh(seed, plan.idle_sockets), await _weigh(own, plan.idle_sockets), plan)
    with hub(folder / "mcp") as own:
        mcp = await _mcp_line(own)
    with hub(folder / "waiting", open_questions_limit=ROOM) as own:
        waiting = await _waiting_line(own, plan.waiting_calls)
    return [mcp, *sockets, waiting]


def _socket_lines(seed: tuple[float, float], own: tuple[float, float], plan: Plan) -> list[Line]:
    row = f"7 memory per idle socket, {FEW} to {plan.idle_sockets:,}, in KB"
    beside = f"seed-style {kilobytes(seed[1])}"
    return [
        Line(row, kilobytes(own[1]), beside, own[1] / KILOBYTE, at_most(GOAL_SOCKET)),
        Line("  memory at the start", megabytes(own[0]), f"seed-style {megabytes(seed[0])}", own[0] / seed[0]),
    ]


async def _weigh(server: Server, sockets: int) -> tuple[float, float]:
    """Private bytes at the start, and for each socket after the first hundred."""
    start = server.private_bytes()
    audience = Audience()
    few = await _weight_after(server, audience.grow(server.port, server.owner, FEW))
    many = await _weight_after(server, audience.grow(server.port, server.owner, sockets))
    audience.close()
    return start, (many - few) / (sockets - FEW)


async def _mcp_line(server: Server) -> Line:
    before = server.resident_bytes()
    private = await _weight_after(server, asyncio.to_thread(_list_tools, server))
    resident = server.resident_bytes()
    own = f"{megabytes(resident)}, private {megabytes(private)}"
    row = "7 resident memory with MCP loaded, in MB"
    return Line(row, own, f"before {megabytes(before)}", resident / MEGABYTE, at_most(GOAL_MCP))


def _list_tools(server: Server) -> None:
    """Its answer may be a stream, which the client of the other rows does not read."""
    headers = {
        "Authorization": f"Bearer {server.owner}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("POST", "/mcp", json.dumps(LIST_TOOLS), headers)
        answer = connection.getresponse()
        body = answer.read()
    if answer.status != 200 or b"ask_user" not in body:
        raise BenchError(f"/mcp did not list its tools: {answer.status} {body[:300]!r}")


async def _waiting_line(server: Server, calls: int) -> Line:
    """The same connections, resting and then waiting; some wait already, so that the first is not the only one."""
    with Crowd(server, await ask_many(server, calls)) as crowd:
        start = await _weight_after(server, crowd.connect(FEW_WAITING))
        few = await _weight_after(server, crowd.wait(LONGEST_WAIT))
        resting = await _weight_after(server, crowd.connect(calls))
        waiting = await _weight_after(server, crowd.wait(LONGEST_WAIT))
        crowd.check()
    more = calls - FEW_WAITING
    each, connection = (waiting - resting) / more, (resting - few) / more
    row = f"7 memory per waiting question, {FEW_WAITING} to {calls:,}, in KB"
    beside = (
        f"its connection {kilobytes(connection)}; the first {FEW_WAITING}: {kilobytes((few - start) / FEW_WAITING)}"
    )
    return Line(row, kilobytes(each), beside, each / KILOBYTE, at_most(GOAL_WAITING))


async def _weight_after(server: Server, done: Awaitable[object]) -> int:
    await done
    await asyncio.sleep(SETTLE)
    return server.private_bytes()
