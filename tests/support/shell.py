"""A person's shell: the command `bellpull`, with a home and variables of this test alone.

It runs in the test's own process (`support.command_here`). `run_process`, `start` and `running` make a process of its
own: for programs that it starts, for signals and kills, for other sources, and for hooks.
"""

import contextlib
import fcntl
import io
import json
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from support.answers import PATIENCE
from support.command_here import Beside, Here, wrapped
from support.hub import KEPT_VARIABLES, SOURCES, Hub

COMMAND = (sys.executable, "-m", "bellpull.cli.main")


@dataclass(frozen=True)
class Ended:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, ""), self
        return json.loads(self.out)

    def checked(self) -> "Ended":
        for word in ("Traceback", "Warning", "AssertionError"):
            assert word not in self.err, self
        return self


class Printed:
    """What a command of this process prints."""

    def __init__(self) -> None:
        self.out = io.BytesIO()
        self.err = io.BytesIO()

    def ended(self, code: int) -> Ended:
        return Ended(code, self.out.getvalue().decode(), self.err.getvalue().decode()).checked()


@dataclass
class Going:
    """A command that runs beside the test."""

    running: Beside
    printed: Printed

    def ended(self) -> Ended:
        """As soon as it has ended."""
        return self.printed.ended(self.running.wait())


@dataclass
class Shell:
    home: Path
    data_dir: Path
    variables: dict[str, str] = field(default_factory=dict)

    def at(self, hub: Hub) -> "Shell":
        """The shell of this hub's owner from now on. The hub has a port then."""
        assert hub.url
        self.data_dir = hub.data_dir
        return self

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        places = {"HOME": str(self.home), "BELLPULL_DATA_DIR": str(self.data_dir)}
        # Other tests run OpenCode servers beside these: a hub would find and watch them.
        places |= {"BELLPULL_OPENCODE_URLS": "off"}
        python = {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"}
        return kept | places | python | self.variables | more

    def run(self, *words: str | bytes, input: bytes | str = b"", **variables: str) -> Ended:
        assert "PYTHONPATH" not in variables, "other sources need a process"
        assert not input or "hook" not in words[:1], "a hook needs a process: it knows only what was there at its start"
        here, printed = self._here(words, variables, _bytes(input))
        return printed.ended(here.run())

    def json(self, *words: str, **variables: str) -> Any:
        return self.run(*words, "--json", **variables).json

    @contextlib.contextmanager
    def beside(self, *words: str, **variables: str) -> Iterator[Going]:
        """A command that waits while the test goes on. No other one runs here until it has ended."""
        here, printed = self._here(words, variables)
        with here.beside() as running:
            yield Going(running, printed)

    def _here(
        self, words: tuple[str | bytes, ...], variables: Mapping[str, str], input: bytes = b""
    ) -> "tuple[Here, Printed]":
        printed = Printed()
        streams = wrapped(io.BytesIO(input)), wrapped(printed.out), wrapped(printed.err, "backslashreplace")
        return Here(words, self.environment(**variables), self.home, streams), printed

    def run_in_terminal(self, *words: str, columns: int = 80, typed: bytes = b"") -> Ended:
        """Run with a terminal as input and output; what is typed waits there from the start."""
        err = io.BytesIO()
        with (
            _Terminal(columns, typed) as terminal,
            open(os.dup(terminal.theirs)) as stdin,  # noqa: PTH123
            open(os.dup(terminal.theirs), "w") as stdout,  # noqa: PTH123
        ):
            streams = stdin, stdout, wrapped(err, "backslashreplace")
            code = Here(words, self.environment(), self.home, streams).run()
        return Ended(code, terminal.shown, err.getvalue().decode()).checked()

    def run_process_in_terminal(self, *words: str, columns: int = 80, typed: bytes = b"") -> Ended:
        with _Terminal(columns, typed) as terminal:
            place = terminal.theirs
            process = self.start(*words, stdin=place, stdout=place, stderr=subprocess.PIPE)
            _, err = process.communicate(timeout=PATIENCE)
        return Ended(process.returncode, terminal.shown, err.decode()).checked()

    def run_process(self, *words: str | bytes, input: bytes | str = b"", **variables: str) -> Ended:
        ended = subprocess.run(
            [*COMMAND, *words],
            input=_bytes(input),
            capture_output=True,
            env=self.environment(**variables),
            cwd=self.home,
            timeout=PATIENCE,
        )
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode()).checked()

    def start(self, *words: str, **how: Any) -> "subprocess.Popen[Any]":
        variables: Mapping[str, str] = how.pop("variables", {})
        return subprocess.Popen([*COMMAND, *words], env=self.environment(**variables), cwd=self.home, **how)

    @contextlib.contextmanager
    def running(self, *words: str) -> "Iterator[subprocess.Popen[str]]":
        """A process that goes on. It is killed at the end of the block, or when a test waits for it too long."""
        process = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        guard = threading.Timer(PATIENCE, process.kill)
        guard.start()
        try:
            yield process
        finally:
            guard.cancel()
            process.kill()
            process.communicate(timeout=PATIENCE)


class _Terminal:
    """A thread reads what is shown, for a terminal holds little."""

    def __init__(self, columns: int, typed: bytes) -> None:
        self._ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.write(self._ours, typed)
        self._read: list[bytes] = []
        self._reader = threading.Thread(target=lambda: self._read.extend(iter(lambda: _read(self._ours), b"")))

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.theirs)
        self._reader.join(PATIENCE)
        os.close(self._ours)

    @property
    def shown(self) -> str:
        return b"".join(self._read).decode().replace("\r\n", "\n")


def _bytes(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
