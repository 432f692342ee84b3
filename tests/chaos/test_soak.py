"""A quarter of a minute of `make soak`: the hub is stopped and killed under agents, sockets and waiting calls, and the
records of everybody agree with the data file. How memory does is for the ten minutes to say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.this_run import SEED

ROOT = Path(__file__).parents[2]
SECONDS = 400
SMALL = (
    "--minutes=0.25",
    "--agents=12",
    "--shims=1",
    "--sockets=30",
    "--shortest=3",
    "--longest=5",
    f"--seed={SEED + 3}",
)
PROVEN = (
    "the data file is sound",
    "what was told is there, once",
    "what was asked is there, once",
    "every answer came to its caller, once",
    "every nudge came, once or marked as a repeat",
    "every socket heard what it may hear, once, in order",
)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at the hub's memory and handles in /proc")
def test_nothing_is_lost_or_doubled_while_the_hub_is_stopped_and_killed_under_load(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bench.soak", *SMALL, "--folder", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for claim in PROVEN:
        assert any(line.startswith(claim) and line.endswith("yes") for line in ran.stdout.splitlines()), ran.stdout
