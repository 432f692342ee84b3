"""The lines around the lists: the title and the hub, the tabs, the help or what is to be said. Pure."""

from bellpull.tui.entries import FOLD
from bellpull.tui.lines import Line, Span, cut, fill, fitted, shown, size, size_of
from bellpull.tui.model import (
    BROWSE,
    BUTTONS,
    CONFIRM,
    FILTER,
    HELP,
    INBOX,
    LEAVING,
    REJECT,
    SESSIONS,
    SNOOZE,
    TELL,
    View,
)

NO_TITLE = "🤖"
GAP = "  "
#: Instead of its key, while a button takes none.
NOT_YET = "·"


def top_line(view: View, columns: int) -> Line:
    """The hub's title on the left; on the right where the hub is, and whether what is shown is of now."""
    title = shown(view.sessions.watch.get("title")) or NO_TITLE
    if view.connected:
        state, style = f"● {view.own.live}", "good"
    else:
        words = view.own.reconnecting if view.was_connected else view.own.connecting
        state, style = f"○ {words}", "trouble" if view.was_connected else "dim"
    room = columns - size(title) - size(state) - 3
    where = cut(shown(view.url.partition("://")[2]), max(room, 0))
    blank = columns - size(title) - size(where) - size(state) - 2
    return ((f"{title} ", "title"), (" " * max(blank, 0), ""), (f"{where} ", "dim"), (state, style))


def tabs(view: View) -> list[tuple[str, str, bool]]:
    """Which, what it says, whether it is in front."""
    waiting, unread = view.sessions.waiting_count, len(view.inbox.unread)
    more = f" +{view.sessions.left_out}" if view.sessions.left_out else ""
    return [
        (SESSIONS, f" {view.own.sessions}{f' {waiting}' if waiting else ''}{more} ", view.tab == SESSIONS),
        (INBOX, f" {view.own.notifications}{f' {unread}' if unread else ''} ", view.tab == INBOX),
    ]


def tab_line(view: View, columns: int) -> Line:
    spans: list[Span] = []
    for _, label, front in tabs(view):
        spans += [(label, "tab_on" if front else "tab"), (" ", "")]
    if view.lister.filter and view.mode != FILTER:
        spans.append((f" /{shown(view.lister.filter)}", "key"))
    if not view.connected and view.why_lost:
        why = cut(shown(view.why_lost), columns - size_of(tuple(spans)) - 2)
        spans += [(" " * (columns - size_of(tuple(spans)) - size(why)), ""), (why, "dim")]
    return fitted(tuple(spans), columns)


def tab_at(view: View, column: int) -> str | None:
    begin = 0
    for name, label, _ in tabs(view):
        if begin <= column < begin + size(label):
            return name
        begin += size(label) + 1
    return None


def bottom_line(view: View, columns: int) -> Line:
    """What is to be chosen; else what is to be said, and which keys there are."""
    own = view.own
    asks = {
        SNOOZE: own.snooze,
        CONFIRM: own.confirm_dismiss.format(count=len(view.inbox)),
        LEAVING: own.confirm_leave if view.sending else own.confirm_drafts,
    }
    if view.mode in asks:
        return ((fill(asks[view.mode], columns), "notice"),)
    notice = f"{cut(shown(view.notice), columns - 3)}   " if view.notice else ""
    return ((notice, "notice"), *keys(own.help[_help(view)], columns - size(notice)))


def _help(view: View) -> str:
    if view.mode in (FILTER, HELP, BUTTONS):
        return view.mode
    if view.mode != BROWSE:
        return "write"
    if view.tab == INBOX:
        return INBOX
    if view.sessions.entry is not None and view.sessions.entry.kind == FOLD:
        return FOLD
    if view.question is None or not view.is_armed:
        return SESSIONS
    if view.is_permission:
        return "permission"
    return "question" if view.takes_text else "choices"


def keys(help: str, columns: int) -> Line:
    """`key words  key words`: keys stand out, and what has no room is left out whole."""
    spans: list[Span] = []
    for part in help.split(GAP):
        key, _, words = part.partition(" ")
        more: list[Span] = [(key, "key"), (f" {words}", "dim"), (GAP, "")]
        if size_of((*spans, *more[:2])) > columns:
            break
        spans += more
    return tuple(spans)


def field_label(view: View) -> str:
    own = view.own
    named = {REJECT: own.reject_why, TELL: own.tell.format(agent=view.target[0]), FILTER: own.filter}
    return named.get(view.mode) or (own.reply_hidden if view.is_secret else own.reply)


def button_rows(view: View, columns: int) -> list[list[tuple[int, str]]]:
    """The buttons with their keys, in rows that fit; the last one, where text may be typed, goes to the field."""
    keyed = [(key, _label(*button)) for key, button in zip(view.button_keys, view.buttons, strict=True)]
    if view.buttons and view.takes_text and not view.is_permission:
        keyed.append(("w", view.words.something_else))
    labels = [f"[{key if view.is_armed else NOT_YET}] {label}" for key, label in keyed]
    rows: list[list[tuple[int, str]]] = [[]] if labels else []
    for place, label in enumerate(labels):
        label = cut(label, columns)
        used = sum(size(text) + len(GAP) for _, text in rows[-1])
        if rows[-1] and used + size(label) > columns:
            rows.append([])
        rows[-1].append((place, label))
    return rows


def _label(label: str, answer: object) -> str:
    """Nobody agrees to what they cannot read: an option that has another label is told too."""
    choice = answer.get("choice") if isinstance(answer, dict) else None
    return shown(label) if choice in (None, label) else f"{shown(label)} ({shown(choice)})"


def help_lines(view: View, columns: int) -> list[Line]:
    rows: list[Line] = [((fill(f" {view.own.help_title}", columns), "strong"),), ()]
    for key, words in view.own.keys:
        rows.append(((f" {fill(key, 11)}", "key"), (cut(words, columns - 13), "")))
    return rows
