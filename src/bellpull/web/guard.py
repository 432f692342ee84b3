"""Keeps foreign pages out: a browser that was led here names a host or an origin that is not the hub's.

`Host` must be one of the hub's names, or else a page could reach the hub by a name of its own that points here.
`Origin`, which only browsers send, must be the address under which the hub itself was asked, or the public one, by
which people come whatever a proxy made of it.

A request that says twice who asks whom is refused: a proxy in between may have heeded the other one.

Calls of webhooks come by whatever name a tunnel or proxy has, so theirs is not looked at, unless a browser sent them.
That opens nothing else to that name, and without the token there is nothing to do beneath it.
"""

import ipaddress
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from bellpull.domain.errors import BellpullError, Invalid
from bellpull.domain.proof import NONCE
from bellpull.web.endpoint import Reply, refuse, send_reply
from bellpull.web.headers import TARGET, Headers
from bellpull.web.protocol import protocol_refusal
from bellpull.web.proving import proving
from bellpull.web.refusals import Refusals
from bellpull.web.rest_webhooks import PATH as WEBHOOKS

LOOPBACK = ("localhost", "127.0.0.1", "::1")
#: What says who asks whom.
_ONCE = (b"host", b"origin", b"authorization")
_NONCE = NONCE.lower().encode()


class Guard:
    def __init__(
        self,
        app: ASGIApp,
        host: str,
        allowed_hosts: Iterable[str],
        origin: str = "",
        refusals: Refusals | None = None,
        secret: str = "",
    ) -> None:
        """`origin` is the public one, as browsers write it; `secret` is what proves which hub it is."""
        self._app = app
        self._refusals = refusals or Refusals()
        self._origin = origin.lower().encode() or None
        self._secret = secret
        public = _without_port(origin.lower().partition("://")[2])
        self._names = {*LOOPBACK, host.lower(), *(name.lower() for name in allowed_hosts), *filter(None, (public,))}
        # Bound to every address, the hub is asked by any of them; a number cannot be led astray as a name can.
        self._any_number = host in ("0.0.0.0", "::")  # noqa: S104
        self._known: dict[bytes, bool] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["bellpull.headers"] = dict(scope["headers"])
        refusal = _contradiction(scope, headers)
        if refusal is None and not _calls_webhook(scope, headers):
            refusal = self._refusal(scope["scheme"], headers)
        refusal = refusal or protocol_refusal(scope, headers)
        if _NONCE in headers and self._secret:
            send = proving(send, self._secret, headers[_NONCE])
        if refusal is None:
            await self._app(scope, receive, send)
            return
        self._refusals.note(refusal.code or "", scope.get("client"))
        if scope["type"] == "websocket":
            await refuse_socket(receive, send)
        else:
            await send_reply(send, refusal)

    def _refusal(self, scheme: str, headers: Headers) -> Reply | None:
        host = headers.get(b"host", b"")
        if not self._is_ours(host):
            hint = "name it in the setting allowed_hosts if it is right"
            return refuse(BellpullError("host_refused", "This is not a name of the hub", hint), 421)
        origin = headers.get(b"origin")
        own = (b"https://" if scheme in ("https", "wss") else b"http://") + host
        if origin is not None and origin.lower() not in (own.lower(), self._origin):
            return refuse(BellpullError("origin_refused", "Pages of another origin may not ask the hub"), 403)
        return None

    def _is_ours(self, host: bytes) -> bool:
        if host not in self._known:
            if len(self._known) > 1000:
                self._known.clear()
            self._known[host] = self._is_name(_without_port(host.decode("latin-1").lower()))
        return self._known[host]

    def _is_name(self, name: str) -> bool:
        return name in self._names or (self._any_number and _is_number(name))


def _contradiction(scope: Scope, headers: Headers) -> Reply | None:
    if len(headers) != len(scope["headers"]):
        names = [name for name, _ in scope["headers"]]
        if twice := [name for name in _ONCE if names.count(name) > 1]:
            sentence = f"This header may stand in a request only once: {twice[0].decode().title()}"
            return refuse(Invalid("repeated_header", sentence))
    target = scope.get(TARGET)
    if target is not None and target.lower() != headers.get(b"host", b"").lower():
        sentence = "The address of this request names another host than its Host"
        return refuse(BellpullError("host_refused", sentence), 421)
    return None


def _calls_webhook(scope: Scope, headers: Headers) -> bool:
    if b"origin" in headers or scope["type"] != "http":
        return False
    return bool(scope["method"] == "POST" and scope["path"].startswith(WEBHOOKS))


def _without_port(host: str) -> str:
    """The name; what is no name and port is no name of ours either."""
    name, _, port = host[1:].partition("]") if host.startswith("[") else host.partition(":")
    port = port.removeprefix(":") if host.startswith("[") else port
    return name if not port or port.isdecimal() else ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def refuse_socket(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close"})  # before it is accepted: the handshake is answered with 403
