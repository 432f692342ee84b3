"""Takes in what another hub has exported, while no hub runs: what is not yet there by its id, all of it or nothing.

First the whole file is read and every line of it checked. Then it goes into the data file in one transaction.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from bellpull.domain.errors import Invalid, Setup
from bellpull.domain.instant import instant
from bellpull.store.backup import explained
from bellpull.store.belonging import Belonging, bad_line
from bellpull.store.contents import connect
from bellpull.store.lock import DataLock
from bellpull.store.migrate import migrate
from bellpull.store.noted import note_done
from bellpull.store.records import BY_TYPE, VERSION, Kind
from bellpull.store.restore import leap
from bellpull.store.values import Record, parsed

#: Longer than any that a hub could have written.
LONGEST_LINE = 256 * 1024 * 1024
ORDER = tuple(BY_TYPE)
SAFELY = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON")


class Taken(NamedTuple):
    """How many of each kind were new, and how many were there already."""

    new: Counter[str]
    there: Counter[str]


def take_in(file: Path, database: Path, when: datetime) -> Taken:
    if not file.is_file():
        raise Setup("no_export", f"There is no file {file}.", "name one that `bellpull export` has written")
    for _ in records_in(file):
        pass
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = DataLock(database.with_name(f"{database.name}.lock"))
    is_new = not database.exists()
    try:
        return _taken_in(file, database, when)
    except BaseException as error:
        if is_new:
            _remove(database)
        if isinstance(error, sqlite3.Error):
            raise explained(error, database.parent) from error
        raise
    finally:
        lock.release()


def _remove(database: Path) -> None:
    for end in ("", "-wal", "-shm"):
        database.with_name(f"{database.name}{end}").unlink(missing_ok=True)


def _taken_in(file: Path, database: Path, when: datetime) -> Taken:
    database.touch(mode=0o600)
    with closing(connect(database)) as connection:
        for pragma in SAFELY:
            connection.execute(f"PRAGMA {pragma}")
        migrate(connection, database)
        connection.execute("BEGIN IMMEDIATE")
        taken = _insert(connection, file)
        if taken.new:
            newest = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
            leap(connection, (newest[0] if newest else 0) + 1)  # no event tells of them: surfaces look anew
            said = ", ".join(f"{type} {count}" for type, count in taken.new.items())
            note_done(connection, "imported", f"new: {said}", instant(when))
        connection.execute("COMMIT")
    return taken


def _insert(connection: sqlite3.Connection, file: Path) -> Taken:
    taken = Taken(Counter(), Counter())
    belonging = Belonging(connection)
    for number, kind, record in records_in(file):
        if belonging.is_there(number, kind, record):
            taken.there[kind.type] += 1
            continue
        belonging.check(number, kind, record)
        try:
            connection.execute(kind.insert(), kind.row(record))
        except sqlite3.IntegrityError as error:
            raise bad_line(number, f"it does not fit to what is there ({error})") from error
        taken.new[kind.type] += 1
    return taken


def records_in(file: Path) -> Iterator[tuple[int, Kind, Record]]:
    """Every record with the number of its line; raises where the file is not whole, or a line not right."""
    with file.open("rb") as lines:
        _check_head(lines, file)
        number, before = 1, ""
        while (record := _read(lines, number + 1)) is not None:
            number += 1
            if record.get("type") == "end":
                if record.get("count") != number - 2 or lines.read(1):
                    raise bad_line(number, "the end does not fit to what stands before or after it")
                return
            kind = _kind(number, record, before)
            before = kind.type
            whole = {**kind.later, **record}
            if wrong := kind.wrong(whole):
                raise bad_line(number, wrong)
            yield number, kind, whole
    hint = "nothing was imported; export it again"
    raise Invalid("cut_off_export", f"The export {file} is cut off after line {number}: its end is missing.", hint)


def _kind(number: int, record: Record, before: str) -> Kind:
    """That of a line that stands after all that it may refer to."""
    kind = BY_TYPE.get(str(record.get("type")))
    if kind is None:
        raise bad_line(number, "its type is unknown")
    if ORDER.index(kind.type) < ORDER.index(before or ORDER[0]):
        raise bad_line(number, f"records of type {kind.type} stand before those of type {before}")
    return kind


def _read(lines: BinaryIO, number: int) -> Record | None:
    line = lines.readline(LONGEST_LINE)
    if not line:
        return None
    try:
        value: Any = parsed(line.decode("utf-8"))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise bad_line(number, "it is no JSON object" if line.endswith(b"\n") else "it is cut off")
    return value


def _check_head(lines: BinaryIO, file: Path) -> None:
    try:
        head = _read(lines, 1) or {}
    except Invalid:
        head = {}
    if head.get("bellpull") != "export":
        hint = "name one that `bellpull export` has written"
        raise Invalid("no_export", f"{file} is no export of Bellpull.", hint)
    if head.get("version") != VERSION:
        sentence = f"{file} is an export of version {head.get('version')}, and this Bellpull knows {VERSION}."
        raise Invalid("unknown_version", sentence, "upgrade Bellpull first")
