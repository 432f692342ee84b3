"""One window after another, each a process: what it is asked to show, what it is told meanwhile, how it ended."""

import asyncio
import base64
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime
from typing import Any

from bellpull.desk import cards
from bellpull.desk.answering import Answering
from bellpull.desk.asked import has_buttons, seconds_left
from bellpull.desk.chime import Chime
from bellpull.desk.commands import Question
from bellpull.desk.icon import png
from bellpull.desk.popup import Popup, has_display
from bellpull.desk.theme import Look
from bellpull.desk.words import desk_words
from bellpull.domain.errors import BellpullError

#: Who is asked sees the question, with its history or without.
HISTORY_SECONDS = 1.0
ICON_SIZE = 48

log = logging.getLogger("bellpull.desk")


class WindowShow:
    def __init__(
        self,
        answering: Answering,
        look: Callable[[str], Awaitable[Look]],
        chime: Chime,
        environ: Mapping[str, str],
        language: str,
        text_size: int,
        clock: Callable[[], datetime],
    ) -> None:
        self._answering = answering
        self._look = look
        self._chime = chime
        self._environ = environ
        self._language = language
        self._text_size = text_size
        self._clock = clock
        self._told: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._popup: Popup | None = None
        self._spare: Popup | None = None
        #: All whose process may be there, also those that are still being started or have said their last word.
        self._started: list[asyncio.Task[Popup]] = []
        self._preparing = asyncio.Lock()
        self._ends = False
        self.on_touched: Callable[[], None] = lambda: None
        self.on_ended: Callable[[Mapping[str, Any]], None] = lambda result: None
        self.on_died: Callable[[str], None] = lambda reason: None

    def open(self, question: Question, plain: bool) -> Coroutine[Any, Any, None]:
        """Until it is closed again. What is told from now on is for this window."""
        self._told = asyncio.Queue()
        return self._open(question, plain)

    async def _open(self, question: Question, plain: bool) -> None:
        if self._ends:
            return
        popup = self._popup = await self._next()
        try:
            await popup.tell(await self._request(question, plain))
            result = await self._converse(popup, question)
        finally:
            self._popup = None
        if result is None:
            self.on_died(await popup.reason())
        else:
            self.on_ended(result)

    async def _next(self) -> Popup:
        """The process that waits for its question, or a new one if that is gone."""
        spare, self._spare = self._spare, None
        return spare if spare is not None and spare.is_alive else await self._start()

    async def _start(self) -> Popup:
        """Nobody cuts a start off: what is cancelled halfway may never come to an end. `end` waits for it."""
        gone = [one for one in self._started if one.done() and not (one.exception() is None and one.result().is_alive)]
        for one in gone:
            self._started.remove(one)
            if one.exception() is None:
                one.result().close()
        starting = asyncio.create_task(Popup.open(self._environ))
        self._started.append(starting)
        return await asyncio.shield(starting)

    @property
    def holds_display(self) -> bool:
        """A window is open, or its process waits: both would die with the display."""
        return any(popup is not None and popup.is_alive for popup in (self._popup, self._spare))

    async def prepare(self) -> None:
        """Start the process of the next window: what a person sees is then only what is drawn."""
        async with self._preparing:
            if not self._ends and (self._spare is None or not self._spare.is_alive):
                self._spare = await self._start()

    async def has_display(self) -> bool:
        return await has_display(self._environ)

    def tell(self, line: Mapping[str, Any]) -> None:
        self._told.put_nowait(line)

    async def end(self) -> None:
        """Let all of them go. None is started from now on: a window that closes makes room for the next one."""
        self._ends = True
        started = await asyncio.gather(*self._started, return_exceptions=True)
        await asyncio.gather(*(popup.end() for popup in started if isinstance(popup, Popup)))

    async def _request(self, question: Question, plain: bool) -> dict[str, Any]:
        look, history = await asyncio.gather(self._look(question["look"]["theme"]), self._history(question))
        now = self._clock()
        left = seconds_left(question, now)
        asked = cards.window_request(
            question, history, self._language, desk_words(self._language).you, now, seconds=left, plain=plain
        )
        icon = base64.b64encode(png(ICON_SIZE)).decode()
        how = {"theme": look.theme, "high_contrast": look.high_contrast, "text_size": self._text_size, "icon": icon}
        return asked | how

    async def _history(self, question: Question) -> list[dict[str, Any]]:
        if has_buttons(question) or question["secret"] or not question["look"]["show_history"]:
            return []
        try:
            async with asyncio.timeout(HISTORY_SECONDS):
                return await self._answering.history(question["project"])
        except (BellpullError, TimeoutError) as error:
            log.info("no history: %s", error)
            return []

    async def _converse(self, popup: Popup, question: Question) -> Mapping[str, Any] | None:
        """Its result, as soon as it is there, or None where it ended without one."""
        telling = asyncio.create_task(self._pass_on(popup))
        try:
            async for line in popup.lines():
                if "event" not in line:
                    return line
                await self._heard(line["event"], question)
        finally:
            telling.cancel()
        return None

    async def _heard(self, event: str, question: Question) -> None:
        if event == "touched":
            self.on_touched()
        elif event == "shown":
            if question["look"]["chime_enabled"]:
                self._chime.play("start")
            await self.prepare()

    async def _pass_on(self, popup: Popup) -> None:
        while True:
            await popup.tell(await self._told.get())
