"""What a coding tool's hook tells: which session it is, what that shows of its state, and whether the tool would now
take a text for its agent. How each tool says it is `clients.hooks`; what follows from it is the hub's."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bellpull.domain.request import Request
from bellpull.domain.session import AskSeen, Sign

#: Where a text can go in: beside a tool's result, beside what the person just wrote, or in place of the turn's end.
TOOL, PROMPT, TURN = PLACES = ("tool", "prompt", "turn")


class ToolCall(NamedTuple):
    #: Empty where the tool names none.
    id: str
    tool: str
    argument: str = ""
    #: What it asks a person, where it waits for the answer.
    ask: AskSeen | None = None


class Task(NamedTuple):
    """One line of a list that is told line by line. What is empty was not told."""

    id: str
    content: str = ""
    status: str = ""


class Happening(NamedTuple):
    client: str
    #: The tool's own name for it.
    event: str
    #: None where none is named, or one that cannot be kept: then nothing follows from it.
    session: str | None = None
    #: The session whose sub-agent this is.
    parent: str | None = None
    #: Without what adds up over several events: that is `doing`.
    sign: Sign | None = None
    #: None where no text would reach the agent.
    place: str | None = None
    failed: bool = False
    #: The turn was to end before, and a hook made it go on.
    goes_on: bool = False
    #: A person has written something, and not we.
    turns: bool = False
    #: It runs from now on, or at least is about to.
    starts: ToolCall | None = None
    ends: ToolCall | None = None
    #: The questions that the tool which has ended left open, by id.
    asked: tuple[str, ...] = ()
    task: Task | None = None
    #: What the tool that is about to run may not do without a person, if its hook waits for the answer.
    request: Request | None = None
    #: The id of such a request that its hook waits for no longer.
    over: str | None = None
    #: What the session can be called, as far as this event tells.
    title: str = ""
    #: When its hook began, in seconds of a clock that all hooks of the machine share and nobody sets.
    at: float | None = None


class HookFormat(NamedTuple):
    """How one coding tool speaks to its hooks and listens to them."""

    client: str
    read: Callable[[Mapping[str, Any]], Happening]
    #: The answer that takes the text to the agent; None where there is no place for it.
    write: Callable[[Happening, str], dict[str, Any] | None]
    #: So much text the tool hands on as it is.
    most_characters: int
    #: So many times in a row a turn's end may be put off.
    most_in_a_row: int
