"""A person's shell: the real command in a process of its own, with a home and variables of this test alone."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.answers import PATIENCE
from support.hub import KEPT_VARIABLES, SOURCES

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


@dataclass
class Shell:
    home: Path
    data_dir: Path
    variables: dict[str, str] = field(default_factory=dict)

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        places = {"HOME": str(self.home), "BELLPULL_DATA_DIR": str(self.data_dir)}
        # Other tests run OpenCode servers beside these: a hub would find and watch them.
        places |= {"BELLPULL_OPENCODE_URLS": "off"}
        python = {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"}
        return kept | places | python | self.variables | more

    def run(self, *words: str | bytes, input: bytes | str = b"", **variables: str) -> Ended:
        ended = subprocess.run(
            [*COMMAND, *words],
            input=input.encode() if isinstance(input, str) else input,
            capture_output=True,
            env=self.environment(**variables),
            cwd=self.home,
            timeout=PATIENCE,
        )
        return self._checked(Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode()))

    def json(self, *words: str, **variables: str) -> Any:
        return self.run(*words, "--json", **variables).json

    def start(self, *words: str, **how: Any) -> "subprocess.Popen[Any]":
        variables: Mapping[str, str] = how.pop("variables", {})
        return subprocess.Popen([*COMMAND, *words], env=self.environment(**variables), cwd=self.home, **how)

    @contextmanager
    def running(self, *words: str) -> "Iterator[subprocess.Popen[str]]":
        """A command that goes on. It is killed at the end of the block, or when a test waits for it too long."""
        process = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        guard = threading.Timer(PATIENCE, process.kill)
        guard.start()
        try:
            yield process
        finally:
            guard.cancel()
            process.kill()
            process.communicate(timeout=PATIENCE)

    def run_in_terminal(self, *words: str, columns: int = 80, typed: bytes = b"") -> Ended:
        """Run with a terminal as input and output; what is typed waits there from the start."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.write(ours, typed)
        process = self.start(*words, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE)
        os.close(theirs)
        out = b"".join(iter(lambda: _read(ours), b""))
        _, err = process.communicate(timeout=PATIENCE)
        os.close(ours)
        return self._checked(Ended(process.returncode, out.decode().replace("\r\n", "\n"), err.decode()))

    def _checked(self, ended: Ended) -> Ended:
        assert "Traceback" not in ended.err, ended
        assert "Warning" not in ended.err, ended
        return ended


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
