"""What was seen, brought to the hub: one call at a time, the newest sign of each session, over every restart of it.

Servers of one person show the same sessions, but only the one that runs a session knows what it does: of several signs
that one is told. What the hub answers about permissions and questions is carried out elsewhere (`replying`).
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from time import monotonic
from typing import Any, NamedTuple, Protocol

from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.remote.live import LiveHub
from bellpull.watch.aside import Aside
from bellpull.watch.looking import root_of
from bellpull.watch.watching import Watching

MOST_AT_ONCE = 200
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0
SERVERS_SECONDS = 30.0
ENDED = "ended"

#: What the hub says of a request for which it has no room.
TOO_MANY = "too_many"

log = logging.getLogger("bellpull.watch")

Sign = dict[str, Any]


class Shown(NamedTuple):
    """A session as one server shows it."""

    watching: Watching
    sign: Sign
    #: When it was last seen at work there.
    worked: float


class Told(Protocol):
    def told(self, shown: Shown, said: Mapping[str, Any], again: Callable[[Iterable[str]], None]) -> None:
        """What the hub says of a request that this session showed. `again` asks the hub anew about sessions."""


class Seen(Protocol):
    def seen(self) -> list[dict[str, Any]]:
        """The servers, as the hub is told of them."""

    def changed(self) -> None: ...


class Reporting:
    def __init__(self, hub: LiveHub, replying: Told, servers: Seen) -> None:
        self._hub = hub
        self._replying = replying
        self._servers = servers
        self._shown: dict[str, dict[str, Shown]] = {}
        self._due: dict[str, Sign | None] = {}
        self._wake = asyncio.Event()
        self._servers_due = True
        self._servers_at = 0.0
        self._told_servers: list[dict[str, Any]] = []
        self._roots: dict[str, str] = {}
        self._in_thread = Aside(2)
        self._open = False
        self._said = ""

    # From servers

    def take(self, watching: Watching, signs: Iterable[Sign]) -> None:
        for sign in signs:
            self._take(watching, sign)
        self._wake.set()

    def only(self, watching: Watching, sessions: Collection[str]) -> None:
        for id in [id for id, shown in self._shown.items() if watching.server.place in shown and id not in sessions]:
            del self._shown[id][watching.server.place]
            if not self._shown[id]:
                del self._shown[id]

    def leave(self, watching: Watching) -> None:
        here = [id for id, shown in self._shown.items() if watching.server.place in shown]
        self.take(watching, [{"session": id, "state": ENDED} for id in here])
        self._servers_due = True

    def servers_changed(self) -> None:
        self._servers_due = True
        self._wake.set()
        self._servers.changed()

    def _take(self, watching: Watching, sign: Sign) -> None:
        id, place = sign["session"], watching.server.place
        shown = self._shown.setdefault(id, {})
        before = shown.pop(place, None)
        if sign["state"] != ENDED:
            worked = monotonic() if sign["state"] != "idle" else before.worked if before is not None else 0.0
            shown[place] = Shown(watching, sign, worked)
        if shown:
            self._due[id] = None
            return
        del self._shown[id]
        if before is not None or id in self._due:
            last = before.sign if before is not None else sign
            self._due[id] = watching.dressed({**last, **sign, "requests": [], "tools": []})

    def watched(self, session: str) -> bool:
        return session in self._shown

    # To the hub

    def connected(self) -> None:
        """To a hub that may know nothing."""
        self._open = True
        self.again(self._shown)
        self._servers_due = True

    def again(self, sessions: Iterable[str]) -> None:
        for id in sessions:
            if id in self._shown:
                self._due.setdefault(id, None)
        self._wake.set()

    async def run(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while True:
            await self._until_due()
            try:
                await self._tell_servers()
                await self._tell_signs()
                pause = FIRST_PAUSE_SECONDS
            except Unavailable:
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
                self._wake.set()

    async def _until_due(self) -> None:
        try:
            async with asyncio.timeout(SERVERS_SECONDS):
                while not self._open or not (self._due or self._servers_due):
                    self._wake.clear()
                    await self._wake.wait()
        except TimeoutError:
            self._servers_due = self._open

    async def _tell_servers(self) -> None:
        # Also while signs come so often that nobody ever waits in vain.
        if not self._servers_due and monotonic() - self._servers_at < SERVERS_SECONDS:
            return
        self._servers_due, self._servers_at = False, monotonic()
        seen = self._servers.seen()
        gone = [one for one in self._told_servers if one["server"] not in {other["server"] for other in seen}]
        if told := seen + [{"server": one["server"], "host": one["host"], "gone": True} for one in gone]:
            try:
                await self._hub.request("POST", "/api/servers", body=told[:MOST_AT_ONCE])
            except Unavailable:
                self._servers_due = True
                raise
            except BellpullError as error:
                self._say(error)
        self._told_servers = seen

    async def _tell_signs(self) -> None:
        while self._due:
            some = dict(list(self._due.items())[:MOST_AT_ONCE])
            for id in some:
                del self._due[id]
            try:
                await self._send(await self._signs(some))
            except Unavailable:
                self._due = some | self._due
                raise

    async def _signs(self, some: Mapping[str, Sign | None]) -> list[Sign]:
        found = [ended or self._sign_of(id) for id, ended in some.items()]
        signs = [sign for sign in found if sign is not None]
        await self._find_roots({sign["directory"] for sign in signs if sign.get("directory")})
        return [{**sign, "project": self._roots.get(sign.get("directory") or "", "/")} for sign in signs]

    def _sign_of(self, id: str) -> Sign | None:
        if not (shown := self._shown.get(id)):
            return None
        best = _best(shown)
        return best.watching.dressed(best.sign)

    async def _find_roots(self, directories: Iterable[str]) -> None:
        """Away from the loop: a disk may hang."""
        for directory in directories:
            if directory not in self._roots:
                self._roots[directory] = await self._in_thread(root_of, directory)

    async def _send(self, signs: list[Sign]) -> None:
        if not signs:
            return
        try:
            answer = await self._hub.request("POST", "/api/sessions/signs", body=signs)
        except Unavailable:
            raise
        except BellpullError as error:
            if len(signs) > 1:  # one that the hub does not like is not to hold up the others
                for sign in signs:
                    await self._send([sign])
            else:
                self._say(error)
            return
        requests = answer.get("requests") or ()
        if full := sorted({told["agent_name"] for told in requests if told["state"] == TOO_MANY}):
            self._say(
                f"{', '.join(full)}: so many questions are open that more can only be answered where they are asked"
            )
        for told in requests:
            if shown := self._shown.get(told["session"]):
                self._replying.told(_best(shown), told, self.again)

    def _say(self, what: BellpullError | str) -> None:
        if str(what) != self._said:
            self._said = str(what)
            log.warning("%s", what)


def _best(shown: Mapping[str, Shown]) -> Shown:
    """The server where it works, else where it worked last, else the one that knows of the later turn."""
    return max(shown.values(), key=lambda one: (one.sign["state"] != "idle", one.worked, one.sign.get("turn_at") or ""))
