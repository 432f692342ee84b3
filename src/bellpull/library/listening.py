"""Knows whether nudges are pending: a thread that asks the hub and waits for its answer, over every restart of it.

After a yes nothing is asked until somebody has taken what there was (`looked_through`). That a hub is away or refuses
is said once; it is asked again.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import TYPE_CHECKING

from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.remote.line import FIRST_PAUSE_SECONDS, Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from bellpull.library.nudges import Nudges

POLL_SECONDS = 50
LONGEST_PAUSE_SECONDS = 2.0
#: Whatever refuses, or answers without waiting, is not to be asked without end.
REFUSED_SECONDS = 10.0
SOON_SECONDS = 0.2
INTERRUPT_EVERY_SECONDS = 0.05
LOG = logging.getLogger("bellpull")


class Listener:
    def __init__(self, nudges: Nudges, changed: Condition, repeat_sign: Callable[[], None]) -> None:
        """`repeat_sign` is called now and then, and when the hub is back: signs grow old."""
        self._nudges = nudges
        self._changed = changed
        self._repeat_sign = repeat_sign
        self._thread = Thread(target=self._listen, daemon=True, name="bellpull listener")
        self._closed = self._complained = self._lost = False
        self.pending = False
        self.first_look: Future[None] = Future()

    def start(self) -> None:
        self._thread.start()

    def close(self, seconds: float) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        deadline = monotonic() + seconds
        while self._thread.is_alive() and monotonic() < deadline:
            self._nudges.line.interrupt()
            self._thread.join(INTERRUPT_EVERY_SECONDS)

    def looked_through(self, *, more: bool) -> None:
        """Somebody has claimed what was pending."""
        with self._changed:
            self.pending = more
            self._changed.notify_all()

    def end_first_look(self) -> None:
        """The first look is over, or has taken too long to be waited for."""
        with suppress(InvalidStateError):
            self.first_look.set_result(None)

    def _listen(self) -> None:
        wait, pause = 0, FIRST_PAUSE_SECONDS
        with self._nudges.line, suppress(Interrupted):
            while self._when_nothing_is_known():
                try:
                    self._ask(wait)
                    wait, pause = POLL_SECONDS, FIRST_PAUSE_SECONDS
                except BellpullError as error:
                    self._failed(error)
                    self._rest(pause if isinstance(error, Unavailable) else REFUSED_SECONDS)
                    wait, pause = 0, min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _ask(self, wait: int) -> None:
        began = monotonic()
        found = self._nudges.waits_for(wait)
        if found:
            self.looked_through(more=True)
        self.end_first_look()
        if self._lost or (wait and not found):
            self._lost = False
            self._repeat_sign()
        if wait and not found and monotonic() - began < SOON_SECONDS:
            self._rest(SOON_SECONDS)

    def _failed(self, error: BellpullError) -> None:
        self._nudges.line.close()  # the next look finds the hub anew, and its key
        self.end_first_look()
        self._lost = True
        if not self._complained:
            self._complained = True
            LOG.warning("bellpull: no nudges now: %s%s", error.sentence, f" ({error.hint})" if error.hint else "")

    def _when_nothing_is_known(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self.pending)
            return not self._closed

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed, seconds)
