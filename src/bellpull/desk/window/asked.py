"""Programs that are asked something while Tk starts, so that their answers are there when it has.

`xrandr` knows the monitors, `xrdb` the scale that people set. Imports nearly nothing, because a window waits for it.
"""

import os
import select
import time

PATIENCE_SECONDS = 0.3
# SIGKILL; the module that names it takes longer to import than this one.
_KILL = 9


class Asked:
    """A program that was asked something; what it says is read later. One that is not there says nothing."""

    def __init__(self, *words: str) -> None:
        self._process = 0
        if not os.environ.get("DISPLAY") or not hasattr(os, "posix_spawnp"):
            return
        self._reading, writing = os.pipe()
        out = (os.POSIX_SPAWN_DUP2, writing, 1)
        quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 2)]
        try:
            self._process = os.posix_spawnp(words[0], words, os.environ, file_actions=[*quiet, out])
        except OSError:
            os.close(self._reading)
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
            os.kill(self._process, _KILL)
        os.waitpid(self._process, 0)
        self._process = 0
        os.close(self._reading)
        return told.decode("utf-8", "replace")
