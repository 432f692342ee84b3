"""Typing is safe: no key reaches a question that has just appeared for half a second, or longer while keys keep coming.

Whoever typed was looking at something else. The time is an argument, in seconds of any clock that only rises.
"""

HALF_A_SECOND = 0.5


class Guard:
    def __init__(self) -> None:
        self._until = 0.0

    def appeared(self, now: float) -> None:
        self._until = max(self._until, now + HALF_A_SECOND)

    def left(self, now: float) -> float:
        """So many seconds until keys may act."""
        return max(self._until - now, 0.0)

    def lets(self, now: float) -> bool:
        """Whether a key may act now. One that may not puts it off."""
        if now >= self._until:
            return True
        self._until = now + HALF_A_SECOND
        return False
