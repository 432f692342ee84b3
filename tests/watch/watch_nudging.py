"""Agents that are nudged, and a watcher: in the process of the test, or as people run it, a process of its own."""

import asyncio
import logging
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bellpull.config import load
from bellpull.remote import line
from bellpull.watch.opencode import Server
from bellpull.watch.whole import WholeWatch
from support.answers import PATIENCE, done, until
from support.hub import Hub
from support.local_hub import run


def block(message: str, source: str = "user", **more: str) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in {"source": source, **more}.items())
    return f"<notification{attributes}>\n{message}\n</notification>"


@dataclass
class Nudged:
    """An agent of a project, seen by the person who owns it."""

    hub: Hub
    name: str
    project: Path

    def tell(self, message: str, **fields: Any) -> dict[str, Any]:
        told: dict[str, Any] = done(self.hub.owner.post(self._path, {"message": message, **fields}), 201)
        return told

    def pending(self) -> list[dict[str, Any]]:
        return list(done(self.hub.owner.get(self._path))["nudges"])

    def handed(self) -> list[dict[str, Any]]:
        """Oldest first."""
        return list(done(self.hub.owner.get(self._path, state="handed", limit=500))["nudges"])[::-1]

    def all_handed(self) -> list[dict[str, Any]]:
        """Once nothing is pending any more."""
        until(lambda: not self.pending(), f"everything is handed to {self.name}")
        return self.handed()

    def carry(self, carrier: str) -> None:
        """What is pending comes to the agent in another way."""
        claimed = done(self.hub.owner.post(f"{self._path}/claim", {"session": None, "carrier": carrier}))["nudges"]
        assert claimed
        done(self.hub.owner.post(f"{self._path}/confirm", {"ids": [one["id"] for one in claimed]}))

    def sign(self, session: str, **fields: Any) -> None:
        body = [{"agent": self.name, "session": session, "state": "idle", **fields}]
        done(self.hub.owner.post("/api/sessions/signs", body))

    @property
    def _path(self) -> str:
        return f"/api/agents/{self.name}/nudges"


def agent_of(hub: Hub, folder: Path, *, name: str | None = None, has_project: bool = True) -> Nudged:
    """Its project is a git work tree in the folder, with the name of the agent."""
    name = name or f"agent-{secrets.token_hex(4)}"
    project = folder / name
    (project / ".git").mkdir(parents=True)
    body = {"agent_name": name} | ({"project": str(project)} if has_project else {})
    done(hub.owner.post("/api/keys", body), 201)
    return Nudged(hub, name, project)


@dataclass
class Watching:
    output: Callable[[], str]

    def says(self, words: str) -> None:
        until(lambda: words in self.output(), f"the watcher says {words!r}, after: {self.output()}")


Watch = Callable[..., Watching]
#: It looks at the whole machine, and sees of it what one test has started.
FINDS = """
import sys
from bellpull.watch import discovery, servers
servers.listening = lambda: [found for found in discovery.listening() if found.pid == {pid}]
from bellpull.cli.main import main
sys.exit(main())
"""


class _Said(logging.Handler):
    """What it logs and says, line by line."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def _connections() -> ExitStack:
    """Closes what its threads have left open, as the end of a process does."""
    made = ExitStack()

    def recorded(make: Callable[..., Any]) -> Callable[..., Any]:
        def kept(*given: Any, **more: Any) -> Any:
            connection = make(*given, **more)
            made.callback(connection.close)
            return connection

        return kept

    for holder, name in ((line, "find"), (line, "agent_hub"), (Server, "connection")):
        made.enter_context(patch.object(holder, name, recorded(getattr(holder, name))))
    return made


@contextmanager
def watching_here(hub: Hub, urls: tuple[str, ...], variables: dict[str, str]) -> Iterator[Watching]:
    assert hub.url
    said, logger = _Said(), logging.getLogger("bellpull.watch")
    environ = hub.environment() | variables
    config = load({"data_dir": str(hub.data_dir)}, environ)
    watch: list[asyncio.Task[None]] = []

    async def begin() -> None:
        whole = WholeWatch(config, environ, said.lines.append, urls=urls or None, discovery=False)
        watch.append(asyncio.create_task(whole.run()))

    async def end() -> None:
        watch[0].cancel()
        with suppress(asyncio.CancelledError):
            await watch[0]

    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(said)
    made = _connections()
    run(begin())
    running = Watching(lambda: "\n".join(said.lines))
    try:
        running.says("connected to the hub")
        yield running
    finally:
        run(end())
        for one in [one for one in threading.enumerate() if one.name == "watch"]:
            one.join(PATIENCE)
        made.close()
        logger.removeHandler(said)
        logger.setLevel(level)
    assert "Traceback" not in running.output()


@contextmanager
def watching(
    hub: Hub, log: Path, urls: tuple[str, ...], variables: dict[str, str], *, finds: int | None = None
) -> Iterator[Watching]:
    """`finds`: the process that it looks for on this machine."""
    flags = [word for url in urls for word in ("--opencode", url)]
    if finds is not None:
        nowhere = {"BELLPULL_OPENCODE_URLS": "http://127.0.0.1:9"}
        variables = nowhere | {"BELLPULL_OPENCODE_DISCOVERY": "true"} | variables
    _ = hub.url  # the first look at it opens the port of a hub of this process
    program = ["-m", "bellpull.cli.main"] if finds is None else ["-c", FINDS.format(pid=finds)]
    command = [sys.executable, *program, "watcher", *flags, "--data-dir", str(hub.data_dir)]
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, env=hub.environment() | variables, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    running = Watching(lambda: log.read_text(errors="replace"))
    try:
        running.says("connected to the hub")
        yield running
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(PATIENCE)
    assert code == 0, running.output()
    assert "Traceback" not in running.output()
