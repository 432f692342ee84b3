"""How a window behaves: what ends it and with which result, and what the desk may tell it while it is open.

The rule behind all of it: a window that somebody has typed in is never closed under them.
"""

from tkinter import Event, Misc, Tk
from typing import Any

from bellpull.desk.window.arming import Arming
from bellpull.desk.window.clipboard import mark
from bellpull.desk.window.clock import Countdown
from bellpull.desk.window.field import expected_keys
from bellpull.desk.window.place import Area
from bellpull.desk.window.request import Request, seconds_of, visible
from bellpull.desk.window.sheet import Content
from bellpull.desk.window.style import Style
from bellpull.desk.window.view import Deeds, View
from bellpull.desk.window.wire import Line, Wire
from bellpull.domain.errors import Malformed

_LISTEN_MILLISECONDS = 40


class Conduct:
    def __init__(self, root: Tk, request: Request, content: Content, style: Style, monitor: Area, wire: Wire) -> None:
        self.result: Line | None = None
        self._root, self._request, self._wire = root, request, wire
        self._over = False
        self._touched = False
        self._shown = False
        self.copied = False
        self._arming = Arming(root, self._armed)
        deeds = Deeds(self._send, self._press, self._cancel, self._close, self._later, self._copy, self._may_act)
        self._view = View(root, request, content, style, monitor, deeds)
        self._clock = Countdown(root, self._time_left, self._time_is_up)
        self._bind()

    def open(self) -> None:
        root, view = self._root, self._view
        view.enable(False)
        self._begin_status()
        if self.result is not None:
            return
        view.open()
        root.attributes("-topmost", True)
        # Bound before the window is shown, because showing it is what brings the event.
        root.bind("<Map>", self._on_map, add=True)
        root.deiconify()
        root.lift()

    def _bind(self) -> None:
        root, field = self._root, self._view.field
        expected_keys(root)
        self._arming.guard(root, self._view.column.text, *self._view.buttons)
        root.bind("<Escape>", lambda event: self._cancel())
        root.protocol("WM_DELETE_WINDOW", self._close)
        root.bind("<<Copied>>", lambda event: self._on_copied())
        if field is not None:
            self._arming.guard(field.widget)
            field.on_send(self._send)
            field.on_change = self._typed

    def _on_map(self, event: "Event[Misc]") -> None:
        if event.widget is not self._root or self._shown:
            return
        self._shown = True
        if self._request.follow:
            self._wire.say({"event": "shown"})
        self._view.style.finish()
        self._arming.begin()
        self._to_front()
        if self._request.follow:
            self._wire.follow()
            self._listen()

    def _to_front(self) -> None:
        self._root.lift()
        if self._view.field is not None:
            self._view.field.focus()
        else:
            self._root.focus_force()

    def _armed(self) -> None:
        self._view.enable(not self._over)
        self._offer_later()

    def _may_act(self) -> bool:
        return self._arming.armed

    # What a person does.

    def _send(self) -> None:
        field = self._view.field
        if field is not None:
            field.after_paste(lambda: self._send_text(field.text()))

    def _send_text(self, text: str) -> None:
        # Nothing is no choice: among options it would only be refused.
        if not self._over and (text.strip() or self._request.kind == "text"):
            self._finish({"answer": {"text": text}})

    def _press(self, answer: dict[str, Any]) -> None:
        self._finish(self._closed() or {"answer": answer})

    def _cancel(self) -> None:
        self._finish(self._closed() or {"answer": {"outcome": "cancelled"}})

    def _close(self) -> None:
        self._finish(self._closed() or {"answer": {"outcome": "dismissed"}})

    def _later(self, when: int | str) -> None:
        self._finish({"later": when})

    def _copy(self) -> None:
        if self._view.field is not None:
            self._root.clipboard_clear()
            self._root.clipboard_append(self._view.field.text())
            self._on_copied()

    def _on_copied(self) -> None:
        self.copied = True
        mark(self._root)

    def _closed(self) -> Line | None:
        """What closing means where it is no answer."""
        if self._request.kind == "show":
            return {"answer": None, "why": "closed"}
        return {"answer": None, "why": "told"} if self._over else None

    def _typed(self) -> None:
        if not self._touched and self._has_text():
            self._touched = True
            if self._request.follow:
                self._wire.say({"event": "touched"})
        self._offer_later()

    def _offer_later(self) -> None:
        """Not to somebody who has typed: what they wrote would be gone."""
        if self._view.later is not None and self._arming.armed:
            self._view.later.state(["disabled"] if self._has_text() or self._over else ["!disabled"])

    def _has_text(self) -> bool:
        return self._view.field is not None and bool(self._view.field.text())

    # What time does.

    def _begin_status(self) -> None:
        if self._request.moved_on:
            self._say_moved_on()
        elif self._request.seconds is not None:
            self._clock.start(self._request.seconds)
        else:
            self._view.status(self._usual_status())

    def _usual_status(self) -> str:
        if self._view.field is None:
            return ""
        say = self._view.own_words
        return say.hidden_keys if self._request.secret else say.keys

    def _time_left(self, time: str, urgent: bool) -> None:
        say = self._view.own_words.closes_in if self._request.kind == "show" else self._view.words.waiting
        self._view.status(say.format(time=time), urgent)

    def _time_is_up(self) -> None:
        if self._has_text():
            self._say_moved_on()
        else:
            self._finish({"answer": None, "why": "timeout"})

    # What the desk says.

    def _listen(self) -> None:
        for line in self._wire.arrived():
            self._hear(line)
        if self.result is None:
            self._root.after(_LISTEN_MILLISECONDS, self._listen)

    def _hear(self, line: Line | None) -> None:
        if line is None:
            self._settle(self._view.own_words.stopped)
        elif line.get("settled"):
            self._settle(f"{visible(str(line['settled']))}. {self._view.own_words.text_not_sent}")
        elif line.get("close"):
            self._end_untouched()
        elif line.get("moved_on"):
            self._moved_on()
        elif "seconds" in line:
            self._restart(line["seconds"])
        elif line.get("front"):
            self._root.deiconify()
            self._to_front()

    def _end_untouched(self) -> bool:
        if not self._has_text():
            self._finish({"answer": None, "why": "told"})
        return not self._has_text()

    def _moved_on(self) -> None:
        if not self._end_untouched() and not self._over:
            self._clock.stop()
            self._say_moved_on()

    def _say_moved_on(self) -> None:
        say = self._view.words
        self._view.status(say.kept if self._request.kept else say.moved_on)

    def _restart(self, left: object) -> None:
        try:
            seconds = seconds_of(left)
        except Malformed:
            return
        self._clock.stop()
        if self._over:
            return
        if seconds is None:
            self._view.status(self._usual_status())
        else:
            self._clock.start(seconds)

    def _settle(self, notice: str) -> None:
        """There is nobody left to answer. What was typed stays until the person closes the window."""
        if self._end_untouched() or self._over:
            return
        self._over = True
        self._clock.stop()
        self._view.status("")
        self._view.settle(notice, "" if self._request.secret else self._view.own_words.copy)

    def _finish(self, result: Line) -> None:
        if self.result is None:
            self.result = result
            self._clock.stop()
            self._root.quit()
