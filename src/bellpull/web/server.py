"""The server process: opens the port, serves the application, and stops when told to.

With a certificate it has two ports: one for https, and a plain one that only this machine reaches, for its programs.

Stopping: serve on for a while as one that is draining, where that was asked for and a service manager tells it to stop;
then accept no more, finish what is in flight within the deadline, close sockets with 1012. A further signal cuts the
first short, and forces the second.
"""

import asyncio
import contextlib
import errno
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import uvicorn
from starlette.types import ASGIApp

from bellpull.domain.errors import Setup
from bellpull.web.connection import HEAD_SECONDS, HttpProtocol, Sweeper
from bellpull.web.frames import FramesProtocol, Told
from bellpull.web.handshakes import SecuredPort
from bellpull.web.health import Readiness
from bellpull.web.strangers import Known, Strangers

#: What a client may say on a socket is short.
LONGEST_MESSAGE = 65_536
#: Agents call now and then: a kept connection saves each of them the next handshake.
KEEP_ALIVE_SECONDS = 75
#: For the other side to say goodbye as TLS wants it.
GOODBYE_SECONDS = 2.0
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


def bind(host: str, port: int) -> socket.socket:
    """Open the port before anything else, so that a taken one costs nothing."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise Setup(
            "bad_host", f"{host} is not an address of this machine: {error.strerror}.", "see: --host"
        ) from error
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from error
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> Setup:
    if error.errno == errno.EADDRNOTAVAIL:
        return Setup("bad_host", f"{host} is not an address of this machine.", "see: --host")
    sentence = f"Port {port} on {host} cannot be opened: {error.strerror}."
    return Setup("port_taken", sentence, "choose another one with --port (0 takes a free one)")


def bind_beside(listener: socket.socket) -> socket.socket:
    """A port of this machine alone. It has the other's number where that is free: programs may have been told it."""
    host, port = listener.getsockname()[:2]
    if host not in _EVERYWHERE:
        with contextlib.suppress(Setup):
            return bind("127.0.0.1", port)
    return bind("127.0.0.1", 0)


def address_of(listener: socket.socket, scheme: str = "http") -> str:
    host, port = listener.getsockname()[:2]
    if host in _EVERYWHERE:
        host = "127.0.0.1" if host == _EVERYWHERE[0] else "::1"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


class Secured(NamedTuple):
    """The port that speaks TLS."""

    listener: socket.socket
    context: ssl.SSLContext


class HubServer(uvicorn.Server):
    """`on_start` is called when the port is open, before anybody is answered; `on_signal` with the first signal that
    stops it; `on_stop` when nothing more is accepted and what waits should end."""

    def __init__(
        self,
        app: ASGIApp,
        stop_seconds: int,
        on_start: Callable[[], None],
        on_signal: Callable[[int], None],
        on_stop: Callable[[], None],
        *,
        secured: Secured | None = None,
        readiness: Readiness | None = None,
        drain_seconds: int = 0,
        refused: Told | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HttpProtocol,
                ws=FramesProtocol,
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                ws_ping_interval=None,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=stop_seconds,
            )
        )
        self._on_start = on_start
        self._on_signal = on_signal
        self._on_stop = on_stop
        self._told = asyncio.Event()
        self._secured = secured
        self._readiness = readiness or Readiness()
        self._drain_seconds = drain_seconds
        self._refused = refused
        self._strangers, self._known = Strangers(refused), Known(refused)
        self.sweeper = Sweeper(lambda: self.server_state.connections)

    def stop(self) -> None:
        self.should_exit = True
        self._told.set()

    async def main_loop(self) -> None:
        """Wakes once a second, for the Date header, where the server's own way wakes ten times: hubs idle all day."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 1)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As the server's own way, which would speak TLS at every port or at none."""
        # A start that fails here is answered by nobody: who has come so far waits in the listener, and is reset.
        self._on_start()
        self.servers = [await self._open(listener) for listener in sockets or ()]  # type: ignore[misc]
        self.started = True

    async def _open(self, listener: socket.socket) -> asyncio.Server | SecuredPort:
        loop = asyncio.get_running_loop()
        if self._secured is None or listener is not self._secured.listener:
            return await loop.create_server(self._connection, sock=listener, backlog=self.config.backlog)
        waits = (HEAD_SECONDS, GOODBYE_SECONDS)
        return SecuredPort(listener, self._secured.context, self._connection, *waits, self._refused)

    def _connection(self) -> asyncio.Protocol:
        own = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        return HttpProtocol(**own, strangers=self._strangers, known=self._known, refused=self._refused)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike the server's own way, a signal is not raised again afterwards: stopping when told to is success."""
        loop = asyncio.get_running_loop()
        if sys.platform == "win32":
            with super().capture_signals():
                yield
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop, number)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def _stop(self, number: int) -> None:
        if self.should_exit:
            self.force_exit = True
        elif self._readiness.draining:
            self.stop()
        else:
            self._drain_or_stop(number)
            self._on_signal(number)

    def _drain_or_stop(self, number: int) -> None:
        """Ctrl-C is a person's, who does not want to wait."""
        if number == signal.SIGTERM and self._drain_seconds:
            self._readiness.draining = True
            asyncio.get_running_loop().call_later(self._drain_seconds, self.stop)
        else:
            self.stop()
