"""The buttons of a window: made flat, pressed by Space, Enter and the mouse, walked by Tab and the arrows.

No button acts on an Enter that was not meant for it: Enter presses the one that has the focus, and at first none has.
"""

from collections.abc import Callable, Sequence
from tkinter import Canvas, Event, Misc, ttk

from bellpull.desk.window.style import RING, Style

Press = Callable[[], None]


def button(parent: Misc, style: Style, kind: str, label: str, press: Press) -> ttk.Button:
    made = ttk.Button(parent, text=label, style=style.button(kind), command=press, takefocus=True, cursor="hand2")
    for key in ("<Return>", "<KP_Enter>"):
        made.bind(key, lambda event: _pressed(made))
    return made


def width_in_a_row(style: Style, labels: Sequence[str]) -> int:
    """What the buttons would take side by side."""
    return sum(style.measure(label) + 2 * style.px(16) + 4 * style.px(RING) for label in labels)


class Options:
    """Options under each other, the whole width, scrolling when there are more than there is room for."""

    def __init__(self, parent: Misc, style: Style, width: int, most_height: int) -> None:
        self.frame = ttk.Frame(parent)
        self.buttons: list[ttk.Button] = []
        self._style = style
        self._width = width
        self._most_height = most_height
        self._canvas = Canvas(self.frame, background=style.palette.ground, borderwidth=0, highlightthickness=0)
        self._inside = ttk.Frame(self._canvas)
        self._item = self._canvas.create_window(0, 0, anchor="nw", window=self._inside, width=width)
        self._canvas.pack(side="left", fill="both", expand=True)

    def add(self, label: str, press: Press) -> None:
        made = button(self._inside, self._style, "Option", label, press)
        made.pack(fill="x")
        made.bind("<FocusIn>", lambda event: self._show(made), add=True)
        self.buttons.append(made)

    def settle(self) -> None:
        """Take the height that the buttons need, or the most there is."""
        name = self._style.button("Option")
        # Long options are broken into lines within their button.
        inner = self._width - 2 * (self._style.px(14) + self._style.px(RING)) - self._style.px(16)
        ttk.Style(self.frame).configure(name, wraplength=inner)
        self._inside.update_idletasks()
        needed = self._inside.winfo_reqheight()
        height = min(needed, self._most_height)
        self._canvas.configure(width=self._width, height=height, scrollregion=(0, 0, self._width, needed))
        self._canvas.bind("<Configure>", self._resized)
        if needed > height:
            self._add_scrollbar()

    def _add_scrollbar(self) -> None:
        look = self._style.scrollbar(self._style.palette.ground)
        bar = ttk.Scrollbar(self.frame, command=self._canvas.yview, style=look, takefocus=False)
        bar.pack(side="right", fill="y", before=self._canvas)
        width = self._width - bar.winfo_reqwidth() - self._style.px(4)
        self._canvas.configure(width=width)
        self._canvas.itemconfigure(self._item, width=width)
        self._canvas.configure(yscrollcommand=bar.set, yscrollincrement=self._style.px(12))
        for widget in (self._canvas, self._inside, *self.buttons):
            widget.bind("<Button-4>", lambda event: self._canvas.yview_scroll(-3, "units"), add=True)
            widget.bind("<Button-5>", lambda event: self._canvas.yview_scroll(3, "units"), add=True)
            widget.bind("<MouseWheel>", self._wheel, add=True)

    def _wheel(self, event: "Event[Misc]") -> None:
        self._canvas.yview_scroll(-3 if event.delta > 0 else 3, "units")

    def _resized(self, event: "Event[Misc]") -> None:
        self._canvas.itemconfigure(self._item, width=event.width)

    def _show(self, made: ttk.Button) -> None:
        """Scroll so that the button with the focus can be seen."""
        top, height = made.winfo_y(), made.winfo_height()
        whole, view = self._inside.winfo_height(), self._canvas.winfo_height()
        begin = self._canvas.canvasy(0)
        if top < begin:
            self._canvas.yview_moveto(top / whole)
        elif top + height > begin + view:
            self._canvas.yview_moveto((top + height - view) / whole)


class Walk:
    """The order in which Tab goes around; the arrows go along the buttons among them."""

    def __init__(self, root: Misc) -> None:
        self._root = root
        self._stops: list[Misc] = []

    def add(self, *stops: Misc, arrows: bool = False) -> None:
        self._stops += stops
        for stop in stops:
            stop.bind("<<NextWindow>>", lambda event: self.go(1))
            stop.bind("<<PrevWindow>>", lambda event: self.go(-1))
            for key in ("<Down>", "<Right>") if arrows else ():
                stop.bind(key, lambda event: self.go(1, stops))
            for key in ("<Up>", "<Left>") if arrows else ():
                stop.bind(key, lambda event: self.go(-1, stops))

    def go(self, step: int, among: Sequence[Misc] = ()) -> str:
        stops = [stop for stop in among or self._stops if _can_stop(stop)]
        here = self._root.focus_get()
        if stops:
            place = stops.index(here) + step if here in stops else (0 if step > 0 else -1)
            stops[place % len(stops)].focus_set()
        return "break"


def _can_stop(stop: Misc) -> bool:
    return not (isinstance(stop, ttk.Button) and stop.instate(["disabled"]))


def _pressed(made: ttk.Button) -> str:
    made.invoke()
    return "break"
