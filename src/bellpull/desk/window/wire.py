"""Lines of JSON between a window and the desk that started it: the request, what follows it, and what is told back.

Reads the file descriptor itself: a thread that waits inside Python's own buffer would hinder the process from ending.
"""

import json
import os
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

Line = dict[str, Any]
_PIECE = 65536


class Wire:
    def __init__(self, reading: int = 0, writing: int = 1) -> None:
        self._reading = reading
        self._writing = writing
        self._kept = b""
        self._arrived: SimpleQueue[Line | None] = SimpleQueue()

    def first(self) -> bytes:
        """The request's line; what came without a line's end where the writer has gone."""
        return self._line() or b""

    def follow(self) -> None:
        """Go on reading, in the background."""
        threading.Thread(target=self._read_on, daemon=True).start()

    def arrived(self) -> list[Line | None]:
        """What came since the last look; None stands for the end."""
        return [self._arrived.get_nowait() for _ in range(self._arrived.qsize())]

    def say(self, told: Line) -> None:
        rest = json.dumps(told).encode() + b"\n"
        # Whoever started the window may be gone; then nobody is left to be told.
        with suppress(BrokenPipeError):
            while rest:
                rest = rest[os.write(self._writing, rest) :]

    def _read_on(self) -> None:
        while (line := self._line()) is not None:
            with suppress(ValueError):
                said = json.loads(line)
                if isinstance(said, dict):
                    self._arrived.put(said)
        self._arrived.put(None)

    def _line(self) -> bytes | None:
        pieces = [self._kept]
        while b"\n" not in pieces[-1]:
            try:
                piece = os.read(self._reading, _PIECE)
            except OSError:
                piece = b""
            if not piece:
                self._kept = b""
                return b"".join(pieces) or None
            pieces.append(piece)
        line, _, self._kept = b"".join(pieces).partition(b"\n")
        return line
