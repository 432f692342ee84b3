"""A backup put in the place of the data file while no hub runs.

The backup is copied and checked beside the data file, brought to this version's schema, and only then takes its place,
in one step: whoever is killed on the way leaves the old file or the new one. The old one is kept under another name.

Live readers resume by the number of an event. The restored file counts on far behind every number that either file has
given, and says that all before is pruned: no cursor into what was lost can be taken for one into what comes now.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from bellpull.domain.errors import Conflict, Setup, Unavailable
from bellpull.domain.instant import Instant, instant
from bellpull.store.backup import Progress, copy_file, explained, is_broken
from bellpull.store.contents import (
    Contents,
    connect,
    contents_of,
    need_known_schema,
    need_own_schema,
    need_whole,
    tables_of,
)
from bellpull.store.lock import DataLock
from bellpull.store.migrate import upgrade
from bellpull.store.noted import note_done
from bellpull.store.placing import stamp, sync, sync_folder

#: More than a hub could have counted on, on another machine, since the backup was made there.
AHEAD = 1_000_000
#: What SQLite and the hub keep beside a data file.
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


class Ends(NamedTuple):
    """The columns of something that can be ended for good: since when it is, and whose it is."""

    since: str
    whose: str


ENDS = {"keys": Ends("revoked_at", "name"), "webhooks": Ends("removed_at", "agent_name")}


class Barred(NamedTuple):
    """What somebody has made invalid for good, and no backup makes valid again."""

    #: Keys and webhooks: table, id, since when.
    ended: tuple[tuple[str, str, Instant], ...] = ()
    #: The passwords that took the place of others: whose, and as they are kept. None: the person has none.
    passwords: tuple[tuple[str, str | None], ...] = ()


class Gap(NamedTuple):
    """What passed between these moments was lost to a file when it was restored."""

    since: Instant
    until: Instant


class Present(NamedTuple):
    """What is there now. Without contents: nothing, or nothing that can be read."""

    contents: Contents | None = None
    barred: Barred = Barred()
    #: The keys that are valid, by their ids.
    keys: frozenset[str] = frozenset()
    #: Keys and webhooks, also those that have ended, by their ids.
    known: frozenset[str] = frozenset()
    #: Of people and agents.
    names: frozenset[str] = frozenset()
    #: Which agent is shared with whom.
    shares: frozenset[tuple[str, str]] = frozenset()
    gaps: tuple[Gap, ...] = ()


class Prepared(NamedTuple):
    """A checked copy beside the data file."""

    database: Path
    copy: Path
    backup: Contents
    present: Present
    #: Of the keys that are valid now, those that the backup does not know.
    lost_keys: frozenset[str]
    #: People and agents of the backup that this hub no longer had.
    back: tuple[str, ...]


@contextmanager
def preparing(file: Path, database: Path, progress: Progress | None = None) -> Iterator[Prepared]:
    """The lock is held and the copy kept until the block ends."""
    copy = database.with_name(f"{database.name}.unfinished")
    _need_backup(file, database, copy)
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = DataLock(database.with_name(f"{database.name}.lock"))
    try:
        remove(copy)
        copy.touch(mode=0o600)
        backup, present = _checked(file, copy, progress), _present(database)
        with closing(connect(copy)) as connection:
            lost = present.keys - _keys(connection)
            back = _names(connection) - present.names if _is_same_hub(present, backup) else frozenset[str]()
        yield Prepared(database, copy, backup, present, lost, tuple(sorted(back)))
    except sqlite3.Error as error:
        raise explained(error, database.parent) from error
    finally:
        remove(copy)
        lock.release()


def _need_backup(file: Path, database: Path, copy: Path) -> None:
    """A file, and none that is written or removed on the way."""
    if not file.is_file():
        raise Setup("no_backup", f"There is no file {file}.", "name one that `bellpull backup` has written")
    if database.exists() and file.samefile(database):
        raise Conflict("is_the_data_file", f"{file} is the data file itself.", "name a backup of it")
    if any(other.exists() and file.samefile(other) for other in _with_beside(copy)):
        raise Conflict("is_the_data_file", f"{file} lies where a restore writes.", "give it another name first")


def _checked(file: Path, copy: Path, progress: Progress | None) -> Contents:
    # Where no log lies beside it, it is read as it is, in a folder that nobody may write, too.
    log = file.with_name(f"{file.name}-wal")
    backup = copy_file(file, copy, progress, mode="ro" if log.exists() else "ro&immutable=1")
    need_known_schema(backup, str(file))
    with closing(connect(copy)) as connection:
        need_own_schema(connection)
        need_whole(connection, str(file))
    return backup


def _present(database: Path) -> Present:
    if not database.exists():
        return Present()
    try:
        with closing(connect(database)) as connection:
            contents = contents_of(connection)
            barred = Barred(tuple(_ended(connection)), _passwords(connection))
            valid = _keys(connection, "revoked_at IS NULL")
            there = (_known(connection), _names(connection), _shares(connection), _gaps(connection))
            return Present(contents, barred, valid, *there)
    except Setup:
        return Present()
    except sqlite3.DatabaseError as error:
        if not is_broken(error):
            raise
        return Present()  # that is why somebody restores


def _keys(connection: sqlite3.Connection, which: str = "TRUE") -> frozenset[str]:
    return frozenset(row[0] for row in connection.execute(f"SELECT id FROM keys WHERE {which}"))


def _known(connection: sqlite3.Connection) -> frozenset[str]:
    there = tables_of(connection) & ENDS.keys()
    return frozenset(row[0] for table in there for row in connection.execute(f"SELECT id FROM {table}"))


def _names(connection: sqlite3.Connection) -> frozenset[str]:
    there = tables_of(connection) & {"users", "agents"}
    return frozenset(row[0] for table in there for row in connection.execute(f"SELECT name FROM {table}"))


def _shares(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    return frozenset(connection.execute("SELECT agent_name, user FROM shares"))


def _is_same_hub(present: Present, backup: Contents) -> bool:
    return present.contents is not None and present.contents.hub == backup.hub


def _gaps(connection: sqlite3.Connection) -> tuple[Gap, ...]:
    kept = connection.execute("SELECT value FROM hub WHERE name = 'gaps'").fetchone()
    return tuple(Gap(*gap) for gap in json.loads(kept[0])) if kept else ()


def _became_of(present: Present, backup: Contents) -> bool:
    """Whether the data file is what became of the backup, so that what it does not know was ended. It is not where a
    hub comes back to a machine that it had left, nor where somebody goes back to what an earlier restore took away."""
    last, at = present.contents and present.contents.last_at, backup.last_at or ""
    return (last or "") >= at and not any(gap.since < at <= gap.until for gap in present.gaps)


def _ended(connection: sqlite3.Connection) -> Iterator[tuple[str, str, Instant]]:
    there = tables_of(connection)
    for table, (since, _) in ENDS.items():
        if table in there:
            ended = connection.execute(f"SELECT id, {since} FROM {table} WHERE {since} IS NOT NULL")
            yield from ((table, id, at) for id, at in ended)


def _passwords(connection: sqlite3.Connection) -> tuple[tuple[str, str | None], ...]:
    columns = {row[1] for row in connection.execute("PRAGMA table_info(users)")}
    if "password" not in columns:
        return ()
    return tuple(connection.execute("SELECT name, password FROM users"))


def put_in_place(prepared: Prepared, when: datetime) -> Path | None:
    """The copy becomes the data file; where the one that was there is now."""
    _fit(prepared, when)
    sync(prepared.copy)
    database, aside = prepared.database, None
    if database.exists():
        aside = _set_aside(database, _name_aside(database, when))
    prepared.copy.replace(database)
    sync_folder(database.parent)
    return aside


def _fit(prepared: Prepared, when: datetime) -> None:
    """What the copy needs to be the hub's data from now on."""
    present, backup = prepared.present.contents, prepared.backup
    with closing(connect(prepared.copy)) as connection:
        upgrade(connection)
        connection.execute("BEGIN IMMEDIATE")
        if _is_same_hub(prepared.present, backup):
            if _became_of(prepared.present, backup):
                _end_removed(connection, prepared.present, instant(when))
                _unshare(connection, prepared.present)
            _bar(connection, prepared.present.barred)
        _note_gap(connection, Gap(backup.last_at or "", instant(when)))
        leap(connection, max(backup.newest, present.newest if present else 0) + AHEAD)
        note_done(connection, "restored", f"a backup of {backup.last_at or 'an empty hub'}", instant(when))
        connection.execute("COMMIT")


