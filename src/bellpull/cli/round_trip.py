"""A way to the hub and back through what a client's settings name: its MCP server, its hook. Harmless: nothing is
asked, told, or taken from an agent, and none is made.

The MCP server is asked for a question that does not exist; that there is none is known to the hub alone. The hook is
told of an event without a session, of which nothing follows. Both know by the name that somebody only looks.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from threading import Timer

from bellpull import __version__
from bellpull.clients.client import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SECONDS = 10.0
LEAVE_SECONDS = 2.0
#: In whose name, where the command names no agent: one that never is.
AGENT = "bellpull-doctor"
NOBODYS = "notif_bellpull_doctor"
UNKNOWN = "names no question of this agent"
LONGEST_WORDS = 300


class Failed(Exception):
    """It did not come back; the words say what did."""


def call_server(server: Server, environ: Mapping[str, str]) -> int:
    """How many tools the server has, if the hub behind it answers."""
    with _Process(list(server.command), {**_own(environ), **server.environment}) as process:
        client = {"name": AGENT, "version": __version__}
        start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        process.ask(1, "initialize", start)
        tools = process.ask(2, "tools/list", {}).get("tools", [])
        asked = {"name": "await_answer", "arguments": {"question_id": NOBODYS, "timeout": 0}}
        content = process.ask(3, "tools/call", asked).get("content", [])
    said = " ".join(str(item.get("text", "")) for item in content)
    if UNKNOWN not in said:
        raise Failed(said[:LONGEST_WORDS] or "the tool answered nothing")
    return len(tools)


def call_hook(command: str, environ: Mapping[str, str]) -> None:
    """As the client runs it: by a shell. It never fails by itself, but says why nothing happened to who asks."""
    with _Process(command, {**_own(environ), "BELLPULL_LOG_LEVEL": "debug"}) as process:
        out, complaint = process.tell({"hook_event_name": "BellpullCheck"})
    if process.code or complaint.strip():
        raise Failed(complaint.strip()[:LONGEST_WORDS] or f"it ended with code {process.code}")
    try:
        json.loads(out or "{}")
    except ValueError:
        raise Failed(f"it printed {out[:LONGEST_WORDS]!r}, which is not JSON") from None


def _own(environ: Mapping[str, str]) -> dict[str, str]:
    return {"BELLPULL_AGENT": AGENT, **environ}


class _Process:
    """A command with pipes, killed with all that it started when its time is up or the block ends."""

    def __init__(self, command: str | list[str], environ: dict[str, str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the client's own settings say so
                command,
                shell=isinstance(command, str),
                env=environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise Failed(f"{command[0] if isinstance(command, list) else command}: {error.strerror}") from None
        self._late = False
        self._guard = Timer(SECONDS, self._give_up)
        self._guard.start()
        self.code = 0

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *_: object) -> None:
        self._guard.cancel()
        try:
            self._close()
            self.code = self._process.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        finally:
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()

    def ask(self, id: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a request."""
        self._write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        said = self._answer(id, method)
        if not isinstance(said.get("result"), dict):
            raise Failed(f"{method} was answered with {json.dumps(said.get('error'))[:LONGEST_WORDS]}")
        result: dict[str, Any] = said["result"]
        return result

    def tell(self, event: dict[str, str]) -> tuple[str, str]:
        """What it printed, and its complaints, once it has read the event and ended."""
        out, complaint = self._process.communicate(json.dumps(event))
        if self._late:
            raise Failed(f"it did not end within {SECONDS:.0f} s")
        self.code = self._process.returncode
        return out, complaint

    def _answer(self, id: int, method: str) -> dict[str, Any]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                said = json.loads(line)
            except ValueError:
                raise Failed(f"it printed {line.strip()[:LONGEST_WORDS]!r}, which is not JSON") from None
            if isinstance(said, dict) and said.get("id") == id:
                return said
        if self._late:
            raise Failed(f"it did not answer {method} within {SECONDS:.0f} s")
        raise Failed(f"it ended before it answered {method}: {self._complaint()}")

    def _complaint(self) -> str:
        assert self._process.stderr is not None
        lines = self._process.stderr.read().strip().splitlines()
        return (lines[-1] if lines else "without a word")[:LONGEST_WORDS]

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError:
            return  # it has ended: what it said last is read next

    def _close(self) -> None:
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except OSError:
                return

    def _give_up(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        """With all that it started: a shell's child would keep our pipes open."""
        try:
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        except OSError:
            return  # it has just ended
