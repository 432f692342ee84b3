"""A window's parts and where they stand: source, conversation, options, field, status and buttons; and its size.

What happens when something is pressed is said by whoever builds the view (`conduct`).
"""

from collections.abc import Callable
from tkinter import Menu, Tk, ttk
from typing import Any, NamedTuple

from bellpull.desk.window.buttons import Options, Walk, button, width_in_a_row
from bellpull.desk.window.column import Column
from bellpull.desk.window.field import Field, ReplyField, SecretField
from bellpull.desk.window.place import Area, centered
from bellpull.desk.window.request import Button, Request
from bellpull.desk.window.sheet import Content
from bellpull.desk.window.style import RING, Style
from bellpull.desk.window.words import WindowWords, window_words
from bellpull.desk.words import desk_words
from bellpull.domain.words import Words, words

_PAD = 18
_NARROW, _WIDE = 480, 640
_TALLEST = 0.7
_MOST_FOR_OPTIONS = 0.45
_MOST_FOR_HISTORY = 220
_LEAST_LINES = 4
_FULL = 0.94


class Deeds(NamedTuple):
    """What pressing things does."""

    send: Callable[[], None]
    press: Callable[[dict[str, Any]], None]
    cancel: Callable[[], None]
    close: Callable[[], None]
    later: Callable[[int | str], None]
    copy: Callable[[], None]
    may_act: Callable[[], bool]


