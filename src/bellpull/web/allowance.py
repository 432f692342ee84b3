"""How much a client may say on a socket. Surfaces say little there: a key, hello, a ping now and then. Each frame costs
the hub's one thread some microseconds, however small it is, so that megabytes of empty ones would hold up everybody.
"""

BEFORE_KEY = 8_192
#: In each window, for whoever may listen: twice the longest message.
MOST = 131_072
WINDOW_SECONDS = 10.0


class Allowance:
    __slots__ = ("_since", "_taken", "most")

    def __init__(self) -> None:
        self.most = BEFORE_KEY
        self._since = 0.0
        self._taken = 0

    def covers(self, size: int, now: float) -> bool:
        """Take so many bytes from it; whether there were as many."""
        if now - self._since > WINDOW_SECONDS:
            self._since, self._taken = now, 0
        self._taken += size
        return self._taken <= self.most
