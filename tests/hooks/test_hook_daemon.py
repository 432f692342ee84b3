"""A coding tool that runs its sessions in a daemon: its hooks tell the terminal that a person has typed in, and a
session that nobody has open any more is over, though the daemon lives."""

import json
import os
import pty
import secrets
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hook_tool import Tool, event_of, session

from bellpull.cli.hook_daemon import connected, terminal_of, variables
from bellpull.clients.hooks.command import DIALOG, WAKE
from support.answers import PATIENCE, until
from support.hub import Hub

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who is connected to whom"),
]
DAEMON = """
import socket, subprocess, sys, threading
listener, held = socket.socket(socket.AF_UNIX), []
listener.bind(sys.argv[1])
listener.listen()
def accept():
    while True:
        held.append(listener.accept())
threading.Thread(target=accept, daemon=True).start()
print("listens", flush=True)
for line in sys.stdin:
    subprocess.Popen(["sh", "-c", line], stdin=subprocess.DEVNULL)
"""
TERMINAL = """
import fcntl, os, socket, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
print("connected", flush=True)
while os.read(0, 100):
    pass
"""
EARLIER, LATER = 1_700_000_000.0, 1_700_000_008.0


@dataclass(frozen=True)
class Opened:
    pid: int
    tty: str
    process: "subprocess.Popen[bytes]"

    def typed_at(self, when: float) -> None:
        """The kernel does this when somebody types."""
        os.utime(self.tty, (when, when))

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@dataclass
class Daemon:
    process: "subprocess.Popen[bytes]"
    address: str
    tool: Tool
    open: ExitStack

    @property
    def pid(self) -> int:
        return self.process.pid

    def terminal(self, folder: Path, **more: str) -> Opened:
        return self.open.enter_context(self._terminal(folder, more))

    @contextmanager
    def _terminal(self, folder: Path, more: dict[str, str]) -> Iterator[Opened]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", TERMINAL, self.address],
            stdin=theirs,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=os.environ | more,
            start_new_session=True,
        )
        try:
            assert process.stdout
            assert process.stdout.readline() == b"connected\n"
            yield Opened(process.pid, os.ttyname(theirs), process)
        finally:
            process.kill()
            process.communicate(timeout=PATIENCE)
            os.close(ours)
            os.close(theirs)

    def hook(self, event: dict[str, Any], waits: str = "") -> None:
        """As the daemon runs it: it is not waited for."""
        file = self.tool.home / f"event-{secrets.token_hex(4)}.json"
        file.write_text(json.dumps(event))
        environment = [f"{name}={value}" for name, value in self.tool.environment().items()]
        words = shlex.join(["env", *environment, *self.tool.command("codex", waits)])
        assert self.process.stdin
        self.process.stdin.write(f"exec {words} < {shlex.quote(str(file))}\n".encode())
        self.process.stdin.flush()


@pytest.fixture
def daemon(fast_tool: Tool) -> Iterator[Daemon]:
    with TemporaryDirectory(prefix="hd-") as folder, ExitStack() as open:
        address, pipe = f"{folder}/socket", subprocess.PIPE
        command = [sys.executable, "-c", DAEMON, address, "--managed-daemon"]
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=fast_tool.home, start_new_session=True)
        try:
            assert process.stdout
            assert process.stdout.readline() == b"listens\n"
            yield Daemon(process, address, fast_tool, open)
        finally:
            process.kill()
            process.communicate(timeout=PATIENCE)


def known(hub: Hub, daemon: Daemon, event: dict[str, Any]) -> dict[str, Any]:
    return session(hub.owner, daemon.tool.agent or "", f"codex:{event['session_id']}") or {}


def test_a_connected_terminal_alone_is_one_of_the_daemon(daemon: Daemon, tmp_path: Path) -> None:
    assert connected(daemon.pid) == []
    assert terminal_of(daemon.pid, str(tmp_path)) is None
    one = daemon.terminal(tmp_path, TMUX_PANE="%7")
    until(lambda: connected(daemon.pid) == [one.pid], "it is connected")
    assert terminal_of(daemon.pid, str(tmp_path)) == one.pid
    assert variables(one.pid)[b"TMUX_PANE"] == b"%7"


def test_the_terminal_in_the_sessions_folder_is_meant(daemon: Daemon, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    here, elsewhere = daemon.terminal(tmp_path), daemon.terminal(tmp_path / "other")
    until(lambda: len(connected(daemon.pid)) == 2, "both are connected")
    here.typed_at(EARLIER)
    elsewhere.typed_at(LATER)
    assert terminal_of(daemon.pid, str(tmp_path)) == here.pid
    assert terminal_of(daemon.pid, "/nowhere") == elsewhere.pid


def test_the_terminal_that_was_typed_in_last_is_meant_of_several(daemon: Daemon, tmp_path: Path) -> None:
    one, other = daemon.terminal(tmp_path), daemon.terminal(tmp_path)
    until(lambda: len(connected(daemon.pid)) == 2, "both are connected")
    one.typed_at(LATER)
    other.typed_at(EARLIER)
    assert terminal_of(daemon.pid, str(tmp_path)) == one.pid
    other.typed_at(LATER + 1)  # too soon to tell
    assert terminal_of(daemon.pid, str(tmp_path)) is None


def test_a_hook_tells_the_terminal_and_not_the_daemons_own_surroundings(hub: Hub, daemon: Daemon) -> None:
    one = daemon.terminal(daemon.tool.home, TMUX="/tmp/tmux-1000/default,1,0", TMUX_PANE="%7")
    event = event_of("codex.UserPromptSubmit", cwd=str(daemon.tool.home))
    daemon.hook(event)
    place = until(lambda: known(hub, daemon, event).get("place"), "the place is known")
    assert (place["pid"], place["tty"]) == (daemon.pid, one.tty)
    assert place["tmux"] == {"socket": "/tmp/tmux-1000/default", "pane": "%7"}
    for sample, state in (("Stop", "idle"), ("UserPromptSubmit-ours", "working")):  # that one nobody has typed
        one.close()
        daemon.hook(event_of(f"codex.{sample}", session_id=event["session_id"]))
        until(lambda: known(hub, daemon, event)["state"] == state, f"it is {state}")  # noqa: B023
    assert known(hub, daemon, event)["place"] == place


@pytest.mark.parametrize(
    ("sample", "waits", "state"), [("Stop", WAKE, "idle"), ("PermissionRequest", DIALOG, "waiting")]
)
def test_a_session_is_over_once_its_terminal_is_closed(
    hub: Hub, daemon: Daemon, sample: str, waits: str, state: str
) -> None:
    one = daemon.terminal(daemon.tool.home)
    event = event_of("codex.UserPromptSubmit", cwd=str(daemon.tool.home))
    daemon.hook(event)
    until(lambda: known(hub, daemon, event).get("state") == "working", "it works")
    next_event = event_of(f"codex.{sample}", session_id=event["session_id"], cwd=str(daemon.tool.home))
    daemon.hook(next_event)
    until(lambda: known(hub, daemon, event)["state"] == state, f"it is {state}")
    daemon.hook(next_event, waits)
    if waits == WAKE:
        until(lambda: known(hub, daemon, event)["wakes"], "it can be woken")
    one.close()
    until(lambda: known(hub, daemon, event)["state"] == "ended", "it is over")
