"""From settings to a running hub: the only module that names the concrete store, feed and server."""

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from datetime import timedelta
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path

from bellpull import __version__
from bellpull.clients.hooks.formats import FORMATS
from bellpull.config import Config
from bellpull.conversation.folder import VoiceModeFolder, base_folder
from bellpull.conversation.following import VoiceModeLog
from bellpull.conversation.history import Conversation
from bellpull.domain.asking import AskLimits
from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.domain.instant import instant
from bellpull.domain.notification import Limits
from bellpull.domain.quiet_hours import written
from bellpull.domain.words import language_of, words
from bellpull.feed.memory import MemoryFeed
from bellpull.feed.pending import MemoryPending
from bellpull.feed.rates import MemoryRates
from bellpull.feed.servers import MemoryServers
from bellpull.feed.surfaces import MemorySurfaces
from bellpull.feed.waiting import MemoryWaiting
from bellpull.folder import DataFolder
from bellpull.hub.deadlines import run_deadlines
from bellpull.hub.hub import Hub, utc_now
from bellpull.hub.ports import Writer
from bellpull.hub.questions import Asking
from bellpull.hub.upkeep import Retention, run_upkeep
from bellpull.mcp.server.endpoint import McpEndpoint, McpSettings
from bellpull.store.sqlite import SqliteStore
from bellpull.watch.beside import WatchBeside
from bellpull.watch.usage import UsageCommand
from bellpull.web.app import Settings, SideTask, create_app
from bellpull.web.server import HubServer, address_of, bind

LOG_BYTES = 5_000_000
MOST_FILES = 65_536
#: Of one webhook. A whole matrix of checks may end at once; more than this no agent could read.
WEBHOOK_CALLS_PER_MINUTE = 300
#: The writer's thread asks for the interpreter before and after each statement; the loop is not to keep it for long.
SWITCH_SECONDS = 0.0005

log = logging.getLogger("bellpull")


def serve(config: Config, on_ready: Callable[[str], None]) -> None:
    """Run the hub until SIGTERM or Ctrl-C; `on_ready` gets the page's address. Raises Setup if it cannot start."""
    os.umask(0o077)  # whatever the hub writes is its owner's alone
    folder = DataFolder(config.data_dir)
    folder.prepare()
    _allow_many_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    _log_to(folder.log, config.log_level)
    with closing(bind(config.host, config.port)) as listener, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(config, folder, listener, on_ready))


async def _serve(config: Config, folder: DataFolder, listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    url = address_of(listener)
    watch = WatchBeside(config, os.environ)
    async with open_hub(config, folder) as (hub, feed):
        link = hub.sign_in.offer(await hub.access.admit(folder.owner_key() or ""))

        def on_start() -> None:
            folder.publish(url, hub.id, __version__)
            log.info("hub %s %s answers at %s", hub.id, __version__, url)
            on_ready(f"{url}/#sign-in={link.secret}")
            watch.start()

        def on_stop() -> None:
            mcp.stop()
            hub.questions.waiting.stop()

        mcp = McpEndpoint(hub.access, McpSettings(config.mcp_waiting_limit, _language(config)))
        voice = VoiceModeFolder(base_folder(config.voicemode_dir, os.environ))
        app = create_app(hub, feed, Conversation(hub.store, voice).history, FORMATS, _settings(config), mcp)
        app.metrics.gauge("mcp_waiting", mcp.waiting)
        server = HubServer(app.serve, config.stop_seconds, on_start, partial(_note_signal, folder), on_stop)
        tasks: tuple[SideTask, ...] = (
            *app.beside,
            partial(mcp.run, app.serve),
            server.sweeper.run,
            partial(run_upkeep, hub, _retention(config)),
            partial(run_deadlines, hub),
            VoiceModeLog(hub.store, feed, voice).run,
            folder.run_watch,
            watch.run,
        )
        try:
            await _run_beside(server, listener, tasks)
        finally:
            folder.unpublish()
            with suppress(Unavailable):  # when a key was last used is not worth a failed stop
                await hub.access.flush_used()
    log.info("stopped")


def _note_signal(folder: DataFolder, number: int) -> None:
    log.info("stopping: %s", signal.Signals(number).name)
    if number == signal.SIGINT:
        folder.mark_stopped()


async def _run_beside(server: HubServer, listener: socket.socket, tasks: tuple[SideTask, ...]) -> None:
    """Serve, and run what belongs to it. A task that fails stops the hub: half of one would look like a whole one."""
    failed: list[Exception] = []

    async def watch(task: SideTask) -> None:
        try:
            await task()
        except Exception as error:
            log.error("the hub stops: %s", error, exc_info=not isinstance(error, BellpullError))
            failed.append(error)
            server.stop()

    running = [asyncio.create_task(watch(task)) for task in tasks]
    try:
        await server.serve(sockets=[listener])
    finally:
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    if failed:
        raise failed[0]


@asynccontextmanager
async def open_hub(config: Config, folder: DataFolder) -> AsyncIterator[tuple[Hub, MemoryFeed]]:
    feed = MemoryFeed()
    store = SqliteStore(folder.database, feed.ring)
    try:
        limits = Limits(
            config.title_limit, config.message_limit, config.category_limit, config.metadata_limit, config.nudge_limit
        )
        rates = MemoryRates(config.creates_per_minute)
        id = await store.write(_hub_id)
        waiting = MemoryWaiting()
        awaited_by = await store.read(lambda reader: reader.nudges.awaited_by())
        around = (MemorySurfaces(), MemoryServers(), UsageCommand(config.usage_command))
        memory = (waiting, MemoryPending(waiting, awaited_by), *around)
        outside = MemoryRates(WEBHOOK_CALLS_PER_MINUTE)
        quiet = written(config.quiet_hours)
        hub = Hub(id, store, rates, *memory, limits, _asking(config), webhook_rates=outside, quiet_hours=quiet)
        if made := await hub.access.ensure_owner(folder.owner_key()):
            folder.save_owner_key(made.secret)
        yield hub, feed
    finally:
        await store.close()


def _hub_id(writer: Writer) -> str:
    id = writer.fact("id")
    if id is None:
        id = f"hub_{secrets.token_hex(8)}"
        writer.note("id", id)
    return id


def _settings(config: Config) -> Settings:
    return Settings(
        config.host,
        tuple(config.allowed_hosts),
        config.body_limit,
        config.socket_buffer,
        instant(utc_now()),
        _language(config),
        config.history_limit,
    )


def _asking(config: Config) -> Asking:
    return Asking(
        AskLimits(question=config.message_limit),
        most_open=config.open_questions_limit,
        open_for=timedelta(hours=config.question_open_hours),
        close=words(_language(config)).close,
        tell_who=config.tell_who_answered,
    )


def _language(config: Config) -> str:
    return language_of(config.language, os.environ)


def _retention(config: Config) -> Retention:
    return Retention(
        timedelta(days=config.keep_ended_days), timedelta(days=config.keep_events_days), config.keep_events
    )


def _log_to(path: Path, level: str) -> None:
    """The file has everything; a terminal sees only what somebody should look at."""
    file = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    handlers: list[logging.Handler] = [file]
    if sys.stderr.isatty():
        terminal = logging.StreamHandler(sys.stderr)
        terminal.setLevel(logging.WARNING)
        terminal.setFormatter(logging.Formatter("bellpull: %(message)s"))
        handlers.append(terminal)
    logging.basicConfig(level=level.upper(), handlers=handlers, force=True)
    # The server logs the addresses of sockets whole, and these may hold a key.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _allow_many_files() -> None:
    """Each connection is one. The usual limit is low for the sake of programs that cannot count further."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop
