"""OpenCode servers of this machine: processes of this user that are called so and listen. One account may have several
homes (root in containers, tests): who lives in another one than we do is somebody else.

On Linux the tables of sockets are joined with the descriptors of those processes; elsewhere `lsof` is asked. A socket
in another network namespace is not in our tables, and could not be reached either.

Nothing is remembered between two calls: to know that a process is still the same one costs as much as reading its name,
and a process gets another name when it starts another program.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bellpull.watch.listeners import Found, held, is_opencode, listeners, once, printed_by_lsof

__all__ = ["Found", "listening"]

PROCESSES = Path("/proc/self").parent
LSOF = ("-nP", "-iTCP", "-sTCP:LISTEN", "-a", "-c", "opencode", "-F", "pcn")
LSOF_SECONDS = 5.0
#: The name stands at the beginning; a prompt that is given as a word can be long.
MOST_OF_WORDS = 4096


def listening(processes: Path = PROCESSES) -> list[Found]:
    """Blocks for some milliseconds, and raises nothing: what cannot be read is not there."""
    try:
        return _joined(processes) if (processes / "net" / "tcp").exists() else _asked_of_lsof()
    except OSError:
        return []


def of_other_homes(processes: Path = PROCESSES) -> list[Found]:
    """Those of this account that are not ours. Where nobody can tell, there are none."""
    try:
        return _joined(processes, ours=False) if (processes / "net" / "tcp").exists() else []
    except OSError:
        return []


def _joined(processes: Path, *, ours: bool = True) -> list[Found]:
    home = _home(processes / "self")
    pids = (pid for pid in _called_opencode(processes) if _is_at_home(_home(processes / pid), home) == ours)
    links = {pid: list(_descriptors(processes / pid)) for pid in pids}
    # The kernel goes over all its connections to print who listens: that is dearer than all the names.
    sockets = _sockets(processes) if links else {}
    return once(Found(url, int(pid)) for pid in links for url in held(links[pid], sockets))


def may_be_opencode(pid: int, processes: Path = PROCESSES) -> bool:
    """Whether the process of this number is one. Unknown counts as yes."""
    try:
        return is_opencode(_words(str(processes / str(pid))))
    except FileNotFoundError:
        return not processes.exists()
    except OSError:
        return True


def _sockets(processes: Path) -> dict[str, str]:
    sockets: dict[str, str] = {}
    for name in ("tcp", "tcp6"):
        # The second is missing where IPv6 is switched off.
        with suppress(OSError), (processes / "net" / name).open(encoding="ascii", errors="replace") as table:
            sockets |= listeners(table)
    return sockets


def _called_opencode(processes: Path) -> Iterator[str]:
    """Processes of this user by number, in plain calls of the system: this goes over all that run."""
    me = os.geteuid()
    with os.scandir(processes) as entries:
        for entry in entries:
            with suppress(OSError):  # ended meanwhile
                if entry.name.isdigit() and entry.stat().st_uid == me and is_opencode(_words(entry.path)):
                    yield entry.name


def _words(process: str) -> list[str]:
    descriptor = os.open(f"{process}/cmdline", os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, MOST_OF_WORDS).decode(errors="replace").split("\0")
    finally:
        os.close(descriptor)


def _is_at_home(home: str | None, own: str | None) -> bool:
    return home is None or own is None or home == own


def _home(process: Path) -> str | None:
    """None: nobody can tell."""
    with suppress(OSError):
        for variable in (process / "environ").read_bytes().split(b"\0"):
            name, _, value = variable.partition(b"=")
            if name == b"HOME" and value:
                return os.path.realpath(os.fsdecode(value))
    return None


def _descriptors(process: Path) -> Iterator[str]:
    with suppress(OSError):  # ended meanwhile, or it does not let itself be looked at
        for descriptor in (process / "fd").iterdir():
            with suppress(OSError):  # closed meanwhile
                yield str(descriptor.readlink())


def _asked_of_lsof() -> list[Found]:
    program = shutil.which("lsof")
    if program is None or sys.platform == "win32":
        return []
    # Only -a makes it leave out what is not asked for, and it holds for the user as well.
    command = [program, *LSOF, "-u", str(os.geteuid())]
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    try:
        told = subprocess.run(command, stdin=null, stdout=pipe, stderr=null, timeout=LSOF_SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return []
    return printed_by_lsof(told.stdout.decode(errors="replace"))
