"""What the hub does by itself from time to time: write down when keys were used, end sign-ins whose time is up, and let
go of the past. An admin may look at what would go, and have it done now.

What is pending or open is never deleted, nor an answer that has not reached its agent. Each step is small, so that it
holds up nobody.
"""

import asyncio
import logging
from datetime import timedelta
from typing import NamedTuple

from bellpull.domain.errors import Unavailable
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.hub.access import Access
from bellpull.hub.audit import note
from bellpull.hub.clocks import Steady
from bellpull.hub.logins import Logins
from bellpull.hub.ports import Store
from bellpull.hub.record_ports import Bounds, Past
from bellpull.hub.rights import need_admin, need_person

FLUSH_SECONDS = 30.0
PRUNE_EVERY = 120  # flushes, so once an hour
#: Ten minutes after the start: whoever has lowered a setting, or restored a backup that is old, can look first.
PRUNE_FIRST = 20
STEP = 500

log = logging.getLogger("bellpull.upkeep")


class Retention(NamedTuple):
    ended: timedelta = timedelta(days=90)
    events: timedelta = timedelta(days=30)
    most_events: int = 1_000_000
    audit: timedelta = timedelta(days=365)


class Upkeep:
    def __init__(self, store: Store, access: Access, logins: Logins, retention: Retention, clock: Steady) -> None:
        self._store = store
        self._access = access
        self._logins = logins
        self._retention = retention
        self._clock = clock

    async def run(self) -> None:
        turn = 0
        while True:
            try:
                await self._access.flush_used()
                await self._logins.end_expired()
                if turn % PRUNE_EVERY == PRUNE_FIRST:
                    await self.prune()
            except Unavailable as error:  # a full disk passes; the next turn tries again
                log.warning("upkeep put off: %s", error)
            turn += 1
            await asyncio.sleep(FLUSH_SECONDS)

    @property
    def retention(self) -> Retention:
        return self._retention

    async def preview(self, who: Principal) -> tuple[Past, int]:
        """What would go now, and the size of the store."""
        need_person(who)
        need_admin(who)
        bounds = self._bounds()
        return await self._store.read(lambda reader: (reader.past.count(bounds), reader.past.bytes()))

    async def prune_now(self, who: Principal) -> tuple[Past, int]:
        need_person(who)
        need_admin(who)
        gone = await self.prune()
        now = instant(self._clock())
        await self._store.write(lambda writer: note(writer, who, "retention_run", now, detail=f"{sum(gone)} records"))
        return gone, await self._store.read(lambda reader: reader.past.bytes())

    async def prune(self) -> Past:
        """Delete what retention no longer keeps; how many records went."""
        bounds, gone = self._bounds(), Past()
        while any(step := await self._store.write(lambda writer: writer.past.prune(bounds, STEP))):
            gone = Past(*map(sum, zip(gone, step, strict=True)))
        await self._logins.forget_ended()
        if any(gone):
            log.info("retention deleted %d records", sum(gone))
        return gone

    def _bounds(self) -> Bounds:
        # What is gone is gone: a clock that has just jumped is not believed.
        now, keep = self._clock.lived(), self._retention
        return Bounds(
            instant(now),
            instant(now - keep.ended),
            instant(now - keep.events),
            keep.most_events,
            instant(now - keep.audit),
        )
