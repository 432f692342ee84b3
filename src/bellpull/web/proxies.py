"""Proxies that are believed when they say for whom they ask.

Only theirs are the headers `X-Forwarded-For` and `X-Forwarded-Proto`; from anybody else they are like any other text.
What comes after them sees the client's own address, and whether the client came by https.
"""

import ipaddress
from collections.abc import Sequence
from typing import cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_PEER = "bellpull.peer"


def believing(app: ASGIApp, proxies: Sequence[str]) -> ASGIApp:
    if not proxies:
        return app
    trusted = [written for proxy in proxies for written in _ways_to_write(proxy)]
    believed = cast(ASGIApp, ProxyHeadersMiddleware(_only_addresses(app), trusted))  # type: ignore[arg-type]

    async def remembering(scope: Scope, receive: Receive, send: Send) -> None:
        scope[_PEER] = scope.get("client")
        await believed(scope, receive, send)

    return remembering


def _only_addresses(app: ASGIApp) -> ASGIApp:
    """A proxy passes on what others wrote: what is no address is not written down, and counts as the proxy's own."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["client"] is not None and not _is_address(scope["client"][0]):
            scope["client"] = scope[_PEER]
        await app(scope, receive, send)

    return checked


def _is_address(said: str) -> bool:
    try:
        ipaddress.ip_address(said)
    except ValueError:
        return False
    return True


def _ways_to_write(proxy: str) -> list[str]:
    """A hub that listens with IPv6 sees addresses of IPv4 as ::ffff:10.0.0.1."""
    network = ipaddress.ip_network(proxy)
    if network.version == 6:
        return [proxy]
    return [proxy, f"::ffff:{network.network_address}/{96 + network.prefixlen}"]
