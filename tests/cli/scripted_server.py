"""A real server of plain sockets that does, turn by turn, what a test says."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable

OK = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"ok": true}'
Turn = Callable[["Peer"], None]


class Peer:
    """The server's end of one connection."""

    def __init__(self, connection: socket.socket, requests: list[bytes]) -> None:
        self.connection = connection
        self.requests = requests

    def receive(self) -> bytes:
        """Read one whole request."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        lengths = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
        while len(body) < int(lengths[0] if lengths else 0):
            body += self._more()
        self.requests.append(head + b"\r\n\r\n" + body)
        return self.requests[-1]

    def _more(self) -> bytes:
        data = self.connection.recv(65536)
        if not data:
            raise ConnectionError
        return data

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def wait_for_end(self) -> None:
        with contextlib.suppress(OSError):
            while self.connection.recv(65536):
                pass


def answer(data: bytes = OK) -> Turn:
    """Read a request and answer it."""

    def turn(peer: Peer) -> None:
        peer.receive()
        peer.send(data)

    return turn


def hang_up(peer: Peer) -> None:
    """Read a request and close without a word."""
    peer.receive()


class Server:
    """Serves one connection after the other; each is a list of turns, after which it is closed."""

    def __init__(self, *connections: list[Turn], family: socket.AddressFamily = socket.AF_INET) -> None:
        self.requests: list[bytes] = []
        self.served = 0
        self.closed = threading.Event()
        self.tls: ssl.SSLContext | None = None
        self._connections = connections
        self._listener = socket.create_server(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0), family=family)
        self._listener.settimeout(10)
        host = "[::1]" if family == socket.AF_INET6 else "127.0.0.1"
        self.url = f"http://{host}:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        for turns in self._connections:
            try:
                accepted, _ = self._listener.accept()
            except OSError:
                return
            self.served += 1
            with accepted, contextlib.suppress(OSError), self._secured(accepted) as connection:
                connection.settimeout(10)
                for turn in turns:
                    turn(Peer(connection, self.requests))
            self.closed.set()

    def _secured(self, connection: socket.socket) -> socket.socket:
        return connection if self.tls is None else self.tls.wrap_socket(connection, server_side=True)

    def __enter__(self) -> "Server":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._listener.close()
        assert not self._thread.is_alive()
