"""What the hub knows only while it runs: how fast somebody creates, which calls wait, what may be pending, which
surfaces are open, which servers are watched, how much is used. One day several hubs may share it; but
what has to outlive the hub is the Store's (`ports.py`)."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, Self

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.question import Question
from bellpull.domain.surface import Surface
from bellpull.domain.watched import ServerSeen, Usage


class Rates(Protocol):
    """How fast each agent may create."""

    def take(self, name: str, count: int = 1) -> float:
        """0 if one more is allowed now, else the seconds to wait. `count`: it is so many at once; if there are fewer
        left, whoever took them waits the longer for the next."""


class Attempts(Protocol):
    """How often somebody has tried a password in vain: the more, the longer the next try has to wait. Where its person
    has signed in before, a name waits only for what failed there: else whoever keeps guessing would keep them out."""

    def take(self, name: str, address: str) -> float:
        """0 if one more try is allowed now; it counts as failed until it has succeeded. Else the seconds to wait."""

    def succeeded(self, name: str, address: str) -> None: ...


class Call(Protocol):
    """A call that waits for one question, until the end of its block."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    async def wait(self, seconds: float) -> Question | None:
        """The question as it has become; None when nobody said, or the time is up: then look."""


class Waiting(Protocol):
    """Calls that wait for questions. As with the feed a lost ring costs a delay, the rest of one wait."""

    def expect(self, id: str) -> Call:
        """Look at the question after this, then wait: nothing is missed in between."""

    def wake(self, id: str, news: Question | None = None) -> None:
        """Something happened to it. `news` spares those who wait another look, where whoever wakes them knows."""

    def count(self, beginning: str = "") -> int:
        """How many calls wait for what begins so."""

    def told(self, id: str, settled_at: Instant) -> None:
        """The answer to it goes to a call of its agent now."""

    def has_told(self, id: str) -> bool:
        """Whether its answer went to a call, as far as that is known."""

    def may_have_told(self, id: str, settled_at: Instant) -> bool:
        """Also yes if a call waits for it, and if nobody knows any more."""

    def stop(self) -> None:
        """The hub stops: wake everybody, now and from now on."""

    @property
    def stopping(self) -> bool: ...


class Poll(Protocol):
    """Somebody who waits for nudges of one agent, until the end of the block."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    async def wait(self, seconds: float) -> object: ...


class Pending(Protocol):
    """Which agents may have nudges pending, for those who must not ask the store each time. It may say yes wrongly, and
    no only where that is so."""

    def maybe(self, agent_name: str) -> bool: ...

    def ring(self, agent_name: str) -> None:
        """Something became pending, and is durable: wake those who wait for it."""

    def mark(self) -> int:
        """To be taken before a look."""

    def none(self, agent_name: str, mark: int) -> None:
        """The look found nothing pending; that counts unless somebody rang since the mark."""

    def expect(self, agent_name: str) -> Poll: ...

    def is_expected(self, agent_name: str) -> bool: ...

    def count(self) -> int:
        """How many wait for nudges of anybody."""

    @property
    def stopping(self) -> bool: ...


class Servers(Protocol):
    """The servers of clients that somebody watches now."""

    def put(self, servers: Iterable[ServerSeen]) -> bool:
        """As they are now; whether that is another thing than before."""

    def drop(self, servers: Iterable[ServerSeen]) -> bool:
        """They are no more; whether any was there."""

    def seen_by(self, who: Principal, since: Instant) -> list[ServerSeen]:
        """Those that `who` watches, heard of since then."""


class UsageReading(Protocol):
    def now(self) -> Usage | None:
        """What was last read; asking keeps it fresh. None where nothing is read."""


class Surfaces(Protocol):
    """Whatever shows things to people now."""

    def show(self, surface: Surface) -> AbstractContextManager[None]:
        """It is there for the length of the block."""

    def all(self) -> list[Surface]:
        """Oldest first."""


class Meanwhile(NamedTuple):
    """All of it."""

    rates: Rates
    #: Of webhooks.
    outside: Rates
    #: Of signs of sessions.
    signs: Rates
    waiting: Waiting
    pending: Pending
    surfaces: Surfaces
    servers: Servers
    usage: UsageReading
    attempts: Attempts
    #: Of Markdown that somebody has read.
    markup: Rates
