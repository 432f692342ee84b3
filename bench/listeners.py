"""WebSocket clients that only count: handshake by hand, frames by their headers, so that thousands cost little."""

import asyncio
import socket
from time import perf_counter
from typing import cast

from bench.calls import PATIENCE, BenchError

EVENTS, EVERYTHING = "/ws/events", "/ws"
HANDSHAKE = (
    "GET {path}?token={key} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YmVsbHB1bGwtYmVuY2gtMQ==\r\n\r\n"
)
TEXT, PING, CLOSE = 0x1, 0x9, 0x8
AT_ONCE = 50
"""Handshakes under way at once: more would only measure the listen queue."""

QUIET = 0.3
"""Seconds without a byte after which a socket has nothing more to say."""


class Listener(asyncio.Protocol):
    """One socket. It counts text frames of 126 bytes and more: events are, the hub's own pings are not."""

    def __init__(self, path: str, key: str, gate: "Gate") -> None:
        self.path = path
        self.key = key
        self.gate = gate
        self.rest = b""
        self.open = False
        self.events = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(HANDSHAKE.format(path=self.path, key=self.key).encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.gate.lost += 1
        if not self.ready.done():
            self.ready.set_exception(BenchError(f"A socket was closed before it was open: {error} {self.rest[:300]!r}"))

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        if not self.open:
            self.rest = data
            data = self._opened(data)
        if data:
            self._count(data)

    def _opened(self, data: bytes) -> bytes:
        """What follows the handshake's answer, once it is complete."""
        head, blank, after = data.partition(b"\r\n\r\n")
        if not blank:
            return b""
        if not head.startswith(b"HTTP/1.1 101"):
            self.transport.abort()
            return b""
        self.open, self.rest = True, b""
        return after

    def _count(self, data: bytes) -> None:
        at, size, events = 0, len(data), 0
        while size - at >= 2:
            length = data[at + 1]
            start = at + 2
            if length == 126:
                if size - at < 4:
                    break
                length = (data[at + 2] << 8) | data[at + 3]
                start = at + 4
            if start + length > size:
                break
            if length >= 126:
                events += 1
            elif data[at] & 0xF != TEXT:
                self._control(data[at] & 0xF, data[start : start + length])
            at = start + length
        self.rest = data[at:]
        if not self.ready.done() and at:
            self.ready.set_result(None)
            events = 0
        self.events += events
        self.gate.arrived(events)

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.transport.write(bytes([0x8A, 0x80 | len(payload), 0, 0, 0, 0]) + payload)
        elif opcode == CLOSE:
            self.gate.lost += 1


class Gate:
    """Counts for many listeners together and opens when an expected number has arrived."""

    def __init__(self) -> None:
        self.total = 0
        self.lost = 0
        self.last_at = 0.0
        self.target = 0
        self.reached: asyncio.Future[None] | None = None

    def arrived(self, events: int) -> None:
        self.total += events
        if self.reached and not self.reached.done() and self.total >= self.target:
            self.last_at = perf_counter()
            self.reached.set_result(None)

    async def expect(self, events: int) -> float:
        """Waits until so many have arrived since the last reset, and says when the last one did."""
        self.target, self.reached = events, asyncio.get_running_loop().create_future()
        self.arrived(0)
        await asyncio.wait_for(self.reached, PATIENCE)
        return self.last_at


class Audience:
    """A number of listeners on one server, each with the first frame already behind it."""

    def __init__(self, path: str = EVENTS) -> None:
        self.path = path
        self.gate = Gate()
        self.listeners: list[Listener] = []

    async def grow(self, port: int, key: str, size: int) -> None:
        """The first alone: where sockets are refused, one refusal is enough."""
        while len(self.listeners) < size:
            wanted = min(AT_ONCE if self.listeners else 1, size - len(self.listeners))
            self.listeners += await asyncio.gather(*(listen(port, self.path, key, self.gate) for _ in range(wanted)))

    def reset(self) -> None:
        self.gate.total = 0
        for listener in self.listeners:
            listener.events = 0

    def check(self, events: int) -> None:
        """Every listener got every event, once."""
        wrong = [listener.events for listener in self.listeners if listener.events != events]
        if wrong or self.gate.lost:
            raise BenchError(
                f"Of {len(self.listeners)} listeners {len(wrong)} did not get {events} events: {wrong[:5]}"
            )

    def close(self) -> None:
        for listener in self.listeners:
            listener.transport.abort()
        self.listeners = []


async def listen(port: int, path: str, key: str, gate: Gate) -> Listener:
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(path, key, gate), "127.0.0.1", port)
    await asyncio.wait_for(listener.ready, PATIENCE)
    return listener


async def stall(port: int, key: str) -> socket.socket:
    """A socket that was opened properly and is never read again."""
    loop = asyncio.get_running_loop()
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stalled.setblocking(False)
    await loop.sock_connect(stalled, ("127.0.0.1", port))
    await loop.sock_sendall(stalled, HANDSHAKE.format(path=EVENTS, key=key).encode())
    await asyncio.wait_for(loop.sock_recv(stalled, 4096), PATIENCE)
    return stalled


async def was_cut(stalled: socket.socket) -> bool:
    """Reads what had been sent to it, up to where the server gave it up, if it did. Closes it."""
    loop = asyncio.get_running_loop()
    try:
        while await asyncio.wait_for(loop.sock_recv(stalled, 1 << 20), QUIET):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    finally:
        stalled.close()
    return True
