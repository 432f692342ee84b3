"""A hub as people run it: a process of its own, its own data folder, a free port."""

import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from support import warm
from support.answers import PATIENCE, TRUST, done, until
from support.live import Live
from support.this_run import MARK

SOURCES = Path(__file__).parents[2] / "src"
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", MARK)
#: Servers of OpenCode that other tests, other runs and people have on this machine are not a hub's business.
UNWATCHED = {"BELLPULL_OPENCODE_URLS": "off", "BELLPULL_OPENCODE_DISCOVERY": "false"}


@dataclass(frozen=True)
class Caller:
    """Somebody with a key. It finds the hub anew at each call, so it outlives a restart."""

    hub: "Hub"
    key: str
    name: str
    key_id: str

    def call(self, method: str, path: str, **how: Any) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {self.key}"} | how.pop("headers", {})
        return self.hub.http.request(method, self.hub.address + path, headers=headers, **how)

    def get(self, path: str, **query: Any) -> httpx2.Response:
        return self.call("GET", path, params=query or None)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.call("POST", path, headers=sent, **({} if body is None else {"json": body}))

    def delete(self, path: str) -> httpx2.Response:
        return self.call("DELETE", path)

    def send(self, title: str = "The report is ready", **fields: Any) -> dict[str, Any]:
        """Create a notification that has to be taken."""
        body = {"notification_type": "info", "title": title} | fields
        sent: dict[str, Any] = done(self.post("/api/notifications", body), 201)
        return sent

    def read(self, notification_id: str) -> dict[str, Any]:
        notification: dict[str, Any] = done(self.get(f"/api/notifications/{notification_id}"))
        return notification

    def socket(self, path: str = "/ws/events", *, since: int | str | None = None, hub: str | None = None) -> Live:
        """One that listens already: what happens from now on is heard."""
        return Live(self.hub.url, path, key=self.key, since=since, hub=hub).join()

    def every_notification(self, limit: int = 500, **query: Any) -> Iterator[dict[str, Any]]:
        """All pages, newest first."""
        before: dict[str, str] = {}
        while page := done(self.get("/api/notifications", limit=limit, **query, **before))["notifications"]:
            yield from page
            assert page[-1]["id"] != before.get("before"), "a page begins with the end of the page before"
            before = {"before": page[-1]["id"]}


class Hub:
    #: What is typed for `bellpull`.
    program: tuple[str, ...] = (sys.executable, "-m", "bellpull.cli.main")
    #: What is there already when it starts: what every hub loads at its start.
    loaded: tuple[str, ...] = ("bellpull.assemble", "bellpull.cli.up")
    #: Where it listens; 0 is a free one at each start.
    port = "0"
    _owner: Caller | None = None
    _asked = ""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None, data_dir: Path | None = None) -> None:
        self.folder = folder
        self.data_dir = data_dir or folder / "data"
        self.log = folder / "output.txt"
        self.settings = {f"BELLPULL_{name.upper()}": value for name, value in (settings or {}).items()}
        #: Where its port is, and where it is called: a hub without a port is called all the same.
        self.url = ""
        self.address = ""
        self.process: subprocess.Popen[bytes] | warm.Copy | None = None
        limits = httpx2.Limits(max_connections=200, max_keepalive_connections=200)
        self.http = httpx2.Client(trust_env=False, verify=TRUST, timeout=PATIENCE, limits=limits)

    def environment(self) -> dict[str, str]:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        places = {name: str(home / name.lower()) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        return (
            kept
            | places
            | {"HOME": str(home), "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"}
            | UNWATCHED
            | self.settings
        )

    def launch(self) -> "subprocess.Popen[bytes] | warm.Copy":
        """Start the process without waiting for it."""
        words, environment = ["up", "--port", self.port, "--data-dir", str(self.data_dir)], self.environment()
        with self.log.open("ab") as log:
            if warm.POSSIBLE and self.program == Hub.program and environment.get("PYTHONPATH") == str(SOURCES):
                return warm.start(words, environment, self.folder, log, self.loaded)
            return subprocess.Popen(
                [*self.program, *words],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def start(self) -> "Hub":
        self.process, self._owner = self.launch(), None
        self.url = self.address = until(self._find, "the hub starts")
        return self

    def _find(self) -> str | None:
        assert self.process is not None
        assert self.process.poll() is None, f"the hub ended with {self.process.returncode}:\n{self.output()}"
        with contextlib.suppress(OSError, ValueError, httpx2.TransportError):
            said = json.loads((self.data_dir / "hub.json").read_text())
            if said["pid"] == self.process.pid and self.http.get(said["url"] + "/health").json()["hub"] == said["hub"]:
                return str(said["url"]).rstrip("/")
        return None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def id(self) -> str:
        return str(done(self.http.get(self.address + "/health"))["hub"])

    @property
    def database(self) -> Path:
        return self.data_dir / "bellpull.db"

    @property
    def owner(self) -> Caller:
        """The admin whom the first start made. Each life of the hub is asked once who that is: tests that wait say this
        often."""
        key = (self.data_dir / "owner.key").read_text().strip()
        if self._owner is None or (self._owner.key, self._asked) != (key, self.address):
            me = done(self.http.get(self.address + "/api/me", headers={"Authorization": f"Bearer {key}"}))
            self._owner, self._asked = Caller(self, key, me["name"], me["key_id"]), self.address
        return self._owner

    def new_agent(self, owner: Caller | None = None, name: str | None = None) -> Caller:
        """A fresh agent of this owner, or of the admin."""
        name = name or f"agent-{secrets.token_hex(4)}"
        made = done((owner or self.owner).post("/api/keys", {"agent_name": name}), 201)
        return Caller(self, made["key"], made["agent_name"], made["id"])

    def new_person(self, name: str | None = None) -> Caller:
        """A fresh user who is no admin."""
        name = name or f"person-{secrets.token_hex(4)}"
        made = done(self.owner.post("/api/keys", {"user": name}), 201)
        return Caller(self, made["key"], made["user"], made["id"])

    def nobody(self, method: str, path: str, **how: Any) -> httpx2.Response:
        """Call without a key."""
        return self.http.request(method, self.address + path, **how)

    def sockets(self) -> int:
        """How many sockets the hub says it holds."""
        line = re.search(r"^bellpull_sockets (\d+)$", self.owner.get("/metrics").text, re.MULTILINE)
        assert line, "the metrics do not count sockets"
        return int(line[1])

    def output(self) -> str:
        return self.log.read_text(errors="replace")[-20_000:] if self.log.exists() else ""

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C and service managers do; its exit code."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def restart(self) -> "Hub":
        if self.process is not None and self.process.poll() is None:
            self.stop()
        return self.start()

    def close(self) -> None:
        self.http.close()
        if self.process is not None and self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()
                raise


@contextlib.contextmanager
def running(folder: Path, settings: Mapping[str, str] | None = None, data_dir: Path | None = None) -> Iterator[Hub]:
    """A hub for the length of a block. What it printed has no traceback, whatever was done to it."""
    hub = Hub(folder, {"creates_per_minute": "0"} | dict(settings or {}), data_dir)
    try:
        yield hub.start()
    finally:
        hub.close()
    log = hub.data_dir / "hub.log"
    printed = hub.output() + (log.read_text(errors="replace")[-20_000:] if log.exists() else "")
    assert "Traceback" not in printed, printed


HubMaker = Callable[..., Hub]
