"""A box around text, open to the right, as transcripts of agents draw what happened.

In a terminal text is wrapped, and what is very long is cut; in a file or a pipe it is whole. Text from agents and from
the world is data (`terminal`). Not here: what stands in the boxes (`entries`).
"""

from __future__ import annotations

from bellpull.cli.terminal import cut, plain, plain_lines, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Where no terminal sets a width.
USUAL_COLUMNS = 42
#: Longer lines are hard to read.
MOST_COLUMNS = 100
LEAST_COLUMNS = 20
#: So much of one entry is shown in a terminal.
MOST_LINES = 30
SIDE = "│ "


class Box:
    """`head` stands in the first line, `end` in the last."""

    def __init__(self, head: str, lines: Sequence[str], end: str = "") -> None:
        self.head = head
        self.lines = lines
        self.end = end


def drawn(box: Box, columns: int | None) -> list[str]:
    """`columns` of the terminal, None where there is none."""
    size = USUAL_COLUMNS if columns is None else max(min(columns, MOST_COLUMNS), LEAST_COLUMNS)
    shown = [line for text in box.lines for line in plain_lines(text)]
    if columns is not None:
        wrapped = [piece for line in shown for piece in _wrapped(line, size - len(SIDE))]
        shown = wrapped[:MOST_LINES]
        if left := len(wrapped) - len(shown):
            shown.append(f"… {left} more lines; whole in a pipe")
    inside = [f"{SIDE}{line}".rstrip() for line in shown]
    head, end = (plain(text) if columns is None else cut(plain(text), size - 5) for text in (box.head, box.end))
    return [_rule("┌", head, size), *inside, _rule("└", end, size)]


def _rule(corner: str, text: str, size: int) -> str:
    if not text:
        return corner + "─" * (size - 1)
    begun = f"{corner}─ {text} "
    return begun + "─" * max(size - width(begun), 1)


def _wrapped(line: str, size: int) -> Iterator[str]:
    """Broken between words where that is possible, else inside of one; further lines are indented like the first."""
    indent = " " * min(len(line) - len(line.lstrip(" ")), size // 2)
    while width(line) > size:
        head = _beginning(line, size)
        between = len(head) if line[len(head)] == " " else head.rfind(" ", len(indent) + 1)
        if between > 0:
            head = head[:between]
        yield head.rstrip()
        line = indent + line[len(head) :].lstrip(" ")
    yield line


def _beginning(line: str, size: int) -> str:
    """As much of it as has room, and at least one character."""
    fits = next((end - 1 for end in range(1, len(line) + 1) if width(line[:end]) > size), len(line))
    return line[: max(fits, 1)]
