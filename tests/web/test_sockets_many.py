"""However many sockets somebody opens with one key, others get theirs."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import pytest

from support.answers import PATIENCE, until
from support.hub import Caller, HubMaker

MOST, AT_ONCE = 100, 50
ENOUGH = 500
HANDSHAKE = (
    "GET /ws/events HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {key}\r\n\r\n"
)
CLOSED = b"\x0f\xbd"  # 4029


async def opened(caller: Caller, kept: AsyncExitStack) -> bytes:
    """A socket that stays open: its first frame, or how it is closed."""
    host = urlsplit(caller.hub.url).netloc
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    kept.callback(writer.close)
    writer.write(HANDSHAKE.format(host=host, key=caller.key).encode())
    await reader.readuntil(b"\r\n\r\n")
    kind, length = await reader.readexactly(2)
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    frame = await reader.readexactly(length)
    return frame if kind == 0x81 else frame[:2]


@pytest.fixture
def handles() -> Iterator[None]:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < ENOUGH:
        pytest.skip(f"this machine allows {hard} file handles")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, ENOUGH), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("handles")
def test_key_has_a_hundred_sockets_and_others_have_theirs(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    flood, calm = hub.new_agent(), hub.new_agent()

    async def scenario() -> None:
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as kept:
            for _ in range(MOST // AT_ONCE):
                frames = await asyncio.gather(*(opened(flood, kept) for _ in range(AT_ONCE)))
                assert all(b'"connected"' in frame for frame in frames)
            assert await opened(flood, kept) == CLOSED
            assert b'"connected"' in await opened(calm, kept)
            assert b'"connected"' in await opened(hub.owner, kept)

    asyncio.run(scenario())
    until(lambda: hub.sockets() == 0, "all of them are gone")
    with flood.socket() as live:
        live.connected()
