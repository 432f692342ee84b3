"""The lock on a hub's data: one hub at a time."""

import os
from pathlib import Path

from bellpull.domain.errors import Setup
from bellpull.locking import try_lock


class DataLock:
    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if not try_lock(self._file):
            os.close(self._file)
            raise Setup(
                "data_in_use",
                f"A hub is using the data folder {path.parent}.",
                "stop it with: bellpull down; or choose another folder: --data-dir",
            )

    def release(self) -> None:
        os.close(self._file)
