"""Draws the conversation into a text widget: the exchanges before, quieter, then the title and the message.

Every piece carries its own font, so that the widget's can be a tiny one: the empty line that Tk keeps at the end of
each text then takes no room. Text goes to Tk as an argument and is never part of a script.
"""

from collections.abc import Iterable, Iterator
from tkinter import Text
from typing import Any, NamedTuple

from bellpull.desk.window.request import Exchange
from bellpull.desk.window.shapes import blend
from bellpull.desk.window.style import Style
from bellpull.domain.markup import Block, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.desk.window.bidi import Turned

Tags = tuple[str, ...]
Piece = tuple[str, Tags]
#: Where the message begins, below the history.
MESSAGE = "message"
#: Room that is nothing when it is copied; more than a paragraph's is copied as an empty line.
VOID = "void"
#: The language of a block that shows changes.
DIFF = "diff"
_PARAGRAPH = 6


class Content(NamedTuple):
    history: tuple[tuple[Exchange, list[Block]], ...]
    title: str
    message: list[Block]
    #: Whether there is text from right to left in it.
    turns: bool = False

    @property
    def blocks(self) -> Iterator[Block]:
        for _, blocks in self.history:
            yield from blocks
        yield from self.message


class Sheet:
    def __init__(self, text: Text, style: Style, width: int) -> None:
        self.links: dict[str, str] = {}
        #: By the number of the line in the widget.
        self.turned: dict[int, Turned] = {}
        self._width = width
        self._line = 1
        self._turns = False
        self._fonts: dict[str, str] = {}
        self._widths: dict[tuple[str, str], int] = {}
        self._text = text
        self._style = style
        self._tags: set[str] = set()
        self._pieces: list[str | Tags] = []
        self._colour = style.palette.text

    def draw(self, content: Content) -> None:
        self._turns = content.turns
        for place, (exchange, blocks) in enumerate(content.history):
            self._exchange(exchange, blocks, first=place == 0)
        if content.history:
            self._rule(12)
        self._flush()
        self._text.mark_set(MESSAGE, "end-1c")
        self._text.mark_gravity(MESSAGE, "left")
        self._colour = self._style.palette.text
        if content.title:
            self._add([(content.title, (self._font(1.22, bold=True), self._ink()))])
        self._blocks(content.message, above=8 if content.title else 0)
        self._flush()

    def _exchange(self, exchange: Exchange, blocks: list[Block], first: bool) -> None:
        person = exchange.role == "person"
        look = self._style.palette
        self._colour = look.accent if person else look.quiet
        head = (self._font(0.9, bold=True), self._ink())
        self._colour = look.quiet
        told = f"  ·  {exchange.at}" if exchange.at else ""
        self._air(0 if first else 10)
        self._add([(exchange.name, head), (told, (self._font(0.9), self._ink()))])
        self._blocks(blocks, above=2)

    def _blocks(self, blocks: Iterable[Block], above: int) -> None:
        before = ""
        for block in blocks:
            room = above if not before else 3 if block.kind == before == "item" else 8
            if block.kind == "rule":
                self._rule(6)
            elif block.kind in ("code", "quote"):
                self._shaded(block, room)
            else:
                self._open(block, room)
            before = block.kind

    def _open(self, block: Block, room: int) -> None:
        # What was said before is quieter than what is said now.
        loud = block.kind == "heading" and self._colour == self._style.palette.text
        grow = self._style.heading(block.level) if loud else 1.0
        runs = [self._run(span, grow, bold=block.kind == "heading") for span in block.spans]
        tags: Tags = (self._ink(),)
        if block.kind == "item":
            marker = f"{block.marker}\t"
            runs.insert(0, (marker, (self._font(), self._ink())))
            tags = (self._ink(), self._item(block))
        self._air(room + (4 if block.kind == "heading" and room > 3 else 0))
        self._add(runs, tags)

    def _shaded(self, block: Block, room: int) -> None:
        """A block with a ground of its own: air around it, and inside above its first and below its last line."""
        code = block.kind == "code"
        runs = [self._run(span._replace(code=False), 0.95 if code else 1.0, mono=code) for span in block.spans]
        self._air(room)
        shade = self._style.palette.code_ground if code else self._style.palette.raised
        ground = self._shade(block.kind, shade)
        if block.language == DIFF:
            runs = [piece for text, tags in runs for piece in self._changes(text, tags)]
        self._add(_padded(runs, self._inside("top"), self._inside("bottom")), (self._ink(), ground))
        self._air(2)

    def _changes(self, text: str, tags: Tags) -> Iterator[Piece]:
        """The lines of a diff: what comes, what goes, and where."""
        look = self._style.palette
        self._ink()  # made before the others: of two colours the later one is seen
        colours, changes = {"+": look.added, "-": look.warning, "@": look.quiet}, False
        for line in text.splitlines(keepends=True):
            # Above its first change, a file's names are marked like changes.
            changes = line.startswith("@@") or (changes and not line.startswith(("diff ", "Index: ")))
            colour = colours.get(line[:1]) if changes else look.quiet
            own = () if colour is None else (self._need(f"change {colour}", foreground=colour),)
            yield line, (*tags, *own)

    def _run(self, span: Span, grow: float, bold: bool = False, mono: bool = False) -> Piece:
        tags = [self._font(grow * (0.95 if span.code else 1.0), bold or span.bold, span.italic, mono or span.code)]
        if span.code:
            tags.append(self._need("code span", background=self._style.palette.code_ground))
        if span.strike:
            tags.append(self._need("strike", overstrike=True))
        if span.link:
            tags.append(self._need("link", foreground=self._style.palette.link, underline=True))
            tags.append(self._link(span.link))
        return span.text, tuple(tags)

    def _add(self, runs: list[Piece], tags: Tags = ()) -> None:
        """Pieces of one block, and the end of its line. Tags that come later win where two disagree."""
        if self._turns and self._add_turned(runs, tags):
            return
        for text, own in runs:
            self._put(text, (*tags, *own))
        # The end of the line continues the ground of a shaded block to the right edge, and its room below.
        inside = tuple(tag for tag in runs[-1][1] if tag.startswith("inside")) if runs else ()
        self._put("\n", (self._font(), *tags, *inside))

    def _add_turned(self, runs: list[Piece], tags: Tags) -> bool:
        """A block with text from right to left, in lines of its own; whether it is one."""
        from bellpull.desk.window.bidi import Turned, has_right_to_left, turned

        text = "".join(text for text, _ in runs)
        if not has_right_to_left(text) or "code" in tags:
            return False
        block = self._line
        for line in turned(runs, self._width, self._measure):
            side = self._need("from right", justify="right") if line.from_right else self._font()
            self.turned[self._line] = Turned(line.cells, block, text)
            for cell in line.cells:
                self._put(cell.shown, (*tags, *cell.tags, side))
            self._put("\n", (self._font(), *tags, side))
        return True

    def _measure(self, text: str, tags: Tags) -> int:
        font = next((self._fonts[tag] for tag in tags if tag in self._fonts), "TkDefaultFont")
        if (text, font) not in self._widths:
            self._widths[text, font] = self._style.measure(text, font)
        return self._widths[text, font]

    def _put(self, text: str, tags: Tags) -> None:
        self._pieces += [text, tags]
        self._line += text.count("\n")

    def _flush(self) -> None:
        if self._pieces:
            self._text.insert("end", *self._pieces)  # type: ignore[arg-type]
        self._pieces = []

    def _rule(self, room: int) -> None:
        self._air(room)
        look = self._style.palette
        line = blend(look.ground, look.border, 0.4)
        self._put("\n", (self._need("rule", font=self._tiny(), background=line),))
        self._air(room)

    def _air(self, pixels: int) -> None:
        """Room above what follows, as a low line of its own: room that belongs to a line takes on the line's ground."""
        if pixels:
            tag = self._need(f"air {pixels}", font=self._tiny(), spacing1=max(0, self._style.px(pixels) - 2))
            self._put("\n", (tag, VOID) if pixels < _PARAGRAPH else (tag,))

    def _tiny(self) -> str:
        return str(self._text["font"])

    def _font(self, grow: float = 1.0, bold: bool = False, italic: bool = False, mono: bool = False) -> str:
        grow = round(grow, 2)
        name = f"font {grow} {bold:d}{italic:d}{mono:d}"
        if name in self._tags:
            return name
        self._fonts[name] = self._style.font(grow, bold, italic, mono)
        return self._need(name, font=self._fonts[name])

    def _ink(self) -> str:
        return self._need(f"ink {self._colour}", foreground=self._colour)

    def _inside(self, edge: str) -> str:
        room = self._style.px(7)
        return self._need(f"inside {edge}", **{"spacing1" if edge == "top" else "spacing3": room})

    def _shade(self, kind: str, colour: str) -> str:
        room = self._style.px(12)
        return self._need(
            kind,
            background=colour,
            lmargin1=room,
            lmargin2=room,
            rmargin=room,
            lmargincolor=colour,
            rmargincolor=colour,
        )

    def _item(self, block: Block) -> str:
        style = self._style
        begin = style.px(6) + style.px(20) * block.level
        hang = begin + max(style.px(16), style.measure(block.marker) + style.px(7))
        return self._need(f"item {begin} {hang}", lmargin1=begin, lmargin2=hang, tabs=hang)

    def _link(self, target: str) -> str:
        name = f"to {len(self.links)}"
        self.links[name] = target
        return name

    def _need(self, name: str, **options: Any) -> str:
        if name not in self._tags:
            self._tags.add(name)
            self._text.tag_configure(name, **options)
        return name


def _padded(runs: list[Piece], top: str, bottom: str) -> list[Piece]:
    """The pieces with a tag on the first line and one on the last: Tk takes a line's spacing from its beginning."""
    if not runs:
        return []
    (text, tags), rest = runs[0], runs[1:]
    line, end, more = text.partition("\n")
    padded = [(line + end, (*tags, top)), *([(more, tags)] if more else []), *rest]
    text, tags = padded[-1]
    more, end, line = text.rpartition("\n")
    return [*padded[:-1], *([(more + end, tags)] if end else []), (line, (*tags, bottom))]
