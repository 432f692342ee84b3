"""The disk is full: a clear refusal, nothing lost, and it goes on when there is room."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import done, refused, until
from support.hub import Caller, running

MEGABYTE = 1024 * 1024


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


def _send(agent: Caller, number: int) -> dict[str, str] | None:
    """A create that is either taken or refused for want of room."""
    body = {"notification_type": "info", "title": f"row {number}", "message": "m" * 8000}
    answer = agent.post("/api/notifications", body)
    if answer.status_code == 201:
        sent: dict[str, str] = answer.json()
        return sent
    refused(answer, 507, 503)
    return None


def test_a_full_disk_refuses_creates_loses_nothing_and_recovers(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, data_dir=small_disk / "data") as hub:
        agent = hub.new_agent()
        kept = [agent.send(f"before {number}") for number in range(20)]
        for turn in range(2):
            filler = _fill(small_disk)
            attempts = iter(range(3000))
            while sent := _send(agent, next(attempts)):
                kept.append(sent)
            assert _send(agent, 0) is None or turn >= 0
            assert done(hub.nobody("GET", "/health"))["status"] == "ok"
            assert {row["id"] for row in agent.every_notification()} >= {row["id"] for row in kept}
            filler.unlink()
            kept.append(until(lambda: _send(agent, 1), "there is room again"))
            kept.append(agent.send("after"))
        with agent.socket(since=0) as live:
            live.connected()
            live.until_type("agent_notification", notification_id=kept[-1]["id"])
        hub.kill()
        hub.start()
        stored = {row["id"]: row for row in agent.every_notification()}
        assert all(stored[row["id"]] == row for row in kept)
        agent.send("after the restart")
