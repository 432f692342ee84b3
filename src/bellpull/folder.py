"""The data folder: the files by which other programs find the hub, its owner's key, and whether it was stopped on
purpose.

bellpull.db   everything the hub keeps        hub.json   where it runs now, and the secret by which it is known, 0600
owner.key     the owner's key, 0600           stopped    somebody stopped it: only `bellpull up` starts it again
hub.log       its log                         keys/      keys of this machine's agents, made on first use
start.lock    who starts the hub              keys.lock  who makes a key
"""

import asyncio
import json
import logging
import os
import secrets
import sys
from pathlib import Path
from stat import S_IMODE

from bellpull.domain.errors import Setup
from bellpull.own_folder import need_own

WATCH_SECONDS = 5.0

log = logging.getLogger("bellpull")


class DataFolder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "bellpull.db"
        self.log = path / "hub.log"
        self._address = path / "hub.json"
        self._key = path / "owner.key"
        self._stopped = path / "stopped"

    def prepare(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Setup(
                "folder_unusable",
                f"The data folder {self.path} cannot be used: {error.strerror}.",
                "choose another one: --data-dir",
            ) from error
        need_own(self.path)

    def protect(self) -> None:
        """Nobody else may write the folder, or read what lets one in."""
        for path, others in ((self.path, 0o022), (self._key, 0o077), (self.database, 0o077)):
            _keep_out(path, others)

    def owner_key(self) -> str | None:
        try:
            return self._key.read_text(encoding="utf-8", errors="replace").strip() or None
        except FileNotFoundError:
            return None

    def save_owner_key(self, secret: str) -> None:
        self._write(self._key, secret + "\n")

    def publish(self, url: str, hub_id: str, version: str, **more: object) -> None:
        """It runs: from now on others find it, and whoever stopped an earlier one has changed their mind."""
        self._stopped.unlink(missing_ok=True)
        address = {"url": url, "pid": os.getpid(), "version": version, "hub": hub_id, **more}
        self._write(self._address, json.dumps(address) + "\n")

    def unpublish(self) -> None:
        """Only what this process published: another hub may have taken the folder over."""
        try:
            address = json.loads(self._address.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(address, dict) and address.get("pid") == os.getpid():
            self._address.unlink(missing_ok=True)

    async def run_watch(self) -> None:
        """Fails when the data file is no longer the one that was opened: the hub would write where nobody looks."""
        opened = self.database.stat().st_ino
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if not self.database.exists() or self.database.stat().st_ino != opened:
                raise Setup("data_gone", f"The data file {self.database} was removed or replaced.")

    def mark_stopped(self) -> None:
        self._stopped.touch(mode=0o600)

    def _write(self, path: Path, text: str) -> None:
        """Readers see the old file or the new one, never half of it."""
        try:
            self._write_new(path.with_name(f".{path.name}.{secrets.token_hex(4)}"), path, text)
        except OSError as error:
            raise Setup(
                "folder_unusable", f"{path} cannot be written: {error.strerror}.", "see: bellpull doctor"
            ) from error

    def _write_new(self, unfinished: Path, path: Path, text: str) -> None:
        file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(file, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise


def _keep_out(path: Path, others: int) -> None:
    """A copy that was put back may have wider rights than the hub gives."""
    if sys.platform == "win32" or not path.exists():
        return
    mode = path.stat().st_mode
    if mode & others:
        try:
            path.chmod(S_IMODE(mode) & ~others)
        except OSError:  # somebody else's
            log.warning("others may use %s: take that away", path)
        else:
            log.warning("others could use %s: that is taken away", path)
