"""The command `bellpull` in the test's own process, which lends it what a process of its own would have: variables, a
folder, streams, signals. All of it is put back at the end.

A thousand times as fast as a process. What starts programs, is killed, or is about the start itself needs a process.
"""

import contextlib
import io
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from bellpull.cli import main as command
from support.answers import PATIENCE

STREAMS = ("stdin", "stdout", "stderr")
#: What commands hear.
HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
_ONE = threading.Lock()


def wrapped(stream: io.BytesIO, errors: str = "surrogateescape") -> TextIO:
    """As the interpreter wraps a pipe."""
    return io.TextIOWrapper(stream, encoding="utf-8", errors=errors)


class Here:
    """One command line with its surroundings."""

    def __init__(
        self,
        words: Sequence[str | bytes],
        environment: Mapping[str, str],
        folder: Path,
        streams: tuple[TextIO, TextIO, TextIO],
    ) -> None:
        # New strings, as a process has them: argparse takes one that is the very object of a default for the default.
        self._words = [os.fsdecode(os.fsencode(word)) for word in words]
        self._environment = environment
        self._folder = folder
        self._streams = streams

    def run(self) -> int:
        """The exit code. A command that does not end is interrupted, and fails the test."""
        with self._in_place(), _interrupted_when_late() as late:
            code = self._main()
        assert not late, f"{self._words} did not end within {PATIENCE} s"
        return code

    @contextlib.contextmanager
    def beside(self) -> Iterator["Beside"]:
        """It runs in a thread, and the test goes on. The variables are the command's until it has ended."""
        with self._in_place(), _no_signals():
            running = Beside(self._main, f"{self._words}")
            try:
                yield running
            finally:
                running.end()

    def _main(self) -> int:
        try:
            code = command.main(self._words)
        except BaseException:
            code = 1
            with contextlib.suppress(OSError):
                traceback.print_exc()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):  # a terminal that was closed
                stream.flush()
        return code

    @contextlib.contextmanager
    def _in_place(self) -> Iterator[None]:
        assert _ONE.acquire(blocking=False), "a command runs here already: a second one needs a process"
        with contextlib.ExitStack() as back:
            back.callback(_ONE.release)
            back.enter_context(_variables(self._environment))
            back.enter_context(_signals())
            back.enter_context(_logging())
            back.callback(os.chdir, Path.cwd())
            os.chdir(self._folder)
            _put(back, sys, "argv", [command.__file__, *self._words])
            for name, stream in zip(STREAMS, self._streams, strict=True):
                _put(back, sys, name, stream)
                _put(back, sys, f"__{name}__", stream)
            _put(back, os, "open", _open_but_no_terminal(os.open))
            for name in ("_exit", "dup2", "umask"):
                _put(back, os, name, _needs_a_process(name))
            yield


class Beside:
    def __init__(self, main: Callable[[], int], words: str) -> None:
        self._words = words
        self._code: int | None = None
        self._main = main
        self._thread = threading.Thread(target=self._run, name="command", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._code = self._main()

    def poll(self) -> int | None:
        return None if self._thread.is_alive() else self._code

    def wait(self) -> int:
        self._thread.join(PATIENCE)
        assert self._code is not None, f"{self._words} did not end within {PATIENCE} s"
        return self._code

    def end(self) -> None:
        """After a failed test it may still wait for the hub; it is interrupted as soon as the hub has answered."""
        if not self._thread.is_alive():
            return
        import ctypes

        identity = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(KeyboardInterrupt))
        self._thread.join(PATIENCE)


def _put(back: contextlib.ExitStack, holder: Any, name: str, value: object) -> None:
    back.callback(setattr, holder, name, getattr(holder, name))
    setattr(holder, name, value)


@contextlib.contextmanager
def _variables(wanted: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    _change(before, wanted)
    try:
        yield
    finally:
        _change(dict(os.environ), before)


def _change(there: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    for name in there.keys() - wanted.keys():
        del os.environ[name]
    for name, value in wanted.items():
        if there.get(name) != value:
            os.environ[name] = value
    if there.get("TZ") != wanted.get("TZ"):
        time.tzset()


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    before = [(number, signal.getsignal(number)) for number in HEARD]
    try:
        yield
    finally:
        for number, handler in before:
            if signal.getsignal(number) != handler:
                signal.signal(number, handler)


@contextlib.contextmanager
def _no_signals() -> Iterator[None]:
    """They are the main thread's, which is the test's."""
    with contextlib.ExitStack() as back:
        _put(back, signal, "signal", lambda number, handler: signal.getsignal(number))
        yield


@contextlib.contextmanager
def _logging() -> Iterator[None]:
    loggers = [logging.getLogger(), logging.getLogger("bellpull")]
    before = [(logger, logger.level, list(logger.handlers)) for logger in loggers]
    try:
        yield
    finally:
        for logger, level, handlers in before:
            logger.setLevel(level)
            logger.handlers[:] = handlers


@contextlib.contextmanager
def _interrupted_when_late() -> Iterator[list[bool]]:
    late: list[bool] = []
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        late.append(True)
        signal.pthread_kill(main, signal.SIGINT)

    guard = threading.Timer(PATIENCE, interrupt)
    guard.daemon = True
    guard.start()
    try:
        yield late
    finally:
        guard.cancel()


def _open_but_no_terminal(real: Callable[..., int]) -> Callable[..., int]:
    def opened(path: Any, *how: Any, **more: Any) -> int:
        if path == "/dev/tty":  # the terminal where the tests run
            raise OSError("no terminal")
        return real(path, *how, **more)

    return opened


def _needs_a_process(name: str) -> Callable[..., None]:
    def refuse(*_: object) -> None:
        raise AssertionError(f"os.{name}: this command needs a process: Shell.run_process, Shell.start")

    return refuse
