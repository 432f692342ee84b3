"""An agent whose key is used by somebody who means harm: all that it may keep, and all that it may do at once."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any

import httpx2

from support.answers import PATIENCE, done
from support.hub import Caller

PERMISSION = {"kind": "permission", "source": "event", "permission": "bash", "patterns": ["x" * 500]}
TOLD = {"notification_type": "alert", "title": "buy", "message": "needle " * 1_000, "priority": "urgent"}
EVENT = {"hook_event_name": "PostToolUse", "cwd": "/", "tool_name": "Bash", "tool_input": {"command": "x" * 50_000}}
#: Of its sockets, as many as it may have.
SOCKETS = 100
#: Of each thing that it does without a pause, at once.
AT_ONCE = 4


def until_refused(act: Callable[[int], httpx2.Response], most: int, *codes: str) -> str | None:
    """Do it until it is refused, with one of these codes; None if it was allowed all the time."""
    for number in range(most):
        if (said := act(number)).status_code >= 400:
            assert said.json()["code"] in codes, said.text[:500]
            return str(said.json()["code"])
    return None


def signs(part: int) -> Iterator[dict[str, Any]]:
    """As large as a body may be."""
    todos = [{"content": "t" * 1000, "status": "pending"} for _ in range(30)]
    tools = [{"tool": f"tool {number}", "argument": "a" * 900} for number in range(20)]
    asks = [{"title": f"ask {number}", "text": "q" * 500, "running": True} for number in range(20)]
    for number in range(10):
        id = f"s{part}.{number}"
        requests = [{**PERMISSION, "id": f"per_{id}_{one}"} for one in range(10)]
        more = {"todos": todos, "tools": tools, "guesses": tools, "asks": asks, "requests": requests}
        yield {"session": id, "state": "waiting", "place": {"host": "h" * 1900}, **more}


def take_everything(bot: Caller) -> None:
    nudge = {"message": "<notificatio " * 1240, "source": "ci"}
    path = f"/api/agents/{bot.name}/nudges"
    assert until_refused(lambda _: bot.post(path, nudge), 1_100, "too_many_pending")
    for part in range(120):
        done(bot.post("/api/sessions/signs", list(signs(part))))
    asked = {"title": "x", "question": "y" * 60_000, "options": ["a"], "wait": 60, "urgency": "urgent"}
    assert until_refused(
        lambda number: bot.post("/api/questions", {**asked, "title": f"{number}"}), 200, "too_many_open"
    )
    texts = {"texts": ["text " * 50_000]}
    assert until_refused(lambda _: bot.post("/api/markup", texts), 60, "too_many")


def doings(bot: Caller) -> Iterator[tuple[str, str, Any]]:
    """Each of them again and again."""
    nudges = f"/api/agents/{bot.name}/nudges"
    yield "POST", "/api/notifications", TOLD
    yield "POST", "/api/sessions/signs", list(signs(0))
    yield "POST", "/api/clients/claude-code/hook", EVENT | {"session_id": "s0.1"}
    yield "POST", nudges, {"message": "again", "source": "ci"}
    yield "POST", f"{nudges}/claim", {"limit": 100, "carrier": "hostile"}
    yield "POST", "/api/questions", {"title": "Mine", "question": "first?", "options": ["a"], "urgency": "urgent"}
    yield "POST", "/api/markup", {"texts": ["*_" * 100_000]}
    yield "GET", "/api/notifications?text=nowhere", None
    yield "GET", "/api/notifications?limit=500", None
    yield "GET", "/api/questions?limit=500", None
    yield "GET", f"{nudges}?limit=500&wait=1", None
    yield "GET", "/api/watch", None


def socket_of(bot: Caller) -> socket.socket:
    """One that reads nothing after its handshake."""
    host, port = bot.hub.url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), PATIENCE)
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {bot.key}\r\n\r\n"
    line.sendall(f"GET /ws/events HTTP/1.1\r\nHost: {host}:{port}\r\n{upgrade}{key}".encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


class Doing(threading.Thread):
    """One thing, again and again; what is refused is refused."""

    def __init__(self, bot: Caller, method: str, path: str, body: Any) -> None:
        super().__init__(daemon=True)
        self.began = threading.Event()
        self._stops = False
        self._line = HTTPConnection(bot.hub.url.removeprefix("http://"), timeout=PATIENCE)
        self._sent = method, path, None if body is None else json.dumps(body), {"Authorization": f"Bearer {bot.key}"}

    def run(self) -> None:
        while not self._stops:
            try:
                self._line.request(*self._sent)
                self.began.set()
                self._line.getresponse().read()
            except (OSError, HTTPException, AttributeError):  # it was cut off, here or there
                self._line.close()
        self._line.close()

    def stop(self) -> None:
        self._stops = True
        if self._line.sock is not None:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)


@contextmanager
def without_pause(bot: Caller) -> Iterator[None]:
    """It does all that it can for the length of the block."""
    doing = [Doing(bot, *one) for one in doings(bot) for _ in range(AT_ONCE)]
    with ExitStack() as sockets:
        for _ in range(SOCKETS):
            sockets.enter_context(socket_of(bot))
        for one in doing:
            one.start()
        try:
            assert all(one.began.wait(PATIENCE) for one in doing)
            yield
        finally:
            for one in doing:
                one.stop()
            for one in doing:
                one.join(PATIENCE)
