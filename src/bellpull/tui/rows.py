"""One entry of a list as lines: what it is, whose, why, how old, in columns that fit. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bellpull.tui.entries import FOLD, Entry
from bellpull.tui.lines import Line, cut, fill, shown, size, size_of
from bellpull.tui.titles import unmarked
from bellpull.tui.words import TuiWords

#: From here on everything of an entry stands in one line.
ONE_LINE = 64
ICON = 3
AGE = 5
STEPS = ((86400, "d"), (3600, "h"), (60, "m"))
UNREAD, READ = "●", " "
TYPES = {"alert": "alert", "question": "question", "completion": "done", "status": "status", "info": "info"}


def age(at: object, now: datetime, young: str) -> str:
    """Rounded to minutes, so that a screen does not change all the time: 3m, 5h, 40d."""
    try:
        seconds = int((now - datetime.fromisoformat(str(at))).total_seconds())
    except (ValueError, TypeError):
        return ""
    return next((f"{seconds // span}{unit}" for span, unit in STEPS if seconds >= span), young)


def height(columns: int) -> int:
    return 1 if columns >= ONE_LINE else 2


def style_of(entry: Entry) -> str:
    if entry.settled is not None or entry.later is not None or entry.state == "ended":
        return "dim"
    if entry.is_guess:
        return "guess"
    if entry.waits:
        return "waits"
    return "" if entry.busy else "idle"


def session_row(entry: Entry, columns: int, now: datetime, words: TuiWords) -> list[Line]:
    if entry.kind == FOLD:
        return _fold_row(entry, columns, words)
    style = style_of(entry)
    why = _why(entry, words)
    mark = "?" if entry.is_guess else ""
    old = age(entry.since, now, words.now).rjust(AGE)
    head = "  " * entry.depth + fill(entry.icon + mark, ICON if not mark else ICON + 1)
    if height(columns) == 2:
        room = columns - size(head) - AGE
        below = "  " * entry.depth + " " * ICON
        second = cut(f"{entry.agent_name} · {why}" if why else entry.agent_name, columns - size(below))
        return [((head, style), (fill(entry.title, room), style), (old, "dim")), ((below, ""), (second, "dim"))]
    title, agent, reason = _shares(columns - ICON - AGE)
    title -= size(head) - ICON
    return [
        (
            (head, style),
            (fill(entry.title, title - 1) + " ", style),
            (fill(entry.agent_name, agent - 1) + " ", "dim"),
            (fill(why, reason), "trouble" if entry.said.get("trouble") else "dim"),
            (old, "dim"),
        )
    ]


def _fold_row(entry: Entry, columns: int, words: TuiWords) -> list[Line]:
    text, hint = words.left.format(count=entry.under), words.fold if entry.is_open else words.unfold
    first: Line = ((fill(entry.icon, ICON), "key"), (cut(text, columns - ICON), "head"))
    if height(columns) == 2:
        return [first, ((" " * ICON, ""), (cut(hint, columns - ICON), "dim"))]
    room = columns - size_of(first)
    return [(*first, (f" · {hint}" if size(hint) + 3 <= room else "", "dim"))]


def _shares(columns: int) -> tuple[int, int, int]:
    """Of title, agent and reason."""
    agent = min(16, columns // 5)
    title = (columns - agent) * 11 // 20
    return title, agent, columns - agent - title


def _why(entry: Entry, words: TuiWords) -> str:
    if entry.reason and entry.reason != entry.title:
        return entry.reason
    return words.states.get(entry.state, entry.state)


def notification_row(told: Mapping[str, Any], columns: int, now: datetime, words: TuiWords) -> list[Line]:
    unread = told["status"] == "pending"
    style = "unread" if unread else "dim"
    urgent = told["priority"] in ("high", "urgent")
    title = unmarked(str(told["title"]))
    mark = f"{UNREAD if unread else READ} "
    old = age(told["created_at"], now, words.now).rjust(AGE)
    kind = ("!" if urgent else "") + TYPES.get(str(told["notification_type"]), "")
    if height(columns) == 2:
        room = columns - len(mark) - AGE
        second = cut(f"{shown(told['agent_name'])} · {kind}", columns - 2)
        first: Line = ((mark, "bell"), (fill(title, room), style), (old, "dim"))
        return [first, (("  ", ""), (second, "trouble" if urgent else "dim"))]
    agent, sort = 16, 11
    room = columns - len(mark) - agent - sort - AGE
    return [
        (
            (mark, "bell"),
            (fill(title, room - 1) + " ", style),
            (fill(shown(told["agent_name"]), agent - 1) + " ", "dim"),
            (fill(kind, sort), "trouble" if urgent else "dim"),
            (old, "dim"),
        )
    ]
