"""The disk is full: a clear refusal, nothing lost, and it goes on when there is room."""

import errno
import http.client
import os
import re
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from support.answers import PATIENCE, done, refused, until
from support.hub import Caller, Hub, running
from support.live import told
from support.questions import answer
from support.stdio_shim import Shim, open_question

WAITS = {"wait_for_response": True, "timeout": 50}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 12 MB in memory."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small tmpfs")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(disk)], capture_output=True, text=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"a small tmpfs cannot be mounted here: {mounted.stderr.strip()}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def _fill(disk: Path) -> Path:
    """Take all the room there is."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError as full:
            assert full.errno == errno.ENOSPC
    return filler


def _send(agent: Caller, key: str) -> dict[str, str] | None:
    """A create that is either taken or refused for want of room."""
    body = {"notification_type": "info", "title": key, "message": "m" * 8000}
    answer = agent.post("/api/notifications", body, Idempotency_Key=key)
    if answer.status_code in (200, 201):
        sent: dict[str, str] = answer.json()
        return sent
    refused(answer, 507, 503)
    return None


def _until_full(agent: Caller, turn: int) -> tuple[list[dict[str, str]], str]:
    """Create until there is no room; what was taken, and the key of the first that was not."""
    taken: list[dict[str, str]] = []
    for number in range(3000):
        key = f"turn {turn} row {number}"
        sent = _send(agent, key)
        if sent is None:
            return taken, key
        taken.append(sent)
    raise AssertionError("the disk never filled up")


def _all_there(agent: Caller, kept: list[dict[str, str]]) -> None:
    stored = {row["id"]: row for row in agent.every_notification()}
    assert all(stored.get(row["id"]) == row for row in kept)
    assert done(agent.get("/api/notifications/count", status="pending"))["count"] == len(stored)


def test_a_full_disk_refuses_creates_loses_nothing_and_recovers(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        agent = hub.new_agent()
        kept = [agent.send(f"before {number}") for number in range(20)]
        for turn in range(3):
            filler = _fill(small_disk)
            taken, key = _until_full(agent, turn)
            kept += taken
            assert done(hub.nobody("GET", "/health"))["status"] == "ready"
            _all_there(agent, kept)
            filler.unlink()
            kept.append(until(partial(_send, agent, key), "there is room again"))
            kept.append(agent.send("after"))
            _all_there(agent, kept)
        with agent.socket(since=0) as live:
            live.connected()
            live.until_type("agent_notification", notification_id=kept[-1]["id"])
            assert told(live.events()) == [row["id"] for row in list(agent.every_notification())[::-1]]
        hub.kill()
        hub.start()
        _all_there(agent, kept)
        agent.send("after the restart")


def test_on_a_full_disk_a_person_s_click_is_done_or_refused_but_never_half(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        agent = hub.new_agent()
        sent = [agent.send() for _ in range(40)]
        filler = _fill(small_disk)
        _until_full(agent, 0)
        answers = [hub.owner.post(f"/api/notifications/{row['id']}/acknowledge") for row in sent]
        for row, answer in zip(sent, answers, strict=True):
            if answer.status_code != 200:
                refused(answer, 507, 503)
            now = agent.read(row["id"])
            assert now == (row | answer.json() if answer.status_code == 200 else row)
        filler.unlink()
        path = f"/api/notifications/{sent[-1]['id']}/acknowledge"
        until(lambda: hub.owner.post(path).status_code == 200, "there is room again")
        assert done(hub.owner.get(f"/api/notifications/{sent[-1]['id']}/trail"))["count"] == 2


def _run(hub: Hub, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bellpull.cli.main", *words, "--data-dir", str(hub.data_dir)]
    environment = hub.environment()
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_start_on_a_full_disk_says_so_in_a_sentence(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        hub.stop()
        _fill(small_disk)
        ended = _run(hub, "up", "--detach", "--port", "0")
        assert ended.returncode == 2
        assert "No space left" in ended.stderr or "no room" in ended.stderr, ended.stderr
        assert "Something went wrong inside" not in ended.stderr


def _ask_on(hub: Hub, stop: threading.Event, seen: Counter[int]) -> None:
    """As often as it goes, with a connection of its own each time: what somebody is answered while hubs come and go."""
    while not stop.is_set():
        with suppress(OSError, http.client.HTTPException):
            line = http.client.HTTPConnection(hub.url.removeprefix("http://"), timeout=PATIENCE)
            try:
                line.request("GET", "/api/agents", headers={"Authorization": "Bearer bp_nobody"})
                seen[line.getresponse().status] += 1
            finally:
                line.close()


@contextmanager
def _asked_all_the_time(hub: Hub) -> Iterator[Counter[int]]:
    seen: Counter[int] = Counter()
    stop = threading.Event()
    threads = [threading.Thread(target=_ask_on, args=(hub, stop, seen)) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


def test_starts_that_fail_on_a_full_disk_answer_nobody_and_leave_nothing(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        hub.port = hub.url.rpartition(":")[2]
        with Shim(hub) as shim:
            waiting = shim.call("ask_user", title="Merge", question="Merge?", options=["Yes", "No"], **WAITS)
            question = open_question(hub.owner, shim.name)
            hub.kill()
            filler = _fill(small_disk)
            with _asked_all_the_time(hub) as seen:
                for _ in range(5):
                    hub.process = hub.launch()
                    assert hub.process.wait(PATIENCE) == 2
            assert not seen, seen
            assert list(hub.data_dir.glob(".hub.json.*")) == []
            assert "Logging error" not in hub.output()
            filler.unlink()
            hub.start()
            answer(hub.owner, question["id"], choice="Yes")
            assert shim.items(waiting) == ['{"response": "accepted", "choice": "Yes"}']


def test_an_agent_is_told_in_one_sentence_that_the_hub_could_not_start_on_a_full_disk(
    small_disk: Path, tmp_path: Path
) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        with Shim(hub) as first:  # which has made its key
            first.told("send_notification", notification_type="info", title="x")
        hub.kill()
        filler = _fill(small_disk)
        with Shim(hub, name=first.name) as shim:
            (said,) = shim.items(shim.call("send_notification", notification_type="info", title="x"), error=True)
        assert re.search(r"could not be started: .*(No space left|no room)", said), said
        filler.unlink()
        hub.start()


def test_a_backup_to_a_full_disk_says_how_much_room_it_takes(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path) as hub:
        _fill(small_disk)
        ended = _run(hub, "backup", str(small_disk / "copy.db"))
        assert ended.returncode == 2
        said = rf"bellpull: There is no room in {small_disk}: it takes \d+\.\d kB, and 0 bytes are free\.\n"
        assert re.match(said, ended.stderr), ended.stderr
