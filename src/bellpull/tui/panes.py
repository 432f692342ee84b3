"""Widgets that draw lines: a pane that scrolls, a bar of fixed height, buttons. They know styles and places."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from bellpull.tui.lines import Line, fitted
from bellpull.tui.look import SELECTED, STYLES

Drawn = Callable[[int], Line]


def strip(line: Line, columns: int, over: Style | None = None) -> Strip:
    """`over` is laid over the whole line, also where there is no text, and its colours go with it."""
    ground = over or Style()
    styles = {style: (STYLES[style].without_color if over else STYLES[style]) + ground for _, style in line}
    segments = [Segment(text, styles[style]) for text, style in fitted(line, columns)]
    return Strip(segments).adjust_cell_length(columns, ground)


class Pane(ScrollView, can_focus=False):
    """Lines that are made when they are drawn: of many only those in sight cost anything."""

    class Clicked(Message):
        def __init__(self, pane: "Pane", line: int) -> None:
            super().__init__()
            self.pane, self.line = pane, line

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._line: Drawn = lambda place: ()
        self._count = 0
        self._selected: range = range(0)
        self._seen: object = None
        self._brought: object = None

    def show(self, count: int, line: Drawn, selected: range = range(0)) -> None:
        self._line, self._count, self._selected = line, count, selected
        self.virtual_size = Size(1, count)
        if selected and (selected, self.size) != self._brought:
            # Only then: somebody may look at another part of the list.
            self._brought = (selected, self.size)
            self._bring(selected)
        # What has not changed is not sent again: the terminal may be far away.
        seen = (self.size, self.scroll_offset, self._in_sight())
        if seen != self._seen:
            self._seen = seen
            self.refresh()

    def _in_sight(self) -> list[tuple[Line, bool]]:
        top = self.scroll_offset.y
        places = range(top, min(top + self.rows, self._count))
        return [(self._line(place), place in self._selected) for place in places]

    @property
    def columns(self) -> int:
        """For text: the last one is the scroll bar's, also while there is none."""
        return max(self.scrollable_content_region.width, 1)

    @property
    def rows(self) -> int:
        return max(self.size.height, 1)

    def _bring(self, selected: range) -> None:
        top = self.scroll_offset.y
        if selected.start < top:
            self.scroll_to(y=selected.start, animate=False, force=True, immediate=True)
        elif selected.stop > top + self.rows:
            self.scroll_to(y=selected.stop - self.rows, animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        if place >= self._count:
            return Strip.blank(self.columns)
        return strip(self._line(place), self.columns, SELECTED if place in self._selected else None)

    def on_click(self, event: Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < self._count:
            self.post_message(self.Clicked(self, place))


class Bar(Widget, can_focus=False):
    """A few lines that do not scroll. A click says in which column it was."""

    class Clicked(Message):
        def __init__(self, bar: "Bar", column: int) -> None:
            super().__init__()
            self.bar, self.column = bar, column

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()

    def show(self, *lines: Line) -> None:
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        return strip(self._lines[y] if y < len(self._lines) else (), self.size.width)

    def on_click(self, event: Click) -> None:
        self.post_message(self.Clicked(self, event.x))


class Buttons(Widget, can_focus=False):
    """Buttons side by side, in as many lines as they need."""

    class Pressed(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._labels: Sequence[str] = ()
        self._on: int | None = None
        self._rows: list[list[tuple[int, str]]] = []

    def show(self, rows: list[list[tuple[int, str]]], on: int | None) -> None:
        """Rows of numbered labels, and the number of the one that has the focus."""
        if (rows, on) == (self._rows, self._on):
            return
        taller = len(rows) != len(self._rows)
        self._rows, self._on = rows, on
        self.refresh(layout=taller)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows)

    def render_line(self, y: int) -> Strip:
        line: list[tuple[str, str]] = []
        for place, label in self._rows[y] if y < len(self._rows) else ():
            line += [(label, "button_on" if place == self._on else "button"), ("  ", "")]
        return strip(tuple(line), self.size.width)

    def on_click(self, event: Click) -> None:
        column = 0
        for place, label in self._rows[event.y] if event.y < len(self._rows) else ():
            from rich.cells import cell_len

            if column <= event.x < column + cell_len(label):
                self.post_message(self.Pressed(place))
            column += cell_len(label) + 2
