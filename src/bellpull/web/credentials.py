"""Where a request's key is found: in its `Authorization`, or in the cookie that a browser got over https.

A browser sends a cookie by itself, whoever made it ask. So one counts only where the browser also says that the hub's
own page asked: with `Origin`, which the guard has compared, for whatever changes something and for sockets. On plain
http there is no such cookie: the name's `__Host-` is a promise of the browser.
"""

from typing import NamedTuple

from starlette.types import Scope

from bellpull.domain.errors import Denied, Unauthorized
from bellpull.web.headers import Headers

COOKIE = "__Host-bellpull"
_NAME = COOKIE.encode() + b"="
_HARMLESS = ("GET", "HEAD")
_OWN_SITE = (b"same-origin", b"none")


class Credential(NamedTuple):
    secret: str
    by_cookie: bool


def credential(scope: Scope) -> Credential:
    """Raises Unauthorized without any, Denied for a cookie that somebody else's page may have sent along."""
    headers: Headers = scope["bellpull.headers"]
    secured = scope["scheme"] in ("https", "wss")
    token = _cookie(headers) if secured and b"authorization" not in headers else None
    if token is None:
        return Credential(bearer(headers), by_cookie=False)
    asks_only = scope["type"] == "http" and scope["method"] in _HARMLESS
    own_site = headers.get(b"sec-fetch-site", b"none") in _OWN_SITE
    if not own_site or (not asks_only and b"origin" not in headers):
        raise Denied("origin_refused", "Pages of another origin may not ask the hub")
    return Credential(token, by_cookie=True)


def bearer(headers: Headers) -> str:
    scheme, _, secret = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise Unauthorized("key_required", "A key is required", "send it as: Authorization: Bearer <key>")
    return secret.strip()


def origin_of(scope: Scope) -> str:
    """The address that asks; of a proxy that is trusted, the one it asks for."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def set_cookie(token: str, seconds: int) -> tuple[bytes, bytes]:
    """Gone with `seconds` 0."""
    said = f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age={seconds}"
    return b"set-cookie", said.encode("ascii")


def _cookie(headers: Headers) -> str | None:
    for part in headers.get(b"cookie", b"").split(b";"):
        if part.strip().startswith(_NAME):
            return part.strip()[len(_NAME) :].decode("latin-1")
    return None
