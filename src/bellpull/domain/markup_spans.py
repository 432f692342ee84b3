"""The marks within the text of agents' Markdown: bold, italic, struck out, code, links. `markup.py` reads the blocks.

Agents write about code without always marking it as code, so a mark has to look like one: `snake_case`, `2 * 3`,
`2**3`, `src/*.py` and `__init__.py` stay as they are, where CommonMark would see emphasis in some of them. A mark that
finds no partner is text. Everything is read once from left to right: the time grows with the length and nothing else.
"""

import re
from collections import defaultdict, deque
from typing import NamedTuple


class Span(NamedTuple):
    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    strike: bool = False
    #: Where a click leads: http, https or mailto, never anything else.
    link: str | None = None


# Repeats are possessive (`++`): none of them is ever tried a second time.
_SPECIAL = re.compile(
    r"""\\(?P<escaped>[\\`*_~\[\]<>#+\-.!|&])
    | (?P<ticks>`++)
    | <(?P<angled>(?i:https?://|mailto:)[^\s<>]++|(?P<mail>[\w.+\-]++@[\w.\-]++))>
    | (?P<address>(?<![^\W_])(?i:https?://(?:\[[\da-f:.]++\])?+)[^\s<>\[\]`"\\\u3000-\u303f\uff00-\uffef]++)
    | (?P<dunder>(?<!\w)__[a-z\d]++(?:_[a-z\d]++)*+__(?!_))
    | (?P<mark>\*++|_++|~++)
    | (?P<open>!?\[)
    | \](?:\((?P<target><[^<>\n]++>|[^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+)\))?""",
    re.VERBOSE,
)
_TICKS = re.compile(r"`+")
_FOLLOWED = re.compile(r"https?://[^\s/?#]|mailto:[^\s@]+@", re.IGNORECASE)
# Invisible characters that could make a target look like another one.
_HIDDEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_STYLES = {("*", 1): "italic", ("_", 1): "italic", ("*", 2): "bold", ("_", 2): "bold", ("~", 2): "strike"}
_MARKS = ("*", "**", "***", "_", "__", "___", "~~")
_AROUND = ('""', "''", "()", "[]", "{}", "//")
# From here on scripts have no spaces between words (Thai, Chinese, Japanese …): marks stand inside of "words" there.
_UNSPACED = "\u0e00"


class _Piece:
    """A stretch of text on its way to a span. A mark is one, too, until it has found its partner."""

    __slots__ = ("after", "before", "code", "left", "link", "starts", "stops", "text")

    def __init__(self, text: str, *, code: bool = False, link: str | None = None) -> None:
        self.text, self.code, self.link = text, code, link
        #: What begins after and what ends before this piece: names of styles.
        self.starts: tuple[str, ...] = ()
        self.stops: tuple[str, ...] = ()
        #: Of a mark: its length as far as it has no partner yet, and the characters around it.
        self.left = 0
        self.before = self.after = ""


def spans(text: str) -> tuple[Span, ...]:
    pieces = _Scan(text).pieces
    _pair([piece for piece in pieces if piece.left])
    return _merged(pieces)


