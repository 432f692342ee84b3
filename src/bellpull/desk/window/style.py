"""How a window looks: its palette, its fonts and its few kinds of shapes, made for one display.

Tk's own themes keep light borders in dark windows and square corners everywhere, so all that is seen is drawn from
the palette. Fonts are made when something asks for them, because each one costs time when the window opens; shapes,
which cost more and change no sizes, when the window is on the screen and about to be drawn (`finish`).
"""

from collections.abc import Callable
from tkinter import Tk, ttk
from typing import Any

from bellpull.desk.palette import Palette
from bellpull.desk.window.place import scale
from bellpull.desk.window.shapes import Layer, blend, rounded

_CORNER = 6
#: Around a button, for the ring that shows the focus.
RING = 3
_HEADINGS = {1: 1.4, 2: 1.22, 3: 1.1}


class Style:
    def __init__(self, root: Tk, palette: Palette, dots: float, text_size: int) -> None:
        self.palette = palette
        self.scale = scale(dots)
        self._root = root
        self._call = root.tk.call
        self._fonts: dict[tuple[float, bool, bool, bool], str] = {}
        self._pictures = 0
        self._call("tk", "scaling", dots / 72)
        own = abs(int(self._call("font", "configure", "TkDefaultFont", "-size"))) or 10
        self.size = text_size or own
        self._family = self._call("font", "configure", "TkDefaultFont", "-family")
        self._mono = self._call("font", "configure", "TkFixedFont", "-family")
        for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont"):
            self._call("font", "configure", name, "-size", self.size)
        self._made: set[str] = set()
        self._pending: list[Callable[[], None]] | None = []
        self._ttk = ttk.Style(root)
        self._begin()

    def px(self, pixels: float) -> int:
        """Pixels of an ordinary display, as many as they are on this one."""
        return round(pixels * self.scale)

    def font(self, grow: float = 1.0, bold: bool = False, italic: bool = False, mono: bool = False) -> str:
        if (grow, bold, italic, mono) == (1.0, False, False, False):
            return "TkDefaultFont"
        key = (grow, bold, italic, mono)
        if key not in self._fonts:
            name = self._fonts[key] = f"Bellpull{len(self._fonts)}"
            weight, slant = "bold" if bold else "normal", "italic" if italic else "roman"
            family = self._mono if mono else self._family
            size = max(6, round(self.size * grow))
            self._call("font", "create", name, "-family", family, "-size", size, "-weight", weight, "-slant", slant)
        return self._fonts[key]

    def heading(self, level: int) -> float:
        return _HEADINGS.get(level, 1.0)

    @property
    def small(self) -> str:
        return self.font(0.9)

    def measure(self, text: str, font: str = "TkDefaultFont") -> int:
        return int(self._call("font", "measure", font, text))

    def fitted(self, text: str, width: int, font: str = "TkDefaultFont") -> str:
        """As much of it as there is room for, with an ellipsis where that is not all."""
        if self.measure(text, font) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.measure(f"{text[:middle]}…", font) <= width else (low, middle - 1)
        return f"{text[:low].rstrip()}…"

    def line_height(self, font: str = "TkDefaultFont") -> int:
        return int(self._call("font", "metrics", font, "-linespace"))

    def finish(self) -> None:
        """Make the shapes that were put off; from now on each is made at once."""
        pending, self._pending = self._pending or [], None
        for make in pending:
            make()

    def _when_seen(self, make: Callable[[], None]) -> None:
        if self._pending is None:
            make()
        else:
            self._pending.append(make)

    def button(self, kind: str) -> str:
        """The style of a button that is Accent, Plain, Option or Quiet."""
        name = f"{kind}.TButton"
        if name not in self._made:
            self._made.add(name)
            self._make_button(kind, name)
        return name

    def frame(self, kind: str) -> str:
        """The style of a frame that is a Field, a Column or a Notice."""
        name = f"{kind}.TFrame"
        if name not in self._made:
            self._made.add(name)
            self._when_seen(lambda: self._make_frame(kind, name))
        return name

    def _make_frame(self, kind: str, name: str) -> None:
        look = self.palette
        fill, line = {
            "Field": (look.field, look.border),
            "Column": (look.ground, look.ground),
            "Notice": (look.ground, look.warning),
        }[kind]
        radius, thick = self.px(_CORNER), max(1, self.px(1))
        plain = rounded(radius, look.ground, Layer(0, line), Layer(thick, fill))
        focus = rounded(radius, look.ground, Layer(0, look.accent), Layer(self.px(2), fill))
        self._shape(f"{kind}.shape", plain, [("focus", focus)], radius)
        self._ttk.layout(name, [(f"{kind}.shape", {"sticky": "nswe"})])

    def scrollbar(self, ground: str) -> str:
        """The style of a slim scrollbar on this ground."""
        kind = f"On{ground[1:]}"
        name = f"{kind}.Vertical.TScrollbar"
        if name not in self._made:
            self._made.add(name)
            radius, look = self.px(4), self.palette
            rest, grasped = (
                rounded(radius, ground, Layer(0, ground), Layer(self.px(1), colour), wide=0)
                for colour in (blend(ground, look.quiet, 0.45), look.quiet)
            )
            self._shape(f"{kind}.thumb", rest, [("pressed", grasped), ("active", grasped)], radius, least=self.px(32))
            self._shape(f"{kind}.trough", rounded(radius, ground, wide=0), [], radius)
            thumb = (f"{kind}.thumb", {"expand": True, "sticky": "nswe"})
            self._ttk.layout(name, [(f"{kind}.trough", {"sticky": "nswe", "children": [thumb]})])  # type: ignore[list-item]
        return name

    def _begin(self) -> None:
        look = self.palette
        self._root.configure(background=look.ground)
        if self._ttk.theme_use() != "default":
            self._ttk.theme_use("default")
        self._ttk.configure(".", background=look.ground, foreground=look.text, borderwidth=0)
        self._ttk.configure("Quiet.TLabel", foreground=look.quiet, font=self.small)
        self._ttk.configure("Notice.TLabel", foreground=look.warning)

    def _make_button(self, kind: str, name: str) -> None:
        look = self.palette
        text, across, down = {
            "Accent": (look.on_accent, 16, 6),
            "Plain": (look.text, 16, 6),
            "Option": (look.text, 14, 7),
            "Quiet": (look.quiet, 8, 2),
        }[kind]
        inside: list[Any] = [("Button.padding", {"sticky": "nswe", "children": [("Button.label", {"sticky": "nswe"})]})]
        self._ttk.layout(name, inside)
        self._when_seen(lambda: self._make_button_shape(kind, name, inside))
        room = (self.px(across) + self.px(RING), self.px(down) + self.px(RING))
        font = self.small if kind == "Quiet" else "TkDefaultFont"
        side = "w" if kind == "Option" else "center"
        self._ttk.configure(name, foreground=text, anchor=side, justify="left", padding=room, font=font)
        self._ttk.configure(name, width=0 if kind in ("Quiet", "Option") else -8)
        self._ttk.map(name, foreground=[("disabled", look.disabled)])

    def _make_button_shape(self, kind: str, name: str, inside: list[Any]) -> None:
        look = self.palette
        fill, line = {"Accent": (look.accent, look.accent), "Quiet": (look.ground, look.ground)}.get(
            kind, (look.raised, look.border)
        )
        pressed, hover = blend(fill, look.text, 0.2), blend(fill, look.text, 0.1)
        # Where the ground and the buttons are of one colour, the disabled ones are told by their fainter line.
        faint = blend(look.ground, line, 0.35)
        states = [
            ("disabled", self._body(look.ground, fill if fill == look.ground else look.raised, faint)),
            ("pressed", self._body(look.accent, pressed, line)),
            ("focus", self._body(look.accent, fill, line)),
            ("active", self._body(look.ground, hover, line)),
        ]
        edge = self.px(_CORNER) + self.px(RING)
        self._shape(f"{kind}.shape", self._body(look.ground, fill, line), states, edge)
        self._ttk.layout(name, [(f"{kind}.shape", {"sticky": "nswe", "children": inside})])

    def _body(self, ring: str, fill: str, line: str) -> bytes:
        thick, gap, ground = max(1, self.px(1)), self.px(RING), self.palette.ground
        layers = (Layer(0, ring), Layer(gap - thick, ground), Layer(gap, line), Layer(gap + thick, fill))
        return rounded(self.px(_CORNER) + gap, ground, *layers)

    def _shape(self, name: str, usual: bytes, states: list[tuple[str, bytes]], edge: int, least: int = 0) -> None:
        told: list[Any] = [(*state.split(), self._picture(data)) for state, data in states]
        # Never as large as its picture: what is inside says how large it has to be.
        size: dict[str, Any] = {"border": edge, "padding": 0, "width": 2 * edge + 2, "height": max(least, 2 * edge + 2)}
        self._ttk.element_create(name, "image", self._picture(usual), *told, sticky="nswe", **size)

    def _picture(self, data: bytes) -> str:
        self._pictures += 1
        name = f"bellpull{self._pictures}"
        self._call("image", "create", "photo", name, "-format", "ppm", "-data", data)
        return name
