"""Start the hub of this machine when the stdio server itself starts and finds none: one for all, by a file lock.

Never later, so that a hub that somebody stopped or that crashed is not started behind their back; and never while the
mark `stopped` is there.
"""

from __future__ import annotations

import sys
from time import monotonic, sleep

from bellpull.domain.errors import BellpullError, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from bellpull.config import Config

LOCK_FILE = "start.lock"
START_SECONDS = 10.0
LOOK_EVERY_SECONDS = 0.02
#: What every sentence of the command line begins with.
SPEAKER = "bellpull: "


class Starter:
    """What it needs is imported when it is used: it is made before the handshake."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._failure: str | None = None
        self._was_reached = False
        #: Kept, because Python warns of a forgotten process that still runs, and this one is meant to.
        self._child: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Start a hub where there is none, and wait until it answers. Never raises: calls will tell (`why_none`)."""
        try:
            self._start_if_none()
        except (BellpullError, OSError) as error:
            self._failure = str(error)
        if self._failure:
            print(f"bellpull: the hub could not be started: {self._failure}", file=sys.stderr, flush=True)

    def reached(self) -> None:
        """A hub has answered: if it goes away, that is for another reason than the one that this start failed for, and
        none is started in its place."""
        self._failure, self._was_reached = None, True

    def why_none(self) -> Unavailable | None:
        """Why there is no hub and none will come by itself; None where it may only be away for a moment."""
        from bellpull.remote.found import start_hint

        if self._is_stopped():
            return Unavailable("hub_stopped", "The hub was stopped and is not running.", start_hint(self._config))
        if self._failure:
            sentence = f"The hub could not be started: {self._failure}"
            return Unavailable("not_started", sentence, start_hint(self._config))
        return None

    def _is_stopped(self) -> bool:
        from bellpull.remote.find import STOPPED_MARK

        return (self._config.data_dir / STOPPED_MARK).exists()

    def _is_needed(self) -> bool:
        from bellpull.remote.find import running_in

        return not (self._was_reached or self._is_stopped()) and running_in(self._config.data_dir) is None

    def _start_if_none(self) -> None:
        from bellpull.mcp.shim.file_lock import FileLock

        if self._config.url or not self._is_needed():
            return
        self._config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._config.data_dir / LOCK_FILE)
        if not lock.take():
            return  # another one is starting it
        try:
            if self._is_needed():
                self._start()
        finally:
            lock.give_back()

    def _start(self) -> None:
        from tempfile import TemporaryFile

        with TemporaryFile() as words:
            self._child = _spawn(self._config.data_dir, words.fileno())
            deadline = monotonic() + START_SECONDS
            while self._is_needed() and monotonic() < deadline:
                if self._child.poll() is not None and self._is_needed():
                    words.seek(0)
                    self._failure = last_words(words.read())
                    return
                sleep(LOOK_EVERY_SECONDS)


def last_words(said: bytes) -> str:
    """Why it could not start: the last sentence in its own name, else its last line."""
    lines = [line for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    sentences = [line.removeprefix(SPEAKER) for line in lines if line.startswith(SPEAKER)]
    return (sentences or lines or ["The hub stopped without a word."])[-1]


def _spawn(data_dir: Path, stderr: int) -> subprocess.Popen[bytes]:
    """Detached, and never with the client's own input and output: those belong to the protocol."""
    import subprocess

    # -P: the folder where the agent happens to work must not be searched for modules.
    command = [sys.executable, "-P", "-m", "bellpull.cli.main", "up", "--data-dir", str(data_dir)]
    null = subprocess.DEVNULL
    if sys.platform == "win32":
        flag = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(command, stdin=null, stdout=null, stderr=stderr, creationflags=flag)  # noqa: S603
    return subprocess.Popen(command, stdin=null, stdout=null, stderr=stderr, start_new_session=True)  # noqa: S603
