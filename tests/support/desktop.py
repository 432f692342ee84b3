"""A desktop of a test's own: an X server without a screen, a window manager, a session bus, a home.

What a person does there is done by xdotool. Nothing of it touches a desktop that somebody uses. The X server and its
window manager may be lent to one desktop after the other: they are as they were at first, or they are other ones.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pytest

from support.answers import PATIENCE, until
from support.hub import KEPT_VARIABLES, SOURCES
from support.picture import Picture
from support.screen import look_at

PROGRAMS = ("Xvfb", "openbox", "dbus-daemon", "xdotool", "wmctrl", "xprop", "xwininfo", "xrandr")
SCREEN, MIDDLE = "1280x800", (640, 400)
SERVICES = Path("/usr/share/dbus-1/services")
#: Which program shows notifications is for the test to say; the other one would mount a file system.
NOT_STARTED = ("org.freedesktop.Notifications", "org.freedesktop.portal.Documents")
BUS_SETTINGS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN" "">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""


def need_programs(*names: str) -> None:
    """Skip where the machine lacks one of them."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not on this machine: {', '.join(missing)} (see scripts/desktop-packages)")


class Desktop:
    """Made by `running_desktop`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = _environment(folder)
        self._ends = ExitStack()

    @property
    def display(self) -> str:
        return self.environment["DISPLAY"]

    @property
    def bus(self) -> str:
        return self.environment["DBUS_SESSION_BUS_ADDRESS"]

    def run(self, *words: str, timeout: float = PATIENCE, check: bool = True, input: str | None = None) -> str:
        """What a command says, run to its end."""
        ended = subprocess.run(
            words, env=self.environment, cwd=self.folder, capture_output=True, text=True, timeout=timeout, input=input
        )
        assert not check or ended.returncode == 0, ended
        return ended.stdout.strip()

    def start(self, *words: str, log: str = "", environment: Mapping[str, str] | None = None, **how: Any) -> Any:
        """A process that is ended with the desktop, by its id. Its output goes to a file, unless `how` says else."""
        file: IO[bytes] = self._ends.enter_context((self.folder / f"{log or Path(words[0]).name}.log").open("ab"))
        given = {"stdin": subprocess.DEVNULL, "stdout": file, "stderr": file, "cwd": self.folder} | how
        process = subprocess.Popen(words, env=dict(environment or self.environment), **given)
        self._ends.callback(end, process)
        return process

    def python(self, *words: str, **how: Any) -> Any:
        return self.start(sys.executable, "-P", *words, **how)

    def log(self, name: str) -> str:
        file = self.folder / f"{name}.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def windows(self, title: str) -> list[str]:
        """Ids of the windows with exactly this title that can be seen now."""
        told = [line.split(maxsplit=3) for line in self.run("wmctrl", "-l", check=False).splitlines()]
        # The host that wmctrl prints before the title may be empty or N/A.
        return [str(int(line[0], 16)) for line in told if len(line) > 3 and line[3] == title]

    def window(self, title: str) -> str:
        return until(lambda: self.windows(title), f"a window {title!r} appears")[0]

    def no_window(self, title: str) -> None:
        until(lambda: not self.windows(title), f"the window {title!r} disappears")

    def focused(self) -> str:
        return self.run("xdotool", "getactivewindow", "getwindowname", check=False)

    def place(self, window: str) -> tuple[int, int, int, int]:
        """Left, top, width, height of what is inside its frame."""
        told = dict(
            line.strip().split(":", 1) for line in self.run("xwininfo", "-id", window).splitlines() if ":" in line
        )
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        left, top, width, height = (int(told[name]) for name in names)
        return left, top, width, height

    def keys(self, *names: str) -> None:
        self.run("xdotool", "key", *names)

    def type(self, text: str, delay: int = 5) -> None:
        self.run("xdotool", "type", "--delay", str(delay), text)

    def move(self, x: int, y: int) -> None:
        self.run("xdotool", "mousemove", str(x), str(y))

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.run("xdotool", "mousemove", str(x), str(y), "click", str(button))

    def close(self, window: str) -> None:
        """As a click on the button in its frame."""
        self.run("wmctrl", "-i", "-c", window)

    def picture(self, path: Path | None = None) -> Picture:
        """The whole screen, now."""
        picture = look_at(self.display)
        if path is not None:
            picture.save(path)
        return picture

    def part(self, left: int, top: int, width: int, height: int) -> Picture:
        """What is there on the screen now."""
        return look_at(self.display, (left, top, width, height))

    def end(self) -> None:
        self._ends.close()


class Display:
    """An X server and its window manager, for one desktop after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._running: Desktop | None = None

    def lent(self) -> str:
        """Its name; where something of its last desktop is left, that of another one."""
        if self._running is None or not _becomes_bare(self._running):
            self.end()
            self._running = self._started()
        self._running.move(*MIDDLE)
        return self._running.display

    def _started(self) -> Desktop:
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir()
        desktop = Desktop(folder)
        _start_display(desktop, SCREEN)
        _start_window_manager(desktop)
        return desktop

    def end(self) -> None:
        if self._running is not None:
            self._running.end()
        self._running = None


