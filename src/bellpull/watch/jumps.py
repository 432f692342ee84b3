"""A person elsewhere wants to see where a session runs: if that is this machine, its terminal is shown here.

Only the person whose watch this is may want that. Others see sessions that are shared with them, and could say of their
own that it runs here.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from bellpull.place.jumping import jump
from bellpull.place.reading import hostname
from bellpull.watch.aside import Aside

log = logging.getLogger("bellpull.watch")


class Jumps:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._in_thread = Aside(1)
        self._jumping: set[asyncio.Task[None]] = set()
        self._person = ""

    def connected(self, name: str) -> None:
        self._person = name

    def heard(self, frame: Mapping[str, Any]) -> None:
        if frame["type"] != "session_jump" or frame.get("by") != self._person:
            return
        place = frame.get("place")
        if not isinstance(place, dict) or place.get("host") != hostname():
            return
        task = asyncio.ensure_future(self._jump(str(frame["session"]), place))
        self._jumping.add(task)
        task.add_done_callback(self._jumping.discard)

    async def _jump(self, session: str, place: Mapping[str, Any]) -> None:
        jumped = await self._in_thread(jump, place, self._environ)
        log.info("%s %s: %s", "shown:" if jumped.done else "asked to show", session, jumped.where)
