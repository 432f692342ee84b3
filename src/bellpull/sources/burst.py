"""What became of files in a burst of changes: decided from how they were before and how they are after it.

Pure. Which events came in between does not matter, and cannot be told: an editor that saves by renaming a new file over
the old one "creates" it. So a file that came and went is not mentioned, and one that went and came back was modified.
Not here: looking at files (`files`) and waiting (`Debounce` only says how long).
"""

from __future__ import annotations

from typing import NamedTuple

from bellpull.sources.words import capped, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

QUIET_SECONDS = 0.4
LONGEST_SECONDS = 5.0
STILL = "(files are still changing)"


class Stamp(NamedTuple):
    """What shows that a file is the same and unchanged."""

    place: tuple[int, int]
    """Device and inode: a rename keeps them, but a new file may be given those of one just deleted."""
    mode: int
    size: int
    modified: int


class Happening(NamedTuple):
    path: str
    verb: str
    """`created`, `modified`, `deleted` or `renamed`."""
    to: str | None = None


def settle(before: Mapping[str, Stamp], after: Mapping[str, Stamp]) -> list[Happening]:
    """What happened to these files, sorted by path; the mappings hold those that are there."""
    deleted = {path for path in before if path not in after}
    created = {path for path in after if path not in before}
    modified = {path for path in before if path in after and before[path] != after[path]}
    homes = {before[path]: path for path in sorted(deleted, reverse=True)}
    happenings = []
    for path in sorted(created):
        earlier = homes.pop(after[path], None)
        if earlier is not None:
            happenings.append(Happening(earlier, "renamed", path))
            deleted.discard(earlier)
        else:
            happenings.append(Happening(path, "created"))
    happenings += [Happening(path, "deleted") for path in deleted]
    happenings += [Happening(path, "modified") for path in modified]
    return sorted(happenings, key=lambda happening: (happening.path, happening.verb))


def line(happening: Happening) -> str:
    to = f" to {shown(happening.to)}" if happening.to is not None else ""
    return f"{shown(happening.path)} was {happening.verb}{to} externally"


def message(happenings: list[Happening], *, still: bool = False) -> str:
    """One line for each; `still` where the burst has not ended."""
    lines = capped([line(happening) for happening in happenings])
    return "\n".join([*lines, STILL] if still else lines)


class Debounce:
    """When a burst is over: it was quiet for a while, or has lasted too long to wait for its end. Times are given."""

    def __init__(self, quiet: float = QUIET_SECONDS, longest: float = LONGEST_SECONDS) -> None:
        self._quiet = quiet
        self._longest = longest
        self._first: float | None = None
        self._last = 0.0

    def touch(self, now: float) -> None:
        self._first = now if self._first is None else self._first
        self._last = now

    def left(self, now: float) -> float | None:
        """Seconds until the burst is to be told, 0 when it is; None where there is none."""
        if self._first is None:
            return None
        return max(min(self._last + self._quiet, self._first + self._longest) - now, 0.0)

    def still(self, now: float) -> bool:
        """Whether it has not ended, only lasted too long."""
        return self._first is not None and now - self._last < self._quiet

    def clear(self) -> None:
        self._first = None
