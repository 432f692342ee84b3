"""Start at login: puts the files in their places, tells systemd or launchd, and takes away what it put there.

With a user's systemd the hub is a unit and the desk an autostart entry, because it needs the graphical session; without
one an autostart entry starts both. On macOS it is a launchd agent. What somebody else wrote is neither replaced nor
removed. Not here: what the files say (`login_files`), and starting the hub now (`up`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bellpull.cli import login_files
from bellpull.cli.marked_file import check_ours, is_of_others, is_ours, take_away, text_of, write
from bellpull.cli.terminal import plain
from bellpull.cli.up_flags import FLAGS, flags_of
from bellpull.config import SETTINGS
from bellpull.desk.display import display
from bellpull.domain import errors
from bellpull.remote.find import running_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from bellpull.config import Config

UNIT = "bellpull.service"
TOLD_SECONDS = 10
START_SECONDS = 10.0
LOOK_EVERY_SECONDS = 0.05
NEEDS_DESKTOP = (
    "  note     only with a desktop session: there is no systemd of yours here, which would start it without one"
)
UNDO = "  undo     bellpull up --no-at-login"
# An entry's output ends in a log of the session, and what `up` prints has a link that signs its owner in.
SILENT = ("/bin/sh", "-c", 'exec "$0" "$@" >/dev/null')


class Place(NamedTuple):
    """Where a file of ours belongs, and what it is for."""

    file: Path
    what: str


class Login:
    """The places of one person on one machine."""

    def __init__(self, environ: Mapping[str, str], platform: str) -> None:
        self._environ = environ
        self.platform = platform
        home = Path(environ["HOME"]) if environ.get("HOME") else Path.home()
        chosen = Path(environ.get("XDG_CONFIG_HOME", ""))
        base = chosen if chosen.is_absolute() else home / ".config"
        self.unit = Place(base / "systemd" / "user" / UNIT, "the hub")
        self.entry = Place(base / "autostart" / "bellpull.desktop", "the desk")
        self.agent = Place(home / "Library" / "LaunchAgents" / f"{login_files.LABEL}.plist", "the hub and the desk")

    @property
    def places(self) -> tuple[Place, ...]:
        return (self.agent,) if self.platform == "darwin" else (self.unit, self.entry)

    def has_systemd(self) -> bool:
        return self.ask("systemctl", "--user", "show", "--property=Version") is None

    def has_desktop(self) -> bool:
        return display(self._environ, self.platform) is not None

    def ask(self, *words: str) -> str | None:
        """Run a program of the system: None when it did what it was told, else what it said."""
        try:
            ended = subprocess.run(  # noqa: S603
                words, env=dict(self._environ), capture_output=True, text=True, timeout=TOLD_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        return None if ended.returncode == 0 else (ended.stderr or ended.stdout).strip() or f"code {ended.returncode}"

    def variables(self) -> dict[str, str]:
        """What must be known before the settings are read."""
        named = self._environ.get("BELLPULL_CONFIG")
        return {"BELLPULL_CONFIG": str(Path(named).expanduser().absolute())} if named else {}


def install(config: Config, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> list[str]:
    """Install it; what there is to tell. Installing it again changes only what is different now."""
    login = _login(environ, platform)
    texts = _texts(config, login)
    for place in login.places:
        check_ours(place.file)
    try:
        lines = [*_written(login, texts), *_tell(config, login, texts)]
    except errors.Setup:
        for place in texts:  # half of it would be worse than nothing
            take_away(place.file)
        raise
    return ["Bellpull starts at login.", *lines, UNDO, *_forgotten(config)]


def remove(config: Config, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> list[str]:
    """Take away what was installed; a hub that runs is left alone."""
    login = _login(environ, platform)
    ours = [place.file for place in login.places if is_ours(place.file)]
    others = [place.file for place in login.places if is_of_others(place.file)]
    has_unit = login.unit.file in ours and login.has_systemd()
    if has_unit:
        login.ask("systemctl", "--user", "disable", UNIT)
    for file in ours:
        take_away(file)
    _unlink_want(login)
    if has_unit:
        login.ask("systemctl", "--user", "daemon-reload")
    lines = ["Bellpull no longer starts at login." if ours else "Bellpull does not start at login."]
    lines += [f"  removed  {plain(file)}" for file in ours]
    return [*lines, *(f"  left     {plain(file)} (Bellpull did not write it)" for file in others)]


def installed(config: Config, environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """By what Bellpull starts at login here; None when it does not."""
    if platform == "win32":
        return None
    login = Login(environ, platform)
    texts = {place: text_of(place.file) for place in login.places if is_ours(place.file)}
    if not texts:
        return None
    said = " and ".join(str(place.file) for place in texts)
    if texts != _texts(config, login, systemd=login.unit in texts):
        said += ", with other settings than these"
    off = login.unit in texts and login.has_systemd() and login.ask("systemctl", "--user", "is-enabled", "-q", UNIT)
    return f"{said}, but systemd has it disabled" if off else said


def _login(environ: Mapping[str, str], platform: str) -> Login:
    if platform == "win32":
        hint = "put a shortcut to `bellpull up --detach` into the folder that `shell:startup` opens"
        raise errors.Setup("no_start_at_login", "Start at login is not there yet on Windows.", hint)
    return Login(environ, platform)


def _texts(config: Config, login: Login, *, systemd: bool | None = None) -> dict[Place, str]:
    variables = login.variables()
    if login.platform == "darwin":
        return {login.agent: login_files.agent(_command(config, "up"), variables)}
    if login.has_systemd() if systemd is None else systemd:
        hub = login_files.unit(_command(config, "up", "--no-desk"), variables)
        return {login.unit: hub, login.entry: login_files.entry(_command(config, "desk", "--beside"), variables)}
    return {login.entry: login_files.entry([*SILENT, *_command(config, "up", "--detach")], variables)}


def _command(config: Config, *words: str) -> list[str]:
    # -P: the folder where a session begins must not be searched for modules.
    command = [sys.executable, "-P", "-m", "bellpull.cli.main", *words, "--data-dir", str(config.data_dir)]
    said = ("desk",) if "--no-desk" in words else ()
    return [*command, *flags_of(config, "flag", "variable", but=said)] if words[0] == "up" else command


def _written(login: Login, texts: Mapping[Place, str]) -> list[str]:
    lines = []
    for place in login.places:
        if place in texts:
            word = "wrote" if write(place.file, texts[place]) else "kept"
            what = place.what if len(texts) == len(login.places) else "the hub and the desk"
            lines.append(f"  {word:<9}{plain(place.file)} ({what})")
        else:
            take_away(place.file)
    return lines


def _tell(config: Config, login: Login, texts: Mapping[Place, str]) -> list[str]:
    """What else must be done for the files to count, and what there is to say of it."""
    if login.platform == "darwin":
        return _bootstrap(config, login)
    if login.unit not in texts:
        _unlink_want(login)
        return [] if login.has_desktop() else [NEEDS_DESKTOP]
    login.ask("systemctl", "--user", "daemon-reload")
    # By its path: systemd may know another folder for settings than this shell does.
    if failed := login.ask("systemctl", "--user", "enable", str(login.unit.file)):
        raise errors.Setup("not_enabled", f"systemd does not take {login.unit.file}: {failed}", "nothing is installed")
    return []


def _bootstrap(config: Config, login: Login) -> list[str]:
    """launchd starts at once what it takes, and would go on trying beside a hub that is not its own."""
    domain = f"gui/{os.getuid()}"
    if running_in(config.data_dir) or login.ask("launchctl", "print", f"{domain}/{login_files.LABEL}") is None:
        return []
    if failed := login.ask("launchctl", "bootstrap", domain, str(login.agent.file)):
        return [f"  note     launchd takes it with the next login, not now: {plain(failed)}"]
    deadline = time.monotonic() + START_SECONDS
    while running_in(config.data_dir) is None and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_SECONDS)
    return []


def _forgotten(config: Config) -> list[str]:
    """Variables of this shell are not there at login; those that cannot be flags are better kept in the file."""
    kept = (*FLAGS, "data_dir")
    lost = [one.variable for one in SETTINGS if one.name not in kept and config.origin(one.name).startswith("variable")]
    return [f"  note     at login these are not set, put them into config.toml: {', '.join(lost)}"] if lost else []


def _unlink_want(login: Login) -> None:
    """What `systemctl enable` made, where it could not be asked to undo it."""
    want = login.unit.file.parent / "default.target.wants" / UNIT
    if want.is_symlink() and not want.exists():
        want.unlink()
