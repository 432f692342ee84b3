"""Which files nobody wants to hear of: what git ignores, git's own, and what editors leave behind while they work.

Without git, or outside of a work tree, a list of well-known folders stands in. A folder that somebody follows though
git ignores it is followed by that list too: whoever names it wants to hear of it.
"""

from __future__ import annotations

import os
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

from bellpull.remote.project import git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NEVER = frozenset((".git", ".hg", ".svn", ".jj"))
LEFT_BY_EDITORS = ("*~", "*.swp", "*.swx", "*.swo", ".#*", "#*#", "4913", ".DS_Store", "*.kate-swp", "*___jb_???___")
USUAL_FOLDERS = frozenset(
    ("node_modules", "__pycache__", ".venv", "venv", ".tox", ".nox", ".idea", ".cache", "target", "dist", "build")
) | {".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".eggs", ".gradle", ".next", "site-packages"}
USUAL_FILES = ("*.pyc", "*.pyo", "*.o", "*.class", "*.tmp")
RULES = frozenset((".gitignore", "exclude"))
GIT_SECONDS = 30.0
MOST_REMEMBERED = 200_000


class Ignored:
    """Decides about paths beneath one folder. Verdicts are remembered until a file of rules changes."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._verdicts: dict[str, bool] = {}
        self._trees: dict[str, str | None] = {}
        own = self._tree(folder)
        self._by_list = own is None or (own != folder and folder in (_ignored_by_git(own, [folder]) or ()))

    def among(self, paths: Iterable[str]) -> set[str]:
        """Those of the paths that are ignored."""
        wanted = list(paths)
        if len(self._verdicts) > MOST_REMEMBERED or any(os.path.basename(path) in RULES for path in wanted):  # noqa: PTH119
            self._verdicts.clear()
            self._trees.clear()
        unknown = [path for path in wanted if path not in self._verdicts]
        noise = {path for path in unknown if self._noise(path)}
        ignored = noise | self._asked([path for path in unknown if path not in noise])
        self._verdicts.update((path, path in ignored) for path in unknown)
        return {path for path in wanted if self._verdicts[path]}

    def _asked(self, paths: list[str]) -> set[str]:
        trees: dict[str | None, list[str]] = {}
        for path in paths:
            # What is itself a work tree is asked of the one around it.
            trees.setdefault(None if self._by_list else self._tree(os.path.dirname(path)), []).append(path)  # noqa: PTH120
        return {path for tree, some in trees.items() for path in self._in_tree(tree, some)}

    def _in_tree(self, tree: str | None, paths: list[str]) -> set[str]:
        if tree is not None:
            if tree.startswith(self._folder + os.sep) and self.among([tree]):
                return set(paths)
            ignored = _ignored_by_git(tree, paths)
            if ignored is not None:
                return ignored
        return {path for path in paths if self._usual(path)}

    def _tree(self, folder: str) -> str | None:
        if folder not in self._trees:
            found = git_root(Path(folder))
            self._trees[folder] = None if found is None else str(found)
        return self._trees[folder]

    def _noise(self, path: str) -> bool:
        parts = self._parts(path)
        return not NEVER.isdisjoint(parts) or _fits(parts[-1], LEFT_BY_EDITORS)

    def _usual(self, path: str) -> bool:
        parts = self._parts(path)
        return not USUAL_FOLDERS.isdisjoint(parts) or _fits(parts[-1], USUAL_FILES)

    def _parts(self, path: str) -> list[str]:
        return path[len(self._folder) :].strip(os.sep).split(os.sep)  # noqa: PTH206 - a Path for each of thousands is slow


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _ignored_by_git(tree: str, paths: list[str]) -> set[str] | None:
    """None where git is not there or does not want to say."""
    if not paths:
        return set()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        ended = subprocess.run(  # noqa: S603
            ["git", "-C", tree, "check-ignore", "--stdin", "-z"],  # noqa: S607 - the git that people use
            input=b"".join(os.fsencode(path) + b"\0" for path in paths),
            capture_output=True,
            env=environment,
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if ended.returncode not in (0, 1):
        return None
    return {os.fsdecode(path) for path in ended.stdout.split(b"\0") if path}
