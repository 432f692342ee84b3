"""What `bellpull doctor` looks at: each check returns findings. Nothing here changes anything."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from bellpull.cli.account_checks import check_opencode
from bellpull.cli.connect_checks import check_clients
from bellpull.cli.datafile import check_data_file
from bellpull.cli.desk_checks import check_desk
from bellpull.cli.filesystem import UNSAFE, kind_of, linux_mounts, macos_mounts, nearest_existing
from bellpull.cli.finding import NOTE, OK, PROBLEM, Finding
from bellpull.cli.hub_checks import away_from_here, check_hub
from bellpull.cli.parser import unknown_variables
from bellpull.cli.reach_checks import check_reach, check_way
from bellpull.domain import errors
from bellpull.domain.size import size_text
from bellpull.own_folder import need_own
from bellpull.remote.find import KEY_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bellpull.config import Config

    Check = tuple[str, Callable[[], Iterator[Finding]]]

LITTLE_SPACE = 100 * 1024 * 1024
OLDEST_SQLITE = (3, 35, 0)
TK_PACKAGES = {
    "debian": "apt install python3-tk",
    "fedora": "dnf install python3-tkinter",
    "rhel": "dnf install python3-tkinter",
    "suse": "zypper install python3-tk",
    "arch": "pacman -S tk",
    "alpine": "apk add python3-tkinter",
}


def check_all(config: Config) -> list[Finding]:
    away = away_from_here(config)
    checks = (
        *(() if away and not config.data_dir.exists() else _of_folder(config.data_dir)),
        ("python", check_python),
        ("tk", check_tk),
        ("variable", check_variables),
        ("settings file", lambda: check_settings_file(config)),
        *(() if away else (("data file", lambda: check_data_file(config.data_dir)),)),
        ("hub", lambda: check_hub(config, away=away)),
        ("tls", lambda: check_way(config.url) if away else check_reach(config)),
        ("opencode", lambda: check_opencode(config)),
        ("desk", lambda: check_desk(config)),
        ("clients", lambda: check_clients(config)),
    )
    return [finding for about, check in checks for finding in _attempted(about, check)]


def _of_folder(folder: Path) -> tuple[Check, ...]:
    return (
        ("data folder", lambda: check_data_folder(folder)),
        ("file system", lambda: check_file_system(folder)),
        ("space", lambda: check_space(folder)),
    )


def _attempted(about: str, check: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """The findings of a check; that it could not be made is one, and the other checks go on."""
    findings: list[Finding] = []
    try:
        findings.extend(check())
    except errors.BellpullError as error:
        findings.append(Finding(about, PROBLEM, error.sentence, error.hint))
    except OSError as error:
        findings.append(Finding(about, PROBLEM, f"{error.filename}: {error.strerror}", "check its rights"))
    return findings


def check_settings_file(config: Config) -> Iterator[Finding]:
    """It may hold a key, and then it is nobody else's to read."""
    kind, _, file = config.origin("key").partition(" ")
    if kind == "file" and config.key:
        yield _private("settings file", Path(file), "600")


def check_data_folder(folder: Path) -> Iterator[Finding]:
    if not folder.exists():
        yield Finding("data folder", NOTE, f"{folder} is not there yet", "bellpull up makes it")
        return
    if not folder.is_dir():
        yield Finding("data folder", PROBLEM, f"{folder} is not a folder", "choose another: --data-dir")
        return
    need_own(folder)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("data folder", PROBLEM, f"{folder} cannot be written", f"chown -R $USER {folder}")
    found = [_private("data folder", folder, "700")]
    key = folder / KEY_FILE
    if os.access(folder, os.X_OK) and key.exists():
        found.append(_private("owner's key", key, "600"))
    # One line for both, if there is nothing to say of either.
    yield from found[:1] if all(each.state == OK for each in found) else found


def _private(about: str, path: Path, mode: str) -> Finding:
    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding(about, PROBLEM, f"{path} can be read by others", f"chmod {mode} {path}")
    return Finding(about, OK, f"{path} is yours alone")


def check_file_system(folder: Path) -> Iterator[Finding]:
    kind = kind_of(nearest_existing(folder), _mounts())
    if kind in UNSAFE:
        text = f"{folder} lies on {kind}, where SQLite's locks cannot be trusted"
        yield Finding("file system", PROBLEM, text, "choose a folder on a local disk: --data-dir")
    elif kind is not None:
        yield Finding("file system", OK, f"{kind} is safe for SQLite")


def _mounts() -> list[tuple[str, str]]:
    if sys.platform == "darwin":
        import subprocess

        said = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=10, check=False)
        return macos_mounts(said.stdout)
    table = Path("/proc/self/mounts")
    return linux_mounts(table.read_text(encoding="utf-8", errors="replace")) if table.exists() else []


def check_space(folder: Path) -> Iterator[Finding]:
    import shutil

    free = shutil.disk_usage(nearest_existing(folder)).free
    text = f"{size_text(free)} free"
    little = free < LITTLE_SPACE
    yield Finding("space", PROBLEM if little else OK, text, "make room on that disk" if little else None)


def check_python() -> Iterator[Finding]:
    import sqlite3

    said = f"{sys.version.split()[0]} at {sys.executable}, SQLite {sqlite3.sqlite_version}"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        yield Finding("python", PROBLEM, f"{said}, which is too old", "use a newer Python")
    else:
        yield Finding("python", OK, said)


def check_tk() -> Iterator[Finding]:
    try:
        import tkinter
    except ImportError:
        remedy = tk_remedy(_distribution(), sys.platform, sys.base_prefix)
        yield Finding("tk", NOTE, "not there; Bellpull's windows need it", remedy)
    else:
        yield Finding("tk", OK, f"version {tkinter.TkVersion}")


def tk_remedy(distribution: list[str], platform: str, prefix: str) -> str:
    """The command that brings Tk to this Python."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if platform == "darwin":
        return f"brew install python-tk@{version}"
    if "pyenv" in prefix:
        return f"install tk-dev, then build Python anew: pyenv install --force {version}"
    known = [TK_PACKAGES[name] for name in distribution if name in TK_PACKAGES]
    return known[0] if known else "install the package with Python's tkinter"


def _distribution() -> list[str]:
    """This Linux and those it is like, nearest first."""
    import platform

    try:
        said = platform.freedesktop_os_release()
    except OSError:
        return []
    return [said.get("ID", ""), *said.get("ID_LIKE", "").split()]


def check_variables() -> Iterator[Finding]:
    for name in unknown_variables():
        yield Finding(
            "variable", NOTE, f"{name} is no setting and changes nothing", "their names: bellpull doctor --settings"
        )
