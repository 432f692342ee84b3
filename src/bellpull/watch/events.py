"""The events of an OpenCode server, as they come: server-sent events over HTTP/1.1, read with asyncio's own streams.

One connection, until it ends: whoever wants the next one asks again (`watching`). Most of what comes while a model
writes is of no interest here, and is dropped before it is parsed.
"""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from bellpull.watch.aside import Aside
from bellpull.watch.opencode import ELSE, SILENT, Away, Refused, Server

PATH = "/global/event"
CONNECT_SECONDS = 5.0
#: The server says something every ten seconds.
SILENCE_SECONDS = 35.0
CHUNK = 64 * 1024
LONGEST_HEAD = 64 * 1024
#: Of one event. A longer one is left out, and said to be.
LONGEST_LINE = 8 * 1024 * 1024
#: Where the kind of an event stands: behind the name of its folder.
KIND_WITHIN = 9_000
PASSED_OVER = (b'"type":"message.part.delta"', b'"payload":{"type":"sync"', b'"type":"server.heartbeat"')


class Event(NamedTuple):
    directory: str | None
    payload: Mapping[str, Any]


#: Something came that could not be read: only a whole reading tells what it was.
MISSED = Event(None, {"type": "missed"})


async def events(server: Server) -> AsyncGenerator[Event | None, None]:
    """None first, once the server sends; then whatever happens there, until the connection ends or is silent. Raises
    Away and Refused."""
    try:
        async with _opened(server) as (reader, encoded):
            yield None
            lines = Lines()
            async for data in _pieces(reader, encoded):
                for event in lines.take(data):
                    yield event
    except (TimeoutError, EOFError) as error:
        raise Away(server.url, str(error) or "it is silent", sent=True, trouble=SILENT) from None
    except OSError as error:
        raise server.away(error, sent=True) from None


@asynccontextmanager
async def _opened(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, bool]]:
    """The body of the answer, and whether it comes in chunks."""
    secured = ssl.create_default_context() if server.secure else None
    async with asyncio.timeout(CONNECT_SECONDS):
        reader, writer = await asyncio.open_connection(server.host, server.port, ssl=secured, limit=LONGEST_HEAD)
    try:
        if server.own_only:
            await Aside(1)(server.check, writer.get_extra_info("peername"))
        async with asyncio.timeout(CONNECT_SECONDS):
            writer.write(_asking(server))
            await writer.drain()
            status, headers = await _head(server, reader)
        if status != 200:
            raise Refused(server.url, status)
        if not headers.get("content-type", "").startswith("text/event-stream"):
            # So old servers answer for what they do not have.
            raise Refused(server.url, 404)
        yield reader, "chunked" in headers.get("transfer-encoding", "").lower()
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError):
            writer.transport.abort()


def _asking(server: Server) -> bytes:
    host = f"[{server.host}]" if ":" in server.host else server.host
    fields = {"Host": f"{host}:{server.port}", "Accept": "text/event-stream", "Cache-Control": "no-cache"}
    lines = [f"{name}: {value}\r\n" for name, value in (fields | server.authorization).items()]
    return f"GET {server.target(PATH)} HTTP/1.1\r\n{''.join(lines)}\r\n".encode("latin-1")


async def _head(server: Server, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    try:
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(first.split()[1]) if first.startswith("HTTP/1.") else 0
    except (ValueError, IndexError, asyncio.LimitOverrunError):
        status = 0
    if not status:
        raise Away(server.url, "what answers there is something else", sent=True, trouble=ELSE)
    pairs = (line.partition(":") for line in rest)
    return status, {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _pieces(reader: asyncio.StreamReader, encoded: bool) -> AsyncIterator[bytes]:
    while True:
        async with asyncio.timeout(SILENCE_SECONDS):
            size = await _size(reader) if encoded else CHUNK
        if size == 0:
            return
        while size > 0:
            async with asyncio.timeout(SILENCE_SECONDS):
                data = await reader.read(min(size, CHUNK))
            if not data:
                return
            yield data
            size = size - len(data) if encoded else 0
        if encoded:
            await reader.readexactly(2)


async def _size(reader: asyncio.StreamReader) -> int:
    """Of the next chunk; 0 at the end."""
    try:
        line = await reader.readline()
        return int(line.partition(b";")[0], 16) if line else 0
    except ValueError:
        return 0


class Lines:
    """From pieces of a stream to its events. Pure."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def take(self, data: bytes) -> Iterator[Event]:
        self._rest += data
        if b"\n" not in data:
            yield from self._bounded()
            return
        *lines, rest = self._rest.split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            if self._skipping:
                self._skipping = False  # the rest of what was too long
            elif line.startswith(b"data:") and (event := _event(line)) is not None:
                yield event
        yield from self._bounded()

    def _bounded(self) -> Iterator[Event]:
        if len(self._rest) > LONGEST_LINE:
            self._rest.clear()
            if not self._skipping:
                self._skipping = True
                yield MISSED


def _event(line: bytes | bytearray) -> Event | None:
    if any(line.find(kind, 0, KIND_WITHIN) >= 0 for kind in PASSED_OVER):
        return None
    try:
        said = json.loads(line[5:])
    except (ValueError, RecursionError):
        return MISSED
    payload = said.get("payload") if isinstance(said, dict) else None
    if not isinstance(payload, dict) or not isinstance(payload.get("type"), str):
        return None
    directory = said.get("directory")
    return Event(directory if isinstance(directory, str) else None, payload)
