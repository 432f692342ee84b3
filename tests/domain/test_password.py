"""Which passwords are taken: length counts, in characters at least and in bytes at most."""

import pytest

from bellpull.domain.errors import Invalid
from bellpull.domain.password import check_password

EASY = "three or four words are easy to remember"


@pytest.mark.parametrize("password", ["0123456789", "é" * 10, "x" * 1024, "é" * 512, "\ud800" * 341])
def test_password_of_fair_length_is_taken(password: str) -> None:
    assert check_password(password, "ada") == password


@pytest.mark.parametrize(
    "password, code, sentence, hint",
    [
        ("", "password_too_short", "A password has at least 10 characters", EASY),
        ("é" * 9, "password_too_short", "A password has at least 10 characters", EASY),
        ("x" * 1025, "password_too_long", "A password has at most 1024 bytes", "choose a shorter one"),
        ("é" * 513, "password_too_long", "A password has at most 1024 bytes", "choose a shorter one"),
        ("ada LOVELACE", "password_is_name", "A password must not be the name", EASY),
    ],
)
def test_password_of_another_length_or_equal_to_the_name_is_refused(
    password: str, code: str, sentence: str, hint: str
) -> None:
    with pytest.raises(Invalid) as refused:
        check_password(password, "Ada Lovelace")
    assert (refused.value.code, refused.value.sentence, refused.value.hint) == (code, sentence, hint)