class _Scan:
    """One walk over the text, which cuts it into pieces and knows the links."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[_Piece] = []
        self._brackets: list[int] = []
        self._ticks: defaultdict[int, deque[int]] = defaultdict(deque)
        for ticks in _TICKS.finditer(text):
            self._ticks[len(ticks[0])].append(ticks.start())
        at = 0
        while found := _SPECIAL.search(text, at):
            self._add(text[at : found.start()])
            at = self._read(found)
        self._add(text[at:])

    def _add(self, text: str, *, code: bool = False, link: str | None = None) -> None:
        if text:
            self.pieces.append(_Piece(text, code=code, link=link))

    def _read(self, found: re.Match[str]) -> int:
        """Take in what was found; gives where to go on."""
        kind = found.lastgroup
        if kind == "ticks":
            return self._code(found)
        if kind == "address":
            return self._address(found)
        if kind == "mark":
            self._mark(found)
        elif kind == "open":
            self._brackets.append(len(self.pieces))
            self._add(found[0])
        elif found[0][0] == "]":
            return self._close(found)
        elif kind == "angled":
            address = found["angled"]
            link = _followed(f"mailto:{address}" if found["mail"] else address)
            self._add(address if link else found[0], link=link)
        else:
            self._add(found["escaped"] or found[0])
        return found.end()

    def _code(self, found: re.Match[str]) -> int:
        ends = self._ticks[len(found[0])]
        while ends and ends[0] < found.end():
            ends.popleft()
        if not ends:
            self._add(found[0])
            return found.end()
        inside = self.text[found.end() : ends[0]]
        if inside.strip() and inside[0] == inside[-1] == " ":  # how a backtick at the edge is written
            inside = inside[1:-1]
        self._add(inside, code=True)
        return ends[0] + len(found[0])

    def _address(self, found: re.Match[str]) -> int:
        address = _without_punctuation(found["address"])
        self._add(address, link=_followed(address))
        return found.start() + len(address)

    def _mark(self, found: re.Match[str]) -> None:
        self._add(found[0])
        before, after = self.text[max(found.start() - 1, 0) : found.start()], self.text[found.end() : found.end() + 1]
        # Between quotes or brackets it is what is talked about: '*', (*).
        if found[0] in _MARKS and before + after not in _AROUND:
            mark = self.pieces[-1]
            mark.left, mark.before, mark.after = len(found[0]), before, after

    def _close(self, found: re.Match[str]) -> int:
        opened = self._brackets.pop() if self._brackets else None
        target = (found["target"] or "").strip("<>")
        link = _followed(target)
        # handlers[name](event) is a call
        if opened is None or not target or (not link and _is_word(self._before(opened))):
            self._add("]")
            return found.start() + 1
        self._brackets.clear()  # no link within a link: so no piece is looked at twice
        inside = self.pieces[opened + 1 :]
        for piece in inside:
            piece.link = link or piece.link
        shown = "".join(piece.text for piece in inside)
        if not shown:
            self._add(target, link=link)
        elif not link and shown != target:
            self._add(f" ({target})")
        self.pieces[opened].text = ""
        return found.end()

    def _before(self, place: int) -> str:
        """The character before a piece."""
        return self.pieces[place - 1].text[-1:] if place else ""


def _followed(target: str) -> str | None:
    return target if _FOLLOWED.match(target) and not _HIDDEN.search(target) else None


def _without_punctuation(address: str) -> str:
    """A full stop after an address ends the sentence, and a bracket that was not opened in it closes another one."""
    end, unopened = len(address), address.count(")") - address.count("(")
    while address[end - 1] in ".,:;!?*_~'|" or (address[end - 1] == ")" and unopened > 0):
        end -= 1
        unopened -= address[end] == ")"
    return address[:end]


def _is_word(character: str) -> bool:
    return character.isalnum() and character < _UNSPACED


def _opens(mark: _Piece) -> bool:
    before = mark.before
    return not (_is_word(before) or (before and before in "/\\.=&$@%#)]}")) and not (
        not mark.after or mark.after.isspace() or mark.after in ")]},;:!?"
    )


def _closes(mark: _Piece) -> bool:
    if not mark.before or mark.before.isspace() or mark.before in "([{":
        return False
    if mark.text in ("*", "_", "__", "___"):
        return not _is_word(mark.after) and (mark.text, mark.before) != ("*", "/")
    return not (_is_word(mark.before) and _is_word(mark.after))


def _pair(marks: list[_Piece]) -> None:
    """Give each closing mark the nearest opening one that fits, as CommonMark does with its stack of delimiters."""
    waiting: list[_Piece] = []
    # Below this height nothing waits that fits a mark of this sign and length: it need not be looked for again.
    searched: defaultdict[tuple[str, int], int] = defaultdict(int)
    for mark in marks:
        sign = mark.text[0]
        while _closes(mark) and mark.left:
            key = sign, mark.left
            place = _partner(waiting, searched[key], *key)
            if place is None:
                searched[key] = len(waiting)
                break
            _join(waiting[place], mark)
            del waiting[place + (waiting[place].left > 0) :]
            for other in searched:
                searched[other] = min(searched[other], len(waiting))
        if mark.left and _opens(mark):
            waiting.append(mark)


def _partner(waiting: list[_Piece], bottom: int, sign: str, length: int) -> int | None:
    for place in range(len(waiting) - 1, bottom - 1, -1):
        other = waiting[place]
        if other.text[0] == sign and (other.left == length or 3 in (other.left, length)):
            return place
    return None


def _join(opening: _Piece, closing: _Piece) -> None:
    used = 2 if min(opening.left, closing.left) > 1 else 1
    style = _STYLES[opening.text[0], used]
    opening.starts += (style,)
    closing.stops += (style,)
    opening.left -= used
    closing.left -= used


def _merged(pieces: list[_Piece]) -> tuple[Span, ...]:
    on = dict.fromkeys(("bold", "italic", "strike"), 0)
    merged: list[Span] = []
    texts: list[list[str]] = []
    for piece in pieces:
        for style in piece.stops:
            on[style] -= 1
        if text := piece.text[: piece.left] if piece.starts or piece.stops else piece.text:
            look = Span("", on["bold"] > 0, on["italic"] > 0, piece.code, on["strike"] > 0, piece.link)
            if not merged or merged[-1] != look:
                merged.append(look)
                texts.append([])
            texts[-1].append(text)
        for style in piece.starts:
            on[style] += 1
    return tuple(look._replace(text="".join(text)) for look, text in zip(merged, texts, strict=True))
