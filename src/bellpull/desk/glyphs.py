"""Digits for a badge of a few pixels: outlines whose strokes lie on whole pixels, so that they stay sharp when tiny."""

from typing import NamedTuple

from bellpull.desk.outline import Outline, rounded

# Each glyph is a list of outlines, each outline a list of corners, each corner two signs: the first counts the stroke
# edges from the left (0 to 3), the second those from the top (0 to 5: both edges of the upper, middle and lower bar).
# Holes turn the other way.
_GLYPHS = {
    "0": ("00 30 35 05", "11 14 24 21"),
    "1": ("00 30 35 25 21 01",),
    "2": ("00 30 33 13 14 34 35 05 02 22 21 01",),
    "3": ("00 30 35 05 04 24 23 13 12 22 21 01",),
    "4": ("00 10 12 22 20 30 35 25 23 03",),
    "5": ("00 30 31 11 12 32 35 05 04 24 23 03",),
    "6": ("00 30 31 11 12 32 35 05", "13 14 24 23"),
    "7": ("00 30 31 25 15 21 01",),
    "8": ("00 30 35 05", "11 12 22 21", "13 14 24 23"),
    "9": ("00 30 35 05 04 24 23 03", "11 12 22 21"),
}


class Text(NamedTuple):
    outlines: list[Outline]
    width: int


def set_in(text: str, height: int) -> Text:
    """The text in this height, from its upper left corner."""
    stroke = max(1, round(height / 5))
    gap = max(1, round(stroke * 0.6))
    outlines: list[Outline] = []
    x = -gap
    for sign in text:
        x += gap
        width = _width(sign, height, stroke)
        drawn = _plus(width, height, stroke) if sign == "+" else _glyph(sign, width, height, stroke)
        outlines += [[(x + across, down) for across, down in outline] for outline in drawn]
        x += width
    return Text(outlines, x)


def _width(sign: str, height: int, stroke: int) -> int:
    if sign == "1":
        return stroke + max(1, round(stroke * 0.8))
    return round(height * (0.5 if sign == "+" else 0.62))


def _glyph(sign: str, width: int, height: int, stroke: int) -> list[Outline]:
    across = (0, stroke, width - stroke, width)
    middle = (height - stroke) // 2
    down = (0, stroke, middle, middle + stroke, height - stroke, height)
    outer, *holes = (
        [(across[int(corner[0])], down[int(corner[1])]) for corner in corners.split()] for corners in _GLYPHS[sign]
    )
    return [rounded(outer, stroke * 0.8), *(rounded(hole, stroke * 0.3) for hole in holes)]


def _plus(width: int, height: int, stroke: int) -> list[Outline]:
    left, middle = (width - stroke) / 2, (height - stroke) // 2
    right, top = left + stroke, middle + stroke / 2 - width / 2
    bottom = top + width
    upper, lower = float(middle), float(middle + stroke)
    ends = [(left, top), (right, top), (right, upper), (width, upper), (width, lower), (right, lower)]
    return [[*ends, (right, bottom), (left, bottom), (left, lower), (0, lower), (0, upper), (left, upper)]]
