"""What is done for a carrier in the background: one errand after the other, in a thread of its own.

Whoever waits for an errand may stop waiting; then what it brought is undone, because nobody will use it.
"""

from __future__ import annotations

from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from bellpull.domain.errors import BellpullError
from bellpull.remote.line import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from bellpull.library.nudges import Nudges


class _Errand(NamedTuple):
    run: Callable[[Nudges], Any]
    undo: Callable[[Nudges, Any], None]
    result: Future[Any]


class Errands:
    def __init__(self, nudges: Nudges) -> None:
        self._nudges = nudges
        self._waiting: SimpleQueue[_Errand | None] = SimpleQueue()
        self._thread = Thread(target=self._work, daemon=True, name="bellpull errands")

    def start(self) -> None:
        self._thread.start()

    def submit(
        self, run: Callable[[Nudges], Any], undo: Callable[[Nudges, Any], None] = lambda *_: None
    ) -> Future[Any]:
        """The errand's result, None where the hub was not there or refused. It can be cancelled until it is there."""
        errand = _Errand(run, undo, Future())
        self._waiting.put(errand)
        return errand.result

    def close(self, seconds: float) -> None:
        """Finish what was submitted; what takes longer is left."""
        self._waiting.put(None)
        self._thread.join(seconds)
        if self._thread.is_alive():
            self._nudges.line.interrupt()

    def _work(self) -> None:
        with self._nudges.line:
            while (errand := self._waiting.get()) is not None:
                if not errand.result.cancelled():
                    self._do(errand)

    def _do(self, errand: _Errand) -> None:
        brought = None
        with suppress(BellpullError, Interrupted):
            brought = errand.run(self._nudges)
        try:
            errand.result.set_result(brought)
        except InvalidStateError:
            with suppress(BellpullError, Interrupted):
                errand.undo(self._nudges, brought)
