"""The real OpenCode, without the plugin, and a hub that watches it: scripted sessions, what is seen of them, and when.

A time is measured from an event, as the test hears it from OpenCode itself, to the answer of the hub that shows it. It
stands in the report; no test depends on it.
"""

import contextlib
import http.client
import json
import secrets
import socket
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from support.answers import PATIENCE, done, until
from support.fake_model import Call, FakeModel, Step, serving, text_of
from support.hub import Caller, Hub
from support.opencode import FRUGAL, PATIENCE_WITH_IT, OpenCode, Server, installed
from support.questions import Question, answer, look

NOTIFY = [sys.executable, str(Path(__file__).with_name("notify_server.py"))]
ENDED = "Done."
MERGE: dict[str, Any] = {"title": "Merge?", "question": "Merge to main?", "options": ["Yes, merge", "No"]}
ACCEPTED = {"response": "accepted", "choice": "Yes, merge"}
#: What is allowed always is so for the whole server: a test that does it takes a command of its own.
PERMISSIONS = {"bash": {"*": "allow", "touch *": "ask", "mkdir *": "ask"}, "edit": "ask"}
ALLOW_ONCE, ALLOW_ALWAYS, REJECT = "Allow once", "Allow always", "Reject"
OWN_USER = "opencode"
PART = "message.part.updated"

Record = Callable[[str, object], None]
Seen = dict[str, Any]


class Shown(NamedTuple):
    """What the hub said of everybody, and when it did."""

    at: float
    watch: Seen
    session: Seen
    lines: list[Seen]

    @property
    def title(self) -> str:
        return str(self.watch["title"])

    @property
    def waits(self) -> list[Seen]:
        return list(self.session["waits"])

    @property
    def wait(self) -> Seen:
        (only,) = self.waits
        return dict(only)

    @property
    def menu(self) -> list[str]:
        return [line["text"] for line in self.lines]


class Events:
    """All that a server tells of, as it comes, with the time."""

    def __init__(self, url: str, password: str | None = None) -> None:
        where = urlsplit(url)
        self._http = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE_WITH_IT)
        basic = b64encode(f"{OWN_USER}:{password}".encode()).decode()
        self._http.request("GET", "/global/event", headers={"Authorization": f"Basic {basic}"} if password else {})
        self._socket = self._http.sock
        self._stream = self._http.getresponse()
        assert self._stream.status == 200, self._stream.status
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        until(lambda: self.heard, "the server says that it tells", PATIENCE_WITH_IT)

    def _listen(self) -> None:
        with contextlib.suppress(http.client.HTTPException, OSError):
            while line := self._stream.readline():
                if line.startswith(b"data:"):
                    self.heard.append((time.monotonic(), json.loads(line[5:])["payload"]))

    def of(self, type: str, about: str) -> list[float]:
        """When such events came that name this session, request or the like."""
        return [at for at, told in list(self.heard) if told["type"] == type and about in json.dumps(told["properties"])]

    def first(self, type: str, about: str) -> float:
        """When the first of them came. The hub may have heard it before the test did."""
        return until(lambda: self.of(type, about), f"{type} of {about} is heard")[0]

    def tool_began(self, session: str, tool: str) -> float:
        """When a call of this tool was first seen to run."""

        def began() -> list[float]:
            parts = [(at, told["properties"]["part"]) for at, told in list(self.heard) if told["type"] == PART]
            own = [(at, part) for at, part in parts if (part["sessionID"], part.get("tool")) == (session, tool)]
            return [at for at, part in own if part["state"]["status"] == "running"]

        return until(began, f"{tool} runs in {session}")[0]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._stream.close()
        self._http.close()


class Served(NamedTuple):
    """An OpenCode with a scripted model, which nobody needs to watch."""

    model: FakeModel
    server: Server
    events: Events


