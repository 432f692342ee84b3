"""A coding tool without a terminal: it works on one prompt and ends."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scripted_model import PATIENCE_WITH_THEM

from support.answers import PATIENCE


@dataclass
class Run:
    process: "subprocess.Popen[bytes]"
    file: Path

    def output(self) -> str:
        return self.file.read_text(errors="replace")

    def ends(self, code: int = 0) -> str:
        """Wait until it has done; all that it wrote."""
        assert self.process.wait(PATIENCE_WITH_THEM) == code, self.output()[-3_000:]
        return self.output()


@contextmanager
def run(command: list[str], variables: Mapping[str, str], folder: Path, file: Path) -> Iterator[Run]:
    with file.open("wb") as log:
        process = subprocess.Popen(
            command,
            env=dict(variables),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # Its tools, servers and hooks are ended with it.
            start_new_session=True,
        )
    try:
        yield Run(process, file)
    finally:
        end(process)


def end(process: "subprocess.Popen[bytes]") -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE / 3)
