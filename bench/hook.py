"""A hook with nothing pending, as `connect` lets a coding tool run it, beside `python -c pass`: in turns, with a hub
that runs and a key that is there, as after every tool call but the first. And typed as `bellpull hook`."""

import compileall
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from bellpull.clients.hooks.command import hook_command
from bench.calls import PATIENCE, BenchError
from bench.plan import Plan
from bench.servers import hub, surroundings
from bench.table import Line, at_most, milli

GOAL = 2.0
WARM_UP = 3
EVENT = {
    "session_id": "00893aaf-19fa-41d2-8238-13269b9b3ca0",
    "transcript_path": "/home/user/.claude/projects/shop/00893aaf-19fa-41d2-8238-13269b9b3ca0.jsonl",
    "cwd": "/home/user/shop",
    "permission_mode": "default",
    "hook_event_name": "PostToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "npm test"},
    "tool_use_id": "toolu_01ABC123",
    "tool_response": {"stdout": "12 passed\n" * 200, "stderr": "", "interrupted": False},
}


@dataclass(frozen=True)
class Kind:
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]

    def run(self) -> float:
        """Seconds from its start to its end."""
        began = perf_counter()
        ended = subprocess.run(
            self.command,
            input=json.dumps(EVENT).encode(),
            capture_output=True,
            cwd=self.folder,
            env=self.environment,
            timeout=PATIENCE,
        )
        seconds = perf_counter() - began
        if (ended.returncode, ended.stdout, ended.stderr) != (0, b"", b""):
            raise BenchError(f"{self.command!r} was to be silent: {ended}")
        return seconds


async def measure(folder: Path, plan: Plan) -> list[Line]:
    environment = {name: value for name, value in surroundings().items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(folder), "BELLPULL_DATA_DIR": str(folder / "hub"), "BELLPULL_LOG_LEVEL": "debug"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = hook_command("claude-code")
    compileall.compile_dir(Path(command[-2]).parent, quiet=2, maxlevels=0)  # as an installer does
    console = (str(Path(sys.executable).with_name("bellpull")), "hook", "claude-code")
    bare, fast, typed = kinds = [
        Kind(words, folder, environment) for words in ((sys.executable, "-c", "pass"), command, console)
    ]
    with hub(folder / "hub"):
        for kind in kinds * WARM_UP:
            kind.run()
        if not list((folder / "hub" / "keys").glob("*.json")):
            raise BenchError("the hook made no key: it did not reach its hub")
        turns = [[kind.run() for kind in (bare, fast, typed)] for _ in range(plan.starts)]
    return _lines(turns)


def _lines(turns: Sequence[Sequence[float]]) -> list[Line]:
    """Medians of all turns: a single start is at the mercy of whoever else wants the processor."""
    bare, fast, typed = (median(times) for times in zip(*turns, strict=True))
    beside = f"python -c pass {milli(bare)}"
    return [
        Line("9 hook with nothing pending", milli(fast), beside, fast / bare, at_most(GOAL)),
        Line("  the same typed as bellpull hook", milli(typed), beside, typed / bare),
    ]
