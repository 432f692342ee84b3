"""One OpenCode server, followed: its events make a picture, whole readings correct it, and what changes is reported.

Events come first. A whole reading is made after each connection and now and then as a safety net; a server without
events is read every two seconds. While a server fails its sessions stay as they were, and say what is wrong.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import aclosing, suppress
from time import monotonic
from typing import Any, NamedTuple, Protocol

from bellpull.place.reading import hostname, is_alive
from bellpull.watch.aside import Aside
from bellpull.watch.condition import POLL_SECONDS, Condition
from bellpull.watch.events import MISSED, Event, events
from bellpull.watch.opencode import FOREIGN, Away, Refused, Server
from bellpull.watch.picture import Picture
from bellpull.watch.readings import Readings

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 5.0
GATHER_SECONDS = 0.02
BEAT_SECONDS = 30.0
#: A server that had no events may have been replaced by a newer one.
EVENTS_AGAIN_SECONDS = 60.0
RECENT_MS = 24 * 3600 * 1000
MOST_FOLDERS = 40
TURNS_AT_ONCE = 10
#: Turns that were asked for in vain are asked for again after this.
TURNS_AGAIN_SECONDS = 2.0
WHOLE_AGAIN_SECONDS = 1.0
NEARBY = "127.0.0.1:"
#: What events name that belong to none.
NO_FOLDER = (None, "", "global")
#: After these everything may be another than before.
UPSETS = ("server.instance.disposed", "global.disposed", "instance.disposed", MISSED.payload["type"])


class Reporter(Protocol):
    """Whoever is told what was seen."""

    def take(self, watching: "Watching", signs: list[dict[str, Any]]) -> None: ...

    def only(self, watching: "Watching", sessions: Collection[str]) -> None:
        """Whatever else was told of this server is not to be repeated: it is too old to be shown."""

    def leave(self, watching: "Watching") -> None:
        """The server is gone, and its sessions with it."""

    def servers_changed(self) -> None: ...


class Found(NamedTuple):
    """How this server became known. `explicit`: a person named it; `kept`: it is never given up."""

    explicit: bool
    kept: bool


class Watching:
    def __init__(
        self,
        server: Server,
        found: Found,
        ask_tools: Collection[str],
        reporter: Reporter,
        homes_elsewhere: Callable[["Watching"], Collection[str]],
    ) -> None:
        self.server = server
        self.found = found
        self.pid: int | None = None
        self.home: str | None = None
        self.version: str | None = None
        #: A program of another account listens there, and is not spoken to.
        self.is_foreign = False
        self._place: dict[str, Any] | None = None
        self._ask_tools = ask_tools
        self._reporter = reporter
        self._homes_elsewhere = homes_elsewhere
        self._readings = Readings(server)
        self._in_thread = Aside(1)
        self._picture = Picture(ask_tools)
        self._due = asyncio.Event()
        self._whole_due = self._facts_due = True
        self._old = False
        self._heard: set[str] = set()
        self._condition = Condition()
        self._said: tuple[str | None, str | None, int] = (None, None, 0)
        self._flushed = self._turns_at = 0.0
        self._whole_at = monotonic()
        self._timer: asyncio.Handle | None = None

    # What is known of it

    @property
    def trouble(self) -> str | None:
        return self._condition.trouble

    @property
    def met(self) -> bool:
        return self._condition.met

    @property
    def was_read(self) -> bool:
        """What it shows is known: what else the hub remembers of it is no longer there."""
        return self._condition.read and not self._condition.nobody_listens

    @property
    def host(self) -> str:
        return hostname() if self.server.place.startswith(NEARBY) else self.server.host

    def seen(self) -> dict[str, Any] | None:
        """As the hub is told; None where nobody expects a server."""
        if not (self.found.explicit or self.met or self.pid is not None):
            return None
        told = {"server": self.server.url, "host": self.host, "trouble": self.trouble, "sessions": self._count()}
        return told | ({"version": self.version} if self.version else {})

    def _count(self) -> int:
        return sum(not sign.get("parent") for sign in self._picture.all_signs(_now()))

    def dressed(self, sign: dict[str, Any]) -> dict[str, Any]:
        """A sign of the picture with what is known of the server."""
        told = {"source": "watcher", "wakes": True, **sign, "server": self.server.url}
        told.pop("at", None)  # the clock of the hub counts, which may be another one
        if self.trouble:
            told["trouble"] = self.trouble
        if self._place is not None:
            told["place"] = self._place
        if self.version:
            told["client"] = f"opencode/{self.version}"[:200]
        return told

    def runs_as(self, pid: int, place: dict[str, Any] | None) -> None:
        """Its process, and where its terminal is."""
        self.pid, self._place = pid, place
        self._report(self._picture.all_signs(_now()))

    # Its life

    async def run(self) -> None:
        """Until it is gone; one that is kept, for ever."""
        work = [asyncio.ensure_future(one) for one in (self._listen(), self._read(), self._beat())]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for one in work:
                if one.done():
                    one.result()
        finally:
            for one in work:
                one.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            if self._timer is not None:
                self._timer.cancel()
            self._readings.close()

    async def _listen(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while True:
            began = monotonic()
            try:
                await self._follow()
                self._condition.lost(None, monotonic())
            except (Away, Refused) as error:
                self._notice_foreign(error)
                self._condition.lost(error, monotonic())
            self._due.set()
            self._tell_condition()
            if self._is_gone():
                self._leave()
                if not self.found.kept:
                    return
            if monotonic() - began > LONGEST_PAUSE_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            await asyncio.sleep(EVENTS_AGAIN_SECONDS if self._condition.eventless else pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _notice_foreign(self, error: Away | Refused) -> None:
        before, self.is_foreign = self.is_foreign, error.trouble == FOREIGN
        if self.is_foreign != before:
            self._reporter.servers_changed()

    async def _follow(self) -> None:
        async with aclosing(events(self.server)) as coming:
            async for event in coming:
                if event is None:
                    self._connected()
                else:
                    self._hear(event)

    async def _read(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(self._next_whole() - monotonic(), 0)):
                    await self._due.wait()
            self._due.clear()
            whole, self._whole_due = self._whole_due or monotonic() >= self._next_whole(), False
            if whole and not self._facts_due:
                # Whatever a server sends without end is not to be answered with readings without end.
                await asyncio.sleep(max(self._whole_at + WHOLE_AGAIN_SECONDS - monotonic(), 0))
            if whole:
                self._whole_at = monotonic()
            if not self._condition.nobody_listens:
                await self._reading(whole=whole)

    def _next_whole(self) -> float:
        return self._whole_at + self._condition.until_reading()

    async def _beat(self) -> None:
        """So that the hub knows that they are fresh; and guesses come by time alone."""
        beaten = monotonic()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self._old:
                self._flush()
            if monotonic() - beaten >= BEAT_SECONDS:
                beaten = monotonic()
                signs = self._picture.all_signs(_now())
                self._report(signs)
                self._reporter.only(self, {sign["session"] for sign in signs})

    # Events

    def _connected(self) -> None:
        self._condition.connected()
        self._facts_due = True
        self._tell_condition()
        self._wake(whole=True)

    def _hear(self, event: Event) -> None:
        if event.payload["type"] in UPSETS:
            self._wake(whole=True)
        if event.directory not in self._heard and event.directory not in NO_FOLDER:
            self._heard.add(event.directory)
            self._wake(whole=True)
        if event is not MISSED:
            self._picture.hear(event.directory, event.payload, _now())
        self._flush_soon()

    def _wake(self, *, whole: bool) -> None:
        self._whole_due = self._whole_due or whole
        self._due.set()

    # Readings

    async def _reading(self, *, whole: bool) -> None:
        try:
            if whole:
                await self._folders()
            await self._turns()
        except (Away, Refused) as error:
            self._condition.was_not_read(error)
        else:
            if whole:
                self._condition.was_read()
        self._flush()
        self._tell_condition()

    async def _folders(self) -> None:
        if self._facts_due:
            self.version = await self._in_thread(self._readings.version)
            self.home = await self._in_thread(self._readings.home)
            self._condition.met, self._facts_due = True, False
        failed: Refused | None = None
        for directory in await self._wanted_folders():
            sent = _now()
            try:
                read = await self._in_thread(self._readings.folder, directory)
            except Refused as refused:
                failed = refused
                continue
            self._old = read.permissions is None
            self._picture.list_sessions(*read, sent)
        if failed is not None:
            raise failed

    async def _wanted_folders(self) -> list[str]:
        """Each opens in the server when it is asked for. One where another server is at home is left to that one,
        unless something happens there in this one."""
        recent = await self._in_thread(self._readings.recent, _now() - RECENT_MS)
        others = self._homes_elsewhere(self)
        lately = [one for one in recent if one not in others]
        known = [one for one in self._picture.directories() if one not in NO_FOLDER]
        return list(dict.fromkeys([self.home or "", *self._heard, *known, *lately]))[:MOST_FOLDERS]

    async def _turns(self) -> None:
        """What the sessions that matter did last."""
        self._turns_at = monotonic()
        wanted = self._picture.wants_messages()
        for start in range(0, len(wanted), TURNS_AT_ONCE):
            sent = _now()
            some = wanted[start : start + TURNS_AT_ONCE]
            for told in await self._in_thread(self._readings.turns, some, self._ask_tools):
                self._picture.take_messages(told.session, told.messages, told.todos, sent)
            self._flush()

    # Reports

    def _flush_soon(self) -> None:
        if self._timer is None:
            wait = max(self._flushed + GATHER_SECONDS - monotonic(), 0)
            self._timer = asyncio.get_running_loop().call_later(wait, self._flush)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._flushed = monotonic()
        self._report(self._picture.changed(_now()))
        if (
            self._condition.live
            and monotonic() - self._turns_at > TURNS_AGAIN_SECONDS
            and self._picture.wants_messages()
        ):
            self._wake(whole=False)

    def _report(self, signs: Iterable[dict[str, Any]]) -> None:
        if told := list(signs):
            self._reporter.take(self, told)

    def _tell_condition(self) -> None:
        """Whatever is wrong with a server is wrong with its sessions."""
        if self.trouble != self._said[0]:
            self._report(self._picture.all_signs(_now()))
        if (now := (self.trouble, self.version, self._count())) != self._said:
            self._said = now
            self._reporter.servers_changed()

    def _is_gone(self) -> bool:
        return self._condition.is_gone(monotonic(), None if self.pid is None else is_alive(self.pid))

    def _leave(self) -> None:
        self._reporter.leave(self)
        if self.found.kept:  # whoever comes next there may be another one
            self._picture, self.version, self._facts_due = Picture(self._ask_tools), None, True
            self.pid = self._place = None
            self._condition.met = self._condition.read = False
            self._heard.clear()


def _now() -> int:
    return int(time.time() * 1000)
