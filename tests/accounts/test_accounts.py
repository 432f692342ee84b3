"""Two accounts of one machine: daemon runs a hub and its programs, and nobody tries to get at them."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from somebody import THEN

from bellpull.place.peer import is_own_socket, listens_at
from support.answers import PATIENCE, TRUST, until
from support.hub import SOURCES
from support.other_account import DAEMON, NOBODY, TESTS, needs_root, program_of, said_by

HERE = Path(__file__).parent
NO = ("EACCES", "EPERM")
Try = Callable[..., Any]
pytestmark = needs_root


class Somebody:
    """An account with a home of its own, where everybody may look in, as on many machines."""

    def __init__(self, home: Path, uid: int, sources: Path) -> None:
        self.home, self.uid, self.sources = home, uid, sources
        self.data_dir = home / "data"
        home.mkdir(mode=0o755)
        os.chown(home, uid, uid)

    def environment(self, **variables: str) -> dict[str, str]:
        path = os.pathsep.join([str(self.sources), str(TESTS), *sys.path])
        own = {"HOME": str(self.home), "BELLPULL_DATA_DIR": str(self.data_dir), "BELLPULL_OPENCODE_URLS": "off"}
        return {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONUTF8": "1"} | own | variables

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, str(HERE / "somebody.py"), str(self.uid), *words],
            env=self.environment(**variables),
            cwd=self.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *commands: tuple[str, ...], code: int = 0, **variables: str) -> str:
        """What these commands print, one after the other, each of which ends with this code."""
        first, *more = commands
        process = self.start(*first, *(word for words in more for word in (THEN, *words)), **variables)
        out, _ = process.communicate(timeout=2 * PATIENCE)
        assert process.returncode == code, out
        return out

    @property
    def named(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads((self.data_dir / "hub.json").read_text())
        return said

    @property
    def key(self) -> str:
        return (self.data_dir / "owner.key").read_text().strip()

    @contextmanager
    def hub(self) -> Iterator[None]:
        process = self.start("up", "--port", "0")
        try:
            until(lambda: process.poll() is not None or (self.data_dir / "hub.json").exists(), "the hub starts")
            assert process.poll() is None, process.communicate()[0]
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def readable_sources(copy: Path) -> Path:
    """Bellpull where every account can read it: the clone may be in somebody's closed home."""
    shutil.copytree(SOURCES, copy)
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return copy


@pytest.fixture(scope="module")
def somebody() -> Iterator[Somebody]:
    """Daemon, whose hub runs, who has an agent, and who has told and asked something."""
    folder = Path(tempfile.mkdtemp(prefix="bellpull-accounts-"))
    folder.chmod(0o755)
    one = Somebody(folder / "daemon", DAEMON, readable_sources(folder / "src"))
    try:
        with one.hub():
            one.run(
                ("key", "create", "--agent", "builder"),
                ("whoami", "--agent", "writer"),
                ("tell", "builder", "The staging password is TOPSECRET"),
                ("backup", str(one.home / "copy.db")),
                ("export", str(one.home / "all.jsonl")),
            )
            yield one
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def tries() -> Iterator[Try]:
    """What nobody tries, and what comes of it."""
    with program_of(HERE / "prying.py", str(NOBODY)) as process:
        yield lambda *question: said_by(process, question)


def files_of(somebody: Somebody) -> list[Path]:
    own = [path for path in somebody.data_dir.rglob("*") if path.is_file()]
    return [*own, somebody.home / "copy.db", somebody.home / "all.jsonl"]


def test_the_hub_runs_as_its_account_and_all_its_files_are_its_own(somebody: Somebody) -> None:
    pid = somebody.named["pid"]
    assert Path(f"/proc/{pid}").stat().st_uid == DAEMON
    names = {path.name for path in files_of(somebody)}
    assert {"bellpull.db", "hub.json", "owner.key", "hub.log", "writer.json", "copy.db", "all.jsonl"} <= names
    assert {path.stat().st_uid for path in files_of(somebody)} == {DAEMON}


def test_no_file_can_be_read_written_or_removed(somebody: Somebody, tries: Try) -> None:
    for file in files_of(somebody):
        for verb in ("read", "overwrite"):
            assert tries(verb, str(file)) in NO, (verb, file)
        assert tries("remove", str(file)) in NO, file


def test_no_folder_can_be_listed_or_added_to(somebody: Somebody, tries: Try) -> None:
    folders = [somebody.data_dir, *(path for path in somebody.data_dir.rglob("*") if path.is_dir())]
    for folder in folders:
        assert tries("entries", str(folder)) in NO, folder
        for name in ("hub.json", "owner.key", "stopped", "start.lock", "new"):
            assert tries("make", str(folder / name)) in NO, (folder, name)


def test_no_process_can_be_looked_into_or_ended(somebody: Somebody, tries: Try) -> None:
    pid = somebody.named["pid"]
    for name in ("environ", "mem", "maps"):
        assert tries("read", f"/proc/{pid}/{name}") in NO, name
    assert tries("entries", f"/proc/{pid}/fd") in NO
    assert tries("link", f"/proc/{pid}/cwd") in NO
    assert tries("signal", pid) == "EPERM"


