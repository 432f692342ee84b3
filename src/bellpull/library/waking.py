"""Wakes an idle loop: what is pending becomes one message, and a function of the loop's own gets it.

A function that was set inside a running event loop is called there, and may be a coroutine function; any other is
called in a thread of its own. One message at a time. If it raises, the nudges are given back and come again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import wait
from inspect import isawaitable, iscoroutinefunction
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from bellpull.domain.augment import as_message

if TYPE_CHECKING:
    from bellpull.library.held import Held

Callback = Callable[[str], Awaitable[Any] | Any]

SOON_SECONDS = 0.2
AGAIN_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0
LOOK_EVERY_SECONDS = 0.5
LOG = logging.getLogger("bellpull")


class Waker:
    def __init__(
        self, changed: Condition, idle: Callable[[], bool], pending: Callable[[], bool], claim: Callable[[], Held]
    ) -> None:
        self._changed = changed
        self._idle = idle
        self._pending = pending
        self._claim = claim
        self._callback: Callback | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._held: Held | None = None
        self._closed = False
        self._pause = AGAIN_SECONDS

    @property
    def is_set(self) -> bool:
        return self._callback is not None

    def set(self, callback: Callback | None) -> None:
        loop = _running_loop()
        if loop is None and iscoroutinefunction(callback):
            raise TypeError("a coroutine function can only be called where on_idle is set inside a running event loop")
        with self._changed:
            self._callback, self._loop = callback, loop
            self._changed.notify_all()
            if callback is None or self._thread is not None or self._closed:
                return
            self._thread = Thread(target=self._wait, daemon=True, name="bellpull waker")
        self._thread.start()

    def woken(self) -> None:
        """The loop has read what it was called with: before that is confirmed, nothing behind it would come."""
        held = self._held
        if held is not None:
            held.confirm()

    def close(self) -> None:
        self.woken()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _wait(self) -> None:
        while self._until_it_is_time():
            held = self._claim()
            if held.nudges and self._callback is not None and self._idle():
                self._wake(held)
            else:
                held.release()
                self._rest(SOON_SECONDS)

    def _wake(self, held: Held) -> None:
        self._held = held.hold()
        try:
            self._call(as_message(held.blocks))
        except Exception:  # a boundary: it is the loop's own function
            held.release()
            LOG.exception("bellpull: on_idle failed, and is called again in %g s", self._pause)
            self._rest(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
        else:
            held.confirm()
            self._pause = AGAIN_SECONDS
        finally:
            self._held = None

    def _call(self, message: str) -> None:
        callback, loop = self._callback, self._loop
        if callback is None:
            raise RuntimeError("on_idle was taken back")
        if loop is None:
            callback(message)
            return
        if not loop.is_closed():
            called = asyncio.run_coroutine_threadsafe(_called(callback, message), loop)
            while not called.done() and not loop.is_closed():
                wait([called], LOOK_EVERY_SECONDS)
            if called.done():
                called.result()
                return
        self._callback = None
        raise RuntimeError("the event loop of on_idle was closed")

    def _until_it_is_time(self) -> bool:
        def it_is_time() -> bool:
            return self._closed or (self._callback is not None and self._idle() and self._pending())

        with self._changed:
            self._changed.wait_for(it_is_time)
            return not self._closed

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed, seconds)


async def _called(callback: Callback, message: str) -> None:
    said = callback(message)
    if isawaitable(said):
        await said


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
