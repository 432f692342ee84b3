"""The conversation in a window: one column that scrolls, can be selected and copied, and cannot be changed."""

from collections.abc import Callable
from tkinter import Event, Misc, Text, ttk

from bellpull.desk.window.field import stopping
from bellpull.desk.window.sheet import MESSAGE, VOID, Content, Sheet
from bellpull.desk.window.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.desk.window.bidi import Turned

_STEP = 48
_LEAST_WIDTH = 40
_SAFE = ("http://", "https://", "mailto:")


class Column:
    def __init__(
        self, parent: Misc, style: Style, on_link: Callable[[str | None], None], may_act: Callable[[], bool]
    ) -> None:
        look = style.palette
        self.frame = ttk.Frame(parent, style=style.frame("Column"))
        self.text = Text(
            self.frame,
            width=1,
            height=1,
            wrap="word",
            font=("TkDefaultFont", -1),
            background=look.ground,
            foreground=look.text,
            selectbackground=look.selection,
            selectforeground=look.on_selection,
            inactiveselectbackground=look.selection,
            borderwidth=0,
            highlightthickness=0,
            padx=style.px(4),
            pady=style.px(4),
            spacing2=style.px(2),
            cursor="xterm",
            takefocus=True,
        )
        self._style = style
        self._on_link = on_link
        self._may_act = may_act
        self.text.bind("<FocusIn>", lambda event: self.frame.state(["focus"]), add=True)
        self.text.bind("<FocusOut>", lambda event: self.frame.state(["!focus"]), add=True)
        self._bar: ttk.Scrollbar | None = None
        self._shown = False
        self._content: Content | None = None
        self._drawn_width = 0
        self._turned: dict[int, Turned] = {}

    def fill(self, content: Content, width: int) -> None:
        self._content, self._drawn_width = content, width
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        sheet = Sheet(self.text, self._style, self.inner_width(width) - 2 * self._style.px(4))
        sheet.draw(content)
        self._turned = sheet.turned
        self.text.tag_raise("sel")
        for tag, target in sheet.links.items():
            self._make_link(tag, target)
        self.text.configure(state="disabled")

    def height_at(self, width: int) -> int:
        """How high the whole text is in a column of this width. Tk lays out what is placed, even while it is hidden."""
        inner = self.inner_width(width)
        self.text.place(x=self._edge, y=self._edge, width=inner, height=10)
        self.text.update_idletasks()
        lines = self.text.tk.call(self.text, "count", "-update", "-ypixels", "1.0", "end")
        return int(lines) + 2 * self._style.px(4) + 2 * self._edge

    def message_height(self) -> int:
        """Of what is said now, without what was said before; after `height_at`."""
        lines = self.text.tk.call(self.text, "count", "-update", "-ypixels", MESSAGE, "end")
        return int(lines) + 2 * self._style.px(4) + 2 * self._edge

    def inner_width(self, width: int) -> int:
        return width - 2 * self._edge - self._gutter

    def settle(self) -> None:
        """From now on follow the frame's size. Not before it has one: in no width at all every letter is a line."""
        self.frame.bind("<Configure>", self._framed, add=True)
        self.text.bind("<Configure>", self._resized, add=True)
        for key, step in (("Up", -_STEP), ("Down", _STEP)):
            self.text.bind(f"<{key}>", stopping(lambda step=step: self._scroll(step)))  # type: ignore[misc]
        for key, end in (("Home", 0.0), ("End", 1.0)):
            self.text.bind(f"<{key}>", stopping(lambda end=end: self.text.yview_moveto(end)))  # type: ignore[misc]
        self.text.bind("<<Copy>>", stopping(self._copy))

    def _framed(self, event: "Event[Misc]") -> None:
        width, height = self.inner_width(event.width), event.height - 2 * self._edge
        if width < _LEAST_WIDTH or height < 1:
            return
        self.text.place(width=width, height=height)
        if not self.text["yscrollcommand"]:
            self.text.configure(yscrollcommand=self._scrolled)

    @property
    def _edge(self) -> int:
        return self._style.px(2)

    @property
    def _gutter(self) -> int:
        return self._style.px(12)

    def _scroll(self, pixels: int) -> None:
        self.text.yview_scroll(self._style.px(pixels), "pixels")

    def _copy(self) -> None:
        copied = self._selected()
        if copied:
            self.text.clipboard_clear()
            self.text.clipboard_append(copied)
            self.text.event_generate("<<Copied>>")

    def _selected(self) -> str:
        text, pieces = self.text, []
        ends = text.tag_ranges("sel")
        for begin, end in zip(ends[::2], ends[1::2], strict=True):
            at = str(begin)
            while void := text.tag_nextrange(VOID, at, end):
                pieces.append(self._written(at, void[0]))
                at = void[1]
            pieces.append(self._written(at, str(end)))
        return "".join(pieces).strip("\n")

    def _written(self, begin: str, end: str) -> str:
        """The text between as it was written, also where it is drawn in another order."""
        if not self._turned:
            return self.text.get(begin, end)
        from bellpull.desk.window.bidi import written

        first, last = (int(self.text.index(place).split(".")[0]) for place in (begin, end))
        lines = []
        for number in range(first, last + 1):
            low = self.text.index(begin) if number == first else f"{number}.0"
            high = self.text.index(end) if number == last else f"{number + 1}.0"
            lines.append((self.text.get(f"{number}.0", low), self.text.get(low, high), self._turned.get(number)))
        return written(lines)

    def _resized(self, event: "Event[Misc]") -> None:
        """Lines that were broken by us are broken anew for another width."""
        width = event.width + 2 * self._edge + self._gutter
        if self._turned and self._content and abs(width - self._drawn_width) > self._style.px(4):
            seen = self.text.yview()[0]
            self.fill(self._content, width)
            self.text.yview_moveto(seen)
        if not self._shown and event.height > 10:
            self._shown = True
            self._show_newest()

    def _show_newest(self) -> None:
        """The newest is at the bottom; but a message that is longer than the view is read from its beginning."""
        self.text.yview_moveto(1.0)
        if self.text.compare("@0,0", ">", MESSAGE):
            self.text.yview(MESSAGE)

    def _scrolled(self, first: float, last: float) -> None:
        if float(first) <= 0 and float(last) >= 1:
            if self._bar is not None:
                self._bar.place_forget()
            return
        if self._bar is None:
            self._bar = ttk.Scrollbar(
                self.frame,
                command=self.text.yview,
                style=self._style.scrollbar(self._style.palette.ground),
                takefocus=False,
            )
        if not self._bar.winfo_manager():
            self._bar.place(relx=1.0, rely=0.0, relheight=1.0, anchor="ne", x=-self._edge)
        self._bar.set(first, last)

    def _make_link(self, tag: str, target: str) -> None:
        self.text.tag_bind(tag, "<Enter>", lambda event: self._point(target))
        self.text.tag_bind(tag, "<Leave>", lambda event: self._point(None))
        self.text.tag_bind(tag, "<ButtonRelease-1>", lambda event: self._follow(target))

    def _point(self, target: str | None) -> None:
        self.text.configure(cursor="hand2" if target else "xterm")
        self._on_link(target)

    def _follow(self, target: str) -> None:
        # Who drags over a link selects it.
        if self.text.tag_ranges("sel") or not self._may_act() or not target.lower().startswith(_SAFE):
            return
        import threading
        import webbrowser

        # Finding the browser takes a while, and some browsers do too.
        threading.Thread(target=webbrowser.open, args=(target,), daemon=True).start()
