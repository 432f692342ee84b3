"""Keeps what somebody copied in a window when the window is gone.

On X11 the program that something was copied from hands it over when it is pasted; one that has ended hands nothing
over. So a window that ends while the clipboard is its own leaves this small process behind, until somebody copies
something else or the display goes away. `python -P -m bellpull.desk.window.clipboard` reads the text.
"""

import os
import sys
from contextlib import suppress
from tkinter import TclError, Tk

#: A kind of content that nobody else offers: Tk does not say otherwise whether the clipboard is still its own.
_MARK = "_BELLPULL_WINDOW"


def mark(root: Tk) -> None:
    """Something was copied here."""
    root.clipboard_append(str(os.getpid()), type=_MARK)


def hand_over(root: Tk) -> None:
    """Leave the clipboard to a process of its own, where it would be lost and is still ours to leave."""
    if root.tk.call("tk", "windowingsystem") != "x11":
        return
    with suppress(TclError, OSError, NotImplementedError):
        if root.clipboard_get(type=_MARK) == str(os.getpid()):
            _keep(root.clipboard_get(type="UTF8_STRING").encode("utf-8", "replace"))


def _keep(text: bytes) -> None:
    reading, writing = os.pipe()
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    actions = [(os.POSIX_SPAWN_DUP2, reading, 0), *quiet]
    words = [sys.executable, "-P", "-m", "bellpull.desk.window.clipboard"]
    os.posix_spawn(words[0], words, os.environ, file_actions=actions, setsid=True)
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(text)


def keep(text: str) -> None:
    """Until somebody else copies something."""
    root = Tk(className="Bellpull")
    root.withdraw()

    def part(offset: str, most: str) -> str:
        return text[int(offset) : int(offset) + int(most)]

    for kind in ("STRING", "UTF8_STRING"):
        root.selection_handle(part, selection="CLIPBOARD", type=kind)
    root.selection_own(selection="CLIPBOARD", command=root.quit)
    root.mainloop()


if __name__ == "__main__":
    keep(sys.stdin.buffer.read().decode("utf-8", "replace"))
