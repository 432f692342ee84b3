"""Somebody else's program at a port where a hub might be: it refuses every key, and keeps what it is told."""

import contextlib
import json
import socket
import threading
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

REFUSAL = json.dumps({"detail": "Invalid or inactive key", "code": "invalid_key", "hint": None}).encode()
SAID = (
    b"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
)
MOST = 65536


class Stranger:
    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._door = socket.create_server((host, port), family=family)
        self.port = str(self._door.getsockname()[1])
        self.url = f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
        self._heard: list[bytes] = []
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._welcome, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """It is gone, with all who speak to it."""
        for one in (self._door, *self._lines):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._door.close()

    @property
    def heard(self) -> bytes:
        """All that was said here."""
        return b"".join(self._heard)

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                coming, _ = self._door.accept()
                self._lines.append(coming)
                threading.Thread(target=self._serve, args=(coming,), daemon=True).start()

    def _serve(self, coming: socket.socket) -> None:
        with coming, contextlib.suppress(OSError):
            self._heard.append(coming.recv(MOST))
            coming.sendall(SAID % (len(REFUSAL), REFUSAL))


class Between(Stranger):
    """One that passes everything on to the hub: so it can answer what only the hub can."""

    def __init__(self, hub: str, port: int = 0, host: str = "127.0.0.1") -> None:
        where = urlsplit(hub)
        self._hub = (where.hostname or "", where.port or 80)
        super().__init__(port, host)

    def _serve(self, coming: socket.socket) -> None:
        with coming, socket.create_connection(self._hub) as going, contextlib.suppress(OSError):
            back = threading.Thread(target=self._pass_on, args=(going, coming), daemon=True)
            back.start()
            while said := coming.recv(MOST):
                self._heard.append(said)
                going.sendall(said)

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := source.recv(MOST):
                sink.sendall(said)
