"""Where things stand in a JSON text: so that something can be added to it and every other character stays.

Not here: what is looked for (`results`). Values are read by the decoder of the standard library, which says where they
end; only objects are walked here, member by member.
"""

from __future__ import annotations

import re
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BLANK = re.compile(r"[ \t\n\r]*")


def _whole(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # longer than Python wants to read
        return float(digits)


DECODER = JSONDecoder(parse_int=_whole)


class Span:
    """A value, where it begins, and where it has ended."""

    __slots__ = ("begin", "end", "value")

    def __init__(self, begin: int, end: int, value: Any) -> None:
        self.begin = begin
        self.end = end
        self.value = value


def whole_object(text: str) -> dict[str, Span]:
    """The members of a text that is one object; ValueError where it is anything else."""
    begin = _after_blanks(text, 0)
    if text[begin : begin + 1] != "{":
        raise ValueError("not an object")
    try:
        found, end = members(text, begin)
    except (IndexError, StopIteration, RecursionError):
        raise ValueError("not JSON") from None
    if _after_blanks(text, end) != len(text):
        raise ValueError("more than one value")
    return found


def members(text: str, begin: int) -> tuple[dict[str, Span], int]:
    """Of the object that begins there: its members, and where it ends. Of members with the same name the last counts,
    as it does for those who read them."""
    found: dict[str, Span] = {}
    at = _after_blanks(text, begin + 1)
    if text[at] == "}":
        return found, at + 1
    while True:
        name, span = _member(text, at)
        found[name] = span
        at = _after_blanks(text, span.end)
        if text[at] == "}":
            return found, at + 1
        at = _after_blanks(text, _past(text, at, ","))


def _member(text: str, at: int) -> tuple[str, Span]:
    name, at = scanstring(text, _past(text, at, '"'), True)
    begin = _after_blanks(text, _past(text, _after_blanks(text, at), ":"))
    value, end = DECODER.scan_once(text, begin)  # type: ignore[attr-defined]
    return name, Span(begin, end, value)


def _past(text: str, at: int, mark: str) -> int:
    if text[at] != mark:
        raise ValueError(f"no {mark}")
    return at + 1


def _after_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
