"""The time that is left, counted down in a window by the process's own clock."""

import time
from collections.abc import Callable
from tkinter import Tk

_URGENT_SECONDS = 10


class Countdown:
    """Tells the time left once a second, and once that it is over."""

    def __init__(self, root: Tk, on_time: Callable[[str, bool], None], on_end: Callable[[], None]) -> None:
        self._root = root
        self._on_time = on_time
        self._on_end = on_end
        self._timer = ""
        self._end = 0.0

    def start(self, seconds: float) -> None:
        self.stop()
        self._end = time.monotonic() + seconds
        self._tick()

    def stop(self) -> None:
        if self._timer:
            self._root.after_cancel(self._timer)
        self._timer = ""

    def _tick(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0:
            self._timer = ""
            self._on_end()
            return
        # Shown from above, so that the last second reads 0:01 and the end is the end.
        whole = int(left) + (left > int(left))
        self._on_time(clock(whole), whole <= _URGENT_SECONDS)
        self._timer = self._root.after(max(1, round((left - (whole - 1)) * 1000)), self._tick)


def clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
