"""A raw SQLite writer: what a durable row costs with nothing around it (the seed's table, WAL, synchronous FULL)."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
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


def write(path: Path, group: int, seconds: float) -> Writes:
    """Commits groups of rows, one after the other, for some seconds."""
    connection = _opened(path)
    commits: list[float] = []
    start, cpu = perf_counter(), process_time()
    until = start + seconds
    before = start
    while before < until:
        with connection:
            connection.executemany(INSERT, [(f"notif_{token_urlsafe(12)}", *ROW) for _ in range(group)])
        after = perf_counter()
        commits.append(after - before)
        before = after
    connection.close()
    return Writes(len(commits) * group, before - start, process_time() - cpu, sorted(commits)[len(commits) // 2])


def _opened(path: Path) -> sqlite3.Connection:
    new = not path.exists()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if new:
        connection.executescript(SCHEMA.read_text(encoding="utf-8"))
    return connection
