"""An OpenCode server that answers as the real one did when it was recorded (`samples/`), and can be told to fail."""

import copy
import itertools
import json
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

        self._server = Listening((self.host, self.port), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    # What it answers

    def answer(self, method: str, path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        match path.strip("/").split("/"):
            case ["session"] if method == "GET":
                return 200, self._listed(query)
            case ["session", "status"]:
                there = {one["id"] for one in self.sessions if one["directory"] == query["directory"]}
                return 200, dict.fromkeys(self.busy & there, BUSY)
            case ["project"]:
                return 200, [{"id": f"p{number}", "worktree": one} for number, one in enumerate(self.projects)]
            case ["session", id] if found := self._found(id):
                return 200, found
            case ["session", id, "message"] if self._found(id):
                return 200, self.messages.get(id, [])[-int(query["limit"]) :]
            case ["session", id, "prompt_async"] if self._found(id):
                return self._prompted(id, body)
        return 404, {"name": "NotFoundError", "data": {"message": f"Session not found: {path}"}}

    def _found(self, id: str) -> dict[str, Any] | None:
        return next((one for one in self.sessions if one["id"] == id), None)

    def _listed(self, query: dict[str, str]) -> list[dict[str, Any]]:
        assert query["roots"] == "true"
        project = query.get("directory", self.directory)
        own = [one for one in self.sessions if "parentID" not in one and one["directory"].startswith(project)]
        return sorted(own, key=lambda one: -one["time"]["updated"])[: int(query["limit"])]

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


class _Handler(BaseHTTPRequestHandler):
    stub: StubOpenCode
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._handle(None)

    def do_POST(self) -> None:
        self._handle(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _handle(self, body: Any) -> None:
        self.close_connection = True
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.stub.asked.append(f"{self.command} {parts.path}")
        status, said = (401, None) if not self._is_let_in() else self.stub.answer(self.command, parts.path, query, body)
        if status == StubOpenCode.CUT:
            return
        data = b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        if status == 401:
            self.send_header("www-authenticate", 'Basic realm="Secure Area"')
        self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _is_let_in(self) -> bool:
        given = self.headers.get("Authorization", "").removeprefix("Basic ")
        return not self.stub.password or b64decode(given) == f"opencode:{self.stub.password}".encode()
