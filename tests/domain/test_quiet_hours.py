"""Quiet hours as a person writes them, and when they hold."""

from datetime import datetime

import pytest

from bellpull.domain.errors import Invalid
from bellpull.domain.quiet_hours import checked, hours_of, written


@pytest.mark.parametrize(
    "hours, holding, not_holding",
    [
        ("22:00-07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "12:00", "21:59"]),
        ("12:30-14:00", ["12:30", "13:59"], ["12:29", "14:00", "00:00"]),
        ("00:00-12:00", ["00:00", "11:59"], ["12:00", "23:59"]),
    ],
)
def test_quiet_hours_hold_from_their_first_minute_to_before_their_last(
    hours: str, holding: list[str], not_holding: list[str]
) -> None:
    quiet = hours_of(hours)
    assert quiet is not None
    times = [*holding, *not_holding]
    held = [at for at in times if quiet.hold(datetime.fromisoformat(f"2026-03-01T{at}:00"))]
    assert held == holding


@pytest.mark.parametrize(
    "text, expected", [("", ""), (" 9:05 - 17:00 ", "09:05-17:00"), ("22:00-07:00", "22:00-07:00")]
)
def test_quiet_hours_are_written_in_one_way(text: str, expected: str) -> None:
    assert written(text) == checked(text) == expected


def test_quiet_hours_that_are_not_chosen_are_the_hubs() -> None:
    assert checked(None) is None


@pytest.mark.parametrize("text", ["22:00", "22:00-22:00", "24:00-07:00", "22:60-07:00", "x22:00-07:00", "22:00-07:00x"])
def test_quiet_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        hours_of(text)
    with pytest.raises(Invalid) as refused:
        checked(text)
    assert refused.value.code == "invalid_quiet_hours"
    assert refused.value.sentence == "quiet_hours: two different times of the day, as 22:00-07:00"
    assert refused.value.hint == 'an empty text is for none, null for the hub\'s setting: {"quiet_hours": ""}'
