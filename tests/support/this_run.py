"""This run of the tests: the seed of all that is random in it, and the processes that it has started.

Every process is started with a variable that names the run. One that still has it when the run is over was left behind:
by a test that does not end what it starts, or by a program that outlives those who need it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

#: What everything random in the tests begins with.
SEED = int(os.environ.get("BELLPULL_TEST_SEED") or 0)
#: Whoever starts a process with few variables hands this one on.
MARK = "TESTS_OF_BELLPULL"
PROCESSES = Path("/proc/self").parent


class Left(NamedTuple):
    pid: int
    words: str


def mark() -> None:
    """The processes of an xdist worker are those of its run."""
    os.environ.setdefault(MARK, secrets.token_hex(8))


def left_behind() -> list[Left]:
    """Those that run now, without this one. Nothing where the system has no such table."""
    return sorted(_marked(f"{MARK}={os.environ[MARK]}".encode()))


def _marked(wanted: bytes) -> Iterator[Left]:
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # ended meanwhile, or somebody else's
            if int(folder.name) == os.getpid() or wanted not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if not _ends_with_us(folder, words):
                yield Left(int(folder.name), b" ".join(words).decode(errors="replace").strip())


def _ends_with_us(folder: Path, words: list[bytes]) -> bool:
    """The process that hubs are copies of (`warm`) ends when its worker does."""
    parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
    return b"support.warm" in words and int(parent) == os.getpid()
