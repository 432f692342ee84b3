"""What the person chose for the desktop is found: by the real portal and gsettings, and stand-ins for other systems."""

import asyncio
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from bellpull.desk import theme
from bellpull.desk.theme import APPEARANCE, PORTAL, Look, system_look
from support.answers import until
from support.desktop import Desktop, need_programs

INTERFACE = "org.gnome.desktop.interface"


def look(desktop: Desktop, *, over_bus: bool = True, **environ: str) -> Look:
    async def asked() -> Look:
        bus = await MessageBus(bus_address=desktop.bus).connect() if over_bus else None
        try:
            return await system_look(bus, desktop.environment | environ, "linux")
        finally:
            if bus:
                bus.disconnect()
                await bus.wait_for_disconnect()

    return asyncio.run(asked())


def finds(desktop: Desktop, expected: Look, **how: Any) -> None:
    """The portal follows a change a little later, and a step that took too long on a busy machine is asked again."""
    until(lambda: look(desktop, **how) == expected, f"{expected} is found")


def choose(desktop: Desktop, **settings: str) -> None:
    need_programs("gsettings")
    for name, value in settings.items():
        schema = "org.gnome.desktop.a11y.interface" if name == "high_contrast" else INTERFACE
        desktop.run("gsettings", "set", schema, name.replace("_", "-"), value)


def test_the_portal_is_believed_first_and_followed(desktop: Desktop) -> None:
    if not (desktop.folder / "services" / f"{PORTAL}.service").exists():
        pytest.skip("no xdg-desktop-portal on this machine (see scripts/desktop-packages)")
    choose(desktop, color_scheme="prefer-dark")
    finds(desktop, Look("dark", False, "portal"))
    choose(desktop, color_scheme="prefer-light", gtk_theme="Adwaita-dark")
    finds(desktop, Look("light", False, "portal"))
    choose(desktop, color_scheme="default")
    finds(desktop, Look("dark", False, "theme name"))
    choose(desktop, high_contrast="true", color_scheme="prefer-dark")
    finds(desktop, Look("dark", True, "portal"))


def test_gsettings_is_believed_before_the_name_of_the_theme_without_a_portal(desktop: Desktop) -> None:
    choose(desktop, color_scheme="prefer-light", gtk_theme="Adwaita-dark")
    finds(desktop, Look("light", False, "gsettings"), over_bus=False)
    finds(desktop, Look("light", False, "gsettings"), over_bus=False, GTK_THEME="Adwaita:dark")
    choose(desktop, color_scheme="default")
    finds(desktop, Look("dark", False, "theme name"), over_bus=False)
    # The variable that GTK obeys wins over the name of the theme.
    finds(desktop, Look("light", False, "theme name"), over_bus=False, GTK_THEME="Adwaita:light")
    finds(desktop, Look("dark", True, "theme name"), over_bus=False, GTK_THEME="HighContrastInverse")
    choose(desktop, color_scheme="prefer-dark", gtk_theme="Adwaita", high_contrast="true")
    finds(desktop, Look("dark", True, "gsettings"), over_bus=False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Adwaita-dark", Look("dark", False, "theme name")),
        ("Mint-Y-Dark-Aqua", Look("dark", False, "theme name")),
        ("HighContrast", Look("light", True, "theme name")),
        ("HighContrastInverse", Look("dark", True, "theme name")),
        ("Arc-Darker", Look("light", False, "fallback")),
        ("Adwaita", Look("light", False, "fallback")),
        ("Yaru-light", Look("light", False, "theme name")),
    ],
)
def test_the_name_of_the_theme_tells_when_no_scheme_was_chosen(
    monkeypatch: pytest.MonkeyPatch, name: str, expected: Look
) -> None:
    settings = {"color-scheme": "'default'", "gtk-theme": f"'{name}'", "high-contrast": "false"}

    async def said(environ: Mapping[str, str], *command: str) -> str:
        return settings[command[-1]]

    monkeypatch.setattr(theme, "_said", said)
    assert told({}, "linux") == expected


def program(folder: Path, name: str, script: str) -> dict[str, str]:
    """An environment in which this program is found and nothing else of its name."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o700)
    return {"PATH": f"{folder}:/usr/bin:/bin"}


def told(environ: Mapping[str, str], platform: str) -> Look:
    return asyncio.run(system_look(None, environ, platform))


def tells(environ: Mapping[str, str], platform: str, expected: Look) -> None:
    until(lambda: told(environ, platform) == expected, f"{expected} is told")


@pytest.mark.process
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "freebsd14"])
def test_the_look_is_light_if_nothing_tells_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str) -> None:
    monkeypatch.setitem(sys.modules, "winreg", None)
    assert told({"PATH": str(tmp_path)}, platform) == Look("light", False, "fallback")


@pytest.mark.process
@pytest.mark.parametrize("script", ["echo nonsense", "echo \"'prefer-dark'\"; exit 1", "printf '\\377\\376'"])
def test_a_gsettings_that_fails_or_talks_nonsense_tells_nothing(tmp_path: Path, script: str) -> None:
    assert told(program(tmp_path, "gsettings", script), "linux") == Look("light", False, "fallback")


@pytest.mark.process
def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    environ = program(tmp_path / "bin", "gsettings", f'sleep 1000 & echo $! >> "{started}"; wait')
    until(lambda: told(environ, "linux") == Look("light", False, "fallback") and started.exists(), "it was asked")
    for pid in started.read_text().split():
        until(partial(_ended, pid), f"process {pid} ends")


def _ended(pid: str) -> bool:
    """Gone, or a corpse that whoever adopted it has not buried yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


