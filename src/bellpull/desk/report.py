"""What this desktop can and cannot do, in words, for `bellpull desk --test` and `bellpull doctor`."""

import sys
from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple

from bellpull.desk.chime import players
from bellpull.desk.desktop import Desktop
from bellpull.desk.display import is_wayland
from bellpull.desk.disturb import can_read, do_not_disturb
from bellpull.desk.notifications import Can
from bellpull.desk.theme import system_look


class Ability(NamedTuple):
    about: str
    #: Whether people get what they may expect.
    there: bool
    words: str
    hint: str | None = None


async def report(desktop: Desktop, environ: Mapping[str, str], *, chimed: bool | None = None) -> list[Ability]:
    """`chimed`: whether the chime could be played just now; None: nobody has tried."""
    return [
        _notifications(desktop.can),
        _window(desktop),
        *_wayland(environ),
        await _theme(desktop, environ),
        _tray(desktop),
        _chime(environ, chimed),
        await _disturb(desktop, environ),
    ]


def _notifications(can: Can | None) -> Ability:
    if can is None:
        hint = "install one (dunst, xfce4-notifyd…); until then questions open windows, and what is told is on the page"
        return Ability("notifications", False, "no program shows them here", hint)
    has = [
        _buttons(can),
        "a reply can be typed in them" if can.reply else "a reply opens a window",
        "they are kept in a list" if can.kept else "they are not kept in a list",
    ]
    told = [] if can.expiry_told else ["that one expired is not told"]
    remedy = "in dunstrc, name an installed dmenu or rofi, and give `context` to a mouse button"
    words = f"{can.server} shows them: {'; '.join(has + told)}"
    return Ability("notifications", can.asks, words, remedy if can.why_not and not can.asks else None)


def _buttons(can: Can) -> str:
    if not can.buttons:
        return "without buttons, so questions open windows"
    if can.draws_buttons:
        return "with buttons"
    if not can.click:
        return f"{can.why_not}, so questions open windows"
    return f"without buttons; a {can.click} click on a question leads to its options"


def _window(desktop: Desktop) -> Ability:
    if isinstance(desktop.window, str):
        hint = "questions that want a typed reply go to the page"
        return Ability("window", False, f"none can be opened: {desktop.window}", hint)
    width, height = desktop.window["screen"]
    return Ability("window", True, f"Tk {desktop.window['tk']} on a screen of {width} × {height}")


def _wayland(environ: Mapping[str, str]) -> list[Ability]:
    if not is_wayland(environ):
        return []
    words = "windows cannot choose their place nor stay on top here, the compositor decides; everything else works"
    return [Ability("wayland", True, words)]


async def _theme(desktop: Desktop, environ: Mapping[str, str]) -> Ability:
    look = await system_look(desktop.bus, environ, sys.platform)
    contrast = ", high contrast" if look.high_contrast else ""
    told = "nobody says, so light" if look.source == "fallback" else f"{look.theme}, says {look.source}"
    return Ability("theme", True, told + contrast)


def _tray(desktop: Desktop) -> Ability:
    if desktop.tray is not None and desktop.tray.there:
        return Ability("tray", True, "a panel shows the icon")
    return Ability("tray", False, "no panel here shows tray icons", "everything works without one")


def _chime(environ: Mapping[str, str], chimed: bool | None) -> Ability:
    found = players(environ, sys.platform)
    if not found:
        return Ability("chime", False, "no program here plays sounds", "install pulseaudio-utils or pipewire-bin")
    names = ", ".join(PurePath(command[0]).name for command in found)
    if chimed is None:
        return Ability("chime", True, f"to be played by {names} (not tried)")
    if chimed:
        return Ability("chime", True, "played just now")
    return Ability("chime", False, f"could not be played by {names}", "is a sound server running?")


async def _disturb(desktop: Desktop, environ: Mapping[str, str]) -> Ability:
    if not await can_read(desktop.bus, environ):
        return Ability("do not disturb", False, "this desktop does not tell", "quiet hours are a setting: quiet_hours")
    why = await do_not_disturb(desktop.bus, environ)
    return Ability("do not disturb", True, why or "off")
