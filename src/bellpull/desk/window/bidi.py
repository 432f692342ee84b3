"""Right-to-left text in the order in which it is seen, and Arabic letters joined: Tk on X11 does neither.

The Unicode algorithm (UAX #9) without its control characters, which are shown as escapes before (`request`),
and without pairs of brackets. Pure. Lines are broken here, because order is a matter of the line.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

_STRONG = {"L": 0, "R": 1, "AL": 1}
_MIRROR = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")
_LAM = "\u0644"


class Cell(NamedTuple):
    """What is drawn as one: a letter and the marks on it, or two letters that are one shape."""

    shown: str
    tags: tuple[str, ...]
    #: Which characters of the text it stands for.
    begin: int
    end: int


class TurnedLine(NamedTuple):
    cells: list[Cell]
    from_right: bool


class Turned(NamedTuple):
    """A line in its place: it belongs to the block of this number, which was written so."""

    cells: list[Cell]
    block: int
    text: str


def has_right_to_left(text: str) -> bool:
    return any(character >= "\u0590" and unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def turned(
    runs: Iterable[tuple[str, tuple[str, ...]]], width: int, measure: Callable[[str, tuple[str, ...]], int]
) -> list[TurnedLine]:
    """The lines of a block as they are drawn from left to right. A line break in the runs' text ends a paragraph."""
    lines: list[TurnedLine] = []
    paragraph: list[Cell] = []
    at = 0
    for text, tags in runs:
        for character in text:
            if character == "\n":
                lines += _paragraph(paragraph, width, measure)
                paragraph = []
            else:
                paragraph.append(Cell(character, tags, at, at + 1))
            at += 1
    return lines + _paragraph(paragraph, width, measure)


def written(lines: Iterable[tuple[str, str, Turned | None]]) -> str:
    """The text of lines (what is before the wanted part, the wanted part, how the line is turned) as it was written."""
    pieces: list[str] = []
    for block, parts in groupby(lines, key=lambda line: line[2].block if line[2] else None):
        if block is None:
            pieces += [part for _, part, _ in parts]
            continue
        wanted, text, last = set[int](), "", ""
        for before, part, line in parts:
            if line is not None:
                wanted |= _places(line.cells, len(before), len(part))
                text, last = line.text, part
        pieces += [_in_order(text, wanted), "\n" if last.endswith("\n") else ""]
    return "".join(pieces)


def _in_order(text: str, wanted: set[int]) -> str:
    """The wanted characters, and the line breaks between them."""
    span = range(min(wanted), max(wanted) + 1) if wanted else ()
    return "".join(text[place] for place in span if place in wanted or text[place] == "\n")


def _places(cells: list[Cell], skip: int, take: int) -> set[int]:
    """Which characters of the block stand in this part of the line as it is drawn."""
    found: set[int] = set()
    at = 0
    for cell in cells:
        if skip <= at < skip + take:
            found |= set(range(cell.begin, cell.end))
        at += len(cell.shown)
    return found


def _paragraph(cells: list[Cell], width: int, measure: Callable[[str, tuple[str, ...]], int]) -> list[TurnedLine]:
    kinds = [unicodedata.bidirectional(cell.shown) or "L" for cell in cells]
    base = next((_STRONG[kind] for kind in kinds if kind in _STRONG), 0)
    levels = _levels(kinds, base)
    joined, levels = _clustered(_joined(cells), levels)
    lines = []
    for begin, end in _broken(joined, width, measure):
        part = levels[begin:end]
        # Blanks at the end of a line belong to the paragraph's end of it.
        for place in range(len(part) - 1, -1, -1):
            if not joined[begin + place].shown.isspace():
                break
            part[place] = base
        lines.append(TurnedLine(_seen(joined[begin:end], part), from_right=base == 1))
    return lines


def _levels(kinds: list[str], base: int) -> list[int]:
    """W1 to W7, N1, N2, I1, I2 of the algorithm."""
    kinds = _weak(list(kinds), "R" if base else "L")
    around = "R" if base else "L"
    place = 0
    while place < len(kinds):
        end = place
        while end < len(kinds) and kinds[end] not in ("L", "R", "EN", "AN"):
            end += 1
        before = _side(kinds[place - 1]) if place else around
        after = _side(kinds[end]) if end < len(kinds) else around
        kinds[place:end] = [before if before == after else around] * (end - place)
        place = end + 1
    if base:
        return [1 if kind == "R" else 2 for kind in kinds]
    return [0 if kind == "L" else 1 if kind == "R" else 2 for kind in kinds]


