"""A port that speaks TLS: connections are taken, and few of them at a time may be about to shake hands.

Each costs tens of kilobytes from its first moment, before anything is known of who it is. So the one that has taken
longest gives way to the next: whoever means it needs milliseconds. Who speaks something else is counted among those
that were refused. Not here: the certificate (`tls`).
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable, Sequence

from bellpull.web.frames import Told

#: More than a whole team that comes back at once.
MOST = 512
#: Without a free file handle nobody can be taken; some will be given back soon.
PAUSE_SECONDS = 0.1
BAD_TLS = "bad_tls"


class SecuredPort:
    """Closed and waited for as a server of asyncio."""

    def __init__(
        self,
        listener: socket.socket,
        context: ssl.SSLContext,
        protocol: Callable[[], asyncio.Protocol],
        handshake_seconds: float,
        goodbye_seconds: float,
        refused: Told | None = None,
    ) -> None:
        self._listener = listener
        self._context = context
        self._protocol = protocol
        self._handshake_seconds = handshake_seconds
        self._goodbye_seconds = goodbye_seconds
        self._refused = refused
        #: Oldest first.
        self._under_way: dict[asyncio.Task[None], None] = {}
        listener.setblocking(False)
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, client = await loop.sock_accept(self._listener)
            except OSError:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            if len(self._under_way) >= MOST:
                oldest = next(iter(self._under_way))
                del self._under_way[oldest]
                oldest.cancel()
            task = loop.create_task(self._shake_hands(connection, client))
            self._under_way[task] = None
            task.add_done_callback(lambda done: self._under_way.pop(done, None))

    async def _shake_hands(self, connection: socket.socket, client: Sequence[object]) -> None:
        """From then on its protocol has it. What fails is the other side's affair."""
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await self._secure(connection, client)

    async def _secure(self, connection: socket.socket, client: Sequence[object]) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._protocol,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=self._handshake_seconds,
                ssl_shutdown_timeout=self._goodbye_seconds,
            )
        except ssl.SSLError:
            if self._refused is not None:
                self._refused(BAD_TLS, client)
            raise

    def close(self) -> None:
        self._accepting.cancel()
        for task in list(self._under_way):
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(self._accepting, *self._under_way, return_exceptions=True)
