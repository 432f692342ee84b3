"""A hub seen from another process: one kept-alive HTTP/1.1 connection, made for programs that live for milliseconds.

Command line, shim and hooks use it, so it imports next to nothing: neither http.client nor asyncio, `_socket` and not
`socket` (which brings enum, re and selectors), json and ssl only where they are needed, types only for the checker. Not
for threads: each has its own Hub. Not here: which hub and which key (`find`), and what the answers mean.
"""

from __future__ import annotations

import _socket
from time import monotonic

from bellpull import PROTOCOL, __version__
from bellpull.domain import errors
from bellpull.remote.address import Address
from bellpull.remote.answer import Answer, CutOff, Garbled, read_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import Any, NoReturn

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 30.0
NOT_TRUSTED = "hub_not_trusted"
SAFE_METHODS = frozenset(("GET", "HEAD"))
KINDS: dict[int, type[errors.BellpullError]] = {
    400: errors.Invalid,
    401: errors.Unauthorized,
    403: errors.Denied,
    404: errors.NotFound,
    409: errors.Conflict,
    413: errors.TooLarge,
    422: errors.Malformed,
    426: errors.Outdated,
    503: errors.Unavailable,
    507: errors.StoreFull,
}


class Told(dict[str, object]):
    """An object that a hub answered. To miss a field that every hub tells is to speak to something else."""

    asked: Hub

    def __missing__(self, name: str) -> NoReturn:
        raise self.asked.not_a_hub(f"no {name}")


