"""JSON as people write it, with comments and trailing commas, read together with the place of everything in the text.

Not here: changes (`edit`). Places are offsets into the text; what lies between them is left for others to copy.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

DEEPEST = 200
BLANK = " \t\r\n"
BYTE_ORDER_MARK = "\ufeff"
SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)


class Broken(ValueError):
    """The text cannot be understood from a place on."""

    def __init__(self, text: str, at: int, what: str) -> None:
        super().__init__(what)
        self.what = what
        before = text[:at].replace("\r\n", "\n").replace("\r", "\n").removeprefix(BYTE_ORDER_MARK)
        self.line = before.count("\n") + 1
        self.column = len(before) - (before.rfind("\n") + 1) + 1


class Gap(NamedTuple):
    """What lies between two tokens: where the last comment in it ends (or the token before it), and where it ends."""

    content: int
    end: int
    after_line_comment: bool


class Value(NamedTuple):
    """One value. For objects and lists `members`, and `tail`, the gap before the closing bracket."""

    start: int
    end: int
    data: Any
    members: tuple[Member, ...] | None = None
    tail: Gap = Gap(0, 0, False)

    def member(self, name: str | int) -> Member | None:
        """The one that counts: with a name twice that is the last. In a list the name is the place, from 0."""
        return next((member for member in reversed(self.members or ()) if member.name == name), None)


class Member(NamedTuple):
    """A name, or a place in a list, with its value, the gap before it, and where the comma after it is."""

    name: str | int
    before: Gap
    value: Value
    comma: int | None

    @property
    def start(self) -> int:
        return self.before.end


def read(text: str) -> Value:
    """The whole text as one value, or Broken."""
    return _Reader(text).document()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def document(self) -> Value:
        start = self.gap(len(BYTE_ORDER_MARK) if self.text.startswith(BYTE_ORDER_MARK) else 0).end
        value = self.value(start, 0)
        end = self.gap(value.end).end
        if end < len(self.text):
            raise self.broken(end, "nothing more was expected")
        return value

    def broken(self, at: int, what: str) -> Broken:
        found = "the file ends" if at >= len(self.text) else f"{self.text[at]!r} stands"
        return Broken(self.text, at, f"{found} where {what}")

    def gap(self, at: int) -> Gap:
        content, commented = at, False
        while True:
            while at < len(self.text) and self.text[at] in BLANK:
                at += 1
            comment = COMMENT.match(self.text, at)
            if comment is None:
                break
            content = at = comment.end()
            commented = comment[0].startswith("//")
        if self.text.startswith("/*", at):
            raise Broken(self.text, at, "a comment begins and does not end")
        return Gap(content, at, commented)

    def value(self, at: int, depth: int) -> Value:
        if depth > DEEPEST:
            raise Broken(self.text, at, f"it is nested more than {DEEPEST} deep")
        mark = self.text[at : at + 1]
        if mark == "{":
            return self.object(at, depth)
        if mark == "[":
            return self.array(at, depth)
        if mark == '"':
            return self.string(at)
        scalar = SCALAR.match(self.text, at)
        if scalar is None:
            raise self.broken(at, "a value was expected")
        return Value(at, scalar.end(), json.loads(scalar[0]))

    def string(self, at: int) -> Value:
        try:
            data, end = scanstring(self.text, at + 1)
        except json.JSONDecodeError as error:
            raise Broken(self.text, error.pos, (error.msg[:1].lower() + error.msg[1:]).removesuffix(" at")) from None
        return Value(at, end, data)

    def object(self, start: int, depth: int) -> Value:
        members: list[Member] = []
        gap = self.gap(start + 1)
        while self.text[gap.end : gap.end + 1] != "}":
            if self.text[gap.end : gap.end + 1] != '"':
                raise self.broken(gap.end, 'a name in quotes or "}" was expected')
            name = self.string(gap.end)
            colon = self.gap(name.end).end
            if self.text[colon : colon + 1] != ":":
                raise self.broken(colon, '":" was expected')
            value = self.value(self.gap(colon + 1).end, depth + 1)
            comma, after = self.separator(value.end, "}")
            members.append(Member(name.data, gap, value, comma))
            gap = after
        return Value(start, gap.end + 1, {m.name: m.value.data for m in members}, tuple(members), gap)

    def array(self, start: int, depth: int) -> Value:
        items: list[Member] = []
        gap = self.gap(start + 1)
        while self.text[gap.end : gap.end + 1] != "]":
            value = self.value(gap.end, depth + 1)
            comma, after = self.separator(value.end, "]")
            items.append(Member(len(items), gap, value, comma))
            gap = after
        return Value(start, gap.end + 1, [item.value.data for item in items], tuple(items), gap)

    def separator(self, at: int, closing: str) -> tuple[int | None, Gap]:
        """The comma at or after a place, if there is one, and the gap before what follows."""
        gap = self.gap(at)
        mark = self.text[gap.end : gap.end + 1]
        if mark == ",":
            return gap.end, self.gap(gap.end + 1)
        if mark != closing:
            raise self.broken(gap.end, f'"," or "{closing}" was expected')
        return None, gap
