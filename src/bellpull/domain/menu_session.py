"""What stands in the menu for one session: its heading, what it waits for and does, its todos, its sub-agents.

A line's `text` has no indentation: `depth` says how deep it is, and `indented` writes it as a menu without levels does.
What is cut is whole in `full`. Texts of agents stand in one line here, and are otherwise as they came: whoever shows
them makes them harmless in its own way.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bellpull.domain.asking import PERMISSION
from bellpull.domain.instant import Instant
from bellpull.domain.menu_text import (
    CURRENT_TODO,
    NEXT_TODO,
    TITLE,
    about_guess,
    about_session,
    about_wait,
    cut,
    in_one_line,
    title_of,
    tool_text,
    whole_tool,
)
from bellpull.domain.session import WAITING
from bellpull.domain.watched import ASK, GUESS, Todo, Tool, Wait, Watched

SESSION, SUB, TOOL, QUESTION, TODO, TROUBLE = "session", "sub", "tool", "question", "todo", "trouble"
APP, IDLE_ICON, BELL, LOCK, RUNNING = "🤖", "💤", "🔔", "🔒", "🔧"
CURRENT, PENDING, WARNING, BUSY_SUB, IDLE_SUB = "🔄", "⏳", "⚠️", "●", "○"
INDENT = "    "
#: Tools that share a permission, by its name.
FAMILIES = {"edit": frozenset(("write", "patch", "multiedit", "apply_patch"))}
#: It runs as long as its sub-agent, and waits for nobody.
SUB_AGENT_TOOL = "task"


class Line(NamedTuple):
    text: str
    depth: int
    kind: str
    session: str | None = None
    agent_name: str | None = None
    #: What to answer.
    question_id: str | None = None
    #: Everything there is to say, for a tooltip; it may have several lines.
    full: str = ""
    guess: bool = False


def indented(line: Line) -> str:
    return INDENT * line.depth + line.text


def of_session(watched: Watched, now: Instant) -> Iterator[Line]:
    at_work = watched.busy or watched.state == WAITING
    icon = BELL if watched.has_pending_ask_user else APP if at_work else IDLE_ICON
    yield _heading(icon, watched, 0, SESSION, now)
    yield from _inside(watched, 1, now)
    for child in watched.children:
        yield _heading(f"└ {BUSY_SUB if child.busy else IDLE_SUB}", child, 1, SUB, now)
        yield from _inside(child, 2, now)


def _heading(icon: str, watched: Watched, depth: int, kind: str, now: Instant) -> Line:
    session = watched.session
    text, full = f"{icon} {cut(title_of(watched), TITLE)}", about_session(watched, now)
    return Line(text, depth, kind, session.id, session.agent_name, full=full)


def _inside(watched: Watched, depth: int, now: Instant) -> Iterator[Line]:
    """What stands under one session, and not under its sub-agents."""
    session = watched.session
    whose = (session.id, session.agent_name)
    if session.trouble:
        full = in_one_line(session.trouble)
        yield Line(f"{WARNING} {cut(full, TITLE)}", depth, TROUBLE, *whose, full=full)
    own = [wait for wait in watched.waits if wait.session == session.id]
    yield from asks(own, depth, now)
    tools = list(watched.tools)
    for wait in own:
        if wait.kind == PERMISSION and wait.confidence != GUESS:
            yield permission(wait, _taken(wait, tools), depth, now)
    left = [tool for tool in watched.guesses if tool in tools or tool not in watched.tools]
    for tool in left:
        full = about_guess(tool, now)
        yield Line(f"{LOCK}? {tool_text(tool)}", depth, PERMISSION, *whose, full=full, guess=True)
    for tool in tools:
        if tool not in left:
            yield Line(f"{RUNNING} {tool_text(tool)}", depth, TOOL, *whose, full=whole_tool(tool))
    yield from _todos(watched.todos, depth, whose)


def asks(waits: Iterable[Wait], depth: int, now: Instant) -> Iterator[Line]:
    for wait in waits:
        if wait.kind == ASK and wait.title.strip():
            full = f"{in_one_line(wait.title)}\n{in_one_line(about_wait(wait, now))}"
            whose = (wait.session, wait.agent_name, wait.question_id)
            yield Line(f'└ "{cut(wait.title, TITLE)}"', depth, QUESTION, *whose, full=full)


def permission(wait: Wait, waiting: Tool | None, depth: int, now: Instant) -> Line:
    """What it is for is said by the permission; where that has only a name, by the tool that waits."""
    name, _, argument = wait.title.partition(": ")
    said = Tool(name.strip() or (waiting.tool if waiting else "permission"), argument, None)
    if waiting is not None and not argument.strip():
        said = said._replace(argument=waiting.argument)
    full = f"{whole_tool(said)}\n{in_one_line(about_wait(wait, now))}"
    return Line(f"{LOCK} {tool_text(said)}", depth, PERMISSION, wait.session, wait.agent_name, wait.question_id, full)


def _taken(wait: Wait, tools: list[Tool]) -> Tool | None:
    """The running tool that waits for this permission: it is not shown a second time."""
    name, _, argument = wait.title.partition(": ")
    name = name.strip().lower()
    candidates = [tool for tool in tools if tool.tool.lower() != SUB_AGENT_TOOL]
    named = [tool for tool in candidates if tool.tool.lower() in {name, *FAMILIES.get(name, ())}]
    same = [tool for tool in named if in_one_line(tool.argument) == in_one_line(argument)]
    # A permission may be named after what is touched and not after the tool: then only one alone can be meant.
    found = next(iter(same or named or (candidates if len(candidates) == 1 else [])), None)
    if found is not None:
        tools.remove(found)
    return found


def _todos(todos: Iterable[Todo], depth: int, whose: tuple[str, str]) -> Iterator[Line]:
    todos = list(todos)
    current = next((todo for todo in todos if todo.status == "in_progress"), None)
    pending = [todo for todo in todos if todo.status == "pending"]
    if current is not None:
        full = in_one_line(current.content)
        yield Line(f"{CURRENT} {cut(full, CURRENT_TODO)}", depth, TODO, *whose, full=full)
    if pending:
        more = f" (+{len(pending) - 1})" if len(pending) > 1 else ""
        full = "\n".join(in_one_line(todo.content) for todo in pending)
        yield Line(f"{PENDING} {cut(pending[0].content, NEXT_TODO)}{more}", depth, TODO, *whose, full=full)
