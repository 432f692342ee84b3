"""The shapes of sessions on the wire: signs and what becomes of them, servers, and what is concluded."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from bellpull.domain import menu
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.request import KINDS, Request
from bellpull.domain.session import NOTHING, STATES, AskSeen, Session, Sign
from bellpull.domain.watched import CONFIDENCES, SOURCES, ServerSeen, Tool, Wait, Watch, Watched
from bellpull.hub.requests import STATES as REQUEST_STATES
from bellpull.hub.sessions import Taken
from bellpull.web.wire import Limit, Name, OnlyAgent, Time, word

Short = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=4096)]
Title = Annotated[str, Meta(max_length=1000)]
_TODOS = {"description": "The client's todos, as it tells them, such as `{content, status}`", "items": {}}
Told = Annotated[list[Any], Meta(max_length=200, extra_json_schema=_TODOS)]


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
            None if self.tools is None else _json(self.tools),
            None if self.todos is None else _json(self.todos),
            _instant(self.at),
            None if self.asks is None else tuple(_ask(one) for one in self.asks),
            self.project,
            _instant(self.turn_at),
            None if self.requests is None else tuple(one.request() for one in self.requests),
            _json(self.guesses) if self.guesses else NOTHING,
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


class ServerShape(Struct, forbid_unknown_fields=True):
    """A server of a coding tool that somebody watches."""

    server: Annotated[str, Meta(min_length=1, max_length=500, description="Its address")]
    host: Annotated[Short, Meta(description="The machine it runs on")] = ""
    trouble: Annotated[Short, Meta(description="What is wrong with it")] | None = None
    version: Annotated[Short, Meta(description="Its version")] | None = None
    sessions: Annotated[int, Meta(ge=0, description="How many sessions it has")] | None = None
    gone: Annotated[bool, Meta(description="Nobody watches it any more")] = False

    def seen(self, who: Principal, now: Instant) -> ServerSeen:
        return ServerSeen(self.server, self.host, self.trouble, self.version, self.sessions, now, who.name)


Servers = Annotated[list[ServerShape], Meta(max_length=200)]


class SeenServer(Struct):
    server: str
    host: str
    trouble: str | None
    version: str | None
    sessions: int | None
    seen_at: Time


class ServerList(Struct):
    count: int
    servers: list[SeenServer]


class WaitShape(Struct):
    kind: Annotated[str, word(("ask", "permission"))]
    title: str
    reason: str
    source: Annotated[str, word(SOURCES)]
    since: Time
    confidence: Annotated[str, word(CONFIDENCES)]
    agent_name: str
    session: str | None
    question_id: str | None
    request: str | None
    rank: int
    left: bool


class SessionShape(Struct):
    id: str
    agent_name: str
    client: str | None
    parent: str | None
    state: Annotated[str, word(STATES)]
    busy: bool
    since: Time
    seen_at: Time
    source: str | None
    title: str | None
    directory: str | None
    server: str | None
    wakes: bool
    reason: str | None
    tools: list[ToolShape]
    todos: Annotated[Raw, Meta(extra_json_schema={"type": "array", **_TODOS})]
    trouble: str | None
    place: Annotated[Raw, Meta(extra_json_schema={"type": ["object", "null"]})]
    turn_at: Time | None
    waits: list[WaitShape]
    has_pending_ask_user: bool
    ask_user_title: str


class Jump(Struct, forbid_unknown_fields=True):
    """Which session is meant."""

    session: Annotated[str, Meta(min_length=1, max_length=200, description="Its id")]


class Jumped(Struct):
    session: str
    agent_name: str
    place: Annotated[Raw, Meta(extra_json_schema={"type": ["object", "null"]})]
    asked: Annotated[bool, Meta(description="Somebody watches that machine and was asked to show it")]


class SessionQuery(Struct):
    agent_name: OnlyAgent | UnsetType = UNSET
    limit: Limit = 50


class SessionList(Struct):
    count: int
    sessions: list[SessionShape]
    has_any_pending_ask_user: bool


class WatchQuery(Struct):
    until: Annotated[str, word(("waiting",), description="Answer when somebody waits for a person")] | UnsetType = UNSET
    wait: Annotated[int, Meta(ge=0, le=60, description="With until: the seconds to wait for that")] = 0


class MenuLine(Struct):
    text: str
    depth: int
    kind: str
    session: str | None
    agent_name: str | None
    question_id: str | None
    full: str
    guess: bool


class TodoCounts(Struct):
    pending: int
    in_progress: int


class UsageShape(Struct):
    percent: int | None
    at: Time
    error: str | None


class WatchShape(Struct):
    title: str
    lines: list[MenuLine]
    sessions: list[SessionShape]
    questions: list[WaitShape]
    servers: list[SeenServer]
    agent_count: int
    busy_count: int
    idle_count: int
    waiting_count: int
    has_any_pending_ask_user: bool
    has_pending_ask_user: bool
    has_any_permission: bool
    todos: TodoCounts
    usage: UsageShape | None
    connected: bool
    updated: Time


def taken_shape(taken: Taken) -> SignsTaken:
    told = [RequestTold(**{**one._asdict(), "question_ids": list(one.question_ids)}) for one in taken.requests]
    return SignsTaken(taken.changed, told)


def session_shape(watched: Watched) -> SessionShape:
    session = watched.session
    fields = {name: getattr(session, name) for name in SessionShape.__struct_fields__ if hasattr(session, name)}
    concluded = {
        "state": watched.state,
        "busy": watched.busy,
        "tools": [_tool(one) for one in watched.tools],
        "todos": Raw(session.todos.encode()),
        "place": Raw((session.place or "null").encode()),
        "waits": [wait_shape(one) for one in watched.waits],
        "has_pending_ask_user": watched.has_pending_ask_user,
        "ask_user_title": watched.ask_user_title,
    }
    return SessionShape(**{**fields, **concluded})


def session_list(sessions: list[Watched]) -> SessionList:
    shapes = [session_shape(one) for one in sessions]
    return SessionList(len(shapes), shapes, any(one.has_pending_ask_user for one in shapes))


def jumped_shape(session: Session, asked: bool) -> Jumped:
    return Jumped(session.id, session.agent_name, Raw((session.place or "null").encode()), asked)


def server_shape(server: ServerSeen) -> SeenServer:
    return SeenServer(*server[:-1])


def server_list(servers: Iterable[ServerSeen]) -> ServerList:
    shapes = [server_shape(one) for one in servers]
    return ServerList(len(shapes), shapes)


def watch_shape(watch: Watch, now: Instant) -> WatchShape:
    usage = watch.usage
    return WatchShape(
        menu.title(watch),
        [MenuLine(*line) for line in menu.lines(watch, now)],
        [session_shape(one) for one in _everybody(watch)],
        [wait_shape(one) for one in watch.questions],
        [server_shape(one) for one in watch.servers],
        watch.agent_count,
        watch.busy_count,
        watch.idle_count,
        watch.waiting_count,
        watch.has_any_pending_ask_user,
        watch.has_any_pending_ask_user,
        watch.has_any_permission,
        TodoCounts(watch.todos_pending, watch.todos_in_progress),
        None if usage is None else UsageShape(*usage),
        connected=True,
        updated=now,
    )


def wait_shape(wait: Wait) -> WaitShape:
    return WaitShape(*wait)


def _everybody(watch: Watch) -> Iterator[Watched]:
    for root in watch.sessions:
        yield root
        yield from root.children


def _tool(tool: Tool) -> ToolShape:
    return ToolShape(*tool)


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
