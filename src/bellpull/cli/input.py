"""Text that a command reads from standard input, where its argument is `-`."""

from __future__ import annotations

import sys

from bellpull.domain.errors import Invalid, TooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.config import Config


def text_from_input(config: Config, what: str) -> str:
    # One byte more than any hub of these settings would take: an endless input is refused, not read.
    data = sys.stdin.buffer.read(config.body_limit + 1)
    if len(data) > config.body_limit:
        raise TooLarge("too_large", f"The {what} on standard input is too large.", "send its end, or where it lies")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid("not_text", f"The {what} on standard input is not UTF-8 text.", "convert it first") from None
