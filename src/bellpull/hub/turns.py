"""Whose request is served next. Whoever sends the most at once would have the most of the hub. So each agent has a few
at a time and so many a second, and what it sends beyond that waits behind its own. Nothing is refused: its programs are
slower, and nobody else's. People are trusted with the hub."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic

from bellpull.domain.identity import Principal

#: Of one agent, at a time. What only waits for something to happen takes no place.
AT_ONCE = 8
#: An agent's programs make a few in a second, and many when all of them come back.
PER_SECOND = 500
#: What is long counts as one more for so many bytes, of the request and of its answer.
STEP = 4_096


class Turn:
    """The requests of one agent."""

    __slots__ = ("busy", "queue", "room", "since", "timer")

    def __init__(self, room: float, since: float) -> None:
        self.busy = 0
        #: How many more may begin now; below nothing after long answers.
        self.room = room
        self.since = since
        self.queue: deque[tuple[asyncio.Future[None], bool]] = deque()
        self.timer: asyncio.TimerHandle | None = None


class Turns:
    def __init__(self, per_second: float = 0, clock: Callable[[], float] = monotonic) -> None:
        """`per_second`: 0 is no limit."""
        self._rate = per_second
        self._clock = clock
        self._agents: dict[str, Turn] = {}

    async def enter(self, who: Principal, *, stays: bool) -> Turn | None:
        """Wait for one's turn. `stays`: it takes a place until `leave`, which is told what comes from here."""
        if not self._rate or who.is_person:
            return None
        turn = self._agents.get(who.name)
        if turn is None:
            turn = self._agents[who.name] = Turn(self._rate, self._clock())
        self._refill(turn)
        if not turn.queue and self._may_begin(turn, stays):
            self._begin(turn, stays)
            return turn
        comes = asyncio.get_running_loop().create_future()
        turn.queue.append((comes, stays))
        self._advance(turn)
        try:
            await comes
        except asyncio.CancelledError:
            if not comes.cancelled():  # it had its turn just then
                self.leave(turn, 0, stays=stays)
            raise
        return turn

    async def pay(self, who: Principal, count: int) -> None:
        """For what costs as much as so many requests."""
        self.leave(await self.enter(who, stays=False), (count - 1) * STEP, stays=False)

    def leave(self, turn: Turn | None, size: int, *, stays: bool) -> None:
        """It is answered; both had so many bytes."""
        if turn is not None:
            turn.busy -= stays
            turn.room -= size // STEP
            self._advance(turn)

    def stop(self) -> None:
        """The hub stops, and lets all in that wait: they are told so."""
        self._rate = 0
        for turn in self._agents.values():
            while turn.queue:
                self._call(turn)

    def _may_begin(self, turn: Turn, stays: bool) -> bool:
        return turn.room >= 1 and (not stays or turn.busy < AT_ONCE)

    def _begin(self, turn: Turn, stays: bool) -> None:
        turn.room -= 1
        turn.busy += stays

    def _call(self, turn: Turn) -> None:
        comes, stays = turn.queue.popleft()
        if not comes.done():
            self._begin(turn, stays)
            comes.set_result(None)

    def _advance(self, turn: Turn) -> None:
        if not self._rate:
            return
        self._refill(turn)
        while turn.queue and self._may_begin(turn, turn.queue[0][1]):
            self._call(turn)
        if turn.queue and turn.room < 1 and turn.timer is None:
            turn.timer = asyncio.get_running_loop().call_later((1 - turn.room) / self._rate, self._ring, turn)

    def _ring(self, turn: Turn) -> None:
        turn.timer = None
        self._advance(turn)

    def _refill(self, turn: Turn) -> None:
        now = self._clock()
        turn.room = min(self._rate, turn.room + (now - turn.since) * self._rate)
        turn.since = now
