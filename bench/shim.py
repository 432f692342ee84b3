"""Row 6: `bellpull mcp` as a client starts it, the installed command beside a bare JSON-RPC loop, in turns.

Timed from the start of the process until `initialize` is answered; a hub runs, as it does for everybody but the first.
Weighed when it does what it does all day: its client has the tools, and it has found its hub.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any, Self

from bench.calls import PATIENCE, BenchError
from bench.plan import Plan
from bench.servers import hub, private_bytes, resident_bytes, surroundings
from bench.table import Line, at_most, megabytes, milli

CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1.0"}}
GOAL, GOAL_MEGABYTES = 2.0, 15.0
MEGABYTE = 1024 * 1024
WARM_UP = 3
SETTLE = 0.5
"""Seconds in which the server, the handshake behind it, looks for its hub."""


@dataclass(frozen=True)
class Weight:
    resident: int
    private: int

    def __str__(self) -> str:
        return f"{megabytes(self.resident)}, private {megabytes(self.private)}"


class Started:
    """A stdio server, from its start on."""

    def __init__(self, kind: "Kind") -> None:
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self._began = perf_counter()
        self._process = subprocess.Popen(
            kind.command, stdin=pipe, stdout=pipe, stderr=null, cwd=kind.folder, env=kind.environment
        )

    def initialize(self) -> float:
        """Seconds from the start to the answer."""
        self._ask(1, "initialize", CLIENT)
        return perf_counter() - self._began

    def list_tools(self) -> None:
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self._ask(2, "tools/list", {})

    def weight(self) -> Weight:
        return Weight(resident_bytes(self._process.pid), private_bytes(self._process.pid))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Ended as clients do it: by closing its input."""
        try:
            self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise BenchError(f"{self._process.args!r} outlived its input") from None

    def _ask(self, id: int, method: str, params: Mapping[str, Any]) -> None:
        self._say({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        assert self._process.stdout
        came, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        answer = json.loads(self._process.stdout.readline() or b"{}") if came else {}
        if answer.get("id") != id or "result" not in answer:
            raise BenchError(f"{self._process.args!r} did not answer {method}: {answer}")

    def _say(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@dataclass(frozen=True)
class Kind:
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]

    def start(self) -> float:
        """Seconds from the start of a new one to the answer."""
        with Started(self) as started:
            return started.initialize()

    def weigh(self) -> Weight:
        """Right after the handshake."""
        with Started(self) as started:
            started.initialize()
            return started.weight()

    def weigh_at_work(self) -> Weight:
        """When its client has the tools, and it has found its hub."""
        with Started(self) as started:
            started.initialize()
            started.list_tools()
            sleep(SETTLE)
            return started.weight()


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with hub(folder / "hub"):
        bare, shim, _ = kinds = _kinds(folder)
        for kind in kinds * WARM_UP:
            kind.start()
        turns = [[kind.start() for kind in kinds] for _ in range(plan.starts)]
        weights = (bare.weigh(), shim.weigh(), shim.weigh_at_work())
    return [*_time_lines(turns), *_weight_lines(*weights)]


def _kinds(folder: Path) -> tuple[Kind, Kind, Kind]:
    """The bare loop; the command as most have it, without a settings file; and with one, even an empty one."""
    environment = {name: value for name, value in surroundings().items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(folder), "BELLPULL_DATA_DIR": str(folder / "hub")}
    bare = Kind((sys.executable, str(Path(__file__).with_name("bareloop.py"))), folder, environment)
    shim = Kind((str(Path(sys.executable).with_name("bellpull")), "mcp"), folder, environment)
    return bare, shim, replace(shim, environment=environment | {"BELLPULL_CONFIG": os.devnull})


def _time_lines(turns: Sequence[Sequence[float]]) -> list[Line]:
    """Medians of all turns: a single start is at the mercy of whoever else wants the processor."""
    bare, shim, with_file = (median(times) for times in zip(*turns, strict=True))
    row, beside = "6 bellpull mcp, start to initialize answered", f"bare loop {milli(bare)}"
    return [
        Line(row, milli(shim), beside, shim / bare, at_most(GOAL)),
        Line("  the same with a settings file", milli(with_file), beside, with_file / bare),
    ]


def _weight_lines(bare: Weight, first: Weight, at_work: Weight) -> list[Line]:
    row = "6 bellpull mcp, resident memory, in MB"
    beside = f"bare loop {bare}"
    return [
        Line(row, str(at_work), beside, at_work.resident / MEGABYTE, at_most(GOAL_MEGABYTES)),
        Line("  the same right after initialize", str(first), beside, first.resident / MEGABYTE),
    ]
