"""What a hub's log says of itself after a run."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

TRACEBACK = re.compile(r"^Traceback.*\n(?:[ \t].*\n|\n)*(\S.*)", re.MULTILINE)


@dataclass(frozen=True)
class Tracebacks:
    """By their last lines: how often, and one of them whole."""

    counts: Counter[str]
    whole: dict[str, str]

    @property
    def total(self) -> int:
        return self.counts.total()

    def described(self) -> list[str]:
        return [f"{count} times in the hub's log: {self.whole[line]}" for line, count in self.counts.most_common(10)]


def tracebacks(data: Path) -> Tracebacks:
    """Of the logs in that data folder."""
    return in_files(data.glob("hub.log*"))


def in_files(files: Iterable[Path]) -> Tracebacks:
    text = "".join(log.read_text(errors="replace") for log in sorted(files))
    found = list(TRACEBACK.finditer(text))
    return Tracebacks(Counter(one[1] for one in found), {one[1]: one[0] for one in found})


def size(data: Path) -> int:
    return sum(log.stat().st_size for log in data.glob("hub.log*"))
