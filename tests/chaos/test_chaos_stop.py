"""The hub is asked to end: what is in flight is finished, and everybody is told."""

import signal
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import httpx2
import pytest

from support.answers import PATIENCE, refused, until
from support.hub import Caller, Hub, HubMaker
from support.live import told


def _create_until_the_end(agent: Caller, answered: list[dict[str, object]]) -> None:
    while True:
        try:
            answer = agent.post("/api/notifications", {"notification_type": "info", "title": "x"})
        except httpx2.TransportError:
            return
        if answer.status_code != 201:
            refused(answer, 503)
            return
        answered.append(answer.json())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_creates_in_flight_are_finished_or_refused_and_the_hub_ends_well(
    hub_process: HubMaker, how: signal.Signals
) -> None:
    hub = hub_process()
    agents = [hub.new_agent() for _ in range(32)]
    answered: list[dict[str, object]] = []
    assert hub.process is not None
    with ThreadPoolExecutor(32) as pool:
        writers = [pool.submit(_create_until_the_end, agent, answered) for agent in agents]
        until(lambda: len(answered) > 200, "the writers are at work")
        hub.process.send_signal(how)
        assert hub.process.wait(PATIENCE) == 0
        [writer.result(PATIENCE) for writer in writers]
    hub.start()
    stored = {row["id"]: row for row in hub.owner.every_notification()}
    assert all(stored[str(row["id"])] == row for row in answered)


def test_open_sockets_are_told_that_the_hub_stops_and_resume_afterwards(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent, owner = hub.new_agent(), hub.owner
    sockets = [agent.socket(), owner.socket("/ws"), owner.socket()]
    for live in sockets:
        live.connected()
    sent = agent.send("the last")
    assert hub.process is not None
    hub.process.send_signal(signal.SIGTERM)
    for live in sockets:
        assert live.closed() == 1012
        live.close()
    assert hub.process.wait(PATIENCE) == 0
    hub.start()
    later = agent.send("the first after it")
    for live, caller in zip(sockets, (agent, owner, owner), strict=True):
        with caller.socket(since=live.frames[-1]["seq"], hub=hub.id) as again:
            again.connected()
            again.until_type("agent_notification", notification_id=later["id"])
            assert told(live.events() + again.events()) == [sent["id"], later["id"]]


def test_clients_that_hold_on_do_not_keep_the_hub_from_ending(hub_process: HubMaker) -> None:
    hub = hub_process()
    where = urlsplit(hub.url)
    assert where.hostname and where.port
    begun = (
        f"POST /api/notifications HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {hub.owner.key}\r\n"
        'Content-Length: 500\r\n\r\n{"notification_type": "in'
    )
    handshake = _handshake(where.netloc, hub.owner.key)
    too_long = handshake.replace(b"/ws/events", b"/ws/events?token=" + b"k" * 20_000)
    starts = [begun.encode(), begun.encode()[:40], b"", handshake[:60], too_long, handshake]
    held = [socket.create_connection((where.hostname, where.port), timeout=PATIENCE) for _ in starts]
    try:
        for raw, start in zip(held, starts, strict=True):
            raw.sendall(start)
        assert held[-1].recv(12) == b"HTTP/1.1 101"
        assert hub.stop() == 0
    finally:
        for raw in held:
            raw.close()


def _handshake(netloc: str, key: str) -> bytes:
    return (
        f"GET /ws/events HTTP/1.1\r\nHost: {netloc}\r\nAuthorization: Bearer {key}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def _ends(hub: Hub) -> tuple[int, str]:
    """Start the hub where it should refuse to; its exit code and what it said."""
    before = len(hub.output())
    process = hub.launch()
    try:
        code = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)
        raise
    return code, hub.output()[before:]


def test_a_second_hub_on_the_same_data_leaves_it_to_the_first(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    said = (hub.data_dir / "hub.json").read_bytes()
    with agent.socket() as live:
        live.connected()
        code, words = _ends(hub)
        assert code == 0
        assert "already running" in words
        assert "Traceback" not in words
        assert (hub.data_dir / "hub.json").read_bytes() == said
        sent = agent.send("the first goes on")
        assert live.frame()["notification_id"] == sent["id"]


def _files(hub: Hub) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in hub.data_dir.glob("bellpull.db*")}


def test_a_file_of_a_newer_version_is_refused_and_left_untouched(hub_process: HubMaker) -> None:
    hub = hub_process()
    sent = hub.new_agent().send()
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file:
        version = file.execute("PRAGMA user_version").fetchone()[0]
        file.execute("PRAGMA user_version = 9999")
    before = _files(hub)
    code, words = _ends(hub)
    assert code not in (0, -9)
    assert "newer" in words
    assert "Traceback" not in words
    assert _files(hub) == before
    with closing(sqlite3.connect(hub.database)) as file:
        file.execute(f"PRAGMA user_version = {version}")
    hub.start()
    assert hub.owner.read(sent["id"]) == sent


def test_a_file_that_is_no_database_is_refused_and_left_untouched(hub_process: HubMaker) -> None:
    hub = hub_process()
    hub.stop()
    kept = hub.database.read_bytes()
    for path in hub.data_dir.glob("bellpull.db-*"):
        path.unlink()
    hub.database.write_bytes(b"this is a letter, not a database\n" * 300)
    before = hub.database.read_bytes()
    code, words = _ends(hub)
    assert code not in (0, -9)
    assert words.strip()
    assert "Traceback" not in words
    assert hub.database.read_bytes() == before
    hub.database.write_bytes(kept)
    hub.start()
