"""The Waiting of a hub that is one process: a future for each call that waits."""

import asyncio

from bellpull.domain.question import Question


class MemoryWaiting:
    def __init__(self) -> None:
        self._calls: dict[str, list[MemoryCall]] = {}
        self.stopping = False

    def expect(self, id: str) -> "MemoryCall":
        return MemoryCall(id, self._calls, rung=self.stopping)

    def wake(self, id: str, news: Question | None = None) -> None:
        for call in self._calls.get(id, ()):
            call.ring(news)

    def is_expected(self, id: str) -> bool:
        return id in self._calls

    def count(self, beginning: str = "") -> int:
        return sum(len(calls) for id, calls in self._calls.items() if id.startswith(beginning))

    def stop(self) -> None:
        self.stopping = True
        for id in self._calls:
            self.wake(id)


class MemoryCall:
    """Kept small: there may be ten thousands of them."""

    __slots__ = ("_calls", "_future", "_id", "_news", "_rung")

    def __init__(self, id: str, calls: "dict[str, list[MemoryCall]]", rung: bool) -> None:
        self._id = id
        self._calls = calls
        self._rung = rung
        self._news: Question | None = None
        self._future: asyncio.Future[None] | None = None

    def __enter__(self) -> "MemoryCall":
        self._calls.setdefault(self._id, []).append(self)
        return self

    def __exit__(self, *error: object) -> None:
        self._calls[self._id].remove(self)
        if not self._calls[self._id]:
            del self._calls[self._id]

    def ring(self, news: Question | None) -> None:
        self._rung = True
        self._news = news
        self._end()

    async def wait(self, seconds: float) -> Question | None:
        if not self._rung:
            loop = asyncio.get_running_loop()
            self._future = loop.create_future()
            timer = loop.call_later(seconds, self._end)
            try:
                await self._future
            finally:
                timer.cancel()
        return self._news

    def _end(self) -> None:
        if self._future is not None and not self._future.done():
            self._future.set_result(None)
