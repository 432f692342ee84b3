"""Where a person sits whose coding tool runs its sessions in a daemon, as Codex does: the hooks' own process, its
terminal and its variables are those of the terminal that started the daemon. But each terminal's program holds a
connection to it, and a person has just typed in one of them. Only Linux tells who is connected.

Loaded by `hook_seldom`, and made as it is: of modules that are written in C.
"""

import _socket
import sys
from _struct import pack, unpack_from

if sys.platform == "win32":
    import nt as posix
else:
    import posix

#: Linux, <linux/netlink.h>, <linux/sock_diag.h> and <linux/unix_diag.h>: sockets of this machine, and their other ends.
NETLINK, SOCK_DIAG, BY_FAMILY, DUMP = 16, 4, 20, 0x301
UNIX, EVERY_STATE, SHOW_PEER, PEER = 1, 0xFFFFFFFF, 4, 2
SECONDS = 0.5
INODE = "socket:["


def terminal_of(daemon: int, folder: str) -> int | None:
    """The process in whose terminal somebody has just written to a session in this folder. Where several are open
    there, the one that was typed in last; None if nobody can tell."""
    there = connected(daemon)
    here = [pid for pid in there if _link(f"/proc/{pid}/cwd") == folder] or there
    typed = sorted((_typed_at(pid), pid) for pid in here)
    if not typed or (len(typed) > 1 and typed[-1][0] == typed[-2][0]):
        return None
    return typed[-1][1]


def connected(daemon: int) -> list[int]:
    """The processes of the same program that hold a connection to it."""
    try:
        name, ours = _read(f"/proc/{daemon}/comm"), _sockets(daemon)
        theirs = {other for one, other in _peers() if one in ours} - ours
        pids = [int(pid) for pid in posix.listdir("/proc") if pid.isdecimal()] if theirs else []
    except OSError:
        return []
    alike = (pid for pid in pids if pid != daemon and _read(f"/proc/{pid}/comm") == name)
    return [pid for pid in alike if not theirs.isdisjoint(_sockets(pid))]


def variables(pid: int) -> dict[bytes, bytes]:
    """With which it was started."""
    pairs = (line.partition(b"=") for line in _read(f"/proc/{pid}/environ").split(b"\0"))
    return {name: value for name, _, value in pairs if name}


def _typed_at(pid: int) -> int:
    """When its terminal was last read from. The kernel rounds it to eight seconds, which hides single keys."""
    try:
        return int(posix.stat(f"/proc/{pid}/fd/0").st_atime) >> 3
    except OSError:
        return 0


def _sockets(pid: int) -> set[int]:
    try:
        links = [_link(f"/proc/{pid}/fd/{file}") for file in posix.listdir(f"/proc/{pid}/fd")]
    except OSError:  # somebody else's
        return set()
    return {int(link[len(INODE) : -1]) for link in links if link.startswith(INODE)}


def _peers() -> list[tuple[int, int]]:
    """Of each Unix socket that is connected: its number, and that of its other end."""
    with_kernel = _socket.socket(NETLINK, _socket.SOCK_DGRAM, SOCK_DIAG)
    try:
        with_kernel.settimeout(SECONDS)
        asked = pack("=BBHIIIII", UNIX, 0, 0, EVERY_STATE, 0, SHOW_PEER, 0, 0)
        with_kernel.send(pack("=IHHII", 16 + len(asked), BY_FAMILY, DUMP, 1, 0) + asked)
        found: list[tuple[int, int]] = []
        while _is_more(with_kernel.recv(1 << 18), found):
            pass
        return found
    finally:
        with_kernel.close()


def _is_more(received: bytes, found: list[tuple[int, int]]) -> bool:
    """Whether the kernel has more to say; what it has said is added."""
    at = 0
    while at + 16 <= len(received):
        length, kind = unpack_from("=IH", received, at)
        if kind != BY_FAMILY or length < 16:
            return False
        (inode,) = unpack_from("=I", received, at + 20)
        inner = at + 32
        while inner + 4 <= at + length:
            size, attribute = unpack_from("=HH", received, inner)
            if attribute == PEER and size >= 8:
                found.append((inode, unpack_from("=I", received, inner + 4)[0]))
            inner += max(4, size + 3 & ~3)
        at += length + 3 & ~3
    return bool(received)


def _read(file: str) -> bytes:
    try:
        opened = posix.open(file, posix.O_RDONLY)
        try:
            pieces = []
            while piece := posix.read(opened, 1 << 16):
                pieces.append(piece)
            return b"".join(pieces)
        finally:
            posix.close(opened)
    except OSError:
        return b""


def _link(file: str) -> str:
    try:
        return str(posix.readlink(file))
    except OSError:
        return ""
