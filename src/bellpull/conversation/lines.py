"""A file of lines that several programs append to: read from its end, appended to under a lock.

The end of a big file costs as little as that of a small one, and a line is whole however long it is. What the lines
mean is not here.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

BLOCK = 64 * 1024
#: How often, and how long apart, a lock that another program holds is asked for.
ATTEMPTS = 50
ATTEMPT_SECONDS = 0.02
#: A pipe of that name must not be waited for.
AT_ONCE = getattr(os, "O_NONBLOCK", 0)


class Budget:
    """How many bytes may still be read."""

    def __init__(self, most: int) -> None:
        self.left = most


def read_from_end(path: Path, budget: Budget) -> Iterator[bytes]:
    """The lines, last one first, without their ends and without empty ones. Raises OSError."""
    with _open(path, os.O_RDONLY, "rb") as file:
        yield from read_open_from_end(file, budget)


def read_open_from_end(file: BinaryIO, budget: Budget) -> Iterator[bytes]:
    return filter(None, _lines(file, budget))


def append(file: BinaryIO, lines: bytes) -> None:
    """In one write, so that nobody's lines come between, and on the disk when it returns. Raises OSError."""
    if _ends_inside_a_line(file):
        lines = b"\n" + lines
    if file.write(lines) != len(lines):
        raise OSError(None, "no room for a whole line", file.name)
    os.fsync(file.fileno())


def open_to_append(path: Path) -> BinaryIO:
    """For reading and appending, locked until it is closed. Raises OSError, also when the lock stays taken."""
    file = _open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, "ab+")
    try:
        _wait_for_lock(file)
    except BaseException:
        file.close()
        raise
    return file


def _open(path: Path, flags: int, mode: str) -> BinaryIO:
    # A new file is its owner's alone; one that is there keeps its rights.
    number = os.open(path, flags | AT_ONCE | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), 0o600)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(None, "not a plain file", str(path))
    return os.fdopen(number, mode, buffering=0)  # type: ignore[return-value]


def _lines(file: BinaryIO, budget: Budget) -> Iterator[bytes]:
    ends: list[bytes] = []  # of the line whose beginning is not read yet, the last piece first
    place = file.seek(0, os.SEEK_END)
    while place and budget.left:
        size = min(BLOCK, place, budget.left)
        place -= size
        budget.left -= size
        file.seek(place)
        first, *others = file.read(size).split(b"\n")
        if others:
            yield others.pop() + b"".join(reversed(ends))
            yield from reversed(others)
            ends = []
        ends.append(first)
    if not place:
        yield b"".join(reversed(ends))


def _ends_inside_a_line(file: BinaryIO) -> bool:
    size = file.seek(0, os.SEEK_END)
    if not size:
        return False
    file.seek(size - 1)
    return file.read(1) != b"\n"


def _wait_for_lock(file: BinaryIO) -> None:
    # Not for as long as it takes: a hub that stops would wait for this.
    for _ in range(ATTEMPTS):
        try:
            return _lock(file)
        except OSError:
            time.sleep(ATTEMPT_SECONDS)
    return _lock(file)


if sys.platform == "win32":
    import msvcrt

    #: Windows locks bytes, also against readers: this one is where no line will ever be.
    LOCKED_BYTE = 2**62

    def _lock(file: BinaryIO) -> None:
        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
