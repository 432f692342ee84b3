"""How a person chooses in dunst, which draws no buttons: by the mouse button that their configuration gives to that.

dunst reads the files that it was started with, or the first dunstrc of its folders and the drop-ins beside it. It opens
its menu with another program (default: dmenu), which need not be installed. Not here: what follows from it (`cards`,
`board`, `report`).
"""

import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

PROCESSES = Path("/proc")
#: What dunst does if nothing is configured, in every version since 1.0.
DEFAULTS = {
    "mouse_left_click": "close_current",
    "mouse_middle_click": "do_action, close_current",
    "mouse_right_click": "close_all",
    "dmenu": "/usr/bin/dmenu",
}
CLICKS = ("left", "middle", "right")
MENU = ("context", "context_all")
#: Opens what a click on the body opens.
ACTION = "do_action"
GIVEN_FILES = ("-conf", "-config", "--config")
#: Where it looks without XDG_CONFIG_DIRS is decided when it is built: distributions take the first of these.
SYSTEM_FOLDERS = "/etc/xdg:/usr/local/etc/xdg"
NEEDED_VARIABLES = ("HOME", "PATH", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS")


class Choosing(NamedTuple):
    #: The mouse button: left, middle or right; empty: no click leads to the choices.
    click: str
    #: Why none does, in words.
    why_not: str = ""


def choosing(pid: int | None, environ: Mapping[str, str]) -> Choosing:
    """In the dunst that runs as this process; what cannot be read of it is taken to be as in `environ`."""
    words, variables, folder = _process(pid)
    variables = variables or {name: environ[name] for name in NEEDED_VARIABLES if name in environ}
    files = [folder / file for file in config_files(words, variables)]
    return chosen_by(settings_of(map(_read, files)), lambda name: _is_installed(name, variables))


def chosen_by(settings: Mapping[str, str], is_installed: Callable[[str], bool]) -> Choosing:
    """Without its menu there is nothing to choose from, and a click that closes first is no way to it."""
    program = _first_word(settings["dmenu"])
    if not program or not is_installed(program):
        named = f"needs {program}, which is not installed" if program else "is switched off"
        return Choosing("", f"its menu {named} (dmenu in dunstrc)")
    actions = {click: _actions(settings[f"mouse_{click}_click"]) for click in CLICKS}
    # With a menu in sight nothing may close the banner behind it; an action is told before its banner is closed.
    menus = [click for click in CLICKS if len(actions[click]) == 1 and actions[click][0] in MENU]
    opening = [click for click in CLICKS if actions[click][:1] == [ACTION]]
    if found := menus + opening:
        return Choosing(found[0])
    return Choosing("", "no mouse button opens its menu (mouse_left_click … in dunstrc)")


def _actions(listed: str) -> list[str]:
    """Of a click, in their order, without those that do nothing to a question."""
    names = [name.strip() for name in listed.split(",")]
    return [name for name in names if name not in ("", "none", "open_url")]


def config_files(words: Sequence[str], environ: Mapping[str, str]) -> list[Path]:
    """Those that count, the most important last. `words`: how dunst was started."""
    home = environ.get("HOME", "")
    given = [file for word, file in pairwise(words) if word in GIVEN_FILES]
    if given:
        return [_path(file, home) for file in given if file != "-"]
    folders = [environ.get("XDG_CONFIG_HOME") or f"{home}/.config"]
    folders += (environ.get("XDG_CONFIG_DIRS") or SYSTEM_FOLDERS).split(":")
    for folder in filter(None, folders):
        file = Path(folder) / "dunst" / "dunstrc"
        if os.access(file, os.R_OK) and file.is_file():
            return [file, *sorted(Path(f"{file}.d").glob("[!.]*.conf"))]
    return []


def settings_of(texts: Iterable[str]) -> dict[str, str]:
    """What is in force after these files, the last of them said last."""
    settings = dict(DEFAULTS)
    for text in texts:
        section = ""
        for line in map(str.strip, text.splitlines()):
            if line.startswith("[") and "]" in line:
                section = line[1:].partition("]")[0]
            name, equals, value = line.partition("=")
            if section == "global" and equals and name.strip() in settings:
                settings[name.strip()] = _value(value)
    return settings


def _value(text: str) -> str:
    """Up to a comment, which may begin after a quotation only."""
    text = text.strip()
    if text.startswith('"') and '"' in text[1:]:
        return text[1:].partition('"')[0]
    return text.partition("#")[0].partition(";")[0].strip()


def _first_word(command: str) -> str:
    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:
        return command.split(" ")[0]


def _is_installed(program: str, environ: Mapping[str, str]) -> bool:
    return shutil.which(_path(program, environ.get("HOME", "")), path=environ.get("PATH")) is not None


def _path(text: str, home: str) -> Path:
    return Path(home + text[1:] if text.startswith("~/") else text)


def _process(pid: int | None) -> tuple[list[str], dict[str, str], Path]:
    """Its words, the variables that matter here, and its folder; empty if they cannot be read."""
    if pid is None:
        return [], {}, Path()
    place = PROCESSES / str(pid)
    words = _read(place / "cmdline").split("\0")
    pairs = (pair.partition("=") for pair in _read(place / "environ").split("\0"))
    variables = {name: value for name, _, value in pairs if name in NEEDED_VARIABLES}
    folder = Path()
    with suppress(OSError):
        folder = (place / "cwd").readlink()
    return words, variables, folder


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
