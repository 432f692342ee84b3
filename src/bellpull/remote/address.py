"""Where a hub is: an http or https address taken apart, and the paths beneath it put together.

A small part of `urllib.parse`, which would cost a short command more than its whole request.
"""

from __future__ import annotations

from bellpull.domain.errors import Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UNRESERVED = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
DEFAULT_PORTS = {"http": 80, "https": 443}


class Address:
    def __init__(self, url: str) -> None:
        scheme, separator, rest = url.partition("://")
        authority, slash, prefix = rest.partition("/")
        self.url = url.rstrip("/")
        self.scheme = scheme.lower()
        if not separator or self.scheme not in DEFAULT_PORTS or not _proper(authority + slash + prefix):
            raise _not_an_address(url)
        self.host, self.port = self._host_and_port(authority)
        self.prefix = (slash + prefix).rstrip("/")
        self.authority = authority

    def _host_and_port(self, authority: str) -> tuple[str, int]:
        if authority.startswith("["):
            host, bracket, port = authority[1:].partition("]")
            if not bracket or (port and not port.startswith(":")):
                raise _not_an_address(self.url)
            port = port[1:]
        else:
            host, _, port = authority.partition(":")
        if not host or (port and not (port.isdecimal() and 0 < int(port) < 65536)):
            raise _not_an_address(self.url)
        return host, int(port) if port else DEFAULT_PORTS[self.scheme]

    @property
    def loopback(self) -> bool:
        """This machine speaking to itself, by name or by number."""
        if self.host.lower() in ("localhost", "::1"):
            return True
        parts = self.host.split(".")
        return len(parts) == 4 and parts[0] == "127" and all(part.isdecimal() for part in parts)

    def is_place_of(self, other: Address) -> bool:
        """Whether one program listens for both; of this machine's names for itself it is enough that the port is."""
        hosts_alike = self.host.lower() == other.host.lower() or (self.loopback and other.loopback)
        return (self.scheme, self.port, self.prefix) == (other.scheme, other.port, other.prefix) and hosts_alike

    def target(self, path: str, query: Mapping[str, object] | None) -> str:
        """The request target of `path`, whose parts are already quoted; values of None are left out of the query."""
        pairs = [f"{quote(name)}={quote(str(value))}" for name, value in (query or {}).items() if value is not None]
        return self.prefix + path + ("?" + "&".join(pairs) if pairs else "")


def _proper(rest: str) -> bool:
    return rest.isascii() and rest.isprintable() and not any(mark in rest for mark in ' @?#\\"<>')


def _not_an_address(url: str) -> Setup:
    return Setup("bad_url", f"{url!r} is not the address of a hub.", "write it like http://127.0.0.1:7717")


def quote(text: str) -> str:
    """Percent-quote everything but letters, digits and -._~ so that it can stand as one part of a path or query."""
    data = text.encode("utf-8", "surrogateescape" if _from_bytes(text) else "replace")
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in data)


def _from_bytes(text: str) -> bool:
    """Whether every lone surrogate stands for one byte that the command line or environment could not decode."""
    return all(not "\ud800" <= character <= "\udfff" or "\udc80" <= character <= "\udcff" for character in text)
