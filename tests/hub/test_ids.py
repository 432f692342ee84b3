"""Ids rise: within a millisecond, when the clock goes back, and when several threads make them at once."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from bellpull.hub import ids
from bellpull.hub.ids import new_hex_id, new_id

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def test_threads_that_make_ids_at_once_get_different_ones_that_rise_for_each() -> None:
    def make(_: int) -> list[str]:
        return [new_id(WHEN) for _ in range(20_000)]

    with ThreadPoolExecutor(8) as pool:
        of_threads = list(pool.map(make, range(8)))
    made = [id for ids in of_threads for id in ids]
    assert len(set(made)) == len(made) == 160_000
    assert all(ids == sorted(ids) for ids in of_threads)


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([timedelta()] * 1000, id="the same millisecond"),
        pytest.param([MILLISECOND] * 1000, id="a clock that goes"),
        pytest.param([-MILLISECOND] * 1000, id="a clock that goes back"),
        pytest.param([MILLISECOND, -timedelta(hours=1), MILLISECOND, timedelta(hours=2)] * 20, id="a clock that jumps"),
    ],
)
def test_ids_sort_as_text_in_the_order_in_which_they_were_made(steps: list[timedelta]) -> None:
    when, made = WHEN, []
    for step in steps:
        when += step
        made.append(new_id(when))
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"notif_[A-Za-z0-9_-]{16}", id) for id in made)


def test_ids_in_hexadecimal_rise_too_and_have_no_underscore() -> None:
    made = [new_hex_id(WHEN - number * MILLISECOND) for number in range(1000)]
    assert made == sorted(made)
    assert all(re.fullmatch(r"[0-9a-f]{24}", id) for id in made)


def test_ids_of_different_milliseconds_cannot_be_told_from_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "_last", 0)  # another test's clock may have gone far ahead
    made = [int(new_hex_id(WHEN + number * MILLISECOND), 16) for number in range(100)]
    assert len({number & (1 << 54) - 1 for number in made}) == 100
    assert [number >> 54 for number in made] == [made[0] + (at << 54) >> 54 for at in range(100)]
