"""Half a minute of `make soak`: agents of every kind, people, sockets and, if there can be one, a desk, while each kind
of process is killed at least once. What everybody was told agrees with the data file. How memory does is for the long
run to say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.this_run import SEED

ROOT = Path(__file__).parents[2]
#: No bound on how fast it is: the run itself waits until everything is read, for some minutes if need be.
SECONDS = 900
SMALL = (
    "--minutes=0.4",
    "--shims=2",
    "--http=1",
    "--wraps=1",
    "--library=1",
    "--askers=2",
    "--tellers=1",
    "--nudgers=3",
    "--sockets=4",
    f"--seed={SEED + 3}",
)
PROVEN = (
    "the data file is sound",
    "what was told is there, once",
    "what was asked is there, once",
    "each question has one answer, that of the person who was told so",
    "every answer came to its agent, unmarked once at most",
    "every nudge came to its agent, unmarked once at most",
    "nudges came in the order in which they were told",
    "every socket heard what it may hear, once, in order",
    "nothing is left: all is answered, handed and read",
    "no key goes to a stranger",
    "no process is left behind",
)
KILLED = (
    "hub killed",
    "hub told to stop",
    "bellpull mcp killed",
    "bellpull wrap killed",
    "library's agent killed",
    "HTTP agent killed",
)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at processes in /proc")
def test_nothing_is_lost_doubled_or_invented_while_every_kind_of_process_is_killed(tmp_path: Path) -> None:
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
    words = " ".join(ran.stdout.replace("|", " ").split())
    assert [kind for kind in KILLED if kind not in words] == [], ran.stdout
