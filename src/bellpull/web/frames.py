"""WebSocket frames, finished once and written to every socket that gets them.

The server's own way costs an encoding and a task switch for each socket and message. Server frames are the same bytes
for all, so `FramesProtocol` lets the application write them straight to the transport; the handshake, incoming
frames, pings and closing stay the server's.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from bellpull.domain.identity import Principal
from bellpull.web.allowance import MOST, Allowance

EXTENSION = "bellpull.frames"

#: What is told of a refusal: its code, and where it came from.
Told = Callable[[str, Sequence[object] | None], None]


def text_frame(payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


_NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class FramesProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.allowance = Allowance()
        self.refused: Told | None = None
        #: Called with whose key it has shown, and when it is gone.
        self.on_key: Callable[[Principal], None] = _nothing
        self.on_lost: Callable[[], None] = _nothing

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.allowance.covers(len(data), self.loop.time()):
            self._end_talk()
            return
        super().data_received(data)
        # A handshake that cannot be read (too long, too many headers) would hang: nobody is told of it.
        if self.conn.handshake_exc and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def _end_talk(self) -> None:
        """Unread, whatever it was."""
        if self.transport.is_closing():
            return
        if self.refused is not None:
            self.refused("too_much", self.client)
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
        else:
            self.conn.fail(1008, "too much was said")
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        # Beneath, text that is none costs a traceback, and an error where the other side has closed meanwhile.
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(1007, "invalid UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        # Who asks and does not read gets no answer: pongs must not fill the memory either.
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][EXTENSION] = Frames(self)


def _nothing(*_: object) -> None:
    pass


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Frames:
    """The writing half of one socket."""

    __slots__ = ("_is_closing", "_protocol", "_write", "backlog")

    def __init__(self, protocol: FramesProtocol) -> None:
        self._protocol = protocol
        self._write = protocol.transport.write
        self._is_closing = protocol.transport.is_closing
        #: Bytes that the other side has not taken yet.
        self.backlog: Callable[[], int] = protocol.transport.get_write_buffer_size

    @classmethod
    def of(cls, scope: Scope) -> "Frames":
        frames: Frames = scope["extensions"][EXTENSION]
        return frames

    def admit(self, who: Principal) -> None:
        """Whoever it is may listen, and say more."""
        self._protocol.allowance.most = MOST
        self._protocol.on_key(who)

    @property
    def closed(self) -> bool:
        return self._protocol.close_sent or self._is_closing()

    def write(self, frames: bytes) -> None:
        if not self.closed:
            self._write(frames)

    def offer(self, frames: bytes, most: int) -> bool:
        """Write them, or cut the socket off if more than `most` bytes would then wait."""
        waiting = self.backlog()
        if waiting and waiting + len(frames) > most:
            self.cut()
            return False
        if not self._is_closing():
            self._write(frames)
        return True

    async def drained(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._protocol.writable.wait()
        except TimeoutError:
            return False
        return True

    def cut(self) -> None:
        self._protocol.transport.abort()
