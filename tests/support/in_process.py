"""A hub without a server, in the test's own process: for what needs another clock than the machine's."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.feed.attempts import MemoryAttempts
from bellpull.feed.pending import MemoryPending
from bellpull.feed.rates import MemoryRates
from bellpull.feed.servers import MemoryServers
from bellpull.feed.surfaces import MemorySurfaces
from bellpull.feed.waiting import MemoryWaiting
from bellpull.hub.hub import Hub, Rules
from bellpull.hub.meanwhile import Meanwhile
from bellpull.store.sqlite import SqliteStore
from bellpull.watch.usage import UsageCommand


class HubRates(NamedTuple):
    """How many a minute; 0 is no limit."""

    creates: int = 0
    signs: int = 0


NO_LIMIT = HubRates()


def hub_over(
    store: SqliteStore,
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
        MemoryRates(0),
        MemoryRates(rates.signs, passed),
        waiting,
        MemoryPending(waiting, awaited_by),
        MemorySurfaces(),
        MemoryServers(),
        UsageCommand(""),
        MemoryAttempts(),
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
        store = SqliteStore(folder / "bellpull.db", lambda: None)
        try:
            hub = hub_over(store, clock, passed=clock.passed, rates=rates)
            made = await hub.access.ensure_owner(None)
            assert made is not None
            await scenario(hub, await hub.access.admit(made.secret), clock)
        finally:
            await store.close()

    asyncio.run(run())
