"""Brings nudges into the loop of a Python agent: with nothing pending it asks nobody, and no hub can hold it up.

What goes over the network is done by threads of its own (`listening`, `errands`). A hub that is away or slow raises
nothing here: the agent then reads what it would have read without Bellpull. Not here: to wake an idle loop (`waking`).
"""

from __future__ import annotations

import asyncio
import atexit
import os
from concurrent.futures import wait
from threading import Condition
from typing import TYPE_CHECKING

from bellpull.domain.errors import BellpullError
from bellpull.library.errands import Errands
from bellpull.library.held import Held
from bellpull.library.listening import Listener
from bellpull.library.waking import Waker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from bellpull.library.nudges import Nudges
    from bellpull.library.values import Nudge
    from bellpull.library.waking import Callback

    Taken = Future[list[Nudge] | None]

#: Once in a process, while nobody knows yet whether something is pending.
FIRST_LOOK_SECONDS = 0.5
#: How long a result waits while something is pending. Each miss doubles it, so that a slow disk starves no nudge. The
#: first time there is a connection to be opened.
LEAST_PATIENCE, MOST_PATIENCE = 0.02, 0.5
PARTING_SECONDS = 3.0
WORKING, IDLE, ENDED = "working", "idle", "ended"


class Carrier:
    """Of one process: a fork has another. `nudges` opens a line to the hub; each thread has its own."""

    def __init__(self, nudges: Callable[[], Nudges], client: str) -> None:
        self._client = client
        self._process = os.getpid()
        self._changed = Condition()
        self._started = self._closed = self._to_sign = False
        self._state: str | None = None
        self._turns = 0
        self._patience = MOST_PATIENCE
        self._listener = Listener(nudges(), self._changed, self._sign)
        self._errands = Errands(nudges())
        self._waker = Waker(
            self._changed,
            lambda: self._state == IDLE,
            lambda: self._listener.pending,
            lambda: self._claim(MOST_PATIENCE),
        )

    def claim(self) -> Held:
        """What is pending, unless that takes too long."""
        self._waker.woken()
        return self._claim(self._patience)

    def _claim(self, patience: float) -> Held:
        if not self._first_look().done():
            wait([self._first_look()], FIRST_LOOK_SECONDS)
            self._listener.end_first_look()
        if not self._listener.pending:
            return Held()
        taken = self._errands.submit(self._take, _give_back)
        try:
            wait([taken], patience)
        except BaseException:  # Ctrl-C
            self._held(taken).release()
            raise
        return self._held(taken)

    async def aclaim(self) -> Held:
        self._waker.woken()
        if not self._first_look().done():
            await asyncio.wait([asyncio.wrap_future(self._first_look())], timeout=FIRST_LOOK_SECONDS)
            self._listener.end_first_look()
        if not self._listener.pending:
            return Held()
        taken = self._errands.submit(self._take, _give_back)
        try:
            await asyncio.wait([asyncio.wrap_future(taken)], timeout=self._patience)
        except asyncio.CancelledError:
            self._held(taken).release()
            raise
        return self._held(taken)

    def working(self) -> None:
        self._enter(WORKING)

    def idle(self) -> None:
        self._enter(IDLE)

    def begin_turn(self) -> None:
        with self._changed:
            self._turns += 1
        self.working()

    def end_turn(self) -> None:
        with self._changed:
            self._turns -= 1
            over = not self._turns
        if over:
            self.idle()

    def on_idle(self, callback: Callback | None) -> None:
        self._waker.set(callback)
        self._enter(self._state or IDLE)

    def close(self) -> None:
        """Say what is still to be said, for some seconds at most."""
        if self._closed or self._process != os.getpid():  # a fork's exit is not its parent's
            return
        self._closed = True
        atexit.unregister(self.close)
        self._waker.close()
        if self._started:
            if self._state is not None:
                self._state = ENDED
                self._sign()
            self._errands.close(PARTING_SECONDS)
            self._listener.close(PARTING_SECONDS)

    def _first_look(self) -> Future[None]:
        """Begin to listen, where nobody has."""
        with self._changed:
            first, self._started = not self._started and not self._closed, True
        if first:
            atexit.register(self.close)
            self._errands.start()
            self._listener.start()
        return self._listener.first_look

    def _take(self, nudges: Nudges) -> list[Nudge]:
        try:
            taken, more = nudges.claim()
        except BellpullError:
            self._listener.looked_through(more=False)  # the listener sees when the hub is back
            raise
        self._listener.looked_through(more=more and bool(taken))
        return taken

    def _held(self, taken: Taken) -> Held:
        if taken.cancel():
            self._patience = min(2 * self._patience, MOST_PATIENCE)
            return Held()
        self._patience = LEAST_PATIENCE
        nudges = taken.result() or []

        def settle(handed: bool) -> None:
            self._errands.submit(lambda hub: hub.confirm(nudges) if handed else hub.release(nudges))

        return Held(nudges, settle)

    def _enter(self, state: str) -> None:
        with self._changed:
            self._state = state
            self._changed.notify_all()
        self._first_look()
        self._sign()

    def _sign(self) -> None:
        """Say what the loop does; of several changes that are still to be said, only the last."""
        with self._changed:
            if self._state is None or self._to_sign:
                return
            self._to_sign = True
        self._errands.submit(self._say)

    def _say(self, nudges: Nudges) -> None:
        with self._changed:
            self._to_sign, state = False, self._state
        nudges.sign(state or IDLE, self._client, wakes=self._waker.is_set)


def _give_back(nudges: Nudges, taken: Sequence[Nudge] | None) -> None:
    if taken:
        nudges.release(taken)
