"""A person's hand at a terminal: waits for what is shown, then types."""

import os
import pty
from types import TracebackType
from typing import Self

from command_shell import Shell

from support.answers import PATIENCE, until


class PersonAtTerminal:
    def __init__(self, shell: Shell, *words: str, ahead: bytes = b"", **variables: str) -> None:
        """What is typed `ahead` waits in the terminal before the command starts."""
        self._ours, theirs = pty.openpty()
        os.write(self._ours, ahead)
        os.set_blocking(self._ours, False)
        self.seen = ""
        # A session of its own: else a password would be asked for at the terminal where the tests run.
        self.process = shell.start(
            *words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, variables=variables
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._ours)

    def sees(self, text: str) -> str:
        """Wait until it is shown, after whatever was seen before; what was shown up to there."""
        until(lambda: self._read() or text in self.seen, f"{text!r} is shown, and not only {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def types(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def ends(self) -> int:
        until(lambda: self._read() or self.process.poll() is not None, f"it ends, after {self.seen!r}")
        self._read()
        assert "Traceback" not in self.seen
        return self.process.returncode

    def _read(self) -> None:
        try:
            while data := os.read(self._ours, 65536):
                self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return
