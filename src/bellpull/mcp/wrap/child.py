"""The wrapped server as a process: started with pipes for its input and output, told of signals, waited for.

Its standard error is ours, and so is its process group: a client that ends a whole group ends it too. Not `subprocess`,
whose import takes longer than everything else here.
"""

from __future__ import annotations

import os
from _signal import SIGKILL, SIGPIPE, SIGTERM, SIGXFSZ  # type: ignore[import-not-found]  # `signal` would bring enum
from time import monotonic, sleep

from bellpull.domain.errors import Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: What shells add to the number of a signal that ended a program.
BY_SIGNAL = 128
#: Time to end by itself when its input is closed; then, when it was asked to; then it is killed.
AFTER_INPUT_SECONDS, AFTER_TERM_SECONDS = 10.0, 5.0
LOOK_SECONDS = 0.02
#: Python ignores these, and what it starts would too.
AS_USUAL = (SIGPIPE, SIGXFSZ)


class Child:
    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        """Raises Setup where it cannot be started."""
        read_input, self.input = os.pipe()
        self.output, write_output = os.pipe()
        ends = [(os.POSIX_SPAWN_DUP2, read_input, 0), (os.POSIX_SPAWN_DUP2, write_output, 1)]
        try:
            self._pid = os.posix_spawnp(command[0], list(command), environ, file_actions=ends, setsigdef=AS_USUAL)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            hint = "after -- comes the server's command, as you would type it"
            raise Setup("server_not_started", f"{command[0]} cannot be started: {why}.", hint) from None
        finally:
            os.close(read_input)
            os.close(write_output)
        self.ended = False

    def wait(self) -> int:
        """Its exit code."""
        _, status = os.waitpid(self._pid, 0)
        self.ended = True
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else BY_SIGNAL - code

    def tell(self, signal: int) -> None:
        """Pass a signal on."""
        try:
            if not self.ended:
                os.kill(self._pid, signal)
        except ProcessLookupError:
            pass  # it has just ended

    def end(self, asked: bool = False) -> None:
        """See that it ends: its input was closed, or it was `asked` to. Returns when it has, or was killed."""
        if not asked and not self._ends_within(AFTER_INPUT_SECONDS):
            self.tell(SIGTERM)
        if not self._ends_within(AFTER_TERM_SECONDS):
            self.tell(SIGKILL)

    def _ends_within(self, seconds: float) -> bool:
        deadline = monotonic() + seconds
        while not self.ended and monotonic() < deadline:
            sleep(LOOK_SECONDS)
        return self.ended
