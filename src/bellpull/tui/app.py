"""The program: the model drawn with widgets, keys and clicks given to it, the feed beside it."""

import asyncio
import signal
import socket
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.events import Event, Key, Resize
from textual.screen import Screen
from textual.widgets import Input, TextArea

from bellpull import __version__
from bellpull.config import Config
from bellpull.domain.words import language_of, words
from bellpull.remote.live import LiveHub
from bellpull.tui import acts, chrome
from bellpull.tui.doing import Doing
from bellpull.tui.drawing import Drawing
from bellpull.tui.feed import Feed
from bellpull.tui.field import Field, Secret
from bellpull.tui.look import CSS
from bellpull.tui.model import BROWSE, BUTTONS, SESSIONS, TYPING, WRITE, View
from bellpull.tui.panes import Bar, Buttons, Pane
from bellpull.tui.pressing import Pressing
from bellpull.tui.rows import height
from bellpull.tui.words import tui_words

#: Narrower, and what is selected stands below the list.
SIDE_BY_SIDE = 100
#: Ages are minutes; what counts seconds is on the right.
TICK_SECONDS = 1.0
NAMES = {"/": "slash", "?": "question_mark", " ": "space"}


class Main(Screen[None], inherit_bindings=False):
    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield Bar("top")
        yield Bar("tabs")
        with Container(id="body"):
            yield Pane("list")
            with Vertical(id="right"):
                yield Pane("detail")
                yield Buttons("buttons")
                yield Bar("label")
                yield Field("field")
                yield Secret("secret")
        yield Bar("bottom")
        yield Pane("help")


class Tui(App[Exception | None], inherit_bindings=False):
    """Ends with what went wrong, or None."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "leave", priority=True)]

    def __init__(self, config: Config, environ: Mapping[str, str], url: str) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        language = language_of(config.language, environ)
        self.view = View(words(language), tui_words(language), monotonic, lambda: datetime.now(UTC).astimezone())
        self.view.url = url
        self.pressing = Pressing(self.view)
        self._hub = LiveHub(config, client=f"tui/{__version__}")
        self._doing = Doing(self._hub, self.view, environ, self.changed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._drawing = Drawing(self.view)
        self._is_due = False

    def get_default_screen(self) -> Main:
        return Main()

    async def on_mount(self) -> None:
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        self._begin(self._follow())
        self.set_interval(TICK_SECONDS, self._tick)
        self.changed()

    async def _follow(self) -> None:
        await Feed(self._hub, self.view, self.changed).run(socket.gethostname())

    def _handle_exception(self, error: Exception) -> None:
        """The command says it in a sentence, when the terminal is as it was."""
        self.exit(error)

    async def on_unmount(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._hub.close()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.exit(error)

    # Keys and clicks.

    async def on_event(self, event: Event) -> None:
        """Keys that no text field gets are taken before anything else happens, so that what is typed right behind one
        that opens a field is not lost."""
        if isinstance(event, Key) and not event.is_forwarded and self.view.mode not in TYPING and event.key != "ctrl+c":
            self.on_key(event)
            if self.view.mode in TYPING:
                self._draw()
        else:
            await super().on_event(event)

    def on_key(self, event: Key) -> None:
        event.stop()
        self._perform(self.pressing.press(_name(event)))

    def action_leave(self) -> None:
        self._perform(self.pressing.leave())

    @on(Field.Sent)
    @on(Input.Submitted)
    def _sent(self) -> None:
        self._perform(self.pressing.send())

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        if self._drawing.shows_draft() and event.text_area.text != self.view.draft:
            self.view.type(event.text_area.text)
            self.changed()

    @on(Input.Changed)
    def _typed_secret(self, event: Input.Changed) -> None:
        if self.view.mode == WRITE and event.value != self.view.draft:
            self.view.type(event.value)

    @on(Buttons.Pressed)
    def _pressed(self, event: Buttons.Pressed) -> None:
        if event.place < len(self.view.buttons):
            self._perform(self.pressing.answering.press_button(event.place))
        else:
            self._perform(self.pressing.press("w") if self.view.mode == BROWSE else [])

    @on(Field.Wanted)
    def _field_clicked(self) -> None:
        if self.view.mode in (BROWSE, BUTTONS):
            self._perform(self.pressing.answering.write())

    @on(Bar.Clicked)
    def _tab_clicked(self, event: Bar.Clicked) -> None:
        name = chrome.tab_at(self.view, event.column) if event.bar.id == "tabs" else None
        if name not in (None, self.view.tab) and self.view.mode == BROWSE:
            self._perform(self.pressing.press("tab"))

    @on(Pane.Clicked)
    def _row_clicked(self, event: Pane.Clicked) -> None:
        if event.pane.id != "list" or self.view.mode not in (BROWSE, BUTTONS):
            return
        place = event.line // height(event.pane.columns)
        if place < len(self.view.lister.shown):
            self.view.browse()
            self.view.lister.move(place - self.view.lister.place)
            self.view.moved()
            if self.view.tab == SESSIONS:
                self.view.sessions.turn_fold()
            self.changed()

    def _perform(self, found: list[acts.Act]) -> None:
        for act in found:
            if isinstance(act, acts.Leave):
                self.exit(None)
            elif isinstance(act, acts.Scroll):
                pane = self.screen.query_one("#detail", Pane)
                pane.scroll_relative(y=act.lines + act.pages * pane.rows, animate=False)
            else:
                self._begin(self._doing.do(act))
        self.changed()

    # Drawing.

    def _tick(self) -> None:
        self.view.refresh()
        self.changed()

    def on_resize(self, event: Resize) -> None:
        self.screen.set_class(event.size.width < SIDE_BY_SIDE, "stacked")
        self.call_after_refresh(self.changed)

    def changed(self) -> None:
        """Draw soon: however much has changed until then."""
        if not self._is_due and self.is_running:
            self._is_due = True
            self.call_later(self._draw)

    def _draw(self) -> None:
        self._is_due = False
        if self.screen.is_mounted:
            self._drawing.draw(self.screen)
            if left := self.view.guard.left(self.view.now):
                self.set_timer(left, self.changed)
            self.pressing.page = self._drawing.page


def _name(event: Key) -> str:
    """By what it writes, where it writes something: A and a are two keys, and ? is one on every keyboard."""
    character = event.character or ""
    return character if character.isalnum() else NAMES.get(character, event.key)
