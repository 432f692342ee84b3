"""Where a window appears, that it stays in front, and that it does not take keys that were meant for another."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bellpull.desk.window.place import Area, centered, dpi, monitors, scale
from support.answers import until
from support.desktop import Desktop, running_desktop
from support.reply_window import ReplyWindow

OTHER = """
import tkinter, sys
root = tkinter.Tk(className="Other")
root.title("Other")
root.geometry("700x500+200+80")
text = tkinter.Text(root)
text.pack(fill="both", expand=True)
text.focus_set()
def tell():
    open("other.txt", "w").write(text.get("1.0", "end-1c"))
    root.after(30, tell)
tell()
root.mainloop()
"""


@pytest.fixture
def wide() -> Iterator[Desktop]:
    """Two monitors beside each other on one screen."""
    with (
        TemporaryDirectory(prefix="bellpull-") as folder,
        running_desktop(Path(folder), screen="2000x800") as desktop,
    ):
        desktop.run("xrandr", "--setmonitor", "LEFT", "1000/264x800/211+0+0", "screen")
        desktop.run("xrandr", "--setmonitor", "RIGHT", "1000/264x800/211+1000+0", "none")
        yield desktop


@pytest.mark.parametrize(
    ("pointer", "left"), [pytest.param((300, 400), 0, marks=pytest.mark.slow), ((1700, 300), 1000)]
)
def test_a_window_appears_in_the_middle_of_the_monitor_with_the_pointer(
    wide: Desktop, pointer: tuple[int, int], left: int
) -> None:
    wide.move(*pointer)
    window = ReplyWindow(wide).shown()
    x, y, width, height = wide.place(window.id)
    assert abs(x + width // 2 - (left + 500)) <= 4
    assert 0 < y < y + height < 800
    window.tell({"close": True})
    window.result()


def test_a_window_appears_in_the_middle_of_the_screen_without_xrandr(desktop: Desktop) -> None:
    desktop.environment["PATH"] = str(desktop.folder)
    window = ReplyWindow(desktop)
    desktop.environment["PATH"] = "/usr/bin:/bin:/usr/local/bin"
    window.shown()
    x, _, width, _ = desktop.place(window.id)
    assert abs(x + width // 2 - 640) <= 4
    window.tell({"close": True})
    window.result()


def test_a_window_stays_in_front_of_another_that_is_raised(desktop: Desktop) -> None:
    with somebody_types_elsewhere(desktop):
        window = ReplyWindow(desktop).armed()
        assert "_NET_WM_STATE_ABOVE" in desktop.run("xprop", "-id", window.id, "_NET_WM_STATE")
        inside = window.picture().pixels
        other = desktop.window("Other")
        desktop.run("wmctrl", "-i", "-a", other)
        until(lambda: desktop.focused() == "Other", "the other window is activated")
        assert desktop.run("xprop", "-root", "_NET_CLIENT_LIST_STACKING").endswith(f"{int(window.id):#x}")
        assert len(window.picture().pixels) == len(inside)
        window.tell({"close": True})
        window.result()


@pytest.mark.slow
def test_a_window_takes_the_keys_when_it_appears(desktop: Desktop) -> None:
    with somebody_types_elsewhere(desktop):
        window = ReplyWindow(desktop).armed()
        assert desktop.focused() == "Bellpull"
        desktop.keys("Escape")
        assert window.result() == {"answer": {"outcome": "cancelled"}}


def test_keys_that_somebody_types_elsewhere_neither_type_nor_send(desktop: Desktop) -> None:
    with somebody_types_elsewhere(desktop):
        typing = Typing(desktop)
        until(lambda: (desktop.folder / "other.txt").read_text(), "it is typed elsewhere")
        window = ReplyWindow(desktop).shown()
        until(lambda: desktop.focused() == "Bellpull", "the window has the keys")
        typing.more()
        # Whoever still types when it has the keys types into nothing: it is still asleep, and empty.
        assert not window._is_armed(window.picture())
        window.stays()
        typing.stop()
        until(lambda: window._is_armed(window.picture()), "it wakes up when the keys stop")
        desktop.keys("Return")
        assert window.result() == {"answer": {"text": ""}}


def test_a_click_on_a_window_that_is_not_awake_presses_nothing(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    window.click(-60, -34)
    window.tell({"close": True})
    # A click that pressed Send would have been an empty answer.
    assert window.result() == {"answer": None, "why": "told"}


class Typing:
    """Somebody who types letters, Enter and Escape without a pause."""

    KEYS = ("a", "Return", "Escape", "space")

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._process = desktop.start("xdotool", "key", "--delay", "20", *self.KEYS * 1000)

    def more(self) -> None:
        """For longer than the half second in which a window sleeps anyway."""
        self._desktop.run("xdotool", "key", "--delay", "30", *self.KEYS * 10)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        # It may have been stopped with a finger on a key.
        self._desktop.run("xdotool", "keyup", *self.KEYS)


@contextmanager
def somebody_types_elsewhere(desktop: Desktop) -> Iterator[None]:
    (desktop.folder / "other.txt").write_text("")
    process = desktop.python("-c", OTHER, log="other")
    desktop.window("Other")
    until(lambda: desktop.focused() == "Other", "the other window has the keys")
    yield
    process.terminate()
    process.wait(30)


def test_monitors_are_read_from_what_xrandr_lists() -> None:
    listed = "Monitors: 2\n 0: +*eDP-1 2560/300x1440/170+0+0  eDP-1\n 1: +HDMI-1 1920/500x1080/300+2560+180  HDMI-1\n"
    assert monitors(listed) == [Area(0, 0, 2560, 1440), Area(2560, 180, 1920, 1080)]
    assert monitors("no monitors, or another language") == []


def test_the_scale_is_what_the_desktop_sets_in_quarters() -> None:
    assert dpi("Xft.antialias:\t1\nXft.dpi:\t192\n") == 192
    assert dpi("Xft.dpi:\t0\n") is None
    assert dpi("") is None
    assert [scale(dots) for dots in (72, 96, 100, 120, 144, 192)] == [1.0, 1.0, 1.0, 1.25, 1.5, 2.0]


def test_a_window_larger_than_its_monitor_begins_at_its_corner() -> None:
    assert centered(Area(100, 50, 800, 600), 900, 700) == (100, 50)
    assert centered(Area(0, 0, 1000, 800), 400, 200) == (300, 270)


@pytest.mark.slow
def test_a_display_of_twice_the_dots_gets_a_window_of_twice_the_pixels(desktop: Desktop) -> None:
    usual = ReplyWindow(desktop).shown()
    width = desktop.place(usual.id)[2]
    usual.tell({"close": True})
    usual.result()
    desktop.run("xrdb", "-merge", "-", input="Xft.dpi: 192\n")
    double = ReplyWindow(desktop).shown()
    assert abs(desktop.place(double.id)[2] - 2 * width) <= 4
    double.tell({"close": True})
    double.result()