@pytest.mark.slow
def test_the_words_of_a_process_which_everybody_can_read_hold_no_key(somebody: Somebody, tries: Try) -> None:
    key = json.loads((somebody.data_dir / "keys" / "writer.json").read_text())["key"]
    asking = ("ask", "Deploy?", "--option", "Yes", "--option", "No")
    with ExitStack() as ended:
        started = [somebody.start(*asking, BELLPULL_KEY=key), somebody.start("mcp", "--agent", "writer")]
        for process in started:
            ended.callback(process.communicate, timeout=PATIENCE)
            ended.callback(process.kill)
        http = ended.enter_context(httpx2.Client(trust_env=False, verify=TRUST, timeout=PATIENCE))
        asked = {"Authorization": f"Bearer {somebody.key}"}
        where = f"{somebody.named['url']}/api/questions"
        until(lambda: http.get(where, headers=asked).json()["count"], "it asks")
        for process in started:
            words = tries("read", f"/proc/{process.pid}/cmdline")
            assert "bellpull" in words or "somebody" in words
            assert "bp_" not in words
    assert "bp_" not in tries("read", f"/proc/{somebody.named['pid']}/cmdline")


def request(path: str, *headers: str, host: str = "127.0.0.1") -> str:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", ""])


@pytest.mark.parametrize(
    "path", ["/api/me", "/api/notifications", "/api/questions", "/api/agents/builder/nudges", "/api/audit", "/metrics"]
)
def test_the_hub_tells_nothing_without_a_key_also_on_this_machine(somebody: Somebody, tries: Try, path: str) -> None:
    """That somebody comes from the same machine counts for nothing."""
    port = int(somebody.named["url"].rpartition(":")[2])
    for headers in ((), ("Authorization: Bearer bp_000000000000_wrong",), ("X-Forwarded-For: 127.0.0.1",)):
        said = tries("talk", "127.0.0.1", port, request(path, *headers))
        assert said.startswith("HTTP/1.1 401"), said
        assert "TOPSECRET" not in said


def test_the_hub_shows_who_it_is_and_no_secret(somebody: Somebody, tries: Try) -> None:
    port = int(somebody.named["url"].rpartition(":")[2])
    said = tries("talk", "127.0.0.1", port, request("/health", "Bellpull-Nonce: 0123456789abcdef"))
    assert said.startswith("HTTP/1.1 200")
    assert somebody.named["hub"] in said
    for secret in (somebody.named["secret"], somebody.key):
        assert secret not in said


def test_a_socket_without_a_key_hears_nothing(somebody: Somebody, tries: Try) -> None:
    port = int(somebody.named["url"].rpartition(":")[2])
    key = base64.b64encode(b"0123456789abcdef").decode()
    asked = [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "Upgrade: websocket"]
    words = request("/ws/events", *asked).replace("Connection: close", "Connection: Upgrade")
    said = tries("talk", "127.0.0.1", port, words)
    assert "101" in said.split("\r\n")[0]
    assert "connected" not in said.partition("\r\n\r\n")[2]


@pytest.mark.slow
def test_the_other_accounts_commands_find_no_hub_and_no_key(somebody: Somebody) -> None:
    """With a home of their own; and if they name the other's folder."""
    other = Somebody(somebody.home.parent / "nobody", NOBODY, somebody.sources)
    assert "is not running" in other.run(("inbox",), code=2)
    there = {"BELLPULL_DATA_DIR": str(somebody.data_dir)}
    said = other.run(("inbox",), ("up", "--port", "0"), ("whoami",), code=2, **there)
    refused = [line for line in said.splitlines() if line.startswith("bellpull: ")]
    assert len(refused) == 3, said
    assert all("belongs to the account daemon" in line or "Permission denied" in line for line in refused), said


def bus_words(uid: int) -> str:
    """To come in as this account."""
    from dbus_fast import Message

    hello = Message("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", serial=1)
    begin = f"\0AUTH EXTERNAL {str(uid).encode().hex()}\r\nBEGIN\r\n"
    return begin + bytes(hello._marshall(False)).decode("latin-1")


@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no dbus-daemon on this machine")
def test_a_desktop_bus_lets_no_other_account_in(somebody: Somebody, tries: Try) -> None:
    """Where the desk shows questions and has its icon. That is the bus's own wall, not Bellpull's."""
    where = somebody.home / "bus"
    command = ["dbus-daemon", "--session", "--nofork", f"--address=unix:path={where}"]
    with (
        program_of(HERE / "prying.py", str(DAEMON)) as process,
        subprocess.Popen(command, user=DAEMON, group=DAEMON, extra_groups=[]) as bus,
    ):
        try:
            until(where.exists, "the bus is there")
            own = said_by(process, ["talk_unix", str(where), bus_words(DAEMON)])
            said = [tries("talk_unix", str(where), bus_words(uid)) for uid in (NOBODY, DAEMON)]
        finally:
            bus.terminate()
            bus.wait(PATIENCE)
    assert "NameAcquired" in own
    assert not any("NameAcquired" in one for one in said), said


def test_a_tmux_socket_of_another_account_is_not_ones_own(tmp_path: Path) -> None:
    where = tmp_path / "tmux"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(where))
        listener.listen()
        assert is_own_socket(str(where))
        os.chown(where, NOBODY, NOBODY)
        assert not is_own_socket(str(where))
        assert not listens_at(str(where), sys.executable)
