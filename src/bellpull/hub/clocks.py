"""The hub's clock. It says what the machine's clock says, which may be set at any time, by hours, and wrongly.

What the hub stamps is not to hold anything for longer because of that: a stamp that lies further ahead than the time
for which it counts was made before the clock was set back, and counts no more (`deadlines.py`). What cannot be taken
back (an open question expires, records are deleted) goes by the time that the hub has lived through.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

#: So far back a clock may be set before it is believed: people read these times, and deadlines must not stand for long.
WAITED_FOR = timedelta(seconds=5)
#: A clock that was set forward is set right within minutes if it was wrong: machines ask each other for the time.
BELIEVED_AFTER = timedelta(minutes=10)


def utc_now() -> datetime:
    return datetime.now(UTC)


class Steady:
    """A clock that stands while the machine's is a little behind what it has told, instead of going back with it: what
    is asked later is never older. Set back further, it goes along; ids keep the order then."""

    def __init__(
        self, clock: Callable[[], datetime], passed: Callable[[], float] = monotonic, since: datetime | None = None
    ) -> None:
        """`passed`: seconds that only rise. `since`: the last time that the store knows of, if it does."""
        self._clock = clock
        self._told = clock()
        self._lived = Lived(self, passed, since)

    def __call__(self) -> datetime:
        now = self._clock()
        if not now < self._told <= now + WAITED_FOR:
            self._told = now
        return self._told

    def lived(self) -> datetime:
        """The time for what cannot be taken back."""
        return self._lived()


class Lived:
    """A clock that goes along with another, but not when that one jumps forward: then it goes on as time passes, until
    the other has stood ahead for ten minutes. A machine that slept, or a hub that was not running, is such a jump too.
    """

    def __init__(
        self, clock: Callable[[], datetime], passed: Callable[[], float], since: datetime | None = None
    ) -> None:
        self._clock = clock
        self._passed = passed
        self._at = passed()
        self._told = min(clock(), since or clock())
        #: How far ahead the other is, and since when, by the time that has passed.
        self._ahead = timedelta()
        self._ahead_since = self._at

    def __call__(self) -> datetime:
        now, at = self._clock(), self._passed()
        expected = self._told + timedelta(seconds=at - self._at)
        ahead = now - expected
        if ahead > self._ahead + WAITED_FOR:
            self._ahead_since = at
        self._ahead = max(ahead, timedelta())
        stands = timedelta(seconds=at - self._ahead_since) >= BELIEVED_AFTER
        if self._ahead <= WAITED_FOR or stands:
            self._ahead, expected = timedelta(), now
        self._told, self._at = expected, at
        return self._told
