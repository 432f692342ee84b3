"""A command that is killed at one place in its course, as by a power cut: just before a function, or just after it."""

import signal
import subprocess
import sys

from support.answers import PATIENCE
from support.shell import Shell

RUN = """
import importlib, os, signal, sys
place, moment, *words = sys.argv[1:]
module, _, name = place.rpartition(":")
holder = importlib.import_module(module)
*way, name = name.split(".")
for part in way:
    holder = getattr(holder, part)
real = getattr(holder, name)
def dying(*args, **how):
    if moment == "after":
        real(*args, **how)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(holder, name, dying)
from bellpull.cli.main import main
sys.exit(main(words))
"""


def run_until(shell: Shell, place: str, moment: str, *words: str) -> None:
    """Run the command; it has to come to that place, and to die there."""
    ended = subprocess.run(
        [sys.executable, "-c", RUN, place, moment, *words],
        env=shell.environment(),
        cwd=shell.home,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    assert ended.returncode == -signal.SIGKILL, ended
