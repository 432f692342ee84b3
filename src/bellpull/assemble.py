"""From settings to a running hub: the only module that names the concrete store, feed and server."""

import asyncio
import logging
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import NamedTuple

from bellpull import __version__
from bellpull.clients.hooks.formats import FORMATS
from bellpull.config import Config
from bellpull.conversation.folder import VoiceModeFolder, base_folder
from bellpull.conversation.following import VoiceModeLog
from bellpull.conversation.history import Conversation
from bellpull.domain.asking import AskLimits
from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.domain.identity import HUB
from bellpull.domain.instant import instant
from bellpull.domain.notification import Limits
from bellpull.domain.quiet_hours import written
from bellpull.domain.words import language_of, words
from bellpull.feed.attempts import MemoryAttempts
from bellpull.feed.memory import MemoryFeed
from bellpull.feed.pending import MemoryPending
from bellpull.feed.rates import MemoryRates
from bellpull.feed.servers import MemoryServers
from bellpull.feed.surfaces import MemorySurfaces
from bellpull.feed.waiting import MemoryWaiting
from bellpull.folder import DataFolder
from bellpull.hub.clocks import utc_now
from bellpull.hub.deadlines import run_deadlines
from bellpull.hub.hub import Hub, Rules
from bellpull.hub.meanwhile import Meanwhile
from bellpull.hub.ports import Reader, Writer
from bellpull.hub.questions import Asking
from bellpull.hub.turns import PER_SECOND
from bellpull.hub.upkeep import Retention
from bellpull.logs import start_log
from bellpull.mcp.server.endpoint import McpEndpoint, McpSettings
from bellpull.setting_kinds import WITHOUT_TLS
from bellpull.store.sqlite import SqliteStore
from bellpull.supervisor import READY, STOPPING, tell_supervisor
from bellpull.watch.beside import WatchBeside
from bellpull.watch.usage import UsageCommand
from bellpull.web.app import App, Settings, SideTask, create_app
from bellpull.web.listening import Listening, certificate_of, listen
from bellpull.web.proxies import believing
from bellpull.web.reach import need_password, public_origin, shown_at
from bellpull.web.server import HubServer

#: The settings that say who reaches the hub: flags may have said something else than the file.
REACH = ("host", "port", "public_url", "tls_cert", "tls_key", "without_tls")
#: What a hub that was killed, or upgraded, comes back with.
REMEMBERED = (*REACH, "json_logs", "desk")
M_ARENA_MAX = -8  # as malloc.h has it
MOST_FILES = 65_536
#: Of one webhook. A whole matrix of checks may end at once; more than this no agent could read.
WEBHOOK_CALLS_PER_MINUTE = 300
#: Of one agent, or of one person's watcher: far more than a machine full of sessions gives.
SIGNS_PER_MINUTE = 60_000
MARKUP_PER_MINUTE = 1_000
#: The writer's thread asks for the interpreter before and after each statement; the loop is not to keep it for long.
SWITCH_SECONDS = 0.0005

log = logging.getLogger("bellpull")


def serve(config: Config, on_ready: Callable[[str], None]) -> None:
    """Run the hub until SIGTERM or Ctrl-C; `on_ready` gets the page's address. Raises Setup if it cannot start."""
    os.umask(0o077)  # whatever the hub writes is its owner's alone
    folder = DataFolder(config.data_dir)
    folder.prepare()
    _allow_many_files()
    _share_memory()
    sys.setswitchinterval(SWITCH_SECONDS)
    start_log(config, folder.log)
    folder.protect()
    with closing(_listen(config)) as listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(config, folder, listening, on_ready))


def _listen(config: Config) -> Listening:
    public_origin(config.public_url)  # a wrong one is told at once
    shown = shown_at(config.public_url, config.trusted_proxies)
    certificate = certificate_of(config.tls_cert, config.tls_key, shown)
    return listen(config.host, config.port, certificate, bool(config.without_tls), WITHOUT_TLS)