class Portal:
    """Has the portal's name on a bus, and answers what it is told to, or never."""

    def __init__(self, appearance: Mapping[str, Variant] | None) -> None:
        self.appearance = appearance

    def __call__(self, message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL or message.member != "ReadAll":
            return None
        if self.appearance is None:
            return True  # taken, and never answered
        return Message.new_method_return(message, "a{sa{sv}}", [{APPEARANCE: dict(self.appearance)}])


def look_with(portal: Portal, desktop: Desktop) -> Look:
    async def asked() -> Look:
        theirs, ours = [await MessageBus(bus_address=desktop.bus).connect() for _ in range(2)]
        theirs.add_message_handler(portal)
        await theirs.request_name(PORTAL)
        try:
            return await system_look(ours, desktop.environment, "linux")
        finally:
            for bus in (ours, theirs):
                bus.disconnect()
                await bus.wait_for_disconnect()

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("appearance", "expected"),
    [
        ({"color-scheme": Variant("u", 1), "contrast": Variant("u", 0)}, Look("dark", False, "portal")),
        ({"color-scheme": Variant("u", 2), "contrast": Variant("u", 1)}, Look("light", True, "portal")),
        ({"color-scheme": Variant("u", 0), "contrast": Variant("u", 1)}, Look("dark", True, "gsettings")),
        ({"color-scheme": Variant("u", 7)}, Look("dark", False, "gsettings")),
        ({"color-scheme": Variant("s", "dark"), "contrast": Variant("as", [])}, Look("dark", False, "gsettings")),
        ({}, Look("dark", False, "gsettings")),
        (None, Look("dark", False, "gsettings")),
    ],
    ids=["dark", "light and high contrast", "no preference", "unknown", "other types", "nothing", "never answers"],
)
def test_settings_that_the_portal_leaves_open_are_asked_elsewhere(
    desktop: Desktop, appearance: dict[str, Variant] | None, expected: Look
) -> None:
    choose(desktop, color_scheme="prefer-dark")
    until(lambda: look_with(Portal(appearance), desktop) == expected, f"{expected} is found")


def test_a_bus_that_has_gone_is_as_good_as_none(desktop: Desktop) -> None:
    choose(desktop, color_scheme="prefer-dark")

    async def asked() -> Look:
        bus = await MessageBus(bus_address=desktop.bus).connect()
        bus.disconnect()
        await bus.wait_for_disconnect()
        return await system_look(bus, desktop.environment, "linux")

    until(lambda: asyncio.run(asked()) == Look("dark", False, "gsettings"), "gsettings is asked instead")


DEFAULTS = """
case "$*" in
  "read -g AppleInterfaceStyle") {style} ;;
  "read com.apple.universalaccess increaseContrast") {contrast} ;;
  *) exit 64 ;;
esac
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("style", "contrast", "expected"),
    [
        ("echo Dark", "echo 0", Look("dark", False, "defaults")),
        ("echo Dark", "echo 1", Look("dark", True, "defaults")),
        ("exit 1", "exit 1", Look("light", False, "defaults")),  # the key is absent in light mode
        ("exit 1", "echo 1", Look("light", True, "defaults")),
    ],
)
def test_macos_is_asked_by_defaults(tmp_path: Path, style: str, contrast: str, expected: Look) -> None:
    tells(program(tmp_path, "defaults", DEFAULTS.format(style=style, contrast=contrast)), "darwin", expected)


class Registry(SimpleNamespace):
    """The part of winreg that is used, over a dictionary."""

    HKEY_CURRENT_USER = object()

    def OpenKey(self, root: object, path: str) -> "Key":
        assert root is self.HKEY_CURRENT_USER
        if path not in self.kept:
            raise FileNotFoundError(2, "The system cannot find the file specified")
        return Key(self.kept[path])

    def QueryValueEx(self, key: "Key", name: str) -> tuple[Any, int]:
        assert key.is_open
        if name not in key.values:
            raise FileNotFoundError(2, "The system cannot find the file specified")
        return key.values[name], 1


class Key:
    def __init__(self, values: dict[str, Any]) -> None:
        self.values, self.is_open = values, False

    def __enter__(self) -> "Key":
        self.is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False


THEMES = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
CONTRAST = r"Control Panel\Accessibility\HighContrast"


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ({THEMES: {"AppsUseLightTheme": 0}}, Look("dark", False, "registry")),
        ({THEMES: {"AppsUseLightTheme": 1}, CONTRAST: {"Flags": "126"}}, Look("light", False, "registry")),
        ({THEMES: {"AppsUseLightTheme": 0}, CONTRAST: {"Flags": "127"}}, Look("dark", True, "registry")),
        ({THEMES: {}, CONTRAST: {"Flags": "odd"}}, Look("light", False, "fallback")),
        ({CONTRAST: {"Flags": "127"}}, Look("light", True, "fallback")),
    ],
)
def test_windows_is_asked_by_its_registry(
    monkeypatch: pytest.MonkeyPatch, kept: dict[str, Any], expected: Look
) -> None:
    monkeypatch.setitem(sys.modules, "winreg", Registry(kept=kept))
    assert told({}, "win32") == expected
