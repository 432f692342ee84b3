"""Whose request is served next. The agent that sends the most at once would have the most of the hub. So each has a few
at a time and so many a second, and what it sends beyond that waits behind its own. Nothing is refused: its programs are
slower, and nobody else's. People are trusted with the hub."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from enum import Enum
from time import monotonic, thread_time
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bellpull.domain.identity import Principal

P = ParamSpec("P")
T = TypeVar("T")


class Kind(Enum):
    """What a request keeps busy, until it is answered."""

    #: Nothing: it only waits for something to happen.
    WAIT = "wait"
    CHANGE = "change"
    #: A thread that reads and writes out for as long as there is something to show. Several of them would take the
    #: interpreter from everybody else.
    LOOK = "look"


#: Of one agent, at a time.
AT_ONCE = {Kind.CHANGE: 8, Kind.LOOK: 1}
#: An agent's programs make a few in a second, and many when all of them come back.
PER_SECOND = 500
#: What is long counts as one more for so many bytes, of the request and of its answer.
STEP = 4_096
#: What takes long counts as one more for so many seconds of a processor: so all of one agent's requests together have a
#: tenth of one.
SECONDS = 0.1 / PER_SECOND
#: So many searches at once, of all agents and people, leave the store to others.
SEARCHES = 2


class Spent:
    """What a request has cost the threads that worked for it, in seconds of a processor."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0


SPENT: ContextVar[Spent | None] = ContextVar("spent", default=None)


def measured(work: Callable[P, T]) -> Callable[P, T]:
    """The same, for another thread: what it takes there counts for the request that wants it done."""
    spent = SPENT.get()
    if spent is None:
        return work

    def counted(*args: P.args, **named: P.kwargs) -> T:
        began = thread_time()
        try:
            return work(*args, **named)
        finally:
            spent.seconds += thread_time() - began

    return counted


class Turn:
    """The requests of one agent."""

    __slots__ = ("busy", "queue", "room", "since", "timer")

    def __init__(self, room: float, since: float) -> None:
        self.busy: Counter[Kind] = Counter()
        #: How many more may begin now; below nothing after long answers.
        self.room = room
        self.since = since
        self.queue: deque[tuple[asyncio.Future[None], Kind]] = deque()
        self.timer: asyncio.TimerHandle | None = None


class Turns:
    def __init__(self, per_second: float = 0, clock: Callable[[], float] = monotonic) -> None:
        """`per_second`: 0 is no limit."""
        self._rate = per_second
        self._clock = clock
        self._agents: dict[str, Turn] = {}

    def has_turns(self, who: Principal) -> bool:
        """People have none, and nobody has one if nothing is limited."""
        return bool(self._rate) and not who.is_person

    async def enter(self, who: Principal, kind: Kind) -> Turn | None:
        """Wait for one's turn. It takes a place of its kind until `leave`, which is told what comes from here."""
        if not self.has_turns(who):
            return None
        turn = self._agents.get(who.name)
        if turn is None:
            turn = self._agents[who.name] = Turn(self._rate, self._clock())
        self._refill(turn)
        if not turn.queue and self._may_begin(turn, kind):
            self._begin(turn, kind)
            return turn
        comes = asyncio.get_running_loop().create_future()
        turn.queue.append((comes, kind))
        self._advance(turn)
        try:
            await comes
        except asyncio.CancelledError:
            if not comes.cancelled():  # it had its turn just then
                self.leave(turn, kind)
            raise
        return turn

    async def pay(self, who: Principal, count: int) -> None:
        """For what costs as much as so many requests."""
        self.leave(await self.enter(who, Kind.WAIT), Kind.WAIT, size=(count - 1) * STEP)

    def leave(self, turn: Turn | None, kind: Kind, *, size: int = 0, seconds: float = 0.0) -> None:
        """It is answered; request and answer had so many bytes, and took so many seconds of a processor."""
        if turn is not None:
            turn.busy[kind] -= 1
            turn.room -= size / STEP + seconds / SECONDS
            self._advance(turn)

    def stop(self) -> None:
        """The hub stops, and lets all in that wait: they are told so."""
        self._rate = 0
        for turn in self._agents.values():
            while turn.queue:
                self._call(turn)

    def _may_begin(self, turn: Turn, kind: Kind) -> bool:
        return turn.room >= 1 and (kind not in AT_ONCE or turn.busy[kind] < AT_ONCE[kind])

    def _begin(self, turn: Turn, kind: Kind) -> None:
        turn.room -= 1
        turn.busy[kind] += 1

    def _call(self, turn: Turn) -> None:
        comes, kind = turn.queue.popleft()
        if not comes.done():
            self._begin(turn, kind)
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


class Searches:
    """Whose turn it is to search. Looking for words takes long: so few do it at once, and an agent waits for its own
    searches before it waits for others'."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(SEARCHES)
        #: Of those who search or wait for it.
        self._of: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, who: Principal) -> AsyncIterator[None]:
        own = self._of.setdefault(who.name, asyncio.Semaphore(SEARCHES if who.is_person else 1))
        async with own, self._all:
            yield
