"""When a checker runs again, so that one which writes files itself does not start itself without end.

Pure; times are given. A change while nothing runs is somebody else's and starts a run. A change during a run may be the
run's own: it starts another one a few times, then after a while (it may have been somebody else's after all), and then
no more until something changes while nothing runs, or a file that no run before has touched.
"""

from __future__ import annotations

#: How long to wait before each further run that only changes during the run before have called for.
DELAYS = (0.0, 0.0, 0.0, 3.0, 30.0)
#: A run that was called for so often is not ended for another change: it has to come to its end at some time.
PATIENT_FROM = 3
#: Changes are told late: what comes so soon after a run still belongs to it.
GRACE_SECONDS = 1.0


class Restraint:
    def __init__(self) -> None:
        self._running = False
        self._touched = False
        self._in_a_row = 0
        self._ended_at: float | None = None
        self._due: float | None = 0.0
        self._suspects: set[str] = set()

    def begin(self) -> None:
        self._running = True
        self._touched = False
        self._due = None

    def touch(self, paths: set[str], now: float) -> bool:
        """Files have changed; `paths` are those that were there before, because who writes reports under ever new names
        touches nothing else. Whether the run that goes on is to be ended: it looks at what is no longer so."""
        if not self._running and (self._ended_at is None or now - self._ended_at >= GRACE_SECONDS):
            self._in_a_row = 0
            self._suspects = set()
            self._due = now
            return False
        if self._in_a_row and not paths <= self._suspects:
            self._in_a_row = 0
            self._due = None
        self._suspects |= paths
        self._touched = True
        if not self._running:
            self._again(now)
        return self._running and self._in_a_row < PATIENT_FROM

    def end(self, now: float) -> None:
        """The run is over, by itself or because it was ended."""
        self._running = False
        self._ended_at = now
        if self._touched:
            self._again(now)

    def _again(self, now: float) -> None:
        if self._due is None and self._in_a_row < len(DELAYS):
            self._due = now + DELAYS[self._in_a_row]
            self._in_a_row += 1

    @property
    def suspicious(self) -> bool:
        """Whether runs seem to call for each other."""
        return self._in_a_row > PATIENT_FROM

    def left(self, now: float) -> float | None:
        """Seconds until the next run, 0 when it is time; None where none is due or one goes on."""
        return None if self._running or self._due is None else max(self._due - now, 0.0)
