"""Whose turn it is to search. Looking for words takes long where there is much to look through: so few do it at once,
and an agent waits for its own searches before it waits for others'. However many it asks for, others wait for one."""

from asyncio import Semaphore
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bellpull.domain.identity import Principal

#: So many at once leave the store to others.
SEARCHES = 2


class Searches:
    def __init__(self) -> None:
        self._all = Semaphore(SEARCHES)
        #: Of those who search or wait for it.
        self._of: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, who: Principal) -> AsyncIterator[None]:
        own = self._of.setdefault(who.name, Semaphore(SEARCHES if who.is_person else 1))
        async with own, self._all:
            yield