def _note_gap(connection: sqlite3.Connection, gap: Gap) -> None:
    gaps = json.dumps([*_gaps(connection), gap])
    connection.execute("REPLACE INTO hub (name, value) VALUES ('gaps', ?)", [gaps])


def _end_removed(connection: sqlite3.Connection, present: Present, now: Instant) -> None:
    """Whoever is removed loses keys, webhooks and password without a trace. Where the name was made anew since, they
    would let in by it whoever had them before."""
    for table, (since, whose) in ENDS.items():
        valid = connection.execute(f"SELECT id, {whose} FROM {table} WHERE {since} IS NULL").fetchall()
        for id in (id for id, name in valid if id not in present.known and name in present.names):
            _end(connection, table, id, now)
    for user in (user for user, kept in present.barred.passwords if kept is None):
        connection.execute("UPDATE users SET password = NULL WHERE name = ?", [user])


def _unshare(connection: sqlite3.Connection, present: Present) -> None:
    """What somebody took away does not come back. Where the agent or the person was removed, nobody took it away."""
    for agent, user in _shares(connection) - present.shares:
        if {agent, user} <= present.names:
            connection.execute("DELETE FROM shares WHERE agent_name = ? AND user = ?", [agent, user])


def _bar(connection: sqlite3.Connection, barred: Barred) -> None:
    for table, id, at in barred.ended:
        _end(connection, table, id, at)
    connection.execute("UPDATE webhooks SET secret = NULL WHERE removed_at IS NOT NULL")
    for user, kept in barred.passwords:
        connection.execute("UPDATE users SET password = coalesce(?, password) WHERE name = ?", [kept, user])


