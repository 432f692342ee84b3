"""What everybody in a run shares: the folder, the hub's lives, the ledger, the dice, and the mark by which this run's
processes are known wherever they have got to."""

import os
from pathlib import Path
from random import Random

from bench.servers import surroundings
from bench.soak.ledger import Disturbances, Ledger
from bench.soak.relay import SMOOTH, Relay, Roughness, Stranger

MARK = "BENCH_SOAK_RUN"
ROOT = Path(__file__).parents[2]


class House:
    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.ledger = Ledger()
        self.disturbances = Disturbances()
        self.stranger = Stranger()
        self.relays: list[Relay] = []
        #: Where the hub listens now.
        self.port = 0
        self._dice = Random(seed)
        self._mark = f"{os.getpid()}-{seed}-{folder.name}"

    def dice(self) -> Random:
        """Another part's own: what one part does changes nothing of the others."""
        return Random(self._dice.random())

    @property
    def owner(self) -> str:
        return (self.data / "owner.key").read_text().strip()

    def environment(self, **more: str) -> dict[str, str]:
        """Of every process. The port is a stranger's: whoever goes there with a key has not found the hub."""
        own = {
            "CREATES_PER_MINUTE": "0",
            "CONFIG": os.devnull,
            "OPENCODE_URLS": "off",
            "OPENCODE_DISCOVERY": "false",
            "DATA_DIR": str(self.data),
            "PORT": str(self.stranger.port),
        }
        given = {f"BELLPULL_{name}": value for name, value in (own | more).items()}
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        return surroundings() | {"HOME": str(self.folder), "PYTHONPATH": path, MARK: self._mark} | given

    async def relay(self, whose: str, rough: Roughness = SMOOTH) -> Relay:
        made = Relay(whose, lambda: self.port, self.dice(), rough, self.disturbances)
        await made.open()
        self.relays.append(made)
        return made

    def left_over(self) -> list[int]:
        """Processes of this run that are still there."""
        mark, found = f"{MARK}={self._mark}".encode(), []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (place / "environ").read_bytes().split(b"\0") and not _is_over(place):
                    found.append(int(place.name))
            except OSError:
                continue
        return found

    def close(self) -> None:
        self.stranger.close()
        for relay in self.relays:
            relay.close()


def _is_over(place: Path) -> bool:
    """It has ended, and its parent has not asked how yet."""
    return (place / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
