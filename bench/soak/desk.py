"""A desk that nobody touches, on a private desktop with dunst: it shows everything, and answers nothing. It and its
windows are killed like everybody else."""

import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

from bench import screen
from bench.soak.house import House
from bench.soak.program import Program

DESK = (sys.executable, "-m", "bellpull.cli.main", "desk")
HOLDS = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")


def why_not() -> str:
    missing = [*screen.missing(), *(["dunst"] if shutil.which("dunst") is None else [])]
    return f"not on this machine: {', '.join(missing)}" if missing else ""


class Desk(Program):
    kind = "desk"

    def windows(self) -> list[int]:
        """The processes that it has started."""
        own = self.pid
        if own is None:
            return []
        with suppress(OSError):
            tasks = Path(f"/proc/{own}/task").glob("*/children")
            return [int(word) for task in tasks for word in task.read_text().split()]
        return []

    def kill_window(self, dice: Random) -> bool:
        """A window that dies is an error, and no answer."""
        windows = self.windows()
        with suppress(ProcessLookupError, IndexError):
            os.kill(dice.choice(windows), signal.SIGKILL)
            return True
        return False


@asynccontextmanager
async def desk(house: House) -> AsyncIterator[Desk]:
    folder = house.folder / "desktop"
    folder.mkdir()
    async with screen.screen(folder) as shown:
        environment = dict(shown.environment) | house.environment()
        environment |= {name: shown.environment[name] for name in HOLDS}
        async with screen.process(("dunst",), environment, errors=folder / "dunst.log"):
            yield Desk("desk-0", house, DESK, environment, ends_by=signal.SIGTERM)