class Hub:
    """Speaks to the hub at `url` with `key` (none where it is empty) in the name of `client`."""

    def __init__(
        self,
        url: str,
        key: str = "",
        *,
        client: str = f"cli/{__version__}",
        connect_seconds: float = CONNECT_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.address = Address(url)
        self.url = self.address.url
        self._connect_seconds = connect_seconds
        self._answer_seconds = answer_seconds
        self._headers = {"Host": self.address.authority, "Bellpull-Client": client, "Accept": "application/json"}
        self._headers["Bellpull-Protocol"] = str(PROTOCOL)
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._connection: _socket.socket | None = None
        #: Whether the last answer said that something may be pending for the agent whose key this is.
        self.pending = False
        #: By which the hub proves who it is, where that is known.
        self.secret = ""
        #: Of the hub, as far as it said so.
        self.version = ""
        #: The headers of the last answer.
        self.told: Mapping[str, str] = {}

    def __enter__(self) -> Hub:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def authorization(self) -> str:
        """For what speaks to the same hub in another way."""
        return self._headers.get("Authorization", "")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        seconds: float | None = None,
    ) -> Any:
        """Send one request and return the JSON of its answer; a refusal is raised as the error that it is. A body of
        bytes is sent as it is.

        A connection that the hub closed meanwhile is opened anew; what was already sent on it is repeated, once, only
        where that is harmless: for safe methods and with an Idempotency-Key. `seconds` bounds the whole answer.
        """
        data = b"" if body is None else _encode(body)
        given = {**self._headers, **(headers or {})}
        if data or method not in SAFE_METHODS:
            given["Content-Length"] = str(len(data))
        if body is not None:
            given["Content-Type"] = "application/json"
        message = head(method, self.address.target(path, query), given) + data
        repeatable = method in SAFE_METHODS or "idempotency-key" in {name.lower() for name in given}
        answer = self._exchange(method, message, repeatable, seconds or self._answer_seconds)
        self.told = answer.headers
        self.pending = answer.headers.get("bellpull-pending") == "1"
        return self._meaning(answer)

    def _exchange(self, method: str, message: bytes, repeatable: bool, seconds: float) -> Answer:
        if self._connection is not None and not _quiet(self._connection):
            self.close()
        kept = self._connection is not None
        connection = self._connection = self._connection or self._open()
        try:
            answer = self._converse(connection, method, message, monotonic() + seconds)
        except CutOff as cut:
            self.close()
            if kept and repeatable and not cut.began:
                return self._exchange(method, message, False, seconds)
            raise self._lost() from None
        except BaseException:
            self.close()
            raise
        if not answer.reusable:
            self.close()
        return answer

    def _converse(self, connection: _socket.socket, method: str, message: bytes, deadline: float) -> Answer:
        def receive(size: int) -> bytes:
            connection.settimeout(max(deadline - monotonic(), 0.001))
            return connection.recv(size)

        try:
            self._send(connection, message, deadline)
            return read_answer(method, receive)
        except TimeoutError:
            raise self._unavailable("hub_silent", f"The hub at {self.url} did not answer in time.") from None
        except Garbled as garbled:
            raise self.not_a_hub(str(garbled)) from None
        except OSError:
            raise CutOff(began=False) from None

    def _send(self, connection: _socket.socket, message: bytes, deadline: float) -> None:
        connection.settimeout(max(deadline - monotonic(), 0.001))
        try:
            connection.sendall(message)
        except (BrokenPipeError, ConnectionResetError):
            # A hub that refuses a large body answers before it has read it: the answer may be waiting for us.
            return

    def _open(self) -> _socket.socket:
        deadline = monotonic() + self._connect_seconds
        host = self.address.host.encode("ascii")  # as bytes: a string would load the idna codec
        try:
            places = _socket.getaddrinfo(host, self.address.port, 0, _socket.SOCK_STREAM)
        except OSError as error:
            raise self._unreached(error) from None
        failure: OSError = ConnectionRefusedError()
        for family, kind, protocol, _, place in places:
            connection = _socket.socket(family, kind, protocol)
            try:
                connection.settimeout(max(deadline - monotonic(), 0.001))
                connection.connect(place)
                connection.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
                return self._secured(connection)
            except OSError as error:
                connection.close()
                failure = error
        raise self._unreached(failure)

    def _secured(self, connection: _socket.socket) -> _socket.socket:
        if self.address.scheme == "http":
            return connection
        import socket
        import ssl

        left = connection.gettimeout()
        plain = socket.socket(connection.family, connection.type, connection.proto, fileno=connection.detach())
        plain.settimeout(left)
        try:
            return ssl.create_default_context().wrap_socket(plain, server_hostname=self.address.host)
        except BaseException:
            plain.close()
            raise

    def _meaning(self, answer: Answer) -> Any:
        if 200 <= answer.status < 300:
            return self._decode(answer.body) if answer.body else None
        said = self._refusal(answer)
        code, sentence, hint = str(said["code"]), str(said["detail"]), said.get("hint")
        hint = None if hint is None else str(hint)
        if answer.status == 429:
            raise errors.TooMany(code, sentence, hint, retry_after=_seconds(answer.headers.get("retry-after", "")))
        raise KINDS.get(answer.status, errors.BellpullError)(code, sentence, hint)

    def _refusal(self, answer: Answer) -> dict[str, object]:
        if answer.headers.get("content-type", "").startswith("application/json"):
            said = self._decode(answer.body)
            if isinstance(said, dict) and isinstance(said.get("detail"), str) and isinstance(said.get("code"), str):
                return said
        if answer.status in (502, 503, 504):
            raise self._unavailable("hub_unavailable", f"The hub at {self.url} is not available now.")
        raise self.not_a_hub(f"status {answer.status}")

    def _decode(self, body: bytes) -> Any:
        import json

        def told(fields: dict[str, Any]) -> Told:
            said = Told(fields)
            said.asked = self
            return said

        try:
            return json.loads(body, object_hook=told)
        except (ValueError, RecursionError):
            raise self.not_a_hub("no JSON") from None

    def not_a_hub(self, what: str) -> errors.BellpullError:
        sentence = f"What answers at {self.url} is not a Bellpull hub ({what})."
        return errors.BellpullError("not_a_hub", sentence, "check the address: bellpull doctor")

    def _unavailable(self, code: str, sentence: str) -> errors.Unavailable:
        return errors.Unavailable(code, sentence, "see what the hub says: bellpull logs")

    def _lost(self) -> errors.Unavailable:
        sentence = f"The hub at {self.url} closed the connection before its answer was whole."
        return self._unavailable("answer_lost", sentence)

    def _unreached(self, error: OSError) -> errors.Unavailable:
        if isinstance(error, ConnectionRefusedError):
            sentence = f"The hub is not running at {self.url}."
            return errors.Unavailable("hub_not_running", sentence, "start it: bellpull up")
        if type(error).__name__ == "SSLCertVerificationError":
            sentence = f"The certificate of the hub at {self.url} cannot be trusted: {_why_not_trusted(error)}."
            hint = "name a file with the certificate that vouches for it in the variable SSL_CERT_FILE"
            return errors.Unavailable(NOT_TRUSTED, sentence, hint)
        reason = "no answer in time" if isinstance(error, TimeoutError) else error.strerror or str(error)
        sentence = f"The hub at {self.url} cannot be reached: {reason}."
        return errors.Unavailable("hub_not_reached", sentence, "check the address: bellpull doctor")


def _why_not_trusted(error: OSError) -> str:
    return str(getattr(error, "verify_message", "") or error).rstrip(".")


def _quiet(connection: _socket.socket) -> bool:
    """Whether a kept connection is open with nothing on it; its end, or bytes nobody asked for, make it useless."""
    connection.settimeout(0)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except OSError as error:
        return type(error).__name__ == "SSLWantReadError"
    return False


def head(method: str, target: str, headers: Mapping[str, str]) -> bytes:
    for name, value in headers.items():
        if not (value.isascii() and value.isprintable()):
            sentence = f"The header {name} would have characters that no header may have."
            raise errors.Setup("bad_header", sentence, "use printable ASCII characters")
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


def _encode(body: object) -> bytes:
    if isinstance(body, bytes):
        return body
    import json

    return json.dumps(body, separators=(",", ":"), allow_nan=False).encode("ascii")


def _seconds(retry_after: str) -> float:
    try:
        return min(max(float(retry_after), 0.0), 3600.0)
    except ValueError:
        return 1.0
