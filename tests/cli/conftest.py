"""Shells for the tests of the command: one where no hub has ever run, one of the owner of a running hub."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from watched_agent import WatchedAgent

from support.hub import Caller, Hub
from support.shell import Shell


@pytest.fixture
def alone(tmp_path: Path) -> Shell:
    """A shell on a machine where no hub has ever run."""
    home = tmp_path / "home"
    home.mkdir()
    return Shell(home, tmp_path / "data")


@pytest.fixture
def shell(alone: Shell, hub: Hub) -> Shell:
    """A shell of the owner of the shared hub."""
    return alone.at(hub)


@pytest.fixture
def own_hub(alone: Shell) -> Iterator[Shell]:
    """A shell whose hubs are stopped after the test, however they were started."""
    yield alone
    alone.run("down")


@pytest.fixture
def rights_count(tmp_path: Path) -> None:
    """Skip where this user may read and write everything, as root does."""
    probe = tmp_path / "probe"
    probe.touch(mode=0)
    if os.access(probe, os.R_OK):
        pytest.skip("this user may read and write everything")


@pytest.fixture
def watched(alone: Shell, person: Caller) -> WatchedAgent:
    """An agent whose sessions a test signs, and the shell of its owner."""
    return WatchedAgent(alone, person)
