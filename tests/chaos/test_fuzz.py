"""Some hundred bad requests of `make fuzz`, the same in every run: nothing breaks, nothing hangs, the hub answers.

What schemathesis makes from the document is in web/test_openapi.py.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.this_run import SEED

ROOT = Path(__file__).parents[2]
SECONDS = 240


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at the hub's memory and handles in /proc")
def test_bad_requests_neither_break_nor_hang_the_hub(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.fuzz", "--requests", "600", "--documented", "0", "--seed", str(SEED + 8)]
    ran = subprocess.run(
        [*command, "--folder", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "answers of 500 and above: 0; hangs: 0; tracebacks: 0" in ran.stdout
    assert "an ordinary question afterwards: answered" in ran.stdout
