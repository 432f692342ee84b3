"""The Waiting of a hub that is one process: a future for each call that waits."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class MemoryWaiting:
    def __init__(self) -> None:
        self._bells: dict[str, list[WaitingBell]] = {}
        self.stopping = False

    @contextmanager
    def expect(self, id: str) -> Iterator["WaitingBell"]:
        bell = WaitingBell(rung=self.stopping)
        self._bells.setdefault(id, []).append(bell)
        try:
            yield bell
        finally:
            self._bells[id].remove(bell)
            if not self._bells[id]:
                del self._bells[id]

    def wake(self, id: str) -> None:
        for bell in self._bells.get(id, ()):
            bell.ring()

    def stop(self) -> None:
        self.stopping = True
        for id in self._bells:
            self.wake(id)

    def count(self) -> int:
        return sum(map(len, self._bells.values()))


class WaitingBell:
    """Smaller than an event: there may be ten thousands of them."""

    __slots__ = ("_future", "_rung")

    def __init__(self, rung: bool) -> None:
        self._rung = rung
        self._future: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rung = True
        if self._future is not None and not self._future.done():
            self._future.set_result(None)

    async def wait(self, seconds: float) -> bool:
        if not self._rung:
            loop = asyncio.get_running_loop()
            self._future = loop.create_future()
            timer = loop.call_later(seconds, self._end)
            try:
                await self._future
            finally:
                timer.cancel()
        rung, self._rung = self._rung, False
        return rung

    def _end(self) -> None:
        if self._future is not None and not self._future.done():
            self._future.set_result(None)
