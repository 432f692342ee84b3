"""An OpenCode server that answers as the real one did when it was recorded (`samples/`), and can be told to fail."""

import contextlib
import copy
import itertools
import json
import queue
import socket
import threading
import time
from base64 import b64decode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

SAMPLES = Path(__file__).parent / "samples"
ROOT, CHILD = json.loads((SAMPLES / "session_list.json").read_text())
((_, BUSY),) = json.loads((SAMPLES / "session_status_busy.json").read_text()).items()
(PROMPTED,) = json.loads((SAMPLES / "messages_prompted.json").read_text())
_numbers = itertools.count(1)


class Prompt(NamedTuple):
    session: str
    body: dict[str, Any]
    at: float

    @property
    def text(self) -> str:
        return str(self.body["parts"][0]["text"])


class StubOpenCode:
    """`on_prompt` may answer with a status of its own, `CUT` the connection or `DROP` what it accepted."""

    CUT, DROP = -1, -2

    def __init__(self, directory: Path | str, *, host: str = "127.0.0.1", password: str = "") -> None:
        self.directory = str(directory)
        self.host = host
        self.password = password
        self.port = 0
        self.sessions: list[dict[str, Any]] = []
        self.projects = [self.directory]
        self.busy: set[str] = set()
        self.prompts: list[Prompt] = []
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self.asked: list[str] = []
        self.permissions: list[dict[str, Any]] = []
        self.questions: list[dict[str, Any]] = []
        self.todos: dict[str, list[dict[str, str]]] = {}
        #: What was replied to permissions and questions, by their ids.
        self.replies: list[tuple[str, dict[str, Any]]] = []
        #: A server of long ago: no events, no permissions, no questions.
        self.old = False
        #: How it fails (`garbage`, `shape`, `half`, `500`, `endless`, `never`, `slow`), and where.
        self.fault, self.faulty = "", ""
        self.listeners: list[queue.SimpleQueue[bytes | None]] = []
        self.connections: set[socket.socket] = set()
        self.on_prompt: Callable[[], int | None] = lambda: None

    @property
    def url(self) -> str:
        return f"http://[{self.host}]:{self.port}" if ":" in self.host else f"http://{self.host}:{self.port}"

    def add(self, directory: Path | str | None = None, *, age: float = 60, **fields: Any) -> str:
        """A session that was used so many seconds ago; its id."""
        id = f"ses_{next(_numbers):026d}"
        sample = copy.deepcopy(CHILD if "parentID" in fields else ROOT)
        updated = int((time.time() - age) * 1000)
        sample["time"] |= {"created": updated, "updated": updated}
        self.sessions.append(sample | {"id": id, "directory": str(directory or self.directory)} | fields)
        return id

    def texts(self, session: str) -> list[str]:
        return [one.text for one in self.prompts if one.session == session]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """At the port where it was before."""

        class Handler(_Handler):
            stub = self

        class Listening(ThreadingHTTPServer):
            address_family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass  # a connection that was cut

        self._server = Listening((self.host, self.port), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def stop(self) -> None:
        self.cut()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        for one in list(self.connections):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    # Events

    def emit(self, kind: str, directory: str | None = None, **properties: Any) -> None:
        payload = {"id": f"evt_{next(_numbers):026d}", "type": kind, "properties": properties}
        self.send({"directory": directory or self.directory, "project": "global", "payload": payload})

    def send(self, event: object) -> None:
        for one in list(self.listeners):
            one.put(b"data: " + json.dumps(event, separators=(",", ":")).encode() + b"\n\n")

    def cut(self) -> None:
        """End the connections of all who listen."""
        for one in list(self.listeners):
            one.put(None)

    # What it answers

    def answer(self, method: str, path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        folder = query.get("directory", self.directory)
        match path.strip("/").split("/"):
            case ["global", "health"]:
                return 200, {"healthy": True, "version": "1.18.34"}
            case ["path"] if not self.old:
                return 200, {"directory": self.directory, "worktree": self.directory}
            case ["experimental", "session"] if not self.old:
                return 200, self._newest(self.sessions, query)
            case ["session"] if method == "GET":
                return 200, self._listed(query)
            case ["session", "status"]:
                there = {one["id"] for one in self.sessions if one["directory"] == folder}
                return 200, dict.fromkeys(self.busy & there, BUSY)
            case ["permission"] if not self.old:
                return 200, self._in(folder, self.permissions)
            case ["question"] if not self.old:
                return 200, self._in(folder, self.questions)
            case ["permission" | "question", id, "reply"] if not self.old:
                return self.replied(id, folder, body)
            case ["project"]:
                return 200, [{"id": f"p{number}", "worktree": one} for number, one in enumerate(self.projects)]
            case ["session", id] if found := self.found(id):
                return 200, found
            case ["session", id, "message"] if self.found(id):
                return 200, self._page(id, query)
            case ["session", id, "todo"] if self.found(id):
                return 200, self.todos.get(id, [])
            case ["session", id, "prompt_async"] if self.found(id):
                return self._prompted(id, body)
        return 404, {"name": "NotFoundError", "data": {"message": f"Session not found: {path}"}}

    def found(self, id: str) -> dict[str, Any] | None:
        return next((one for one in self.sessions if one["id"] == id), None)

    def _listed(self, query: dict[str, str]) -> list[dict[str, Any]]:
        if query.get("scope") == "project" or "directory" not in query:
            project = query.get("directory", self.directory)
            return self._newest([one for one in self.sessions if one["directory"].startswith(project)], query)
        return self._newest([one for one in self.sessions if one["directory"] == query["directory"]], query)

    def _newest(self, sessions: list[dict[str, Any]], query: dict[str, str]) -> list[dict[str, Any]]:
        own = [one for one in sessions if "parentID" not in one or query.get("roots") != "true"]
        return sorted(own, key=lambda one: -one["time"]["updated"])[: int(query["limit"])]

    def _page(self, id: str, query: dict[str, str]) -> list[dict[str, Any]]:
        """With a cursor where there is more."""
        messages = self.messages.get(id, [])
        end = int(query["before"]) if "before" in query else len(messages)
        start = max(end - int(query["limit"]), 0)
        return Page(messages[start:end], str(start) if start else None)

    def _in(self, folder: str, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one for one in requests if (self.found(one["sessionID"]) or {}).get("directory") == folder]

    def replied(self, id: str, folder: str, body: dict[str, Any]) -> tuple[int, Any]:
        for requests, kind in ((self.permissions, "permission"), (self.questions, "question")):
            for one in [one for one in self._in(folder, requests) if one["id"] == id]:
                self.replies.append((id, body))
                requests.remove(one)
                self.emit(f"{kind}.replied", folder, sessionID=one["sessionID"], requestID=id, **body)
                return 200, True
        return 404, {"name": "NotFoundError"}

    def _prompted(self, id: str, body: dict[str, Any]) -> tuple[int, Any]:
        status = self.on_prompt()
        if status not in (None, self.DROP):
            return status or 0, {"name": "BadRequest"}
        self.prompts.append(Prompt(id, body, time.monotonic()))
        if status is None:
            message = copy.deepcopy(PROMPTED)
            message["parts"] = [message["parts"][0] | body["parts"][0]]
            self.messages.setdefault(id, []).append(message)
        return 204, None


class Page(list[dict[str, Any]]):
    """Some messages, and where the ones before them are."""

    def __init__(self, messages: list[dict[str, Any]], cursor: str | None) -> None:
        super().__init__(messages)
        self.cursor = cursor


class _Handler(BaseHTTPRequestHandler):
    stub: StubOpenCode
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.stub.connections.add(self.connection)

    def finish(self) -> None:
        self.stub.connections.discard(self.connection)
        super().finish()

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._handle(None)

    def do_POST(self) -> None:
        self._handle(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _handle(self, body: Any) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.stub.asked.append(f"{self.command} {parts.path}")
        if not self._is_let_in():
            self._say(401, None)
        elif self.stub.fault and self.stub.faulty in parts.path and self._failed():
            return
        elif parts.path == "/global/event" and not self.stub.old:
            self._tell_events()
        else:
            self._say(*self.stub.answer(self.command, parts.path, query, body))

    def _say(self, status: int, said: Any) -> None:
        if status == StubOpenCode.CUT:
            self.close_connection = True
            return
        data = b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        if status == 401:
            self.send_header("www-authenticate", 'Basic realm="Secure Area"')
        self.send_header("Content-Type", "application/json")
        if isinstance(said, Page) and said.cursor:
            self.send_header("x-next-cursor", said.cursor)
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _failed(self) -> bool:
        """Whether the fault was the whole answer."""
        fault = self.stub.fault
        if fault == "slow":
            time.sleep(1.5)
            return False
        if fault == "500":
            self._say(500, {"name": "UnknownError"})
        elif fault == "shape":
            self._say(200, "a word")
        elif fault == "endless":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.close_connection = True
            with contextlib.suppress(OSError):  # nobody reads on for ever
                while self.stub.fault == "endless":
                    self.wfile.write(b'[{"id":"ses_x"},' * 4096)
        elif fault == "never":
            while self.stub.fault == "never":
                time.sleep(0.05)
            self.close_connection = True
        else:
            text = b"\x00\xff this is no JSON" if fault == "garbage" else b'[{"id":"ses_'
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text) + (100 if fault == "half" else 0)))
            self.end_headers()
            self.wfile.write(text)
            self.close_connection = fault == "half"
        return True

    def _tell_events(self) -> None:
        self.close_connection = True
        coming: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        coming.put(b'data: {"payload":{"id":"evt_0","type":"server.connected","properties":{}}}\n\n')
        self.stub.listeners.append(coming)
        try:
            while (data := coming.get()) is not None:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        except OSError:
            pass
        finally:
            self.stub.listeners.remove(coming)

    def _is_let_in(self) -> bool:
        given = self.headers.get("Authorization", "").removeprefix("Basic ")
        return not self.stub.password or b64decode(given) == f"opencode:{self.stub.password}".encode()
