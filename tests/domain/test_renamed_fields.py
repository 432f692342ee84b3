"""A refusal for a reader who knows the field by another name."""

import pytest

from bellpull.domain.errors import Invalid

NAMES = {"title": "--title", "ttl": "--for"}


@pytest.mark.parametrize(
    "sentence, hint, expected, expected_hint",
    [
        ("title: must not be empty", None, "--title: must not be empty", None),
        ("title. It is too long", None, "--title. It is too long", None),
        ("Invalid ttl: 9. Must be 1 to 5", None, "Invalid --for: 9.", "must be 1 to 5"),
        ("Invalid ttl: 9. Must be 1 to 5", "use less", "Invalid --for: 9. Must be 1 to 5", "use less"),
        ("ttl. a: b", None, "--for. a: b", None),
        ("question: too long", None, "question: too long", None),
        ("title", None, "title", None),
        (":title", None, ":title", None),
    ],
)
def test_refusal_names_the_field_as_its_reader_does(
    sentence: str, hint: str | None, expected: str, expected_hint: str | None
) -> None:
    error = Invalid("invalid", sentence, hint)
    error.rename(NAMES)
    assert (error.sentence, error.hint, str(error)) == (expected, expected_hint, expected)