def _becomes_bare(desktop: Desktop) -> bool:
    """Windows go soon after their programs, except those of programs that are still there."""
    try:
        until(lambda: _is_bare(desktop), "nothing is left", patience=1)
    except AssertionError:
        return False
    return True


def _is_bare(desktop: Desktop) -> bool:
    """No window but the window manager's, seen or not, and no settings for all programs. The first digits of a window's
    number say whose it is."""
    names = ("_NET_SUPPORTING_WM_CHECK", "_NET_CLIENT_LIST", "RESOURCE_MANAGER")
    told = desktop.run("xprop", "-root", *names, check=False)
    windows = re.findall(r"^ +0x(\w+) ", desktop.run("xwininfo", "-root", "-children", check=False), re.MULTILINE)
    managers = re.findall(r"0x(\w+)", told)
    whose = {int(window, 16) >> 20 for window in [*managers, *windows]}
    return len(managers) == len(whose) == 1 and "RESOURCE_MANAGER:  not found" in told


@contextmanager
def running_desktop(folder: Path, screen: str = SCREEN, display: Display | None = None) -> Iterator[Desktop]:
    """On a display of its own, unless one is lent."""
    need_programs(*PROGRAMS)
    desktop = Desktop(folder)
    try:
        if display is None:
            _start_display(desktop, screen)
            _start_window_manager(desktop)
        else:
            desktop.environment["DISPLAY"] = display.lent()
        _start_bus(desktop)
        yield desktop
    finally:
        desktop.end()


def _start_window_manager(desktop: Desktop) -> None:
    desktop.start("openbox", "--sm-disable")
    until(lambda: "window id" in desktop.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "the window manager starts")


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    home, runtime = folder / "home", folder / "run"
    runtime.mkdir(mode=0o700)
    places = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    for place in places.values():
        Path(place).mkdir(parents=True)
    own = {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"}
    # Without it GTK programs look for a bus for screen readers and complain.
    return kept | places | own | {"NO_AT_BRIDGE": "1", "LC_ALL": "C.UTF-8"}


def _start_display(desktop: Desktop, screen: str) -> None:
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{screen}x24", "-nolisten", "tcp", "-noreset"]
    desktop.start(*command, "-dpi", "96", pass_fds=(writing,))
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    assert number, f"no X server: {desktop.log('Xvfb')}"
    desktop.environment["DISPLAY"] = f":{number}"


def _start_bus(desktop: Desktop) -> None:
    services = desktop.folder / "services"
    services.mkdir()
    for file in SERVICES.glob("*.service"):
        if not any(f"Name={name}\n" in file.read_text() for name in NOT_STARTED):
            (services / file.name).symlink_to(file)
    settings = desktop.folder / "bus.conf"
    settings.write_text(BUS_SETTINGS.format(folder=desktop.folder / "run", services=services))
    process = desktop.start(
        "dbus-daemon", f"--config-file={settings}", "--nofork", "--print-address=1", stdout=subprocess.PIPE, text=True
    )
    desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = process.stdout.readline().strip()
    process.stdout.close()
    assert desktop.bus, f"no bus: {desktop.log('dbus-daemon')}"


def end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)
