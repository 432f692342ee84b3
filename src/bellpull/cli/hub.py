"""`bellpull down`: stop the hub. Whether it is there says `status`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bellpull.cli.holder import complain_of_lost_hub
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.domain import errors
from bellpull.remote.find import STOPPED_MARK, running_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.config import Config

LOOK_EVERY_SECONDS = 0.02
EXTRA_STOP_SECONDS = 10
PROCESSES = Path("/proc/self").parent


def declare_down(parser: Parser) -> None:
    parser.set_defaults(run=down)


def down(args: Namespace) -> int:
    config = settings(args)
    return DONE if stop_for_good(config) else NO


def stop_for_good(config: Config) -> bool:
    """Stop the hub of this data folder, say so, and leave the mark by which no program starts it again but `up`.
    Whether there was one."""
    said = running_in(config.data_dir)
    pid = None if said is None else process_of(said)
    # First the mark, so that no program starts the hub anew while it stops; without it the hub is to stop all the same.
    problem = _mark_stopped(config.data_dir)
    if said is None or pid is None:
        complain_of_lost_hub(config)
        sys.stdout.write(f"No hub is running in {plain(config.data_dir)}.\n")
    else:
        stop(config, pid)
        sys.stdout.write(f"The hub at {plain(said['url'])} has stopped.\n")
    if problem is not None:
        raise problem
    return said is not None


def _mark_stopped(folder: Path) -> errors.Setup | None:
    mark = folder / STOPPED_MARK
    try:
        if folder.is_dir():
            mark.touch(mode=0o600)
    except OSError as error:
        sentence = f"The mark {mark} cannot be written ({error.strerror}), so programs may start the hub again."
        return errors.Setup("no_mark", sentence, "check the rights of the folder: bellpull doctor")
    return None


def process_of(said: dict[str, Any]) -> int:
    pid = said.get("pid")
    if isinstance(pid, int) and is_ours(pid):
        return pid
    sentence = f"The hub at {said['url']} is not a process of this machine."
    raise errors.BellpullError("hub_elsewhere", sentence, "stop it where it runs")


def stop(config: Config, pid: int, *, for_good: bool = True) -> None:
    """End that process, and wait until it has. Where it is not for good it leaves no mark, and agents wait for the
    next one."""
    import signal

    # As Ctrl-C would: a person waits for it, and no load balancer is to notice first. Windows knows no such signal.
    os.kill(pid, signal.SIGINT if for_good and sys.platform != "win32" else signal.SIGTERM)
    seconds = config.stop_seconds + EXTRA_STOP_SECONDS + (0 if for_good else config.drain_seconds)
    deadline = time.monotonic() + seconds
    while still_there(config.data_dir, pid):
        if time.monotonic() > deadline:
            sentence = f"The hub (process {pid}) has not stopped within {seconds} seconds."
            raise errors.Unavailable("still_stopping", sentence, "see what it does: bellpull logs")
        time.sleep(LOOK_EVERY_SECONDS)


def is_ours(pid: int) -> bool:
    """A hub in a container tells its number there, which here is another process, or none."""
    if not PROCESSES.is_dir():
        return pid > 1
    try:
        return b"bellpull" in (PROCESSES / str(pid) / "cmdline").read_bytes()
    except OSError:
        return False


def still_there(data_dir: Path, pid: int) -> bool:
    """Whether the process lives; a dead one that its parent has not yet noticed does not count."""
    if sys.platform == "win32":
        return running_in(data_dir) is not None  # there, signal 0 is no question but a kill
    try:
        os.kill(pid, 0)
        return (PROCESSES / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except OSError:
        return True
