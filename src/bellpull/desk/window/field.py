"""Where a person types: several lines, or one line of dots for a secret. Both say when their text changes.

Copy, cut, undo and the rest are Tk's own; this sets right what it does unlike everybody else on X11: Ctrl+A selects
all, Ctrl+Y does again, and what is pasted takes the place of what is selected.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from tkinter import Entry, Event, Label, Misc, StringVar, TclError, Text, Tk, ttk
from typing import Any

from bellpull.desk.window.style import Style

LEAST_LINES, MOST_LINES = 3, 8
#: Characters that fill these lines in any window; counting the lines of many more takes a while.
_SURELY_ENOUGH = 4000


def expected_keys(root: Tk) -> None:
    """For the message too: select all, and do again."""
    mac = root.tk.call("tk", "windowingsystem") == "aqua"
    main = "Command" if mac else "Control"
    if not mac:
        root.event_delete("<<LineStart>>", "<Control-a>", "<Control-Lock-A>")
    root.event_add("<<SelectAll>>", f"<{main}-a>", f"<{main}-Lock-A>")
    root.event_delete("<<Paste>>", "<Control-y>", "<Control-Lock-Y>")
    root.event_add("<<Redo>>", f"<{main}-y>", f"<{main}-Lock-Y>", f"<{main}-Shift-Z>", f"<{main}-Lock-Shift-z>")


class Field(ABC):
    """What both kinds share: the frame, the words in it while it is empty, the ring while it has the keys."""

    widget: Text | Entry

    def __init__(self, parent: Misc, style: Style, hint: str) -> None:
        self.frame = ttk.Frame(parent, style=style.frame("Field"))
        self.on_change: Callable[[], None] = lambda: None
        self._style = style
        self._words = hint
        self._copies = False
        self._pastes = 0
        self._after_paste: Callable[[], None] | None = None

    @abstractmethod
    def text(self) -> str: ...

    def focus(self) -> None:
        self.widget.focus_force()

    def after_paste(self, deed: Callable[[], None]) -> None:
        """At once; but while a paste waits for the program that something was copied from, when that has come."""
        if self._pastes:
            self._after_paste = deed
        else:
            deed()

    def on_send(self, send: Callable[[], None]) -> None:
        for key in ("<Return>", "<KP_Enter>"):
            self.widget.bind(key, stopping(send))

    def _settle(self) -> None:
        widget, room = self.widget, self._style.px(9)
        widget.pack(side="left", fill="both", expand=True, padx=room, pady=self._style.px(7))
        look = self._style.palette
        self._hint = Label(widget, text=self._words, foreground=look.quiet, background=look.field, cursor="xterm")
        self._hint.configure(borderwidth=0, padx=0, pady=0, font="TkDefaultFont")
        self._hint.place(x=self._style.px(2), y=0)
        self._hint.bind("<Button-1>", lambda event: widget.focus_set())
        widget.bind("<FocusIn>", lambda event: self.frame.state(["focus"]), add=True)
        widget.bind("<FocusOut>", lambda event: self.frame.state(["!focus"]), add=True)
        widget.bind("<<Paste>>", self._paste)
        for taking in ("<<Copy>>", "<<Cut>>"):
            widget.bind(taking, self._before_copy)
            widget.winfo_toplevel().bind(taking, self._after_copy, add=True)

    def _changed(self) -> None:
        if self.text():
            self._hint.place_forget()
        elif not self._hint.winfo_manager():
            self._hint.place(x=self._style.px(2), y=0)
        self.on_change()

    def _before_copy(self, event: "Event[Misc]") -> None:
        """Tk copies next, and does not where nothing is selected."""
        self._copies = self._has_selection()

    def _after_copy(self, event: "Event[Misc]") -> None:
        """What is bound to the whole window comes after what Tk does."""
        if self._copies:
            self.widget.event_generate("<<Copied>>")

    @abstractmethod
    def _has_selection(self) -> bool: ...

    def _paste(self, event: "Event[Misc]") -> str:
        # Keys are acted on while Tk waits for what is pasted.
        self._pastes += 1
        with suppress(TclError):
            pasted = self.widget.clipboard_get(type="UTF8_STRING")
            self._take(pasted.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""))
        self._pastes -= 1
        if not self._pastes and self._after_paste is not None:
            self._after_paste()
        return "break"

    @abstractmethod
    def _take(self, pasted: str) -> None: ...


class ReplyField(Field):
    def __init__(self, parent: Misc, style: Style, hint: str) -> None:
        super().__init__(parent, style, hint)
        self.on_lines: Callable[[int], None] = lambda lines: None
        self._lines = LEAST_LINES
        self.widget = self._field = Text(
            self.frame,
            height=LEAST_LINES,
            width=1,
            wrap="word",
            undo=True,
            maxundo=0,
            font="TkDefaultFont",
            **_colours(style),
        )
        self._field.bind("<<Modified>>", self._on_modified)
        self._field.bind("<Shift-Return>", stopping(lambda: self._take("\n")))
        self._field.bind("<Shift-KP_Enter>", stopping(lambda: self._take("\n")))
        # Tk would take the line's end with it that no one typed.
        self._field.bind("<<SelectAll>>", stopping(lambda: self._field.tag_add("sel", "1.0", "end-1c")))
        # One undo for each word rather than for all that was ever typed.
        self._field.bind("<space>", lambda event: self._field.edit_separator(), add=True)
        self._field.tag_configure("from right", justify="right")
        self._settle()

    def text(self) -> str:
        return self._field.get("1.0", "end-1c")

    def _has_selection(self) -> bool:
        return bool(self._field.tag_ranges("sel"))

    def _take(self, pasted: str) -> None:
        field = self._field
        field.edit_separator()
        field.configure(autoseparators=False)
        with suppress(TclError):
            field.delete("sel.first", "sel.last")
        field.insert("insert", pasted)
        field.configure(autoseparators=True)
        field.edit_separator()
        field.see("insert")

    def _on_modified(self, event: "Event[Misc]") -> None:
        if not self._field.edit_modified():
            return
        self._field.edit_modified(False)
        self._field.tag_remove("from right", "1.0", "end")
        if _begins_right(self.text()):
            self._field.tag_add("from right", "1.0", "end")
        self._changed()
        self._field.after_idle(self._fit)

    def _fit(self) -> None:
        """As many lines as were typed, within reason."""
        typed = MOST_LINES
        if len(self.text()) < _SURELY_ENOUGH:
            typed = int(self._field.tk.call(self._field, "count", "-update", "-displaylines", "1.0", "end"))
        lines = min(max(LEAST_LINES, typed), MOST_LINES)
        if lines != self._lines:
            more, self._lines = lines - self._lines, lines
            self._field.configure(height=lines)
            self.on_lines(more)


class SecretField(Field):
    def __init__(self, parent: Misc, style: Style, hint: str) -> None:
        super().__init__(parent, style, hint)
        self._typed = StringVar(self.frame)
        self.widget = self._entry = Entry(
            self.frame,
            textvariable=self._typed,
            show="•",
            font="TkDefaultFont",
            **_colours(style),
        )
        self._typed.trace_add("write", lambda *names: self._changed())
        self._settle()

    def text(self) -> str:
        return self._typed.get()

    def _has_selection(self) -> bool:
        return self._entry.selection_present()

    def _take(self, pasted: str) -> None:
        with suppress(TclError):
            self._entry.delete("sel.first", "sel.last")
        self._entry.insert("insert", pasted.rstrip("\n").replace("\n", " "))


def _begins_right(text: str) -> bool:
    """Whether its first letter is of a script that is written from right to left."""
    if text.isascii():
        return False
    import unicodedata

    kinds = (unicodedata.bidirectional(character) for character in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def _colours(style: Style) -> dict[str, Any]:
    look = style.palette
    return {
        "background": look.field,
        "foreground": look.text,
        "insertbackground": look.text,
        "selectbackground": look.selection,
        "selectforeground": look.on_selection,
        "borderwidth": 0,
        "highlightthickness": 0,
        "insertwidth": max(1, style.px(1.5)),
    }


def stopping(deed: Callable[[], None]) -> "Callable[[Event[Misc]], str]":
    """The deed, after which nobody else acts on the key."""

    def act(event: "Event[Misc]") -> str:
        deed()
        return "break"

    return act
