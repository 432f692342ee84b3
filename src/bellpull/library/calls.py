"""One verb, two ways to call it: as it is, and as a coroutine.

A verb is written once, as a method that gets a line to the hub. The coroutine runs it in a thread of its own: most of
its life is waiting, and a shared pool would be full of that. Who is cancelled interrupts the line, and the verb says
its last words before the cancellation goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial, update_wrapper
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from bellpull.domain.errors import Invalid
from bellpull.remote.line import Line

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Future

#: Longer than the last words may take.
PARTING_SECONDS = 5.0
AGAIN_SECONDS = 0.1
#: Of the verbs, by the fields of REST that have other names.
PARAMETERS = {"wait": "timeout", "seconds": "timeout", "notification_type": "type"}


class Caller(Protocol):
    def _line(self) -> Line: ...


C = TypeVar("C", bound=Caller)
P = ParamSpec("P")
T = TypeVar("T")


def blocking(verb: Callable[Concatenate[C, Line, P], T]) -> Callable[Concatenate[C, P], T]:
    """The verb with a line of its own: an agent holds no connection, so threads and forks may share it."""

    def call(caller: C, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with caller._line() as line, _in_own_words():
            return verb(caller, line, *args, **kwargs)

    return _named(call, verb, "")


def awaitable(verb: Callable[Concatenate[C, Line, P], T]) -> Callable[Concatenate[C, P], Coroutine[Any, Any, T]]:
    async def call(caller: C, /, *args: P.args, **kwargs: P.kwargs) -> T:
        line = caller._line()
        with _in_own_words():
            return await _in_thread(line, partial(verb, caller, line, *args, **kwargs))

    return _named(call, verb, "a")


@contextmanager
def _in_own_words() -> Iterator[None]:
    """What the hub refuses is said by the names of the verbs' own parameters."""
    try:
        yield
    except Invalid as error:
        error.rename(PARAMETERS)
        raise


F = TypeVar("F", bound=Callable[..., Any])


def _named(call: F, verb: Callable[..., Any], prefix: str) -> F:
    """As people call it: under its own name, without the line."""
    shown = signature(verb)
    seen = [parameter for name, parameter in shown.parameters.items() if name != "line"]
    update_wrapper(call, verb)
    call.__name__ = prefix + verb.__name__.lstrip("_")
    call.__signature__ = shown.replace(parameters=seen)  # type: ignore[attr-defined]
    return call


async def _in_thread(line: Line, run: Callable[[], T]) -> T:
    import asyncio
    from threading import Thread

    ended: Future[T] = asyncio.get_running_loop().create_future()
    ended.add_done_callback(
        lambda future: future.cancelled() or future.exception()
    )  # somebody may have stopped looking
    Thread(target=_work, args=(line, run, ended), daemon=True, name="bellpull").start()
    try:
        return await asyncio.shield(ended)
    except asyncio.CancelledError:
        await _part(line, ended)
        raise


def _work(line: Line, run: Callable[[], T], ended: Future[T]) -> None:
    loop = ended.get_loop()
    try:
        with line:
            result = run()
    except BaseException as error:
        _tell(loop, ended, partial(ended.set_exception, error))
    else:
        _tell(loop, ended, partial(ended.set_result, result))


def _tell(loop: AbstractEventLoop, ended: Future[T], how: Callable[[], None]) -> None:
    def tell() -> None:
        if not ended.done():
            how()

    try:
        loop.call_soon_threadsafe(tell)
    except RuntimeError:
        return  # the loop was closed, and nobody is there to hear


async def _part(line: Line, ended: Future[T]) -> None:
    """Interrupt until it has ended: an interruption may come just while it connects."""
    import asyncio
    from time import monotonic

    deadline = monotonic() + PARTING_SECONDS
    while not ended.done() and monotonic() < deadline:
        line.interrupt()
        await asyncio.wait([ended], timeout=AGAIN_SECONDS)
