"""What a data file holds, and whether it is whole: of the one that a hub uses as of copies of it."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from bellpull.domain.errors import Setup
from bellpull.domain.instant import Instant
from bellpull.store.migrate import differences, newest_schema, schema_of

#: What people count, and the table of each.
COUNTED = {
    "notifications": "agent_notifications",
    "questions": "questions",
    "nudges": "nudges",
    "agents": "agents",
    "users": "users",
}
#: Every data file has had these from the first schema on.
ALWAYS = {"agent_notifications", "events", "hub", "users"}
BUSY_SECONDS = 5.0


class Contents(NamedTuple):
    schema: int
    hub: str | None
    notifications: int
    questions: int
    nudges: int
    agents: int
    users: int
    #: The number of its newest event, and when that was.
    newest: int
    last_at: Instant | None


def connect(path: Path, *, mode: str = "rw") -> sqlite3.Connection:
    """A connection that makes no file where there is none. `rw` also for those who only read: it clears away the log of
    a hub that was killed, and where nobody may write SQLite reads all the same."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def tables_of(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def contents_of(connection: sqlite3.Connection) -> Contents:
    """Raises `not_bellpull` where it is a file of something else."""
    tables = tables_of(connection)
    if not tables >= ALWAYS or schema_of(connection) < 1:
        raise not_bellpull("")
    counts = [_count(connection, table) if table in tables else 0 for table in COUNTED.values()]
    notifications, questions, nudges, agents, users = counts
    hub = connection.execute("SELECT value FROM hub WHERE name = 'id'").fetchone()
    newest = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
    last = connection.execute("SELECT at FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    return Contents(
        schema_of(connection),
        hub[0] if hub else None,
        notifications,
        questions,
        nudges,
        agents,
        users,
        newest[0] if newest else 0,
        last[0] if last else None,
    )


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def need_whole(connection: sqlite3.Connection, what: str) -> None:
    """Looks at every page and every reference."""
    said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said == "ok" and (row := connection.execute("PRAGMA foreign_key_check").fetchone()):
        said = f"a row of {row[0]} refers to nothing"
    if said != "ok":
        raise damaged(what, str(said))


def damaged(what: str, said: str) -> Setup:
    return Setup("damaged_file", f"{what} is damaged: {said}.", "use another copy")


def not_bellpull(why: str) -> Setup:
    return Setup("not_bellpull", f"The file is none of Bellpull{why}.", "name one that `bellpull backup` has written")


def need_own_schema(connection: sqlite3.Connection) -> None:
    """A trigger that somebody has added would go on to do what they wanted; without a column nothing would start."""
    if foreign := differences(connection):
        raise not_bellpull(f": {min(foreign)} is not as Bellpull makes it")


def need_known_schema(contents: Contents, what: str) -> None:
    if contents.schema > newest_schema():
        known = f"schema {contents.schema}, this one knows {newest_schema()}"
        raise Setup("newer_data", f"{what} was written by a newer Bellpull ({known}).", "upgrade Bellpull first")
