"""Sends what happens to every open socket, in order, as soon as the feed rings.

One reader follows the store for all sockets. Sockets with the same sight share a room, so an event is encoded once
and a batch joined once for each room. Nobody is waited for: who does not read is cut off at the buffer's limit and
resumes by `since`.
"""

import asyncio
import json
import logging
from collections.abc import Iterable

from starlette.types import Send

from bellpull.domain.errors import Unavailable
from bellpull.domain.event import Event
from bellpull.domain.identity import HUB, Principal
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Feed
from bellpull.web.frames import Frames, text_frame
from bellpull.web.metrics import Metrics

#: The net under the bell: a lost ring costs at most this.
POLL_SECONDS = 5.0
PING_SECONDS = 20.0
PAGE = 256
MOST = 2**62

Sight = frozenset[str] | None  # None sees everything

log = logging.getLogger("bellpull.live")


class Socket:
    __slots__ = ("frames", "place", "send", "sight", "who")

    def __init__(self, who: Principal, frames: Frames, send: Send, place: tuple[str, str]) -> None:
        """`place`: what is given back when it is closed."""
        self.who = who
        self.place = place
        self.frames = frames
        self.send = send
        self.sight: Sight = frozenset()

    async def end(self, code: int, reason: str) -> None:
        """Close it from the hub's side; one that does not read could not be told."""
        if self.frames.backlog():
            self.frames.cut()
        elif not self.frames.closed:
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


class Live:
    def __init__(self, hub: Hub, feed: Feed, metrics: Metrics, buffer: int) -> None:
        self._hub = hub
        self._feed = feed
        self._refusals = metrics.refusals
        self._buffer = buffer
        self._rooms: dict[Sight, set[Socket]] = {}
        self._moved = asyncio.Event()
        self._following = False
        #: Every event up to here has been sent to the sockets in the rooms.
        self.cursor = 0
        #: Changes with every change of rights: what was read before is not to be trusted after.
        self.version = 0
        metrics.gauge("bellpull_sockets", "Open sockets.", lambda: sum(map(len, self._rooms.values())))
        self._delivered = metrics.counter("bellpull_batches_delivered_total", "Batches of events sent to sockets.")
        self._cut = metrics.counter("bellpull_sockets_cut_total", "Sockets cut off because they did not read.")

    async def run(self) -> None:
        bell = self._feed.listen()
        while True:
            await bell.wait(POLL_SECONDS)
            try:
                await self._follow()
            except Unavailable as error:
                log.warning("sockets wait: %s", error)

    async def run_pings(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            ping = text_frame(b'{"type":"ping","seq":%d}' % self.cursor)
            for socket in self._sockets():
                if not socket.frames.backlog():
                    socket.frames.write(ping)

    def join(self, socket: Socket, sight: Sight) -> None:
        """From now on it gets everything after the cursor."""
        socket.sight = sight
        self._rooms.setdefault(sight, set()).add(socket)

    def leave(self, socket: Socket) -> None:
        if room := self._rooms.get(socket.sight):
            room.discard(socket)
            if not room:
                del self._rooms[socket.sight]

    async def reach(self, seq: int) -> None:
        """Return when the cursor is at `seq` or beyond. While nobody listens it may jump: there is nothing to send."""
        while self.cursor < seq:
            if not self._rooms and not self._following:
                self.cursor = seq
                return
            self._moved.clear()
            await self._moved.wait()

    async def _follow(self) -> None:
        self._following = True
        try:
            while self._rooms and (events := await self._next_events()):
                await self._deliver(events)
        finally:
            self._following = False
            self._moved.set()

    async def _next_events(self) -> list[Event]:
        return await self._hub.store.read(lambda reader: reader.events(HUB, self.cursor, MOST, PAGE))

    async def _deliver(self, events: list[Event]) -> None:
        plain: list[Event] = []
        for event in events:
            if event.type != "access_changed":
                plain.append(event)
                continue
            self._send(plain)
            plain = []
            await self._change_access(event)
        self._send(plain)

    def _send(self, events: list[Event]) -> None:
        if not events:
            return
        frames = [(event.agent_name, text_frame(event.text().encode())) for event in events]
        for sight, sockets in self._rooms.items():
            batch = b"".join(frame for name, frame in frames if sight is None or name in sight)
            if batch:
                self._write(tuple(sockets), batch)
        self._move(events[-1].seq)

    async def _change_access(self, event: Event) -> None:
        """The event goes to those who could see its agent before or can now; then everybody has their new sight."""
        self.version += 1
        self._hub.access.forget()
        before = self._seeing(event.agent_name)
        await self._renew(event)
        # Those whom it cut off have heard it by being closed.
        now_open = {socket for room in self._rooms.values() for socket in room}
        self._write((before & now_open) | self._seeing(event.agent_name), text_frame(event.text().encode()))
        self._move(event.seq)

    async def _renew(self, event: Event) -> None:
        people = {socket.who for socket in self._sockets()}
        sights = await self._hub.store.read(
            lambda reader: {who: reader.sight(who) for who in people if reader.holds(who.key_id)}
        )
        # Asked again: who left meanwhile must not be let in by this. Who came meanwhile knows today's rights already.
        known = [socket for socket in self._sockets() if socket.who in people]
        for socket in known:
            self.leave(socket)
            if socket.who in sights:
                self.join(socket, sights[socket.who])
        for socket in known:
            if socket.who not in sights:
                self._refusals.count("invalid_key")
                await socket.end(4001, _over(socket.who, event))

    def _seeing(self, agent_name: str) -> set[Socket]:
        rooms = (sockets for sight, sockets in self._rooms.items() if sight is None or agent_name in sight)
        return {socket for sockets in rooms for socket in sockets}

    def _sockets(self) -> list[Socket]:
        return [socket for room in self._rooms.values() for socket in room]

    def _write(self, sockets: Iterable[Socket], batch: bytes) -> None:
        most = self._buffer
        kept = [socket.frames.offer(batch, most) for socket in sockets]
        self._delivered.add(sum(kept))
        self._cut.add(len(kept) - sum(kept))

    def _move(self, seq: int) -> None:
        self.cursor = seq
        self._moved.set()


def _over(who: Principal, event: Event) -> str:
    """Why it is closed; with the word for it where this event is about that person, who may wonder."""
    about = event.agent_name == who.name
    return f"Invalid or inactive key ({json.loads(event.data)['change']})" if about else "Invalid or inactive key"
