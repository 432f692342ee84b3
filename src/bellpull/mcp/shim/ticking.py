"""Progress for calls that wait, every five seconds by our own clock, so that clients go on waiting: also while the hub
is away. One thread for all of them, which ends with the last."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from time import monotonic, sleep, time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from bellpull.mcp.shim.driving import LiveCall

EVERY_SECONDS = 5.0
LEAST_STEP = 0.1


class Ticking:
    def __init__(self, tell: Callable[[LiveCall, float], bool]) -> None:
        """`tell(call, progress)` says whether the call still wants to hear more."""
        self._tell = tell
        self._lock = allocate_lock()
        self._due: dict[LiveCall, float] = {}
        self._told: dict[LiveCall, float] = {}
        self._runs = False

    def add(self, call: LiveCall) -> None:
        """No call is due earlier than all that were added before it, so a sleeping thread need not be woken."""
        with self._lock:
            self._due[call] = monotonic() + EVERY_SECONDS
            runs, self._runs = self._runs, True
        if runs:
            return
        try:
            start_new_thread(self._run, ())
        except RuntimeError:
            self._runs = False  # no room for a thread: the next call tries again

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._due:
                    self._runs = False
                    return
                call, due = min(self._due.items(), key=lambda item: item[1])
            sleep(max(due - monotonic(), 0))
            self._tick(call)

    def _tick(self, call: LiveCall) -> None:
        progress = max(waited(call), self._told.get(call, 0.0) + LEAST_STEP)
        wanted = self._tell(call, progress)
        with self._lock:
            if wanted:
                self._due[call] = monotonic() + EVERY_SECONDS
                self._told[call] = progress
            else:
                del self._due[call]
                self._told.pop(call, None)


def waited(call: LiveCall) -> float:
    """Seconds since the question was opened: they rise also when a call takes a question up again. The clock may have
    been set meanwhile, or be another than the hub's: no call has waited for less than it runs."""
    here = monotonic() - call.started
    if call.opened_at is None:
        return round(here, 1)
    from datetime import datetime

    return round(max(here, time() - datetime.fromisoformat(call.opened_at).timestamp()), 1)
