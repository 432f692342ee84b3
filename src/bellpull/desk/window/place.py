"""Where a window goes and how large things are drawn: the monitor with the pointer, its scale.

Tk knows the whole desktop as one screen and no monitor, and it does not know the scale that people set. On X11 two
small programs know (`asked`). Without them it is the screen, and what Tk measured.
"""

import re
from typing import NamedTuple

from bellpull.desk.window.asked import Asked

_ORDINARY_DPI = 96
_MONITOR = re.compile(r"(\d+)/\d+x(\d+)/\d+\+(\d+)\+(\d+)")
_DPI = re.compile(r"^Xft\.dpi:\s*(\d+)", re.MULTILINE)


class Area(NamedTuple):
    left: int
    top: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


class Surroundings(NamedTuple):
    monitors: Asked
    resources: Asked

    def monitor(self, pointer: tuple[int, int], screen: Area) -> Area:
        areas = monitors(self.monitors.told())
        return next((area for area in areas if area.holds(*pointer)), areas[0] if areas else screen)

    def dpi(self, own: float) -> float:
        """Dots per inch as the desktop sets them; else what Tk measured."""
        return dpi(self.resources.told()) or own


def monitors(listed: str) -> list[Area]:
    found = (tuple(map(int, numbers)) for numbers in _MONITOR.findall(listed))
    return [Area(left, top, width, height) for width, height, left, top in found if width and height]


def dpi(resources: str) -> float | None:
    found = _DPI.search(resources)
    return float(found[1]) if found and 48 <= int(found[1]) <= 960 else None


def scale(dots: float) -> float:
    """In quarters: a screen that claims 100 dots for an inch is meant to look like one of 96."""
    return max(1.0, round(dots / _ORDINARY_DPI * 4) / 4)


def centered(area: Area, width: int, height: int) -> tuple[int, int]:
    """A little above the middle, where the eye expects a dialog, and never outside."""
    left = area.left + max(0, (area.width - width) // 2)
    top = area.top + max(0, (area.height - height) * 9 // 20)
    return left, top
