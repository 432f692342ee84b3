"""Which project a program works in: the folder of the git work tree where it was started."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def project_of(folder: Path) -> str | None:
    """The nearest folder, this one or above, that git calls its own; None where there is none."""
    for candidate in (folder, *folder.parents):
        # A file and not a folder in work trees that belong to another, and in submodules.
        if (candidate / ".git").exists():
            return str(candidate)
    return None
