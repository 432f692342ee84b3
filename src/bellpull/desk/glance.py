"""The hub's watch as the tray shows it: title and lines, fetched anew when something may have changed. Not here: what
the lines say (the hub's `menu.py`), and what a click on one does (`presenter`)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bellpull.domain.errors import BellpullError, Unavailable

log = logging.getLogger("bellpull.desk")

#: Changes come in groups.
GATHER_SECONDS = 0.03
#: What only time changes, a session that is no longer heard of, is told by nobody.
AGAIN_SECONDS = 30.0
RETRY_SECONDS = 0.5
#: Frames of the hub after which the watch may be another one.
CHANGES = frozenset(("session_changed", "question_opened", "question_settled", "question_released"))


class Seen(NamedTuple):
    title: str = ""
    lines: Sequence[Mapping[str, Any]] = ()
    #: The place of each session that told one, its own or its parent's.
    places: Mapping[str, Mapping[str, Any]] = {}


class Glance:
    """One fetch at a time; whatever changes meanwhile leads to one more."""

    def __init__(self, fetch: Callable[[], Awaitable[Mapping[str, Any]]], on_change: Callable[[], None]) -> None:
        self._fetch = fetch
        self._on_change = on_change
        self._timer: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None
        self._stale = False
        self.seen = Seen()

    def look(self) -> None:
        """Soon."""
        self._later(GATHER_SECONDS)

    def lose(self) -> None:
        """The hub is away: what it said last may long be otherwise."""
        self.stop()
        self.seen = Seen()

    def stop(self) -> None:
        for one in (self._timer, self._running):
            if one is not None:
                one.cancel()
        self._timer = self._running = None

    def _later(self, seconds: float) -> None:
        if self._running is not None:
            self._stale = True
            return
        loop = asyncio.get_running_loop()
        if self._timer is not None and self._timer.when() <= loop.time() + seconds:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(seconds, self._start)

    def _start(self) -> None:
        self._timer, self._stale = None, False
        self._running = asyncio.create_task(self._look())

    async def _look(self) -> None:
        following = AGAIN_SECONDS
        try:
            self.seen = seen_in(await self._fetch())
        except Unavailable:
            following = RETRY_SECONDS  # where it is really away, somebody says so, and this ends
        except (BellpullError, KeyError, TypeError) as error:
            log.info("a hub without a watch: %s", error)
        self._running = None
        self._on_change()
        self._later(GATHER_SECONDS if self._stale else following)


def seen_in(watch: Mapping[str, Any]) -> Seen:
    sessions = {one["id"]: one for one in watch["sessions"]}
    own = {id: one["place"] for id, one in sessions.items() if one["place"]}
    parents = {id: own[one["parent"]] for id, one in sessions.items() if one["parent"] in own}
    return Seen(watch["title"], watch["lines"], parents | own)
