"""Words that every source says alike: how long something took, the name of a file, a list that does not fit.

Pure. Not here: what happened, which each source words itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

UNITS = ((86_400, "d"), (3_600, "h"), (60, "m"), (1, "s"))
MOST_LINES = 50
#: Well below what one nudge may have, and what a model wants to read at once.
MOST_BYTES = 12_000
LONGEST_LINE = 300
#: Of a line that names files: a name is cut only where it could not be sent at all.
MOST_OF_ONE = 2_000
ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
#: Joins pictures of several characters, and prints as nothing itself.
JOINER = "\u200d"


def lasting(seconds: float) -> str:
    """`0.4s`, `12s`, `2m 3s`, `1h 2m`: never more than two units."""
    if round(seconds, 1) < 1:
        return f"{max(seconds, 0):.1f}s"
    left = round(seconds)
    index = next(index for index, (size, _) in enumerate(UNITS) if left >= size)
    parts = []
    for size, unit in UNITS[index : index + 2]:
        count, left = divmod(left, size)
        parts.append(f"{count}{unit}" if count else "")
    return " ".join(part for part in parts if part)


def shown(name: str) -> str:
    """A name of a file in one line: what does not print, and bytes that are no text, are written as escapes."""
    return name if name.isprintable() else "".join(_escaped(character) for character in name)


def _escaped(character: str) -> str:
    if character.isprintable() or character == JOINER:
        return character
    if "\udc80" <= character <= "\udcff":  # a byte that could not be decoded
        return f"\\x{ord(character) - 0xDC00:02x}"
    return ESCAPES.get(character) or character.encode("unicode_escape", "surrogatepass").decode("ascii")


def cut(line: str, length: int) -> str:
    return line if len(line) <= length else line[: length - 1] + "…"


def capped(lines: Sequence[str]) -> list[str]:
    """As many whole lines as one nudge should have, and how many there are beyond."""
    kept: list[str] = []
    size = 0
    for line in (cut(line, MOST_OF_ONE) for line in lines[:MOST_LINES]):
        size += len(line.encode("utf-8", "replace")) + 1
        if size > MOST_BYTES and kept:
            break
        kept.append(line)
    return [*kept, f"… and {len(lines) - len(kept)} more"] if len(lines) > len(kept) else kept
