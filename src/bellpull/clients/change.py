"""Changes of files that are not ours: shown as a diff, kept as a backup, written whole and all of them or not at all.

A file stays what it was: its rights, its place behind a symbolic link, every byte that the change does not mean.
Not here: what is written (`edit`, and one module for each client).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bellpull.domain import errors

MARK = ".bellpull-backup-"
KEPT = 5
LONGEST_SHOWN = 400
#: Where the system has them: O_BINARY is of Windows.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Change(NamedTuple):
    """What a file holds now and is to hold; None where there is no file."""

    file: Path
    before: str | None
    after: str | None
    #: False where what was there is ours and can be made again.
    backed_up: bool = True
    #: How many folders around a file that goes away go with it, where nothing else is in them.
    folders: int = 0
    #: What a person should know of it.
    note: str = ""

    @property
    def is_none(self) -> bool:
        return self.before == self.after


def text_of(file: Path) -> str | None:
    """What a file holds, to the letter; None where it is not there."""
    try:
        data = _data_of(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(file, error.strerror or str(error)) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _unusable(file, f"line {line} is not UTF-8 text") from None


def _data_of(file: Path) -> bytes:
    """A pipe would be waited for, and a device has no end: what is not a file is not even opened. One that takes
    the file's place meanwhile is opened without waiting."""
    _need_regular(file, file.stat())
    with os.fdopen(os.open(file, os.O_RDONLY | _AT_ONCE), "rb") as stream:
        _need_regular(file, os.fstat(stream.fileno()))
        return stream.read()


def _need_regular(file: Path, about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise _unusable(file, "it is not a regular file")


def need_inside(file: Path, folder: Path) -> None:
    """Raises Setup for a file that a symbolic link leads out of the folder: the author of a project may have committed
    it, and means another's file."""
    real, around = Path(os.path.realpath(file)), Path(os.path.realpath(folder))
    if not real.is_relative_to(around):
        raise _unusable(file, f"it leads out of the project, to {real}")


def diff(change: Change) -> list[str]:
    """The change as `diff -u` shows it."""
    import difflib

    old, new = (os.devnull if text is None else str(change.file) for text in (change.before, change.after))
    before, after = ((text or "").splitlines() for text in (change.before, change.after))
    return [_cut(line) for line in difflib.unified_diff(before, after, old, new, lineterm="")]


def _cut(line: str) -> str:
    """Settings that were written on one line are too long to read, and may hold others' secrets."""
    return line if len(line) <= LONGEST_SHOWN else f"{line[: LONGEST_SHOWN // 2]} … {line[-LONGEST_SHOWN // 2 :]}"


def write_all(changes: Sequence[Change]) -> list[Path]:
    """Carry the changes out, all or none; the backups that were made."""
    done: list[tuple[Change, Path | None]] = []
    try:
        for change in changes:
            done.append((change, write(change)))
    except errors.BellpullError:
        for change, backup in reversed(done):
            _undo(change, backup)
        raise
    return [backup for _, backup in done if backup is not None]


def _undo(change: Change, backup: Path | None) -> None:
    write(Change(change.file, change.after, change.before, backed_up=False, folders=change.folders))
    if backup is not None:
        backup.unlink(missing_ok=True)


def write(change: Change) -> Path | None:
    """Carry one change out; the backup that was made, if there was anything to keep."""
    file = Path(os.path.realpath(change.file))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if text_of(file) != change.before:
            raise errors.Setup("changed_meanwhile", f"{file} has just been changed by another.", "try again")
        _need_writable(file)
        backup = _back_up(file, change.before) if change.backed_up and change.before is not None else None
        if change.after is None:
            for each in {file, change.file}:  # a link would lead nowhere
                each.unlink(missing_ok=True)
            _leave_no_folders(file, change.folders)
        else:
            _write_whole(file, change.after, _rights(file))
    except OSError as error:
        raise _unusable(file, error.strerror or str(error)) from None
    return backup


def _need_writable(file: Path) -> None:
    """A file is replaced, which its own rights would not prevent; but who made it read-only meant it."""
    rights = _rights(file)
    if rights is not None and not rights.st_mode & stat.S_IWUSR:
        raise _unusable(file, "it is read-only")


def _leave_no_folders(file: Path, count: int) -> None:
    with contextlib.suppress(OSError):
        for folder in list(file.parents)[:count]:
            folder.rmdir()


def backups(file: Path) -> list[Path]:
    """The backups of a file, oldest first."""
    file = Path(os.path.realpath(file))
    return sorted(file.parent.glob(f"{_escaped(file.name)}{MARK}*"))


def _back_up(file: Path, text: str) -> Path:
    """A copy beside the file, with its rights: it may hold secrets. Of several the oldest go, except the very first."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    copy = file.with_name(f"{file.name}{MARK}{now}")
    _write_whole(copy, text, _rights(file))
    for old in backups(file)[1 : 1 - KEPT]:
        old.unlink(missing_ok=True)
    return copy


def _rights(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None


def _write_whole(file: Path, text: str, rights: os.stat_result | None) -> None:
    """Readers see the old file or the new one, never half of it."""
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    mode = stat.S_IMODE(rights.st_mode) if rights else None
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text.encode("utf-8"))
            stream.flush()
            os.fsync(stream.fileno())
        if rights is not None and mode is not None:
            if hasattr(os, "chown"):
                with contextlib.suppress(OSError):
                    os.chown(unfinished, rights.st_uid, rights.st_gid)
            unfinished.chmod(mode)
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _escaped(name: str) -> str:
    return "".join(f"[{mark}]" if mark in "[*?" else mark for mark in name)


def _unusable(file: Path, why: str) -> errors.Setup:
    return errors.Setup("client_settings", f"{file} cannot be used: {why}.", "nothing was changed")
