"""Sessions whose program is no more: nobody else would say that they have ended. Also, which servers plugins name."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bellpull.config import Config
from bellpull.domain.errors import BellpullError
from bellpull.place.reading import hostname, is_alive
from bellpull.remote.line import Line
from bellpull.watch.aside import Aside
from bellpull.watch.watcher import CLIENT

LOOK_SECONDS = 30.0
MOST_KNOWN = 500
MOST_AT_ONCE = 200
PLUGIN, ENDED = "plugin", "ended"

log = logging.getLogger("bellpull.watch")


class Departed:
    """`watched` says of which sessions a server tells us itself. `on_named` gets the folders where plugins are at work,
    with the addresses of their servers, empty where they have none. It has a line of its own: nothing that is urgent is
    to wait behind a long list."""

    def __init__(
        self, config: Config, watched: Callable[[str], bool], on_named: Callable[[Sequence[tuple[str, str]]], None]
    ) -> None:
        self._line = Line(config, client=CLIENT)
        self._in_thread = Aside(1)
        self._watched = watched
        self._on_named = on_named
        self._now = asyncio.Event()

    def close(self) -> None:
        self._line.close()

    def connected(self) -> None:
        self._now.set()

    async def run(self) -> None:
        await self._now.wait()
        while True:
            self._now.clear()
            try:
                await self._look()
            except BellpullError as error:
                log.debug("%s", error)
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._now.wait()
            except TimeoutError:
                pass

    async def _look(self) -> None:
        told = await self._in_thread(self._line.request, "GET", "/api/sessions", {"limit": MOST_KNOWN})
        there = [one for one in told["sessions"] if one["state"] != ENDED]
        plugins = [one for one in there if one["source"] == PLUGIN and _is_here(one, unless_told=True)]
        self._on_named([(one["directory"] or "", one["server"] or "") for one in plugins])
        over = [_ended(one) for one in there if not self._watched(one["id"]) and _has_departed(one)]
        if over:
            await self._in_thread(self._line.request, "POST", "/api/sessions/signs", None, over[:MOST_AT_ONCE])


def _is_here(session: Mapping[str, Any], *, unless_told: bool) -> bool:
    place = session["place"]
    return unless_told if not isinstance(place, dict) else place.get("host") == hostname()


def _has_departed(session: Mapping[str, Any]) -> bool:
    place = session["place"]
    pid = place.get("pid") if isinstance(place, dict) else None
    return isinstance(pid, int) and _is_here(session, unless_told=False) and not is_alive(pid)


def _ended(session: Mapping[str, Any]) -> dict[str, Any]:
    return {"session": session["id"], "agent": session["agent_name"], "state": ENDED, "requests": []}
