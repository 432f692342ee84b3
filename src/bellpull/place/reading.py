"""The place of a process, as its surroundings tell it: what can be said of it on the wire, and nothing else.

It is read in the program of a hook as well, so it imports little. It raises nothing: what cannot be read is left out.
An environment holds secrets; of another process's only the few variables below are ever kept.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: What the variables of each surrounding are called, and as what they are told; all of them, or it is not told.
SURROUNDINGS = {
    "tmux": {"TMUX": "socket", "TMUX_PANE": "pane"},
    "kitty": {"KITTY_LISTEN_ON": "listen_on", "KITTY_WINDOW_ID": "window"},
    "wezterm": {"WEZTERM_UNIX_SOCKET": "socket", "WEZTERM_PANE": "pane"},
    "iterm2": {"ITERM_SESSION_ID": "session"},
}
WANTED = frozenset(name for variables in SURROUNDINGS.values() for name in variables)
LONGEST = 300
MOST_OF_ENVIRONMENT = 1 << 20
PS_SECONDS = 2.0
PROCESSES = "/proc"
#: Device numbers of terminals: Linux's Documentation/admin-guide/devices.txt.
_CONSOLES, _FIRST_SERIAL, _FIRST_PTS, _LAST_PTS = 4, 64, 136, 143


def place_here(environ: Mapping[str, str]) -> dict[str, Any]:
    """Of this process, without its number: who reads this often is a short-lived child of the one that is meant."""
    tty = _tty_of_descriptors() or _tty_of(os.getpid())
    return {"host": hostname(), **({"tty": tty} if tty else {}), **_surroundings(environ)}


def place_of(pid: int) -> dict[str, Any] | None:
    """Of another process of this user; None where there is none."""
    if not is_alive(pid) or not _is_ours(pid):
        return None
    tty = _tty_of(pid)
    return {"host": hostname(), "pid": pid, **({"tty": tty} if tty else {}), **_surroundings(_environ_of(pid))}


def is_alive(pid: int) -> bool:
    """Whether it runs; one that has ended and waits for its parent to notice does not. Unknown counts as running."""
    if isinstance(pid, bool) or pid <= 0:
        return False
    if sys.platform == "win32":
        return True  # there, signal 0 is no question but a kill
    try:
        os.kill(pid, 0)
    except PermissionError:
        pass
    except (OSError, OverflowError):
        return False
    return _stat(pid)[:1] not in (["Z"], ["X"])


def began_at(pid: int) -> float | None:
    """When the process began, in seconds of the epoch; None if nobody can say. After a restart of the machine the
    number of one that ended may be another's."""
    try:
        booted = float(_read(f"{PROCESSES}/stat").partition(b"\nbtime ")[2].split()[0])
        return booted + float(_stat(pid)[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def hostname() -> str:
    if sys.platform == "win32":
        import socket

        return socket.gethostname()
    return os.uname().nodename


def _surroundings(environ: Mapping[str, str]) -> dict[str, dict[str, str]]:
    told = {}
    for name, variables in SURROUNDINGS.items():
        values = {field: _value(variable, environ.get(variable, "")) for variable, field in variables.items()}
        if all(values.values()):
            told[name] = values
    return told


def _value(variable: str, value: str) -> str:
    if variable == "TMUX":  # the socket, the server's process, the session
        value = value.rsplit(",", 2)[0]
    return value if len(value) <= LONGEST and value.isprintable() else ""


def _is_ours(pid: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
        folder = f"{PROCESSES}/{pid}"
        return not os.access(folder, os.F_OK) or os.stat(folder).st_uid == os.geteuid()  # noqa: PTH116
    except OSError:
        return False


def _environ_of(pid: int) -> dict[str, str]:
    pairs = (pair.partition(b"=") for pair in _read(f"{PROCESSES}/{pid}/environ").split(b"\0"))
    told = ((name.decode(errors="replace"), value) for name, _, value in pairs)
    return {name: value.decode(errors="surrogateescape") for name, value in told if name in WANTED}


def _tty_of_descriptors() -> str | None:
    for descriptor in range(3):
        try:
            name = os.ttyname(descriptor)
        except (OSError, AttributeError):
            continue
        if name != "/dev/tty":  # that is whichever terminal asks
            return name
    return None


def _tty_of(pid: int) -> str | None:
    fields = _stat(pid)
    if len(fields) > 4:
        return tty_name(int(fields[4]))
    return None if sys.platform in ("linux", "win32") else _tty_by_ps(pid)


def tty_name(number: int) -> str | None:
    """The terminal with this device number, as /proc/PID/stat tells it."""
    major, minor = number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00
    if _FIRST_PTS <= major <= _LAST_PTS:
        return f"/dev/pts/{(major - _FIRST_PTS) * 256 + minor}"
    if major != _CONSOLES:
        return None
    return f"/dev/tty{minor}" if minor < _FIRST_SERIAL else f"/dev/ttyS{minor - _FIRST_SERIAL}"


def _stat(pid: int) -> list[str]:
    """The fields after the program's name, which may itself hold brackets and blanks: state, parent, …"""
    return _read(f"{PROCESSES}/{pid}/stat").decode(errors="replace").rpartition(")")[2].split()


def _read(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        with open(descriptor, "rb") as file:  # noqa: PTH123
            return file.read(MOST_OF_ENVIRONMENT)
    except OSError:
        return b""


def _tty_by_ps(pid: int) -> str | None:
    import shutil
    import subprocess

    program = shutil.which("ps")
    if program is None:
        return None
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    command = [program, "-o", "tty=", "-p", str(pid)]
    try:
        told = subprocess.run(command, stdin=null, stdout=pipe, stderr=null, timeout=PS_SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return printed_by_ps(told.stdout.decode(errors="replace"))


def printed_by_ps(output: str) -> str | None:
    """`ttys003`, on Linux `pts/4`; without a terminal `??`, `?` or `-`."""
    name = output.strip()
    return f"/dev/{name}" if name.replace("/", "").isalnum() and len(name) <= LONGEST else None
