"""One HTTP/1.1 answer, read from anything that gives bytes.

Knows framing only: status line, headers, a body by length, by chunks or until the end. Not here: sockets, deadlines and
what an answer means; the counterpart that has them is `fast`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_LINE = 65536
MOST_HEADERS = 200
LARGEST_BODY = 256 * 1024 * 1024
READ_SIZE = 65536
HEX_DIGITS = frozenset(b"0123456789abcdefABCDEF")


class Garbled(Exception):
    """What came is not HTTP, or has no bounds."""


class CutOff(Exception):
    """The other side closed before the answer was whole; `began` says whether a byte of it had come."""

    def __init__(self, began: bool) -> None:
        super().__init__("cut off")
        self.began = began


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes, reusable: bool) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.reusable = reusable


class _Reader:
    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._buffer = bytearray()
        self._began = False

    def _more(self, wanted: int = READ_SIZE) -> bool:
        data = self._receive(max(wanted, READ_SIZE))
        self._buffer += data
        self._began = self._began or bool(data)
        return bool(data)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def line(self) -> bytes:
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > LONGEST_LINE:
                raise Garbled("a line without an end")
            if not self._more():
                raise CutOff(self._began)
        if end > LONGEST_LINE:
            raise Garbled("a line without an end")
        return self._take(end + 1).rstrip(b"\r\n")

    def exactly(self, size: int) -> bytes:
        if size > LARGEST_BODY:
            raise Garbled(f"a body of {size} bytes")
        while len(self._buffer) < size:
            if not self._more(min(size - len(self._buffer), 16 * READ_SIZE)):
                raise CutOff(self._began)
        return self._take(size)

    def rest(self) -> bytes:
        while self._more():
            if len(self._buffer) > LARGEST_BODY:
                raise Garbled("a body without an end")
        return self._take(len(self._buffer))


def read_answer(method: str, receive: Callable[[int], bytes]) -> Answer:
    """Read one answer to `method`. `receive(size)` gives up to that many bytes, none at the end of the stream."""
    reader = _Reader(receive)
    version, status = _status_line(reader.line())
    headers = _headers(reader)
    while 100 <= status < 200:
        version, status = _status_line(reader.line())
        headers = _headers(reader)
    body, bounded = _body(reader, method, status, headers)
    persistent = version == b"HTTP/1.1" and "close" not in headers.get("connection", "").lower()
    return Answer(status, headers, body, persistent and bounded)


def _status_line(line: bytes) -> tuple[bytes, int]:
    version, _, rest = line.partition(b" ")
    status = rest[:3]
    proper = len(status) == 3 and status.isdigit() and rest[3:4] in (b"", b" ")
    if version not in (b"HTTP/1.1", b"HTTP/1.0") or not proper:
        raise Garbled("no status line")
    return version, int(status)


def _headers(reader: _Reader) -> dict[str, str]:
    headers: dict[str, str] = {}
    for _ in range(MOST_HEADERS):
        line = reader.line()
        if not line:
            return headers
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or not name or name != name.strip():
            raise Garbled("a header without a name")
        _remember(headers, name.lower(), value.strip())
    raise Garbled("too many headers")


def _remember(headers: dict[str, str], name: str, value: str) -> None:
    if name == "content-length" and headers.get(name, value) != value:
        raise Garbled("two lengths")
    headers[name] = value


def _body(reader: _Reader, method: str, status: int, headers: dict[str, str]) -> tuple[bytes, bool]:
    """The body, and whether its end was known without the end of the stream."""
    if method == "HEAD" or status in (204, 304):
        return b"", True
    if "transfer-encoding" in headers:
        if headers["transfer-encoding"].lower() != "chunked":
            raise Garbled("an unknown transfer encoding")
        return _chunks(reader), True
    if "content-length" in headers:
        length = headers["content-length"]
        if not length.isascii() or not length.isdecimal() or len(length) > 18:
            raise Garbled("a length that is no number")
        return reader.exactly(int(length)), True
    return reader.rest(), False


def _chunks(reader: _Reader) -> bytes:
    body = bytearray()
    while size := _chunk_size(reader.line()):
        if len(body) + size > LARGEST_BODY:
            raise Garbled("a body without an end")
        body += reader.exactly(size)
        if reader.line():
            raise Garbled("a chunk longer than it said")
    _headers(reader)
    return bytes(body)


def _chunk_size(line: bytes) -> int:
    digits = line.partition(b";")[0].strip()
    if not digits or len(digits) > 16 or not HEX_DIGITS.issuperset(digits):
        raise Garbled("a chunk without a size")
    return int(digits, 16)
