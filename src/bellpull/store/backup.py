"""A copy of the data file, taken while a hub writes it or while none runs.

The whole copy is read in one transaction, so it is the file as it was at one moment, and a busy hub cannot make it
begin again: SQLite keeps for it what is changed meanwhile. It is checked before it takes its name.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bellpull.domain.errors import BellpullError, Setup, Unavailable
from bellpull.store.contents import Contents, connect, contents_of, damaged, need_whole
from bellpull.store.placing import need_elsewhere, need_room, placed

#: In one step: 4 MB. Between two of them somebody may be told how far it is.
PAGES = 1024
#: How many pages are still to be copied, and of how many.
Progress = Callable[[int, int], None]


def back_up(database: Path, target: Path, *, force: bool, progress: Progress | None = None) -> Contents:
    """Copy the data file; what the copy holds."""
    need_data_file(database)
    need_elsewhere(target, database)
    with placed(target, force=force) as unfinished, _explained(target):
        there = copy_file(database, unfinished, progress)
        return _checked(unfinished, there)


def need_data_file(database: Path) -> None:
    if database.is_file():
        return
    what = f"no data file {database}" if database.parent.is_dir() else f"no data folder {database.parent}"
    hint = "run it on the machine of the hub, or choose its folder: --data-dir"
    raise Setup("no_data_file", f"There is {what}.", hint)


def copy_file(database: Path, copy: Path, progress: Progress | None = None, mode: str = "rw") -> Contents:
    """Copy it as it is now, to a single file without a log beside it; what the original holds."""
    need_room(copy.parent, database.stat().st_size)
    with closing(connect(database, mode=mode)) as source, closing(connect(copy)) as target:
        source.execute("PRAGMA query_only = ON")
        source.execute("BEGIN")
        there = contents_of(source)
        source.backup(target, pages=PAGES, progress=_told(progress))
        source.execute("COMMIT")
        target.execute("PRAGMA journal_mode = DELETE")
    return there


def _told(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    return None if progress is None else lambda status, left, pages: progress(left, pages)


def _checked(copy: Path, there: Contents) -> Contents:
    # On a connection of its own: what is looked at is the file, and not what was kept in memory of it.
    with closing(connect(copy)) as connection:
        need_whole(connection, "The copy")
        held = contents_of(connection)
    if held != there:
        raise damaged("The copy", f"it holds {held}, and the data file {there}")
    return held


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    """What the disk or the file did, as an error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, target.parent) from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise _no_room(target.parent) from error


def is_broken(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def explained(error: sqlite3.Error, folder: Path) -> BellpullError:
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return _no_room(folder)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unavailable("file_busy", f"Another program uses the file: {error}.", "try again in a moment")
    if code == sqlite3.SQLITE_NOTADB:
        return Setup("not_bellpull", "The file is none of Bellpull.", "name one that `bellpull backup` has written")
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged("The file", str(error))
    return Setup("file_unusable", f"The file cannot be read or written: {error}.", "look into it with: bellpull doctor")


def _no_room(folder: Path) -> Setup:
    return Setup("no_room", f"There is no room left in {folder}.", "make room there, or choose another place")
