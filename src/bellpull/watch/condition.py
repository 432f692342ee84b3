"""How a server fares: whether its events come, what is wrong with it, and whether it is gone.

Pure: the time is an argument, in seconds of a clock that only goes forward.
"""

from bellpull.watch.opencode import LOCKED, Away, Refused

SAFETY_NET_SECONDS = 45.0
POLL_SECONDS = 2.0
LONGEST_POLL_SECONDS = 30.0
#: A server that is restarted is away for a moment; that is no trouble yet.
HICCUP_SECONDS = 2.0
GONE_SECONDS = 10.0
NO_EVENTS = 404


class Condition:
    def __init__(self) -> None:
        #: Its events come.
        self.live = False
        #: It has none to give.
        self.eventless = False
        #: Whether it has ever shown itself to be an OpenCode.
        self.met = False
        #: Whether all that it shows was read, since it was met.
        self.read = False
        self._failures = 0
        self._of_events: str | None = None
        self._of_reading: str | None = None
        self._lost_at: float | None = None
        self._refused_at: float | None = None

    @property
    def trouble(self) -> str | None:
        """In a few words for people."""
        return self._of_events or self._of_reading

    @property
    def nobody_listens(self) -> bool:
        return self._refused_at is not None

    def connected(self) -> None:
        self.live, self.eventless, self._failures = True, False, 0
        self._lost_at = self._refused_at = self._of_events = None

    def lost(self, error: Away | Refused | None, now: float) -> None:
        """Its events ended, or do not come."""
        self.live = False
        self.eventless = isinstance(error, Refused) and error.status == NO_EVENTS
        self._lost_at = now if self._lost_at is None else self._lost_at
        if not (isinstance(error, Away) and error.refused):
            self._refused_at = None
        elif self._refused_at is None:
            self._refused_at = now
        if isinstance(error, Refused):
            self.met = self.met or error.trouble == LOCKED
            # Without events it is read; whether that goes well shows there.
            self._of_events = LOCKED if error.trouble == LOCKED else None
        elif error is not None and now - self._lost_at >= HICCUP_SECONDS:
            self._of_events = error.trouble

    def was_read(self) -> None:
        self._failures, self._of_reading, self.read = 0, None, True

    def was_not_read(self, error: Away | Refused) -> None:
        self._failures += 1
        self.met = self.met or error.trouble == LOCKED
        self._of_reading = error.trouble

    def until_reading(self) -> float:
        """Seconds to the next whole reading, unless something asks for it before."""
        if self.live and not self._failures:
            return SAFETY_NET_SECONDS
        return min(POLL_SECONDS * (1 << min(self._failures, 10)), LONGEST_POLL_SECONDS)

    def is_gone(self, now: float, runs: bool | None) -> bool:
        """`runs`: whether its process does; None where nobody knows it."""
        if self._refused_at is None:
            return False
        return now - self._refused_at >= GONE_SECONDS if runs is None else not runs
