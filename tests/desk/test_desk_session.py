"""A desk belongs to the session of its desktop, and goes with it."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from support.answers import PATIENCE, until
from support.desk import desks_of
from support.desktop import running_desktop
from support.hub import HubMaker


@pytest.mark.process
def test_a_desk_ends_with_the_session_and_the_next_session_has_its_own(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    assert hub.url
    for _ in range(2):
        with tempfile.TemporaryDirectory(prefix="bellpull-") as folder, running_desktop(Path(folder)) as desktop:
            command = [sys.executable, "-P", "-m", "bellpull.cli.main", "desk", "--data-dir", str(hub.data_dir)]
            # Not started by the desktop, which would end it.
            desk = subprocess.Popen(command, env=desktop.environment, stdout=subprocess.DEVNULL)
            until(lambda: desks_of(hub), "the desk finds the hub")
        assert desk.wait(PATIENCE) == 0
        until(lambda: not desks_of(hub), "the hub misses the desk")
    log = (hub.data_dir / "desk.log").read_text()
    assert log.count("is over") == 2
    assert "Traceback" not in log, log
