"""The desk that `bellpull up` starts beside the hub, where there is a display. It ends when the hub is stopped on
purpose and outlives one that is killed, so that nobody notices a restart."""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Thread
from typing import TYPE_CHECKING

from bellpull.desk.display import display

if TYPE_CHECKING:
    from bellpull.config import Config


def desk_display(config: Config) -> str | None:
    """Where the desk of this hub is seen, or None where there is none."""
    return display(os.environ, sys.platform) if config.desk else None


def start_desk(config: Config) -> None:
    """One that is already there stays: the new one sees its lock and ends."""
    command = [sys.executable, "-P", "-m", "bellpull.cli.main", "desk", "--beside", "--data-dir", str(config.data_dir)]
    null = subprocess.DEVNULL
    # A session of its own: Ctrl-C is the hub's, which says by its mark that it was on purpose.
    desk = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, start_new_session=True)  # noqa: S603
    # Whoever has ended is to be asked for it, or stays as a zombie.
    Thread(target=desk.wait, daemon=True).start()
