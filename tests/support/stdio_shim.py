"""`bellpull mcp` as a client runs it: lines in, lines out. In a process of its own, or in a thread of the test's."""

import contextlib
import functools
import itertools
import json
import os
import queue
import secrets
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from bellpull.config import load
from bellpull.mcp.shim.identity import identity_in
from bellpull.mcp.shim.lines import Output
from bellpull.mcp.shim.stdio import Server
from support.answers import PATIENCE, until
from support.hub import Caller, Hub

COMMAND = (sys.executable, "-m", "bellpull.cli.main", "mcp")
CLIENT = {"name": "tests", "version": "1.0"}
RESERVED = "io.modelcontextprotocol/"
ENVELOPE = {
    f"{RESERVED}protocolVersion": "2026-07-28",
    f"{RESERVED}clientInfo": CLIENT,
    f"{RESERVED}clientCapabilities": {},
}

Message = dict[str, Any]


def environment(hub: Hub, **variables: str) -> dict[str, str]:
    """Of a process that finds this hub by its data folder, and would start it on a free port."""
    _ = hub.url  # the first look at it opens the port of a hub of this process
    own = {"BELLPULL_DATA_DIR": str(hub.data_dir), "BELLPULL_PORT": "0", "PYTHONWARNINGS": "error"}
    return hub.environment() | own | variables


class _Closing(list[Any]):
    """Takes the connections that are given back when the server has ended: with a process they would end."""

    def append(self, connection: Any) -> None:
        connection.close()


@functools.cache
def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


def new_name() -> str:
    return f"agent-{secrets.token_hex(4)}"


