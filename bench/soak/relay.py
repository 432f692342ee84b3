"""Lines that are not what they should be: a relay before the hub that delays, stalls and cuts what goes through it; and
a stranger, who listens where a key must not go."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic

from bench.soak.ledger import Disturbances

CHUNK = 65_536
LONGEST_DELAY = 0.3
SHORTEST_STALL, LONGEST_STALL = 2.0, 6.0


@dataclass(frozen=True)
class Roughness:
    """The share of chunks to which it happens."""

    delayed: float = 0.15
    stalled: float = 0.012
    cut: float = 0.012


SMOOTH = Roughness(0.0, 0.0, 0.0)


class Relay:
    """For one agent. It always listens: while the hub is away, it hangs up."""

    def __init__(
        self, whose: str, port: Callable[[], int], dice: Random, rough: Roughness, disturbances: Disturbances
    ) -> None:
        self._whose = whose
        self._port = port
        self._dice = dice
        self._disturbances = disturbances
        self.rough = rough
        self.counts: Counter[str] = Counter()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def port(self) -> int:
        assert self._server
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.counts["connections"] += 1
        try:
            there, further = await asyncio.open_connection("127.0.0.1", self._port())
        except OSError:
            writer.transport.abort()
            return
        ways = [asyncio.ensure_future(one) for one in (self._pump(reader, further), self._pump(there, writer))]
        try:
            with suppress(asyncio.CancelledError):  # the run is over
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for one in (writer, further):
                one.close()

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                lot = self._dice.random()
                if lot < self.rough.cut:
                    self.counts["cut"] += 1
                    writer.write(data[: self._dice.randrange(len(data))])
                    await writer.drain()
                    if self._dice.random() < 0.5:
                        writer.transport.abort()
                    return
                if lot < self.rough.cut + self.rough.stalled:
                    await self._stall()
                elif lot < self.rough.cut + self.rough.stalled + self.rough.delayed:
                    await asyncio.sleep(self._dice.uniform(0.0, LONGEST_DELAY))
                writer.write(data)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()

    async def _stall(self) -> None:
        self.counts["stalled"] += 1
        began = monotonic()
        try:
            await asyncio.sleep(self._dice.uniform(SHORTEST_STALL, LONGEST_STALL))
        finally:
            self._disturbances.add(self._whose, began)

    def close(self) -> None:
        if self._server:
            self._server.close()


class Stranger:
    """Listens on the port that the agents' settings name, and is no hub: no key may come here."""

    def __init__(self) -> None:
        self.heard = 0
        self.keys: list[str] = []
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def port(self) -> int:
        assert self._server
        return int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.heard += 1
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if "\nauthorization:" in head.lower():
                self.keys.append(head.partition("\r\n")[0])
            body = b'{"detail": "Invalid or inactive key", "code": "invalid_key", "hint": null}'
            start = "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\n"
            writer.write(f"{start}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    def close(self) -> None:
        if self._server:
            self._server.close()
