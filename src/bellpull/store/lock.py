"""A lock that a process holds on a file until it lets go or dies."""

import os
import sys
from pathlib import Path

from bellpull.domain.errors import Setup


class FileLock:
    """Never deletes its file: another process might lock the deleted one and believe itself alone."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            raise Setup(
                "data_in_use",
                f"Another hub is using the data folder {path.parent}.",
                "stop it with: bellpull down; or choose another folder: --data-dir",
            ) from error

    def release(self) -> None:
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
