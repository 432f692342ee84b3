"""A lock that several processes of one machine share; it vanishes with its holder."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


class FileLock:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._held: int | None = None

    def take(self) -> bool:
        """Whether it is ours now. Where it cannot be had at all (read-only folder), nobody is kept out."""
        try:
            held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        if not _locked(held):
            os.close(held)
            return False
        self._held = held
        return True

    def give_back(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _locked(file: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
