"""A raw SQLite writer: what a durable row costs with nothing around it (the seed's table, WAL, synchronous FULL)."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from statistics import median
from time import perf_counter, process_time

SCHEMA = Path(__file__).with_name("seedstyle.sql")
INSERT = "INSERT INTO agent_notifications VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ROW = (
    "bench-agent", "completion", "Daily report generated", "Processed 15,000 records.", "normal", "progress",
    '{"records_processed":15000}', "pending", "2026-02-20T10:30:00.000Z", None, None,
)  # fmt: skip


@dataclass(frozen=True)
class Writes:
    rows: int
    seconds: float
    cpu: float
    commit_p50: float

    @property
    def rate(self) -> float:
        return self.rows / self.seconds


class RawWriter:
    """Commits groups of rows, one after the other."""

    def __init__(self, path: Path) -> None:
        new = not path.exists()
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        if new:
            self._connection.executescript(SCHEMA.read_text(encoding="utf-8"))

    def commit(self, group: int) -> float:
        """One commit; its time in seconds."""
        before = perf_counter()
        with self._connection:
            self._connection.executemany(INSERT, [(f"notif_{token_urlsafe(12)}", *ROW) for _ in range(group)])
        return perf_counter() - before

    def close(self) -> None:
        self._connection.close()


def write(path: Path, group: int, seconds: float) -> Writes:
    """Nothing but commits, for some seconds."""
    with closing(RawWriter(path)) as writer:
        start, cpu = perf_counter(), process_time()
        commits: list[float] = []
        while perf_counter() < start + seconds:
            commits.append(writer.commit(group))
        return Writes(len(commits) * group, perf_counter() - start, process_time() - cpu, median(commits))
