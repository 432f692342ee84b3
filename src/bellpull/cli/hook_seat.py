"""Whether anybody still sits at a session that runs in a daemon of its coding tool. The daemon outlives the terminals;
Codex's says of a session only after a minute that nobody has it open, and never while a dialog of it is open."""

from __future__ import annotations

from contextlib import suppress

from bellpull.cli import hook_daemon, hook_seldom
from bellpull.domain.errors import BellpullError
from bellpull.place.reading import hostname, is_alive, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.mcp.shim.hubs import Hubs


class Seat:
    """Of one session, from now on. `session`: as the hub knows it."""

    def __init__(self, session: dict[str, Any] | None) -> None:
        tool, place = hook_seldom.tool()[0], (session or {}).get("place") or {}
        #: The tool itself may be gone before this process could see it as its parent.
        self._tool = place.get("pid") if place.get("host") == hostname() else None
        there = hook_daemon.connected(tool) if hook_seldom.is_daemon(tool) else []
        tty = place.get("tty") if hook_seldom.is_daemon(tool) else None
        #: Any of these may be the one. Nobody is known to be gone if nobody is known to have been there.
        self._programs = [pid for pid in there if tty in (None, (place_of(pid) or {}).get("tty"))]
        self._was_there = tty is not None or bool(there)

    @property
    def is_left(self) -> bool:
        if self._tool is not None and not is_alive(self._tool):
            return True
        return self._was_there and not any(map(is_alive, self._programs))


def tell_left(hubs: Hubs, client: str, session: str) -> None:
    """The session is over for people: nothing of it can be answered any more."""
    nothing: dict[str, Any] = {"requests": [], "asks": []}
    sign = {"session": session, "state": "ended", "client": client, "source": "hook", **nothing}
    with suppress(BellpullError):
        hubs.request("POST", "/api/sessions/signs", body=[sign])
