"""An agent that listens: nudges enter its loop with the next tool result, and wake it where it idles.

With nothing pending no call is made, and a result is given back as it came. Nothing here raises because of a hub that
is away or slow; only `pending` is a question to the hub, with an answer or an error.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from bellpull.domain.augment import augment
from bellpull.library.calls import awaitable, blocking
from bellpull.library.nudges import Nudges
from bellpull.library.values import Nudge
from bellpull.remote.line import Line, process_session

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from bellpull.library.carrier import Carrier
    from bellpull.library.waking import Callback


class Listens(ABC):
    name: str

    def __init__(self, client: str, *, by_key: bool) -> None:
        self._client = client
        self._by_key = by_key
        # By process: a fork is a session of its own, and has threads of its own.
        self._sessions: dict[int, str] = {}
        self._carriers: dict[int, Carrier] = {}
        #: Questions that calls of this agent wait for, or whose answers they have and did not confirm yet.
        self._handing: Counter[str] = Counter()

    @abstractmethod
    def _line(self) -> Line: ...

    @property
    def session(self) -> str:
        """The name of this process at the hub: what is told to it is read here and nowhere else."""
        here = os.getpid()
        return self._sessions.get(here) or self._sessions.setdefault(here, process_session())

    @property
    def listens(self) -> bool:
        """Whether this process has begun to read what it is told: with `augment`, `on_idle` and the like."""
        return os.getpid() in self._carriers

    def augment(self, result: str) -> str:
        """A tool's result with the nudges that are pending after it. With nothing pending it is `result` itself, and no
        call is made. What it brings counts as read."""
        _need_text(result)
        held = self._carrier().claim()
        held.confirm()
        return augment(result, held.blocks)

    async def aaugment(self, result: str) -> str:
        """As `augment`."""
        _need_text(result)
        held = await self._carrier().aclaim()
        held.confirm()
        return augment(result, held.blocks)

    @contextmanager
    def taking(self) -> Iterator[list[Nudge]]:
        """The nudges that are pending, for a block that puts them before the model. They count as read at its end, or
        after seven seconds; a block that raises before gives them back."""
        held = self._carrier().claim().hold()
        try:
            yield held.nudges
        except BaseException:
            held.release()
            raise
        held.confirm()

    @asynccontextmanager
    async def ataking(self) -> AsyncIterator[list[Nudge]]:
        """As `taking`."""
        held = (await self._carrier().aclaim()).hold()
        try:
            yield held.nudges
        except BaseException:
            held.release()
            raise
        held.confirm()

    @contextmanager
    def carrying(self, result: str) -> Iterator[str]:
        """As `augment`, for a block that sends the text to the model; when it counts as read: `taking`."""
        _need_text(result)
        with self.taking() as nudges:
            yield augment(result, [nudge.xml for nudge in nudges])

    @asynccontextmanager
    async def acarrying(self, result: str) -> AsyncIterator[str]:
        """As `carrying`."""
        _need_text(result)
        async with self.ataking() as nudges:
            yield augment(result, [nudge.xml for nudge in nudges])

    def on_idle(self, callback: Callback | None) -> None:
        """While the loop idles, call `callback(text)` with what is pending, as one message. It counts as read when the
        callback returns, when the loop augments its next result, or after seven seconds; a callback that raises before
        is called again. Set inside a running event loop it is called there, and may be a coroutine function; else it is
        called in a thread. The loop idles unless it says otherwise: `turn`, `working`, `idle`."""
        self._carrier().on_idle(callback)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The loop works in this block, and idles after it. For asyncio too."""
        carrier = self._carrier()
        carrier.begin_turn()
        try:
            yield
        finally:
            carrier.end_turn()

    def working(self) -> None:
        """The loop works from now on: nudges wait for its next tool result."""
        self._carrier().working()

    def idle(self) -> None:
        """The loop idles from now on: nudges wake it."""
        self._carrier().idle()

    def _pending(self, line: Line) -> list[Nudge]:
        """What waits to be read here, oldest first. It is not taken."""
        return self._nudges(line).pending()

    pending = blocking(_pending)
    apending = awaitable(_pending)

    def close(self) -> None:
        """Stop listening, and tell the hub what it does not know yet, for some seconds at most. The end of the process
        does the same."""
        carrier = self._carriers.pop(os.getpid(), None)
        if carrier is not None:
            carrier.close()

    async def aclose(self) -> None:
        """As `close`."""
        import asyncio

        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.aclose()

    @contextmanager
    def _handed_by_call(self, question_id: str) -> Iterator[None]:
        """The answer to it comes by a call in this block, and not as a nudge into the same process."""
        self._handing[question_id] += 1
        try:
            yield
        finally:
            self._handing[question_id] -= 1
            self._handing += Counter()

    def _nudges(self, line: Line) -> Nudges:
        return Nudges(line, self.name, self.session, by_key=self._by_key, handing=lambda: sorted(self._handing))

    def _carrier(self) -> Carrier:
        """Of this process. Its threads begin with its first use."""
        here = os.getpid()
        carrier = self._carriers.get(here)
        if carrier is not None:
            return carrier
        from bellpull.library.carrier import Carrier

        return self._carriers.setdefault(here, Carrier(lambda: self._nudges(self._line()), self._client))


def _need_text(result: object) -> None:
    """Always, and not only once something is pending: then it would be lost with the error."""
    if not isinstance(result, str):
        raise TypeError(f"a result is a str, not {type(result).__name__}: augment its text")
