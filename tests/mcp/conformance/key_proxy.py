"""Adds a key to what the conformance suite sends, which cannot send one itself. Everything else passes as it is."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

from support.answers import PATIENCE


@contextlib.contextmanager
def with_key(url: str, key: str) -> Iterator[str]:
    """An address that stands for `url`, as somebody with this key sees it."""
    ready: list[str] = []
    loop = asyncio.new_event_loop()
    started, stop = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with await asyncio.start_server(Forward(url, key), "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            ready.append(f"http://127.0.0.1:{port}{urlsplit(url).path}")
            started.set()
            await stop.wait()
        for connection in asyncio.all_tasks() - {asyncio.current_task()}:
            connection.cancel()
            await asyncio.wait({connection})

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield ready[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
        loop.close()


class Forward:
    """One request on each connection: what follows its head need not be understood."""

    def __init__(self, url: str, key: str) -> None:
        where = urlsplit(url)
        self._address = where.hostname, where.port
        self._added = f"\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n".encode()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError), contextlib.closing(writer):
            head = (await reader.readuntil(b"\r\n\r\n")).removesuffix(b"\r\n\r\n")
            back, forth = await asyncio.open_connection(*self._address)
            with contextlib.closing(forth):
                lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
                forth.write(b"\r\n".join(lines) + self._added)
                await _pipe_both(reader, forth, back, writer)


async def _pipe_both(
    reader: asyncio.StreamReader, forth: asyncio.StreamWriter, back: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Whichever side ends first ends both."""
    pipes = {asyncio.ensure_future(_pipe(reader, forth)), asyncio.ensure_future(_pipe(back, writer))}
    _, unfinished = await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
    for pipe in unfinished:
        pipe.cancel()


async def _pipe(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
