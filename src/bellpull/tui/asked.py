"""The text of a question or a notification as lines: its blocks drawn, its diff coloured. Pure.

A permission is shown as it is: a command that lost its asterisks would be another command.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from bellpull.domain.markup import Block, blocks
from bellpull.tui.lines import Line, folded, shown_lines, wrapped

DIFF = {"+": "add", "-": "remove", "@": "hunk"}
HEADS = ("+++", "---", "diff ", "index ", "Index: ", "===")
CODE_INDENT = "  "
#: Longer lines are hard to read.
LONGEST_LINE = 110
FENCE = re.compile(r"(`{3,})(\w*)\s*$")


@lru_cache(maxsize=16)
def message_lines(text: str, columns: int) -> tuple[Line, ...]:
    """Agents' Markdown. Where a link leads is told, never followed."""
    lines: list[Line] = []
    before = ""
    for block in blocks(text):
        if lines and not before == block.kind == "item":
            lines.append(())
        lines += _block(block, columns if block.kind == "code" else min(columns, LONGEST_LINE))
        before = block.kind
    return tuple(lines)


@lru_cache(maxsize=16)
def permission_lines(text: str, columns: int) -> tuple[Line, ...]:
    """Word for word, but for the fences around a diff and around what could be taken for Markdown."""
    lines: list[Line] = []
    fence = language = ""
    for line in shown_lines(text):
        found = FENCE.match(line)
        if found and (not fence or (line.strip() == fence)):
            fence, language = ("", "") if fence else (found[1], found[2])
        else:
            lines += folded(line, diff_style(line) if language == "diff" else "", columns)
    return tuple(lines)


def diff_style(line: str) -> str:
    if line.startswith(HEADS):
        return "dim"
    return DIFF.get(line[:1], "")


def _block(block: Block, columns: int) -> Iterator[Line]:
    if block.kind == "rule":
        yield (("─" * min(columns, 20), "dim"),)
    elif block.kind == "code":
        yield from _code(block, columns)
    else:
        indent = "  " * block.level if block.kind == "item" else ""
        before = f"{indent}{block.marker} " if block.kind == "item" else "│ " if block.kind == "quote" else ""
        yield from _text(block, before, columns)


def _code(block: Block, columns: int) -> Iterator[Line]:
    for line in shown_lines(block.text):
        style = diff_style(line) if block.language == "diff" else "code"
        for part in folded(line, style, max(columns - len(CODE_INDENT), 8)):
            yield ((CODE_INDENT, ""), *part)


def _text(block: Block, before: str, columns: int) -> Iterator[Line]:
    """Its lines, each wrapped; what follows the first is indented behind the marker."""
    rows: list[list[tuple[str, str]]] = [[]]
    for span in block.spans:
        style = _style(block, bool(span.code), bool(span.bold), bool(span.link))
        for place, text in enumerate(shown_lines(_told(span.text, span.link))):
            if place:
                rows.append([])
            rows[-1].append((text, style))
    behind = before if before == "│ " else " " * len(before)
    for place, row in enumerate(rows):
        begun = behind if place else before
        yield from wrapped([(begun, "dim" if begun == "│ " else ""), *row], columns, behind)


def _told(text: str, link: str | None) -> str:
    if not link or link.removeprefix("mailto:") == text.removeprefix("mailto:"):
        return text
    return f"{text} ({link})"


def _style(block: Block, code: bool, bold: bool, link: bool) -> str:
    if block.kind == "heading":
        return "strong"
    return "code" if code else "strong" if bold else "link" if link else ""
