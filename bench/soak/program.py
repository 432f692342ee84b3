"""A process of an agent or a surface: started, killed, stopped for a while, started again, and ended in the end. Each
start is another life of it."""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic

from bench.soak.house import House
from bench.soak.ledger import Reader

LONGEST_LINE = 1 << 24
END_SECONDS = 60.0
SURVIVES = "programs outlive the hub, and end when they are told to"


class Gone(Exception):
    """The process was killed in the middle of it."""


class Program:
    kind = "program"

    def __init__(
        self,
        name: str,
        house: House,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        ends_by: int | None = None,
    ) -> None:
        """`ends_by`: the signal that tells it to end (default: its input ends)."""
        self.name = name
        self.house = house
        self.life = 0
        self.ready = asyncio.Event()
        self._command = command
        self._environment = environment
        self._ends_by = ends_by
        self._process: Process | None = None
        self._wanted = True
        self._killed = False

    @property
    def reader(self) -> Reader:
        return Reader(self.name, self.life)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.returncode is None else None

    async def live(self) -> None:
        """One life after the other, until it is told to end."""
        while self._wanted:
            await self._start()
            opened = asyncio.ensure_future(self.began())
            try:
                assert self._process
                await self._listen(self._process)
            finally:
                self.ready.clear()
                opened.cancel()
                await asyncio.gather(opened, return_exceptions=True)
                self.over()
            await self._judge(self._process)

    async def _start(self) -> None:
        self.life += 1
        self._killed = False
        with (self.house.folder / f"{self.name}.err").open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE if self._ends_by is None else DEVNULL,
                stdout=PIPE,
                stderr=errors,
                env={**self._environment, "SOAK_LIFE": str(self.life)},
                cwd=self.house.folder,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for who runs all this
            )

    async def _listen(self, process: Process) -> None:
        """A line that a killed process did not finish was read by nobody."""
        assert process.stdout
        while (line := await process.stdout.readline()).endswith(b"\n"):
            self.heard(line)
        if line and not self._killed:
            self.house.ledger.against(SURVIVES, f"{self.name} ended in the middle of a line: {line[:200]!r}")

    async def _judge(self, process: Process) -> None:
        code = await process.wait()
        expected = -signal.SIGKILL if self._killed else 0
        if code != expected or (self._wanted and not self._killed):
            self.house.ledger.against(SURVIVES, f"{self.name} in life {self.life} ended with {code}")
            await asyncio.sleep(1.0)

    async def began(self) -> None:
        """What it does first; then it is `ready`."""
        self.ready.set()

    def heard(self, line: bytes) -> None:
        """A line of its output."""

    def over(self) -> None:
        """The process has ended."""

    def write(self, data: bytes) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(data)

    def kill(self) -> bool:
        """Whether it was there to be killed."""
        if self._process is None or self._process.returncode is not None or self._killed:
            return False
        self._killed = True
        self.house.ledger.deaths[self.reader] = monotonic()
        self._process.kill()
        return True

    async def freeze(self, seconds: float) -> bool:
        """Stopped for so long, as a laptop that sleeps."""
        pid, life = self.pid, self.life
        if pid is None or self._killed:
            return False
        self.house.disturbances.begin(self.name)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            if self.life == life and self.pid == pid:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
            self.house.disturbances.end(self.name)
        return True

    async def end(self, living: "asyncio.Task[None]") -> None:
        """Let it end by itself; `living` is the task of its lives."""
        self._wanted = False
        if self._process is not None and self._process.returncode is None:
            if self._ends_by is not None:
                with suppress(ProcessLookupError):
                    self._process.send_signal(self._ends_by)
            elif self._process.stdin:
                self._process.stdin.close()
        try:
            await asyncio.wait_for(living, END_SECONDS)
        except TimeoutError:
            self.house.ledger.against(SURVIVES, f"{self.name} does not end")
            self.destroy()

    def destroy(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._killed = True
            with suppress(ProcessLookupError):
                self._process.kill()
