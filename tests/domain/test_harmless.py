"""Text from agents made harmless for a terminal."""

import pytest

from bellpull.domain.harmless import plain, plain_lines


@pytest.mark.parametrize(
    "text, expected",
    [
        ("héllo 👩\u200d💻", "héllo 👩\u200d💻"),
        ("a\tb\nc\u00a0d\u2028e", "a b c d e"),
        ("\x1b[31mred\x1b[0m \x9b1mbold", "red bold"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x7f", "\\x7f"),
        ("\x80", "\\x80"),
        ("\u202eright", "\\u202eright"),
        (7, "7"),
    ],
)
def test_plain_text_is_one_line_without_control(text: object, expected: str) -> None:
    assert plain(text) == expected


def test_plain_lines_keep_the_lines_and_the_columns() -> None:
    assert plain_lines("a\r\n\tb\nab\tc\x07") == ["a", "    b", "ab  c\\x07"]