@dataclass
class Work:
    """A session that was given a prompt."""

    at: "Watched"
    session: str
    prompt: str
    title: str
    directory: Path

    @property
    def name(self) -> str:
        return f"opencode:{self.session}"

    def requests(self) -> list[dict[str, Any]]:
        return self.at.model.heard(self.prompt)

    def until(self, condition: Callable[[], Any], why: str) -> Any:
        try:
            return until(condition, why, PATIENCE_WITH_IT)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self.at.told(self.name)}\n{self.at.server.opencode.output()}") from None

    def look(self) -> Shown | None:
        """It, as the hub shows it, if it does."""
        watch = self.at.look()
        seen = time.monotonic()
        found = [one for one in watch["sessions"] if one["id"] == self.name]
        assert len(found) < 2, found
        return Shown(seen, watch, found[0], _lines_of(watch, self.name)) if found else None

    def shown(self, condition: Callable[[Shown], Any], why: str) -> Shown:
        def met() -> Shown | None:
            shown = self.look()
            return shown if shown and condition(shown) else None

        found: Shown = self.until(met, why)
        return found

    def waits(self, kind: str, count: int = 1, *, idle: bool = False) -> Shown:
        """Once it waits for so many things of a kind, each of them a question that can be answered."""

        def asked(shown: Shown) -> bool:
            ready = [wait for wait in shown.waits if wait["kind"] == kind and wait["question_id"]]
            return len(ready) == len(shown.waits) == count and not (idle and shown.session["busy"])

        return self.shown(asked, f"it waits for a person: {count} × {kind}")

    def waits_no_more(self) -> Shown:
        return self.shown(lambda shown: not shown.waits, "it waits for nobody any more")

    def question(self, shown: Shown) -> Question:
        """What can be answered of the one thing that it waits for."""
        return look(self.at.owner, shown.wait["question_id"])

    def answer(self, shown: Shown, **said: str) -> float:
        """Answer that in the hub; when."""
        began = time.monotonic()
        answer(self.at.owner, shown.wait["question_id"], **said)
        return began

    def asked_by_client(self, path: str) -> dict[str, Any]:
        """The request of this session that is open in OpenCode itself."""

        def found() -> list[dict[str, Any]]:
            listed = self.at.server.call("GET", f"{path}?{self.here}")
            return [one for one in listed if one["sessionID"] == self.session]

        (request,) = self.until(found, f"{path} has something of it")
        return dict(request)

    def say(self, text: str, *script: Step) -> float:
        """The person writes in the session; when."""
        self.at.model.play(text, *script, ENDED)
        began = time.monotonic()
        self.send(text)
        return began

    def in_client(self, path: str, body: Any = None, method: str = "POST") -> float:
        """The person does something in OpenCode itself, which may answer after it has told everybody; when."""
        call = threading.Thread(target=self.at.server.call, args=(method, path, body))
        self.at.under_way.append(call)
        began = time.monotonic()
        call.start()
        return began

    def rest(self) -> "Work":
        """Once it idles."""
        self.until(lambda: self.at.server.finished(self.session), "the session comes to an end")
        return self

    def results(self) -> list[str]:
        """What the tools had returned when the model was asked last, once it idles."""
        messages = self.rest().requests()[-1]["messages"]
        return [text_of(message) for message in messages if message["role"] == "tool"]

    def remove(self) -> None:
        """With what it asked, which would else stay open."""
        shown = self.look() if self.at.hub.process else None
        waits = [*shown.waits, *shown.watch["questions"]] if shown else []
        self.at.server.call("POST", f"/session/{self.session}/abort?{self.here}")
        self.at.server.call("DELETE", f"/session/{self.session}?{self.here}")
        for id in {wait["question_id"] for wait in waits} - self.at.kept - {None}:
            self.at.owner.post(f"/api/questions/{id}/answer", {"outcome": "dismissed"})

    @property
    def here(self) -> str:
        return f"directory={quote(str(self.directory))}"

    def send(self, text: str) -> None:
        body = {"parts": [{"type": "text", "text": text}]}
        self.at.server.call("POST", f"/session/{self.session}/prompt_async?{self.here}", body)


