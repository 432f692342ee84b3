"""Everything that a hub keeps as lines of JSON, without secrets: a head, one line for each record, and an end that says
how many there were. All of it is read in one transaction, also while a hub writes."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bellpull.domain.errors import Setup
from bellpull.domain.instant import Instant
from bellpull.store.backup import explained, need_data_file
from bellpull.store.contents import Contents, connect, contents_of, need_known_schema
from bellpull.store.migrate import newest_schema
from bellpull.store.records import KINDS, VERSION


def export(database: Path, at: Instant, write: Callable[[str], object]) -> Counter[str]:
    """`write` gets each line; how many there were of each kind."""
    need_data_file(database)
    try:
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            held = contents_of(connection)
            _need_this_schema(held, database)
            head = {"bellpull": "export", "version": VERSION, "schema": held.schema, "hub": held.hub, "at": at}
            write(_line(head))
            counts = _records(connection, write)
    except sqlite3.Error as error:
        raise explained(error, database.parent) from error
    write(_line({"type": "end", "count": counts.total()}))
    return counts


def _records(connection: sqlite3.Connection, write: Callable[[str], object]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for kind in KINDS:
        for row in connection.execute(kind.select()):
            write(_line(kind.record(row)))
            counts[kind.type] += 1
    return counts


def _line(value: dict[str, object]) -> str:
    """ASCII: safe for every terminal and every reader of lines."""
    return json.dumps(value) + "\n"


def _need_this_schema(held: Contents, database: Path) -> None:
    need_known_schema(held, str(database))
    if held.schema < newest_schema():
        sentence = f"{database} was written by an older Bellpull (schema {held.schema})."
        raise Setup("older_data", sentence, "start the hub once, which brings it up to date: bellpull up")
