"""One REST call from bytes to bytes: admit, decode, call the verb, encode; errors become status and body here and
nowhere else.

An endpoint is an ASGI application. It goes around the framework's request and response objects because the create
path pays for each of them.
"""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from starlette.types import Receive, Scope, Send

from bellpull.domain import errors
from bellpull.domain.errors import BellpullError, Invalid, TooLarge, TooMany, Unavailable
from bellpull.domain.identity import Principal
from bellpull.hub.hub import Hub
from bellpull.hub.turns import SPENT, Kind, Spent
from bellpull.web.credentials import credential, origin_of
from bellpull.web.decoding import decode, decode_query
from bellpull.web.headers import Headers
from bellpull.web.metrics import Metrics
from bellpull.web.rules import Rule
from bellpull.web.strangers import LINE, Line, shows_key
from bellpull.web.wire import Refusal

log = logging.getLogger("bellpull.web")

#: The kind of an error decides its status; a kind stands before the kinds it is made of.
STATUS: dict[type[BellpullError], int] = {
    errors.Malformed: 422,
    errors.Invalid: 400,
    errors.Unauthorized: 401,
    errors.Denied: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Outdated: 426,
    errors.TooLarge: 413,
    errors.TooMany: 429,
    errors.StoreFull: 507,
    errors.Unavailable: 503,
}

#: Of a body that is too large.
MOST_SWALLOWED = 16 * 1024 * 1024
SWALLOW_SECONDS = 1.0

#: In the body of a public route: a name and a password.
MOST_WITHOUT_KEY = 16_384

_JSON = (b"content-type", b"application/json")
_PENDING = (b"bellpull-pending", b"1")
#: In the scope of a request whose key was good when it came.
_LET_IN = "bellpull.let_in"
_FIXED = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
_encode = msgspec.json.Encoder().encode


class Call(NamedTuple):
    """What a handler gets. `who` is there on every route that is not public."""

    hub: Hub
    who: Principal
    path: Mapping[str, str]
    query: Any
    body: Any
    headers: Headers
    came: "Came"


class Came(NamedTuple):
    """How a request came."""

    origin: str
    https: bool
    by_cookie: bool
    line: Line | None

    def is_there(self) -> bool:
        """Whether somebody can still read the answer."""
        return self.line is None or self.line.is_open


class Reply(NamedTuple):
    status: int
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...] = (_JSON,)
    #: To be done when it is out; it is told whether anybody was there to take it.
    after: Callable[[bool], Awaitable[None]] | None = None
    #: Of the error, where it is a refusal.
    code: str | None = None


Handler = Callable[[Call], Awaitable["Struct | Reply"]]
#: Raises for whoever need not send a body at all.
Before = Callable[[Hub, Mapping[str, str]], Awaitable[None]]


class Route(NamedTuple):
    """A route as data: it is served, documented and tested from this. In the document the handler's name is the id of
    the operation, and its docstring the description."""

    method: str
    path: str
    handler: Handler
    summary: str
    #: The shape of the answer, or its media type; the first status is the usual one.
    returns: Any
    statuses: tuple[int, ...] = (200,)
    query: type[Struct] | None = None
    #: A shape, or a list of them.
    body: Any = None
    #: The body is for the handler to read: it gets the bytes as they came. The schema of each media type it may have.
    raw: Mapping[str, Any] | None = None
    #: Asked before the body is read: where that is large, only whoever is known is to fill the memory with it.
    before: Before | None = None
    #: Who may use it. There is none for everybody by default: it has to be said.
    may: Rule | None = None
    #: Further errors that it may answer with, and headers that it reads, for the document.
    refuses: tuple[int, ...] = ()
    headers: Mapping[str, Mapping[str, Any]] = {}
    #: Whether its body is only read, and may take long.
    reads_texts: bool = False
    #: Under which heading of the document it stands.
    tag: str = ""
    #: A body that works, and the fields in which its answer differs from the example of its shape.
    example: Any = None
    answers: Mapping[str, Any] = {}

    @property
    def public(self) -> bool:
        """Everything else needs a key."""
        return self.may is Rule.ANYBODY

    @property
    def looks(self) -> bool:
        """Whether it may keep a thread busy with nothing but showing."""
        return self.method == "GET" or self.reads_texts


