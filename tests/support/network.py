"""The network between a browser and a hub, which can be cut: a relay of connections on a port of its own."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

from support.answers import PATIENCE

MOST = 65536


class Network:
    def __init__(self, hub: str) -> None:
        where = urlsplit(hub)
        self._hub = (where.hostname or "", where.port or 80)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._away = self._ended = False
        self._refused: bytes | None = None
        self._slow: bytes | None = None
        self._goes_on = threading.Event()
        #: Hub's ends of lines on which something slow was asked last.
        self._asked: set[socket.socket] = set()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._thread = threading.Thread(target=self._welcome, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Every line breaks, and no new one comes through."""
        self._away = True
        self._break_all()

    def refuse(self, words: bytes) -> None:
        """A line breaks as soon as somebody says this on it."""
        self._refused = words

    def hold(self, words: bytes) -> None:
        """The answer to who says this is under way until the network is mended."""
        self._slow = words

    def mend(self) -> None:
        self._away, self._refused, self._slow = False, None, None
        self._goes_on.set()

    def close(self) -> None:
        self._ended = True
        self._goes_on.set()
        self.cut()
        # A thread that waits for a connection does not notice that the door is closed: it gets one.
        with contextlib.suppress(OSError), socket.create_connection(self._door.getsockname(), PATIENCE):
            pass
        self._door.close()
        self._thread.join(PATIENCE)

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            while not self._ended:
                coming, _ = self._door.accept()
                self._relay(coming)

    def _relay(self, coming: socket.socket) -> None:
        with self._lock:
            try:
                going = None if self._away else socket.create_connection(self._hub, PATIENCE)
            except OSError:
                going = None
            if going is None:
                coming.close()
                return
            going.settimeout(None)
            self._open |= {coming, going}
        for one, other in ((coming, going), (going, coming)):
            threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while (said := source.recv(MOST)) and not (self._refused and self._refused in said):
                if self._slow and self._slow in said:
                    self._asked.add(sink)
                elif source in self._asked:
                    self._goes_on.wait(PATIENCE)
                    self._asked.discard(source)
                sink.sendall(said)
        self._end({source, sink})

    def _break_all(self) -> None:
        with self._lock:
            every = set(self._open)
        self._end(every)

    def _end(self, ended: set[socket.socket]) -> None:
        with self._lock:
            ended &= self._open
            self._open -= ended
        for one in ended:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextlib.contextmanager
def network_to(hub: str) -> Iterator[Network]:
    network = Network(hub)
    try:
        yield network
    finally:
        network.close()
