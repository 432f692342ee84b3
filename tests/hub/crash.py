"""Kills of a hub, simulated: what stands in its files at a moment is what its next life finds there.

A killed process leaves what it has given to the system to write. So the files are copied just before a commit, in the
middle of it, or just after it, and a new store opens the copy.
"""

from collections.abc import Callable
from pathlib import Path

from bellpull.store.sqlite import SqliteStore

BEFORE, WITHIN, AFTER = MOMENTS = ("before", "within", "after")
DATA, LOG = "bellpull.db", "bellpull.db-wal"


class Image:
    """The files of a store as they were at one moment."""

    def __init__(self, folder: Path) -> None:
        self.data = (folder / DATA).read_bytes()
        log = folder / LOG
        self.log = log.read_bytes() if log.exists() else b""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Image) and (self.data, self.log) == (other.data, other.log)

    __hash__ = None  # type: ignore[assignment]

    def torn(self, after: "Image", part: float) -> "Image":
        """Of what a commit writes into the log, only this part is there."""
        old, new = self.log.ljust(len(after.log), b"\0"), after.log
        changed = [place for place in range(0, len(new), 8) if old[place : place + 8] != new[place : place + 8]]
        end = changed[int(part * len(changed))]
        self.log = new[:end] + self.log[end:]
        return self

    def write(self, folder: Path) -> Path:
        folder.mkdir()
        (folder / DATA).write_bytes(self.data)
        (folder / LOG).write_bytes(self.log)
        return folder


class Killer:
    """Watches the commits of a store, and takes the image that a kill at that moment leaves."""

    def __init__(self) -> None:
        self.moment: str | None = None
        self.part = 0.0
        self.image: Image | None = None

    def arm(self, moment: str, part: float) -> None:
        """The next commit is the one."""
        self.moment, self.part, self.image = moment, part, None

    def watch(self, store: SqliteStore, folder: Path) -> None:
        transaction = store._transaction
        commit = transaction.commit

        def watched() -> None:
            if self.moment is None or self.image is not None:
                commit()
            else:
                self.image = self._taken(commit, folder)

        transaction.commit = watched  # type: ignore[method-assign]

    def _taken(self, commit: Callable[[], None], folder: Path) -> Image | None:
        before = Image(folder)
        commit()
        after = Image(folder)
        if after == before:  # there was nothing to keep
            return None
        if self.moment == BEFORE:
            return before
        return after if self.moment == AFTER else before.torn(after, self.part)

    def struck(self) -> Image | None:
        """The image, if there was a commit; the killer sleeps then."""
        image, self.image = self.image, None
        self.moment = None if image is not None else self.moment
        return image
