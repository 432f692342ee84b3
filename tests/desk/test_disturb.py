"""Do not disturb, read from the servers that people have: dunst, Xfce's; GNOME's and Plasma's as they say it."""

import asyncio
import os
import signal
from pathlib import Path

from dbus_fast.aio import MessageBus

from bellpull.desk.disturb import can_read, do_not_disturb
from support.answers import PATIENCE, until
from support.desktop import Desktop
from support.notifiers import dunst, fake_notifyd, xfce_notifyd


def read(desktop: Desktop) -> tuple[bool, str | None]:
    async def program() -> tuple[bool, str | None]:
        bus = await MessageBus(desktop.bus).connect()
        try:
            return await can_read(bus, desktop.environment), await do_not_disturb(bus, desktop.environment)
        finally:
            bus.disconnect()
            await bus.wait_for_disconnect()

    return asyncio.run(asyncio.wait_for(program(), PATIENCE))


def test_a_paused_dunst_is_told(desktop: Desktop) -> None:
    dunst(desktop)
    until(lambda: read(desktop) == (True, None), "it is read")
    desktop.run("dunstctl", "set-paused", "true")
    until(lambda: read(desktop) == (True, "dunst is paused"), "it is paused")
    desktop.run("dunstctl", "set-paused", "false")
    until(lambda: read(desktop) == (True, None), "it goes on")


def test_do_not_disturb_of_xfce_is_told(desktop: Desktop) -> None:
    xfce_notifyd(desktop)
    until(lambda: read(desktop) == (True, None), "it is off")
    setting = ("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-n", "-t", "bool", "-s")
    desktop.run(*setting, "true")
    until(lambda: read(desktop) == (True, "do not disturb is on in Xfce"), "it is on")
    desktop.run(*setting, "false")
    until(lambda: read(desktop) == (True, None), "it is off again")


def test_an_inhibited_plasma_is_told(desktop: Desktop) -> None:
    server = fake_notifyd(desktop, name="Plasma", inhibited=True)
    until(lambda: read(desktop) == (True, "do not disturb is on in Plasma"), "it is read")
    server.kill()
    fake_notifyd(desktop, name="Plasma", inhibited=False)
    until(lambda: read(desktop) == (True, None), "it is read")


def test_gnome_without_banners_is_told(desktop: Desktop) -> None:
    fake_notifyd(desktop, name="gnome-shell")
    settings = _gsettings(desktop, "echo false")
    until(lambda: read(desktop) == (True, "do not disturb is on in GNOME"), "it is read")
    settings.write_text("#!/bin/sh\necho true\n")
    until(lambda: read(desktop) == (True, None), "it is read")


def test_a_setting_that_gnome_does_not_tell_is_not_known(desktop: Desktop) -> None:
    fake_notifyd(desktop, name="gnome-shell")
    _gsettings(desktop, "echo 'No such schema' >&2; exit 1")
    assert read(desktop) == (False, None)


def test_gnome_that_takes_too_long_is_not_waited_for(desktop: Desktop) -> None:
    fake_notifyd(desktop, name="gnome-shell")
    _gsettings(desktop, "exec sleep 100")
    assert read(desktop) == (False, None)


def test_nothing_is_known_without_a_server_or_a_bus(desktop: Desktop) -> None:
    assert read(desktop) == (False, None)
    assert asyncio.run(do_not_disturb(None, desktop.environment)) is None
    assert not asyncio.run(can_read(None, desktop.environment))


def test_a_frozen_server_is_not_waited_for(desktop: Desktop) -> None:
    server = dunst(desktop)
    os.kill(server.pid, signal.SIGSTOP)
    assert read(desktop) == (False, None)
    os.kill(server.pid, signal.SIGCONT)


def _gsettings(desktop: Desktop, does: str) -> Path:
    """A program of this name that is found first."""
    folder = desktop.folder / "bin"
    folder.mkdir()
    program = folder / "gsettings"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    desktop.environment["PATH"] = f"{folder}:{desktop.environment['PATH']}"
    return program
