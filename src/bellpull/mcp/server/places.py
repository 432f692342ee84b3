"""How many calls wait at `/mcp`, and how many may."""

from collections import Counter

from bellpull.domain.errors import Unavailable

#: One agent or person has at most this part of all places, but not fewer than so many: nobody takes them all.
SHARE, FEW = 10, 10


class Places:
    """How many calls may wait at once: each keeps a connection and the protocol's machinery in memory."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        return self._taken.total()

    @property
    def most_of_one(self) -> int:
        return max(self.most // SHARE, min(self.most, FEW))

    def take(self, name: str) -> None:
        if self.taken >= self.most:
            raise _too_many(f"(max {self.most})")
        if self._taken[name] >= self.most_of_one:
            raise _too_many(f"of {name} (max {self.most_of_one} of one)")
        self._taken[name] += 1

    def leave(self, name: str) -> None:
        self._taken[name] -= 1
        if not self._taken[name]:
            del self._taken[name]


def _too_many(which: str) -> Unavailable:
    return Unavailable(
        "too_many_waiting",
        f"Too many calls wait for an answer already {which}; nothing was asked",
        "try again later, or ask without waiting: the answer then comes with a later result",
    )
