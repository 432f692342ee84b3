"""A caller of a hub that comes and goes: what may be repeated is repeated until the hub has answered."""

import asyncio
import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from bench.soak.house import House

FIRST_PAUSE, LONGEST_PAUSE, GROWTH = 0.05, 0.5, 1.6
BREAKS = 0.03
"""The share of requests whose answer does not come through, although the hub is there."""

PATIENCE = 90.0
"""Seconds without an answer after which a call is a hang, the hub's restarts and the longest wait included."""

NAMES = re.compile(r"/[a-z]+-\d+|/notif_[\w-]+")
NO_HANG = "every request gets an answer"


class Away(Exception):
    """The hub is not there, or went away in the middle of it."""


class Said(NamedTuple):
    status: int
    body: Any
    lost: int = 0
    """So many times the same was said before, and nobody knows what became of it."""


class Line:
    """One connection. `dice`: now and then it breaks before the answer is there, as lines do."""

    def __init__(self, house: House, key: str, dice: Random | None = None) -> None:
        self._house = house
        self._counts = house.ledger.counts
        self._key = key
        self._dice = dice
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._port = 0
        self._one_at_a_time = asyncio.Lock()

    async def insist(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        """Its answer, however often the hub goes away meanwhile. Every request here may be repeated."""
        pause, lost = FIRST_PAUSE, 0
        while True:
            try:
                said = await self.call(method, path, body, **headers)
            except Away:
                lost += 1
            else:
                if said.status < 500:
                    self._note(method, path, said, 400)
                    return said._replace(lost=lost)
                self._note(method, path, said, 500)
                lost += said.body.get("code") != "stopping"
            self._counts["requests again"] += 1
            await asyncio.sleep(pause)
            pause = min(pause * GROWTH, LONGEST_PAUSE)

    def _note(self, method: str, path: str, said: Said, least: int) -> None:
        if said.status >= least:
            where = NAMES.sub("/…", path.partition("?")[0])
            self._house.ledger.refused[f"{method} {where} {said.status} {said.body.get('code')}"] += 1

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        async with self._one_at_a_time:
            return await self._call(method, path, body, headers)

    async def _call(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Said:
        content = b"" if body is None else json.dumps(body).encode()
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        port = self._house.port
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {self._key}\r\n"
        self._counts["requests"] += 1
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._connected(port)
                writer.write(f"{head}{lines}Content-Length: {len(content)}\r\n\r\n".encode() + content)
                if self._dice and self._dice.random() < BREAKS:
                    await self._break()
                return await _answer(reader)
        except TimeoutError:
            self.close()
            self._house.ledger.against(NO_HANG, f"{method} {path} got no answer within {PATIENCE:.0f} s")
            raise Away from None
        except (OSError, EOFError) as error:
            self.close()
            raise Away from error

    async def _connected(self, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._port != port:
            self.close()
        if self._streams is None:
            self._port = port
            self._streams = await asyncio.open_connection("127.0.0.1", port)
        return self._streams

    async def _break(self) -> None:
        """The hub may have done it, or not: who asked does not know."""
        assert self._dice
        self._counts["lines broken"] += 1
        await asyncio.sleep(self._dice.choice((0.0, 0.002, 0.02)))
        raise ConnectionResetError

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None


async def _answer(reader: asyncio.StreamReader) -> Said:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    return Said(int(head.split()[1]), json.loads(await reader.readexactly(length)))
