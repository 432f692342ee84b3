"""A reply window on a private desktop, and the person in front of it."""

import json
import queue
import subprocess
import threading
from contextlib import suppress
from typing import Any

from bellpull.desk.palette import Palette, palette
from support.answers import PATIENCE, until
from support.desktop import Desktop, need_programs
from support.picture import Colour, Picture


class ReplyWindow:
    """Started with a request; `follow` unless the test says otherwise."""

    def __init__(self, desktop: Desktop, message: str = "Shall I go on?", **request: Any) -> None:
        self.desktop = desktop
        self.request = {"message": message, "follow": True, **request}
        self.title = self.request.get("window_title", "Bellpull")
        self.palette: Palette = palette(self.request.get("theme", "light"), bool(self.request.get("high_contrast")))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = desktop.python("-m", "bellpull.desk.window", log="window", **pipes)
        self._lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self.tell(self.request)

    def _read(self) -> None:
        with self.process.stdout as told:
            for line in told:
                self._lines.put(json.loads(line))
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self._lines.put(None)

    def tell(self, line: dict[str, Any]) -> None:
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def next(self) -> Any:
        """The next line that it says; None is the end."""
        return self._lines.get(timeout=PATIENCE)

    def shown(self) -> "ReplyWindow":
        assert self.next() == {"event": "shown"}, self.desktop.log("window")
        self.id = self.desktop.window(self.title)
        return self

    def armed(self) -> "ReplyWindow":
        """Until its buttons can be pressed: none is drawn as one that cannot."""
        self.shown()
        until(lambda: self._is_armed(self.picture()), "the buttons of the window wake up")
        until(lambda: self.desktop.focused() == self.title, "the window has the keys")
        return self

    def _is_armed(self, picture: Picture) -> bool:
        return len(picture.find(rgb(self.palette.raised))) > 400 and not picture.find(rgb(self.palette.disabled))

    def picture(self) -> Picture:
        """What is inside its frame."""
        return self.desktop.part(*self.desktop.place(self.id))

    def type(self, text: str) -> "ReplyWindow":
        """As somebody who sees that it can be typed in: the first key is told."""
        self.desktop.type(text)
        assert self.next() == {"event": "touched"}
        return self

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Within the window; negative places count from its right and lower edge."""
        left, top, width, height = self.desktop.place(self.id)
        self.desktop.click(left + x % width, top + y % height, button)

    def click_message(self) -> None:
        """Until the ring around the conversation shows that it has the keys: a click may come after later keys."""
        self.click(60, 26)
        until(lambda: self.picture().part(0, 0, 400, 30).find(rgb(self.palette.accent)), "the message has the keys")

    def result(self) -> Any:
        """The last line. Nothing comes after it, and the process has ended well."""
        told = self.next()
        assert told is not None, self.desktop.log("window")
        assert self.next() is None
        assert self.process.wait(PATIENCE) == 0
        assert not self.desktop.log("window")
        return told

    def stays(self) -> None:
        """It is still open, having heard all that it was told."""
        assert self.process.poll() is None
        assert self._lines.empty()


def rgb(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def clipboard(desktop: Desktop) -> str:
    """What would be pasted now. Bounded: xclip waits for ever for a program that ends while it is asked."""
    need_programs("xclip", "timeout")
    return desktop.run("timeout", "3", "xclip", "-selection", "clipboard", "-o", check=False)


def copy_elsewhere(desktop: Desktop, text: str) -> None:
    """Another program has copied this, and lives as long as the desktop."""
    need_programs("xclip")
    file = desktop.folder / "copied"
    file.write_bytes(text.encode())
    desktop.start("xclip", "-selection", "clipboard", "-i", "-quiet", str(file))
    until(lambda: clipboard(desktop) == text.replace("\r\n", "\n"), "it is copied")
