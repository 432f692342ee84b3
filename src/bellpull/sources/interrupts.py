"""Ctrl-C that does not come between: what is being told is told before the end, and nothing is told twice.

Whoever goes on for long is interrupted only while it waits. Who asks a second time is heard at once.
"""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Interrupts:
    def __init__(self) -> None:
        self._busy = self._asked = False

    def hear(self, *signal: object) -> None:
        """The handler of the signals. Raises KeyboardInterrupt, now or when the next waiting begins."""
        first, self._asked = not self._asked, True
        if not (self._busy and first):
            raise KeyboardInterrupt

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self._busy = False
        if self._asked:
            raise KeyboardInterrupt
        try:
            yield
        finally:
            self._busy = True
