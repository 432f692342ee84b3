"""One run of a checker: a process of its own whose output is gathered, and which can be ended at any time.

Not here: when it runs, and what its output means (`diagnostics`, `findings`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from contextlib import suppress

from bellpull.sources.command import start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

#: Of each stream: far more findings than anybody reads. What comes beyond is dropped.
MOST_BYTES = 64 * 1024 * 1024
PIECE = 65_536
LEFT_RUNNING_SECONDS = 0.5
#: How long a run that is to end may take to do so by itself.
ENDING_SECONDS = 2.0


class Checked:
    """What a run has left: its code as `subprocess` says it, and what it printed."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out
        self.err = err


class Run:
    """`ended` is called on another thread when it came to its end by itself. Raises CannotRun."""

    def __init__(self, command: Sequence[str], ended: Callable[[Run], None]) -> None:
        self._process = start(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that everything it starts can be ended with it
        )
        self._ended = ended
        self._out, self._err = bytearray(), bytearray()
        self._stopped = False
        self._threads = [
            threading.Thread(target=_gather, args=(self._process.stdout, self._out), daemon=True),
            threading.Thread(target=_gather, args=(self._process.stderr, self._err), daemon=True),
        ]
        for thread in (*self._threads, threading.Thread(target=self._wait, daemon=True)):
            thread.start()

    def _wait(self) -> None:
        self._process.wait()
        for thread in self._threads:
            thread.join(LEFT_RUNNING_SECONDS)
        if not self._stopped:
            self._ended(self)

    def checked(self) -> Checked:
        return Checked(self._process.wait(), bytes(self._out), bytes(self._err))

    def stop(self) -> None:
        """End it and all that it started."""
        self._stopped = True
        self._signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING_SECONDS)
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.wait()

    def _signal(self, number: int) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)


def _gather(stream: IO[bytes], into: bytearray) -> None:
    with stream:
        while data := os.read(stream.fileno(), PIECE):
            into += data[: max(MOST_BYTES - len(into), 0)]
