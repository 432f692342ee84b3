"""Agents' Markdown as blocks: what the window and the page draw, and the plain text for banners and menus.

It reads what agents write rather than all of CommonMark: line breaks count, a list needs no blank line before it,
numbers stay as written, a table keeps its columns in a mono font, HTML is text. Nothing but marks is ever left out, and
no text is refused. The marks within a line are read by `markup_spans.py`; drawing is not done here.
"""

import re
from typing import Final, NamedTuple

from bellpull.domain import diff
from bellpull.domain.markup_spans import Span, spans

__all__ = ["Block", "Span", "blocks", "plain"]

#: Lists within lists are shown to this level; what is deeper stays there.
DEEPEST: Final = 8
#: A table may become so many times longer by the spaces between its columns.
MOST_PADDING: Final = 5

_FENCE = re.compile(r"( *)(`{3,}|~{3,})([^`~]*)")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*+\1){2,}+[ \t]*+")
_ITEM = re.compile(r"( *)([-*+•]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(?=\S)")
_QUOTE = re.compile(r"(?: {0,3}>(?!=)[ \t]?)+")
_BAR = re.compile(r"(?<!\\)\|")
_UNDERLINE = re.compile(r"[ \t]*:?-+:?[ \t]*")


class Block(NamedTuple):
    #: heading, paragraph, item, code, quote, rule
    kind: str
    #: Of a heading 1 to 6, of an item how deep it is (0 and more).
    level: int = 0
    #: Of an item: •, 1., ☐, ☑, or 1. ☐ for a task with a number.
    marker: str = ""
    #: Of code: what stood behind the fence; "table" for a table.
    language: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


def blocks(text: str) -> list[Block]:
    return _Reading(text).blocks


def plain(text: str) -> str:
    """The message without its marks. Where a link leads is told: nobody can click it here."""
    return "\n".join(_plain(block) for block in blocks(text) if block.kind != "rule")


def _plain(block: Block) -> str:
    shown: list[str] = []
    for place, span in enumerate(block.spans):
        shown.append(span.text)
        following = block.spans[place + 1] if place + 1 < len(block.spans) else None
        if span.link and span.link.removeprefix("mailto:") != span.text.removeprefix("mailto:"):
            shown.append("" if following and following.link == span.link else f" ({span.link})")
    before = f"{'  ' * block.level}{block.marker} " if block.kind == "item" else ""
    return before + "".join(shown)


