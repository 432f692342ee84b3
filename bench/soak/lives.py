"""The hub's lives: started, watched (memory, handles), and ended at random by a signal that it may or may not heed."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from bench.calls import BenchError
from bench.servers import resident_bytes, surroundings

START_SECONDS = 60.0
WARM_SECONDS = 5.0
"""After a start everybody comes back; memory is compared from then on."""


@dataclass
class Life:
    """One run of the hub's process. Samples are (requests so far, bytes, handles), one each second."""

    ended_by: str = ""
    seconds: float = 0.0
    starting: float = 0.0
    samples: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def warm(self) -> list[tuple[int, int, int]]:
        return self.samples[int(WARM_SECONDS) :]


class Lives:
    def __init__(self, folder: Path, dice: Random, shortest: float, longest: float) -> None:
        self.data = folder / "data"
        self.folder = folder
        self.port = 0
        self.hub_id = ""
        self.up = asyncio.Event()
        self.all: list[Life] = []
        self._dice = dice
        self._between = (shortest, longest)
        self._process: asyncio.subprocess.Process | None = None
        self._began = 0.0

    @property
    def owner(self) -> str:
        return (self.data / "owner.key").read_text().strip()

    def environment(self) -> dict[str, str]:
        own = {
            "CREATES_PER_MINUTE": "0",
            "CONFIG": os.devnull,
            "OPENCODE_URLS": "off",
            "DATA_DIR": str(self.data),
            "PORT": "0",
        }
        return surroundings() | {"HOME": str(self.folder)} | {f"BELLPULL_{name}": value for name, value in own.items()}

    async def start(self) -> None:
        command = ("-m", "bellpull.cli.main", "up", "--port", "0", "--data-dir", str(self.data))
        began = monotonic()
        with (self.folder / "output.txt").open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdout=output, stderr=output, env=self.environment(), cwd=self.folder
            )
        while not self._is_there():
            if self._process.returncode is not None or monotonic() - began > START_SECONDS:
                raise BenchError(f"The hub did not start: {(self.folder / 'output.txt').read_text()[-2000:]}")
            await asyncio.sleep(0.02)
        self._began = monotonic()
        self.all.append(Life(starting=self._began - began))
        self.up.set()

    def _is_there(self) -> bool:
        """It says so itself, once it listens."""
        with suppress(OSError, ValueError, KeyError):
            said = json.loads((self.data / "hub.json").read_text())
            if self._process and said["pid"] == self._process.pid:
                self.port = int(said["url"].rstrip("/").rpartition(":")[2])
                self.hub_id = said["hub"]
                return True
        return False

    async def end(self, number: int) -> None:
        assert self._process
        self.up.clear()
        life = self.all[-1]
        life.ended_by, life.seconds = signal.Signals(number).name, monotonic() - self._began
        with suppress(ProcessLookupError):
            self._process.send_signal(number)
        try:
            code = await asyncio.wait_for(self._process.wait(), 60)
        except TimeoutError:
            raise BenchError("The hub does not end when it is told to") from None
        if code != (-number if number == signal.SIGKILL else 0):
            raise BenchError(f"The hub ended with {code}: {(self.folder / 'output.txt').read_text()[-2000:]}")

    async def change(self, stop: asyncio.Event) -> None:
        """End and start it again and again."""
        while not await _set_within(stop, self._dice.uniform(*self._between)):
            await self.end(self._dice.choice((signal.SIGTERM, signal.SIGKILL)))
            await self.start()

    async def watch(self, requests: Callable[[], int]) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self.up.is_set() and self._process:
                with suppress(OSError):
                    handles = len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))
                    self.all[-1].samples.append((requests(), resident_bytes(self._process.pid), handles))

    def kill(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()
