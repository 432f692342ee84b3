"""How long the texts of a notification may be, to the character or the byte."""

from typing import Any

import pytest

from bellpull.domain.errors import Invalid
from bellpull.domain.notification import Draft, Limits, check


def draft(**values: Any) -> Draft:
    return Draft("info", "title")._replace(**values)


def test_limits_are_those_of_the_contract() -> None:
    assert Limits() == (200, 65_536, 200, 65_536, 16_384)


@pytest.mark.parametrize(
    "longest",
    [
        {"title": "é" * 200},
        {"message": "x" * 65_536},
        {"message": "é" * 32_768},
        {"message": "🔔" * 16_384},
        {"category": "é" * 200},
        {"metadata": "é" * 32_768},
    ],
)
def test_text_as_long_as_it_may_be_is_taken(longest: dict[str, str]) -> None:
    check(draft(**longest), Limits())


@pytest.mark.parametrize(
    "values, code, sentence",
    [
        ({"title": "x" * 201}, "title_too_long", "Title too long (max 200 characters)"),
        ({"title": " \n"}, "title_required", "Title is required"),
        ({"message": "x" * 65_537}, "message_too_long", "Message too long (max 65536 bytes)"),
        ({"message": "é" * 32_768 + "x"}, "message_too_long", "Message too long (max 65536 bytes)"),
        ({"message": "🔔" * 16_384 + "x"}, "message_too_long", "Message too long (max 65536 bytes)"),
        ({"category": "x" * 201}, "category_too_long", "Category too long (max 200 characters)"),
        ({"metadata": "é" * 32_768 + "x"}, "metadata_too_long", "Metadata too long (max 65536 bytes)"),
        ({"title": "a\0"}, "invalid_title", "title: must not contain the NUL character"),
        ({"message": "a\0"}, "invalid_message", "message: must not contain the NUL character"),
        ({"category": "a\0"}, "invalid_category", "category: must not contain the NUL character"),
    ],
)
def test_text_that_may_not_be_told_is_refused(values: dict[str, str], code: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        check(draft(**values), Limits())
    assert (refused.value.code, refused.value.sentence) == (code, sentence)
