"""Which project a program works in: the folder of the git work tree where it was started."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def git_root(folder: Path) -> Path | None:
    """The nearest folder, this one or above, that git calls its own; None where there is none."""
    # A file and not a folder in work trees that belong to another, and in submodules.
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)
