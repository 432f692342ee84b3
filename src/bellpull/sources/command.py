"""Runs somebody's command as if nobody stood in between, and keeps the last lines of what it printed.

Its output passes unchanged and at once: standard output to ours, errors to ours; where both of ours are the same place
it has one place too, so that the order stays. A terminal stays one: the command writes to a terminal of its own
whose bytes go to ours, and reads from ours itself, so keys and Ctrl-C reach it as always.

Output that nobody reads any more is dropped, and the command goes on. A closing shell does not end what runs in its
background (SIGHUP); in the foreground the command hears of it as always, and only we stay to tell how it ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic

from bellpull.domain.errors import BellpullError
from bellpull.sources.tail import Tail
from bellpull.sources.words import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

OUT, ERR = 1, 2
PIECE = 65_536
#: What something that the command left running still prints is not waited for longer.
LEFT_RUNNING_SECONDS = 0.5
NOT_FOUND, NOT_EXECUTABLE = 127, 126
HANGUP = getattr(signal, "SIGHUP", None)


class CannotRun(BellpullError):
    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__("cannot_run", sentence)
        self.exit_code = exit_code


class Result:
    def __init__(self, code: int, seconds: float, tail: str) -> None:
        self.code = code
        self.seconds = seconds
        self.tail = tail


def run(command: Sequence[str], lines: int) -> Result:
    """Run it to its end, whatever signals come meanwhile."""
    tail, lock = Tail(lines), threading.Lock()
    heard = _Signals()
    began = monotonic()
    with heard:
        outputs = _outputs()
        process = start(command, stdout=outputs[0].inner, stderr=outputs[-1].inner)
        for output in outputs:
            output.begin(tail, lock)
        heard.pass_on_to(process, outputs)
        code = process.wait()
        seconds = monotonic() - began
        for output in outputs:
            output.finish()
    with lock:
        return Result(code, seconds, tail.text())


def start(command: Sequence[str], **how: int | bool) -> subprocess.Popen[bytes]:
    """Start it; what is not there or not a program is told as shells do."""
    try:
        return subprocess.Popen(list(command), **how)  # type: ignore[call-overload, no-any-return]  # noqa: S603
    except FileNotFoundError:
        if os.sep in command[0] and Path(command[0]).exists():
            sentence = f"{shown(command[0])} names an interpreter that is not there."
            raise CannotRun(sentence, NOT_EXECUTABLE) from None
        raise CannotRun(f"There is no command {shown(command[0])}.", NOT_FOUND) from None
    except PermissionError:
        raise CannotRun(f"{shown(command[0])} is not a program that can be run.", NOT_EXECUTABLE) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CannotRun(f"{shown(command[0])} cannot be run: {reason}.", NOT_EXECUTABLE) from None


class _Output:
    """One way for output: what the command writes to `inner` goes to `target`."""

    def __init__(self, target: int, outer: int, inner: int) -> None:
        self.target = target
        self.inner = inner
        self._outer = outer
        self._thread: threading.Thread | None = None
        self._read = True

    def begin(self, tail: Tail, lock: threading.Lock) -> None:
        os.close(self.inner)
        self._thread = threading.Thread(target=self._pass, args=(tail, lock), daemon=True)
        self._thread.start()

    def _pass(self, tail: Tail, lock: threading.Lock) -> None:
        while data := _read(self._outer):
            self._write(data)
            with lock:
                tail.feed(self.target, data)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while self._read and view:
                view = view[os.write(self.target, view) :]
        except BlockingIOError:
            self._wait_and_write(view)
        except OSError:
            self._read = False  # nobody reads it any more

    def _wait_and_write(self, view: memoryview) -> None:
        """Whoever gave us the stream made it one that does not wait."""
        import select

        select.select([], [self.target], [])
        self._write(bytes(view))

    def resize(self) -> None:
        import termios

        if os.isatty(self._outer):
            termios.tcsetwinsize(self._outer, termios.tcgetwinsize(self.target))

    def finish(self) -> None:
        if self._thread is not None:
            self._thread.join(LEFT_RUNNING_SECONDS)


def _read(stream: int) -> bytes:
    try:
        return os.read(stream, PIECE)
    except OSError:
        return b""  # the end of a terminal


def _outputs() -> list[_Output]:
    """One for both streams where they are the same place, else two."""
    sys.stdout.flush()
    sys.stderr.flush()
    first = _output(OUT)
    return [first] if os.path.sameopenfile(OUT, ERR) else [first, _output(ERR)]


def _output(target: int) -> _Output:
    if os.isatty(target) and os.name == "posix":
        return _Output(target, *_terminal_like(target))
    return _Output(target, *os.pipe())


def _terminal_like(target: int) -> tuple[int, int]:
    """A terminal of the same size that changes nothing of what is written to it."""
    import pty
    import termios
    import tty

    outer, inner = pty.openpty()
    mode = termios.tcgetattr(inner)
    mode[tty.OFLAG] &= ~termios.OPOST
    mode[tty.LFLAG] &= ~termios.ECHO
    termios.tcsetattr(inner, termios.TCSANOW, mode)
    termios.tcsetwinsize(inner, termios.tcgetwinsize(target))
    return outer, inner


class _Signals:
    """While a command runs we stay. What a terminal sends it sends to the command as well; everything else we pass on.
    What the caller chose to ignore stays ignored, also for the command."""

    HEARD = ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM", "SIGWINCH")

    def __init__(self) -> None:
        self._foreground = _in_foreground()
        self._before: dict[int, object] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._outputs: Sequence[_Output] = ()
        self._early: list[int] = []

    def __enter__(self) -> None:
        for number in (getattr(signal, name, None) for name in self.HEARD):
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                nohup = number == HANGUP and not self._foreground
                self._before[number] = signal.signal(number, signal.SIG_IGN if nohup else self._hear)

    def __exit__(self, *ended: object) -> None:
        for number, handler in self._before.items():
            # Who hangs up while the end is being told is not to prevent that.
            if number != HANGUP:
                signal.signal(number, handler)  # type: ignore[arg-type]

    def pass_on_to(self, process: subprocess.Popen[bytes], outputs: Sequence[_Output]) -> None:
        self._process, self._outputs = process, outputs
        for number in self._early:
            self._hear(number, None)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._process is None:
            self._early.append(number)
        elif number == getattr(signal, "SIGWINCH", None):
            for output in self._outputs:
                output.resize()
        elif number == signal.SIGTERM or not self._foreground:
            self._process.send_signal(number)


def _in_foreground() -> bool:
    """Whether a terminal has us in front of it."""
    for stream in range(3):
        try:
            return os.tcgetpgrp(stream) == os.getpgrp()
        except (OSError, AttributeError):
            continue
    return False
