"""The Feed of a hub that is one process: rings reach every listener of this event loop."""

import asyncio
import weakref

from bellpull.hub.ports import Bell


class MemoryFeed:
    def __init__(self) -> None:
        self._bells: weakref.WeakSet[MemoryBell] = weakref.WeakSet()

    def ring(self) -> None:
        for bell in self._bells:
            bell.rung.set()

    def listen(self) -> Bell:
        bell = MemoryBell()
        self._bells.add(bell)
        return bell


class MemoryBell:
    def __init__(self) -> None:
        self.rung = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self.rung.wait()
        except TimeoutError:
            return False
        self.rung.clear()
        return True
