"""A lock that several processes of one machine share; it vanishes with its holder."""

from __future__ import annotations

import os

from bellpull.locking import try_lock

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
        if not try_lock(held):
            os.close(held)
            return False
        self._held = held
        return True

    def give_back(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
