"""Changes to one member of a JSON text, or one item of a list in it, made in the text's own style, that leave every
other character where it is.

`drop` undoes `put` and `append`, except that it also takes away an object or a list that it leaves empty. Not here:
files (`change`).
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from bellpull.clients.jsonc import Broken, Member, Value, read

TWO_SPACES = "  "
#: Names of members; a number is a place in a list.
Path = tuple[str | int, ...]


class Style(NamedTuple):
    """How a text is laid out. On one line `newline` and `step` are empty."""

    newline: str
    step: str
    colon: str = ": "
    comma: str = ", "


def get(text: str, path: Path) -> Any:
    """What stands at a path, or None."""
    chain = _chain(read(text), path)
    return chain[-1][1].value.data if chain else None


def put(text: str, path: Path, data: Any) -> str:
    """The text with `data` at a path; what is missing on the way is added, at the end."""
    root = value = read(text)
    for depth, name in enumerate(path):
        _check(text, value, name, path[depth - 1] if depth else None)
        found = value.member(name)
        if found is None:
            for missing in reversed(path[depth + 1 :]):
                data = {missing: data}
            return _insert(text, value, name, data, _style(text, root))
        if depth == len(path) - 1:
            return text if found.value.data == data else _replace(text, found, data, _style(text, root))
        value = found.value
    raise AssertionError("a path has at least one name")


def append(text: str, path: Path, item: Any) -> str:
    """The text with one more item at the end of the list at a path."""
    there = get(text, path)
    at = len(there) if isinstance(there, list) else 0
    return put(text, path, [item]) if there is None else put(text, (*path, at), item)


def drop(text: str, path: Path) -> str:
    """The text without what stands at a path, and without the objects and lists on the way that this leaves empty."""
    twice = isinstance(path[-1], str)
    while chain := _chain(read(text), path):
        parent, member = chain.pop()
        while chain and _is_all(text, parent, member):
            parent, member = chain.pop()
        text = _without(text, _spans(text, parent, member))
        if not twice:
            break  # what came after it has its place now
    return text


def render(data: Any, style: Style, indent: str = "") -> str:
    """JSON text of some data; objects take lines where the style has them, and so do lists of objects."""
    if isinstance(data, dict):
        inner = indent + style.step
        members = [f"{json.dumps(name)}{style.colon}{render(item, style, inner)}" for name, item in data.items()]
        return _enclosed("{", members, "}", style, indent)
    if not isinstance(data, list):
        return json.dumps(data, ensure_ascii=False)
    if any(isinstance(item, dict) for item in data):
        items = [render(item, style, indent + style.step) for item in data]
        return _enclosed("[", items, "]", style, indent)
    return "[" + style.comma.join(render(item, style) for item in data) + "]"


def _enclosed(opening: str, parts: list[str], closing: str, style: Style, indent: str) -> str:
    if not style.newline or not parts:
        return opening + style.comma.join(parts) + closing
    inner = style.newline + indent + style.step
    return opening + inner + f",{inner}".join(parts) + style.newline + indent + closing


def _check(text: str, value: Value, name: str | int, of: str | int | None) -> None:
    wanted, word = (dict, "an object") if isinstance(name, str) else (list, "a list")
    if not isinstance(value.data, wanted):
        what = "the whole of it" if of is None else json.dumps(of) if isinstance(of, str) else "an item"
        raise Broken(text, value.start, f"{what} must be {word}")


def _chain(value: Value, path: Path) -> list[tuple[Value, Member]]:
    """Every object or list on the way with its member, or nothing where the path leads nowhere."""
    chain = []
    for name in path:
        found = value.member(name)
        if found is None:
            return []
        chain.append((value, found))
        value = found.value
    return chain


def _style(text: str, root: Value) -> Style:
    """From the first member that has a line of its own; what is written on one line stays there."""
    newline = "\r\n" if "\r\n" in text else "\n"
    for member in root.members or ():
        if _begins_line(text, member.start):
            return Style(newline, _indent(text, member.start) or TWO_SPACES)
    return _one_line(text, root) if root.members and not _has_lines(text, root) else Style(newline, TWO_SPACES)


def _one_line(text: str, value: Value) -> Style:
    airy = ": " in text[value.start : value.end]
    return Style("", "", ": " if airy else ":", ", " if airy else ",")


def _insert(text: str, parent: Value, name: str | int, data: Any, style: Style) -> str:
    members = parent.members or ()
    if members and not _has_lines(text, parent):
        style = _one_line(text, parent)
    indent = _inner_indent(text, parent, style)
    added = (json.dumps(name) + style.colon if isinstance(name, str) else "") + render(data, style, indent)
    at = parent.tail.content
    if not members:
        own_line = "\n" in text[at : parent.tail.end]
        closing = "" if own_line else style.newline + _indent(text, parent.start)
        return text[:at] + style.newline + indent + added + closing + text[at:]
    before = style.newline + indent if style.newline else style.comma.removeprefix(",")
    last = members[-1]
    if last.comma is not None:
        return text[:at] + before + added + "," + text[at:]
    return text[: last.value.end] + "," + text[last.value.end : at] + before + added + text[at:]


def _replace(text: str, member: Member, data: Any, style: Style) -> str:
    if not _begins_line(text, member.start):
        style = _one_line(text, member.value)
    new = render(data, style, _indent(text, member.start))
    return text[: member.value.start] + new + text[member.value.end :]


def _spans(text: str, parent: Value, member: Member) -> list[tuple[int, int]]:
    """What must go with a member. The last one takes the comma before it along, unless the list ends with one."""
    if _is_all(text, parent, member):
        return [(parent.start + 1, parent.end - 1)]
    members = parent.members or ()
    place = members.index(member)
    comma = members[place - 1].comma if member.comma is None and place else member.comma
    spans = [] if comma is None else [(comma, comma + 1)]
    after = _without(text, spans)[member.value.end - (comma is not None and comma < member.value.end) :]
    joins_a_comment = member.before.after_line_comment and after.lstrip(" \t")[:1] not in ("\r", "\n")
    return [*spans, (member.start if joins_a_comment else member.before.content, member.value.end)]


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


def _is_all(text: str, parent: Value, member: Member) -> bool:
    """Whether an object or a list has this member and nothing else, not even a comment."""
    around = text[parent.start + 1 : member.start] + text[member.value.end : parent.end - 1]
    return not around.strip(" \t\r\n,")


def _has_lines(text: str, value: Value) -> bool:
    return any(mark in text[value.start : value.end] for mark in "\r\n")


def _begins_line(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \t")
    return before[-1:] in ("\r", "\n")


def _indent(text: str, at: int) -> str:
    """The blanks with which the line of a place begins."""
    line = text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _inner_indent(text: str, parent: Value, style: Style) -> str:
    for member in parent.members or ():
        if _begins_line(text, member.start):
            return _indent(text, member.start)
    return _indent(text, parent.start) + style.step
