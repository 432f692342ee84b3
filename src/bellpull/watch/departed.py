"""Sessions that are no more, and of which nobody else would say so. Also, which servers plugins name.

A watch that sees a session tells of its end. But a session may be deleted, or its program end, while nobody watches:
the hub was away, or this program. So what the hub remembers is compared with what is there: with the processes of this
machine, with what a server answers, and with servers that do not come back.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from time import monotonic
from typing import Any, Protocol

from bellpull.config import Config
from bellpull.domain.errors import BellpullError
from bellpull.place.reading import began_at, hostname, is_alive
from bellpull.remote.line import Line
from bellpull.watch.aside import Aside
from bellpull.watch.condition import GONE_SECONDS
from bellpull.watch.discovery import may_be_opencode
from bellpull.watch.opencode import Away, Refused, Server, place_of
from bellpull.watch.watcher import CLIENT
from bellpull.watch.watching import NEARBY, Watching

LOOK_SECONDS = 30.0
#: After each connection to the hub, for a while: then there is most to compare.
SOON_SECONDS, SOON_FOR_SECONDS = 1.0, 3 * GONE_SECONDS
PROBE_SECONDS = 2.0
#: A machine's clock may have been set since it was started.
CLOCKS_APART_SECONDS = 60.0
MOST_KNOWN = 500
MOST_AT_ONCE = 200
#: Of these each server is asked in one look.
MOST_ASKED = 50
NAME, PLUGIN, ENDED = "opencode:", "plugin", "ended"

log = logging.getLogger("bellpull.watch")

Told = Mapping[str, Any]


class Servers(Protocol):
    def named_by_plugins(self, folders: Sequence[tuple[str, str]]) -> None:
        """The folders where plugins are at work, with the addresses of their servers, empty where they have none."""

    def watched_at(self, place: str) -> Watching | None:
        """The one that is watched there, whether it answers or not."""


class Departed:
    """`watched` says of which sessions a server tells us itself. It has a line of its own: nothing that is urgent is
    to wait behind a long list."""

    def __init__(self, config: Config, watched: Callable[[str], bool], servers: Servers) -> None:
        self._line = Line(config, client=CLIENT)
        self._in_thread = Aside(1)
        self._watched = watched
        self._servers = servers
        self._now = asyncio.Event()
        self._connected_at = 0.0
        #: When each session was last heard of, as the hub said after the connection: one of which somebody spoke later
        #: is known to that one.
        self._remembered: dict[str, str] | None = None
        #: Sessions that are not shown and that their server has all the same.
        self._there: set[str] = set()
        #: Since when nobody listens at a place.
        self._refused: dict[str, float] = {}

    def close(self) -> None:
        self._line.close()

    def connected(self) -> None:
        self._connected_at = monotonic()
        self._remembered = None
        self._there.clear()
        self._refused.clear()
        self._now.set()

    async def run(self) -> None:
        await self._now.wait()
        while True:
            self._now.clear()
            try:
                await self._look()
            except BellpullError as error:
                log.debug("%s", error)
            soon = monotonic() - self._connected_at < SOON_FOR_SECONDS
            try:
                async with asyncio.timeout(SOON_SECONDS if soon else LOOK_SECONDS):
                    await self._now.wait()
            except TimeoutError:
                pass

    async def _look(self) -> None:
        told = await self._in_thread(self._line.request, "GET", "/api/sessions", {"limit": MOST_KNOWN})
        there = [one for one in told["sessions"] if one["state"] != ENDED]
        plugins = [one for one in there if one["source"] == PLUGIN and _is_here(one) is not False]
        self._servers.named_by_plugins([(one["directory"] or "", one["server"] or "") for one in plugins])
        if self._remembered is None:
            self._remembered = {one["id"]: one["seen_at"] for one in there}
        unknown = [one for one in there if not self._watched(one["id"])]
        over = [one for one in unknown if _has_departed(one)]
        silent = [one for one in unknown if one not in over and self._remembered.get(one["id"]) == one["seen_at"]]
        over += await self._gone_with_server(silent)
        # Meanwhile somebody may have shown one of them.
        ended = [_ended(one) for one in over if not self._watched(one["id"])]
        if ended:
            await self._in_thread(self._line.request, "POST", "/api/sessions/signs", None, ended[:MOST_AT_ONCE])

    async def _gone_with_server(self, sessions: Sequence[Told]) -> list[Told]:
        """Those that their server no longer has, and those whose server has not come back."""
        at: dict[str, list[Told]] = {}
        for one in sessions:
            if place := place_of(one["server"] or ""):
                at.setdefault(place, []).append(one)
        over: list[Told] = []
        for place, some in at.items():
            watching = self._servers.watched_at(place)
            if watching is None and not place.startswith(NEARBY):
                continue  # anybody can tell of a server; nobody here is to look for it elsewhere
            if watching is not None and watching.was_read:
                over += await self._missing(watching.server, self._ours(some, place, watching))
            elif await self._is_gone(place, str(some[0]["server"])):
                over += [one for one in self._ours(some, place, watching) if not _may_run(one)]
        return over

    def _ours(self, sessions: Sequence[Told], place: str, watching: Watching | None) -> list[Told]:
        """Those whose server is the one that this program reaches there. Of an address of this machine only the host
        that was told with a session says which machine was meant. Where none was told it is ours if we watch it, and if
        all others who watch have had the time to speak of the session."""
        if not place.startswith(NEARBY):
            return list(sessions)
        had_time = watching is not None and monotonic() - self._connected_at >= GONE_SECONDS
        here = [(one, _is_here(one)) for one in sessions]
        return [one for one, known in here if (had_time if known is None else known)]

    async def _missing(self, server: Server, sessions: Sequence[Told]) -> list[Told]:
        asked = [one for one in sessions if one["id"] not in self._there and one["id"].startswith(NAME)][:MOST_ASKED]
        over = []
        for one in asked:
            try:
                is_over = await self._in_thread(_is_over, server, one["id"].removeprefix(NAME))
            except (Away, Refused):
                break
            if is_over:
                over.append(one)
            else:
                self._there.add(one["id"])
        return over

    async def _is_gone(self, place: str, url: str) -> bool:
        """Whether nobody has listened there for as long as makes a watched server gone."""
        if not await _is_refused(url):
            self._refused.pop(place, None)
            return False
        return monotonic() - self._refused.setdefault(place, monotonic()) >= GONE_SECONDS


async def _is_refused(url: str) -> bool:
    """Anything else, as when it takes long, proves nothing."""
    try:
        server = Server(url, {})
        async with asyncio.timeout(PROBE_SECONDS):
            _, writer = await asyncio.open_connection(server.host, server.port)
        writer.close()
    except ConnectionRefusedError:
        return True
    except (BellpullError, OSError, TimeoutError):
        return False
    return False


def _is_over(server: Server, id: str) -> bool:
    """Blocks. A sub-agent that idles has ended; a root that idles may only be too old to be shown."""
    session = server.session(id)
    if session is None or session.archived:
        return True
    return session.parent is not None and not server.is_busy(session)


def _is_here(session: Told) -> bool | None:
    """Whether it runs on this machine; None where nobody told."""
    place = session["place"]
    return place.get("host") == hostname() if isinstance(place, dict) else None


def _pid(session: Told) -> int | None:
    place = session["place"]
    pid = place.get("pid") if isinstance(place, dict) else None
    return pid if isinstance(pid, int) else None


def _has_departed(session: Told) -> bool:
    pid = _pid(session)
    return pid is not None and bool(_is_here(session)) and not (is_alive(pid) and _may_be_the_same(pid, session))


def _may_be_the_same(pid: int, session: Told) -> bool:
    """Whether the process can be the one that told of the session. A number is given again after a restart of the
    machine; but a clock that was set forward lets every process look younger, and an OpenCode may have any name."""
    began = began_at(pid)
    if began is None or began < datetime.fromisoformat(session["seen_at"]).timestamp() + CLOCKS_APART_SECONDS:
        return True
    return not session["id"].startswith(NAME) or may_be_opencode(pid)


def _may_run(session: Told) -> bool:
    """Its process is there, as far as anybody can say: after a restart of the machine its number may be another's."""
    pid = _pid(session)
    return pid is not None and may_be_opencode(pid)


def _ended(session: Told) -> dict[str, Any]:
    nothing: dict[str, Any] = {"requests": [], "asks": []}
    return {"session": session["id"], "agent": session["agent_name"], "state": ENDED, **nothing}
