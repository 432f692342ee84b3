"""The shapes of sessions on the wire: servers, and what is concluded. Signs are in sign_wire.py."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from bellpull.domain import menu
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.session import STATES, Session
from bellpull.domain.watched import (
    CANCELLED,
    COMPLETED,
    CONFIDENCES,
    SOURCES,
    ServerSeen,
    Todo,
    Tool,
    Wait,
    Watch,
    Watched,
    few_of,
)
from bellpull.hub.record_ports import SessionPlace as Place
from bellpull.hub.sessions import Page
from bellpull.web.sign_wire import TODOS, Short, ToolShape
from bellpull.web.wire import Limit, OnlyAgent, Time, Total, word


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


class TodoProgress(Struct):
    all: Annotated[int, Meta(description="How many there are, without those that were cancelled")]
    done: Annotated[int, Meta(description="How many of them are completed")]
    left_out: Annotated[int, Meta(description="How many are not in this answer")]


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
    todos: Annotated[Raw, Meta(extra_json_schema={"type": "array", **TODOS})]
    todo_counts: TodoProgress
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


_NEXT = "What to send as `after` for the next page; null if this is the last one"


class SessionQuery(Struct):
    agent_name: OnlyAgent | UnsetType = UNSET
    limit: Limit = 50
    after: Annotated[str, Meta(min_length=1, max_length=500, description="`next` of the page before")] | UnsetType = (
        UNSET
    )


class SessionList(Struct):
    count: int
    sessions: list[SessionShape]
    has_any_pending_ask_user: bool
    total: Total
    next: Annotated[str | None, Meta(description=_NEXT)]


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
    left_out: Annotated[int, Meta(description="Open questions that are not here, because there are too many")]
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


def session_shape(watched: Watched, *, brief: bool = False) -> SessionShape:
    """`brief`: without those of its todos that nobody looks at."""
    session = watched.session
    todos = few_of(watched.todos) if brief else watched.todos
    left_out = len(watched.todos) - len(todos)
    fields = {name: getattr(session, name) for name in SessionShape.__struct_fields__ if hasattr(session, name)}
    concluded = {
        "state": watched.state,
        "busy": watched.busy,
        "tools": [_tool(one) for one in watched.tools],
        "todos": Raw(_json([one._asdict() for one in todos]).encode() if left_out else session.todos.encode()),
        "todo_counts": _progress(watched.todos, left_out),
        "place": Raw((session.place or "null").encode()),
        "waits": [wait_shape(one) for one in watched.waits],
        "has_pending_ask_user": watched.has_pending_ask_user,
        "ask_user_title": watched.ask_user_title,
    }
    return SessionShape(**{**fields, **concluded})


def session_list(page: Page) -> SessionList:
    shapes = [session_shape(one) for one in page.sessions]
    waiting = any(one.has_pending_ask_user for one in shapes)
    return SessionList(len(shapes), shapes, waiting, page.total, None if page.next is None else " ".join(page.next))


def place_after(cursor: str) -> Place:
    seen_at, _, rest = cursor.partition(" ")
    agent_name, _, id = rest.partition(" ")
    if not (seen_at and agent_name and id):
        raise Invalid("invalid_after", "after: must be the `next` of the page before")
    return Place(seen_at, agent_name, id)


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
        [session_shape(one, brief=True) for one in _everybody(watch)],
        [wait_shape(one) for one in watch.questions],
        watch.left_out,
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


def _progress(todos: Sequence[Todo], left_out: int) -> TodoProgress:
    counted = [todo for todo in todos if todo.content and todo.status != CANCELLED]
    return TodoProgress(len(counted), sum(todo.status == COMPLETED for todo in counted), left_out)


def _tool(tool: Tool) -> ToolShape:
    return ToolShape(*tool)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