def _weak(kinds: list[str], around: str) -> list[str]:
    strong = before = around
    for place, kind in enumerate(kinds):
        if kind in ("NSM", "BN"):
            kind = before
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        kinds[place] = before = kind
    _separators(kinds)
    strong = around
    for place, kind in enumerate(kinds):
        if kind in _STRONG:
            strong = kinds[place] = "R" if kind == "AL" else kind
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"
    return kinds


def _separators(kinds: list[str]) -> None:
    """What stands between or beside digits belongs to the number: 1.4, 12:30, 5%."""
    for place in range(1, len(kinds) - 1):
        before, kind, after = kinds[place - 1 : place + 2]
        if before == after and ((kind == "CS" and before in ("EN", "AN")) or (kind == "ES" and before == "EN")):
            kinds[place] = before
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        beside = ""
        for place in order:
            if kinds[place] == "ET" and beside == "EN":
                kinds[place] = "EN"
            beside = kinds[place]


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


def _seen(cells: Sequence[Cell], levels: list[int]) -> list[Cell]:
    """L2: turn around what is of each level and above, from the highest; L4: brackets look the other way."""
    row = [
        cell._replace(shown=cell.shown.translate(_MIRROR)) if level % 2 else cell
        for cell, level in zip(cells, levels, strict=True)
    ]
    order = list(range(len(row)))
    for level in range(max(levels, default=0), 0, -1):
        place = 0
        while place < len(order):
            end = place
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[place:end] = reversed(order[place:end])
            place = end + 1
    return [row[place] for place in order]


def _clustered(cells: list[Cell], levels: list[int]) -> tuple[list[Cell], list[int]]:
    """Marks go with the letter that they stand on; of two letters in one shape the second is gone."""
    grouped: list[Cell] = []
    kept: list[int] = []
    for cell in cells:
        if grouped and (not cell.shown or unicodedata.combining(cell.shown)):
            last = grouped[-1]
            grouped[-1] = last._replace(shown=last.shown + cell.shown, end=cell.end)
        else:
            grouped.append(cell)
            kept.append(levels[cell.begin - cells[0].begin])
    return grouped, kept


def _broken(cells: list[Cell], width: int, measure: Callable[[str, tuple[str, ...]], int]) -> list[tuple[int, int]]:
    """Where lines begin and end: after blanks, and within a word only where it is wider than a line."""
    lines: list[tuple[int, int]] = []
    begin = blank = 0
    used = since_blank = 0
    for place, cell in enumerate(cells):
        wide = measure(cell.shown, cell.tags)
        if used + wide > width and place > begin and not cell.shown.isspace():
            end = blank if blank > begin else place
            lines.append((begin, end))
            used = since_blank if blank > begin else 0
            begin = end
        used += wide
        since_blank += wide
        if cell.shown.isspace():
            blank, since_blank = place + 1, 0
    return [*lines, (begin, len(cells))]


def _joined(cells: list[Cell]) -> list[Cell]:
    """Arabic letters in the shape that their neighbours give them."""
    if not any("\u0600" <= cell.shown <= "\u06ff" for cell in cells):
        return cells
    shapes, pairs = _shapes()
    letters = [place for place, cell in enumerate(cells) if not unicodedata.combining(cell.shown)]
    row = list(cells)
    for at, place in enumerate(letters):
        letter = row[place].shown
        before = cells[letters[at - 1]].shown if at else ""
        after = cells[letters[at + 1]].shown if at + 1 < len(letters) else ""
        tied = "initial" in shapes.get(before, {}) or before == "\u0640"
        if letter == _LAM and after in pairs:
            row[place] = row[place]._replace(shown=pairs[after]["final" if tied else "isolated"])
            row[letters[at + 1]] = row[letters[at + 1]]._replace(shown="")
        elif letter in shapes:
            ties = "initial" in shapes[letter] and ("final" in shapes.get(after, {}) or after == "\u0640")
            form = ("medial" if ties else "final") if tied else ("initial" if ties else "isolated")
            row[place] = row[place]._replace(shown=shapes[letter].get(form, letter))
    return row


def _shapes() -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """The shapes of each letter, and of lam with each alef, as Unicode's compatibility characters list them."""
    shapes: dict[str, dict[str, str]] = {}
    pairs: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        named = [chr(int(letter, 16)) for letter in letters]
        if len(named) == 1:
            shapes.setdefault(named[0], {})[form.strip("<>")] = chr(code)
        elif len(named) == 2 and named[0] == _LAM:
            pairs.setdefault(named[1], {})[form.strip("<>")] = chr(code)
    return shapes, pairs