def _end(connection: sqlite3.Connection, table: str, id: str, at: Instant) -> None:
    since = ENDS[table].since
    connection.execute(f"UPDATE {table} SET {since} = ? WHERE id = ? AND {since} IS NULL", [at, id])


def leap(connection: sqlite3.Connection, newest: int) -> None:
    """Count events on from here, and let every cursor before it begin anew."""
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'events'")
    connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)", [newest])
    connection.execute("REPLACE INTO hub (name, value) VALUES ('pruned', ?)", [str(newest)])


def _name_aside(database: Path, when: datetime) -> Path:
    """A new one. What a restore that was killed has left is no file of its own, but a second name of this one."""
    for other in database.parent.glob(f"{database.name}.before-restore-*"):
        if other.samefile(database):
            other.unlink()
    first = database.with_name(f"{database.name}.before-restore-{stamp(when)}")
    others = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(aside for aside in chain([first], others) if not aside.exists())


def _set_aside(database: Path, aside: Path) -> Path:
    """Another name for the file, so that there is a whole one under its own until the very moment of the change."""
    try:
        _take_in_log(database)
    except sqlite3.DatabaseError as error:
        if not is_broken(error):
            raise
        _move_log(database, aside)
    try:
        aside.hardlink_to(database)
    except OSError:  # a file system without such names
        shutil.copy2(database, aside)
        sync(aside)
    return aside


def _take_in_log(database: Path) -> None:
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    if mode != "delete":
        raise Unavailable("file_busy", f"Another program reads {database}.", "try again when it has ended")


def _move_log(database: Path, aside: Path) -> None:
    """The file is broken, so its log cannot be taken in; beside the new file it would destroy that."""
    for end in ("-wal", "-journal"):
        with suppress(FileNotFoundError):
            database.with_name(f"{database.name}{end}").rename(aside.with_name(f"{aside.name}{end}"))
    database.with_name(f"{database.name}-shm").unlink(missing_ok=True)


def remove(copy: Path) -> None:
    """With what SQLite may have left beside it."""
    for file in _with_beside(copy):
        file.unlink(missing_ok=True)


def _with_beside(copy: Path) -> list[Path]:
    return [copy.with_name(f"{copy.name}{end}") for end in BESIDE]
