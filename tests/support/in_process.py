"""A hub without a server, in the test's own process: for what needs another clock than the machine's."""

from collections.abc import Callable, Iterable
from datetime import datetime

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


def hub_over(
    store: SqliteStore, clock: Callable[[], datetime], rules: Rules | None = None, awaited_by: Iterable[str] = ()
) -> Hub:
    waiting = MemoryWaiting()
    meanwhile = Meanwhile(
        MemoryRates(0),
        MemoryRates(0),
        MemoryRates(0),
        waiting,
        MemoryPending(waiting, awaited_by),
        MemorySurfaces(),
        MemoryServers(),
        UsageCommand(""),
        MemoryAttempts(),
    )
    return Hub("hub_test", store, meanwhile, rules or Rules(), clock)
