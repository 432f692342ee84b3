"""Which project a program works in: the folder of the git work tree where it was started, and the name made of it."""

from __future__ import annotations

import os

from bellpull.domain.naming import name_from

__all__ = ["git_root", "name_from", "path_text"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def git_root(folder: Path) -> Path | None:
    """The nearest folder, this one or above, that git calls its own; None where there is none."""
    # A file and not a folder in work trees that belong to another, and in submodules.
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)


def path_text(folder: Path) -> str:
    """A folder's path as text that any program can read: bytes that are no letters are escaped."""
    return os.fsencode(folder).decode("utf-8", "backslashreplace")
