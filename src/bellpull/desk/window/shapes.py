"""Rounded shapes as small pictures: Tk draws rectangles alone, and stretches a picture's middle but not its corners.

Pure: a shape is a square with nothing but corners, made of layers from the outside in, smooth at their edges.
"""

import math
from typing import NamedTuple


class Layer(NamedTuple):
    #: Pixels from the picture's edge.
    inset: float
    colour: str


def rounded(radius: int, outside: str, *layers: Layer, wide: int = 64, tall: int = 32) -> bytes:
    """A picture (PPM): four corners, and a middle of so many pixels more. Tk fills a large shape with one middle beside
    the other, each a request to the display: with a small one that takes longer than all the rest of a window."""
    quarter = _quarter(radius)
    colours = {depth: _painted(depth, outside, layers) for depth in set().union(*quarter)}
    # Half a line and half of the lines are enough: the rest is their mirror.
    lines = [_mirrored([colours[depth] for depth in line], wide) for line in quarter]
    size = b"P6 %d %d 255\n" % (2 * len(lines) + wide, 2 * len(lines) + tall)
    return size + b"".join(lines) + tall * lines[-1] + b"".join(reversed(lines))


def blend(one: str, other: str, share: float) -> str:
    """The first colour with a share of the second in it."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(_parts(one), _parts(other), strict=True))


def _quarter(radius: int) -> list[list[float]]:
    """How deep each pixel of the upper left corner lies under the outermost edge."""
    if radius not in _QUARTERS:
        away = [radius - 0.5 - place for place in range(radius)] + [0.0]
        _QUARTERS[radius] = [[_depth(radius, x, y) for x in away] for y in away]
    return _QUARTERS[radius]


def _depth(radius: int, x: float, y: float) -> float:
    """In quarters of a pixel, which the eye cannot tell apart: few depths make a picture fast to paint."""
    away = math.hypot(x, y)
    return max(-1.0, round((radius - away) * 4) / 4)


def _mirrored(half: list[bytes], wide: int) -> bytes:
    return b"".join(half) + wide * half[-1] + b"".join(reversed(half))


def _painted(depth: float, outside: str, layers: tuple[Layer, ...]) -> bytes:
    """The colour at this depth under the outermost edge: where two layers meet, something of both."""
    under = outside
    for layer in layers:
        share = depth - layer.inset + 0.5
        if share >= 1:
            under = layer.colour
        elif share > 0:
            under = blend(under, layer.colour, share)
    return bytes.fromhex(under[1:])


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


_QUARTERS: dict[int, list[list[float]]] = {}
