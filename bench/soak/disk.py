"""The disk of the data folder, which can become full and free again.

A file system in memory, in a view of the mounts that only this run has: when its last process ends, the mount is gone.
Full means that it has become as small as what is in it. Without root there is none, and the disk never becomes full.
"""

import ctypes
import os
from math import inf
from pathlib import Path
from time import monotonic

NEW_MOUNTS = 0x00020000
REMOUNT, PRIVATE, ALL_BELOW = 32, 1 << 18, 16384
ROOM = 2 << 30
PAGE = os.sysconf("SC_PAGE_SIZE")


class Disk:
    def __init__(self, folder: Path) -> None:
        """`folder` is made, and becomes a mount if that is possible."""
        folder.mkdir(mode=0o700)
        self._folder = folder
        self.full = False
        #: When it last was, by the clock that never jumps.
        self.full_until = -inf
        self.why_not = "" if os.geteuid() == 0 else "that takes root"
        if self.why_not:
            return
        try:
            _unshared()
            _mounted("tmpfs", folder, 0, f"size={ROOM},mode=700")
        except OSError as error:
            self.why_not = f"root may not mount here ({error.strerror})"

    def fill(self, left: int = 0) -> None:
        """To the last pages."""
        kept = os.statvfs(self._folder)
        used = (kept.f_blocks - kept.f_bfree) * kept.f_frsize
        self.full = True
        _mounted("tmpfs", self._folder, REMOUNT, f"size={used + left * PAGE}")

    def was_full(self, since: float) -> bool:
        return self.full or self.full_until >= since

    def free(self) -> None:
        if self.full:
            self.full_until = monotonic()
            _mounted("tmpfs", self._folder, REMOUNT, f"size={ROOM}")
        self.full = False

    def close(self) -> None:
        if not self.why_not:
            _libc().umount2(os.fsencode(self._folder), 2)  # also while somebody still looks at it


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _unshared() -> None:
    if _libc().unshare(NEW_MOUNTS):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    _mounted("none", Path("/"), PRIVATE | ALL_BELOW, "")


def _mounted(kind: str, where: Path, flags: int, options: str) -> None:
    kind_, where_, options_ = kind.encode(), os.fsencode(where), options.encode()
    if _libc().mount(kind_, where_, kind_, ctypes.c_ulong(flags), options_ or None):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
