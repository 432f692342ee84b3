"""Row 6: `bellpull mcp` as a client starts it, the installed command beside a bare JSON-RPC loop, in turns.

Timed from the start of the process until `initialize` is answered; a hub runs, as it does for everybody but the first.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from bench.calls import PATIENCE, BenchError
from bench.plan import Plan
from bench.servers import hub, private_bytes, resident_bytes, surroundings
from bench.table import Line, at_most, megabytes, milli

CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1.0"}}
GOAL, GOAL_MEGABYTES = 2.0, 15.0
MEGABYTE = 1024 * 1024
WARM_UP = 3
WEIGHED = 3
SETTLE = 0.5
"""Seconds in which the server, the handshake behind it, looks for its hub."""


@dataclass(frozen=True)
class Weight:
    resident: int
    private: int


class Started:
    """A stdio server, from its start on."""

    def __init__(self, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> None:
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self._began = perf_counter()
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, cwd=folder, env=environment)

    def initialize(self) -> float:
        """Seconds from the start to the answer."""
        self._ask(1, "initialize", CLIENT)
        return perf_counter() - self._began

    def weigh(self) -> tuple[Weight, Weight]:
        """Right after the handshake; and when a client has asked for the tools, and the server has found its hub."""
        first = self._weight()
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self._ask(2, "tools/list", {})
        sleep(SETTLE)
        return first, self._weight()

    def end(self) -> None:
        """As clients do it: by closing its input."""
        try:
            self._process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            raise BenchError(f"{self._process.args!r} outlived its input") from None

    def _weight(self) -> Weight:
        return Weight(resident_bytes(self._process.pid), private_bytes(self._process.pid))

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


async def measure(folder: Path, plan: Plan) -> list[Line]:
    bare_loop = [sys.executable, Path(__file__).with_name("bareloop.py")]
    shim = [Path(sys.executable).with_name("bellpull"), "mcp"]
    with hub(folder / "hub"):
        environment = surroundings() | {
            "BELLPULL_DATA_DIR": str(folder / "hub"), "BELLPULL_CONFIG": os.devnull, "HOME": str(folder),
        }  # fmt: skip
        for _ in range(WARM_UP):
            _start(bare_loop, folder, environment), _start(shim, folder, environment)
        times = [
            (_start(bare_loop, folder, environment), _start(shim, folder, environment)) for _ in range(plan.starts)
        ]
        weights = [_weigh(shim, folder, environment) for _ in range(WEIGHED)]
        pass
    print(times, weights)
    return []


def _start(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> float:
    started = Started(command, folder, environment)
    try:
        return started.initialize()
    finally:
        started.end()


def _weigh(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> tuple[Weight, Weight]:
    started = Started(command, folder, environment)
    try:
        started.initialize()
        return started.weigh()
    finally:
        started.end()
