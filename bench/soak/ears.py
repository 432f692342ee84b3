"""Sockets that follow: each keeps the number of every event, resumes after the last one, and comes back by itself."""

import asyncio
import re
from array import array
from contextlib import suppress
from random import Random

from bench.calls import BenchError
from bench.soak.lives import Lives

HANDSHAKE = (
    "GET /ws/events?since={since}&hub={hub} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YmVsbHB1bGwtYmVuY2gtMQ==\r\n\r\n"
)
EVENT = re.compile(rb'\{"seq":(\d+),')
PING = bytes([0x81, 0x84, 0, 0, 0, 0]) + b"ping"
PATIENCE = 60.0
"""The hub shows a sign of life every 20 seconds."""


class Ear:
    def __init__(self, lives: Lives, key: str, since: int) -> None:
        self._lives = lives
        self._key = key
        self.heard = array("q")
        self.since = since
        self.connections = 0
        self.resets = 0
        self.wrong: list[str] = []

    async def follow(self, dice: Random) -> None:
        """For as long as it is let; now and then it hangs up by itself."""
        while True:
            await self._lives.up.wait()
            with suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(dice.uniform(15, 90)):
                    await self._listen()
            await asyncio.sleep(dice.uniform(0.05, 0.5))

    async def hear_all(self) -> list[int]:
        """Everything up to now: who has caught up is answered."""
        with suppress(CaughtUp):
            async with asyncio.timeout(PATIENCE):
                await self._listen(only_catch_up=True)
        return list(self.heard)

    async def _listen(self, *, only_catch_up: bool = False) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._lives.port, limit=1 << 20)
        try:
            since = self.heard[-1] if self.heard else self.since
            where = {"since": since, "hub": self._lives.hub_id, "port": self._lives.port, "key": self._key}
            writer.write(HANDSHAKE.format(**where).encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101 "):
                if head[9:12] != b"503":
                    self.wrong.append(head.decode("latin-1")[:80])
                return
            if only_catch_up:
                writer.write(PING)
            while (payload := await _frame(reader)) is not None:
                self._hear(payload)
        finally:
            writer.close()

    def _hear(self, payload: bytes) -> None:
        if found := EVENT.match(payload):
            self.heard.append(int(found[1]))
        elif payload.startswith(b'{"type":"connected"'):
            self.connections += 1
        elif payload.startswith(b'{"type":"reset"'):
            self.resets += 1
        elif payload == b"pong":
            raise CaughtUp


class CaughtUp(Exception):
    """All that there is has been heard."""


async def _frame(reader: asyncio.StreamReader) -> bytes | None:
    """The payload of the next text frame; None when the hub closes."""
    while True:
        first, size = await reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        payload = await reader.readexactly(size)
        opcode = first & 0x0F
        if opcode == 0x8:
            return None
        if opcode == 0x1:
            return payload
        if opcode not in (0x9, 0xA):
            raise BenchError(f"A frame of an unknown kind: {first:#x}")
