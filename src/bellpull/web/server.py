"""The server process: opens the port, serves the application, and stops when told to.

Stopping: accept no more, finish what is in flight within the deadline, close sockets with 1012. A second signal forces.
"""

import asyncio
import contextlib
import errno
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp

from bellpull.domain.errors import Setup
from bellpull.web.connection import HttpProtocol, Sweeper
from bellpull.web.frames import FramesProtocol

#: What a client may say on a socket is short.
LONGEST_MESSAGE = 65_536
#: Agents call now and then: a kept connection saves each of them the next handshake.
KEEP_ALIVE_SECONDS = 75


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


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class HubServer(uvicorn.Server):
    """`on_start` is called when the port answers, `on_signal` with the first signal that stops it, `on_stop` when
    nothing more is accepted and what waits should end."""

    def __init__(
        self,
        app: ASGIApp,
        stop_seconds: int,
        on_start: Callable[[], None],
        on_signal: Callable[[int], None],
        on_stop: Callable[[], None],
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
        await super().startup(sockets)
        self._on_start()

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
            return
        self.stop()
        self._on_signal(number)
