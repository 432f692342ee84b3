"""Xfce's panel on a test's desktop, with nothing in it but the tray: the host that shows tray icons."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from support.answers import until
from support.desktop import Desktop, end, need_programs
from support.picture import Colour, Picture

WATCHER = "org.kde.StatusNotifierWatcher"
HEIGHT = 40
#: What the panel is painted with, so that a picture of it has known colours.
LIGHT: Colour = (246, 245, 244)
DARK: Colour = (43, 46, 51)
#: Of the bell's middle, and of a badge.
BELL: Colour = (0xD9, 0x77, 0x1E)
BADGE: Colour = (0x1F, 0x5F, 0xD0)
URGENT: Colour = (0xC6, 0x1F, 0x2B)
BELL_TOLERANCE = 24

SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="{dark}"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=8;x=640;y=780"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="{height}"/>
      <property name="icon-size" type="uint" value="{icon}"/>
      <property name="background-style" type="uint" value="1"/>
      <property name="background-rgba" type="array">{colour}</property>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
      <property name="icon-size" type="int" value="{icon}"/>
    </property>
  </property>
</channel>
"""


class Panel:
    """Made by `panel`."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = self._desktop.start("xfce4-panel", "--disable-wm-check")
        until(self._watches, "the panel's tray is there")

    def end(self) -> None:
        """As a crash: its tray is gone from the bus without a word."""
        assert self._process is not None
        self._process.kill()
        end(self._process)
        until(lambda: not self._watches(), "the panel's tray is gone")

    def _watches(self) -> bool:
        asked = ("--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus")
        method = "org.freedesktop.DBus.NameHasOwner"
        told = self._desktop.run("gdbus", "call", "--session", *asked, "--method", method, WATCHER, check=False)
        return told == "(true,)"

    def picture(self) -> Picture:
        """The panel alone."""
        screen = self._desktop.picture()
        return screen.part(0, screen.height - HEIGHT, screen.width, HEIGHT)

    def icon(self) -> tuple[int, int]:
        """Where on the screen a person would click the bell; waits for it."""
        points = until(self._bell, "the bell is in the panel")
        across, down = sorted(x for x, _ in points), sorted(y for _, y in points)
        return across[len(across) // 2], down[len(down) // 2]

    def open_menu(self) -> None:
        """By a click with the right button."""
        x, y = self.icon()
        self.menu_changes(lambda: self._desktop.click(x, y, button=3))

    def menu_changes(self, action: Callable[[], None]) -> None:
        """Do it, and wait until the screen above the panel, where menus are, is another one and has come to rest."""
        seen = [self._above()]
        action()

        def at_rest() -> bool:
            seen.append(self._above())
            return seen[-1] != seen[0] and seen[-1] == seen[-2]

        until(at_rest, "the menu opens, changes or closes")

    def _above(self) -> Picture:
        screen = self._desktop.picture()
        return screen.part(0, 0, screen.width, screen.height - HEIGHT)

    def no_icon(self) -> None:
        until(lambda: not self._bell(), "the bell is gone from the panel")

    def shows(self, colour: Colour) -> bool:
        return bool(self.picture().find(colour, tolerance=4))

    def _bell(self) -> list[tuple[int, int]]:
        screen = self._desktop.picture()
        top = screen.height - HEIGHT
        found = screen.part(0, top, screen.width, HEIGHT).find(BELL, BELL_TOLERANCE)
        return [(x, top + y) for x, y in found]


def panel(desktop: Desktop, *, dark: bool = False, icon_size: int = 24) -> Panel:
    """A panel at the lower edge of the screen, started."""
    need_programs("xfce4-panel", "gdbus")
    values = "".join(f'<value type="double" value="{part / 255:.6f}"/>' for part in (*(DARK if dark else LIGHT), 255))
    folder = Path(desktop.environment["XDG_CONFIG_HOME"]) / "xfce4" / "xfconf" / "xfce-perchannel-xml"
    folder.mkdir(parents=True, exist_ok=True)
    settings = SETTINGS.format(dark=str(dark).lower(), height=HEIGHT, icon=icon_size, colour=values)
    (folder / "xfce4-panel.xml").write_text(settings)
    started = Panel(desktop)
    started.start()
    return started