async def _serve(config: Config, folder: DataFolder, listening: Listening, on_ready: Callable[[str], None]) -> None:
    settings = settings_of(config, os.environ, listening.page if listening.certificate else "")
    async with open_app(config, folder, settings, os.environ) as (hub, app, beside, stop):
        await _check_password(hub, listening)
        link = await hub.sign_in.offer(await hub.access.admit(folder.owner_key() or ""))
        watch = WatchBeside(config, os.environ)

        def on_start() -> None:
            folder.publish(listening.url, hub.id, __version__, secret=settings.secret, **_reach(config))
            log.info("hub %s %s answers at %s", hub.id, __version__, " and ".join(listening.addresses))
            on_ready(f"{settings.public_origin or listening.page}/#sign-in={link.secret}")
            watch.start()
            tell_supervisor(READY)

        server = _server(config, listening, app, on_start, partial(_note_signal, folder), stop)
        tasks = (*beside, *listening.beside, server.sweeper.run, watch.run)
        try:
            await _run_beside(server, listening, tasks)
        finally:
            folder.unpublish()
    log.info("stopped")


class Assembled(NamedTuple):
    """A hub and its application. It is served once there is a port, and something runs what is beside it."""

    hub: Hub
    app: App
    #: What must run while it serves.
    beside: tuple[SideTask, ...]
    #: Called when nothing more is accepted: what waits is told to end.
    stop: Callable[[], None]


class Clocks(NamedTuple):
    now: Callable[[], datetime] = utc_now
    #: Seconds that only rise.
    passed: Callable[[], float] = monotonic


THE_MACHINES = Clocks()


@asynccontextmanager
async def open_app(
    config: Config, folder: DataFolder, settings: Settings, environ: Mapping[str, str], clocks: Clocks = THE_MACHINES
) -> AsyncIterator[Assembled]:
    async with open_hub(config, folder, settings.public_origin, clocks) as (hub, feed):
        mcp = McpEndpoint(hub.access, hub.turns, McpSettings(config.mcp_waiting_limit, settings.language))
        voice = VoiceModeFolder(base_folder(config.voicemode_dir, environ))
        app = create_app(hub, feed, Conversation(hub.store, voice).history, FORMATS, settings, mcp)
        hub.nudges.on_sign_of_life = mcp.hear_of
        mcp.count_in(app.metrics)

        def stop() -> None:
            mcp.stop()
            hub.turns.stop()
            hub.questions.waiting.stop()

        of_hub: tuple[SideTask, ...] = (hub.upkeep.run, partial(run_deadlines, hub), partial(mcp.run, app.serve))
        around = (VoiceModeLog(hub.store, feed, voice).run, folder.run_watch)
        try:
            yield Assembled(hub, app, (*app.beside, *of_hub, *around), stop)
        finally:
            with suppress(Unavailable):  # when a key was last used is not worth a failed stop
                await hub.access.flush_used()


def _reach(config: Config) -> dict[str, object]:
    """How it can be reached, and what was said when it was started: the hub that takes its place is to know."""
    said = {name: config.origin(name).partition(" ")[0] for name in REMEMBERED}
    return {
        "reach": {name: getattr(config, name) for name in REACH},
        "flags": {name: getattr(config, name) for name in REMEMBERED if said[name] == "flag"},
        "variables": {name: getattr(config, name) for name in REMEMBERED if said[name] == "variable"},
    }


def _server(
    config: Config,
    listening: Listening,
    app: App,
    on_start: Callable[[], None],
    on_signal: Callable[[int], None],
    on_stop: Callable[[], None],
) -> HubServer:
    return HubServer(
        believing(app.serve, config.trusted_proxies),
        config.stop_seconds,
        on_start,
        on_signal,
        on_stop,
        secured=listening.secured,
        readiness=app.readiness,
        drain_seconds=config.drain_seconds,
        refused=app.metrics.refusals.note,
    )


