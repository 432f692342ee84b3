"""Whose program listens at an address of this machine.

A server that nobody named is told secrets, and believed, only if it is a program of one's own account: any account can
listen at a free port. Nor is an OpenCode one's own that lives in another home of this account. On Linux the tables of
sockets say whose each is; elsewhere `lsof` is asked for one's own. Where nobody can tell, it is not one's own.
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from bellpull.watch.discovery import of_other_homes
from bellpull.watch.listeners import Listens, accounts, asked_for, printed_names

PROCESSES = Path("/proc/self").parent
LSOF_SECONDS = 5.0


class Foreign(OSError):
    """Somebody else's program is at the other end."""

    def __init__(self) -> None:
        super().__init__("a program of another account or home listens there")


def is_own(host: str, port: int, processes: Path = PROCESSES) -> bool:
    """Whether a program of this account, and nobody else's, listens at this numeric address. Blocks for some
    milliseconds."""
    if sys.platform == "win32":
        return False
    asked = Listens(ip_address(host.partition("%")[0]), port)
    if (processes / "net" / "tcp").exists():
        return _in_tables(asked, processes) == {os.geteuid()} and not _is_of_other_home(asked, processes)
    return any(asked_for(asked, one) for one in _own_by_lsof(port))


def _is_of_other_home(asked: Listens, processes: Path) -> bool:
    others = (urlsplit(one.url) for one in of_other_homes(processes))
    return any(asked_for(asked, Listens(ip_address(one.hostname or ""), one.port or 0)) for one in others)


def _in_tables(asked: Listens, processes: Path) -> set[int]:
    found: set[int] = set()
    for name in ("tcp", "tcp6"):
        # The second is missing where IPv6 is switched off.
        with suppress(OSError), (processes / "net" / name).open(encoding="ascii", errors="replace") as table:
            found |= {uid for listens, uid in accounts(table) if asked_for(asked, listens)}
    return found


def _own_by_lsof(port: int) -> list[Listens]:
    program = shutil.which("lsof")
    if program is None or sys.platform == "win32":
        return []
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    command = [program, "-nP", "-a", "-u", str(os.geteuid()), f"-iTCP:{port}", "-sTCP:LISTEN", "-F", "pn"]
    try:
        told = subprocess.run(command, stdin=null, stdout=pipe, stderr=null, timeout=LSOF_SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return []
    return list(printed_names(told.stdout.decode(errors="replace")))
