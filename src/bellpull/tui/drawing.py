"""The model brought onto the widgets: which lines each of them shows, where the focus is."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from bellpull.tui import chrome
from bellpull.tui.detail import notification_lines, session_lines
from bellpull.tui.field import Field, Secret
from bellpull.tui.lines import Line, wrapped
from bellpull.tui.model import BUTTONS, HELP, SESSIONS, TYPING, WRITE, View
from bellpull.tui.panes import Bar, Buttons, Pane
from bellpull.tui.rows import height, notification_row, session_row


class Drawing:
    def __init__(self, view: View) -> None:
        self._view = view
        #: How many entries the list has room for.
        self.page = 10
        #: Whose text is in the field, and what is on the right.
        self._draft: tuple[str, str] | None = None
        self._subject: object = None

    def draw(self, screen: Screen[Any]) -> None:
        find, view, columns = screen.query_one, self._view, screen.size.width
        find("#top", Bar).show(chrome.top_line(view, columns))
        find("#tabs", Bar).show(chrome.tab_line(view, columns))
        find("#bottom", Bar).show(chrome.bottom_line(view, columns))
        self._list(find("#list", Pane))
        self._field(screen)
        self._right(find("#detail", Pane))
        self._help(find("#help", Pane))

    def shows_draft(self) -> bool:
        """Whether what is in the field belongs to what is typed for now."""
        return self._draft is not None and self._draft == self._view.draft_key

    def _list(self, pane: Pane) -> None:
        view, columns = self._view, pane.columns
        tall, lister = height(columns), view.lister
        if not lister.shown:
            empty = wrapped([(self._nothing(), "dim")], columns)
            pane.show(len(empty), empty.__getitem__)
            return
        self.page = max(pane.rows // tall - 1, 1)
        row = self._row(columns)
        selected = range(lister.place * tall, (lister.place + 1) * tall)
        pane.show(len(lister.shown) * tall, lambda line: row(line // tall)[line % tall], selected)

    def _row(self, columns: int) -> Callable[[int], list[Line]]:
        """Of the list as it is now: it is drawn later, when there may be another."""
        now, own = self._view.clock(), self._view.own
        if self._view.tab == SESSIONS:
            entries = self._view.sessions.shown
            return lambda place: session_row(entries[place], columns, now, own)
        told = self._view.inbox.shown
        return lambda place: notification_row(told[place], columns, now, own)

    def _nothing(self) -> str:
        own = self._view.own
        if self._view.lister.filter:
            return own.nothing_found
        if not self._view.was_connected:
            return own.connecting
        return own.nothing if self._view.tab == SESSIONS else own.nothing_told

    def _right(self, pane: Pane) -> None:
        view = self._view
        of_sessions = view.tab == SESSIONS
        lines = (session_lines if of_sessions else notification_lines)(view, pane.columns)
        subject = (view.tab, view.sessions.selected, view.sessions.question_id) if of_sessions else view.inbox.selected
        if subject != self._subject:
            self._subject = subject
            pane.scroll_to(y=0, animate=False, force=True, immediate=True)
        pane.show(len(lines), lines.__getitem__)

    def _field(self, screen: Screen[Any]) -> None:
        """The buttons, and the text field with what belongs into it."""
        view = self._view
        buttons, label = screen.query_one("#buttons", Buttons), screen.query_one("#label", Bar)
        field, secret = screen.query_one("#field", Field), screen.query_one("#secret", Secret)
        buttons.show(
            chrome.button_rows(view, max(buttons.size.width, 20)), view.button if view.mode == BUTTONS else None
        )
        key = view.draft_key
        hidden = view.is_secret and view.mode in (WRITE, BUTTONS, "browse")
        label.display = key is not None
        field.display, secret.display = key is not None and not hidden, key is not None and hidden
        typing = view.mode in TYPING
        label.show(((chrome.field_label(view), "strong" if typing else "dim"),))
        self._fill(field, secret, key)
        wanted = (secret if hidden else field) if typing else None
        if screen.focused is not wanted:
            screen.set_focus(wanted)

    def _fill(self, field: Field, secret: Secret, key: tuple[str, str] | None) -> None:
        if key == self._draft:
            return
        self._draft = key
        text = self._view.draft
        if secret.display:
            secret.value = text
        else:
            field.load_text(text)
            field.move_cursor(field.document.end)

    def _help(self, pane: Pane) -> None:
        pane.display = self._view.mode == HELP
        if pane.display:
            lines = chrome.help_lines(self._view, pane.columns)
            pane.show(len(lines), lines.__getitem__)