class _Reading:
    """One walk over the lines. The block that the next line may belong to is kept open."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._open: Block | None = None
        self._text: list[str] = []
        #: Indents of the list items that the next one may belong to.
        self._indents: list[int] = []
        self._blank = True
        at = 0
        while at < len(self._lines):
            at = self._read(at)
        self._finish()

    def _read(self, at: int) -> int:
        """Take in the line, and those that belong to it; gives the place of the next one."""
        line = _spaced(self._lines[at]).rstrip()
        if not line:
            self._blank_line()
            return at + 1
        taken = self._fenced(at, line) or self._diff(at) or self._indented(at, line) or self._table(at, line)
        if not taken:
            taken = 1
            self._heading(line) or self._rule(line) or self._item(line) or self._quote(line) or self._continue(line)
        self._blank = False
        return at + taken

    def _blank_line(self) -> None:
        self._blank = True
        if self._open and self._open.kind != "item":
            self._finish()

    def _finish(self) -> None:
        if self._open:
            self.blocks.append(self._open._replace(spans=spans("\n".join(self._text))))
        self._open, self._text = None, []

    def _start(self, block: Block, line: str) -> bool:
        self._finish()
        self._open, self._text = block, [line]
        if block.kind != "item" and not line.startswith("  "):
            self._indents.clear()
        return True

    def _code(self, text: str, language: str) -> None:
        self._finish()
        self.blocks.append(Block("code", language=language, spans=(Span(text, code=True),)))

    def _fenced(self, at: int, line: str) -> int:
        fence = _FENCE.fullmatch(line)
        if not fence:
            return 0
        end = at + 1
        while end < len(self._lines) and not _ends(self._lines[end].strip(), fence[2]):
            end += 1
        self._code("\n".join(_outdented(one, len(fence[1])) for one in self._lines[at + 1 : end]), fence[3].strip())
        return end + 1 - at

    def _diff(self, at: int) -> int:
        """One that nobody has put between fences: its signs are not those of a list."""
        if not diff.begins(self._lines, at):
            return 0
        taken = diff.extent(self._lines, at)
        self._code("\n".join(self._lines[at : at + taken]), "diff")
        return taken

    def _indented(self, at: int, line: str) -> int:
        """Four spaces after a blank line are code, except in a list, where they continue an item."""
        if not self._blank or self._indents or not line.startswith("    "):
            return 0
        end = at
        for place in range(at, len(self._lines)):
            here = _spaced(self._lines[place])
            if here.startswith("    ") and here.strip():
                end = place + 1
            elif here.strip():
                break
        self._code("\n".join(_outdented(_spaced(one), 4) for one in self._lines[at:end]), "")
        return end - at

    def _table(self, at: int, line: str) -> int:
        below = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        if "|" not in line or not _underlines(below, line):
            return 0
        end = at + 2
        while end < len(self._lines) and "|" in self._lines[end]:
            end += 1
        self._code(_aligned([line, *self._lines[at + 2 : end]]) or "\n".join(self._lines[at:end]), "table")
        return end - at

    def _heading(self, line: str) -> bool:
        heading = _HEADING.match(line)
        if not heading:
            return False
        title = line[heading.end() :]
        bare = title.rstrip("#")
        self._start(Block("heading", len(heading[1])), bare.rstrip() if bare[-1:] in ("", " ") else title)
        self._finish()
        return True

    def _rule(self, line: str) -> bool:
        if not _RULE.fullmatch(line):
            return False
        self._start(Block("rule"), "")
        self._finish()
        return True

    def _item(self, line: str) -> bool:
        item = _ITEM.match(line)
        if not item:
            return False
        while self._indents and len(item[1]) < self._indents[-1] + 2:
            self._indents.pop()
        number = item[2] if item[2][0].isdigit() else ""
        box = {" ": "☐", "x": "☑", "X": "☑"}.get(item[3], "")
        level = min(len(self._indents), DEEPEST)
        self._indents.append(len(item[1]))
        return self._start(Block("item", level, f"{number} {box}".strip() or "•"), line[item.end() :])

    def _quote(self, line: str) -> bool:
        quote = _QUOTE.match(line)
        if not quote:
            return False
        if self._open and self._open.kind == "quote":
            self._text.append(line[quote.end() :])
            return True
        return self._start(Block("quote"), line[quote.end() :])

    def _continue(self, line: str) -> bool:
        kind = self._open.kind if self._open else ""
        if kind == "paragraph":
            self._text.append(line)
        elif kind == "item" and line.startswith("  " if self._blank else " "):
            self._text += ["", line.strip()] if self._blank else [line.strip()]
        else:
            self._start(Block("paragraph"), line)
        return True


def _spaced(line: str) -> str:
    """With spaces for the tabs that it begins with."""
    text = line.lstrip()
    return line[: len(line) - len(text)].expandtabs(4) + text


def _outdented(line: str, spaces: int) -> str:
    return line[min(spaces, len(line) - len(line.lstrip(" "))) :]


def _ends(line: str, fence: str) -> bool:
    return len(line) >= len(fence) and not line.strip(fence[0])


def _cells(row: str) -> list[str]:
    return _BAR.split(row.strip().removeprefix("|").removesuffix("|"))


def _underlines(below: str, header: str) -> bool:
    """Is this the row of dashes that makes the row above it a table's header?"""
    cells = _cells(below) if "|" in below else []
    return len(cells) == len(_cells(header)) and all(_UNDERLINE.fullmatch(cell) for cell in cells)


def _aligned(rows: list[str]) -> str | None:
    """The table in columns, without marks; None when one wide cell would make all of it far longer than it was."""
    table = [[_plain(Block("", spans=spans(cell.strip()))) for cell in _cells(row)] for row in rows]
    widths: list[int] = []
    for cells in table:
        widths += [0] * (len(cells) - len(widths))
        widths[: len(cells)] = map(max, widths, map(len, cells))
    if sum(sum(widths[: len(cells)]) for cells in table) > MOST_PADDING * sum(map(len, rows)):
        return None
    line = "─┼─".join("─" * width for width in widths)
    head, *body = (" │ ".join(map(str.ljust, cells, widths)).rstrip() for cells in table)
    return "\n".join((head, line, *body))