async def _check_password(hub: Hub, listening: Listening) -> None:
    if not await hub.store.read(lambda reader: reader.accounts.any_password()):
        need_password(listening.outer.getsockname()[0])


def _note_signal(folder: DataFolder, number: int) -> None:
    log.info("stopping: %s", signal.Signals(number).name)
    tell_supervisor(STOPPING)
    if number == signal.SIGINT:
        try:
            folder.mark_stopped()
        except OSError as error:
            log.warning("the mark that it was stopped cannot be written: %s", error.strerror)


async def _run_beside(server: HubServer, listening: Listening, tasks: tuple[SideTask, ...]) -> None:
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
        await server.serve(sockets=listening.sockets)
    finally:
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    if failed:
        raise failed[0]


@asynccontextmanager
async def open_hub(
    config: Config, folder: DataFolder, public_url: str, clocks: Clocks
) -> AsyncIterator[tuple[Hub, MemoryFeed]]:
    feed = MemoryFeed()
    store = SqliteStore(folder.database, feed.ring)
    try:
        id = await store.write(_hub_id)
        awaited_by = await store.read(lambda reader: reader.nudges.awaited_by())
        since = await store.read(_last_known)
        now = _meanwhile(config, awaited_by, clocks)
        hub = Hub(id, store, now, _rules(config, public_url), clocks.now, clocks.passed, since)
        if made := await hub.access.ensure_owner(folder.owner_key()):
            folder.save_owner_key(made.secret)
        yield hub, feed
    finally:
        await store.close()


def _meanwhile(config: Config, awaited_by: Iterable[str], clocks: Clocks) -> Meanwhile:
    waiting = MemoryWaiting(since=instant(clocks.now()))
    usage = UsageCommand(config.usage_command)
    usage.now()  # it is known before the first look
    return Meanwhile(
        MemoryRates(config.creates_per_minute, clocks.passed),
        MemoryRates(WEBHOOK_CALLS_PER_MINUTE, clocks.passed),
        MemoryRates(SIGNS_PER_MINUTE, clocks.passed),
        waiting,
        MemoryPending(waiting, awaited_by),
        MemorySurfaces(),
        MemoryServers(),
        usage,
        MemoryAttempts(clocks.passed),
        MemoryRates(MARKUP_PER_MINUTE, clocks.passed),
    )


def _rules(config: Config, public_url: str) -> Rules:
    limits = Limits(
        config.title_limit, config.message_limit, config.category_limit, config.metadata_limit, config.nudge_limit
    )
    requests = PER_SECOND if config.creates_per_minute else 0  # who trusts agents with one trusts them with the other
    return Rules(limits, _asking(config), _retention(config), written(config.quiet_hours), public_url, requests)


def _hub_id(writer: Writer) -> str:
    id = writer.fact("id")
    if id is None:
        id = f"hub_{secrets.token_hex(8)}"
        writer.note("id", id)
    return id


def _last_known(reader: Reader) -> datetime | None:
    """When something happened last: the time since then the hub has not lived through."""
    newest = reader.replay().newest
    return next((datetime.fromisoformat(one.at) for one in reader.events(HUB, newest - 1, newest, 1)), None)


def settings_of(config: Config, environ: Mapping[str, str], own_page: str = "") -> Settings:
    """`own_page`: where people find the hub, if that is a name of its certificate."""
    return Settings(
        config.host,
        tuple(config.allowed_hosts),
        config.body_limit,
        config.socket_buffer,
        instant(utc_now()),
        language_of(config.language, environ),
        config.history_limit,
        public_origin(config.public_url) or own_page,
        secrets.token_hex(32),
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
        timedelta(days=config.keep_ended_days),
        timedelta(days=config.keep_events_days),
        config.keep_events,
        timedelta(days=config.keep_audit_days),
    )


def _share_memory() -> None:
    """Threads take memory from a few common places: with one for each, as is usual, what one gave back is of no use to
    the others, and a hub that many speak to grows for hours."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError, MemoryError):  # another C library, or a process that may not do this
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


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
