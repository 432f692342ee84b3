"""A socket that never reads is cut off at its bounded buffer; the others go on; it resumes by its number."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from support.answers import PATIENCE
from support.hub import Caller, Hub, HubMaker
from support.live import Frame, told

TITLE = "🔔" * 200
CREATES = 9000


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


@pytest.mark.parametrize("buffer", ["65536", None])
def test_a_socket_that_never_reads_is_cut_off_and_resumes(fresh_hub: HubMaker, buffer: str | None) -> None:
    hub = fresh_hub(**({"socket_buffer": buffer} if buffer else {}))
    person = hub.new_person()
    agents = [hub.new_agent(person) for _ in range(8)]
    with _open(hub, person) as stuck, person.socket() as healthy, ThreadPoolExecutor(9) as pool:
        healthy.connected()
        reading = pool.submit(lambda: [healthy.frame() for _ in range(CREATES)])
        sent = list(pool.map(lambda number: agents[number % 8].send(TITLE)["id"], range(CREATES)))
        assert sorted(told(reading.result(PATIENCE))) == sorted(sent)
        heard = [frame for frame in _frames(_all_bytes(stuck)) if frame["type"] != "ping"]
    assert heard[0]["type"] == "connected"
    events = heard[1:]
    assert len(events) < CREATES, "it was never cut off"
    since = events[-1]["seq"] if events else heard[0]["seq"]
    with person.socket(since=since) as live:
        live.connected()
        rest = [live.frame() for _ in range(CREATES - len(events))]
    assert sorted(told(events + rest)) == sorted(sent)
    assert [frame["seq"] for frame in events + rest] == [frame["seq"] for frame in healthy.events()]
