"""How much is used, in percent, as a configured command says it.

The command runs without a shell (its own words may bring one: `sh -c '…'`), beside whoever asks, at most once a minute
and, after its first run, only while somebody asks. Never here: somebody's credentials, which are the command's own
business.
"""

import os
import re
import shlex
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from threading import Event, Thread, Timer
from time import monotonic

from bellpull.domain.instant import instant
from bellpull.domain.watched import Usage

EVERY_SECONDS = 60.0
LONGEST_SECONDS = 10.0
#: So much of its output is read; the number is to be near the beginning.
MOST_BYTES = 65536
NUMBER = re.compile(r"(?<![\w.])-?\d{1,6}(?:\.\d+)?")
#: More than all that is allowed can be used.
MOST_PERCENT = 999
SIGKILL = 9


class UsageCommand:
    """Every method returns at once, and is for one thread."""

    def __init__(self, command: str, every: float = EVERY_SECONDS, longest: float = LONGEST_SECONDS) -> None:
        self._command = command.strip()
        self._every = every
        self._longest = longest
        self._started = -every
        self._thread: Thread | None = None
        self._run: _Run | None = None
        self._last: Usage | None = None

    def now(self) -> Usage | None:
        """What the command last said; None before it has said anything."""
        due = monotonic() - self._started >= self._every
        if self._command and due and (self._thread is None or not self._thread.is_alive()):
            self._started = monotonic()
            self._thread = Thread(target=self._refresh, name="usage", daemon=True)
            self._thread.start()
        return self._last

    def close(self) -> None:
        """End the command, should it run."""
        if self._run is not None:
            self._run.end()

    def _refresh(self) -> None:
        percent, error = self._told()
        self._last = Usage(percent, instant(datetime.now(UTC)), error)

    def _told(self) -> tuple[int | None, str | None]:
        """The number, or why there is none."""
        try:
            run = self._run = _Run(shlex.split(self._command))
            output = run.output(self._longest)
        except (OSError, ValueError) as error:
            return None, f"the command cannot be run: {getattr(error, 'strerror', None) or error}"
        if run.too_slow.is_set():
            return None, f"the command did not end within {self._longest:g} seconds"
        if run.code:
            return None, f"the command ended with {run.code}"
        found = NUMBER.search(output)
        if found is None:
            return None, "the command printed no number"
        if float(found[0]) < 0:
            return None, "the command printed a number below 0"
        return min(round(float(found[0])), MOST_PERCENT), None


class _Run:
    """One run of the command, in a group of its own, so that whatever it started ends with it."""

    def __init__(self, words: list[str]) -> None:
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(  # noqa: S603 - the person's own settings say so
            words, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, start_new_session=True
        )
        self.too_slow = Event()
        self.code = 0

    def output(self, longest: float) -> str:
        """The beginning of it, when the command has ended or has said enough."""
        late = Timer(longest, self._end_late)
        late.daemon = True
        late.start()
        with self._process as process:
            assert process.stdout is not None
            output = process.stdout.read(MOST_BYTES)
            enough = len(output) == MOST_BYTES
            if enough:
                self.end()
            code = process.wait()
        late.cancel()
        self.code = 0 if enough else code
        return output.decode("utf-8", "replace")

    def _end_late(self) -> None:
        self.too_slow.set()
        self.end()

    def end(self) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, SIGKILL)
            else:
                self._process.kill()
