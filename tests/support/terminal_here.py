"""A terminal of the test's own process: the terminal view without tmux, with what a terminal sends parsed as it is on a
real one. What ends the program, colours and the terminal itself need `support.terminal_screen`.
"""

import asyncio
import functools
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, Resize
from textual.geometry import Size

from bellpull.tui import guard
from bellpull.tui.app import Tui
from bellpull.tui.model import View
from support.answers import PATIENCE, until

T = TypeVar("T")
#: By tmux's names.
KEYS = {"Enter": "enter", "Escape": "escape", "Tab": "tab", "C-j": "ctrl+j", "C-c": "ctrl+c"}
NAMED = re.compile(r"[A-Z][a-z]+|C-[a-z]")
#: What went wrong where nobody waited for it.
FAILED: list[dict[str, Any]] = []
#: In place of half a second: that a key is not taken at once is the model's to show.
MOMENT = 0.05


class _Loop(asyncio.SelectorEventLoop):
    def add_signal_handler(self, *_: object) -> None:
        """Signals are the test run's."""
        raise NotImplementedError


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for all views of this process, in a thread that ends with it."""
    loop = _Loop()
    loop.set_exception_handler(lambda _, context: FAILED.append(context))
    threading.Thread(target=loop.run_forever, name="views", daemon=True).start()
    return loop


class Here:
    """As `support.terminal_screen.Terminal`."""

    def __init__(self, app: Tui) -> None:
        self._app = app

    @property
    def view(self) -> View:
        return self._app.view

    def _run(self, work: Callable[[], T]) -> T:
        async def inside() -> T:
            with self._app._context():
                return work()

        return _wait(inside())

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: Enter, Escape, Up, C-j, a."""
        for key in keys:
            if NAMED.fullmatch(key):
                self._run(functools.partial(self._send, Key(KEYS.get(key, key.lower()), None)))
            else:
                self._feed(key)

    def type(self, text: str) -> None:
        self._feed(text)

    def paste(self, text: str) -> None:
        self._feed(f"\x1b[200~{text}\x1b[201~")

    def click(self, column: int, row: int) -> None:
        """The left button at a cell, counted from one, as a terminal tells it."""
        for end in "Mm":
            self._feed(f"\x1b[<0;{column};{row}{end}")

    def _feed(self, data: str) -> None:
        def feed() -> None:
            for event in XTermParser().feed(data):
                self._send(event)

        self._run(feed)

    def _send(self, event: Any) -> None:
        driver = self._app._driver
        assert driver is not None
        event.set_sender(self._app)
        driver.process_message(event)

    def resize(self, columns: int, rows: int) -> None:
        def resized() -> None:
            size = Size(columns, rows)
            self._app._driver._size = size  # type: ignore[union-attr]
            self._app.post_message(Resize(size, size))

        self._run(resized)

    def screen(self) -> str:
        """Without what is blank at the end of lines."""

        def drawn() -> str:
            strips = self._app.screen._compositor.render_strips()
            return "".join(f"{strip.text.rstrip(' ')}\n" for strip in strips)

        return self._run(drawn)

    def sees(self, *texts: str) -> str:
        """Wait until all of them are on the screen; the screen then."""
        shown = ""

        def there() -> bool:
            nonlocal shown
            shown = self.screen()
            return all(text in shown for text in texts)

        try:
            until(there, "")
        except AssertionError:
            raise AssertionError(f"never seen together: {texts}\n{shown}") from None
        return shown

    def sees_no(self, text: str) -> str:
        try:
            return until(lambda: "" if text in (shown := self.screen()) else shown, text)
        except AssertionError:
            raise AssertionError(f"still there: {text}\n{self.screen()}") from None


def _wait(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, _loop()).result(PATIENCE)


@contextmanager
def here(make: Callable[[], Tui], columns: int, rows: int) -> Iterator[Here]:
    """The view that `make` makes, for the length of a block."""
    FAILED.clear()
    ready: Future[Tui] = Future()
    ended = asyncio.Event()

    async def live() -> None:
        app = make()
        try:
            async with app.run_test(size=(columns, rows)):
                ready.set_result(app)
                await ended.wait()
        finally:
            # Requests that were under way when it ended.
            await asyncio.to_thread(app._hub._thread.shutdown)
            await app._hub.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "HALF_A_SECOND", MOMENT)
        lives = asyncio.run_coroutine_threadsafe(live(), _loop())
        try:
            either: tuple[Future[Any], ...] = (ready, lives)
            wait(either, PATIENCE, FIRST_COMPLETED)
            yield Here(ready.result(0) if ready.done() else _failed(lives))
            # What ends with the view may be in the midst of something.
            assert not FAILED, FAILED
        finally:
            _loop().call_soon_threadsafe(ended.set)
            lives.result(PATIENCE)


def _failed(lives: "Future[None]") -> NoReturn:
    lives.result(0)
    raise AssertionError("the view ended at once")
