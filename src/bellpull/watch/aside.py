"""Blocking work beside the loop, in threads for which nobody waits when the program ends.

The threads of `concurrent.futures` are waited for at the end of a program: a server that hangs would hold up the hub.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Aside:
    def __init__(self, most: int) -> None:
        self._room = asyncio.Semaphore(most)

    async def __call__(self, work: Callable[..., T], *given: Any) -> T:
        """What the work returns or raises. Cancelled, it goes on unheard."""
        async with self._room:
            loop = asyncio.get_running_loop()
            heard: asyncio.Future[T] = loop.create_future()

            def run() -> None:
                try:
                    tell = _returning(heard, work(*given))
                except Exception as error:
                    tell = _raising(heard, error)
                with suppress(RuntimeError):  # the loop has ended meanwhile
                    loop.call_soon_threadsafe(tell)

            Thread(target=run, name="watch", daemon=True).start()
            return await heard


def _returning(heard: "asyncio.Future[T]", result: T) -> Callable[[], None]:
    return lambda: None if heard.done() else heard.set_result(result)


def _raising(heard: "asyncio.Future[T]", error: Exception) -> Callable[[], None]:
    return lambda: None if heard.done() else heard.set_exception(error)
