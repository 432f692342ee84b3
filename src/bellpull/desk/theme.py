"""Light or dark, and high contrast: what the person has chosen for the whole desktop. The colours are `palette.py`'s.

Each system is asked in its own way, and each question has a deadline: what does not answer is as good as absent, and
the next one is asked. Nothing here is kept: a theme may change at any time, so ask again before the next window.
"""

import asyncio
import importlib
import os
import re
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus

#: Every step takes milliseconds where it works at all.
DEADLINE: Final = 0.5
#: The portal may have to be started first.
PORTAL_DEADLINE: Final = 1.0

PORTAL: Final = "org.freedesktop.portal.Desktop"
APPEARANCE: Final = "org.freedesktop.appearance"
PERSONALIZE: Final = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
ACCESSIBILITY: Final = r"Control Panel\Accessibility\HighContrast"

Theme = Literal["light", "dark"]

# The portal's and GNOME's ways to say it; 0 and 'default' say nothing.
_SCHEMES: dict[Any, Theme] = {1: "dark", 2: "light", "'prefer-dark'": "dark", "'prefer-light'": "light"}
# "Arc-Darker" has only its title bars dark.
_DARK = re.compile(r"[-_:. ]dark(?![a-z])|inverse", re.IGNORECASE)
_LIGHT = re.compile(r"[-_:. ]light(?![a-z])|highcontrast", re.IGNORECASE)


class Look(NamedTuple):
    theme: Theme
    high_contrast: bool
    #: Who told the theme: portal, gsettings, theme name, defaults, registry, or fallback when nobody did.
    source: str


async def system_look(bus: "MessageBus | None", environ: Mapping[str, str], platform: str) -> Look:
    if platform == "darwin":
        return await _macos(environ)
    if platform == "win32":
        return _windows()
    return await _linux(bus, environ)


async def _linux(bus: "MessageBus | None", environ: Mapping[str, str]) -> Look:
    portal = await _portal(bus)
    theme, contrast = _SCHEMES.get(portal.get("color-scheme")), portal.get("contrast")
    if theme and contrast is not None:
        return Look(theme, contrast == 1, "portal")
    scheme, name, high = await asyncio.gather(
        _said(environ, "gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
        _said(environ, "gsettings", "get", "org.gnome.desktop.interface", "gtk-theme"),
        _said(environ, "gsettings", "get", "org.gnome.desktop.a11y.interface", "high-contrast"),
    )
    name = environ.get("GTK_THEME") or name or ""
    high_contrast = contrast == 1 or high == "true" or "highcontrast" in name.lower()
    if theme:
        return Look(theme, high_contrast, "portal")
    if chosen := _SCHEMES.get(scheme):
        return Look(chosen, high_contrast, "gsettings")
    if named := _named(name):
        return Look(named, high_contrast, "theme name")
    return Look("light", high_contrast, "fallback")


def _named(name: str) -> Theme | None:
    """What the name of a GTK theme says: Adwaita-dark, Adwaita:dark, Mint-Y-Dark-Aqua, HighContrastInverse."""
    if _DARK.search(name):
        return "dark"
    return "light" if _LIGHT.search(name) else None


async def _portal(bus: "MessageBus | None") -> dict[str, Any]:
    """What the portal tells of appearance; an older one does not know all of it."""
    if bus is None:
        return {}
    # Not above: it is there on Linux only.
    from bellpull.desk.calls import Place, answer, wake

    place = Place(PORTAL, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings")
    told = None
    with suppress(TimeoutError):
        async with asyncio.timeout(PORTAL_DEADLINE):
            await wake(bus, PORTAL)
            told = await answer(bus, place, "ReadAll", "as", [APPEARANCE], gives="a{sa{sv}}")
    settings = told[0].get(APPEARANCE, {}) if told else {}
    return {key: variant.value for key, variant in settings.items() if isinstance(variant.value, int)}


async def _macos(environ: Mapping[str, str]) -> Look:
    style, contrast = await asyncio.gather(
        _said(environ, "defaults", "read", "-g", "AppleInterfaceStyle"),
        _said(environ, "defaults", "read", "com.apple.universalaccess", "increaseContrast"),
    )
    if style is None:
        return Look("light", contrast == "1", "fallback")
    # In light mode the key is absent, and `defaults` fails.
    return Look("dark" if style.casefold() == "dark" else "light", contrast == "1", "defaults")


async def _said(environ: Mapping[str, str], *command: str) -> str | None:
    """What a program prints; nothing when it fails, None when it is not there or takes too long."""
    quiet = asyncio.subprocess.DEVNULL
    try:
        # A session of its own: what it may have started ends with it.
        process = await asyncio.create_subprocess_exec(
            *command, env=environ, stdin=quiet, stdout=asyncio.subprocess.PIPE, stderr=quiet, start_new_session=True
        )
    except OSError:
        return None
    told = None
    try:
        async with asyncio.timeout(DEADLINE):
            told, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if told is None:
            await _end(process)
    return told.decode(errors="replace").strip() if process.returncode == 0 else ""


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(TimeoutError):
        async with asyncio.timeout(DEADLINE):
            await process.wait()


def _windows() -> Look:
    light = _registry(PERSONALIZE, "AppsUseLightTheme")
    high_contrast = _is_on(_registry(ACCESSIBILITY, "Flags"))
    if light is None:
        return Look("light", high_contrast, "fallback")
    return Look("light" if light else "dark", high_contrast, "registry")


def _is_on(flags: Any) -> bool:
    """The lowest bit of the flags, which Windows keeps as a text."""
    return str(flags).isdecimal() and bool(int(flags) & 1)


def _registry(path: str, name: str) -> Any:
    """A value of the current user's registry, or None."""
    try:
        # By its name: type checkers on other systems do not know what is in it.
        winreg = importlib.import_module("winreg")
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return winreg.QueryValueEx(key, name)[0]
    except (ImportError, OSError):
        return None
