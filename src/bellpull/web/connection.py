"""Connections that keep the hub waiting: a limit on a request's head, deadlines for whoever sends or reads too slowly.

The server beneath has neither, so one client without a key could fill the memory or take every file handle.
"""

import asyncio
import errno
import logging
import os
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bellpull.domain.errors import BellpullError
from bellpull.web.endpoint import refuse
from bellpull.web.frames import FramesProtocol, Told
from bellpull.web.headers import TARGET
from bellpull.web.strangers import LINE, Known, Line, Strangers

MOST_HEAD = 65_536
#: For the head of a request, from the first moment; a kept connection may rest longer between requests.
HEAD_SECONDS = 20.0
BODY_SECONDS = 60.0
#: For taking at least something of what the hub has written.
READ_SECONDS = 30.0
SWEEP_SECONDS = 5.0
SAID_AGAIN_SECONDS = 60.0

log = logging.getLogger("bellpull")

_REFUSAL = refuse(
    BellpullError("head_too_large", f"The head of a request is too large (max {MOST_HEAD} bytes)"), 431
).body
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(_REFUSAL), _REFUSAL)
)


class OneWrite(asyncio.Transport):
    """A connection as one answer sees it: the head waits for the body, so that both are one packet and one wake-up.

    It waits no longer than this turn of the loop: a body that comes later, or bit by bit, does not keep it back.
    """

    __slots__ = ("_held", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held: bytes | None = None

    def write(self, data: Any) -> None:
        if self._held is None:
            self._held = data
            self._loop.call_soon(self.flush)
        else:
            held, self._held = self._held, b""
            self._transport.write(held + data)

    def flush(self) -> None:
        if self._held:
            held, self._held = self._held, b""
            if not self._transport.is_closing():
                self._transport.write(held)

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


class HttpProtocol(HttpToolsProtocol):
    def __init__(
        self, *args: Any, strangers: Strangers, known: Known, refused: Told | None = None, **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self._refused = refused
        self._strangers = strangers
        self._known = known
        #: When the head that is not complete began, None between requests and while one is answered.
        self.head_since: float | None = self.loop.time()
        #: The same of a body, whether or not it is still wanted.
        self.body_since: float | None = None
        self._head_size = 0
        self._line: Line | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._line = Line(transport, self.client, self._strangers, self._known)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._line is not None:
            self._line.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        rested = self.timeout_keep_alive_task is not None
        super().data_received(data)
        if rested and self.head_since is None and self.body_since is None and self.cycle.response_complete:
            # Empty lines may stand before a request: they begin its head, or else nothing would end the rest.
            self.head_since, self._head_size = self.loop.time(), 0
        if self.head_since is not None:
            self._head_size += len(data)
            if self._head_size > MOST_HEAD and not self.transport.is_closing():
                self.transport.write(_TOO_LARGE)
                self.transport.close()
                self.tell("head_too_large")

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self.tell("bad_request")

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, FramesProtocol) and self._line is not None:
            protocol.refused = self._refused
            protocol.on_key, protocol.on_lost = self._line.show_key, self._line.leave
            if protocol.conn.handshake_exc:
                self.tell("bad_handshake")

    def tell(self, code: str) -> None:
        if self._refused is not None:
            self._refused(code, self.client)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_since = self.loop.time()
        self._head_size = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        # After the body nobody reads them, and there is no end to how many there may be.
        if self.body_since is None:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.head_since = None
        self.body_since = self.loop.time()
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.transport = OneWrite(self.transport, self.loop)
            scope: dict[str, Any] = self.cycle.scope  # type: ignore[assignment]
            scope[LINE] = self._line
            if not self.url.startswith(b"/"):
                scope[TARGET] = _host_of(self.url)

    def on_message_complete(self) -> None:
        self.body_since = None
        super().on_message_complete()

    def is_late(self, now: float) -> bool:
        if self.head_since is not None:
            return now - self.head_since > HEAD_SECONDS
        return self.body_since is not None and now - self.body_since > BODY_SECONDS


def _host_of(url: bytes) -> bytes | None:
    """Of a whole address, which proxies send; None of what is none."""
    _, whole, rest = url.partition(b"://")
    return rest.partition(b"/")[0].partition(b"?")[0] if whole else None


class Handles:
    """Says in the log that there are no file handles left. Who comes then is turned away beneath, without a word."""

    def __init__(self) -> None:
        self._said_at: float | None = None

    def look(self, now: float) -> None:
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                return
            if self._said_at is None or now - self._said_at >= SAID_AGAIN_SECONDS:
                self._said_at = now
                log.error("no file handles left: nobody else can connect; raise the limit (ulimit -n, LimitNOFILE)")


class Sweeper:
    """Looks at all connections now and then, which costs less than a timer for each."""

    def __init__(self, connections: Callable[[], Iterable[Any]]) -> None:
        self._connections = connections
        self._unread: dict[Any, tuple[int, float]] = {}
        self._handles = Handles()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep(loop.time())
            self._handles.look(loop.time())

    def sweep(self, now: float) -> None:
        unread: dict[Any, tuple[int, float]] = {}
        for connection in list(self._connections()):
            if isinstance(connection, HttpProtocol) and connection.is_late(now):
                connection.transport.abort()
                connection.tell("too_slow")
            elif size := _unread(connection):
                before, since = self._unread.get(connection, (size + 1, now))
                unread[connection] = (size, since if size >= before else now)
                if now - unread[connection][1] > READ_SECONDS:
                    connection.transport.abort()
        self._unread = unread


def _unread(connection: Any) -> int:
    """Bytes that wait for the client. An open socket has a buffer of its own limit and may take its time."""
    if isinstance(connection, FramesProtocol) and not connection.close_sent:
        return 0
    return int(connection.transport.get_write_buffer_size())
