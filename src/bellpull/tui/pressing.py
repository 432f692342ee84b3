"""What keys mean, by what they go to. A key changes the view and gives what is to be done outside of it."""

from collections.abc import Callable
from datetime import timedelta

from bellpull.domain.request import ALWAYS, ONCE
from bellpull.tui import acts
from bellpull.tui.acts import Act
from bellpull.tui.answering import Answering
from bellpull.tui.entries import FOLD, SESSION
from bellpull.tui.model import (
    BROWSE,
    BUTTONS,
    CLOSE,
    CONFIRM,
    FILTER,
    HELP,
    INBOX,
    LEAVING,
    SESSIONS,
    SNOOZE,
    TELL,
    WRITE,
    View,
)

TEN_MINUTES, AN_HOUR = timedelta(minutes=10), timedelta(hours=1)
#: "Tomorrow" is when people begin to work.
MORNING_HOUR = 9
SCROLLED = 3
ALIASES = {"down": "j", "up": "k", "shift+tab": "tab", "right": "l", "left": "h"}


class Pressing:
    def __init__(self, view: View) -> None:
        self._view = view
        self.answering = Answering(view)
        #: How many entries fit on a page of the list.
        self.page = 10

    def press(self, key: str) -> list[Act]:
        """A key that no text field has taken."""
        view = self._view
        view.hush()
        if key != CLOSE:
            view.keep_open()
        if view.mode == HELP:
            view.browse()
            return []
        modes: dict[str, Callable[[str], list[Act]]] = {
            BROWSE: self._browse,
            BUTTONS: self._buttons,
            SNOOZE: self._snooze,
            CONFIRM: self._confirm,
            LEAVING: self._leaving,
        }
        return modes.get(view.mode, self._typing)(ALIASES.get(key, key))

    def send(self) -> list[Act]:
        """Enter in the text field."""
        if self._view.mode == FILTER:
            self._view.browse()
            return []
        return self._tell() if self._view.mode == TELL else self.answering.send()

    def leave(self) -> list[Act]:
        """q and Ctrl-C; the second time whatever is on its way, or was typed and not sent."""
        if (self._view.sending or self._view.has_drafts) and self._view.mode != LEAVING:
            self._view.mode = LEAVING
            return []
        return [acts.Leave()]

    # The lists.

    def _browse(self, key: str) -> list[Act]:
        view = self._view
        steps = {"j": 1, "k": -1, "pagedown": self.page, "pageup": -self.page, "home": -(10**6), "end": 10**6}
        if key in steps:
            view.lister.move(steps[key])
            view.moved()
            return []
        scrolls = {"space": acts.Scroll(pages=1), "J": acts.Scroll(lines=SCROLLED), "K": acts.Scroll(lines=-SCROLLED)}
        if key in scrolls:
            return [scrolls[key]]
        common: dict[str, Callable[[], list[Act]]] = {
            "tab": self._switch,
            "slash": lambda: self._to(FILTER),
            "question_mark": lambda: self._to(HELP),
            "escape": self._clear,
            "q": self.leave,
            "t": self._begin_tell,
        }
        of_tab = self._of_sessions() if view.tab == SESSIONS else self._of_inbox()
        if len(key) == 1 and key in "123456789" and view.tab == SESSIONS:
            return self.answering.press_number(key)
        return (common | of_tab).get(key, list)()

    def _of_sessions(self) -> dict[str, Callable[[], list[Act]]]:
        view = self._view
        return {
            "enter": lambda: [] if view.sessions.turn_fold() else self.answering.to_answers(),
            "w": self.answering.write,
            "o": lambda: self.answering.allow(ONCE),
            "A": lambda: self.answering.allow(ALWAYS),
            "r": self.answering.begin_reject,
            "n": lambda: self._turn(1),
            "p": lambda: self._turn(-1),
            "a": self._acknowledge,
            CLOSE: self.answering.close,
            "s": self._begin_snooze,
            "g": self._jump,
        }

    def _of_inbox(self) -> dict[str, Callable[[], list[Act]]]:
        return {
            "a": self._acknowledge,
            "A": lambda: [acts.Acknowledge(tuple(self._view.inbox.unread))] if self._view.inbox.unread else [],
            "d": self._dismiss,
            "D": lambda: self._to(CONFIRM) if len(self._view.inbox) else [],
        }

    def _to(self, mode: str) -> list[Act]:
        self._view.mode = mode
        return []

    def _switch(self) -> list[Act]:
        view = self._view
        view.tab = INBOX if view.tab == SESSIONS else SESSIONS
        view.moved()
        return []

    def _clear(self) -> list[Act]:
        self._view.drafts.pop((FILTER, self._view.tab), None)
        self._view.lister.filter = ""
        self._view.lister.refilter()
        return []

    # Answers.

    def _turn(self, by: int) -> list[Act]:
        self._view.sessions.turn(by)
        self._view.moved()
        return []

    def _buttons(self, key: str) -> list[Act]:
        view = self._view
        count = len(view.buttons) + (1 if view.takes_text else 0)
        if key in ("l", "j", "tab", "h", "k") and count:
            view.button = (view.button + (-1 if key in "hk" else 1)) % count
        elif key == "enter":
            if view.button < len(view.buttons):
                return self.answering.press_button(view.button)
            return self.answering.write()
        elif key == "escape":
            view.browse()
        elif len(key) == 1 and key in "123456789":
            return self.answering.press_number(key)
        elif key in ("o", "A", "r", CLOSE, "w", "q", "t"):
            view.browse()
            return self._browse(key)
        return []

    # Everything else.

    def _tell(self) -> list[Act]:
        view = self._view
        message, (agent_name, session), key = view.draft.strip(), view.target, view.draft_key
        view.browse()
        return [acts.Tell(agent_name, session, message, key)] if message and key else []

    def _begin_tell(self) -> list[Act]:
        view = self._view
        if view.tab == INBOX:
            if told := view.inbox.notification:
                view.tell_to(told["agent_name"], None)
        elif (entry := view.sessions.entry) and entry.agent_name:
            view.tell_to(entry.agent_name, entry.key if entry.kind == SESSION else None)
        return []

    def _typing(self, key: str) -> list[Act]:
        """Keys that the text field leaves alone."""
        view = self._view
        if key == "escape":
            if view.mode == FILTER:
                self._clear()
            view.browse()
            view.arrived()
        elif key == "tab" and view.mode == WRITE and view.buttons:
            view.button = 0
            view.mode = BUTTONS
        return []

    def _acknowledge(self) -> list[Act]:
        view = self._view
        told = view.inbox.notification if view.tab == INBOX else None
        id = told["id"] if told else view.sessions.question_id if view.question else None
        if id is None:
            view.say(view.own.no_question)
        return [acts.Acknowledge((id,))] if id else []

    def _dismiss(self) -> list[Act]:
        told = self._view.inbox.notification
        return [acts.Dismiss(told["id"])] if told else []

    def _begin_snooze(self) -> list[Act]:
        view = self._view
        if view.sessions.take_back():
            view.say(view.own.woken)
            view.refresh()
        elif view.sessions.entry is not None and view.sessions.entry.kind != FOLD:
            view.mode = SNOOZE
        return []

    def _snooze(self, key: str) -> list[Act]:
        view = self._view
        view.browse()
        now = view.clock()
        morning = (now + timedelta(days=1)).replace(hour=MORNING_HOUR, minute=0, second=0, microsecond=0)
        spans = {"1": TEN_MINUTES, "2": AN_HOUR, "3": morning - now}
        if key in spans and (until := view.sessions.put_off(spans[key], now)):
            view.say(view.own.snoozed.format(time=f"{until:%H:%M}"))
            view.refresh()
        return []

    def _confirm(self, key: str) -> list[Act]:
        self._view.browse()
        return [acts.DismissAll()] if key == "y" else []

    def _leaving(self, key: str) -> list[Act]:
        self._view.browse()
        return [acts.Leave()] if key in ("y", "q") else []

    def _jump(self) -> list[Act]:
        found = self._view.sessions.placed()
        if found is None or found.place is None:
            self._view.say(self._view.own.no_place)
            return []
        return [acts.Jump(found.key, found.place)]
