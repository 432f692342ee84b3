"""Who listens at a socket. A tmux client does what its server says, even run a command: so it speaks only to the tmux
program itself, and not to whatever an agent has put at the address that it tells."""

import os
import socket
import stat
import struct
import sys
from pathlib import Path

DELETED = " (deleted)"  # as Linux names a program that was replaced while it ran
SECONDS = 1.0


def is_own_socket(path: str) -> bool:
    try:
        found = Path(path).stat()
    except OSError:
        return False
    return stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()


def listens_at(path: str, program: str) -> bool:
    """Whether this program of this user does. Only Linux says who it is: elsewhere, whether the socket is in a folder
    that belongs to this user alone."""
    if not is_own_socket(path):
        return False
    if sys.platform != "linux":
        folder = Path(path).parent.stat()
        return folder.st_uid == os.geteuid() and not folder.st_mode & 0o077
    try:
        pid, uid = _peer(path)
        runs = str(Path(f"/proc/{pid}/exe").readlink()).removesuffix(DELETED)
    except OSError:
        return False
    return uid == os.geteuid() and runs == str(Path(program).resolve())


def _peer(path: str) -> tuple[int, int]:
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(SECONDS)
        asked.connect(path)
        told = asked.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid, uid, _ = struct.unpack("3i", told)
    return pid, uid
