"""The program at a person's desktop, put together: it follows the hub, shows what is meant for this person, and sends
answers back. One for each display and hub."""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from bellpull import __version__
from bellpull.config import Config
from bellpull.desk.answering import Answering
from bellpull.desk.board import Board, Settings
from bellpull.desk.chime import Chime
from bellpull.desk.desktop import Desktop, opened
from bellpull.desk.display import desk_name, display
from bellpull.desk.disturb import do_not_disturb
from bellpull.desk.following import Following
from bellpull.desk.looks import Looks
from bellpull.desk.memory import Memory, MemoryFile
from bellpull.desk.presenter import Parts, Presenter
from bellpull.desk.quiet import Quiet
from bellpull.desk.showing import WindowShow
from bellpull.desk.words import desk_words
from bellpull.domain.errors import BellpullError, Conflict, Setup
from bellpull.domain.quiet_hours import hours_of
from bellpull.domain.words import language_of, words
from bellpull.locking import try_lock
from bellpull.place.jumping import Jumped, jump
from bellpull.place.reading import hostname
from bellpull.remote.find import STOPPED_MARK
from bellpull.remote.live import LiveHub

TICK_SECONDS = 1.0
LOOK_SECONDS = 5.0
SWITCH_SECONDS = 0.0005

log = logging.getLogger("bellpull.desk")


def local_now() -> datetime:
    return datetime.now().astimezone()


class Desk:
    """`beside`: it belongs to the hub of the data folder, and ends when that is stopped on purpose."""

    def __init__(self, config: Config, environ: Mapping[str, str], *, beside: bool) -> None:
        shown_on = display(environ, sys.platform)
        if shown_on is None:
            raise Setup(
                "no_display", "There is no display here.", "start it in a desktop; without one: bellpull answer"
            )
        self._config = config
        self._environ = environ
        self._mark = config.data_dir / STOPPED_MARK if beside else None
        self._language = language_of(config.language, environ)
        self.name = f"{socket.gethostname()} {shown_on}"
        self._path = config.data_dir / desk_name(shown_on, config.url)
        self._file = MemoryFile(self._path.with_suffix(".json"))
        self._stop = asyncio.Event()

    async def run(self, on_ready: Callable[[Desktop], None], on_wait: Callable[[BellpullError], None]) -> None:
        """`on_wait` is told why there is no hub yet."""
        self._on_wait = on_wait
        # An answer goes through a thread of its own, which is not to wait for what is drawn meanwhile.
        sys.setswitchinterval(SWITCH_SECONDS)
        with self._alone():
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(_unheard)
            for number in (signal.SIGTERM, signal.SIGINT):
                with suppress(NotImplementedError):  # Windows
                    loop.add_signal_handler(number, self._stop.set)
            await self._run(self._file.read(), on_ready)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if not try_lock(file):
                raise Conflict("desk_running", "A desk is already running on this display.")
            yield
        finally:
            os.close(file)

    async def _run(self, memory: Memory, on_ready: Callable[[Desktop], None]) -> None:
        own = desk_words(self._language)
        hub = LiveHub(self._config, client=f"desk/{__version__}")
        answering = Answering(hub, self.name, words(self._language), own.no_longer_there)
        watching = LiveHub(self._config, client=f"desk/{__version__}")
        board, stop = self._board(memory), self._stop.set
        presenter = Presenter(board, hub, answering, own, local_now, stop, watching, self._jump)
        try:
            async with opened(self._environ, presenter.happened, presenter.chosen) as desktop:
                parts = self._parts(desktop, presenter, answering)
                presenter.equip(parts)
                presenter.board.equip(desktop.can, has_window=desktop.has_window)
                await desktop.banners.close_left(memory.left)
                if desktop.has_window:
                    await parts.window.prepare()
                on_ready(desktop)
                await self._present(presenter, answering, hub, desktop, parts.window, memory)
        finally:
            await hub.close()
            await watching.close()

    def _jump(self, place: Mapping[str, Any]) -> Jumped | None:
        return jump(place, self._environ) if place.get("host") == hostname() else None

    def _board(self, memory: Memory) -> Board:
        minutes = self._config.remind_minutes
        remind = timedelta(minutes=minutes) if minutes else None
        quiet = Quiet(hours_of(self._config.quiet_hours), memory.quiet_until)
        board = Board(Settings(words(self._language), desk_words(self._language), remind), quiet)
        board.remember(memory.snoozed)
        return board

    def _parts(self, desktop: Desktop, presenter: Presenter, answering: Answering) -> Parts:
        looks = Looks(desktop.bus, self._environ, self._config.theme)
        chime = Chime(self._environ, sys.platform)
        size = self._config.text_size
        window = WindowShow(answering, looks.look, chime, self._environ, self._language, size, local_now)
        presenter.listen(window)
        return Parts(desktop.banners, desktop.tray, window, chime)

    async def _present(
        self,
        presenter: Presenter,
        answering: Answering,
        hub: LiveHub,
        desktop: Desktop,
        window: WindowShow,
        memory: Memory,
    ) -> None:
        since = (memory.seq, memory.hub) if memory.hub else None
        hours = self._config.quiet_hours
        following = Following(hub, presenter, local_now, since, self._mark, self._on_wait, hours)

        def remember() -> None:
            seq, hub_id = following.since or (0, "")
            board, left = presenter.board, desktop.banners.left()
            self._file.write(Memory(hub_id, seq, left, board.snoozed(), board.quiet.until, answering.unsent))

        presenter.on_change = answering.on_unsent = remember
        presenter.send_again(memory.unsent)
        hello = {"type": "hello", "surface": "desk", "name": self.name, "shows": desktop.shows}
        work = (
            following.run(hello),
            presenter.show_banners(),
            tick(presenter),
            self._look_around(presenter, desktop, window),
        )
        try:
            await self._until_stopped(*work)
        finally:
            await presenter.stop()
            remember()

    async def _until_stopped(self, *work: Coroutine[Any, Any, None]) -> None:
        """All of it, until somebody stops the desk or one part has ended."""
        running = [asyncio.create_task(one) for one in (*work, self._stopped())]
        try:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in running:
                one.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _stopped(self) -> None:
        await self._stop.wait()

    async def _look_around(self, presenter: Presenter, desktop: Desktop, window: WindowShow) -> None:
        """Until the desktop's session is over: one that nobody sees must not keep the next one from being shown."""
        while await self._is_there(desktop, window):
            presenter.board.disturb(await do_not_disturb(desktop.bus, self._environ))
            await asyncio.sleep(LOOK_SECONDS)
        log.info("the session of %s is over", self.name)

    async def _is_there(self, desktop: Desktop, window: WindowShow) -> bool:
        if desktop.bus is not None and not desktop.bus.connected:
            return False
        if not desktop.has_window or window.holds_display:
            return True
        await window.prepare()
        return await window.has_display()


def _unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A bus that goes leaves its loss with every message that it had not sent; once is enough to know."""
    if isinstance(context.get("exception"), OSError):
        log.info("%s", context["exception"])
    else:
        loop.default_exception_handler(context)


async def tick(presenter: Presenter) -> None:
    """Tells the board the time, as long as the desk runs."""
    while True:
        await asyncio.sleep(TICK_SECONDS)
        now = local_now()
        presenter.perform([*presenter.board.next_event(now), *presenter.board.tick(now)])
