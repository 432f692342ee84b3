"""The shapes of signs on the wire: what somebody saw of sessions, and what becomes of it."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import Instant, instant
from bellpull.domain.request import KINDS, Request
from bellpull.domain.session import NOTHING, STATES, AskSeen, Sign
from bellpull.domain.sign_size import cost, kept_todos, kept_tools
from bellpull.hub.requests import STATES as REQUEST_STATES
from bellpull.hub.sessions import Taken
from bellpull.web.wire import Name, Time, word

Short = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=4096)]
Title = Annotated[str, Meta(max_length=1000)]
TODOS = {"description": "The client's todos, as it tells them, such as `{content, status}`", "items": {}}
Told = Annotated[list[Any], Meta(max_length=200, extra_json_schema=TODOS)]


class ToolShape(Struct):
    tool: Short
    argument: Title = ""
    since: Time | None = None


class AskShape(Struct):
    question_id: Short | None = None
    title: Title = ""
    text: Annotated[str, Meta(max_length=65536)] = ""
    tool: Short = ""
    at: Time | None = None
    running: bool = False
    source: Short = "list"


class RequestShape(Struct):
    """With the client's own words for it."""

    id: Annotated[str, Meta(min_length=1, max_length=200)]
    kind: Annotated[str, word(KINDS)]
    source: Short = "list"
    since: Time | None = None
    permission: Any = None
    patterns: Any = None
    metadata: Any = None
    always: Any = None
    questions: Any = None

    def request(self) -> Request:
        names = ("permission", "patterns", "metadata", "always", "questions")
        said = {name: value for name in names if (value := getattr(self, name)) is not None}
        return Request(self.id, self.kind, self.source, _instant(self.since), said)


Tools = Annotated[list[ToolShape], Meta(max_length=100)]


class SignShape(Struct, forbid_unknown_fields=True):
    """What was seen of a session. A field that is left out stays as it was."""

    session: Annotated[str, Meta(min_length=1, max_length=200, description="The session's id, with its client's name")]
    state: Annotated[str, word(STATES, description="What it does now")]
    agent: Annotated[Name, Meta(description="Whose session it is, with a person's key")] | None = None
    client: Annotated[Short, Meta(description="The coding tool and its version")] | None = None
    parent: Annotated[Short, Meta(description="The session whose sub-agent it is")] | None = None
    title: Annotated[Title, Meta(description="What the session is called")] | None = None
    directory: Annotated[Long, Meta(description="The folder it works in")] | None = None
    server: Annotated[Long, Meta(description="The address of its server")] | None = None
    source: Annotated[Short, Meta(description="What gives this sign")] | None = None
    wakes: Annotated[bool, Meta(description="What gives this sign can wake the session")] | None = None
    reason: Annotated[str, Meta(max_length=2000, description="Why it is in this state")] | None = None
    tools: Annotated[Tools, Meta(description="The tools that run now")] | None = None
    todos: Told | None = None
    asks: Annotated[list[AskShape], Meta(max_length=100, description="Its asks without an answer")] | None = None
    at: Annotated[Time, Meta(description="When it was seen; an older sign than the last changes nothing")] | None = None
    project: Annotated[str, Meta(min_length=1, max_length=4096, description="The root of its work tree")] | None = None
    turn_at: Annotated[Time, Meta(description="When a person last wrote there")] | None = None
    requests: (
        Annotated[list[RequestShape], Meta(max_length=100, description="Its open permissions and questions")] | None
    ) = None
    guesses: Annotated[Tools, Meta(description="Running tools that may wait for a permission")] = []
    trouble: Annotated[str, Meta(max_length=200, description="What is wrong with it")] | None = None
    place: Annotated[dict[str, Any], Meta(description="The machine and the terminal it runs in")] | None = None
    since: Annotated[Time, Meta(description="Since when it is in this state")] | None = None

    def sign(self) -> Sign:
        return Sign(
            self.session,
            self.state,
            self.agent,
            self.client,
            self.parent,
            self.title,
            self.directory,
            self.server,
            self.source,
            self.wakes,
            self.reason,
            None if self.tools is None else _tools(self.tools),
            None if self.todos is None else kept_todos(self.todos),
            _instant(self.at),
            None if self.asks is None else tuple(_ask(one) for one in self.asks),
            self.project,
            _instant(self.turn_at),
            None if self.requests is None else tuple(one.request() for one in self.requests),
            _tools(self.guesses) if self.guesses else NOTHING,
            self.trouble,
            None if self.place is None else _json(self.place),
            _instant(self.since),
        )


Signs = Annotated[list[SignShape], Meta(max_length=200)]


class RequestTold(Struct):
    request: str
    session: str
    agent_name: str
    question_ids: list[str]
    state: Annotated[str, word(REQUEST_STATES)]
    reply: dict[str, Any] | None


class SignsTaken(Struct):
    count: int
    requests: list[RequestTold]


def taken_shape(taken: Taken) -> SignsTaken:
    told = [RequestTold(**{**one._asdict(), "question_ids": list(one.question_ids)}) for one in taken.requests]
    return SignsTaken(taken.changed, told)


def cost_of(signs: list[SignShape]) -> int:
    return sum(cost(len(msgspec.json.encode(one)), len(one.requests or ())) for one in signs)


def _tools(tools: list[ToolShape]) -> str:
    return kept_tools(msgspec.structs.asdict(one) for one in tools)


def _ask(shape: AskShape) -> AskSeen:
    fields = (shape.question_id, shape.title, shape.text, shape.tool, _instant(shape.at), shape.running, shape.source)
    return AskSeen(*fields)


def _instant(text: str | None) -> Instant | None:
    if text is None:
        return None
    try:
        return instant(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        raise Invalid("invalid_at", "at: must be an instant like 2026-11-16T10:00:00Z") from None


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
