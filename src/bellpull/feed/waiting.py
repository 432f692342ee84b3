"""The Waiting of a hub that is one process: a future for each call that waits."""

import asyncio

from bellpull.domain.instant import Instant
from bellpull.domain.question import Question

#: Answers that went to calls, of which so many are remembered one by one.
MOST_TOLD = 10_000


class MemoryWaiting:
    def __init__(self, since: Instant = "") -> None:
        """`since`: what was settled before, another life of the hub may have told."""
        self._calls: dict[str, list[MemoryCall]] = {}
        self._told: dict[str, Instant] = {}
        self._since = since
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

    def told(self, id: str, settled_at: Instant) -> None:
        self._told[id] = settled_at
        if len(self._told) > MOST_TOLD:
            oldest = next(iter(self._told))
            self._since = max(self._since, self._told.pop(oldest))

    def has_told(self, id: str) -> bool:
        return id in self._told

    def may_have_told(self, id: str, settled_at: Instant) -> bool:
        return self.has_told(id) or self.is_expected(id) or settled_at <= self._since

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
