"""What stands on the right of an entry: its question or permission, running tools, todos, what was settled. Pure."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bellpull.domain.words import nobody_waits
from bellpull.tui.asked import message_lines, permission_lines
from bellpull.tui.entries import BELL, FOLD, LOCK, PERMISSION, QUESTION, Entry, Wait, tool_words
from bellpull.tui.lines import Line, fitted, shown, wrapped
from bellpull.tui.model import REJECT, WRITE, View
from bellpull.tui.rows import age
from bellpull.tui.titles import beyond, title_of, unmarked

MARKS = {"in_progress": "🔄", "pending": "⏳", "completed": "✓", "cancelled": "✗"}
#: Finished ones only where there is room for them.
MOST_TODOS = 12


def session_lines(view: View, columns: int) -> list[Line]:
    entry = view.sessions.entry
    if entry is None:
        return []
    if entry.kind == FOLD:
        return [
            *wrapped([(view.own.left.format(count=entry.under), "strong")], columns),
            *wrapped([(view.own.about_left, "dim")], columns),
        ]
    return [
        *_head(view, entry, columns),
        *_asked(view, entry, columns),
        *_settled(view, entry, columns),
        *_tools(view, entry, columns),
        *_todos(view, entry, columns),
    ]


def _head(view: View, entry: Entry, columns: int) -> Iterator[Line]:
    if entry.kind != QUESTION or entry.settled is not None:
        yield from wrapped([(shown(entry.said.get("title")) or entry.title, "strong")], columns)
    said, state = entry.said, view.own.states.get(entry.state, entry.state)
    old = age(entry.since, view.clock(), view.own.now)
    place = entry.place
    host = view.own.on.format(host=shown(place["host"])) if place and place.get("host") else ""
    client = shown(said.get("client"))
    facts = [entry.agent_name, client, f"{state} {old}".strip(), shown(said.get("directory")), host]
    yield from wrapped([(" · ".join(filter(None, facts)), "dim")], columns)
    if trouble := shown(said.get("trouble")):
        yield from wrapped([(f"! {trouble}", "trouble")], columns)
    if entry.later is not None:
        yield fitted(((view.own.later.format(time=f"{entry.later:%H:%M}"), "guess"),), columns)


def _asked(view: View, entry: Entry, columns: int) -> Iterator[Line]:
    wait, id = view.sessions.wait, view.sessions.question_id
    question = view.sessions.question
    if id in view.sessions.settled and view.mode in (WRITE, REJECT):
        yield ()
        yield from wrapped([(f"✓ {view.sessions.settled[id].sentence}. ", "good"), (view.own.kept_text, "")], columns)
    elif wait is None or entry.settled is not None:
        return
    yield ()
    if wait is not None:
        yield from _wait_head(view, entry, wait, question, columns)
    if question is not None:
        yield from _question(view, question, columns)
    elif wait is not None and wait.question_id is None:
        yield from wrapped([(view.own.not_answerable, "dim")], columns)


def _wait_head(
    view: View, entry: Entry, wait: Wait, question: Mapping[str, Any] | None, columns: int
) -> Iterator[Line]:
    icon = LOCK if wait.kind == PERMISSION else BELL
    title = title_of(question) if question else wait.title or wait.reason
    style = "guess" if wait.is_guess else "lock" if wait.kind == PERMISSION else "bell"
    many = ""
    if len(entry.waits) > 1:
        place = entry.waits.index(wait) + 1
        many = f"  {view.own.of_many.format(place=place, count=len(entry.waits))}"
    yield from wrapped([(f"{icon} ", style), (title, style), (many, "dim")], columns, "   ")
    if wait.is_guess:
        yield from wrapped([(view.own.guessed.format(reason=wait.reason), "guess")], columns, "  ")
    elif wait.confidence == "likely":
        yield from wrapped([(view.own.likely.format(reason=wait.reason), "dim")], columns, "  ")


def _question(view: View, question: Mapping[str, Any], columns: int) -> Iterator[Line]:
    text = str(question["question"])
    if question["kind"] == PERMISSION:
        yield from permission_lines(text, columns)
    elif more := beyond(str(question["title"]), text):
        yield from ((), *message_lines(more, columns))
    if question["kind"] != PERMISSION and (state := waiting_words(view, question)):
        yield ()
        yield from wrapped([(state, "dim")], columns)
    if str(question["id"]) in view.sending:
        yield (((view.own.sending), "good"),)


def waiting_words(view: View, question: Mapping[str, Any]) -> str:
    """Whether its agent waits, and how long still."""
    left = _left(question.get("waiting_until"), view.clock())
    if question.get("released") is None and left > 0:
        time = f"{left} s" if left < 60 else f"{left // 60} min"
        return view.words.waiting.format(time=time)
    return nobody_waits(view.words, question)


def _left(until: object, now: datetime) -> int:
    return int((datetime.fromisoformat(str(until)) - now).total_seconds()) if until else 0


def _settled(view: View, entry: Entry, columns: int) -> Iterator[Line]:
    for one in view.sessions.settled_of(entry.key)[-3:]:
        if one.question["id"] == view.sessions.held:
            continue
        yield ()
        title = title_of(one.question)
        yield from wrapped(
            [("✓ ", "good"), (f"{title}: " if entry.key != one.question["id"] else "", "dim"), (one.sentence, "good")],
            columns,
            "  ",
        )


def _tools(view: View, entry: Entry, columns: int) -> Iterator[Line]:
    tools = [tool for tool in entry.said.get("tools") or [] if isinstance(tool, dict)]
    if tools:
        yield ()
        yield ((view.own.tools, "head"),)
    for tool in tools:
        old = age(tool.get("since"), view.clock(), "")
        yield fitted((("🔧 ", ""), (tool_words(tool), ""), (f"  {old}", "dim")), columns)


def _todos(view: View, entry: Entry, columns: int) -> Iterator[Line]:
    todos = [todo for todo in entry.said.get("todos") or [] if isinstance(todo, dict)]
    order = {name: place for place, name in enumerate(MARKS)}
    todos.sort(key=lambda todo: order.get(str(todo.get("status")), 1))
    if todos:
        yield ()
        yield ((view.own.todos, "head"),)
    for todo in todos[:MOST_TODOS]:
        status = str(todo.get("status"))
        style = "dim" if status in ("completed", "cancelled") else ""
        mark = MARKS.get(status, "⏳")
        yield fitted(((mark + (" " if mark in "🔄⏳" else "  "), style), (shown(todo.get("content")), style)), columns)
    more = max(0, len(todos) - MOST_TODOS) + (entry.said.get("todo_counts") or {}).get("left_out", 0)
    if more:
        yield ((f"   +{more}", "dim"),)


def notification_lines(view: View, columns: int) -> list[Line]:
    told = view.inbox.notification
    if told is None:
        return []
    facts = [told["agent_name"], told["notification_type"], told["priority"], told.get("category"), told["status"]]
    if told.get("acknowledged_by"):
        facts.append(told["acknowledged_by"])
    old = age(told["created_at"], view.clock(), view.own.now)
    title = str(told["title"])
    lines = wrapped([(unmarked(title), "strong")], columns)
    lines += wrapped([(" · ".join(shown(fact) for fact in (*facts, old) if fact), "dim")], columns)
    if message := beyond(title, str(told.get("message") or "")):
        lines += [(), *message_lines(message, columns)]
    for name, value in (told.get("metadata") or {}).items():
        lines += wrapped([(f"{shown(name)}: ", "dim"), (shown(value), "")], columns, "  ")
    return lines
