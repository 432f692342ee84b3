"""Keeps keys and clicks away from a window that somebody did not expect: who types elsewhere would answer by accident.

For half a second after the window appears, and after each key that comes before it is armed, nothing is typed and
nothing pressed. Closing it by its frame is no accident and always works.
"""

from collections.abc import Callable
from tkinter import Event, Misc, Tk

QUIET_MILLISECONDS = 500
_TAG = "BellpullArming"


class Arming:
    def __init__(self, root: Tk, on_armed: Callable[[], None]) -> None:
        self.armed = False
        self._root = root
        self._on_armed = on_armed
        self._timer = ""
        self._focused = False
        self._keys_held = False
        root.bind_class(_TAG, "<Key>", self._on_key)
        root.bind_class(_TAG, "<ButtonPress>", self._on_click)
        root.bind("<FocusIn>", self._on_focus, add=True)

    def guard(self, *widgets: Misc) -> None:
        """Ours is asked before anything else that a widget does with a key or a click."""
        for widget in widgets:
            widget.bindtags((_TAG, *widget.bindtags()))

    def begin(self) -> None:
        if self._timer:
            self._root.after_cancel(self._timer)
        self._timer = self._root.after(QUIET_MILLISECONDS, self._when_idle)

    def _when_idle(self) -> None:
        # On a busy machine keys may have come that are not looked at yet: they are before anything that is idle.
        self._timer = self._root.after_idle(self._arm)

    def _arm(self) -> None:
        self._timer = ""
        self._keys_held = False
        if not self.armed:
            self.armed = True
            self._on_armed()

    def _on_key(self, event: "Event[Misc]") -> str | None:
        if self.armed and not self._keys_held:
            return None
        self.begin()
        return "break"

    def _on_click(self, event: "Event[Misc]") -> str | None:
        return None if self.armed else "break"

    def _on_focus(self, event: "Event[Misc]") -> None:
        # Some window managers give the keys to a new window late: for keys the half second begins then. Not for
        # clicks, because a click into the window may be what brought them.
        if not self._focused:
            self._focused = self._keys_held = True
            self.begin()
