"""Row 8: the desk on a private desktop. From a tool call to its window on the screen, beside a bare Tk window in a new
Python process; and from a click on a notification's button to the result in the agent's hands, beside one durable
commit of a raw writer. Each kind takes turns with what it is compared to.

Both sides of the first are seen by the same watcher, from outside. The second begins when the notification server tells
of the click: what the bus takes to bring that to the desk is not ours, so it is measured beside and taken off. An
answer that goes through an idle hub is row 5's; here the desk and the server in front of the agent come on top.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.calls import PATIENCE, BenchError, ask, quantile
from bench.notifyd import Notifyd, notifyd
from bench.plan import Plan
from bench.rawwriter import RawWriter
from bench.screen import Screen, line_of, missing, process, screen
from bench.servers import Server, hub
from bench.shim import CLIENT
from bench.table import Line, at_most, milli

WINDOW_GOAL, CLICK_GOAL = 1.5, 5.0
COMMITS, CLICKS = 20, 5
"""In one turn, as in row 5."""
WARM_UP = 3
GLANCE = 0.05
"""Seconds between a banner and the click on it; nobody is faster, and by then the call waits."""
YES, NO = "Yes, deploy", "Not now"


class Agent:
    """A client with a running `bellpull mcp`."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self._numbers = count(1)

    async def begin(self) -> None:
        await self.result(self.call("initialize", CLIENT))
        self._say({"method": "notifications/initialized"})

    def call(self, method: str, params: Mapping[str, Any]) -> int:
        id = next(self._numbers)
        self._say({"id": id, "method": method, "params": params})
        return id

    def use(self, tool: str, **arguments: Any) -> int:
        return self.call("tools/call", {"name": tool, "arguments": arguments})

    async def result(self, id: int) -> tuple[float, Any]:
        """The moment at which the result's line was there, and what it says."""
        while True:
            line = await line_of(self._server)
            came = perf_counter()
            said = json.loads(line)
            if said.get("id") == id and "result" in said:
                return came, said["result"]
            if said.get("id") == id:
                raise BenchError(f"bellpull mcp refused: {said}")

    def _say(self, message: Mapping[str, Any]) -> None:
        assert self._server.stdin
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


@dataclass(frozen=True)
class Room:
    """Everything that takes part, running."""

    screen: Screen
    server: Server
    agent: Agent
    notifyd: Notifyd
    folder: Path

    async def bare_window(self) -> float:
        """Seconds from the start of the process until its window is there."""
        command = (sys.executable, str(Path(__file__).with_name("baretk.py")))
        before = perf_counter()
        async with process(command, self.screen.environment, errors=self.folder / "baretk.log"):
            seconds = await self.screen.watch.appears() - before
        await self.screen.watch.disappears()
        return seconds

    async def window(self) -> float:
        """Seconds from the tool call until the window is there."""
        before = perf_counter()
        id = self.agent.use("notify", message="How shall the **new** branch be called?", title="Bench")
        seconds = await self.screen.watch.appears() - before
        await self._reply("feature/checkout")
        _, result = await self.agent.result(id)
        _check(result, "feature/checkout")
        await self.screen.watch.disappears()
        return seconds

    async def _reply(self, text: str) -> None:
        listed = await ask(self.server.port, "GET", "/api/questions", self.server.owner)
        path = f"/api/questions/{listed['questions'][0]['id']}/answer"
        await ask(self.server.port, "POST", path, self.server.owner, {"text": text})

    async def click(self) -> float:
        """Seconds from the server's word of the click until the agent has the result."""
        asked = {"title": "Deploy?", "question": "All tests pass.", "options": [YES, NO], "wait_for_response": True}
        id = self.agent.use("ask_user", **asked)
        banner = await self.notifyd.shown()
        await asyncio.sleep(GLANCE)
        told = self.notifyd.press(banner.number, banner.keys[YES])
        came, result = await self.agent.result(id)
        _check(result, YES)
        return came - told


