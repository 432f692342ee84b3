"""One bad request as bytes, and what came back."""

from collections.abc import Sequence
from dataclasses import dataclass

KEEP, FRESH, CUT = "keep", "fresh", "cut"
"""How a connection is used: the next request may follow on it; it is this request's own; and it is ended half-way."""


@dataclass(frozen=True)
class Shot:
    """`kind` begins with the surface: `rest: wrong types`."""

    kind: str
    data: bytes
    connection: str = KEEP
    answers: int = 1
    """How many answers the bytes ask for."""
    forged: bool = False
    """Whoever sends this has no right to anything: it must not be done."""
    frames: bytes = b""
    """For sockets: what follows once the handshake is answered."""

    @property
    def surface(self) -> str:
        return self.kind.partition(":")[0]

    @property
    def is_head(self) -> bool:
        return self.data.startswith(b"HEAD ")


@dataclass(frozen=True)
class Outcome:
    """`said` has the statuses (and the code with which a socket was closed); none means that the hub hung up."""

    said: Sequence[int]
    seconds: float
    hung: bool = False
    body: bytes = b""


def http(
    method: str, path: str | bytes, headers: Sequence[tuple[str | bytes, str | bytes]], body: bytes = b""
) -> bytes:
    """A request whose length is right."""
    lines = [_raw(method) + b" " + _raw(path) + b" HTTP/1.1"]
    lines += [_raw(name) + b": " + _raw(value) for name, value in headers]
    if body or method in ("POST", "PUT"):
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _raw(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
