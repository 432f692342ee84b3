"""The hub's own REST, asked in process: the same routes, checks and errors as over the wire; every verb exists once."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from anyio.lowlevel import checkpoint_if_cancelled
from starlette.types import ASGIApp, Message

from bellpull.domain.errors import BellpullError, TooMany
from bellpull.web.endpoint import STATUS

#: What the inner request takes over from the outer one.
_KEPT = (b"host", b"authorization")
_KINDS = {status: kind for kind, status in STATUS.items() if kind is not TooMany}


class Inside:
    """Asks with the key of whoever called."""

    def __init__(self, app: ASGIApp, caller: Mapping[bytes, bytes], **own: str) -> None:
        """`own`: what the caller is called, as Bellpull-Session and Bellpull-Client say it."""
        self._app = app
        kept = [(name, caller[name]) for name in _KEPT if name in caller]
        named = [(b"bellpull-" + name.encode(), value.encode("latin-1", "replace")) for name, value in own.items()]
        self._headers = kept + named

    async def ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str | None = None
    ) -> dict[str, Any]:
        """The answer's JSON; a refusal is raised as the error that it was."""
        sent = b"" if body is None else json.dumps(body).encode()
        headers = [*self._headers, (b"content-length", b"%d" % len(sent))]
        if key is not None:
            headers.append((b"idempotency-key", key.encode("latin-1")))
        taken = _Taken(sent)
        await self._app(_scope(method, path, headers), taken.receive, taken.send)
        await checkpoint_if_cancelled()  # routes answer when they are cancelled; that answer is nobody's
        answer: dict[str, Any] = json.loads(bytes(taken.body))
        if taken.status >= 400:
            raise _refusal(taken.status, answer)
        return answer


class _Taken:
    """Both ends of one request: what is given to the application, and what it answers."""

    def __init__(self, sent: bytes) -> None:
        self._sent: bytes | None = sent
        self.status = 500
        self.body = bytearray()

    async def receive(self) -> Message:
        if self._sent is None:
            await asyncio.get_running_loop().create_future()  # whoever asks does not hang up: it is cancelled
        sent, self._sent = self._sent, None
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.body += message.get("body", b"")


def _scope(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    raw, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(raw),
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": None,
        "server": None,
    }


def _refusal(status: int, said: Mapping[str, Any]) -> BellpullError:
    code, sentence, hint = said["code"], said["detail"], said["hint"]
    if status == 429:
        return TooMany(code, sentence, hint, retry_after=1)
    return _KINDS.get(status, BellpullError)(code, sentence, hint)
