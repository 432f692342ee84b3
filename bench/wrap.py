"""Row 10: what `bellpull wrap` adds to a tool call. The same small server three times, called in turns: alone, behind
the proxy, and behind a proxy on the official SDK, for information.

With nothing pending, in milliseconds. With something pending, in durable commits of a raw writer: a nudge is told, and
once the proxy must know of it, the next call carries it.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Self

from bench.calls import PATIENCE, BenchError, ask, quantile
from bench.plan import Plan
from bench.rawwriter import RawWriter
from bench.servers import Server, hub, surroundings
from bench.shim import CLIENT
from bench.table import Line, at_most, micro, milli

GOAL_MILLISECONDS, GOAL_COMMITS = 0.25, 3.0
AGENT = "bench-agent"
WARM_UP = 200
NOTICE = 0.005
"""Seconds until the proxy knows that something is pending. As long is the pause before each commit and each call of the
server alone: whatever follows a pause is slower, here and there."""
BLOCK = b"<notification source="


class Called:
    """A stdio server whose tool is called, one call at a time."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, env=environment)
        self._id = 0
        self._ask("initialize", CLIENT)
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self) -> tuple[float, bytes]:
        """Seconds, and the answer."""
        return self._ask("tools/call", {"name": "look", "arguments": {"path": "README.md"}})

    def _ask(self, method: str, params: Mapping[str, object]) -> tuple[float, bytes]:
        self._id += 1
        began = perf_counter()
        self._say({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        assert self._process.stdout
        line: bytes = self._process.stdout.readline()
        seconds = perf_counter() - began
        if b'"result"' not in line:
            raise BenchError(f"{self._process.args!r} did not answer {method}: {line!r}")
        return seconds, line

    def _say(self, message: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise BenchError(f"{self._process.args!r} outlived its input") from None


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with hub(folder / "hub") as server, closing(RawWriter(folder / "raw.db")) as raw, ExitStack() as opened:
        bare, wrapped, sdk = (opened.enter_context(each) for each in _start(folder))
        turns = [[each.call()[0] for each in (bare, wrapped, sdk)] for _ in range(WARM_UP + plan.wrapped_calls)]
        nothing = _nothing_pending(turns[WARM_UP:])
        rounds = [await _round(server, raw, bare, wrapped, plan.answer_turns) for _ in range(plan.rounds)]
    return [*nothing, _something_pending(rounds)]


def _start(folder: Path) -> list[Called]:
    environment = surroundings() | {"HOME": str(folder), "BELLPULL_DATA_DIR": str(folder / "hub")}
    server = [sys.executable, str(Path(__file__).with_name("toolserver.py"))]
    wrap = [str(Path(sys.executable).with_name("bellpull")), "wrap", "--agent", AGENT, "--", *server]
    sdk = [sys.executable, str(Path(__file__).with_name("sdkproxy.py")), *server]
    return [Called(command, environment) for command in (server, wrap, sdk)]


def _nothing_pending(turns: Sequence[Sequence[float]]) -> list[Line]:
    bare, wrapped, sdk = zip(*turns, strict=True)
    added, beside = median(wrapped) - median(bare), f"the server alone {_describe(bare)}"
    row, theirs = "10 bellpull wrap, added per call, in ms", median(sdk) - median(bare)
    return [
        Line(row, f"{micro(added)}; {_describe(wrapped)}", beside, added * 1e3, at_most(GOAL_MILLISECONDS)),
        Line("  the same by a proxy on the SDK", f"{micro(theirs)}; {_describe(sdk)}", beside, theirs * 1e3),
    ]


async def _round(
    server: Server, raw: RawWriter, bare: Called, wrapped: Called, turns: int
) -> tuple[list[float], list[float]]:
    """Commits, and what calls that carry a nudge take longer than the server alone."""
    commits: list[float] = []
    added: list[float] = []
    for number in range(turns * 3):
        await asyncio.sleep(NOTICE)
        commits.append(raw.commit(1))
        await asyncio.sleep(NOTICE)
        alone, _ = bare.call()
        said = {"message": f"number {number}", "source": "user"}
        await ask(server.port, "POST", f"/api/agents/{AGENT}/nudges", server.owner, said)
        added.append(await _carried(wrapped) - alone)
    return commits, added


async def _carried(wrapped: Called) -> float:
    """Seconds of the call that carries what is pending; one that was too late for its deadline carries nothing."""
    for _ in range(100):
        await asyncio.sleep(NOTICE)
        seconds, line = wrapped.call()
        if BLOCK in line.replace(b"\\", b""):
            return seconds
    raise BenchError("the wrapped server never carried the nudge")


def _something_pending(rounds: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Line:
    commits = [time for commits, _ in rounds for time in commits]
    added = [time for _, added in rounds for time in added]
    ratios = [median(added) / median(commits) for commits, added in rounds]
    row, beside = "10 the same with something pending, in commits", f"one commit {_describe(commits)}"
    return Line(row, _describe(added), beside, median(ratios), at_most(GOAL_COMMITS), ratios)


def _describe(times: Sequence[float]) -> str:
    return f"p50 {milli(quantile(times, 0.5))} p99 {milli(quantile(times, 0.99))}"
