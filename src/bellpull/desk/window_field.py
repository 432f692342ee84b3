"""Where a person types: several lines, or one line of dots for a secret. Both say when their text changes.

Copy, cut, undo and the rest are Tk's own; this sets right what it does unlike everybody else on X11: Ctrl+A selects
all, Ctrl+Y does again, and what is pasted takes the place of what is selected.
"""

from collections.abc import Callable
from contextlib import suppress
from tkinter import Entry, Event, Label, Misc, StringVar, TclError, Text, Tk, ttk
from typing import Any

from bellpull.desk.window_style import Style

LEAST_LINES, MOST_LINES = 3, 8


def expected_keys(root: Tk) -> None:
    """For the message too: select all, and do again."""
    main = "Command" if root.tk.call("tk", "windowingsystem") == "aqua" else "Control"
    root.event_delete("<<LineStart>>", "<Control-a>", "<Control-Lock-A>")
    root.event_add("<<SelectAll>>", f"<{main}-a>", f"<{main}-Lock-A>")
    root.event_delete("<<Paste>>", "<Control-y>", "<Control-Lock-Y>")
    root.event_add("<<Redo>>", f"<{main}-y>", f"<{main}-Lock-Y>", f"<{main}-Shift-Z>", f"<{main}-Lock-Shift-z>")


class Field:
    """What both kinds share: the frame, the words in it while it is empty, the ring while it has the keys."""

    widget: Text | Entry

    def __init__(self, parent: Misc, style: Style, hint: str) -> None:
        self.frame = ttk.Frame(parent, style=style.frame("Field"))
        self.on_change: Callable[[], None] = lambda: None
        self._style = style
        look = style.palette
        self._hint = Label(
            self.frame, text=hint, foreground=look.quiet, background=look.field, borderwidth=0, pady=0, cursor="xterm"
        )

    def text(self) -> str:
        raise NotImplementedError

    def focus(self) -> None:
        self.widget.focus_force()

    def on_send(self, send: Callable[[], None]) -> None:
        for key in ("<Return>", "<KP_Enter>"):
            self.widget.bind(key, stopping(send))

    def freeze(self) -> None:
        """What was typed stays and can be copied, but nothing more can be typed."""
        raise NotImplementedError

    def _settle(self) -> None:
        widget, room = self.widget, self._style.px(9)
        widget.pack(side="left", fill="both", expand=True, padx=room, pady=self._style.px(7))
        self._hint.place(in_=widget, x=1, y=0)
        self._hint.bind("<Button-1>", lambda event: widget.focus_set())
        widget.bind("<FocusIn>", lambda event: self.frame.state(["focus"]), add=True)
        widget.bind("<FocusOut>", lambda event: self.frame.state(["!focus"]), add=True)
        widget.bind("<<Paste>>", self._paste)

    def _changed(self) -> None:
        if self.text():
            self._hint.place_forget()
        elif not self._hint.winfo_manager():
            self._hint.place(in_=self.widget, x=1, y=0)
        self.on_change()

    def _paste(self, event: "Event[Misc]") -> str:
        with suppress(TclError):
            pasted = self.widget.clipboard_get(type="UTF8_STRING")
            self._take(pasted.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""))
        return "break"

    def _take(self, pasted: str) -> None:
        raise NotImplementedError


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
        # One undo for each word rather than for all that was ever typed.
        self._field.bind("<space>", lambda event: self._field.edit_separator(), add=True)
        self._settle()
        self._hint.lift(self._field)

    def text(self) -> str:
        return self._field.get("1.0", "end-1c")

    def freeze(self) -> None:
        self._field.configure(state="disabled", foreground=self._style.palette.disabled)

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
        self._changed()
        self._field.after_idle(self._fit)

    def _fit(self) -> None:
        """As many lines as were typed, within reason."""
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
            disabledbackground=style.palette.field,
            disabledforeground=style.palette.disabled,
            **_colours(style),
        )
        self._typed.trace_add("write", lambda *names: self._changed())
        self._settle()
        self._hint.lift(self._entry)

    def text(self) -> str:
        return self._typed.get()

    def freeze(self) -> None:
        self._entry.configure(state="disabled")

    def _take(self, pasted: str) -> None:
        with suppress(TclError):
            self._entry.delete("sel.first", "sel.last")
        self._entry.insert("insert", pasted.rstrip("\n").replace("\n", " "))


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
