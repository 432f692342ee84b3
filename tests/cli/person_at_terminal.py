"""A person's hand at a terminal: waits for what is shown, then types."""

import contextlib
import os
import pty
from types import TracebackType
from typing import IO, Any, Self

from support.answers import PATIENCE, until
from support.command_here import Here
from support.shell import Shell


class PersonAtTerminal:
    """The command runs in the test's process."""

    def __init__(self, shell: Shell, *words: str, ahead: bytes = b"", **variables: str) -> None:
        """What is typed `ahead` waits in the terminal before the command starts."""
        self._ours, self._theirs = pty.openpty()
        os.write(self._ours, ahead)
        os.set_blocking(self._ours, False)
        self.seen = ""
        self._back = contextlib.ExitStack()
        self.process = self._start(shell, words, variables)

    def _start(self, shell: Shell, words: tuple[str, ...], variables: dict[str, str]) -> Any:
        places = [open(os.dup(self._theirs), mode) for mode in ("r", "w", "w")]  # noqa: PTH123, SIM115
        os.close(self._theirs)
        for place in places:
            self._back.callback(_close, place)
        here = Here(words, shell.environment(**variables), shell.home, (places[0], places[1], places[2]))
        return self._back.enter_context(here.beside())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._ours)  # a command that still reads comes to the end
        self._back.close()

    def sees(self, text: str) -> str:
        """Wait until it is shown, after what was seen before; what was shown up to there."""
        until(lambda: self._read() or text in self.seen, f"{text!r} is shown, and not only {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def types(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def ends(self) -> int:
        until(lambda: self._read() or self.process.poll() is not None, f"it ends, after {self.seen!r}")
        self._read()
        assert "Traceback" not in self.seen
        code: int = self.process.poll()
        return code

    def _read(self) -> None:
        try:
            while data := os.read(self._ours, 65536):
                self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return


def _close(place: IO[str]) -> None:
    with contextlib.suppress(OSError):  # what it still has to print has no reader
        place.close()


class PersonAtProcess(PersonAtTerminal):
    """The command is a process of its own, which can be interrupted."""

    def _start(self, shell: Shell, words: tuple[str, ...], variables: dict[str, str]) -> Any:
        theirs = self._theirs
        # A session of its own: else a password would be asked for at the terminal where the tests run.
        process = shell.start(
            *words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, variables=variables
        )
        os.close(theirs)
        self._back.callback(process.wait, PATIENCE)
        self._back.callback(process.kill)
        return process
