"""A process that a hook leaves behind, for tools that wait for the end of their hooks: it goes on beside the tool, and
ends with it."""

from __future__ import annotations

import os
import select
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def can_be_left() -> bool:
    """Not on Windows."""
    return hasattr(os, "fork")


def leave_behind(goes_on: Callable[[Callable[[], None]], object], seconds: float = 0.0) -> int:
    """The exit code of the hook, in the process that the tool waits for. It waits so long for the other one to call
    what it is given."""
    heard, told = os.pipe()
    if os.fork():
        os.close(told)
        select.select([heard], [], [], seconds)
        return 0
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in range(3):  # the tool waits until nobody has them any longer
            os.dup2(nothing, file)
        os.close(heard)
        goes_on(lambda: _close(told))
    finally:
        os._exit(0)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _close(file: int) -> None:
    with suppress(OSError):
        os.close(file)
