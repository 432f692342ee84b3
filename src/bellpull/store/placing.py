"""Files that people name: each appears whole or not at all, and replaces another only if they say so.

It is written as FILE.unfinished, readable by its owner alone. One that was killed leaves that behind, and the next one
begins it anew. Not here: what stands in it.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from bellpull.domain.errors import Conflict, Setup
from bellpull.domain.size import size_text
from bellpull.locking import try_lock


def stamp(when: datetime) -> str:
    return when.strftime("%Y%m%d-%H%M%S")


def chosen_file(named: str, otherwise: str) -> Path:
    """The file that was named; in a folder the one that is called `otherwise`. What ends as a folder does is one, made
    where it is missing: else the first night's backup would take its name, and the second night's fail."""
    place = Path(named)
    if named.endswith("/"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place / otherwise if place.is_dir() else place


@contextmanager
def placed(target: Path, *, force: bool) -> Iterator[Path]:
    """Gives the file to write; it takes its name when the block ends well, and goes when it does not."""
    if not target.parent.is_dir():
        raise Setup("no_such_folder", f"There is no folder {target.parent}.", "make it first, or choose another place")
    if target.exists() and not (force and target.is_file()):
        # Only a file is ever replaced: not a folder, not a device.
        hint = "choose another name, or replace it: --force" if target.is_file() else "choose another name"
        raise Conflict("file_exists", f"{target} is there already.", hint)
    unfinished = target.with_name(f"{target.name}.unfinished")
    claimed = _claim(unfinished)
    try:
        yield unfinished
        sync(unfinished)
        unfinished.replace(target)
        sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    finally:
        os.close(claimed)


def _claim(unfinished: Path) -> int:
    """An empty file that no other process writes. What a killed one left is not locked, and is emptied; what somebody
    else has put there, a link or a file of their own, is not written to."""
    try:
        file = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        raise _in_the_way(unfinished, error.strerror or "") from error
    if sys.platform != "win32" and os.fstat(file).st_uid != os.geteuid():
        os.close(file)
        raise _in_the_way(unfinished, "it is somebody else's")
    # On Windows a lock would keep SQLite itself from writing.
    if sys.platform != "win32" and not (try_lock(file) and _is_there(unfinished, file)):
        os.close(file)
        raise Conflict(
            "being_written", f"Another command is writing {unfinished}.", "wait for it, or choose another name"
        )
    os.ftruncate(file, 0)
    unfinished.chmod(0o600)
    # Of a killed one, too: SQLite would take it for that of the new file.
    unfinished.with_name(f"{unfinished.name}-journal").unlink(missing_ok=True)
    return file


def _in_the_way(unfinished: Path, why: str) -> Setup:
    return Setup("in_the_way", f"{unfinished} cannot be written: {why}.", "remove it, or choose another place")


def need_elsewhere(target: Path, database: Path) -> None:
    """Nothing is written over what the hub itself lives on, nor where it writes when it is restored or upgraded: the
    names that begin as the data file's, whether or not such a file is there now."""
    file = target.resolve()
    in_its_folder = file.parent == database.parent.resolve()
    if file == database.resolve() or (in_its_folder and (file.exists() or _is_beside(file, database))):
        raise Conflict("is_the_data_file", f"{target} is the hub's own.", "choose another place")


def _is_beside(file: Path, database: Path) -> bool:
    """On some systems large and small letters make no difference."""
    return file.name.casefold().startswith(database.name.casefold())


def _is_there(path: Path, file: int) -> bool:
    """Whether the file has not been finished, and so renamed, by whoever had the lock before."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def sync(path: Path) -> None:
    file = os.open(path, os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(folder: Path) -> None:
    """So that a rename outlives the machine. Windows has no such thing."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def need_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        sentence = f"There is no room in {folder}: it takes {size_text(size)}, and {size_text(free)} are free."
        raise Setup("no_room", sentence, "make room there, or choose another place")
