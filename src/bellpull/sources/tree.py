"""The files that somebody follows: how they were when they were last told of, and what has become of them.

Links are not followed beneath a folder. A file that is given by its name is followed whatever git says of it, through
links, and also after it was replaced. Not here: who says that something changed (`watching`).
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from bellpull.domain.errors import Invalid
from bellpull.sources.burst import Happening, Stamp, settle
from bellpull.sources.ignored import Ignored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Tree:
    """`paths` are folders and files; names are told relative to `project`, as far as they lie in it."""

    def __init__(self, paths: Iterable[Path], project: Path) -> None:
        self._project = os.path.realpath(project)
        self._named: dict[str, str] = {}
        self._folders: dict[str, Ignored] = {}
        for path in paths:
            self._add(path)
        self._known: dict[str, Stamp] = {}

    def _add(self, path: Path) -> None:
        if not path.exists():
            raise Invalid("no_such_path", f"There is no {path}.", "give files and folders that are there")
        if path.is_dir():
            folder = os.path.realpath(path)
            self._folders[folder] = Ignored(folder)
        else:
            own = str(Path(os.path.realpath(path.parent)) / path.name)
            self._named |= {own: own, os.path.realpath(path): own}

    @property
    def folders(self) -> list[str]:
        """To be watched with everything beneath."""
        return sorted(self._folders)

    @property
    def shallow(self) -> list[str]:
        """To be watched without what is beneath: the folders of files, because a file may be replaced."""
        return sorted({str(Path(path).parent) for path in self._named})

    def look(self) -> None:
        """Take everything as it is now."""
        self._known = self._stamps(self.everything())

    def everything(self) -> set[str]:
        """As touched paths: then all of it is looked at."""
        return {*self._folders, *self._named.values()}

    def concerned(self, paths: Iterable[str]) -> set[str]:
        """Those of the touched paths that may be worth telling."""
        wanted: set[str] = set()
        beneath: dict[str, list[str]] = {}
        for path in paths:
            if path in self._named:
                wanted.add(self._named[path])
            elif path in self._folders:
                wanted.add(path)
            elif (folder := self._folder_of(path)) is not None:
                beneath.setdefault(folder, []).append(path)
        for folder, some in beneath.items():
            inside = [path for path in some if not _beyond_link(path, folder)]
            wanted.update(set(inside) - self._folders[folder].among(inside))
        return wanted

    def _folder_of(self, path: str) -> str | None:
        around = [folder for folder in self._folders if path.startswith(folder.rstrip(os.sep) + os.sep)]
        return max(around, key=len, default=None)

    def settle(self, touched: set[str]) -> list[Happening]:
        """What has become of the touched paths, which is then known."""
        after = self._stamps(touched)
        before = {path: self._known[path] for path in touched if path in self._known}
        # What was no file may have been a folder.
        if folders := touched - before.keys():
            before |= {path: stamp for path, stamp in self._known.items() if _within(path, folders)}
        for path in before:
            del self._known[path]
        self._known |= after
        return settle(self._named_for_people(before), self._named_for_people(after))

    def _named_for_people(self, stamps: dict[str, Stamp]) -> dict[str, Stamp]:
        inside = self._project.rstrip(os.sep) + os.sep
        return {path.removeprefix(inside): stamp for path, stamp in stamps.items()}

    def _stamps(self, paths: Iterable[str]) -> dict[str, Stamp]:
        stamps: dict[str, Stamp] = {}
        folders = []
        for path in paths:
            found = _state(path, follow=path in self._named)
            if found is not None and stat.S_ISDIR(found.st_mode):
                folders.append(path)
            elif found is not None:
                stamps[path] = _stamp(found)
        for path in self._walk(folders):
            if (found := _state(path, follow=False)) is not None:
                stamps[path] = _stamp(found)
        return stamps

    def _walk(self, level: list[str]) -> Iterator[str]:
        """Every file beneath that is not ignored; level by level, so that git is asked once for each."""
        while level:
            beneath: dict[str, list[tuple[str, bool]]] = {}
            for folder in level:
                around = folder if folder in self._folders else self._folder_of(folder)
                if around is not None:
                    beneath.setdefault(around, []).extend(_entries(folder))
            level = []
            for around, entries in beneath.items():
                ignored = self._folders[around].among(path for path, _ in entries)
                yield from (path for path, folder in entries if not folder and path not in ignored)
                level += [path for path, folder in entries if folder and path not in ignored]


def _entries(folder: str) -> list[tuple[str, bool]]:
    """What lies in a folder, each with whether it is one itself."""
    try:
        with os.scandir(folder) as entries:
            return [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
    except OSError:
        return []  # gone meanwhile, or not for us to see


def _state(path: str, *, follow: bool) -> os.stat_result | None:
    try:
        found = os.stat(path, follow_symlinks=follow)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    # Nobody edits a socket, a pipe or a device.
    kinds = (stat.S_ISREG, stat.S_ISDIR, stat.S_ISLNK)
    return found if any(kind(found.st_mode) for kind in kinds) else None


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp((found.st_dev, found.st_ino), found.st_mode, found.st_size, found.st_mtime_ns)


def _within(path: str, touched: set[str]) -> bool:
    """Whether the path, or a folder above it, was touched."""
    while path not in touched:
        above = path.rpartition(os.sep)[0]
        if not above:
            return False
        path = above
    return True


def _beyond_link(path: str, folder: str) -> bool:
    while len(path := path.rpartition(os.sep)[0]) > len(folder):
        if os.path.islink(path):  # noqa: PTH114
            return True
    return False
