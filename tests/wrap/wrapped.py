"""`bellpull wrap` as a client runs it: a process around a server, bytes in, bytes out."""

import contextlib
import itertools
import json
import queue
import secrets
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from support.answers import PATIENCE
from support.hub import Caller, Hub
from support.stdio_shim import CLIENT, ENVELOPE, environment

SERVER = (sys.executable, str(Path(__file__).with_name("wrapped_server.py")))
WRAP = (sys.executable, "-m", "bellpull.cli.main", "wrap")
Message = dict[str, Any]


class Process:
    """Something that speaks lines."""

    def __init__(self, command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        self._errors = folder / f"errors-{secrets.token_hex(4)}.txt"
        pipe = subprocess.PIPE
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, cwd=folder, env=variables)
        self._ids = itertools.count(1)
        self._came: queue.Queue[bytes] = queue.Queue()
        self.read: list[bytes] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._came.put(line)
        self._came.put(b"")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        if kind is None:
            assert "Traceback" not in self.errors(), self.errors()
            assert "Warning" not in self.errors(), self.errors()

    def errors(self) -> str:
        return self._errors.read_text(errors="replace")

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def line(self, patience: float = PATIENCE) -> bytes:
        """The next line; empty at the end."""
        line = self._came.get(timeout=patience)
        self.read.append(line)
        return line

    def reply(self, id: object) -> Message:
        """The answer to this request, whatever else comes before it."""
        while True:
            line = self.line()
            assert line, f"it has ended: {self.errors()}"
            message: Message = json.loads(line)
            if message.get("id") == id and "method" not in message:
                return message

    def begin(self, method: str, params: Message | None = None, *, modern: bool = False) -> int:
        id = next(self._ids)
        params = dict(params or {})
        if modern:
            params["_meta"] = ENVELOPE | params.get("_meta", {})
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def initialize(self, name: str = CLIENT["name"]) -> None:
        client = {"name": name, "version": "1.0"}
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        self.reply(self.begin("initialize", params))
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, *, modern: bool = False, **arguments: Any) -> Message:
        """The result of a tool, or the error."""
        answer = self.reply(self.begin("tools/call", {"name": tool, "arguments": arguments}, modern=modern))
        result: Message = answer.get("result") or answer["error"]
        return result

    def texts(self, tool: str, *, modern: bool = False, **arguments: Any) -> list[str]:
        return [item["text"] for item in self.call(tool, modern=modern, **arguments)["content"]]

    def end(self) -> int:
        """Close its input, as clients do to end it; its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


class Wrapped(Process):
    def __init__(self, hub: Hub, agent: Caller, *server: str, folder: Path | None = None, **variables: str) -> None:
        """Around a server; unless told the scripted one, in this agent's name."""
        own = environment(hub, **({"BELLPULL_KEY": agent.key} | variables))
        super().__init__([*WRAP, "--agent", agent.name, "--", *(server or SERVER)], folder or hub.folder, own)
