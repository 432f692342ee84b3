"""Row 11: what the watch costs and how fast it is. Two hundred sessions on ten servers, a watcher in its own process.

While nothing happens its processor time is counted. Then a session asks for a permission, and it is given, again and
again: from the event to the changed title, as a surface sees it that follows the hub's socket and asks for the title.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import time
from typing import Any

from websockets.asyncio.client import connect

from bench.calls import PATIENCE, BenchError, ask, quantile
from bench.plan import Plan
from bench.servers import TICKS, Server, hub, surroundings
from bench.table import Line, at_most, milli

SERVERS, SESSIONS = 10, 20
GOAL_PERCENT, GOAL_MILLISECONDS = 5.0, 200.0
LOCK = "🔒"
SETTLE_SECONDS = 5.0

Process = asyncio.subprocess.Process


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with hub(folder / "hub") as server:
        async with _opencodes(folder) as (opencodes, ports), _watcher(folder, ports) as watcher:
            await _until_all_shown(server)
            idle = await _idle(watcher, plan.watch_seconds)
            times = await _title_times(server, opencodes, plan.watch_turns)
    return [_cost(idle, plan.watch_seconds), _speed(times)]


@asynccontextmanager
async def _opencodes(folder: Path) -> AsyncIterator[tuple[Process, list[int]]]:
    words = ("-m", "bench.opencodes", str(SERVERS), str(SESSIONS), str(folder))
    async with _process(*words) as process:
        assert process.stdout
        yield process, json.loads(await process.stdout.readline())


@asynccontextmanager
async def _watcher(folder: Path, ports: Sequence[int]) -> AsyncIterator[Process]:
    urls = [word for port in ports for word in ("--opencode", f"http://127.0.0.1:{port}")]
    words = ("-m", "bellpull.cli.main", "watcher", "--data-dir", str(folder / "hub"), "--no-discovery", *urls)
    async with _process(*words, HOME=str(folder)) as process:
        yield process


@asynccontextmanager
async def _process(*words: str, **variables: str) -> AsyncIterator[Process]:
    pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdin=pipe, stdout=pipe, stderr=null, env=surroundings() | variables
    )
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


async def _until_all_shown(server: Server) -> None:
    for _ in range(int(PATIENCE * 10)):
        seen = await ask(server.port, "GET", "/api/watch", server.owner)
        if len(seen["sessions"]) == SERVERS * SESSIONS:
            await asyncio.sleep(SETTLE_SECONDS)
            return
        await asyncio.sleep(0.1)
    raise BenchError(f"the watch does not show {SERVERS * SESSIONS} sessions")


async def _idle(watcher: Process, seconds: float) -> float:
    """Seconds of processor time."""
    before = _cpu(watcher.pid)
    await asyncio.sleep(seconds)
    return _cpu(watcher.pid) - before


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def _title_times(server: Server, opencodes: Process, turns: int) -> list[float]:
    given = {"Authorization": f"Bearer {server.owner}"}
    times: list[float] = []
    async with connect(f"ws://127.0.0.1:{server.port}/ws/events", additional_headers=given, proxy=None) as socket:
        for number in range(turns * 2):
            times.append(await _one_time(server, socket, opencodes, number % 2 == 0, (number // 2) % SERVERS))
            await asyncio.sleep(0.05)
    return times


async def _one_time(server: Server, socket: Any, opencodes: Process, locks: bool, number: int) -> float:
    assert opencodes.stdin
    assert opencodes.stdout
    opencodes.stdin.write(f"{number}\n".encode())
    began = float(await opencodes.stdout.readline())
    async with asyncio.timeout(PATIENCE):
        while True:
            while json.loads(await socket.recv())["type"] != "session_changed":
                pass
            seen = await ask(server.port, "GET", "/api/watch", server.owner)
            if (LOCK in seen["title"]) == locks:
                return time() - began


def _cost(used: float, seconds: float) -> Line:
    percent = used / seconds * 100
    row = f"11 watch of {SERVERS * SESSIONS} sessions while nothing happens, in % of a core"
    return Line(row, f"{used:.2f} s in {seconds:.0f} s", "", percent, at_most(GOAL_PERCENT))


def _speed(times: Sequence[float]) -> Line:
    words = f"p50 {milli(median(times))} p99 {milli(quantile(times, 0.99))} worst {milli(max(times))} of {len(times)}"
    row = "11 from an event to the changed title, worst, in ms"
    return Line(row, words, "", max(times) * 1e3, at_most(GOAL_MILLISECONDS))