class Shim:
    """A process."""

    def __init__(
        self, hub: Hub, *words: str, name: str | None = None, folder: Path | None = None, **variables: str
    ) -> None:
        """As agent `name`; in a folder of one's own the name may be left to it."""
        self.name = name or ("" if folder else new_name())
        self._errors = hub.folder / f"shim-{secrets.token_hex(4)}.txt"
        self._ids = itertools.count(1)
        self._came: queue.Queue[Message | None] = queue.Queue()
        #: Everything that was read, in order.
        self.read: list[Message] = []
        self._input, self._output = self._start(hub, words, folder or hub.folder, environment(hub, **variables))
        threading.Thread(target=self._listen, daemon=True).start()

    def _start(
        self, hub: Hub, words: tuple[str, ...], folder: Path, variables: dict[str, str]
    ) -> tuple[IO[bytes], IO[bytes]]:
        chosen = ("--agent", self.name) if self.name else ()
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*hub.program, "mcp", *chosen, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=variables,
                cwd=folder,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()
        for stream in (self._input, self._output):
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        if kind is None:
            assert "Traceback" not in self.errors(), self.errors()
            assert "Warning" not in self.errors(), self.errors()

    def _stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)

    def _listen(self) -> None:
        try:
            for line in self._output:
                self._came.put(json.loads(line))
        except ValueError:
            self._came.put({"not": "protocol"})
        self._came.put(None)

    def errors(self) -> str:
        return self._errors.read_text(errors="replace")

    def write(self, data: bytes) -> None:
        self._input.write(data)
        self._input.flush()

    def send(self, message: object) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def message(self, patience: float = PATIENCE) -> Message:
        """The next line that it writes."""
        message = self._came.get(timeout=patience)
        assert message is not None, f"it has ended: {self.errors()}"
        assert message.get("jsonrpc") == "2.0", message
        self.read.append(message)
        return message

    def reply(self, id: Any, patience: float = PATIENCE) -> Message:
        """The answer to this request, whatever else comes before it."""
        deadline = time.monotonic() + patience
        for message in self.read:
            if message.get("id") == id and "method" not in message:
                return message
        while True:
            message = self.message(max(deadline - time.monotonic(), 0.01))
            if message.get("id") == id and "method" not in message:
                return message

    def request(self, method: str, params: object = None, *, modern: bool = False) -> Message:
        return self.reply(self.begin(method, params, modern=modern))

    def begin(self, method: str, params: Any = None, *, modern: bool = False) -> int:
        id = next(self._ids)
        if modern:
            params = {**(params or {}), "_meta": ENVELOPE | (params or {}).get("_meta", {})}
        self.send({"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})})
        return id

    def initialize(self, revision: str = "2025-11-25") -> Message:
        params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": CLIENT}
        said: Message = self.request("initialize", params)["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return said

    def call(self, tool: str, token: Any = None, **arguments: Any) -> int:
        """A tool call under way; its id."""
        meta = {} if token is None else {"_meta": {"progressToken": token}}
        return self.begin("tools/call", {"name": tool, "arguments": arguments, **meta})

    def items(self, id: int, *, error: bool = False, patience: float = PATIENCE) -> list[str]:
        """The text items of a call's result: all that a model can count on."""
        message = self.reply(id, patience)
        result = message["result"]
        assert set(result) <= {"content", "isError", "resultType", "_meta"}, result
        assert result["isError"] is error, result
        assert all(set(item) == {"type", "text"} and item["type"] == "text" for item in result["content"])
        return [item["text"] for item in result["content"]]

    def told(self, tool: str, **arguments: Any) -> list[str]:
        return self.items(self.call(tool, **arguments))

    def cancel(self, id: int) -> None:
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})

    def end(self) -> int:
        """Close its input, as clients do to end it; its exit code."""
        self._input.close()
        return self.process.wait(PATIENCE)


class LocalShim(Shim):
    """The same server in a thread of the test's process. Standard error is the test's."""

    def _start(
        self, hub: Hub, words: tuple[str, ...], folder: Path, variables: dict[str, str]
    ) -> tuple[IO[bytes], IO[bytes]]:
        assert hub.url or not hub.data_dir.exists() or (hub.data_dir / "stopped").exists(), "it would start a hub"
        said = dict(zip(words[::2], words[1::2], strict=True))
        config = load({"url": said.pop("--url", None)}, variables)
        limit = said.pop("--call-limit", None)
        assert not said, said
        with contextlib.chdir(folder):
            identity = identity_in(variables, self.name or None)
        reads, ours = os.pipe()
        theirs, writes = os.pipe()
        output = Output(writes)
        server = Server(config, identity, variables, output, limit and float(limit))
        self._server = server
        self._thread = threading.Thread(target=self._serve, args=(server, output, reads, writes), daemon=True)
        self._thread.start()
        return os.fdopen(ours, "wb"), os.fdopen(theirs, "rb")

    def _serve(self, server: Server, output: Output, reads: int, writes: int) -> None:
        try:
            server.serve(reads)
        finally:
            self.rest()
            if server._made_hubs:
                idle, server._made_hubs._idle = server._made_hubs._idle, _Closing()
                for connection in idle:
                    connection.close()
            with output.lock:  # calls that still wait for a hub must not write to a file that is another's by then
                output._file = _nowhere()
            os.close(reads)
            os.close(writes)

    def rest(self) -> None:
        """Wait until no call has anything left to tell the hub."""
        until(lambda: not self._server._running, "its calls end")

    def _stop(self) -> None:
        self.end()

    def errors(self) -> str:
        return ""

    def end(self) -> int:
        """Close its input, and wait until it has taken its leave."""
        self._input.close()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return 0


def open_questions(person: Caller, name: str) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = person.get("/api/questions", agent_name=name).json()["questions"]
    return questions


def open_question(person: Caller, name: str) -> dict[str, Any]:
    """The one question that this agent has open; waited for."""
    found = until(lambda: _asked(person, name), f"{name} asks")
    assert len(found) == 1, found
    return found[0]


def _asked(person: Caller, name: str) -> list[dict[str, Any]] | None:
    answer = person.get("/api/questions", agent_name=name)
    return answer.json()["questions"] if answer.status_code == 200 else None
