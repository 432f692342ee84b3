"""A run of the tests knows the processes that it has started, whoever their parent is."""

import os
import subprocess
import sys

import pytest

from support.answers import PATIENCE, until
from support.hub import KEPT_VARIABLES
from support.this_run import left_behind

#: It ends at once, and what it has started goes on without a parent.
LEAVES = """
from subprocess import DEVNULL, Popen
print(Popen(["sleep", "60"], stdout=DEVNULL, stderr=DEVNULL).pid)
"""


@pytest.mark.process
def test_a_process_whose_parent_has_gone_is_left_behind_until_it_ends() -> None:
    few = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    told = subprocess.run([sys.executable, "-c", LEAVES], env=few, capture_output=True, timeout=PATIENCE, check=True)
    pid = int(told.stdout)
    try:
        assert (pid, "sleep 60") in left_behind()
    finally:
        os.kill(pid, 9)
    until(lambda: pid not in [one.pid for one in left_behind()], "it is gone")


@pytest.mark.process
def test_a_process_of_another_run_is_nobodys_here() -> None:
    others = subprocess.Popen(["sleep", "60"], env={"TESTS_OF_BELLPULL": "another", "PATH": os.environ["PATH"]})
    try:
        assert others.pid not in [one.pid for one in left_behind()]
    finally:
        others.kill()
        others.wait(PATIENCE)
