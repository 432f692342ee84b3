"""What a scripted model does, step by step: one step for each answer that it gives after the person's prompt."""

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from speech.words import Answer, Called, number

#: The clients' own shell tools, the one that is preferred first, and how each takes its command.
SHELLS: dict[str, tuple[str, dict[str, Any]]] = {
    "Bash": ("command", {"description": "scripted"}),
    "exec_command": ("cmd", {}),
    "run_shell_command": ("command", {"description": "scripted", "is_background": False}),
    "bash": ("command", {"description": "scripted", "mode": "sync", "initial_wait": 120}),
}


@dataclass(frozen=True)
class Say:
    """The turn ends with these words."""

    text: str


@dataclass(frozen=True)
class Shell:
    """A command in the client's own shell tool."""

    command: str


@dataclass(frozen=True)
class Bell:
    """One of Bellpull's tools, however the client names it."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Own:
    """One of the client's own tools, by its own name."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Fail:
    """The model's API answers with this status of HTTP."""

    status: int


@dataclass(frozen=True)
class Held:
    """A step that the model does not take before it is released: till then it thinks."""

    step: "Shell | Bell | Own | Say | Fail"
    released: threading.Event = field(default_factory=threading.Event, compare=False)

    def release(self) -> None:
        self.released.set()


Call = Shell | Bell | Own
#: Several calls are made at once.
Step = Say | Call | Fail | Held | Sequence[Call]


def ask(title: str, *options: str, **more: Any) -> Bell:
    """A question that the model waits for."""
    question = {"title": title, "question": f"{title}?", "options": list(options), "wait_for_response": True}
    return Bell("ask_user", question | {"timeout": 600} | more)


def taken(step: Say | Call | Sequence[Call], offered: Sequence[str]) -> Answer:
    """The model's answer, with the names of the tools that this client offers."""
    if isinstance(step, Say):
        return Answer(step.text)
    calls = [step] if isinstance(step, Call) else step
    return Answer("", tuple(Called(f"call_{number()}", *_named(call, offered)) for call in calls))


#: Bellpull's tools that a client may hide, and by which name it offers them then.
SECOND_NAMES = {"ask_user": "ask_person"}


def _named(call: Call, offered: Sequence[str]) -> tuple[str, dict[str, Any]]:
    if isinstance(call, Own):
        return call.tool, call.arguments
    if isinstance(call, Bell):
        return bellpull_tool(call.tool, offered) or f"mcp__bellpull__{call.tool}", call.arguments
    shell = next((name for name in SHELLS if name in offered), "Bash")
    word, more = SHELLS[shell]
    return shell, {word: call.command} | more


def bellpull_tool(tool: str, offered: Sequence[str]) -> str | None:
    """As the client names it, or None if it does not offer it."""
    names = (tool, SECOND_NAMES.get(tool, tool))
    found = (name for one in names for name in offered if re.search(rf"bellpull[_/.-]+{one}$", name))
    return next(found, None)
