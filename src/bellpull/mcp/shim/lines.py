"""Messages on standard input and output: one line each, JSON, UTF-8. Lines come in any pieces and have a
largest size."""

from __future__ import annotations

import json
import os
from _thread import allocate_lock
from time import sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

LONGEST_LINE = 4_000_000
READ_SIZE = 65536
FULL_PIPE_PAUSE = 0.002


def lines(read: Callable[[int], bytes]) -> Iterator[bytes | None]:
    """Each line without its end, None for one that is too long. `read(size)` gives nothing at the end."""
    held, too_long = bytearray(), False
    while data := read(READ_SIZE):
        *ends, rest = data.split(b"\n")
        for end in ends:
            held += end
            yield None if too_long or len(held) > LONGEST_LINE else bytes(held)
            held, too_long = bytearray(), False
        held += rest
        if len(held) > LONGEST_LINE:
            held, too_long = bytearray(), True
    if held or too_long:
        yield None if too_long else bytes(held)


def decoded(line: bytes) -> Any:
    """The JSON of a line; ValueError where it is none."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


class Output:
    """Writes whole messages, from any thread. ASCII, so that no text can break a line or its encoding."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.lock = allocate_lock()

    def write(self, message: dict[str, Any]) -> None:
        data = encoded(message)
        with self.lock:
            self.write_held(data)

    def write_held(self, data: bytes) -> None:
        """As `write`, by whoever holds the lock."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._file, rest) :]
            except BlockingIOError:
                sleep(FULL_PIPE_PAUSE)  # the client made its end of the pipe non-blocking, and so ours


def encoded(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
