"""Where a window goes and how large things are drawn: the monitor with the pointer, its scale.

Tk knows the whole desktop as one screen and no monitor, and it does not know the scale that people set. On X11 two
small programs know; they are started before Tk is, and read when they have long ended. Without them it is the screen.
"""

import os
import re
import select
import signal
import time
from contextlib import suppress
from typing import NamedTuple

PATIENCE_SECONDS = 0.3
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


class Surroundings:
    def __init__(self) -> None:
        self._monitors = _Asked("xrandr", "--listmonitors")
        self._resources = _Asked("xrdb", "-query")

    def monitor(self, pointer: tuple[int, int], screen: Area) -> Area:
        areas = monitors(self._monitors.told())
        return next((area for area in areas if area.holds(*pointer)), areas[0] if areas else screen)

    def dpi(self, own: float) -> float:
        """Dots per inch as the desktop sets them; else what Tk measured."""
        return dpi(self._resources.told()) or own


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


class _Asked:
    """A program that was asked something; what it says is read later. One that is not there says nothing."""

    def __init__(self, *words: str) -> None:
        self._process = 0
        if not os.environ.get("DISPLAY") or not hasattr(os, "posix_spawnp"):
            return
        self._reading, writing = os.pipe()
        out = (os.POSIX_SPAWN_DUP2, writing, 1)
        quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 2)]
        with suppress(OSError):
            self._process = os.posix_spawnp(words[0], words, os.environ, file_actions=[*quiet, out])
        os.close(writing)

    def told(self) -> str:
        if not self._process:
            return ""
        told, end = b"", time.monotonic() + PATIENCE_SECONDS
        while select.select([self._reading], [], [], max(0.0, end - time.monotonic()))[0]:
            piece = os.read(self._reading, 65536)
            if not piece:
                break
            told += piece
        else:
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        self._process = 0
        os.close(self._reading)
        return told.decode("utf-8", "replace")
