"""Text for a person's terminal: made harmless (`domain/harmless.py`), measured, cut, set in columns. Not here: JSON for
scripts, which is plain ASCII anyway.

Times are the same in every command: how long ago (`age`, `ago`) in lists, and where an instant itself is wanted, the
local time with its zone (`moment`); a trail has the time alone of what happened today. JSON has them as the hub tells
them, in UTC.
"""

from __future__ import annotations

import os
import sys

from bellpull.domain.harmless import JOINER, plain, plain_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime, tzinfo

__all__ = [
    "Column",
    "age",
    "ago",
    "counted",
    "cut",
    "moment",
    "plain",
    "plain_lines",
    "table",
    "terminal_columns",
    "width",
    "without_marks",
]

LEFT_OUT = "…"
#: Signs that Markdown may be made of.
MARKS = frozenset("*_`[]<>#~|\\-+=!&")
GAP = "  "
WIDE_PICTURE = "\ufe0f"
STEPS = ((86400, "d"), (3600, "h"), (60, "m"), (1, "s"))


def width(text: str) -> int:
    """How many columns a terminal gives to `text`; rather one too many than one too few."""
    return len(text) if text.isascii() else sum(_columns(text))


def cut(text: str, columns: int) -> str:
    """`text` in at most so many columns, with … where something is missing."""
    if width(text) <= columns:
        return text
    used = 0
    for index, size in enumerate(_columns(text)):
        used += size
        if used >= columns:
            return text[:index] + "…" if columns > 0 else ""
    return text


def _columns(text: str) -> Iterator[int]:
    import unicodedata

    previous = 0
    for character in text:
        if character == JOINER or unicodedata.category(character) in ("Mn", "Me"):
            previous = 1 if character == WIDE_PICTURE and previous == 1 else 0
        else:
            previous = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        yield previous


def terminal_columns() -> int | None:
    """The width of the terminal on standard output, None where that is a file or a pipe."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError, AttributeError):
        return None


class Column:
    """One column of a table. A narrow terminal may cut it to `least` columns, and leave it out altogether where it is
    optional, which it is at 0."""

    def __init__(self, name: str, least: int | None = None, *, optional: bool = False) -> None:
        self.name = name
        self.least = least
        self.optional = optional or least == 0


def table(columns: Sequence[Column], rows: Sequence[Sequence[object]], available: int | None) -> list[str]:
    """A head and one line per row, none wider than `available`; of the columns that may give, the widest gives. The
    head ends with … where a column is left out."""
    cells = [[column.name for column in columns], *([plain(cell) for cell in row] for row in rows)]
    widths = [max(width(row[index]) for row in cells) for index in range(len(columns))]
    if available is not None:
        whole, widths = widths, _fitted(columns, widths, available)
        if 0 in widths:
            cells, whole = [[*row, LEFT_OUT * (row is cells[0])] for row in cells], [*whole, len(LEFT_OUT)]
            widths = _fitted([*columns, Column(LEFT_OUT)], whole, available)
    lines = [GAP.join(_fill(cell, size) for cell, size in zip(row, widths, strict=True) if size) for row in cells]
    return [line.rstrip() if available is None else cut(line.rstrip(), available) for line in lines]


def _fitted(columns: Sequence[Column], widths: Sequence[int], available: int) -> list[int]:
    tightest = [min(size, column.least or size) for column, size in zip(columns, widths, strict=True)]
    fitted = [max(min(size, available), tight) for size, tight in zip(widths, tightest, strict=True)]
    for index in reversed(range(len(columns))):
        if columns[index].optional and _total(tightest) > available:
            fitted[index] = tightest[index] = 0
    while _total(fitted) > available and fitted != tightest:
        giving = [index for index in range(len(columns)) if fitted[index] > tightest[index]]
        fitted[max(giving, key=lambda index: fitted[index])] -= 1
    return fitted


def _total(widths: Sequence[int]) -> int:
    shown = [size for size in widths if size]
    return sum(shown) + len(GAP) * (len(shown) - 1)


def _fill(cell: str, size: int) -> str:
    cell = cut(cell, size)
    return cell + " " * (size - width(cell))


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def age(at: object, now: datetime) -> str:
    """How long ago an ISO time was, in its largest unit: 12s, 3m, 5h, 40d."""
    from datetime import datetime

    try:
        seconds = int((now - datetime.fromisoformat(str(at))).total_seconds())
    except (ValueError, TypeError):
        return "?"
    size, unit = next(((size, unit) for size, unit in STEPS if seconds >= size), (1, "s"))
    return f"{max(seconds, 0) // size}{unit}"


def ago(at: object, now: datetime, never: str = "never") -> str:
    return f"{age(at, now)} ago" if at else never


def moment(at: object, zone: tzinfo | None = None) -> str:
    """An instant in the time of this machine: 2026-11-18 09:05:00+01:00."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(str(at)).astimezone(zone).isoformat(" ", "seconds")
    except ValueError:
        return "?"


def without_marks(text: str) -> str:
    """A text of an agent without its Markdown, which takes a while to load: only if there may be some."""
    if MARKS.isdisjoint(text):
        return text
    from bellpull.domain.markup import plain

    return plain(text)
