"""A private desktop for the desk under measurement: a display without a screen, a window manager, a session bus; and
who watches when a window comes on the screen."""

import asyncio
import os
import shutil
import subprocess
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench.calls import PATIENCE, BenchError
from bench.servers import surroundings

PROGRAMS = ("Xvfb", "openbox", "dbus-daemon", "xprop", "xev")
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""
STOP_SECONDS = 5.0


def missing() -> list[str]:
    return [name for name in PROGRAMS if shutil.which(name) is None]


@asynccontextmanager
async def process(
    command: Sequence[str], environment: Mapping[str, str], *, errors: Path, stdin: int = DEVNULL
) -> AsyncIterator[Process]:
    """A program that says things on its output, ended with the block."""
    with errors.open("ab") as complaints:
        started = await asyncio.create_subprocess_exec(
            *command,
            env=dict(environment),
            stdin=stdin,
            stdout=PIPE,
            stderr=complaints,
            cwd=errors.parent,
            start_new_session=True,  # Ctrl-C is for whoever started it, who ends it
        )
        try:
            yield started
        finally:
            await end(started)


async def end(started: Process) -> None:
    if started.returncode is None:
        started.terminate()
    try:
        await asyncio.wait_for(started.communicate(), STOP_SECONDS)
    except TimeoutError:
        started.kill()
        await started.communicate()


async def line_of(started: Process) -> bytes:
    assert started.stdout
    line = await asyncio.wait_for(started.stdout.readline(), PATIENCE)
    if not line:
        raise BenchError("a program ended that was to say something")
    return line


class Watch:
    """Says when something new is on the screen: `xev` is told by the display, so nobody asks in a loop. It is the same
    for whatever is watched, and what it takes itself is in both sides."""

    def __init__(self, xev: Process) -> None:
        self._xev = xev

    async def appears(self) -> float:
        """The moment at which the next window is mapped, frame and all."""
        return await self._next(b"MapNotify event")

    async def disappears(self) -> None:
        await self._next(b"UnmapNotify event")

    async def _next(self, beginning: bytes) -> float:
        while not (await line_of(self._xev)).startswith(beginning):
            pass
        return perf_counter()


@dataclass(frozen=True)
class Screen:
    environment: Mapping[str, str]
    watch: Watch


@asynccontextmanager
async def screen(folder: Path) -> AsyncIterator[Screen]:
    async with AsyncExitStack() as parts:

        async def start(*command: str) -> Process:
            errors = folder / f"{command[0]}.log"
            return await parts.enter_async_context(process(command, environment, errors=errors))

        environment = _surroundings(folder)
        display = await start("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset")
        environment["DISPLAY"] = f":{(await line_of(display)).decode().strip()}"
        settings = folder / "bus.conf"
        settings.write_text(BUS.format(folder=folder))
        bus = await start("dbus-daemon", f"--config-file={settings}", "--nofork", "--print-address=1")
        environment["DBUS_SESSION_BUS_ADDRESS"] = (await line_of(bus)).decode().strip()
        await start("openbox", "--sm-disable")
        await _managed(environment)
        yield Screen(environment, Watch(await start("xev", "-root", "-event", "substructure")))


def _surroundings(folder: Path) -> dict[str, str]:
    """No settings, no theme and no notification server of whoever runs this."""
    kept = {name: value for name, value in surroundings().items() if not name.startswith(("XDG_", "DBUS_", "GTK_"))}
    return kept | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "BELLPULL_CONFIG": os.devnull}


async def _managed(environment: Mapping[str, str]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            asked = ("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
            told = await asyncio.create_subprocess_exec(*asked, env=environment, stdout=subprocess.PIPE)
            if b"window id" in (await told.communicate())[0]:
                return
            await asyncio.sleep(0.05)
