"""The hub, followed over every restart: what becomes pending rings, what is settled is heard."""

import logging
from typing import Protocol

from bellpull.domain.errors import BellpullError
from bellpull.remote.live import Frame, LiveHub
from bellpull.watch.watcher import Watcher

#: It shows nothing to anybody, so it says nothing of itself.
HELLO: Frame = {"type": "ping"}

log = logging.getLogger("bellpull.watch")


class Hearer(Protocol):
    def connected(self, scope: str, name: str) -> None:
        """To the hub, once more, as this user or agent."""

    def heard(self, frame: Frame) -> None: ...


class Following:
    """`inside`: in the hub's own process, where nobody need be told that the hub ends."""

    def __init__(self, hub: LiveHub, watcher: Watcher, hearer: Hearer, *, inside: bool) -> None:
        self._hub = hub
        self._watcher = watcher
        self._hearer = hearer
        self._hub_id = ""
        self._since: tuple[int, str] | None = None
        self._lost = False
        self._level = logging.DEBUG if inside else logging.WARNING

    async def run(self) -> None:
        async for frame in self._hub.follow(HELLO, lambda: self._since):
            kind = frame["type"]
            if kind == "lost":
                self._say_lost(frame["why"])
            elif kind == "connected":
                await self._connected(frame)
            elif kind == "reset":
                await self._ring_everybody()
            elif kind == "nudge_pending":
                self._watcher.ring(frame["agent_name"])
            else:
                self._hearer.heard(frame)
            if "seq" in frame and (self._since is None or kind != "connected"):
                self._since = (frame["seq"], self._hub_id)

    def _say_lost(self, why: BellpullError) -> None:
        if not self._lost:
            log.log(self._level, "%s", why)
        self._lost = True

    async def _connected(self, frame: Frame) -> None:
        self._lost = False
        log.info("connected to the hub at %s as %s", self._hub.url, frame["name"])
        self._hearer.connected(frame["scope"], frame["name"])
        if frame["hub"] != self._hub_id:
            self._hub_id, self._since = frame["hub"], None
            await self._ring_everybody()
        self._watcher.hurry()

    async def _ring_everybody(self) -> None:
        """What became pending before this was there to hear it."""
        try:
            listed = await self._hub.request("GET", "/api/agents")
        except BellpullError as error:
            log.warning("%s", error)
            self._hub_id = ""  # to be asked again with the next connection, which is about to be needed
            return
        for agent in listed["agents"]:
            self._watcher.ring(agent["name"])
