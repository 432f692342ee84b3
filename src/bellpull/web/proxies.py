"""Proxies that are believed when they say for whom they ask.

Only theirs are the headers `X-Forwarded-For` and `X-Forwarded-Proto`; from anybody else they are like any other text.
What comes after them sees the client's own address, and whether the client came by https.
"""

import ipaddress
from collections.abc import Sequence
from typing import cast

from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


def believing(app: ASGIApp, proxies: Sequence[str]) -> ASGIApp:
    if not proxies:
        return app
    trusted = [written for proxy in proxies for written in _ways_to_write(proxy)]
    return cast(ASGIApp, ProxyHeadersMiddleware(app, trusted))  # type: ignore[arg-type]


def _ways_to_write(proxy: str) -> list[str]:
    """A hub that listens with IPv6 sees addresses of IPv4 as ::ffff:10.0.0.1."""
    network = ipaddress.ip_network(proxy)
    if network.version == 6:
        return [proxy]
    return [proxy, f"::ffff:{network.network_address}/{96 + network.prefixlen}"]
