"""A hub in the test's own process: the whole application over a real store, called without a socket.

It is the same as a process of its own for whoever calls it (`Caller`), and there within milliseconds. It opens a port
only if a test asks for its address, for sockets, commands and browsers. What kills a hub, reads its output or looks at
its process needs `support.hub.Hub`.
"""

import asyncio
import contextlib
import functools
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import httpx2
import uvloop
from argon2 import PasswordHasher

from bellpull import __version__
from bellpull.assemble import Assembled, Clocks, _reach, open_app, settings_of
from bellpull.config import load
from bellpull.folder import DataFolder
from bellpull.hub.clocks import utc_now
from bellpull.hub.deadlines import meet_deadlines
from bellpull.logs import keep_secrets
from bellpull.web.proxies import believing
from bellpull.web.server import HubServer, address_of, bind
from support.answers import PATIENCE
from support.hub import Hub

T = TypeVar("T")
#: Where it is called without a socket. Nothing listens there.
ADDRESS = "http://127.0.0.1:7717"
#: So much of a body is there at a time.
PIECE = 65_536
#: No process has it: who is told to end this hub by its number ends nobody.
NOBODY = 2**22 + 1


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for all hubs of this process, in a thread that ends with it."""
    loop = uvloop.new_event_loop()
    threading.Thread(target=loop.run_forever, name="hubs", daemon=True).start()
    keep_secrets()
    return loop


def run(work: Coroutine[Any, Any, T], seconds: float = PATIENCE) -> T:
    """Do this where the hubs are."""
    done = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return done.result(seconds)
    except TimeoutError:
        done.cancel()
        raise


class Transport(httpx2.BaseTransport):
    """Calls an application as a server would."""

    def __init__(self, hub: "LocalHub") -> None:
        self._hub = hub

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        body = request.read()
        seconds = request.extensions.get("timeout", {}).get("read") or PATIENCE
        try:
            status, headers, text = run(self._call(request, body), seconds)
        except TimeoutError as error:
            raise httpx2.ReadTimeout("the hub did not answer", request=request) from error
        return httpx2.Response(status, headers=headers, content=text, request=request)

    async def _call(self, request: httpx2.Request, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        if self._hub.assembled is None:
            raise httpx2.ConnectError("the hub does not run", request=request)
        head: list[dict[str, Any]] = []
        parts: list[bytes] = []
        given = [body[at : at + PIECE] for at in range(0, len(body), PIECE)] or [b""]
        answered = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if given:
                return {"type": "http.request", "body": given.pop(0), "more_body": bool(given)}
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                head.append(message)
            else:
                parts.append(message.get("body", b""))

        try:
            await self._hub.serve(_scope(request), receive, send)
        finally:
            answered.set()
        return head[0]["status"], list(head[0]["headers"]), b"".join(parts)


def _scope(request: httpx2.Request) -> dict[str, Any]:
    path, _, query = request.url.raw_path.partition(b"?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.url.scheme,
        "path": unquote(path.decode("ascii")),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 7717),
        "state": {},
        "extensions": {},
    }


class Server(HubServer):
    """Signals are the test run's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class LocalHub(Hub):
    assembled: Assembled | None = None

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None, data_dir: Path | None = None) -> None:
        self._url = ""
        self._ahead = 0.0
        super().__init__(folder, settings, data_dir)
        self.address = ADDRESS
        self.http.close()
        self.http = httpx2.Client(transport=Transport(self), trust_env=False, timeout=PATIENCE)

    @property
    def url(self) -> str:  # type: ignore[override]
        """A real port, opened the first time that somebody asks."""
        if self.assembled is not None and not self._url:
            self._url = run(self._listen())
        return self._url

    @url.setter
    def url(self, value: str) -> None:
        self._url = value

    def environment(self) -> dict[str, str]:
        """Programs find it by its port."""
        _ = self.url
        return super().environment()

    def start(self) -> "LocalHub":
        self._owner = None
        run(self._open())
        return self

    async def _open(self) -> None:
        environment = self.environment() | {"BELLPULL_DATA_DIR": str(self.data_dir)}
        self._config = load({}, environment)
        self._folder = DataFolder(self._config.data_dir)
        self._folder.prepare()
        self._settings = settings_of(self._config, environment)
        self._opened = contextlib.AsyncExitStack()
        self.assembled = await self._opened.enter_async_context(
            open_app(self._config, self._folder, self._settings, environment, Clocks(self._now, self._passed))
        )
        self.serve = believing(self.assembled.app.serve, self._config.trusted_proxies)
        # Passwords cost tens of milliseconds each time, on purpose: these hubs keep theirs cheaply.
        self.assembled.hub.passwords._hasher = PasswordHasher(1, 64, 1)
        self._folder.protect()
        self._beside = [asyncio.create_task(task()) for task in self.assembled.beside]  # type: ignore[arg-type]
        self._server: Server | None = None

    def _now(self) -> datetime:
        return utc_now() + timedelta(seconds=self._ahead)

    def _passed(self) -> float:
        return time.monotonic() + self._ahead

    def passes(self, seconds: float) -> None:
        """So much time has passed for this hub, and what is due is met. Calls that wait still wait for as long."""
        assert self.assembled is not None
        hub = self.assembled.hub
        self._ahead += seconds
        run(meet_deadlines(hub, hub.clock(), hub.lived()))

    async def _listen(self) -> str:
        assert self.assembled is not None
        listener = bind("127.0.0.1", 0)
        url = address_of(listener)
        listens = asyncio.Event()
        app = self.assembled.app
        stop_seconds = self._config.stop_seconds
        self._server = Server(
            self.serve,
            stop_seconds,
            listens.set,
            lambda _: None,
            self.assembled.stop,
            readiness=app.readiness,
            refused=app.metrics.refusals.note,
        )
        self._beside.append(asyncio.create_task(self._server.sweeper.run()))
        self._serving = asyncio.create_task(self._server.serve(sockets=[listener]))
        while not self._server.started:
            await asyncio.sleep(0)
        more = {"secret": self._settings.secret, **_reach(self._config)}
        self._folder.publish(url, self.assembled.hub.id, __version__, **more)
        file = self.data_dir / "hub.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {"pid": NOBODY}))
        return url

    def stop(self) -> int:
        if self.assembled is not None:
            run(self._close())
        return 0

    async def _close(self) -> None:
        assert self.assembled is not None
        ended, self.assembled = self.assembled, None
        if self._server is not None:
            self._server.stop()
            await self._serving
            (self.data_dir / "hub.json").unlink(missing_ok=True)
        else:
            ended.stop()
        self._url = ""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        await self._opened.aclose()

    def restart(self) -> "LocalHub":
        self.stop()
        return self.start()

    def close(self) -> None:
        self.stop()
        self.http.close()

    @property
    def pid(self) -> int:
        return os.getpid()

    def kill(self) -> None:
        raise TypeError("this hub has no process of its own: use process_hub")


LocalHubMaker = Callable[..., LocalHub]


class _Failures(logging.Handler):
    """What a hub of this process logged with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and "library" not in Path(record.pathname).parts:  # an agent of this process is no hub
            self.seen.append(self.format(record))


@contextlib.contextmanager
def running_here(
    folder: Path, settings: Mapping[str, str] | None = None, data_dir: Path | None = None
) -> Iterator[LocalHub]:
    """A hub of this process for the length of a block. It logs no traceback, whatever was done to it."""
    failures = _Failures()
    logging.getLogger("bellpull").addHandler(failures)
    hub = LocalHub(folder, {"creates_per_minute": "0"} | dict(settings or {}), data_dir)
    try:
        yield hub.start()
    finally:
        hub.close()
        logging.getLogger("bellpull").removeHandler(failures)
    assert not failures.seen, failures.seen[0]


def vanish(hub: Hub) -> None:
    """End it without a word: as after a kill, hub.json still says where it was."""
    assert hub.url
    file = hub.data_dir / "hub.json"
    said = file.read_text()
    hub.stop()
    file.write_text(said)


def come_back(hub: Hub) -> None:
    """Start it again, so that those who look for it in its folder find it."""
    assert hub.start().url
