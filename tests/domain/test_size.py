"""Sizes as people read them."""

import pytest

from bellpull.domain.size import size_text


@pytest.mark.parametrize(
    ("bytes", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (262_144, "262.1 kB"),
        (999_999, "1.0 MB"),
        (3_400_000, "3.4 MB"),
        (64 * 10**9, "64.0 GB"),
        (5 * 10**15, "5000.0 TB"),
    ],
)
def test_a_size_has_the_unit_in_which_its_number_is_short(bytes: int, text: str) -> None:
    assert size_text(bytes) == text
