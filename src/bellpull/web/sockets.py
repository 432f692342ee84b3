"""The sockets `/ws/events` and `/ws`: who may listen, what was missed, then live. Sending what happens is live.py's."""

import asyncio
import time
from contextlib import ExitStack, suppress
from typing import NamedTuple
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Message, Receive, Scope, Send

from bellpull.domain.errors import Denied, Unauthorized, Unavailable
from bellpull.domain.event import Event
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.surface import introduced
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Reader, Replay
from bellpull.web.credentials import bearer, credential, origin_of
from bellpull.web.frames import Frames, text_frame
from bellpull.web.live import PAGE, Live, Sight, Socket
from bellpull.web.metrics import Metrics

#: A key must be there within five seconds; a little less, so that the closing is, too.
KEY_SECONDS = 4.0
#: To come and to be told what was missed takes as long as so many requests.
COST = 10
#: Who takes longer to read a page of what was missed is cut off.
DRAIN_SECONDS = 30.0


class Asked(NamedTuple):
    """What the address of the socket says."""

    token: str | None
    since: int | None
    hub: str | None


class Closed(Exception):
    """The socket ends with this code and reason. `refusal` is the word by which that is counted."""

    def __init__(self, code: int, reason: str, refusal: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.refusal = refusal


class SocketEndpoint:
    def __init__(self, hub: Hub, live: Live, metrics: Metrics, path: str, *, admins_only: bool) -> None:
        self._hub = hub
        self._live = live
        self._meter = metrics.route(f"GET {path}")
        self._refusals = metrics.refusals
        self._admins_only = admins_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        frames, socket = Frames.of(scope), None
        try:
            # What is needed only until then is given back: a socket may stay for days.
            socket = await self._enter(scope, receive, send)
            if socket is not None:
                await self._listen(socket, receive)
        except asyncio.CancelledError:  # the hub stops, and this one has outlasted its deadline
            frames.cut()
        finally:
            if socket is not None:
                self._live.leave(socket)
                self._hub.places.leave(*socket.place)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> Socket | None:
        """Whoever may listen, up to date; None, and closed, for whoever may not."""
        began, client, frames = time.perf_counter(), scope.get("client"), Frames.of(scope)
        try:
            asked = _asked(scope["query_string"])
            who = await self._admit(scope, asked, receive)
            if self._admins_only and not who.admin:
                raise Closed(4003, "Only admins may listen here: use /ws/events", "admin_required")
            await self._hub.turns.pay(who, COST)
            place = self._take_place(who, origin_of(scope))
            self._meter.answered(101, time.perf_counter() - began)
            frames.admit(who)
            scope.clear()
            socket = Socket(who, frames, send, place)
            try:
                await self._begin(socket, asked)
            except BaseException:
                self._hub.places.leave(*place)
                raise
        except Closed as end:
            self._meter.answered(end.code, time.perf_counter() - began)
            self._refusals.note(end.refusal, client, self._meter.route)
            if not frames.closed:
                await send({"type": "websocket.close", "code": end.code, "reason": end.reason})
            return None
        return socket

    def _take_place(self, who: Principal, address: str) -> tuple[str, str]:
        try:
            return self._hub.places.take_socket(who, address)
        except Unavailable as error:
            raise Closed(4029, error.sentence, error.code) from None

    async def _admit(self, scope: Scope, asked: Asked, receive: Receive) -> Principal:
        try:
            if b"authorization" in scope["bellpull.headers"]:
                return await self._hub.access.admit(bearer(scope["bellpull.headers"]))
            if asked.token is None and b"cookie" in scope["bellpull.headers"]:
                with suppress(Unauthorized):  # some other cookie of this name: a key may still come as a message
                    return await self._hub.access.admit(credential(scope).secret)
            return await self._hub.access.admit(asked.token or await _first_message(receive))
        except Denied as error:
            raise Closed(4003, error.sentence, error.code) from None
        except Unauthorized as error:
            raise Closed(4001, error.sentence, error.code) from None

    async def _begin(self, socket: Socket, asked: Asked) -> None:
        """Say hello, replay what was missed, join. Between replay and live there is no gap and no double."""
        replay, agents = await self._hub.store.read(lambda reader: _hello(reader, socket.who))
        socket.frames.write(_frame(_connected(self._hub.id, replay.newest, socket.who, agents)))
        cursor = replay.newest
        if asked.since is not None:
            if reason := _reset(asked.since, asked.hub, replay, self._hub.id):
                socket.frames.write(_frame({"type": "reset", "seq": replay.newest, "reason": reason}))
            else:
                cursor = asked.since
        await self._catch_up(socket, cursor, replay.newest)

    async def _catch_up(self, socket: Socket, cursor: int, newest: int) -> None:
        await self._live.reach(newest)
        while True:
            version, upto = self._live.version, self._live.cursor
            missed = await self._hub.store.read(lambda reader: _missed(reader, socket.who, cursor, upto))  # noqa: B023
            if missed is None:
                raise Closed(4001, "Invalid or inactive key", "invalid_key")
            sight, events = missed
            cursor = events[-1].seq if len(events) == PAGE else upto
            socket.frames.write(b"".join(text_frame(event.text().encode()) for event in events))
            if not await socket.frames.drained(DRAIN_SECONDS):
                socket.frames.cut()
                return
            if (version, cursor) == (self._live.version, self._live.cursor):
                self._live.join(socket, sight)
                return

    async def _listen(self, socket: Socket, receive: Receive) -> None:
        with ExitStack() as surface:
            while (message := await receive())["type"] != "websocket.disconnect":
                text = _text(message)
                if socket.frames.closed:
                    return
                said = _object(text)
                # Answers wait for a reader: one that only sends does not fill the hub's memory.
                if text == "ping":
                    await socket.send({"type": "websocket.send", "text": "pong"})
                elif said.get("type") == "ping":
                    await socket.send({"type": "websocket.send", "text": '{"type":"pong"}'})
                elif said.get("type") == "hello":
                    surface.close()
                    self._introduce(surface, said, socket.who)

    def _introduce(self, surface: ExitStack, said: dict[str, object], who: Principal) -> None:
        """It shows things to a person for as long as it is open. What says something else of itself shows nothing."""
        if (met := introduced(said, who, instant(self._hub.clock()))) is not None:
            surface.enter_context(self._hub.surfaces.show(met))


async def _first_message(receive: Receive) -> str:
    try:
        async with asyncio.timeout(KEY_SECONDS):
            message = await receive()
    except TimeoutError:
        message = {}
    text = _text(message)
    if text.lower().startswith("bearer "):
        return text[7:].strip()
    said = _object(text)
    if said.get("type") == "auth" and isinstance(said.get("token"), str):
        return str(said["token"])
    raise Unauthorized("key_required", "A key is required")


def _asked(query: bytes) -> Asked:
    values = dict(parse_qsl(query.decode("latin-1")))
    since = values.get("since", "")
    # Whatever is no number of ours is from another hub, or made up: it gets a reset.
    number = int(since) if since.isascii() and since.isdigit() and len(since) < 19 else -1
    return Asked(values.get("token"), number if since else None, values.get("hub"))


def _reset(since: int, hub: str | None, replay: Replay, hub_id: str) -> str | None:
    if since < 0 or (hub and hub != hub_id):
        return "foreign"
    if since > replay.newest:
        return "future"
    return "pruned" if since < replay.pruned else None


def _hello(reader: Reader, who: Principal) -> tuple[Replay, list[str]]:
    return reader.replay(), [agent.name for agent in reader.agents(who)]


def _missed(reader: Reader, who: Principal, after: int, upto: int) -> tuple[Sight, list[Event]] | None:
    if not reader.holds(who.key_id):
        return None
    return reader.sight(who), reader.events(who, after, upto, PAGE)


def _connected(hub_id: str, seq: int, who: Principal, agents: list[str]) -> dict[str, object]:
    return {
        "type": "connected",
        "hub": hub_id,
        "seq": seq,
        "scope": who.scope,
        "name": who.name,
        "agents": agents,
    }


def _frame(value: dict[str, object]) -> bytes:
    return text_frame(msgspec.json.encode(value))


def _text(message: Message) -> str:
    return str(message.get("text") or "")


def _object(text: str) -> dict[str, object]:
    try:
        value = msgspec.json.decode(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
