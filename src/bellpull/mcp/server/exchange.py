"""One request to `/mcp` and its answer: who asks, what the answer carries, and whether it was written.

The tools' driver notes here what must be confirmed; when it counts as read is decided in `receipts`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.types import Message, Receive, Send

from bellpull.domain.identity import Principal

#: Where a request's scope keeps it.
EXCHANGE = "bellpull.exchange"
#: Where each message of the newer revision names its client.
CLIENT_INFO = "io.modelcontextprotocol/clientInfo"


class Exchange:
    def __init__(
        self, who: Principal, headers: Mapping[bytes, bytes], body: bytes, receive: Receive, send: Send
    ) -> None:
        self.who = who
        self.headers = headers
        #: The question whose answer the call waits for or has; and all those that come to the same caller by its calls.
        self.about: str | None = None
        self.handing: Callable[[], set[str]] = set
        #: Called with the last byte, before the client can say anything to it; then somebody may hold what it carried.
        self.on_written: Callable[[], None] = lambda: None
        self.is_held = False
        #: The question that the call waits for, until it has its outcome.
        self.waits_for: str | None = None
        #: What the answer carries: the outcome of a question, and nudges.
        self.hands: str | None = None
        self.nudges: list[str] = []
        self.started = False
        self.status = 0
        self.complete = False
        self.gone = False
        self._body: bytes | None = body
        self._message = _object(body)
        self._receive = receive
        self._send = send

    def header(self, name: bytes) -> str | None:
        value = self.headers.get(name)
        return None if value is None else value.decode("latin-1")

    def cancels(self, other: "Exchange") -> bool:
        """Does this one say that the call of that one is no longer wanted?"""
        if self._message.get("method") != "notifications/cancelled" or not self.is_of_same_caller(other):
            return False
        id = _object(self._message.get("params")).get("requestId")
        return id is not None and id == other._message.get("id")

    def is_of_same_caller(self, other: "Exchange") -> bool:
        return self.caller == other.caller

    @property
    def caller(self) -> tuple[str, str]:
        return self.who.key_id, self.header(b"user-agent") or ""

    @property
    def introduces(self) -> bool:
        """A client begins here, and knows nothing of what others got with this key."""
        return self._message.get("method") in ("initialize", "server/discover")

    @property
    def client(self) -> str | None:
        """What the client calls itself, if this message says so: the older revision's first one, each of the newer."""
        params = _object(self._message.get("params"))
        info = _object(params.get("clientInfo") or _object(params.get("_meta")).get(CLIENT_INFO))
        name = info.get("name")
        return name if isinstance(name, str) else None

    @property
    def session(self) -> str:
        """Calls over HTTP name no session. Their key is the same for all of them, so that an equal ask finds the open
        one; and it is of the passing kind, so that a late answer goes to the agent, whichever way it calls next."""
        return self.header(b"bellpull-session") or f"process:{self.who.key_id}"

    @property
    def written(self) -> bool:
        return self.complete and not self.gone

    async def receive(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        message = await self._receive()
        # After a whole answer the server says the same of a connection that lives on.
        if message["type"] == "http.disconnect" and not self.complete:
            self.gone = True
        return message

    async def send(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError:
            self.gone = True
        if message["type"] == "http.response.start":
            self.started = True
            self.status = message["status"]
        elif not message.get("more_body", False):
            self.complete = True
            if self.written:
                self.on_written()

    async def cut(self) -> None:
        """End an answer that will not come; the client sees a stream that ends too early."""
        if self.started and not self.complete:
            self.gone = True
            await self.send({"type": "http.response.body", "body": b""})


def _object(said: object) -> dict[str, Any]:
    """What is no JSON object is for the protocol to refuse."""
    try:
        value = json.loads(said) if isinstance(said, bytes) else said
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
