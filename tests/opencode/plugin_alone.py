"""The plugin in node, with an OpenCode that the test plays and a real hub behind a door that the test can hold shut."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bellpull.clients.opencode_plugin import plugin_text
from support.answers import PATIENCE, TRUST, until
from support.hub import Caller

HOST = Path(__file__).with_name("plugin_host.mjs")


class Door:
    """A way to the hub on which every call is noted, and some are held up or refused."""

    def __init__(self, hub_url: str) -> None:
        self.hub_url = hub_url
        self.url = ""
        self.calls: list[str] = []
        #: What was posted to the hub as signs, in order.
        self.signs: list[dict[str, Any]] = []
        self.open = {"claim": threading.Event()}
        self.open["claim"].set()
        #: How many calls of a kind are still to be refused.
        self.refusals: dict[str, int] = {}
        #: Whether the hub is one that no longer understands this plugin.
        self.parted = False
        self._shown: list[bytes] = []

    def shown(self, id: str) -> bool:
        """A look for what is pending has shown this one."""
        return any(id.encode() in body for body in self._shown)

    def note(self, method: str, body: bytes) -> None:
        if method == "GET":
            self._shown.append(body)

    def count(self, end: str) -> int:
        return sum(call.endswith(end) for call in self.calls)


@contextmanager
def door_to(hub_url: str) -> Iterator[Door]:
    door = Door(hub_url)

    class Handler(_Handler):
        through = door

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    door.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield door
    finally:
        door.open["claim"].set()
        server.shutdown()
        thread.join()
        server.socket.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    through: Door

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        door, kind = self.through, self.path.rpartition("/")[2]
        door.calls.append(f"{self.command} {self.path.partition('?')[0]}")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if kind == "signs":
            door.signs.extend(json.loads(body))
        if door.refusals.get(kind, 0) > 0:
            door.refusals[kind] -= 1
            self._answer(503, b"{}")
            return
        if door.parted:
            self._answer(426, b'{"detail": "What asks is too old", "code": "client_too_old", "hint": "restart it"}')
            return
        headers = {"Authorization": self.headers["Authorization"], "Content-Type": "application/json"}
        with httpx2.Client(trust_env=False, verify=TRUST, timeout=2 * PATIENCE) as http:
            said = http.request(self.command, door.hub_url + self.path, headers=headers, content=body)
        if kind in door.open:
            door.open[kind].wait(PATIENCE)
        self._answer(said.status_code, said.content)
        door.note(self.command, said.content)

    do_GET = do_POST

    def _answer(self, status: int, body: bytes) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.close_connection = True


@dataclass
class Plugin:
    agent: Caller
    door: Door
    process: "subprocess.Popen[str]"
    said: list[dict[str, Any]] = field(default_factory=list)
    asked: int = 0

    def begin(self, verb: str, given: Any = None) -> int:
        self.asked += 1
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"id": self.asked, "verb": verb, "given": given}) + "\n")
        self.process.stdin.flush()
        return self.asked

    def done(self, id: int) -> Any:
        return until(lambda: [one for one in self.said if one.get("id") == id], "the plugin has done it")[0]["done"]

    def do(self, verb: str, given: Any = None) -> Any:
        return self.done(self.begin(verb, given))

    def event(self, type: str, **properties: Any) -> None:
        self.do("event", {"type": type, "properties": properties})

    def session(self, id: str, parent: str | None = None, *, prompted: bool = True) -> str:
        info = {"id": id, "title": "A session", "version": "1.18.34", "directory": "/nowhere"}
        info |= {"parentID": parent} if parent else {}
        self.event("session.created", info=info)
        if prompted:
            self.do("message", {"sessionID": id, "agent": "plan"})
        self.busy(id)
        return id

    def busy(self, id: str) -> None:
        self.event("session.status", sessionID=id, status={"type": "busy"})

    def idle(self, id: str) -> None:
        self.event("session.idle", sessionID=id)

    def finish(self, session: str, output: Any, tool: str = "bash", call: str = "call_1") -> dict[str, Any]:
        """A tool finishes; its result as the plugin leaves it, and how long that took."""
        given = {"tool": tool, "sessionID": session, "callID": call, "args": {}}
        done: dict[str, Any] = self.do("after", {"input": given, "output": output})
        return done

    def replies(self) -> list[dict[str, Any]]:
        """What it told OpenCode of permissions and questions."""
        return [one for one in self.said if "reply" in one]

    def prompts(self) -> list[dict[str, Any]]:
        return [one for one in self.said if "prompt" in one]

    def logs(self) -> list[str]:
        return [one["log"] for one in self.said if "log" in one]


@contextmanager
def plugin_alone(agent: Caller, folder: Path, *, hub_pid: int | None = None, **replaced: str) -> Iterator[Plugin]:
    """`replaced`: texts of the plugin that are other ones here. `hub_pid`: the hub is one of a data folder, and this is
    its process."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on this machine")
    with door_to(agent.hub.url) as door:
        key_file = folder / "key.json"
        key_file.write_text(json.dumps({"key": agent.key}))
        said = {"agent": agent.name, "url": door.url, "key_file": str(key_file)}
        if hub_pid is not None:
            said["hub_file"] = str(folder / "hub.json")
            (folder / "hub.json").write_text(json.dumps({"url": door.url, "pid": hub_pid}))
        me = json.dumps(said)
        text = plugin_text([sys.executable, "-c", f"print({me!r})"], None, None, None)
        for name, value in replaced.items():
            assert f"const {name} = " in text
            before, _, after = text.partition(f"const {name} = ")
            text = f"{before}const {name} = {value}\n{after.partition(chr(10))[2]}"
        file = folder / "bellpull.mjs"
        file.write_text(text, encoding="utf-8")
        with running_in(node, file, folder) as process:
            plugin = Plugin(agent, door, process)
            reader = threading.Thread(target=_read, args=(plugin,))
            reader.start()
            try:
                until(lambda: door.count("/nudges"), "the plugin looks for nudges")
                yield plugin
                if process.poll() is None:
                    plugin.do("dispose")
            finally:
                with suppress(BrokenPipeError):
                    process.stdin.close()  # type: ignore[union-attr]
                process.wait(PATIENCE)
                reader.join()


@contextmanager
def running_in(node: str, file: Path, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [node, str(HOST), "serve", str(file)], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def _read(plugin: Plugin) -> None:
    assert plugin.process.stdout
    for line in plugin.process.stdout:
        plugin.said.append(json.loads(line))
