"""What is concluded of sessions, as values: a session and why it waits, and everything at a glance. The conclusions
themselves are `bell.py`, the reasons `waits.py`, the text `menu.py`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bellpull.domain.asking import PERMISSION
from bellpull.domain.instant import Instant
from bellpull.domain.session import IDLE, WAITING, Session

ASK = "ask"
HUB, EVENT, LIST, HEURISTIC = SOURCES = ("hub", "event", "list", "heuristic")
CERTAIN, LIKELY, GUESS = CONFIDENCES = ("certain", "likely", "guess")


class Tool(NamedTuple):
    tool: str
    argument: str
    since: Instant | None


#: So many of a session stand in the watch.
MOST_TODOS = 20
COMPLETED, CANCELLED = "completed", "cancelled"


class Todo(NamedTuple):
    content: str
    status: str


class Wait(NamedTuple):
    """Somebody waits for a person."""

    kind: str
    title: str
    reason: str
    source: str
    since: Instant
    confidence: str
    agent_name: str
    session: str | None
    #: What to answer, where it can be answered here.
    question_id: str | None = None
    #: The client's own id of it.
    request: str | None = None
    #: Its place among all that wait here, from 0, in the order in which people see them (`question_order.py`).
    rank: int = 0
    #: A call waited for it and waits no more.
    left: bool = False


class Watched(NamedTuple):
    """A session and what is concluded of it."""

    session: Session
    state: str
    busy: bool
    #: Its own and those of its sub-agents, by their ranks.
    waits: tuple[Wait, ...]
    tools: tuple[Tool, ...]
    guesses: tuple[Tool, ...]
    todos: tuple[Todo, ...]
    children: "tuple[Watched, ...]" = ()

    @property
    def has_pending_ask_user(self) -> bool:
        return any(wait.kind == ASK for wait in self.waits)

    @property
    def ask_user_title(self) -> str:
        """Of the newest."""
        asks = (wait for wait in reversed(self.waits) if wait.kind == ASK)
        return max(asks, key=lambda wait: wait.since).title if self.has_pending_ask_user else ""

    @property
    def has_permission(self) -> bool:
        return any(wait.kind == PERMISSION for wait in self.waits)


def few_of(todos: Sequence[Todo]) -> list[Todo]:
    """Of too many the finished ones are left out first, the oldest of them before the others."""
    over = max(0, len(todos) - MOST_TODOS)
    finished = [place for place, todo in enumerate(todos) if todo.status in (COMPLETED, CANCELLED)]
    left_out = set(finished[:over])
    return [todo for place, todo in enumerate(todos) if place not in left_out][:MOST_TODOS]


class ServerSeen(NamedTuple):
    """A server of a client that somebody watches."""

    server: str
    host: str
    trouble: str | None
    version: str | None
    sessions: int | None
    seen_at: Instant
    #: Who watches it.
    by: str


class Usage(NamedTuple):
    percent: int | None
    at: Instant
    error: str | None = None


class Watch(NamedTuple):
    """Everything that is to be seen at a glance."""

    #: Roots, each with its sub-agents.
    sessions: tuple[Watched, ...]
    #: Open questions of the hub that no session shown here has asked.
    questions: tuple[Wait, ...] = ()
    servers: tuple[ServerSeen, ...] = ()
    usage: Usage | None = None
    #: Open questions that are not here, because there are too many.
    left_out: int = 0

    @property
    def waits(self) -> tuple[Wait, ...]:
        return (*(wait for one in self.sessions for wait in one.waits), *self.questions)

    @property
    def has_any_pending_ask_user(self) -> bool:
        return any(wait.kind == ASK for wait in self.waits)

    @property
    def has_any_permission(self) -> bool:
        return any(wait.kind == PERMISSION for wait in self.waits)

    @property
    def agent_count(self) -> int:
        return len(self.sessions)

    @property
    def busy_count(self) -> int:
        return sum(one.busy for one in self.sessions)

    @property
    def idle_count(self) -> int:
        return sum(one.state == IDLE for one in self.sessions)

    @property
    def waiting_count(self) -> int:
        return sum(one.state == WAITING for one in self.sessions) + len({one.agent_name for one in self.questions})

    @property
    def todos_pending(self) -> int:
        return _count(self.sessions, "pending")

    @property
    def todos_in_progress(self) -> int:
        return _count(self.sessions, "in_progress")


def _count(sessions: Iterable[Watched], status: str) -> int:
    everybody = (watched for root in sessions for watched in (root, *root.children))
    return sum(todo.status == status for watched in everybody for todo in watched.todos)
