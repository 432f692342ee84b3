"""A window's life: start Tk, read the request meanwhile, show, write the result.

Tk takes longer to start than all of ours together, and it starts without holding Python's lock: so threads read and
prepare the request and wake the fonts at the same time. That is why this module imports next to nothing at its top.
"""

import os
import sys
import threading
from collections.abc import Callable
from tkinter import TclError, Tk

FAILED, BROKEN, NO_DISPLAY = 1, 2, 3
TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.desk.window.show import Shown


def run() -> int:
    preparing = Preparing()
    failure = ""
    try:
        root = open_tk(preparing.start)
    except TclError as error:
        failure = f"no display: {error}"
    # Whether the request is a good one comes first: it is the same on every display.
    code = preparing.broken()
    if code or failure:
        return code or _complain(NO_DISPLAY, failure)
    return preparing.show(root)


class Preparing:
    """Reads the request and imports what draws it, in a thread beside Tk's start."""

    show: "Shown"

    def __init__(self) -> None:
        self._thread = threading.Thread(target=self._prepare, daemon=True)
        self._refused: Exception | None = None

    def start(self) -> None:
        threading.Thread(target=_wake_fonts, daemon=True).start()
        self._thread.start()

    def broken(self) -> int:
        """The exit code for a request that cannot be shown, having said why; 0 when it can."""
        self._thread.join()
        if self._refused is None:
            return 0
        from bellpull.domain.errors import Malformed

        if isinstance(self._refused, Malformed):
            return _complain(BROKEN, self._refused.sentence)
        raise self._refused

    def _prepare(self) -> None:
        try:
            from bellpull.desk.window.show import prepared

            self.show = prepared()
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


def _wake_fonts() -> None:
    """Reading what fonts there are takes as long as a quarter of Tk's start, and Tk does it only at the first word."""
    if sys.platform == "linux":
        import ctypes

        try:
            ctypes.CDLL("libfontconfig.so.1").FcInit()
        except (OSError, AttributeError):
            # Another build of Tk draws its text in another way.
            return


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
