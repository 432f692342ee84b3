"""The hours in which a person wants only what is urgent, `22:00-07:00`, by the clock of whoever keeps quiet. A person
may choose their own; else those of the hub's setting hold."""

import re
from datetime import datetime, time
from typing import NamedTuple

from bellpull.domain.errors import Invalid

_HOURS = re.compile(r"\s*(\d\d?):(\d\d)\s*-\s*(\d\d?):(\d\d)\s*", re.ASCII)


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
    found = _HOURS.fullmatch(text)
    if found is None:
        raise ValueError(text)
    hour, minute, last_hour, last_minute = map(int, found.groups())
    hours = Hours(time(hour, minute), time(last_hour, last_minute))
    if hours.begin == hours.end:
        raise ValueError(text)
    return hours


def written(text: str) -> str:
    """The one way in which the same hours are always written."""
    hours = hours_of(text)
    return "" if hours is None else f"{hours.begin:%H:%M}-{hours.end:%H:%M}"


def checked(text: str | None) -> str | None:
    """What a person chose: None stands for the hub's setting, nothing for no quiet hours at all."""
    try:
        return None if text is None else written(text)
    except ValueError:
        raise Invalid(
            "invalid_quiet_hours",
            "quiet_hours: two different times of the day, as 22:00-07:00",
            'an empty text is for none, null for the hub\'s setting: {"quiet_hours": ""}',
        ) from None
