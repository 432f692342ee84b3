"""The ports of a hub: one, or with a certificate two, of which the plain one is for programs of this machine alone.

They are open before anything else of the hub, so that a taken port costs nothing; nobody is answered until it serves.
"""

import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from bellpull.domain.errors import Setup
from bellpull.web.reach import need_tls, own_name
from bellpull.web.server import Secured, address_of, bind, bind_beside
from bellpull.web.tls import Certificate


class Listening(NamedTuple):
    #: The port that was asked for.
    outer: socket.socket
    #: The one that this machine's programs use. Without a certificate that is the same.
    inner: socket.socket
    certificate: Certificate | None

    @property
    def sockets(self) -> list[socket.socket]:
        return [self.outer] if self.outer is self.inner else [self.outer, self.inner]

    @property
    def secured(self) -> Secured | None:
        return Secured(self.outer, self.certificate.context) if self.certificate else None

    @property
    def url(self) -> str:
        """Where this machine's programs find the hub."""
        return address_of(self.inner)

    @property
    def page(self) -> str:
        """Where people find it."""
        return address_of(self.outer, "https" if self.certificate else "http")

    @property
    def addresses(self) -> list[str]:
        return [self.url] if self.outer is self.inner else [self.page, self.url]

    @property
    def beside(self) -> tuple[Callable[[], Coroutine[Any, Any, None]], ...]:
        """What must run while the hub serves."""
        return (self.certificate.run,) if self.certificate else ()

    def close(self) -> None:
        for one in self.sockets:
            one.close()


def listen(host: str, port: int, certificate: Certificate | None, without_tls: bool, words: str) -> Listening:
    """`words` are those by which one agrees to have no TLS where others can reach the hub."""
    outer = bind(host, port)
    try:
        if certificate is not None:
            return Listening(outer, bind_beside(outer), certificate)
        if not without_tls:
            need_tls(outer.getsockname()[0], words)
    except Setup:
        outer.close()
        raise
    return Listening(outer, outer, None)


def certificate_of(cert: str, key: str, public_url: str = "") -> Certificate | None:
    """What two settings name, if they name something. `public_url`: by which people come to this certificate."""
    if not cert and not key:
        return None
    if not (cert and key):
        given, missing = ("tls_cert", "tls_key") if cert else ("tls_key", "tls_cert")
        raise Setup("tls_incomplete", f"There is a {given}, but no {missing}.", "give both, or neither")
    return Certificate(Path(cert), Path(key), name=own_name(public_url))
