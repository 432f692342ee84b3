"""A socket that never reads is cut off at its bounded buffer; the others go on; it resumes by its number."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.live import Frame, told

TEXT = "🔔" * 200
BATCH = 400


def _open(hub: Hub, caller: Caller) -> socket.socket:
    """The handshake by hand, on a connection that can hold almost nothing."""
    where = urlsplit(hub.url)
    assert where.hostname and where.port
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.settimeout(PATIENCE)
    raw.connect((where.hostname, where.port))
    raw.sendall(
        f"GET /ws/events HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {caller.key}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return raw


def _all_bytes(raw: socket.socket) -> bytes:
    """What the hub managed to send before it hung up."""
    came = bytearray()
    try:
        while chunk := raw.recv(1 << 20):
            came += chunk
    except ConnectionResetError:
        pass
    return bytes(came)


def _frames(came: bytes) -> Iterator[Frame]:
    """The whole text frames in what came after the handshake."""
    head, _, rest = came.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101 ")
    at = 0
    while at + 2 <= len(rest):
        kind, size, body = rest[at] & 0x0F, rest[at + 1] & 0x7F, at + 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size, body = int.from_bytes(rest[body : body + width]), body + width
        if body + size > len(rest):
            return
        if kind == 1:
            yield json.loads(rest[body : body + size])
        at = body + size


def _write_until_cut_off(hub: Hub, agents: list[Caller]) -> list[str]:
    """Create until the hub holds no socket any more; what was created."""
    sent: list[str] = []
    with ThreadPoolExecutor(len(agents)) as pool:
        for _ in range(60):
            fields = [{"title": TEXT, "category": TEXT}] * BATCH
            turns = zip(agents * BATCH, fields, strict=False)
            sent += pool.map(lambda turn: str(turn[0].send(**turn[1])["id"]), turns)
            if hub.sockets() == 0:
                return sent
    raise AssertionError("it was never cut off")


@pytest.mark.parametrize("buffer", ["65536", pytest.param(None, marks=pytest.mark.slow)])
def test_a_socket_that_never_reads_is_cut_off_and_resumes(hub_process: HubMaker, buffer: str | None) -> None:
    hub = hub_process(**({"socket_buffer": buffer} if buffer else {}))
    person = hub.new_person()
    agents = [hub.new_agent(person) for _ in range(8)]
    with _open(hub, person) as stuck:
        until(lambda: hub.sockets() == 1, "the socket is open")
        sent = _write_until_cut_off(hub, agents)
        heard = [frame for frame in _frames(_all_bytes(stuck)) if frame["type"] != "ping"]
    assert heard[0]["type"] == "connected"
    events = heard[1:]
    assert 0 < len(events) < len(sent)
    with person.socket(since=events[-1]["seq"]) as live:
        live.connected()
        rest = [live.frame() for _ in range(len(sent) - len(events))]
    assert sorted(told(events + rest)) == sorted(sent)
    numbers = [frame["seq"] for frame in events + rest]
    assert numbers == sorted(set(numbers))


def test_a_socket_that_never_reads_keeps_nothing_from_the_others(hub_process: HubMaker) -> None:
    hub = hub_process()
    person = hub.new_person()
    agents = [hub.new_agent(person) for _ in range(4)]
    with _open(hub, person), person.socket() as healthy, ThreadPoolExecutor(4) as pool:
        healthy.connected()
        sent: list[str] = []
        for turn in range(20):
            sent += pool.map(lambda agent: agent.send(TEXT, category=TEXT)["id"], agents * 10)
            while len(told(healthy.frames)) < len(sent):
                healthy.frame()
            assert sorted(told(healthy.frames)) == sorted(sent), turn
