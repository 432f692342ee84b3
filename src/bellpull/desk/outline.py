"""Closed outlines and how much of each pixel they cover, exactly: what the icon is drawn with. No colours here.

An outline is a list of corners in pixels, y downwards. Where outlines turn the same way they add up, a hole turns the
other way. Curves are outlines with many corners.
"""

from collections.abc import Iterable, Sequence
from math import floor, hypot

Point = tuple[float, float]
Outline = Sequence[Point]

_MOST_STEPS = 12


def coverage(outlines: Iterable[Outline], size: int) -> list[float]:
    """For each pixel of a square picture, row by row, how much of it lies inside: 0 to 1."""
    # Each edge adds its signed share to the pixel it passes; the sum along a row then is the area to the right of all
    # edges, which is the inside. This is exact and costs only where edges are.
    wide = size + 2
    shares = [0.0] * (wide * size)
    for outline in outlines:
        for start, end in zip(outline, [*outline[1:], outline[0]], strict=True):
            _add_edge(shares, wide, size, start, end)
    covered = []
    for row in range(size):
        total = 0.0
        for share in shares[row * wide : row * wide + size]:
            total += share
            covered.append(min(1.0, abs(total)))
    return covered


def _add_edge(shares: list[float], wide: int, size: int, start: Point, end: Point) -> None:
    if start[1] == end[1]:
        return
    turn, (x, top), (x_end, bottom) = (1.0, start, end) if start[1] < end[1] else (-1.0, end, start)
    slope = (x_end - x) / (bottom - top)
    x -= slope * min(top, 0.0)
    for row in range(max(0, floor(top)), min(size, floor(bottom) + 1)):
        height = min(row + 1.0, bottom) - max(float(row), top)
        if height > 0:
            x_next = x + slope * height
            _add_piece(shares, row * wide, size, min(x, x_next), max(x, x_next), turn * height)
            x = x_next


def _add_piece(shares: list[float], row: int, size: int, left: float, right: float, share: float) -> None:
    """The part of an edge within one row: `share` is its height, spread over the pixels from left to right."""
    left, right = (min(max(edge, 0.0), float(size)) for edge in (left, right))
    first, last = floor(left), floor(right)
    if first == last:
        inside = share * (1 - ((left + right) / 2 - first))
        shares[row + first] += inside
        shares[row + first + 1] += share - inside
        return
    before = 0.0
    for pixel in range(first, last + 1):
        reach = min(right, pixel + 1.0)
        begin = max(left, float(pixel))
        passed = share * (begin - left) / (right - left)
        through = share * (reach - begin) / (right - left)
        area = passed + through * (1 - ((begin + reach) / 2 - pixel))
        shares[row + pixel] += area - before
        before = area
    shares[row + last + 1] += share - before


def curve(start: Point, first: Point, second: Point, end: Point, steps: int = _MOST_STEPS) -> list[Point]:
    """A cubic curve as corners, without its start."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        corners = (start, first, second, end)
        points.append(
            (
                sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
                sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
            )
        )
    return points


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def rounded(outline: Outline, radius: float) -> Outline:
    """The outline with its corners rounded, less where edges are short."""
    points: list[Point] = []
    for before, corner, after in zip([outline[-1], *outline], outline, [*outline[1:], outline[0]], strict=False):
        reach = min(radius, _distance(before, corner) / 2, _distance(corner, after) / 2)
        start, end = _towards(corner, before, reach), _towards(corner, after, reach)
        # 0.45 of the way from the corner makes a cubic curve almost a circle.
        bends = _towards(corner, before, reach * 0.45), _towards(corner, after, reach * 0.45)
        points += [start, *curve(start, *bends, end, steps=min(_MOST_STEPS, 3 + round(reach)))]
    return points


def _distance(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])


def _towards(corner: Point, other: Point, reach: float) -> Point:
    share = reach / (_distance(corner, other) or 1.0)
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share
