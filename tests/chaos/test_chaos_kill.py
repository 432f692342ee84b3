"""The hub is killed under load: what it answered is there, and nothing is counted twice."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Event

import httpx2
from websockets.exceptions import ConnectionClosed

from support.answers import TRUST, done, until
from support.hub import Caller, Hub, HubMaker
from support.live import Frame

WRITERS = 64


@dataclass
class Written:
    """What 64 writers were told, and what they do not know."""

    answered: list[dict[str, object]] = field(default_factory=list)
    unknown: list[tuple[Caller, str]] = field(default_factory=list)
    refused: list[httpx2.Response] = field(default_factory=list)


def _body(key: str) -> dict[str, object]:
    return {"notification_type": "status", "title": key, "metadata": {"key": key}}


def _write(agent: Caller, prefix: str, written: Written, stopped: Event) -> None:
    """Create one after the other on a connection of its own until the hub is gone."""
    headers = {"Authorization": f"Bearer {agent.key}"}
    with httpx2.Client(base_url=agent.hub.url, headers=headers, trust_env=False, verify=TRUST, timeout=30) as http:
        number = 0
        while not stopped.is_set():
            key = f"{prefix}-{number}"
            try:
                answer = http.post("/api/notifications", json=_body(key), headers={"Idempotency-Key": key})
            except httpx2.TransportError:
                written.unknown.append((agent, key))
                return
            if answer.status_code != 201:
                written.refused.append(answer)
                return
            written.answered.append(answer.json())
            number += 1


@contextmanager
def _writers(agents: list[Caller], prefix: str) -> Iterator[Written]:
    """64 writers at work; at the end of the block they must be at their end too."""
    written, stopped = Written(), Event()
    with ThreadPoolExecutor(WRITERS) as pool:
        writers: list[Future[None]] = [
            pool.submit(_write, agents[number % len(agents)], f"{prefix}-{number}", written, stopped)
            for number in range(WRITERS)
        ]
        try:
            yield written
        finally:
            stopped.set()
        [writer.result() for writer in writers]


def _listen(hub: Hub, since: int, heard: dict[int, Frame]) -> None:
    """Hear until the hub is gone; every number is heard for one event only."""
    try:
        with hub.owner.socket("/ws", since=since) as live:
            live.connected()
            while True:
                frame = live.frame()
                assert heard.setdefault(frame["seq"], frame) == frame, "a number was used twice"
    except (ConnectionClosed, httpx2.TransportError, OSError):
        return


def _at_work(written: Written, heard: dict[int, Frame], enough: int) -> bool:
    return len(written.answered) > 400 and len(heard) > enough


def _check_file(hub: Hub, answered: list[dict[str, object]]) -> None:
    with closing(sqlite3.connect(f"file:{hub.database}?mode=ro", uri=True)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        ids = {row[0] for row in file.execute("SELECT id FROM agent_notifications")}
    assert {row["id"] for row in answered} <= ids


def test_answered_creates_of_64_writers_outlive_kill_9(hub_process: HubMaker) -> None:
    hub = hub_process()
    agents = [hub.new_agent() for _ in range(8)]
    answered: list[dict[str, object]] = []
    heard: dict[int, Frame] = {}
    for turn in range(3):
        since = max(heard, default=0)
        with ThreadPoolExecutor(1) as ear, _writers(agents, f"turn{turn}") as written:
            listening = ear.submit(_listen, hub, since, heard)
            until(partial(_at_work, written, heard, len(heard) + 200), "everybody is at work")
            hub.kill()
            listening.result(60)
        assert written.refused == []
        assert written.unknown
        answered += written.answered
        hub.start()
        stored = {row["id"]: row for row in hub.owner.every_notification()}
        assert all(stored.get(str(row["id"])) == row for row in answered), "an answered create is lost"
        assert done(hub.owner.get("/api/notifications/count", status="pending"))["count"] == len(stored)
        _retry(hub, written)
    _check_numbers(hub, heard, answered)
    hub.stop()
    _check_file(hub, answered)


def _retry(hub: Hub, written: Written) -> None:
    """Who got no answer asks again with the same key: there is one notification, not two and not none."""
    for agent, key in written.unknown:
        answer = agent.post("/api/notifications", _body(key), Idempotency_Key=key)
        assert answer.status_code in (200, 201), answer.text
    titles = [row["title"] for row in hub.owner.every_notification()]
    assert len(titles) == len(set(titles)), "a create was stored twice"
    assert {key for _, key in written.unknown} <= set(titles)


def _check_numbers(hub: Hub, heard: dict[int, Frame], answered: list[dict[str, object]]) -> None:
    """What was heard before each kill is still so, under the same number, and all that was answered has an event."""
    with hub.owner.socket("/ws", since=0) as live:
        newest = live.connected()["seq"]
        frames: dict[int, Frame] = {}
        while max(frames, default=0) < newest:
            frame = live.frame()
            assert frame["seq"] not in frames
            frames[frame["seq"]] = frame
    assert heard.items() <= frames.items()
    assert list(frames) == sorted(frames)
    told = {frame.get("notification_id") for frame in frames.values()}
    assert {row["id"] for row in answered} <= told