class View:
    def __init__(self, root: Tk, request: Request, content: Content, style: Style, monitor: Area, deeds: Deeds) -> None:
        self.root, self.style, self.monitor = root, style, monitor
        self.words: Words = words(request.language)
        self.own_words: WindowWords = window_words(request.language)
        self.walk = Walk(root)
        self.buttons: list[ttk.Button] = []
        self._closing: list[ttk.Button] = []
        self.field: Field | None = None
        self.later: ttk.Button | None = None
        self._request, self._deeds = request, deeds
        self._pad = style.px(_PAD)
        self._status, self._link, self._urgent = "", "", False
        self._fit_row = self._row_fits()
        # Beside a row of options there is no room for words.
        self._apart = request.kind == "choice" and self._fit_row
        self.width = self._choose_width(content)
        root.columnconfigure(0, weight=1)
        root.rowconfigure(1, weight=1)
        self._build(content)

    def _build(self, content: Content) -> None:
        self._header()
        self.column = Column(self.root, self.style, self._pointed, self._deeds.may_act)
        self.column.fill(content, self._column_width)
        side = self._pad - self.style.px(6)
        self.column.frame.grid(row=1, sticky="nswe", padx=(side, self.style.px(4)), pady=(0, self.style.px(6)))
        self._field()
        self._options()
        self._footer()
        self.walk.add(*([self.later] if self.later else []), self.column.text)
        self.root.bind("<<NextWindow>>", lambda event: self.walk.go(1))
        self.root.bind("<<PrevWindow>>", lambda event: self.walk.go(-1))

    # The parts, from top to bottom.

    def _header(self) -> None:
        request, style = self._request, self.style
        header = ttk.Frame(self.root)
        # The quiet button has no edge: what stands in line with the field's is its word.
        right = self._pad - (style.px(8) + style_ring(style) if request.later else 0)
        header.grid(row=0, sticky="we", padx=(self._pad, right), pady=(style.px(12), style.px(2)))
        if request.later:
            say = desk_words(request.language)
            self.later = button(header, style, "Quiet", f"{say.later} ▾".replace("…", ""), self._open_later)
            self.later.pack(side="right", padx=(style.px(12), 0))
            self.buttons.append(self.later)
        if request.source:
            # After the button, which keeps its room beside a long source.
            taken = self.later.winfo_reqwidth() + style.px(12) if self.later else 0
            room = self.width - 2 * self._pad - taken
            source = ttk.Label(header, text=style.fitted(request.source, room, style.small), style="Quiet.TLabel")
            source.pack(side="left", fill="x", expand=True)

    def _field(self) -> None:
        request, say = self._request, self.own_words
        if request.kind == "show" or (request.kind == "choice" and not request.free_text):
            return
        if request.secret:
            self.field = SecretField(self.root, self.style, say.hidden_hint)
        else:
            usual = self.words.something_else if request.kind == "choice" else say.your_reply
            reply = self.field = ReplyField(self.root, self.style, request.hint or usual)
            reply.on_lines = self._grow
        self.field.frame.grid(row=4, sticky="we", padx=self._pad, pady=(self.style.px(4), self.style.px(2)))
        self.walk.add(self.field.widget)

    def _options(self) -> None:
        if self._request.kind != "choice" or self._fit_row:
            return
        inner, style = self.width - 2 * self._pad + 2 * style_ring(self.style), self.style
        options = Options(self.root, style, inner, round(self.monitor.height * _MOST_FOR_OPTIONS))
        for each in self._request.buttons:
            if not each.closes:
                options.add(each.label, self._pressing(each))
        options.settle()
        options.frame.grid(row=3, sticky="we", padx=self._pad - style_ring(style))
        self.buttons += options.buttons
        self.walk.add(*options.buttons, arrows=True)

    def _footer(self) -> None:
        style, ring = self.style, style_ring(self.style)
        footer = ttk.Frame(self.root)
        footer.grid(row=6, sticky="we", padx=(self._pad, self._pad - ring), pady=(style.px(6), self._pad - ring))
        row = self._row(footer)
        # From the right, so that the first to be reached by Tab is the one that people look for.
        for made in reversed(row):
            made.pack(side="right", padx=(style.px(2), 0))
        self.buttons += row
        apart = self._apart
        self._label = ttk.Label(self.root if apart else footer, style="Quiet.TLabel", anchor="w", justify="left")
        if apart:
            self._label.configure(wraplength=self.width - 2 * self._pad)
        else:
            self._label.pack(side="left", fill="x", expand=True, padx=(0, style.px(10)))
            taken = sum(made.winfo_reqwidth() for made in row)
            self._label.configure(wraplength=self.width - 2 * self._pad - taken - style.px(24))

    def _row(self, footer: ttk.Frame) -> list[ttk.Button]:
        request, deeds, style = self._request, self._deeds, self.style
        if request.kind == "show":
            row = [button(footer, style, "Plain", self.words.close, deeds.close)]
            self.walk.add(*row)
            return row
        if request.kind == "text":
            send = button(footer, style, "Accent", self.words.send, deeds.send)
            cancel = button(footer, style, "Plain", self.words.cancel, deeds.cancel)
            self._closing.append(cancel)
            self.walk.add(send, cancel)
            return [cancel, send]
        return self._choice_row(footer)

    def _choice_row(self, footer: ttk.Frame) -> list[ttk.Button]:
        row = []
        if self._request.free_text:
            row.append(button(footer, self.style, "Plain", self.words.send, self._deeds.send))
        shown = [each for each in self._request.buttons if each.closes or self._fit_row]
        for place, each in enumerate(shown):
            kind = "Accent" if place == 0 and not each.closes else "Plain"
            row.append(button(footer, self.style, kind, each.label, self._pressing(each)))
            self._closing += row[-1:] if each.closes else []
        if not any(each.closes for each in shown):
            row.append(button(footer, self.style, "Plain", self.words.close, self._deeds.close))
            self._closing += row[-1:]
        self.walk.add(*row, arrows=True)
        return row

    def _pressing(self, each: Button) -> Callable[[], None]:
        return lambda: self._deeds.press(each.answer)

    def _open_later(self) -> None:
        assert self.later is not None
        say, look = desk_words(self._request.language), self.style.palette
        menu = Menu(
            self.root,
            tearoff=False,
            background=look.raised,
            foreground=look.text,
            activebackground=look.accent,
            activeforeground=look.on_accent,
            borderwidth=1,
            activeborderwidth=0,
            relief="flat",
        )
        for label, when in ((say.in_ten_minutes, 600), (say.in_an_hour, 3600), (say.tomorrow, "tomorrow")):
            menu.add_command(label=f"  {label}  ", command=lambda when=when: self._deeds.later(when))  # type: ignore[misc]
        menu.update_idletasks()
        right = self.later.winfo_rootx() + self.later.winfo_width() - style_ring(self.style)
        menu.tk_popup(right - menu.winfo_reqwidth(), self.later.winfo_rooty() + self.later.winfo_height())

    # What it says while it is open.

    def status(self, text: str, urgent: bool = False) -> None:
        """The line beside the buttons: the time left, or what became of the agent."""
        self._status, self._urgent = text, urgent
        self._say()

    def _pointed(self, target: str | None) -> None:
        self._link = target or ""
        self._say()

    def _say(self) -> None:
        look = self.style.palette
        text = self._link if len(self._link) <= 120 else f"{self._link[:119]}…"
        colour = look.warning if self._urgent and not text else look.quiet
        self._label.configure(text=text or self._status, foreground=colour)
        if self._apart:
            if text or self._status:
                self._label.grid(row=5, sticky="we", padx=self._pad, pady=(self.style.px(6), 0))
            else:
                self._label.grid_remove()

    def notice(self, text: str, copy_label: str) -> None:
        """What became of the question under somebody who was typing."""
        style = self.style
        strip = ttk.Frame(self.root, style=style.frame("Notice"))
        label = ttk.Label(
            strip, text=text, style="Notice.TLabel", wraplength=self.width - 2 * self._pad - style.px(140)
        )
        label.pack(side="left", fill="x", expand=True, padx=style.px(12), pady=style.px(8))
        if copy_label:
            made = button(strip, style, "Plain", copy_label, self._deeds.copy)
            made.pack(side="right", padx=style.px(6), pady=style.px(3))
            self.walk.add(made)
        strip.grid(row=2, sticky="we", padx=self._pad, pady=(0, style.px(6)))
        self.root.update_idletasks()
        self._higher(strip.winfo_reqheight() + style.px(6))

    def settle(self, text: str, copy_label: str) -> None:
        """Nothing can be sent any more; the window can be closed, and what was typed copied."""
        self.enable(False)
        for made in self._closing:
            made.state(["!disabled"])
        self.notice(text, copy_label)

    def enable(self, on: bool) -> None:
        for made in self.buttons:
            made.state(["!disabled"] if on else ["disabled"])

    # Its size and place.

    def open(self) -> None:
        """Take the size that the content needs, in the middle of the monitor. Nothing is seen yet."""
        natural = self.column.height_at(self._column_width)
        # A short question does not open a large window because much was said before.
        natural = min(natural, self.column.message_height() + self.style.px(_MOST_FOR_HISTORY))
        self.column.settle()
        self.root.update_idletasks()
        around = self.root.winfo_reqheight() - self.column.frame.winfo_reqheight()
        room = round(self.monitor.height * _TALLEST) - around
        # However many options there are, something of the message is seen.
        least = min(natural, _LEAST_LINES * self.style.line_height() + self.style.px(16))
        height = min(around + max(least, min(natural, room)), round(self.monitor.height * _FULL))
        left, top = centered(self.monitor, self.width, height)
        self.root.geometry(f"{self.width}x{height}+{left}+{top}")
        self.root.minsize(min(self.width, self.style.px(340)), around + self.style.px(48))

    @property
    def _column_width(self) -> int:
        return self.width - (self._pad - self.style.px(6)) - self.style.px(4)

    def _grow(self, lines: int) -> None:
        self._higher(lines * self.style.line_height())

    def _higher(self, pixels: int) -> None:
        """The message keeps its room while what is below it grows."""
        height = self.root.winfo_height() + pixels
        if height <= self.monitor.height * 0.9:
            self.root.geometry(f"{self.root.winfo_width()}x{height}")

    def _row_fits(self) -> bool:
        """Options stand side by side where they are few and short, and alone: a field has a row of its own below."""
        labels = [each.label for each in self._request.buttons]
        return (
            not self._request.free_text
            and len(labels) <= 5
            and width_in_a_row(self.style, labels) <= self._widest() - 2 * self._pad
        )

    def _choose_width(self, content: Content) -> int:
        """Narrow for a few words, wide for many."""
        lines = [line for block in content.blocks for line in block.text.split("\n")]
        longest = max([*lines, content.title], key=len, default="")
        needed = self.style.measure(longest[:200]) + 2 * self._pad + self.style.px(24)
        if self._request.kind == "choice" and self._fit_row:
            labels = [each.label for each in self._request.buttons]
            needed = max(needed, width_in_a_row(self.style, labels) + 2 * self._pad + self.style.px(24))
        return max(min(needed, self._widest()), min(self._wide(_NARROW), self._widest()))

    def _widest(self) -> int:
        return min(self._wide(_WIDE), round(self.monitor.width * 0.9))

    def _wide(self, pixels: int) -> int:
        """Larger text needs a wider window for as many words in a line."""
        return round(self.style.px(pixels) * max(1.0, self.style.size / 11))


def style_ring(style: Style) -> int:
    """What a button keeps around itself for its ring: taken off the room beside it, so that edges are in one line."""
    return style.px(RING)
