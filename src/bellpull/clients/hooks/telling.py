"""What hook events say of tools: which one, with what, what it asks a person, what it leaves open, and lists of things
to do, as the tools' own documentation has them. And where the client runs, which only our own command tells."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bellpull.domain.happening import Task, ToolCall
from bellpull.domain.session import AskSeen
from bellpull.domain.sign_size import LONGEST_ASK

LONGEST_NAME = 200
#: As much as `cli.hook_fast` sends, so that a call is known by it however its event came.
LONGEST_ARGUMENT = 300
#: Of a tool's arguments, the one that tells a person most.
TELLING = ("command", "file_path", "path", "url", "query", "pattern", "description", "prompt", "title", "message")
#: The tools of ours that ask a person, as clients name them: behind the name of our server.
ASKS = re.compile(r"(?:^|_)(?:bellpull|notify)[_-]+(?P<tool>ask_user|ask_person|notify)$")
LONGEST_TITLE = 200
QUESTION_ID = re.compile(r"question_id\W{1,8}(notif_[A-Za-z0-9_-]{4,60})")
#: So much of a result is looked through for questions.
MOST_PARTS, LONGEST_PART, MOST_IDS = 200, 100_000, 20
#: Where a tool's arguments have its list, and what its lines are called there.
LISTS = {
    "TodoWrite": ("todos", "content"),
    "todo_write": ("todos", "content"),
    "write_todos": ("todos", "description"),
    "update_plan": ("plan", "step"),
}
MOST_TODOS, LONGEST_TODO = 50, 200
#: The tools that change one line of a list.
CREATE, UPDATE = "TaskCreate", "TaskUpdate"
PLACE = ("host", "tty")
IN_PLACE: dict[str, tuple[str, ...]] = {
    "tmux": ("socket", "pane"),
    "kitty": ("listen_on", "window"),
    "wezterm": ("socket", "pane"),
    "iterm2": ("session",),
}


def text(values: Mapping[str, Any], field: str) -> str:
    value = values.get(field)
    return value if isinstance(value, str) else ""


def one_line(words: str) -> str:
    """For people: it is shown to them."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in words).split())


def telling(arguments: object) -> str:
    given = arguments if isinstance(arguments, Mapping) else {}
    return next((value for field in TELLING if (value := text(given, field))), "")


def tool_call(event: Mapping[str, Any]) -> ToolCall:
    tool, given = text(event, "tool_name"), _object(event.get("tool_input"))
    argument = one_line(telling(given)[:LONGEST_ARGUMENT])[:LONGEST_NAME]
    return ToolCall(
        text(event, "tool_use_id")[:LONGEST_NAME], one_line(tool[:LONGEST_NAME]), argument, _ask(tool, given)
    )


def _ask(tool: str, given: Mapping[str, Any]) -> AskSeen | None:
    """Where the call waits for the person."""
    ours = ASKS.search(tool)
    if ours is None or given.get("wait_for_response", ours["tool"] == "notify") is not True:
        return None
    asked = text(given, "message" if ours["tool"] == "notify" else "question")
    first = next(iter(asked.strip().splitlines()), "").strip()
    title = first if ours["tool"] == "notify" else text(given, "title")
    return AskSeen(title=title[:LONGEST_TITLE], text=asked[:LONGEST_ASK])


def question_ids(event: Mapping[str, Any]) -> tuple[str, ...]:
    """That one of our tools has left open, as its result says."""
    if not text(event, "tool_name").endswith(("ask_user", "ask_person", "notify")):
        return ()
    found: dict[str, None] = {}
    parts: list[object] = [event.get("tool_response")]
    for _ in range(MOST_PARTS):
        if not parts:
            break
        part = parts.pop()
        if isinstance(part, str):
            found |= dict.fromkeys(QUESTION_ID.findall(part[:LONGEST_PART]))
        elif isinstance(part, Mapping):
            parts += [f"{name}={value}" if name == "question_id" else value for name, value in part.items()]
        elif isinstance(part, Sequence):
            parts += part[:MOST_PARTS]
    return tuple(found)[:MOST_IDS]


def todos(event: Mapping[str, Any]) -> str | None:
    field, line = LISTS.get(text(event, "tool_name"), ("", ""))
    listed = _object(event.get("tool_input")).get(field)
    if not isinstance(listed, list):
        return None
    told = [one for one in listed[:MOST_TODOS] if isinstance(one, Mapping) and text(one, line)]
    return json.dumps(
        [{"content": one_line(text(one, line)[:LONGEST_TODO]), "status": text(one, "status")[:20]} for one in told]
    )


def task(event: Mapping[str, Any]) -> Task | None:
    tool, given = text(event, "tool_name"), _object(event.get("tool_input"))
    made = _object(_object(event.get("tool_response")).get("task"))
    id = text(made, "id") if tool == CREATE else text(given, "taskId") if tool == UPDATE else ""
    if not id:
        return None
    return Task(id[:LONGEST_NAME], one_line(text(given, "subject")[:LONGEST_TODO]), text(given, "status")[:20])


def place(event: Mapping[str, Any]) -> str | None:
    given = _object(event.get("place"))
    told: dict[str, Any] = {name: value for name in PLACE if (value := text(given, name)[:LONGEST_NAME])}
    if type(given.get("pid")) is int and given["pid"] > 0:
        told["pid"] = given["pid"]
    for name, parts in IN_PLACE.items():
        inside = _object(given.get(name))
        if all(text(inside, part) for part in parts):
            told[name] = {part: inside[part][: 2 * LONGEST_NAME] for part in parts}
    return json.dumps(told) if told.get("host") else None


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
