"""What the hub does by itself from time to time: write down when keys were used, and let go of the past.

Pending notifications are never deleted. Each step is small, so that it holds up nobody.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain.errors import Unavailable
from bellpull.domain.instant import instant
from bellpull.hub.hub import Hub, utc_now
from bellpull.hub.ports import Writer

FLUSH_SECONDS = 30.0
PRUNE_EVERY = 120  # flushes, so once an hour
STEP = 500

log = logging.getLogger("bellpull.upkeep")


class Retention(NamedTuple):
    ended: timedelta = timedelta(days=90)
    events: timedelta = timedelta(days=30)
    most_events: int = 1_000_000


async def run_upkeep(hub: Hub, retention: Retention) -> None:
    turn = 0
    while True:
        try:
            await hub.access.flush_used()
            if turn % PRUNE_EVERY == 0:
                await prune(hub, retention)
        except Unavailable as error:  # a full disk passes; the next turn tries again
            log.warning("upkeep put off: %s", error)
        turn += 1
        await asyncio.sleep(FLUSH_SECONDS)


async def prune(hub: Hub, retention: Retention, clock: Callable[[], datetime] = utc_now) -> int:
    """Delete what retention no longer keeps; how many records went."""
    now = clock()
    ended, old = instant(now - retention.ended), instant(now - retention.events)
    gone = await _in_steps(hub, lambda writer: writer.prune_ended(ended, STEP))
    gone += await _in_steps(hub, lambda writer: writer.prune_events(old, retention.most_events, STEP))
    gone += await _in_steps(hub, lambda writer: writer.nudges.prune(ended, STEP))
    gone += await _in_steps(hub, lambda writer: writer.sessions.prune(old, STEP))
    gone += await hub.store.write(lambda writer: writer.prune_recalled(instant(now)))
    if gone:
        log.info("retention deleted %d records", gone)
    return gone


async def _in_steps(hub: Hub, step: Callable[[Writer], int]) -> int:
    gone = 0
    while count := await hub.store.write(step):
        gone += count
    return gone
