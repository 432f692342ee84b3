"""When a person is not to be disturbed: quiet hours, "quiet for an hour", do-not-disturb of the desktop. Pure."""

from datetime import datetime, time, timedelta
from typing import NamedTuple

URGENT = "urgent"


class Hours(NamedTuple):
    """From one time of the day to another, over midnight too."""

    begin: time
    end: time

    def hold(self, now: datetime) -> bool:
        at = now.time()
        if self.begin <= self.end:
            return self.begin <= at < self.end
        return at >= self.begin or at < self.end


def hours_of(text: str) -> Hours | None:
    """`22:00-07:00`; nothing for no quiet hours. Raises ValueError for what is neither."""
    if not text:
        return None
    begin, dash, end = text.partition("-")
    if not dash:
        raise ValueError(text)
    return Hours(_time(begin), _time(end))


def _time(text: str) -> time:
    hour, colon, minute = text.strip().partition(":")
    if not (colon and hour.isdecimal() and minute.isdecimal() and len(minute) == 2):
        raise ValueError(text)
    return time(int(hour), int(minute))


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
