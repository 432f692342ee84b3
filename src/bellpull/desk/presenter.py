"""Carries out what the board decides: banners, the window, the tray, the chime, and what goes back to the hub.

Banners are shown and closed one after another, in order; everything else goes beside, so that a notification server
that hangs delays no answer. Not here: what to show (`board`), how the hub is followed (`desk`).
"""

import asyncio
import logging
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bellpull import __version__
from bellpull.desk import cards
from bellpull.desk.answering import Answering
from bellpull.desk.board import Board
from bellpull.desk.chime import Chime
from bellpull.desk.commands import (
    Acknowledge,
    CloseBanner,
    Command,
    OpenInbox,
    OpenWindow,
    Release,
    ReportFailure,
    SendAnswer,
    ShowBanner,
    ShowTold,
    TellWindow,
    TickAfter,
)
from bellpull.desk.glance import Glance
from bellpull.desk.notifications import Banner, Banners, Happening
from bellpull.desk.showing import WindowShow
from bellpull.desk.tray import ACTIVATE, Tray
from bellpull.desk.tray_lines import ASKED, QUIET, QUIT, SESSION, entries
from bellpull.desk.words import DeskWords
from bellpull.domain.errors import BellpullError
from bellpull.place.jumping import Jumped
from bellpull.remote.address import quote
from bellpull.remote.live import LiveHub

log = logging.getLogger("bellpull.desk")

REFRESH_SECONDS = 0.02
#: The loop's clock is not the board's: who comes a little late does not come too early.
TICK_LATE_SECONDS = 0.005
AN_HOUR = timedelta(hours=1)


class Parts(NamedTuple):
    """What a desktop has to show things with."""

    banners: Banners
    tray: Tray | None
    window: WindowShow
    chime: Chime


