"""A lock that a process holds on an open file until it closes it or dies: the same on every system.

Never delete a file that is locked: another process might lock the deleted one and believe itself alone.
"""

from __future__ import annotations

import sys


def try_lock(file: int) -> bool:
    """Whether this process has the lock now. Another one's is not waited for."""
    try:
        _lock(file)
    except OSError:
        return False
    return True


# Imported only when somebody locks: most commands never do.
if sys.platform == "win32":

    def _lock(file: int) -> None:
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: int) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
