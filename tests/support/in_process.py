"""A hub without a server, in the test's own process: for what needs another clock than the machine's."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from argon2 import PasswordHasher

from bellpull.domain.errors import BellpullError
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.feed.attempts import MemoryAttempts
from bellpull.feed.pending import MemoryPending
from bellpull.feed.rates import MemoryRates
from bellpull.feed.servers import MemoryServers
from bellpull.feed.surfaces import MemorySurfaces
from bellpull.feed.waiting import MemoryWaiting
from bellpull.hub.deadlines import meet_deadlines
from bellpull.hub.hub import Hub, Rules
from bellpull.hub.meanwhile import Meanwhile
from bellpull.hub.ports import Store
from bellpull.watch.usage import UsageCommand
from support.stores import STORES, Opener, sqlite

T = TypeVar("T")
#: A verb that takes longer than this does not come to an end.
LONGEST = 30


class HubRates(NamedTuple):
    """How many a minute; 0 is no limit."""

    creates: int = 0
    signs: int = 0
    #: Of each webhook.
    calls: int = 0


NO_LIMIT = HubRates()


def hub_over(
    store: Store,
    clock: Callable[[], datetime],
    rules: Rules | None = None,
    awaited_by: Iterable[str] = (),
    passed: Callable[[], float] | None = None,
    rates: HubRates = NO_LIMIT,
) -> Hub:
    """`passed`: the seconds that have really gone by; without it the clock is right."""
    passed = passed or (lambda: clock().timestamp())
    waiting = MemoryWaiting(since=instant(clock()))
    meanwhile = Meanwhile(
        MemoryRates(rates.creates, passed),
        MemoryRates(rates.calls, passed),
        MemoryRates(rates.signs, passed),
        waiting,
        MemoryPending(waiting, awaited_by),
        MemorySurfaces(),
        MemoryServers(),
        UsageCommand(""),
        MemoryAttempts(passed),
        MemoryRates(0),
    )
    return Hub("hub_test", store, meanwhile, rules or Rules(), clock, passed)


START = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """One that goes where a test puts it: what is added to `now` has passed, and what it jumps has not."""

    def __init__(self) -> None:
        self.now = START
        self._jumped = timedelta()

    def __call__(self) -> datetime:
        return self.now

    def jump(self, by: timedelta) -> None:
        self.now += by
        self._jumped += by

    def passed(self) -> float:
        return (self.now - START - self._jumped).total_seconds()


Scenario = Callable[[Hub, Principal, Clock], Awaitable[None]]


def with_hub(folder: Path, scenario: Scenario, rates: HubRates = NO_LIMIT) -> None:
    """A scenario with a hub whose data is in that folder, its owner, and its clock."""

    async def run() -> None:
        clock = Clock()
        store = sqlite(folder)
        try:
            hub = hub_over(store, clock, passed=clock.passed, rates=rates)
            made = await hub.access.ensure_owner(None)
            assert made is not None
            await scenario(hub, await hub.access.admit(made.secret), clock)
        finally:
            await store.close()

    asyncio.run(run())


class Stage:
    """A hub over a real store, its clock and its owner. Its verbs are called as they are; it can be closed and opened
    again on the same data."""

    def __init__(
        self, folder: Path, store: Opener = STORES["sqlite"], rules: Rules | None = None, rates: HubRates = NO_LIMIT
    ) -> None:
        self.folder = folder
        self.clock = Clock()
        self._opener, self._rules, self._rates = store, rules, rates
        self._runner = asyncio.Runner()
        self.open()
        made = self.do(self.hub.access.ensure_owner(None))
        assert made is not None
        self.owner = self.do(self.hub.access.admit(made.secret))

    def open(self) -> None:
        self.do(self._open())

    async def _open(self) -> None:
        self.store = self._opener(self.folder, lambda: None)
        awaited_by = await self.store.read(lambda reader: reader.nudges.awaited_by())
        self.hub = hub_over(self.store, self.clock, self._rules, awaited_by, self.clock.passed, self._rates)
        # Passwords cost tens of milliseconds each time, on purpose: this hub keeps them cheaply.
        self.hub.passwords._hasher = PasswordHasher(1, 64, 1)

    def close(self) -> None:
        self.do(self.store.close())

    def reopen(self) -> None:
        self.close()
        self.open()

    def end(self) -> None:
        self.close()
        self._runner.close()

    def do(self, verb: Awaitable[T]) -> T:
        async def within() -> T:
            async with asyncio.timeout(LONGEST):
                return await verb

        return self._runner.run(within())

    def at_once(self, *verbs: Awaitable[Any]) -> list[Any]:
        """They share a commit. Of each what it gives, or the error that it raises."""

        async def all_of_them() -> list[Any]:
            return await asyncio.gather(*verbs, return_exceptions=True)

        return self.do(all_of_them())

    def start(self, verb: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """It waits now, and goes on while others are done."""
        task = self._runner.get_loop().create_task(verb)
        self.do(asyncio.sleep(0))
        return task

    def looks(self) -> None:
        """As the hub does each second."""
        self.do(meet_deadlines(self.hub, self.hub.clock(), self.hub.lived()))

    def passes(self, time: timedelta | float, *, looks: bool = True) -> None:
        """`time`: in seconds, if it is a number."""
        self.clock.now += time if isinstance(time, timedelta) else timedelta(seconds=time)
        if looks:
            self.looks()

    def agent(self, name: str = "bot", of: Principal | None = None) -> Principal:
        return self._with_key(of or self.owner, "agent", name)

    def person(self, name: str = "ada") -> Principal:
        return self._with_key(self.owner, "user", name)

    def _with_key(self, by: Principal, scope: str, name: str) -> Principal:
        made = self.do(self.hub.access.make_key(by, scope, name, None))
        return self.do(self.hub.access.admit(made.secret))


def refused(code: str) -> "pytest.RaisesExc[BellpullError]":
    """What is done in this block is refused with this code."""
    return pytest.raises(BellpullError, check=lambda error: error.code == code)
