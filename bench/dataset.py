"""Data folders of a given size: fifty agents, some of one user, and notifications spread over three months.

Agents, user and keys are made by a hub through its own routes. The rows are then put into its file directly, while no
hub has it open, because a million creates would take longer than everything else here.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.calls import BenchError, ask
from bench.creates import NOTIFICATION
from bench.rawwriter import INSERT
from bench.servers import hub

AGENTS = [f"agent-{number:02}" for number in range(50)]
AGENTS_OF_USER = AGENTS[:10]
USER = "ana"
TYPES = ("alert", "info", "status", "completion", "question")
PRIORITIES, PRIORITY_SHARES = ("low", "normal", "high", "urgent"), (20, 60, 15, 5)
PENDING_SHARE = 0.05
DAYS = 89
"""A day less than ended notifications are kept, so that none disappears under the measurement."""


@dataclass(frozen=True)
class Folder:
    path: Path
    rows: int
    user_key: str


async def make(path: Path, rows: int, pending_share: float = PENDING_SHARE) -> Folder:
    with hub(path) as server:
        user_key: str = (await ask(server.port, "POST", "/api/keys", server.owner, {"user": USER}))["key"]
        for agent in AGENTS:
            key = user_key if agent in AGENTS_OF_USER else server.owner
            await ask(server.port, "POST", "/api/keys", key, {"agent_name": agent})
    with closing(sqlite3.connect(_database(path))) as connection:
        _fill(connection, rows, pending_share)
    return Folder(path, rows, user_key)


def _database(path: Path) -> Path:
    for candidate in path.iterdir():
        if candidate.is_file() and _is_database(candidate):
            return candidate
    raise BenchError(f"No SQLite file in {path}")


def _is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(15) == b"SQLite format 3"


def _fill(connection: sqlite3.Connection, rows: int, pending_share: float) -> None:
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -262144")
    with connection:
        connection.executemany(INSERT, _notifications(rows, pending_share))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _notifications(rows: int, pending_share: float) -> Iterator[tuple[str | None, ...]]:
    """Oldest first, as they would have come."""
    chance = random.Random(rows)
    start = datetime.now(UTC) - timedelta(days=DAYS)
    step = timedelta(days=DAYS) / rows
    priorities = chance.choices(PRIORITIES, PRIORITY_SHARES, k=rows)
    for number, priority in enumerate(priorities):
        told = start + number * step
        ended = _iso(told + timedelta(minutes=10))
        pending = chance.random() < pending_share
        yield (
            f"notif_{chance.getrandbits(64):016x}", chance.choice(AGENTS), chance.choice(TYPES),
            f"Report {number} generated", str(NOTIFICATION["message"]), priority, "progress", '{"records":15000}',
            "pending" if pending else "acknowledged", _iso(told), None if pending else ended, None if pending else USER,
        )  # fmt: skip


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
