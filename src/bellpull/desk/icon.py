"""Bellpull's icon, drawn by code: a bell, and how many wait in a badge. For the tray, banners, and windows.

Standard library only and no files, so that any surface can have it in any size at once. Pictures are kept once drawn.
"""

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bellpull.desk.glyphs import set_in
from bellpull.desk.outline import Outline, Point, box, coverage, curve, rounded

Colour = tuple[int, int, int]

_GRID = 24.0
_LIP = 18.4
_TOP = (0xEA, 0x8A, 0x2C)
_BOTTOM = (0xC8, 0x64, 0x10)
_BADGE = (0x1F, 0x5F, 0xD0)
_URGENT = (0xC6, 0x1F, 0x2B)
_DIGITS = (0xFF, 0xFF, 0xFF)


class _Badge(NamedTuple):
    """Where the badge lies, and what stands in it."""

    left: float
    top: float
    right: float
    bottom: float
    digits: Sequence[Outline]

    def outline(self, around: float = 0.0) -> Outline:
        edges = box(self.left - around, self.top - around, self.right + around, self.bottom + around)
        return rounded(edges, self.bottom - self.top + around)

    def clearing(self, size: int) -> list[Outline]:
        """What stays clear of the bell: a ring, which sets the badge off on panels of any colour."""
        around = max(1.0, size / 24)
        ring = self.outline(around)
        # Beside a wide badge there would be a sliver of the bell, which looks like dirt.
        return [ring, box(0, self.top - around, size, size)] if self.left < size * 0.27 else [ring]


@lru_cache(maxsize=256)
def rgba(size: int, count: int = 0, urgent: bool = False) -> bytes:
    """The picture's rows from the top, four bytes for each pixel: red, green, blue, opacity (not multiplied in).

    Clear pixels have a colour too, which a panel that scales the picture mixes into the edges.
    """
    bronze = [_mixed(_TOP, _BOTTOM, row / size) for row in range(size)]
    if count <= 0:
        bell = coverage([_body(size), _clapper(size)], size)
        return b"".join(_pixel(bronze[i // size], share) for i, share in enumerate(bell))
    badge = _badge(size, count)
    # The badge would leave only a sliver of the clapper.
    bell = coverage([_body(size)], size)
    clear = coverage(badge.clearing(size), size)
    disc = coverage([badge.outline()], size)
    digits = coverage(badge.digits, size)
    colour = _URGENT if urgent else _BADGE
    pixels = []
    for i, (behind, gap, front, digit) in enumerate(zip(bell, clear, disc, digits, strict=True)):
        behind *= 1 - gap
        ground = _mixed(bronze[i // size], colour, front / (behind + front)) if front else bronze[i // size]
        pixels.append(_pixel(_mixed(ground, _DIGITS, digit) if digit else ground, min(1.0, behind + front)))
    return b"".join(pixels)


@lru_cache(maxsize=256)
def argb(size: int, count: int = 0, urgent: bool = False) -> bytes:
    """The same with the opacity first: ARGB in network byte order, as StatusNotifierItem wants it."""
    picture = rgba(size, count, urgent)
    moved = bytearray(len(picture))
    moved[0::4] = picture[3::4]
    for channel in range(3):
        moved[channel + 1 :: 4] = picture[channel::4]
    return bytes(moved)


@lru_cache(maxsize=64)
def png(size: int, count: int = 0, urgent: bool = False) -> bytes:
    """The same as a PNG file."""
    picture = rgba(size, count, urgent)
    rows = b"".join(b"\0" + picture[start : start + 4 * size] for start in range(0, len(picture), 4 * size))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _step(size: int) -> float:
    """What edges are rounded to: a pixel; in large pictures several, since panels scale the largest one down to about
    24 pixels, and whole pixels should be left of it then."""
    return size / (size // max(1, size // 24))


def _body(size: int) -> Outline:
    """The right half, drawn on a grid of 24, and its mirror image."""
    right: list[Point] = [(12, 1.6)]
    right += curve(right[-1], (13.1, 1.6), (13.9, 2.4), (13.9, 3.6))
    right += curve(right[-1], (16.8, 4.5), (18.4, 6.9), (18.4, 10))
    right += curve(right[-1], (18.4, 13.4), (19.0, 14.6), (20.6, 16.1))
    right += curve(right[-1], (21.6, 17.1), (21.1, _LIP), (19.8, _LIP))
    left = [(_GRID - x, y) for x, y in reversed(right)]
    return [(x * size / _GRID, y * _lip(size) / _LIP) for x, y in [*right, *left]]


def _clapper(size: int) -> Outline:
    scale, step = size / _GRID, _step(size)
    top = _lip(size) + max(1, round(1.2 * scale / step)) * step
    left, right, deep = 9.2 * scale, 14.8 * scale, top + 3.6 * scale
    return [(left, top), (right, top), *curve((right, top), (right, deep), (left, deep), (left, top))]


def _lip(size: int) -> float:
    step = _step(size)
    return round(_LIP * size / _GRID / step) * step


def _badge(size: int, count: int) -> _Badge:
    """In the lower right corner, as wide as its text asks for. Counted in steps, then brought to size."""
    text = str(count) if count < 100 else "99+"
    step = _step(size)
    steps = round(size / step)
    height, pad = max(5, round(steps * 0.4)), max(1, round(steps * 0.09))
    tall = height + 2 * pad
    written = set_in(text, height)
    wide = min(steps, max(tall, written.width + 2 * pad + (len(text) > 1)))
    left, top = steps - wide, steps - tall
    across, down = left + (wide - written.width) // 2, top + pad
    digits = [[((across + x) * step, (down + y) * step) for x, y in outline] for outline in written.outlines]
    return _Badge(left * step, top * step, size, size, digits)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _pixel(colour: Colour, opacity: float) -> bytes:
    return bytes((*colour, round(255 * opacity)))
