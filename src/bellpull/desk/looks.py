"""The desktop's look as it was last told, for windows that do not wait: a question is not late for the sake of its
colours."""

import asyncio
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bellpull.desk.theme import Look, system_look

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus

#: Desktops answer within this, mostly; what comes later is for the next window.
PATIENCE_SECONDS = 0.03


class Looks:
    """`chosen`: the setting, which goes before what the desktop says."""

    def __init__(self, bus: "MessageBus | None", environ: Mapping[str, str], chosen: str) -> None:
        self._bus = bus
        self._environ = environ
        self._chosen = chosen
        self._last: Look | None = None
        self._asking: asyncio.Task[Look] | None = None

    async def look(self, wanted: str) -> Look:
        """For a window that wants light, dark, or neither (auto)."""
        found = await self._current()
        theme = self._chosen if wanted == "auto" else wanted
        return found if theme == "auto" else found._replace(theme="dark" if theme == "dark" else "light")

    async def _current(self) -> Look:
        if self._asking is None:
            self._asking = asyncio.create_task(system_look(self._bus, self._environ, sys.platform))
            self._asking.add_done_callback(self._told)
        await asyncio.wait({self._asking}, timeout=None if self._last is None else PATIENCE_SECONDS)
        return self._last or Look("light", False, "fallback")

    def _told(self, asked: asyncio.Task[Look]) -> None:
        self._asking = None
        if not asked.cancelled() and asked.exception() is None:
            self._last = asked.result()
