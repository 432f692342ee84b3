"""The Rates of a hub that is one process: a bucket of tokens for each agent, kept in memory."""

import time
from collections.abc import Callable


class MemoryRates:
    """Up to `per_minute` at once, refilled evenly. 0 is no limit."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = per_minute
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, name: str, count: int = 1) -> float:
        if not self._size or not count:
            return 0.0
        now = self._clock()
        tokens, since = self._buckets.get(name, (float(self._size), now))
        tokens = min(self._size, tokens + (now - since) * self._size / 60)
        allowed = tokens >= 1
        self._buckets[name] = (tokens - count if allowed else tokens, now)
        return 0.0 if allowed else (1 - tokens) * 60 / self._size
