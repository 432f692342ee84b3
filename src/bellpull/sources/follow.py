"""Tells an agent what became of files, one nudge for each burst of changes.

While the hub is away bursts are gathered: files are compared with how they were when they were last told of.
"""

from __future__ import annotations

from queue import Empty
from time import monotonic

from bellpull.domain.errors import BellpullError
from bellpull.sources.burst import Debounce, Happening, message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import Queue
    from typing import NoReturn

    from bellpull.sources.interrupts import Interrupts
    from bellpull.sources.teller import Teller
    from bellpull.sources.tree import Tree
    from bellpull.sources.watching import Touched

#: Nothing happens meanwhile; only so that signals are heard on every system.
IDLE_SECONDS = 1.0
PARTING_SECONDS = 3.0
#: More touched paths than this are not kept one by one: the folders are looked at as a whole.
MOST_TOUCHED = 50_000


class Following:
    """`told` is called with the happenings of each nudge that the hub has."""

    def __init__(
        self,
        tree: Tree,
        inbox: Queue[Touched],
        teller: Teller,
        interrupts: Interrupts,
        told: Callable[[list[Happening]], None],
    ) -> None:
        self._tree = tree
        self._inbox = inbox
        self._teller = teller
        self._interrupts = interrupts
        self._told = told
        self._touched: set[str] = set()
        self._debounce = Debounce()
        self._telling: list[Happening] = []

    def run(self) -> NoReturn:
        """Until it is interrupted, or something prevents it."""
        while True:
            self._hear(self._wait())
            if self._teller.attempt() is not None:
                self._done()
            if self._teller.free and self._debounce.left(monotonic()) == 0:
                self._tell()

    def _wait(self) -> float:
        burst = self._debounce.left(monotonic()) if self._teller.free else None
        moments = [burst, self._teller.left(), IDLE_SECONDS]
        return min(moment for moment in moments if moment is not None)

    def _hear(self, seconds: float) -> None:
        try:
            with self._interrupts.waiting():
                touched = self._inbox.get(timeout=max(seconds, 0.001))
        except Empty:
            return
        if isinstance(touched, BellpullError):
            raise touched
        if concerned := self._tree.concerned(touched):
            self._debounce.touch(monotonic())
            self._touched |= concerned
            if len(self._touched) > MOST_TOUCHED:
                self._touched = self._tree.everything()

    def _tell(self) -> None:
        still = self._debounce.still(monotonic())
        self._debounce.clear()
        touched, self._touched = self._touched, set()
        self._telling = self._tree.settle(touched)
        if self._telling and self._teller.tell(message(self._telling, still=still)) is not None:
            self._done()

    def _done(self) -> None:
        self._told(self._telling)
        self._telling = []

    def finish(self) -> bool:
        """Tell at once what is left to tell, if the hub is there: everything is looked at, because the last changes may
        not have been told of yet. Whether nothing is left."""
        self._persist()
        if self._teller.free:
            self._touched = self._tree.everything()
            self._tell()
            self._persist()
        return self._teller.free

    def _persist(self) -> None:
        if not self._teller.free and self._teller.persist(PARTING_SECONDS) is not None:
            self._done()
