"""A hub followed from another process: its socket, opened anew whenever it is lost, and requests beside it.

Async, for programs that live long (the desk). The hub is found anew at each turn, because one that was restarted may be
elsewhere. Requests go through `fast` in a thread of their own, one after another.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bellpull import PROTOCOL
from bellpull.config import Config
from bellpull.domain.errors import BellpullError, Outdated, Unauthorized, Unavailable
from bellpull.remote.challenge import Challenge
from bellpull.remote.fast import Hub
from bellpull.remote.find import find
from bellpull.remote.found import Unproven

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0
CONNECT_SECONDS = 10.0
#: The hub says something every twenty seconds; after three times that it is gone, though nothing said so.
SILENCE_SECONDS = 65.0
LARGEST_FRAME = 4 * 1024 * 1024

Frame = dict[str, Any]


class LiveHub:
    def __init__(self, config: Config, *, client: str) -> None:
        self._config = config
        self._headers = {"Bellpull-Client": client}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hub")
        self._hub: Hub | None = None
        #: Where the hub was last, and of which version.
        self.url = ""
        self.version = ""

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._hub is not None:
            self._hub.close()

    async def request(self, method: str, path: str, query: dict[str, object] | None = None, body: object = None) -> Any:
        """One request, as `Hub.request`; what it raises is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._request, method, path, query, body)

    def _request(self, method: str, path: str, query: dict[str, object] | None, body: object) -> Any:
        try:
            self._hub = self._hub or find(self._config)
            self.url = self._hub.url
            return self._hub.request(method, path, query, body, self._headers)
        except (Unavailable, Unproven):
            if self._hub is not None:
                self._hub.close()
            self._hub = None
            raise

    async def persist(self, method: str, path: str, body: object, seconds: float | None = None) -> Any:
        """The same until it gets through, or `seconds` have passed. For what may be repeated."""
        began, pause = monotonic(), FIRST_PAUSE_SECONDS
        while True:
            try:
                return await self.request(method, path, body=body)
            except Unavailable:
                if seconds is not None and monotonic() - began > seconds:
                    raise
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    async def follow(self, hello: Frame, since: Callable[[], tuple[int, str] | None]) -> AsyncGenerator[Frame]:
        """Every frame, from one connection after another, each begun with `connected` and, once everything that was
        missed has come, `pong`. Between two of them comes `{"type": "lost", "why": BellpullError}`. A key that the hub
        refuses, or a version, is raised: waiting would not mend it. But after the first connection a refusal by
        something that has not proved to be the hub is a loss."""
        pause, connected = FIRST_PAUSE_SECONDS, False
        while True:
            try:
                # Whoever stops following closes the connection then, and not when somebody tidies up.
                async with aclosing(self._connection(hello, since())) as frames:
                    async for frame in frames:
                        pause, connected = FIRST_PAUSE_SECONDS, True
                        yield frame
                lost = BellpullError("hub_gone", "The hub has closed the connection.")
            except (Unauthorized, Outdated) as error:
                if not (connected and isinstance(error, Unproven)):
                    raise
                lost = error.away()
            except BellpullError as error:
                lost = error
            yield {"type": "lost", "why": lost}
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    async def _connection(self, hello: Frame, since: tuple[int, str] | None) -> AsyncGenerator[Frame]:
        # A key that the hub refuses is told with a reason here.
        await self.request("GET", "/api/me")
        self.version = str((await self.request("GET", "/health")).get("version", ""))
        hub = self._hub
        if hub is None:
            raise Unavailable("hub_gone", "The hub has gone.")
        query = "" if since is None else f"?since={since[0]}&hub={since[1]}"
        address = f"{hub.url.replace('http', 'ws', 1)}/ws/events{query}"
        challenge = Challenge(hub.secret)
        given = {"Bellpull-Protocol": str(PROTOCOL), **challenge.headers, **self._headers}
        try:
            async with connect(
                address,
                additional_headers=given,
                open_timeout=CONNECT_SECONDS,
                ping_interval=None,
                close_timeout=1,
                max_size=LARGEST_FRAME,
                compression=None,
                proxy=None,
            ) as socket:
                _need_proof(socket, challenge)
                await socket.send(hub.authorization)
                await socket.send(json.dumps(hello))
                await socket.send('{"type":"ping"}')
                while True:
                    frame = await _frame(socket)
                    if isinstance(frame, dict):
                        yield frame
        except (OSError, WebSocketException, TimeoutError) as error:
            raise Unavailable("hub_gone", f"The connection to the hub is lost: {error}.") from None


def _need_proof(socket: ClientConnection, challenge: Challenge) -> None:
    """The key is sent when the hub that it belongs to has shown that it is at the other end."""
    told = {} if socket.response is None else {name.lower(): said for name, said in socket.response.headers.items()}
    if not challenge.is_met(told):
        raise Unavailable("hub_gone", "Something else answers where the hub was.")


async def _frame(socket: ClientConnection) -> Any:
    async with asyncio.timeout(SILENCE_SECONDS):
        return json.loads(await socket.recv())