class Endpoint:
    def __init__(self, route: Route, hub: Hub, metrics: Metrics, body_limit: int) -> None:
        if route.may is None:
            raise TypeError(f"{route.method} {route.path} does not say who may use it")
        self._route = route
        self._hub = hub
        # Whoever has no key has little to say; a webhook's call, which comes raw, has its own.
        self._body_limit = min(body_limit, MOST_WITHOUT_KEY) if route.public and not route.raw else body_limit
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(route.body or Any)
        self._kind = Kind.LOOK if route.looks else Kind.CHANGE
        self._name = f"{route.method} {route.path}"
        self._meter = metrics.route(self._name)
        self._refusals = metrics.refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        try:
            reply = await self._answer(scope, receive)
        except BellpullError as error:
            reply = refuse(error)
        except asyncio.CancelledError:  # the hub stops, and this has outlasted its deadline
            reply = refuse(Unavailable("stopping", "The hub is stopping.", "try again in a moment"))
        except Exception:
            log.exception("%s failed", self._name)
            reply = refuse_internal()
        if reply.after is None:
            await send_reply(send, reply)
        else:
            await self._send_and_settle(reply, reply.after, receive, send)
        self._meter.answered(reply.status, time.perf_counter() - began)
        if reply.code is not None:
            self._note_refusal(reply.code, reply.status, scope)

    def _note_refusal(self, code: str, status: int, scope: Scope) -> None:
        if self._route.public:
            self._refusals.note(code, scope.get("client"), self._name)
        elif status == 401 and _LET_IN in scope:
            # The key was revoked, or its agent removed, while the call waited: nobody tried anything.
            self._refusals.count(code)
        else:
            self._refusals.answered(code, status, scope.get("client"), self._name)

    async def _answer(self, scope: Scope, receive: Receive) -> Reply:
        route, hub = self._route, self._hub
        given = None if route.public else credential(scope)
        who: Any = None if given is None else await hub.access.admit(given.secret, origin_of(scope))
        if who is not None:
            shows_key(scope, who)
        scope[_LET_IN] = True
        query = decode_query(scope["query_string"], route.query) if route.query else None
        waits = bool(getattr(query, "wait", 0))
        kind = Kind.WAIT if waits else self._kind
        turn = spent = place = None
        if who is not None and hub.turns.has_turns(who):
            turn, spent = await hub.turns.enter(who, kind), Spent()
            SPENT.set(spent)
        size = 0
        try:
            raw = await self._read(scope, receive)
            body = raw if route.raw else decode(raw or b"{}", self._decoder) if route.body else None
            came = Came(origin_of(scope), scope["scheme"] == "https", bool(given and given.by_cookie), scope.get(LINE))
            call = Call(hub, who, scope["path_params"], query, body, scope["bellpull.headers"], came)
            place = hub.places.take_wait(who) if waits else None
            answer = await route.handler(call)
            reply = answer if isinstance(answer, Reply) else Reply(route.statuses[0], _encode(answer))
            size = len(reply.body) + len(raw)
        finally:
            if place is not None:
                hub.places.leave(place)
            if spent is not None:
                hub.turns.leave(turn, kind, size=size, seconds=spent.seconds)
        if who is not None and not who.is_person and hub.nudges.maybe_pending(who.name):
            # Who asks anyway need not ask for this.
            reply = reply._replace(headers=(*reply.headers, _PENDING))
        return reply

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        route = self._route
        if route.before is not None:
            await route.before(self._hub, scope["path_params"])
        if not (route.body or route.raw):
            return b""
        return await read_body(scope["bellpull.headers"], receive, self._body_limit)

    async def _send_and_settle(
        self, reply: Reply, after: Callable[[bool], Awaitable[None]], receive: Receive, send: Send
    ) -> None:
        leaving = asyncio.ensure_future(receive())  # the body was read: what comes now is the end of the connection
        await asyncio.sleep(0)
        gone = leaving.done()
        await send_reply(send, reply)
        leaving.cancel()
        try:
            await after(not gone)
        except Exception:
            log.exception("%s failed after its answer", self._name)


async def read_body(headers: Headers, receive: Receive, limit: int) -> bytes:
    if (size := int(headers.get(b"content-length", b"0"))) > limit:
        if size < MOST_SWALLOWED:
            await _swallow(receive)
        raise _too_large(limit)
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Invalid("invalid_json", "The body is not valid JSON: it ended early")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > limit:
            await _swallow(receive, more)
            raise _too_large(limit)
    return body


async def _swallow(receive: Receive, more: bool = True) -> None:
    """Read on for a moment what nobody wants. Who is refused while still sending may never read why: a proxy takes it
    for a hub that is gone, and a client tries again."""
    left = MOST_SWALLOWED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SWALLOW_SECONDS):
            while more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)


def _too_large(limit: int) -> BellpullError:
    return TooLarge("body_too_large", f"The body is too large (max {limit} bytes)")


def json_reply(status: int, shape: Struct) -> Reply:
    return Reply(status, _encode(shape))


def refuse(error: BellpullError, status: int | None = None) -> Reply:
    if status is None:
        status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500)
    headers = [_JSON]
    if isinstance(error, TooMany):
        headers.append((b"retry-after", b"%d" % max(1, math.ceil(error.retry_after))))
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 413:
        headers.append((b"connection", b"close"))
    return Reply(status, _encode(Refusal(error.sentence, error.code, error.hint)), tuple(headers), code=error.code)


def refuse_internal() -> Reply:
    return refuse(BellpullError("internal", "Something broke in the hub", "its log says what: bellpull logs"), 500)


async def send_reply(send: Send, reply: Reply) -> None:
    length = (b"content-length", b"%d" % len(reply.body))
    headers = [*reply.headers, *_FIXED, length]
    try:
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await send({"type": "http.response.body", "body": reply.body})
    except RuntimeError as error:  # the transport's way to say that whoever asked has gone
        log.debug("nobody took the answer: %s", error)