@dataclass
class Watched:
    """An OpenCode with a scripted model, and the hub that watches it."""

    hub: Hub
    model: FakeModel
    server: Server
    events: Events
    begun: list[Work] = field(default_factory=list)
    #: Questions of sessions that work beside the tests: none of these tidies them away.
    kept: set[str] = field(default_factory=set)
    under_way: list[threading.Thread] = field(default_factory=list)

    @property
    def project(self) -> Path:
        return self.server.opencode.project

    def begin(self, *script: Step, directory: Path | None = None) -> Work:
        """A new session with a prompt whose script this is."""
        mark = secrets.token_hex(4)
        work = Work(self, "", f"Do {mark}.", f"Session {mark}", directory or self.project)
        self.model.play(work.prompt, *script, ENDED)
        made = self.server.call("POST", f"/session?{work.here}", {"title": work.title})
        work.session = made["id"]
        work.send(work.prompt)
        self.begun.append(work)
        return work

    def clear(self) -> None:
        """Remove the sessions of a test: what one left behind, when it failed, is not seen by the next."""
        while self.under_way:
            self.under_way.pop().join(PATIENCE_WITH_IT)
        while self.begun:
            self.begun.pop().remove()

    @cached_property
    def owner(self) -> Caller:
        return self.hub.owner

    def look(self) -> Seen:
        watch: Seen = done(self.owner.get("/api/watch"))
        return watch

    def told(self, name: str) -> str:
        """What the hub says, for the report of a failure."""
        if self.hub.process is None:
            return "the hub was not started"
        watch = self.look()
        lines = [f"{line['depth']} {line['kind']:10} {line['text']}" for line in watch["lines"]]
        session = [one for one in watch["sessions"] if one["id"] == name]
        rest = json.dumps([session, watch["questions"], watch["servers"]], indent=1)
        return "\n".join([watch["title"], *lines, rest])


def _lines_of(watch: Seen, name: str) -> list[Seen]:
    """Its line in the menu and those below it."""
    own: list[Seen] = []
    for line in watch["lines"]:
        if own and line["depth"] == 0:
            break
        if own or (line["session"] == name and line["kind"] == "session"):
            own.append(line)
    return own


def note(record: Record, what: str, since: float, shown: float | Shown) -> None:
    """Tell how long something took to be seen."""
    taken = (shown.at if isinstance(shown, Shown) else shown) - since
    record(f"{what}, ms", round(taken * 1_000))
    print(f"\n    {what}: {taken * 1_000:.0f} ms")


@contextmanager
def served(
    folder: Path, data_dir: Path | None = None, password: str | None = None, *, frugal: bool = True
) -> Iterator[Served]:
    """An OpenCode that serves. Its agents have Bellpull's tools if the data folder of a hub is given, which has to
    run before the first session does. Not `frugal` it does all that it does for people."""
    opencode = installed(folder)
    with serving(FakeModel(ENDED)) as model:
        opencode.use(model)
        opencode.set(**(FRUGAL if frugal else {}))
        _settle(opencode, data_dir)
        with opencode.serve(**({"OPENCODE_SERVER_PASSWORD": password} if password else {})) as server:
            server.http.auth = (OWN_USER, password) if password else None
            events = Events(server.url, password)
            try:
                yield Served(model, server, events)
            finally:
                events.close()


def _settle(opencode: OpenCode, data_dir: Path | None) -> None:
    bellpull = [sys.executable, "-m", "bellpull.cli.main", "mcp", "--data-dir", str(data_dir)]
    opencode.add_servers(notify=NOTIFY, **({"bellpull": bellpull} if data_dir else {}))
    said = json.loads(opencode.settings.read_text())
    opencode.settings.write_text(json.dumps(said | {"permission": PERMISSIONS}))


@contextmanager
def watching(folder: Path, *urls: str) -> Iterator[Hub]:
    """A hub that watches these servers and no others, from when it is started."""
    told = {"creates_per_minute": "0", "opencode_urls": ",".join(urls)}
    hub = Hub(folder, told)
    try:
        yield hub
    finally:
        hub.close()
    assert "Traceback" not in hub.output(), hub.output()


@contextmanager
def at_work(folder: Path) -> Iterator[Watched]:
    """An OpenCode with all the tools, and a hub that watches it from the start."""
    (folder / "hub").mkdir()
    (folder / "opencode").mkdir()
    with (
        served(folder / "opencode", folder / "hub" / "data") as opencode,
        watching(folder / "hub", opencode.server.url) as hub,
    ):
        yield Watched(hub.start(), *opencode)


def ask(**more: Any) -> Call:
    return Call("bellpull_ask_user", MERGE | more)


def bash(command: str) -> Call:
    return Call("bash", {"command": command, "description": "run"})
