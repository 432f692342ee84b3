"""What a measurement says (a line) and how all of them are printed (one table)."""

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = ("row", "hub", "beside it", "ratio", "goal", "reached")


@dataclass(frozen=True)
class Goal:
    bound: float
    at_least: bool

    def reached_by(self, ratio: float) -> bool:
        return ratio >= self.bound if self.at_least else ratio <= self.bound

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.bound:g}"


def at_least(bound: float) -> Goal:
    return Goal(bound, at_least=True)


def at_most(bound: float) -> Goal:
    return Goal(bound, at_least=False)


@dataclass(frozen=True)
class Line:
    """One line of the table. A line without a goal is information."""

    row: str
    hub: str
    beside: str = ""
    ratio: float | None = None
    goal: Goal | None = None
    rounds: Sequence[float] = ()
    """The ratio of each round, where there were several: how far they lie apart says how far to trust it."""

    @property
    def reached(self) -> bool | None:
        if self.goal is None or self.ratio is None:
            return None
        return self.goal.reached_by(self.ratio)

    def cells(self) -> tuple[str, ...]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        if self.rounds:
            ratio += f" ({min(self.rounds):.2f} to {max(self.rounds):.2f})"
        reached = {None: "", True: "yes", False: "NO"}[self.reached]
        return self.row, self.hub, self.beside, ratio, str(self.goal or ""), reached


def render(lines: Sequence[Line]) -> str:
    grid = [HEADINGS, *(line.cells() for line in lines)]
    widths = [max(len(cells[column]) for cells in grid) for column in range(len(HEADINGS))]
    rows = [" | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in grid]
    rows.insert(1, "-|-".join("-" * width for width in widths))
    return "\n".join(rows)


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-4 else f"{seconds * 1e6:.0f} us"


def milli(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.1 else f"{seconds * 1e3:.0f} ms"


def kilobytes(size: float) -> str:
    return f"{size / 1024:.1f} KB"


def megabytes(size: float) -> str:
    return f"{size / 1024 / 1024:.1f} MB"
