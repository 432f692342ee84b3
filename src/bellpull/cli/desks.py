"""The desks of a data folder, seen from outside: each holds a lock there, and by it is found who it is."""

from __future__ import annotations

import os
import time

from bellpull.cli.holder import holder_of
from bellpull.cli.hub import PROCESSES, is_ours
from bellpull.domain import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

END_SECONDS = 10.0
LOOK_EVERY_SECONDS = 0.02
BESIDE = b"--beside"


def running_desks(data_dir: Path) -> list[Path]:
    """The locks of desks that run."""
    return [lock for lock in sorted(data_dir.glob("desk-*.lock")) if holder_of(lock) is not None]


def end_desk(lock: Path) -> None:
    """End the desk that holds this lock, and wait until it has."""
    from signal import SIGTERM

    pid = holder_of(lock)
    if pid and is_ours(pid):
        os.kill(pid, SIGTERM)
    deadline = time.monotonic() + END_SECONDS
    while holder_of(lock) is not None:
        if time.monotonic() > deadline:
            sentence = f"The desk (process {pid or 'unknown'}) has not ended within {END_SECONDS:g} seconds."
            raise errors.Unavailable("desk_still_there", sentence, "choose Quit in its menu in the tray")
        time.sleep(LOOK_EVERY_SECONDS)


def is_beside(lock: Path) -> bool:
    """Whether the desk belongs to the hub, and was not started by a person."""
    try:
        return BESIDE in (PROCESSES / str(holder_of(lock)) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