@dataclass(frozen=True)
class Round:
    bare: list[float] = field(default_factory=list)
    windows: list[float] = field(default_factory=list)
    commits: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)

    @property
    def window_ratio(self) -> float:
        return median(self.windows) / median(self.bare)

    @property
    def own(self) -> float:
        """A click without the bus, on which the word of it goes one way only."""
        return median(self.clicks) - median(self.trips) / 2

    @property
    def click_ratio(self) -> float:
        return self.own / median(self.commits)


async def measure(folder: Path, plan: Plan) -> list[Line]:
    if lacking := missing():
        return [Line("8 the desk", f"skipped, not on this machine: {', '.join(lacking)}")]
    async with _room(folder) as room:
        with closing(RawWriter(folder / "raw.db")) as raw:
            await _round(room, raw, WARM_UP)
            rounds = [await _round(room, raw, plan.desk_turns) for _ in range(plan.rounds)]
    return [_window_line(rounds), *_click_lines(rounds)]


@asynccontextmanager
async def _room(folder: Path) -> AsyncIterator[Room]:
    program = str(Path(sys.executable).with_name("bellpull"))
    data = folder / "hub"
    with hub(data) as server:
        async with (
            screen(folder) as shown,
            notifyd(shown.environment["DBUS_SESSION_BUS_ADDRESS"]) as notifications,
            process((program, "desk", "--data-dir", str(data)), shown.environment, errors=folder / "desk.log") as desk,
            process(
                (program, "mcp"),
                {**shown.environment, "BELLPULL_DATA_DIR": str(data)},
                errors=folder / "mcp.log",
                stdin=PIPE,
            ) as mcp,
        ):
            await line_of(desk)
            await _follows(server)
            agent = Agent(mcp)
            await agent.begin()
            yield Room(shown, server, agent, notifications, folder)


async def _follows(server: Server) -> None:
    """Until the desk has told the hub what it shows."""
    async with asyncio.timeout(PATIENCE):
        while not (await ask(server.port, "GET", "/api/surfaces", server.owner))["surfaces"]:
            await asyncio.sleep(0.05)


async def _round(room: Room, raw: RawWriter, turns: int) -> Round:
    times = Round()
    for turn in range(turns):
        # Which of the two windows is first changes with each turn.
        if turn % 2:
            times.windows.append(await room.window())
        times.bare.append(await room.bare_window())
        if not turn % 2:
            times.windows.append(await room.window())
        times.commits.extend(raw.commit(1) for _ in range(COMMITS))
        for _ in range(CLICKS):
            times.clicks.append(await room.click())
            times.trips.append(await room.notifyd.round_trip())
    return times


def _check(result: Any, answer: str) -> None:
    if answer not in result["content"][0]["text"]:
        raise BenchError(f"the agent was told something else than {answer!r}: {result}")


def _window_line(rounds: Sequence[Round]) -> Line:
    windows, bare = (_describe(each.windows for each in rounds), _describe(each.bare for each in rounds))
    ratios = [each.window_ratio for each in rounds]
    row = "8 tool call to window on screen"
    return Line(row, windows, f"bare Tk {bare}", median(ratios), at_most(WINDOW_GOAL), ratios)


def _click_lines(rounds: Sequence[Round]) -> list[Line]:
    own, commits = median(each.own for each in rounds), _describe(each.commits for each in rounds)
    ratios = [each.click_ratio for each in rounds]
    row = "8 click to result, without the bus"
    clicks, trips = (_describe(each.clicks for each in rounds), _describe(each.trips for each in rounds))
    return [
        Line(row, f"p50 {milli(own)}", f"one commit {commits}", median(ratios), at_most(CLICK_GOAL), ratios),
        Line("  the same with it", clicks, f"the bus, there and back, {trips}"),
    ]


def _describe(rounds: Iterable[Sequence[float]]) -> str:
    times = [time for each in rounds for time in each]
    return f"p50 {milli(quantile(times, 0.5))} p99 {milli(quantile(times, 0.99))}"
