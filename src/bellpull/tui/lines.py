"""Lines of styled text for a terminal: made harmless, measured as the terminal draws them, cut, filled, wrapped.

A style is a name; which colours it has is `look.py`'s. Joiners and the marks that choose between two forms of a
character are left out: terminals disagree how wide the result is, and one that is off by a column shifts a whole line.
"""

import re
from collections.abc import Iterable

from rich.cells import cell_len, chop_cells, set_cell_size

from bellpull.domain.harmless import plain, plain_lines

Span = tuple[str, str]
Line = tuple[Span, ...]

#: The joiner, the variation selectors and the tones of skin.
UNSTEADY = re.compile("[\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def shown(text: object) -> str:
    """One line of somebody else's text."""
    return UNSTEADY.sub("", plain("" if text is None else text)).strip()


def shown_lines(text: str) -> list[str]:
    return [UNSTEADY.sub("", line) for line in plain_lines(text.replace("\r", "\n"))]


def size(text: str) -> int:
    return cell_len(text)


def cut(text: str, columns: int) -> str:
    """In at most so many columns, with … where something is missing."""
    if cell_len(text) <= columns:
        return text
    return set_cell_size(text, columns - 1).rstrip() + "…" if columns > 0 else ""


def fill(text: str, columns: int) -> str:
    """In exactly so many columns."""
    return set_cell_size(cut(text, columns), max(columns, 0))


def size_of(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def fitted(line: Line, columns: int) -> Line:
    """The line in at most so many columns."""
    if size_of(line) <= columns:
        return line
    spans: list[Span] = []
    for text, style in line:
        left = columns - size_of(tuple(spans))
        if cell_len(text) >= left:
            return (*spans, (cut(text + " …", left), style)) if left > 0 else tuple(spans)
        spans.append((text, style))
    return tuple(spans)


def wrapped(spans: Iterable[Span], columns: int, indent: str = "") -> list[Line]:
    """Broken between words where that is possible; further lines begin with `indent`."""
    rows: list[list[Span]] = [[]]
    used, least = 0, len(indent)
    for word, space in _words(spans):
        length = sum(cell_len(text) for text, _ in word)
        if used > least and used + length > columns:
            rows.append([(indent, "")])
            used = least
        for text, style in word:
            used = _put(rows, text, style, used, columns, indent)
        if used + len(space) <= columns:
            rows[-1].append((space, word[-1][1] if word else ""))
            used += len(space)
    return [_joined(row) for row in rows]


def folded(text: str, style: str, columns: int) -> list[Line]:
    """Broken wherever the width ends, as code is."""
    return [((part, style),) for part in chop_cells(text, max(columns, 1))] if text else [()]


def _put(rows: list[list[Span]], text: str, style: str, used: int, columns: int, indent: str) -> int:
    """One word, in pieces if it alone is too long."""
    while cell_len(text) > columns - used:
        first = chop_cells(text, max(columns - used, 2))[0]
        rows[-1].append((first, style))
        text = text[len(first) :]
        rows.append([(indent, "")])
        used = len(indent)
        if not text:
            return used
    rows[-1].append((text, style))
    return used + cell_len(text)


def _words(spans: Iterable[Span]) -> Iterable[tuple[list[Span], str]]:
    """Words, which may change their style within, each with the space behind it."""
    word: list[Span] = []
    for text, style in spans:
        for part in re.findall(r" +|[^ ]+", text):
            if not part.startswith(" "):
                word.append((part, style))
            else:
                yield word, part
                word = []
    if word:
        yield word, ""


def _joined(row: list[Span]) -> Line:
    line: list[Span] = []
    for text, style in row:
        if line and line[-1][1] == style:
            line[-1] = (line[-1][0] + text, style)
        elif text:
            line.append((text, style))
    if line and not line[-1][0].strip(" "):
        line.pop()
    return tuple(line)
