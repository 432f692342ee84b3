"""A caller of a hub that comes and goes: what may be repeated is repeated until the hub has answered."""

import asyncio
import json
from random import Random
from typing import Any, NamedTuple

from bench.calls import BenchError
from bench.soak.ledger import Ledger
from bench.soak.lives import Lives

FIRST_PAUSE, LONGEST_PAUSE, GROWTH = 0.05, 0.5, 1.6
BREAKS = 0.03
"""The share of requests whose answer does not come through, although the hub is there."""

PATIENCE = 90.0
"""Seconds without an answer after which a call is a hang, the hub's restarts and the longest wait included."""


class Away(Exception):
    """The hub is not there, or went away in the middle of it."""


class Said(NamedTuple):
    status: int
    body: Any
    pending: bool
    """Something waits to be claimed."""


class Line:
    """One connection. `dice`: now and then it breaks before the answer is there, as lines do."""

    def __init__(self, lives: Lives, ledger: Ledger, key: str, dice: Random | None = None) -> None:
        self._lives = lives
        self._ledger = ledger
        self._key = key
        self._dice = dice
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._port = 0

    async def insist(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        """Its answer, however often the hub goes away meanwhile. Every request here may be repeated."""
        pause = FIRST_PAUSE
        while True:
            try:
                said = await self.call(method, path, body, **headers)
            except Away:
                said = None
            if said is not None and said.status < 500:
                if said.status >= 400:
                    self._ledger.refused[f"{method} {said.status} {said.body.get('code')}"] += 1
                return said
            if said is not None and said.body.get("code") != "stopping":
                self._ledger.refused[f"{method} {said.status} {said.body.get('code')}"] += 1
            self._ledger.again += 1
            await asyncio.sleep(pause)
            pause = min(pause * GROWTH, LONGEST_PAUSE)

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        content = b"" if body is None else json.dumps(body).encode()
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._lives.port}\r\nAuthorization: Bearer {self._key}\r\n"
        )
        self._ledger.requests += 1
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._connected()
                writer.write(f"{head}{lines}Content-Length: {len(content)}\r\n\r\n".encode() + content)
                if self._dice and self._dice.random() < BREAKS:
                    await self._break()
                return await _answer(reader)
        except TimeoutError as error:
            raise BenchError(f"No answer within {PATIENCE:.0f} seconds: {method} {path}") from error
        except (OSError, EOFError) as error:
            self.close()
            raise Away from error

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._port != self._lives.port:
            self.close()
        if self._streams is None:
            self._port = self._lives.port
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams

    async def _break(self) -> None:
        """The hub may have done it, or not: who asked does not know."""
        assert self._dice
        self._ledger.broken += 1
        await asyncio.sleep(self._dice.choice((0.0, 0.002, 0.02)))
        raise ConnectionResetError

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None


async def _answer(reader: asyncio.StreamReader) -> Said:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    body = json.loads(await reader.readexactly(length))
    return Said(int(head.split()[1]), body, "bellpull-pending" in head)
