"""A window's life: start Tk, read the request meanwhile, show, write the result, hand over the clipboard.

Tk takes longer to start than all of ours together, and it starts without holding Python's lock: so a thread reads
and prepares the request at the same time. That is why this module imports next to nothing at its top.
"""

import os
import sys
import threading
from collections.abc import Callable
from tkinter import TclError, Tk

from bellpull.desk.window_place import Surroundings
from bellpull.desk.window_wire import Wire

SHOWN, FAILED, BROKEN, NO_DISPLAY = 0, 1, 2, 3


def run() -> int:
    surroundings, wire = Surroundings(), Wire()
    preparing = Preparing(wire)
    try:
        root = open_tk(preparing.start)
    except TclError as error:
        preparing.wait()
        return preparing.broken() or _complain(NO_DISPLAY, f"no display: {error}")
    preparing.wait()
    return preparing.broken() or preparing.show(root, wire, surroundings)


class Preparing:
    """Reads the request and imports what draws it, in a thread beside Tk's start."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._thread = threading.Thread(target=self._prepare, daemon=True)
        self._refused: Exception | None = None
        self.show: Callable[[Tk, Wire, Surroundings], int] = lambda root, wire, surroundings: FAILED

    def start(self) -> None:
        self._thread.start()

    def wait(self) -> None:
        if not self._thread.is_alive() and self._thread.ident is None:
            self._thread.start()
        self._thread.join()

    def broken(self) -> int:
        """The exit code for a request that cannot be shown, having said why; 0 when it can."""
        if self._refused is None:
            return 0
        from bellpull.domain.errors import Malformed

        if isinstance(self._refused, Malformed):
            return _complain(BROKEN, self._refused.sentence)
        raise self._refused

    def _prepare(self) -> None:
        try:
            from bellpull.desk.window_show import prepared

            self.show = prepared(self._wire.first())
        except Exception as error:  # carried over to the main thread
            self._refused = error


def open_tk(meanwhile: Callable[[], None]) -> Tk:
    """Tk, not yet visible. It is loaded by a call into Tcl, which leaves Python's lock to other threads."""
    _see_every_pixel()
    root = Tk(className="Bellpull", useTk=False)
    meanwhile()
    try:
        root.tk.call("package", "require", "Tk")
    except TclError as error:
        # Some builds carry Tk inside and have no package to find; anything else is about the display.
        if "find package" not in str(error):
            raise
    root.loadtk()
    root.withdraw()
    return root


def _see_every_pixel() -> None:
    """Windows draws a program small and blows it up, unless it says that it knows the display's scale."""
    if sys.platform == "win32":
        import contextlib
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def _complain(code: int, reason: str) -> int:
    os.write(2, " ".join(reason.split()).encode("utf-8", "replace") + b"\n")
    return code
