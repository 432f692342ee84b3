"""What a checker found, read from any tool that names file, line and message; and what is new or gone since.

Pure. A finding is known by its file and message, so one that merely moved to another line is the same; several that are
alike are counted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import NamedTuple

from bellpull.sources.tail import clean
from bellpull.sources.words import LONGEST_LINE, capped, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FILE = r"(?P<file>(?:[A-Za-z]:[\\/])?[^\s:(][^:()]*?"
#: file:line: message, file:line:column: message (an end of the range may follow).
COLONS = re.compile(_FILE + r"):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?(?:[:-]\d{1,9})*: ?\s*(?P<message>\S.*)")
#: file(line,column): message and file(line): message.
BRACKETS = re.compile(
    _FILE + r")\((?P<line>\d{1,9})(?:,(?P<column>\d{1,9}))?(?:[,-]\d{1,9})*\)\s?: ?\s*(?P<message>\S.*)"
)
LETTER = re.compile(r"[^\W\d_]")


class Finding(NamedTuple):
    file: str
    line: int
    column: int | None
    message: str

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column}"
        return cut(f"{self.file}:{self.line}{column}: {self.message}", LONGEST_LINE)


class Difference(NamedTuple):
    new: list[Finding]
    gone: list[Finding]
    left: int
    """How many there are now."""


def parse(output: bytes) -> list[Finding]:
    """Every line that is a finding, sorted, each once; whatever else the tool prints is left out."""
    found = {finding for raw in output.splitlines() if (finding := _finding(clean(raw)))}
    return sorted(found, key=_order)


def _finding(text: str) -> Finding | None:
    match = COLONS.fullmatch(text) or BRACKETS.fullmatch(text)
    # A time of the day (`12:30:45: …`) is no file.
    if match is None or not LETTER.search(match["file"]):
        return None
    column = int(match["column"]) if match["column"] else None
    return Finding(match["file"].removeprefix("./"), int(match["line"]), column, match["message"])


def compare(before: Iterable[Finding], after: Iterable[Finding]) -> Difference:
    old, now = _alike(before), _alike(after)
    new, gone = [], []
    for key in old.keys() | now.keys():
        surplus = len(now[key]) - len(old[key])
        if surplus > 0:
            new += _unmatched(now[key], old[key], surplus)
        elif surplus < 0:
            gone += _unmatched(old[key], now[key], -surplus)
    return Difference(sorted(new, key=_order), sorted(gone, key=_order), sum(map(len, now.values())))


def _alike(findings: Iterable[Finding]) -> defaultdict[tuple[str, str], list[Finding]]:
    groups: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.file, finding.message].append(finding)
    return groups


def _unmatched(many: list[Finding], few: list[Finding], count: int) -> list[Finding]:
    """Of findings that are alike, those that stand where none stood, as far as they are wanted."""
    there = Counter(finding.line for finding in few)
    fresh, kept = [], []
    for finding in sorted(many, key=_order):
        if there[finding.line]:
            there[finding.line] -= 1
            kept.append(finding)
        else:
            fresh.append(finding)
    return (fresh + kept)[:count]


def message(difference: Difference) -> str | None:
    """`2 new, 1 gone` and a line for each; None where nothing changed."""
    new, gone, left = difference
    counts = [f"{len(some)} {word}" for some, word in ((new, "new"), (gone, "gone")) if some]
    if not counts:
        return None
    if not left:
        counts.append("none left")
    lines = [*(f"+ {finding}" for finding in new), *(f"- {finding}" for finding in gone)]
    return "\n".join([", ".join(counts), *capped(lines)])


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.file, finding.line, finding.column or 0, finding.message