class Presenter:
    def __init__(
        self,
        board: Board,
        hub: LiveHub,
        answering: Answering,
        words: DeskWords,
        clock: Callable[[], datetime],
        on_quit: Callable[[], None],
        watching: LiveHub,
        jump: Callable[[Mapping[str, Any]], Jumped | None],
    ) -> None:
        """`watching`: the same hub, for what no answer is to wait for. `jump`: to a place on this machine; None where
        it is not on this one."""
        self.board = board
        self._hub = hub
        self._answering = answering
        self._words = words
        self._clock = clock
        self._on_quit = on_quit
        self._glance = Glance(lambda: watching.request("GET", "/api/watch"), self.refresh)
        self._jump = jump
        self._parts: Parts | None = None
        # As long as there are open questions, and a few more: storms are folded before.
        self._banner_turns: asyncio.Queue[Command] = asyncio.Queue()
        self._on_screen: set[str] = set()
        self._refreshing: asyncio.TimerHandle | None = None
        self._beside: set[asyncio.Task[None]] = set()
        self.connected = False
        #: Of the hub, where it is not that of this desk.
        self.other_version = ""
        self.on_change: Callable[[], None] = lambda: None

    def equip(self, parts: Parts) -> None:
        self._parts = parts

    def listen(self, window: WindowShow) -> None:
        window.on_touched = self.board.window_touched
        window.on_ended = lambda result: self.perform(self.board.window_ended(result, self._clock()))
        window.on_died = lambda reason: self.perform(self.board.window_died(reason, self._clock()))

    def send_again(self, unsent: Mapping[str, Mapping[str, str]]) -> None:
        """Answers that the last life of this desk could not send."""
        self.perform(SendAnswer(id, answer) for id, answer in unsent.items())

    def happened(self, happening: Happening) -> None:
        self.perform(self.board.happened(happening, self._clock()))

    def chosen(self, key: str) -> None:
        """Something in the tray."""
        now = self._clock()
        waiting = self.board.waiting(now)
        if key == QUIT:
            self._on_quit()
        elif key == QUIET:
            self.board.quiet_until(None if self._is_quiet(now) else now + AN_HOUR)
            self.perform([])
        elif key.startswith(ASKED):
            self.perform(self.board.choose(key.removeprefix(ASKED), now))
        elif key.startswith(SESSION):
            self._go(self._to_session(key.removeprefix(SESSION)))
        elif key == ACTIVATE and waiting:
            self.perform(self.board.choose(waiting[0]["id"], now))
        else:
            self.perform([OpenInbox()])

    def perform(self, commands: Iterable[Command]) -> None:
        for command in commands:
            self._perform(command)
        self.refresh()

    def _perform(self, command: Command) -> None:
        match command:
            case ShowBanner() | ShowTold() | CloseBanner():
                self._banner_turns.put_nowait(command)
            case OpenWindow(question, plain) if self._parts is not None:
                self._go(self._parts.window.open(question, plain))
            case TellWindow(line) if self._parts is not None:
                self._parts.window.tell(line)
            case SendAnswer():
                self._go(self._answer(command))
            case Release(id, reason):
                self._go(self._quietly(self._answering.release(id, reason)))
            case ReportFailure(question, reason):
                self._go(self._report(question, reason))
            case Acknowledge(id):
                self._go(self._quietly(self._hub.request("POST", f"/api/notifications/{quote(id)}/acknowledge")))
            case OpenInbox():
                self._go(self._open_inbox())
            case TickAfter(wait):
                self._go(self._tick(wait))

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._beside.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s", error, exc_info=error)

    async def _tick(self, wait: timedelta) -> None:
        await asyncio.sleep(wait.total_seconds() + TICK_LATE_SECONDS)
        self.perform(self.board.tick(self._clock()))

    async def _quietly(self, work: Awaitable[Any]) -> None:
        """What is a courtesy: that it failed is for the log."""
        try:
            await work
        except BellpullError as error:
            log.info("%s", error)

    async def stop(self) -> None:
        """What is on the screen and can no longer be answered here goes; a window that is typed in stays."""
        self._glance.stop()
        if self._refreshing is not None:
            self._refreshing.cancel()
        if self._parts is not None:
            await self._parts.window.end()
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        if self._parts is not None:
            await asyncio.gather(*(self._parts.banners.close(key) for key in self._on_screen))
            await self._parts.chime.stop()

    # Banners

    async def show_banners(self) -> None:
        """Runs as long as the desk."""
        while True:
            command = await self._banner_turns.get()
            if self._parts is None:
                continue
            match command:
                case CloseBanner(key):
                    self._on_screen.discard(key)
                    await self._parts.banners.close(key)
                case ShowBanner(banner):
                    await self._show(self._parts.banners, banner)
                case ShowTold():
                    await self._show_told(self._parts.banners, command)
            self.on_change()

    async def _show(self, banners: Banners, banner: Banner) -> None:
        self._on_screen.add(banner.key)
        if not await banners.show(banner):
            log.info("not shown: %s", banner.key)
            self.perform(self.board.not_shown(banner.key, self._clock()))

    async def _show_told(self, banners: Banners, told: ShowTold) -> None:
        try:
            notification = await self._hub.request("GET", f"/api/notifications/{quote(told.id)}")
        except BellpullError as error:
            log.info("%s", error)
            return
        if notification["status"] == "pending":
            banner = cards.told(notification, told.times, self._words)
            await self._show(banners, cards.snoozing(banner, self._words) if told.asks_when else banner)

    # What goes to the hub, and to the browser

    async def _answer(self, said: SendAnswer) -> None:
        refusal = await self._answering.send(said.question_id, said.answer, secret=said.secret)
        if refusal is not None:
            self.perform(self.board.refused(said.question_id, self._clock()))
            typed = "" if said.secret else said.answer.get("text", "")
            self.tell(f"refused:{said.question_id}", self._words.not_sent, f"{refusal}\n\n{typed}".strip())
        elif said.chimes and self._parts is not None:
            self._parts.chime.play("end")

    def tell(self, key: str, title: str, message: str) -> None:
        """Something that the desk itself has to say."""
        self.perform(self.board.say(key, title, message, self._clock()))

    async def _report(self, question: Mapping[str, Any], reason: str) -> None:
        log.error("the window of %s cannot be shown: %s", question["id"], reason)
        if self._parts is not None and not await self._parts.window.has_display():
            self._on_quit()  # the display is gone, and with it this desk: others may show it
            return
        self.tell(f"failed:{question['id']}", self._words.no_window, f"{reason}\n{self._words.answer_on_the_page}")
        await self._quietly(self._answering.failed(question["id"], reason))

    async def _open_inbox(self) -> None:
        try:
            link = await self._answering.sign_in_link()
            opened = await asyncio.to_thread(webbrowser.open, link)
        except BellpullError as error:
            log.warning("%s", error)
            return
        if not opened:
            log.warning("there is no browser that can be opened here")

    # The tray

    def look(self) -> None:
        """Something that the tray shows of the hub may be otherwise now."""
        if self._parts is not None and self._parts.tray is not None:
            self._glance.look()

    def lose(self) -> None:
        """The hub is away."""
        self.connected = False
        self._glance.lose()
        self.refresh()

    async def _to_session(self, id: str) -> None:
        """To its terminal, where that is on this machine. One that cannot be brought to the front is named."""
        place = self._glance.seen.places.get(id)
        jumped = None if place is None else await asyncio.to_thread(self._jump, place)
        if jumped is None:
            self.perform([OpenInbox()])
        elif not jumped.done:
            self.tell(f"place:{id}", self._words.not_brought, jumped.where)

    def _is_quiet(self, now: datetime) -> bool:
        until = self.board.quiet.until
        return until is not None and until > now

    def refresh(self) -> None:
        """Soon: what a person waits for goes before, and what changes many times in a row is shown once."""
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(REFRESH_SECONDS, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        self.on_change()
        if self._parts is None or self._parts.tray is None:
            return
        seen, now = self._glance.seen, self._clock()
        waiting = self.board.waiting(now)
        urgent = any(question["urgency"] in ("high", "urgent") for question in waiting)
        words = self._words.waiting(len(waiting)) if self.connected else self._words.not_connected
        quiet_until = self.board.quiet.until if self._is_quiet(now) else None
        note = self._note() if self.connected and self.other_version else ""
        menu = entries(seen.lines, waiting, words, quiet_until, self._words, note)
        words = f"{words} · {note}" if note else words
        self._parts.tray.show(len(waiting), urgent, f"{seen.title} · {words}" if seen.title else words, menu)

    def _note(self) -> str:
        return self._words.other_version.format(hub=self.other_version, desk=__version__)
