"""Nudges that were claimed and are neither confirmed nor given back: what becomes of them is decided once."""

from __future__ import annotations

from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bellpull.library.values import Nudge

#: Less than the lease: whoever has had them so long has read them, and to let the lease run out would repeat them.
HOLD_SECONDS = 7.0


class Held:
    def __init__(self, nudges: Sequence[Nudge] = (), settle: Callable[[bool], None] = lambda handed: None) -> None:
        """`settle(True)` confirms them, `settle(False)` gives them back."""
        self.nudges = list(nudges)
        self._settle = settle
        self._lock = Lock()
        self._timer: Timer | None = None
        self._settled = not self.nudges

    @property
    def blocks(self) -> list[str]:
        return [nudge.xml for nudge in self.nudges]

    def hold(self) -> Held:
        """For something that may take its time: they are confirmed in the end, before their lease runs out."""
        if self.nudges:
            self._timer = Timer(HOLD_SECONDS, self.confirm)
            self._timer.daemon = True
            self._timer.start()
        return self

    def confirm(self) -> None:
        self._end(True)

    def release(self) -> None:
        self._end(False)

    def _end(self, handed: bool) -> None:
        with self._lock:
            if self._settled:
                return
            self._settled = True
        if self._timer is not None:
            self._timer.cancel()
        self._settle(handed)
