"""Sockets that follow: each keeps the number of every event, resumes after the last one, and comes back by itself."""

import asyncio
import re
from array import array
from contextlib import suppress
from random import Random

from bench.calls import BenchError
from bench.soak.house import House
from bench.soak.lives import Life, Lives
from bench.soak.relay import Relay

HANDSHAKE = (
    "GET /ws/events?since={since}&hub={hub} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YmVsbHB1bGwtYmVuY2gtMQ==\r\n\r\n"
)
EVENT = re.compile(rb'\{"seq":(\d+),')
PASSING, HEAD = b'"type":"session_changed"', 200
PING = bytes([0x81, 0x84, 0, 0, 0, 0]) + b"ping"
PATIENCE = 60.0
"""The hub shows a sign of life every 20 seconds."""


class Ear:
    def __init__(self, house: House, lives: Lives, key: str, relay: Relay | None = None) -> None:
        """`relay`: the line that it listens on, if not straight to the hub."""
        self.house = house
        self._relay = relay
        self._lives = lives
        self.key = key
        self.heard = array("q")
        #: Of these, what a session does now: the hub keeps only the last of each, so not all are replayed.
        self.passing: set[int] = set()
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

    async def hear_all(self) -> "Ear":
        """Everything up to now: who has caught up is answered."""
        with suppress(CaughtUp):
            async with asyncio.timeout(PATIENCE):
                await self._listen(only_catch_up=True)
        return self

    @property
    def lasting(self) -> list[int]:
        return [number for number in self.heard if number not in self.passing]

    async def _listen(self, *, only_catch_up: bool = False) -> None:
        port, life = self._relay.port if self._relay else self.house.port, self._lives.all[-1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        try:
            since = self.heard[-1] if self.heard else 0
            where = {"since": since, "hub": self._lives.hub_id, "port": port, "key": self.key}
            writer.write(HANDSHAKE.format(**where).encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101 "):
                self._refused(head.decode("latin-1"), life)
                return
            if greeting := self.greeting():
                writer.write(bytes([0x81, 0x80 | len(greeting), 0, 0, 0, 0]) + greeting)
            if only_catch_up:
                writer.write(PING)
            while (payload := await _frame(reader)) is not None:
                self._hear(payload)
        finally:
            writer.close()

    def _refused(self, head: str, life: Life) -> None:
        """A handshake under way when the hub is told to stop is answered 500 by what is beneath the hub."""
        status = head[9:12]
        if status == "500" and life.ended_by == "SIGTERM":
            self.house.ledger.let_pass["sockets that were answered 500 by a hub that was just told to stop"] += 1
        elif status != "503":
            self.wrong.append(head[:80])

    def greeting(self) -> bytes:
        """What it says of itself, in less than 126 bytes: a surface, or nothing."""
        return b""

    def heard_event(self, payload: bytes) -> None:
        """What it does about it."""

    def _hear(self, payload: bytes) -> None:
        if found := EVENT.match(payload):
            self.heard.append(int(found[1]))
            if PASSING in payload[:HEAD]:
                self.passing.add(int(found[1]))
            self.heard_event(payload)
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
