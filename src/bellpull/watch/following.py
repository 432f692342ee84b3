"""The watcher as a program of its own: it follows the hub, over every restart, and is rung by what becomes pending."""

import logging

from bellpull.domain.errors import BellpullError
from bellpull.remote.live import Frame, LiveHub
from bellpull.watch.watcher import Watcher

#: It shows nothing to anybody, so it says nothing of itself.
HELLO: Frame = {"type": "ping"}

log = logging.getLogger("bellpull.watch")


class Following:
    def __init__(self, hub: LiveHub, watcher: Watcher) -> None:
        self._hub = hub
        self._watcher = watcher
        self._hub_id = ""
        self._since: tuple[int, str] | None = None
        self._lost = False

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
            if "seq" in frame and (self._since is None or kind != "connected"):
                self._since = (frame["seq"], self._hub_id)

    def _say_lost(self, why: BellpullError) -> None:
        if not self._lost:
            log.warning("%s", why)
        self._lost = True

    async def _connected(self, frame: Frame) -> None:
        self._lost = False
        log.info("connected to the hub at %s as %s", self._hub.url, frame["name"])
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
