"""TOML as people write it, read together with the place of each statement in the text; and changes to one table that
leave every other character where it is.

What `tomllib` gives has no places, so statements are found here: each ends with a line, outside of brackets and
strings. Not here: which table is ours (`toml_entry`), files (`change`).
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NamedTuple

from bellpull.clients.jsonc import BYTE_ORDER_MARK, Broken

STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
PLACE = re.compile(r" \(at (?:end of document|line (\d+), column (\d+))\)$")
BARE = re.compile(r"[A-Za-z0-9_-]+")
Path = tuple[str, ...]


class Statement(NamedTuple):
    """The head of a table (then without `equals`), or a pair. `path` is what it is about: the table, or the pair's
    own name in its table."""

    start: int
    end: int
    equals: int | None
    table: Path
    path: Path


def data_of(text: str) -> dict[str, Any]:
    """What the text says, or Broken."""
    said = text.removeprefix(BYTE_ORDER_MARK)
    try:
        return tomllib.loads(said)
    except tomllib.TOMLDecodeError as error:
        place = PLACE.search(str(error))
        lines = said.split("\n")
        known = place is not None and place[1] is not None
        before = [len(line) + 1 for line in lines[: int(place[1]) - 1]] if place and known else []
        at = sum(before) + int(place[2]) - 1 if place and known else len(said)
        what = PLACE.sub("", str(error))
        raise Broken(text, at + len(text) - len(said), what[:1].lower() + what[1:]) from None


def statements(text: str) -> list[Statement]:
    """Every statement, in order, of a text that `data_of` understands."""
    masked = STRING_OR_COMMENT.sub(_masked, text) + "\n"
    found: list[Statement] = []
    table: Path = ()
    start, depth = None, 0
    for at in range(len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0, len(masked)):
        mark = masked[at]
        if start is None and not mark.isspace():
            start = at
        depth += (mark in "[{") - (mark in "]}")
        if mark == "\n" and start is not None and depth == 0:
            end = start + len(masked[start:at].rstrip())
            equals = None if masked[start] == "[" else masked.index("=", start)
            table = _names(text[start:end]) if equals is None else table
            path = table if equals is None else table + _names(text[start:equals] + "=0")
            found.append(Statement(start, end, equals, table, path))
            start = None
    return found


def add_table(text: str, path: Path, data: dict[str, Any]) -> str:
    """The text with a table at its end. Where the last line has no end, the last of the table has none either."""
    newline = newline_of(text)
    head = "[" + ".".join(name if BARE.fullmatch(name) else _string(name) for name in path) + "]"
    table = newline.join([head, *(f"{name} = {render(value)}" for name, value in data.items())])
    if not text.removeprefix(BYTE_ORDER_MARK):
        return text + table + newline
    return text + newline + table + newline if text.endswith("\n") else text + newline * 2 + table


def set_pair(text: str, path: Path, name: str, value: Any) -> str:
    """The text with a pair in the table at a path, which must have a head of its own; a new one comes last."""
    own = [each for each in statements(text) if each.table == path]
    there = next((each for each in own if each.path == (*path, name)), None)
    if there is not None and there.equals is not None:
        return f"{text[: there.equals + 1]} {render(value)}{text[there.end :]}"
    if not own:
        return text
    line = newline_of(text) + _indent(text, own[-1].start) + f"{name} = {render(value)}"
    end = _line_end(text, own[-1].end)
    return text[:end] + line + text[end:]


def drop(text: str, path: Path) -> str:
    """The text without the statements about a path and what is beneath it; comments on lines of their own stay."""
    for each in reversed(statements(text)):
        if each.path[: len(path)] == path:
            start, end = _line_start(text, each.start), _line_end(text, each.end)
            text = _without_lines(text, start, end, is_head=each.equals is None)
    return text


def render(value: Any) -> str:
    if isinstance(value, dict):
        pairs = [f"{name if BARE.fullmatch(name) else _string(name)} = {render(item)}" for name, item in value.items()]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(render(item) for item in value) + "]"
    return _string(value) if isinstance(value, str) else json.dumps(value)


def newline_of(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _masked(match: re.Match[str]) -> str:
    return (" " if match[0][0] == "#" else "_") * len(match[0])


def _names(line: str) -> Path:
    """The names in a head or before an equals sign, read by those who know how they may be written."""
    names: list[str] = []
    data: Any = tomllib.loads(line)
    while isinstance(data, dict) and data:
        ((name, data),) = data.items()
        names.append(name)
        data = data[-1] if isinstance(data, list) else data
    return tuple(names)


def _without_lines(text: str, start: int, end: int, *, is_head: bool) -> str:
    """Without whole lines; a head takes the empty line before it along, as `add_table` put it there."""
    last = end == len(text)
    after = end if last else text.index("\n", end) + 1
    for newline in ("\r\n", "\n"):
        if last and text[:start].endswith(newline):
            start -= len(newline)  # the end of the line before, which had none when it was the last
            break
    before = text[:start]
    if is_head:
        before = before.removesuffix(newline_of(text)) if _ends_empty(before, last=last) else before
    return before + text[after:]


def _ends_empty(before: str, *, last: bool) -> bool:
    """Whether the line before is empty."""
    lines = before.replace("\r\n", "\n")
    return lines.endswith("\n") if last else lines.endswith("\n\n") or lines in ("\n", BYTE_ORDER_MARK + "\n")


def _line_start(text: str, at: int) -> int:
    start = text.rfind("\n", 0, at) + 1
    return len(BYTE_ORDER_MARK) if start == 0 and text.startswith(BYTE_ORDER_MARK) else start


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[at:end].endswith("\r") and end < len(text) else end


def _indent(text: str, at: int) -> str:
    line = text[_line_start(text, at) : at]
    return line if not line.strip() else ""
