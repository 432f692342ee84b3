"""Clients that keep the hub waiting, or would fill its memory: no key is needed to try, so none must succeed."""

import asyncio
import json
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.web.allowance import BEFORE_KEY, WINDOW_SECONDS, Allowance
from bellpull.web.connection import BODY_SECONDS, HEAD_SECONDS, MOST_HEAD, READ_SECONDS
from bellpull.web.frames import Frames, FramesProtocol
from bellpull.web.server import HubServer, bind

PATIENCE = 20
MUCH = 40_000_000
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YmVsbHB1bGwtdGVzdHMtMQ==\r\n\r\n"
)
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Scenario = Callable[[HubServer, int], Awaitable[None]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body, then answers with more than any system buffers, or shortly; a socket is listened to."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    if scope["path"] == "/short":
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
        return
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] == "http.request":
        headers = [(b"content-length", str(MUCH).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": bytes(MUCH)})


def with_server(scenario: Scenario) -> None:
    async def run() -> None:
        listener = bind("127.0.0.1", 0)
        started = asyncio.Event()
        server = HubServer(app, 1, started.set, lambda number: None, lambda: None)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        async with asyncio.timeout(PATIENCE):
            await started.wait()
            await scenario(server, listener.getsockname()[1])
            server.stop()
            await serving

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def settled(size: Callable[[], int], looks: int = 20) -> None:
    """Wait until it stays the same: the system's own buffers are full."""
    same, last = 0, size()
    while same < looks:
        await asyncio.sleep(0.01)
        same, last = (same + 1 if size() == last else 0), size()


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        await reader.read()
    except ConnectionResetError:
        return True
    return reader.at_eof()


@pytest.mark.parametrize(
    ("sent", "arrived", "patience"),
    [
        (b"", lambda connection: True, HEAD_SECONDS),
        (b"GET / HTTP/1.1\r\nHo", lambda connection: getattr(connection, "url", b""), HEAD_SECONDS),
        (
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{",
            lambda connection: connection.cycle,
            BODY_SECONDS,
        ),
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_slow_sender_is_cut_off_but_not_before_the_deadline(
    sent: bytes, arrived: Callable[[Any], object], patience: float
) -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        await until(lambda: any(arrived(one) for one in server.server_state.connections))
        now = asyncio.get_running_loop().time()
        server.sweeper.sweep(now + patience - 1)
        assert len(server.server_state.connections) == 1
        server.sweeper.sweep(now + patience + 1)
        assert await is_closed(reader)
        writer.close()

    with_server(scenario)


def test_client_that_does_not_read_the_answer_is_cut_off() -> None:
    async def scenario(server: HubServer, port: int) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(REQUEST)
        waiting = server.server_state.connections
        await until(lambda: any(one.transport.get_write_buffer_size() for one in waiting))
        (connection,) = waiting
        await settled(connection.transport.get_write_buffer_size)
        now = asyncio.get_running_loop().time()
        server.sweeper.sweep(now)
        server.sweeper.sweep(now + READ_SECONDS - 1)
        assert waiting
        server.sweeper.sweep(now + READ_SECONDS + 1)
        await until(lambda: not waiting)
        writer.close()

    with_server(scenario)


@pytest.mark.parametrize("line", [b"X: aaaaaaaaaaaaaaaa\r\n", b"a"], ids=["many headers", "one line"])
def test_a_head_without_end_is_refused(line: bytes) -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + line * (MOST_HEAD // len(line)))
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 431 ")
        assert json.loads(body)["code"] == "head_too_large"
        writer.close()

    with_server(scenario)


def test_bytes_after_a_body_fill_no_memory() -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        writer.write(b"a:b\r\n" * 100_000 + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        (connection,) = server.server_state.connections
        assert [name for name, _ in connection.headers] == [b"host", b"transfer-encoding"]
        writer.transport.abort()

    with_server(scenario)


@pytest.mark.parametrize(
    ("request_", "more", "patience"),
    [
        (b"GET /short HTTP/1.1\r\nHost: x\r\n\r\n", b"\r\n", HEAD_SECONDS),
        (b"POST /short HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", b"x", BODY_SECONDS),
    ],
    ids=["an empty line", "a byte of what is not wanted"],
)
def test_client_that_says_next_to_nothing_after_an_answer_is_cut_off(
    request_: bytes, more: bytes, patience: float
) -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_)
        await reader.readuntil(b"\r\n\r\n")
        (connection,) = server.server_state.connections
        await until(lambda: connection.timeout_keep_alive_task is not None)
        writer.write(more)
        await until(lambda: connection.timeout_keep_alive_task is None)
        now = asyncio.get_running_loop().time()
        server.sweeper.sweep(now + patience - 1)
        assert server.server_state.connections
        server.sweeper.sweep(now + patience + 1)
        assert await is_closed(reader)
        writer.close()

    with_server(scenario)


def test_an_empty_line_before_the_next_request_changes_nothing() -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(b"\r\nGET /short HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204 ")
            (connection,) = server.server_state.connections
            await until(lambda: connection.timeout_keep_alive_task is not None)  # noqa: B023
            assert not connection.is_late(asyncio.get_running_loop().time() + HEAD_SECONDS + 1)
        writer.close()

    with_server(scenario)


async def open_socket(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
    return reader, writer


def test_a_socket_that_pings_and_does_not_read_fills_no_memory() -> None:
    async def scenario(server: HubServer, port: int) -> None:
        _, writer = await open_socket(port)
        (socket,) = server.server_state.connections
        assert isinstance(socket, FramesProtocol)
        socket.allowance.most = MUCH  # another limit comes first
        ping = struct.pack("!BB", 0x89, 0x80 | 125) + bytes(4) + bytes(125)
        for _ in range(100):
            writer.write(ping * 1000)
            await writer.drain()
        assert socket.transport.get_write_buffer_size() < 1_000_000
        writer.transport.abort()

    with_server(scenario)


EMPTY_PART, EMPTY_PING, FIRST_PART = b"\x00\x80" + bytes(4), b"\x89\x80" + bytes(4), b"\x01\x80" + bytes(4)


@pytest.mark.parametrize("frame", [EMPTY_PART, EMPTY_PING], ids=["parts of a message", "pings"])
def test_socket_that_says_too_much_before_its_key_is_cut_off_and_little_of_it_is_read(frame: bytes) -> None:
    async def scenario(server: HubServer, port: int) -> None:
        told: list[str] = []
        reader, writer = await open_socket(port)
        (socket,) = server.server_state.connections
        assert isinstance(socket, FramesProtocol)
        socket.refused = lambda code, client: told.append(code)
        read: list[object] = []
        for name in ("handle_cont", "handle_ping"):
            setattr(socket, name, lambda *frame: read.append(frame))
        writer.write(FIRST_PART if frame is EMPTY_PART else b"")
        for _ in range(100):
            writer.write(frame * 5000)
        await is_closed(reader)
        assert told == ["too_much"]
        assert len(read) <= BEFORE_KEY // len(frame)
        writer.transport.abort()

    with_server(scenario)


def test_socket_with_a_key_may_say_as_much_as_anybody_needs_and_no_more() -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await open_socket(port)
        (socket,) = server.server_state.connections
        assert isinstance(socket, FramesProtocol)
        Frames(socket).admit(Principal("agent", "bot", False, "key_bot"))
        message = struct.pack("!BBH4x", 0x81, 0x80 | 126, 50_000) + b"a" * 50_000
        writer.write(message * 2 + EMPTY_PING)
        assert (await reader.readexactly(2))[0] == 0x8A
        writer.write(message)
        assert struct.unpack("!BBH", (await reader.read())[:4])[::2] == (0x88, 1008)
        writer.close()

    with_server(scenario)


def test_an_allowance_is_new_in_each_window() -> None:
    allowance = Allowance()
    assert [allowance.covers(BEFORE_KEY, 100.0), allowance.covers(1, 100.0 + WINDOW_SECONDS)] == [True, False]
    assert allowance.covers(BEFORE_KEY, 100.1 + WINDOW_SECONDS)


@pytest.mark.parametrize("more", [b"", struct.pack("!BB4xH", 0x88, 0x82, 1000)], ids=["alone", "and a close"])
def test_text_that_is_none_ends_the_socket_and_is_no_failure_of_the_hub(
    more: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(server: HubServer, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        writer.write(struct.pack("!BB4x", 0x81, 0x82) + b"\xff\xfe" + more)
        opcode, _, code = struct.unpack("!BBH", (await reader.read())[:4])
        assert (opcode, code) == (0x88, 1000 if more else 1007)
        writer.close()

    with_server(scenario)
    assert not [record for record in caplog.records if record.exc_info], caplog.text
