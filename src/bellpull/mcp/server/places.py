"""How many calls wait at `/mcp`, and how many may."""

from bellpull.domain.errors import Unavailable


class Places:
    """How many calls may wait at once: each keeps a connection and the protocol's machinery in memory."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    def take(self) -> None:
        if self.taken >= self.most:
            raise Unavailable(
                "too_many_waiting",
                f"Too many calls wait for an answer already (max {self.most}); nothing was asked",
                "try again later, or ask without waiting: the answer then comes with a later result",
            )
        self.taken += 1

    def leave(self) -> None:
        self.taken -= 1
