"""The hub's lives: started, watched (memory, handles), and ended by a signal that it may or may not heed."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from bellpull.mcp.shim.file_lock import FileLock
from bellpull.mcp.shim.starting import LOCK_FILE
from bench.calls import BenchError
from bench.servers import resident_bytes
from bench.soak.clock import Clock
from bench.soak.disk import Disk
from bench.soak.house import House

START_SECONDS = 60.0
END_SECONDS = 60.0
WARM_SECONDS = 5
"""After a start everybody comes back; memory is compared from then on."""

DIES_YOUNG = 0.15
"""The share of kills after which the next life is killed while it starts."""

STEADY = "the hub lives until somebody ends it"
MOST_TRIES = 5
HUB = "hub"


@dataclass
class Life:
    """One run of the hub's process. Samples are (bytes, handles), one each second."""

    ended_by: str = ""
    seconds: float = 0.0
    starting: float = 0.0
    samples: list[tuple[int, int]] = field(default_factory=list)

    @property
    def warm(self) -> list[tuple[int, int]]:
        return self.samples[WARM_SECONDS:]


class Lives:
    def __init__(self, house: House, clock: Clock, disk: Disk, dice: Random) -> None:
        self._house = house
        self._clock = clock
        self._disk = disk
        self._dice = dice
        self.hub_id = ""
        self.up = asyncio.Event()
        self.all: list[Life] = []
        self._one_at_a_time = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._began = 0.0
        #: A shim that begins while there is no hub starts one, unless somebody else is at it: that is always us.
        self._starting = FileLock(house.data / LOCK_FILE)

    async def start(self) -> None:
        """It may fail to start on a full disk: then again, until there is room."""
        if not self.all:
            self._starting.take()
        self._house.disturbances.begin(HUB)
        tries, began = 0, monotonic()
        tried = began
        while not await self._started():
            if not self._disk.was_full(since=tried):
                tries += 1
                self._house.ledger.against(STEADY, f"it did not start: {self._last_words()}")
            if tries >= MOST_TRIES or monotonic() - began > START_SECONDS * 2:
                raise BenchError(f"The hub does not start: {self._last_words()}")
            self._house.ledger.counts["starts refused on a full disk"] += 1
            await asyncio.sleep(0.3)
            tried = monotonic()
        self._began = monotonic()
        self.all.append(Life(starting=self._began - began))
        self.up.set()
        self._house.disturbances.end(HUB)

    async def _spawn(self) -> asyncio.subprocess.Process:
        command = ("-m", "bellpull.cli.main", "up", "--port", "0", "--no-desk", "--data-dir", str(self._house.data))
        with (self._house.folder / "hub.err").open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, *command),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self._house.environment() | self._clock.environment(),
                cwd=self._house.folder,
                start_new_session=True,
            )
        return self._process

    async def _started(self) -> bool:
        process, began = await self._spawn(), monotonic()
        while not self._is_there():
            if process.returncode is not None:
                return False
            if monotonic() - began > START_SECONDS:
                process.kill()
                await process.wait()
                return False
            await asyncio.sleep(0.02)
        return True

    def _is_there(self) -> bool:
        """It says so itself, once it listens."""
        with suppress(OSError, ValueError, KeyError):
            said = json.loads((self._house.data / "hub.json").read_text())
            if self._process and said["pid"] == self._process.pid:
                self._house.port = int(said["url"].rstrip("/").rpartition(":")[2])
                self.hub_id = said["hub"]
                return True
        return False

    def _last_words(self) -> str:
        return (self._house.folder / "hub.err").read_text(errors="replace")[-1500:]

    async def end(self, number: int) -> None:
        assert self._process
        self._house.disturbances.begin(HUB)
        self.up.clear()
        life = self.all[-1]
        life.ended_by, life.seconds = signal.Signals(number).name, monotonic() - self._began
        with suppress(ProcessLookupError):
            self._process.send_signal(number)
        try:
            code = await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except TimeoutError:
            self._house.ledger.against(STEADY, f"it does not end within {END_SECONDS:.0f} s of {life.ended_by}")
            self._process.kill()
            await self._process.wait()
            return
        if code != (-number if number == signal.SIGKILL else 0):
            self._house.ledger.against(STEADY, f"it ended with {code} at {life.ended_by}: {self._last_words()}")

    async def kill(self) -> int:
        """How many lives that took: the next one may be killed while it starts."""
        async with self._one_at_a_time:
            await self.end(signal.SIGKILL)
            kills = 1
            while self._dice.random() < DIES_YOUNG:
                process = await self._spawn()
                await asyncio.sleep(self._dice.uniform(0.0, 0.8))
                if process.returncode is None:
                    process.kill()
                    kills += 1
                await process.wait()
            await self.start()
        return kills

    async def terminate(self) -> int:
        async with self._one_at_a_time:
            await self.end(signal.SIGTERM)
            await asyncio.sleep(self._dice.choice((0.0, 0.5, 1.5)))  # whoever looks for it finds nothing
            await self.start()
        return 1

    async def freeze(self, seconds: float) -> bool:
        async with self._one_at_a_time:
            if self._process is None or self._process.returncode is not None:
                return False
            self._house.disturbances.begin(HUB)
            self._process.send_signal(signal.SIGSTOP)
            try:
                await asyncio.sleep(seconds)
            finally:
                self._process.send_signal(signal.SIGCONT)
                self._house.disturbances.end(HUB)
        return True

    async def watch(self) -> None:
        """Its memory and handles; and whether it is still there."""
        while True:
            await asyncio.sleep(1.0)
            process = self._process
            if not self.up.is_set() or process is None:
                continue
            if process.returncode is not None and not self._one_at_a_time.locked():
                self._house.ledger.against(
                    STEADY, f"it ended by itself with {process.returncode}: {self._last_words()}"
                )
                async with self._one_at_a_time:
                    self.up.clear()
                    await self.start()
                continue
            with suppress(OSError):
                handles = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
                self.all[-1].samples.append((resident_bytes(process.pid), handles))

    def destroy(self) -> None:
        if self._process and self._process.returncode is None:
            os.kill(self._process.pid, signal.SIGKILL)
