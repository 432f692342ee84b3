"""`bellpull backup` in between: each is sound, and has everything that was acknowledged before it began."""

import asyncio
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from bench.soak.house import House
from bench.soak.people import COMMAND

SOUND = "every backup is sound, and has what was acknowledged before it"


class Backups:
    def __init__(self, house: House) -> None:
        self._house = house
        self._numbers = count(1)

    async def make(self) -> bool:
        """Whether there was one: on a full disk, or while the hub is starting, it may be refused."""
        target = self._house.folder / f"backup-{next(self._numbers)}.db"
        known = {key for key, ids in self._house.ledger.told.items() if ids}
        ran = await asyncio.create_subprocess_exec(
            *(*COMMAND, "backup", "--as-person", str(target)),
            env=self._house.environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        _, errors = await ran.communicate()
        if ran.returncode:
            self._house.ledger.refused[f"backup: {errors.decode(errors='replace').strip()[:200]}"] += 1
            return False
        for wrong in await asyncio.to_thread(_looked_at, target, known):
            self._house.ledger.against(SOUND, wrong)
        target.unlink()
        return True


def _looked_at(backup: Path, known: set[str]) -> list[str]:
    with closing(sqlite3.connect(f"file:{backup}?mode=ro", uri=True)) as file:
        said = [row[0] for row in file.execute("PRAGMA integrity_check")]
        kept = {row[0] for row in file.execute("SELECT title FROM agent_notifications")}
    wrong = [] if said == ["ok"] else [f"{backup.name}: {said[:3]}"]
    lacks = sorted(known - kept)
    return wrong + ([f"{backup.name} lacks {len(lacks)}, such as {lacks[:3]}"] if lacks else [])
