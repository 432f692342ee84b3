"""Whether the person has told the desktop to keep quiet: do not disturb, where it can be read.

The servers hold notifications back by themselves then. The desk wants to know because its windows and its chime are not
notifications. Not here: the person's own quiet hours in Bellpull (`quiet`).
"""

import asyncio
import shutil
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bellpull.desk.calls import Place, answer

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus

#: It is asked before something is shown, so it may not take long.
DEADLINE = 0.5
SERVER = Place("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
XFCONF = Place("org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf")
PROPERTIES = "org.freedesktop.DBus.Properties"
GNOME_SETTING = ("org.gnome.desktop.notifications", "show-banners")


async def do_not_disturb(bus: "MessageBus | None", environ: Mapping[str, str]) -> str | None:
    """Who keeps quiet, in words; None when nobody does, or nobody says."""
    words, on = await _in_time(bus, environ)
    return words if on else None


async def can_read(bus: "MessageBus | None", environ: Mapping[str, str]) -> bool:
    _, on = await _in_time(bus, environ)
    return on is not None


async def _in_time(bus: "MessageBus | None", environ: Mapping[str, str]) -> tuple[str, bool | None]:
    """What it would be called, and whether it is on; None: it cannot be read."""
    with suppress(TimeoutError):
        async with asyncio.timeout(DEADLINE):
            return await _read(bus, environ) if bus is not None else ("", None)
    return "", None


async def _read(bus: "MessageBus", environ: Mapping[str, str]) -> tuple[str, bool | None]:
    told = await answer(bus, SERVER, "GetServerInformation", gives="ssss")
    match told[0] if told else None:
        case None:
            return "", None
        case "dunst":
            return "dunst is paused", await _property(bus, "org.dunstproject.cmd0", "paused")
        case "Xfce Notify Daemon":
            return "do not disturb is on in Xfce", await _xfce(bus)
        case "gnome-shell":
            return "do not disturb is on in GNOME", await _gnome(environ)
        case name:
            # Plasma's addition, which others have taken over.
            return f"do not disturb is on in {name}", await _property(bus, SERVER.interface, "Inhibited")


async def _property(bus: "MessageBus", interface: str, name: str) -> bool | None:
    place = SERVER._replace(interface=PROPERTIES)
    return _truth(await answer(bus, place, "Get", "ss", interface, name, gives="v"))


async def _xfce(bus: "MessageBus") -> bool | None:
    asked = ("xfce4-notifyd", "/do-not-disturb")
    if await answer(bus, XFCONF, "PropertyExists", "ss", *asked, gives="b") == [False]:
        # Nobody has ever switched it on.
        return False
    return _truth(await answer(bus, XFCONF, "GetProperty", "ss", *asked, gives="v"))


def _truth(body: list[Any] | None) -> bool | None:
    value = body[0].value if body else None
    return value if isinstance(value, bool) else None


async def _gnome(environ: Mapping[str, str]) -> bool | None:
    program = shutil.which("gsettings", path=environ.get("PATH"))
    told = await _said([program, "get", *GNOME_SETTING], environ) if program else ""
    return {"true": False, "false": True}.get(told)


async def _said(words: list[str], environ: Mapping[str, str]) -> str:
    quiet = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *words, env=dict(environ), stdin=quiet, stdout=asyncio.subprocess.PIPE, stderr=quiet
        )
    except OSError:
        return ""
    try:
        told, _ = await process.communicate()
        return told.decode(errors="replace").strip()
    finally:
        # It took too long.
        if process.returncode is None:
            process.kill()
            await process.wait()
