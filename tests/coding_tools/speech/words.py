"""What all protocols have in common, in words that belong to none of them."""

import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

Body = dict[str, Any]

#: Who said something. The client's own reminders and context are not the person's words, though most protocols carry
#: both under one role.
PERSON, CLIENT, MODEL, TOOL = "person", "client", "model", "tool"
#: Between the name of a group of tools and a tool's own, if a protocol keeps them apart.
IN = "/"
REMINDER = "<system-reminder>"
FAILED = {"type": "invalid_request_error", "message": "a scripted error", "code": "scripted"}
_numbers = itertools.count(1)


class Said(NamedTuple):
    who: str
    text: str


class Called(NamedTuple):
    """The model calls a tool."""

    id: str
    tool: str
    arguments: dict[str, Any]


class Answer(NamedTuple):
    text: str
    calls: tuple[Called, ...] = ()


class Speech(Protocol):
    """A module of this package."""

    NAMED_EVENTS: bool
    LAST_LINE: str

    def conversation(self, body: Body) -> list[Said]: ...

    def instructions(self, body: Body) -> str: ...

    def offered(self, body: Body) -> list[str]:
        """The names of the tools that the model may call."""

    def events(self, body: Body, answer: Answer) -> Iterator[Body]: ...

    def whole(self, body: Body, answer: Answer) -> Body: ...


def number() -> int:
    return next(_numbers)


def text_of(content: Any) -> str:
    """The text of what is a text, or a list of parts; a part without a text stands as it came."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list):
        return "".join(part["text"] if "text" in part else json.dumps(part, ensure_ascii=False) for part in content)
    return json.dumps(content, ensure_ascii=False)


def by_role(role: str, text: str) -> Said:
    """What somebody else than the model and its tools said. Claude Code puts what it adds itself into the person's
    messages and marks it."""
    return Said(PERSON if role == "user" and not text.lstrip().startswith(REMINDER) else CLIENT, text)
