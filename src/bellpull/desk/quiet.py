"""When a person is not to be disturbed: quiet hours, "quiet for an hour", do-not-disturb of the desktop. Pure."""

from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain.quiet_hours import Hours

URGENT = "urgent"


class Quiet(NamedTuple):
    hours: Hours | None = None
    until: datetime | None = None
    #: Why the desktop itself wants silence, or None.
    disturb: str | None = None

    def holds(self, now: datetime) -> bool:
        by_hand = self.until is not None and now < self.until
        return by_hand or self.disturb is not None or (self.hours is not None and self.hours.hold(now))


def tomorrow(now: datetime) -> datetime:
    """Nine in the morning of the next day."""
    return (now + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
