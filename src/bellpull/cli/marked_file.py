"""A file that Bellpull writes among those of others: known by a mark in its text, and touched only where that is there.

Its counterpart for settings of others, of which only a part is ours, is `clients/change`.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager

from bellpull.domain import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MARK = "Written by Bellpull for its start at login; it is removed with that."


def text_of(file: Path) -> str:
    """What it says; nothing where it is not there."""
    with _usable(file):
        try:
            return file.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return ""


def is_ours(file: Path) -> bool:
    return MARK in text_of(file)


def is_of_others(file: Path) -> bool:
    """Also a link that leads nowhere: so systemd keeps a unit from being started."""
    return (file.exists() or file.is_symlink()) and not is_ours(file)


def check_ours(file: Path) -> None:
    if is_of_others(file):
        raise errors.Setup("not_ours", f"Bellpull did not write {file} and leaves it as it is.", "move it away first")


def write(file: Path, text: str) -> bool:
    """Whole or not at all; whether anything has changed."""
    if text_of(file) == text:
        return False
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with _usable(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    return True


def take_away(file: Path) -> None:
    if is_ours(file):
        with _usable(file):
            file.unlink()


@contextmanager
def _usable(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        sentence = f"{error.filename or file} cannot be used: {error.strerror}."
        raise errors.Setup("file_unusable", sentence, "check its rights") from error
