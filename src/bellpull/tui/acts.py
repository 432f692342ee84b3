"""What a key leads to outside of the view: whoever runs it tells the hub, the terminal, or ends the program."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Answer(NamedTuple):
    question_id: str
    answer: Mapping[str, str]


class Acknowledge(NamedTuple):
    ids: tuple[str, ...]


class Dismiss(NamedTuple):
    id: str


class DismissAll(NamedTuple):
    pass


class Tell(NamedTuple):
    agent_name: str
    session: str | None
    message: str
    #: The draft, to be forgotten when it was told.
    draft: tuple[str, str]


class Jump(NamedTuple):
    session: str
    place: Mapping[str, Any]


class Scroll(NamedTuple):
    #: How far: lines, or pages of what is on the right.
    lines: int = 0
    pages: int = 0


class Leave(NamedTuple):
    pass


Act = Answer | Acknowledge | Dismiss | DismissAll | Tell | Jump | Scroll | Leave
