"""The bell: who waits for a person, since when, why, and how sure that is. Computed, never stored.

From what signs have left of each session (`session.py`) and from the hub's own open questions. The hub's questions are
exact; what clients list or tell is a fact too; what is only likely, and what is a guess, says so. How it looks as text
is `menu.py`.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bellpull.domain.asking import PERMISSION
from bellpull.domain.instant import Instant, instant
from bellpull.domain.question import Question
from bellpull.domain.session import ENDED, FRESH, IDLE, WAITING, WORKING, Session

ASK = "ask"
HUB, EVENT, LIST, HEURISTIC = SOURCES = ("hub", "event", "list", "heuristic")
CERTAIN, LIKELY, GUESS = CONFIDENCES = ("certain", "likely", "guess")
#: A session of which nothing is heard is shown for so long; hooks speak only when something happens.
KEPT, KEPT_FOR_HOOKS = timedelta(minutes=15), timedelta(hours=12)
HOOK = "hook"


class Tool(NamedTuple):
    tool: str
    argument: str
    since: Instant | None


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


class Watched(NamedTuple):
    """A session and what is concluded of it."""

    session: Session
    state: str
    busy: bool
    #: Its own and those of its sub-agents, oldest first.
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
        return next((wait.title for wait in reversed(self.waits) if wait.kind == ASK), "")

    @property
    def has_permission(self) -> bool:
        return any(wait.kind == PERMISSION for wait in self.waits)


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


class Asked(NamedTuple):
    """An open question of the hub, and the session that asked it, where that is known."""

    question: Question
    session: str | None


def watch(
    sessions: Iterable[Session],
    asked: Iterable[Asked],
    now: datetime,
    servers: Sequence[ServerSeen] = (),
    usage: Usage | None = None,
) -> Watch:
    shown = [one for one in _newest_of_each(sessions) if is_shown(one, now)]
    by_session: dict[str, list[Question]] = {one.id: [] for one in shown}
    unknown: list[Wait] = []
    for question, session in asked:
        if session in by_session:
            by_session[session].append(question)
        else:
            unknown.append(_asked_of_hub(question, None))
    roots = _trees([_watched(one, by_session[one.id], now) for one in shown])
    return Watch(tuple(sorted(roots, key=_place)), tuple(unknown), tuple(servers), usage)


def concluded(sessions: Sequence[Session], asked: Iterable[Asked], now: datetime) -> list[Watched]:
    """Each of these, in their order, whatever has become of it."""
    by_session: dict[str, list[Question]] = {}
    for question, session in asked:
        by_session.setdefault(session or "", []).append(question)
    roots = _trees([_watched(one, by_session.get(one.id, []), now) for one in _newest_of_each(sessions)])
    found = {one.session.id: one for root in roots for one in (root, *root.children)}
    return [found[one.id] for one in sessions if found[one.id].session.agent_name == one.agent_name]


def is_shown(session: Session, now: datetime) -> bool:
    kept = KEPT_FOR_HOOKS if session.source == HOOK else KEPT
    return session.state != ENDED and session.seen_at >= instant(now - kept)


def _newest_of_each(sessions: Iterable[Session]) -> list[Session]:
    """Two agents may have been told of one and the same session."""
    newest: dict[str, Session] = {}
    for one in sessions:
        if one.id not in newest or newest[one.id].seen_at < one.seen_at:
            newest[one.id] = one
    return list(newest.values())


def _watched(session: Session, questions: list[Question], now: datetime) -> Watched:
    busy = session.state in (WORKING, WAITING)
    guesses = tuple(tools_in(session.guesses)) if busy else ()
    waits = sorted(_waits(session, questions, guesses), key=lambda wait: wait.since)
    trouble = session.trouble or (None if session.state == ENDED else _silence(session, now))
    state = ENDED if session.state == ENDED else _state(waits, busy)
    todos = tuple(Todo(_text(one.get("content")), _text(one.get("status"))) for one in _objects(session.todos))
    watched = session._replace(trouble=trouble)
    return Watched(watched, state, busy, tuple(waits), tuple(tools_in(session.tools)), guesses, todos)


def _state(waits: Iterable[Wait], busy: bool) -> str:
    """A guess alone changes nothing."""
    if any(wait.confidence != GUESS for wait in waits):
        return WAITING
    return WORKING if busy else IDLE


def _silence(session: Session, now: datetime) -> str | None:
    if session.source == HOOK or session.seen_at >= instant(now - FRESH):
        return None
    heard = datetime.fromisoformat(session.seen_at)
    return f"not heard of for {max(1, int((now - heard).total_seconds() // 60))} min"


def _waits(session: Session, questions: list[Question], guesses: Iterable[Tool]) -> list[Wait]:
    requests = {str(one.get("id")): one for one in _objects(session.requests)}
    waits = [_asked_of_hub(one, session.id, requests) for one in questions]
    open_here = {wait.request for wait in waits if wait.request}
    waits += [_requested(session, one) for id, one in requests.items() if id not in open_here]
    waits += [_ask_seen(session, one) for one in _objects(session.asks) if one.get("running") or session.state == IDLE]
    if session.state == WAITING and not requests:
        waits.append(_told_to_wait(session))
    return waits + [_guessed(session, tool) for tool in guesses]


def _asked_of_hub(question: Question, session: str | None, requests: dict[str, dict[str, Any]] | None = None) -> Wait:
    key = question.ask.request
    request = None if key is None else key.partition("#")[0]
    kind = PERMISSION if question.ask.kind == PERMISSION else ASK
    told = (requests or {}).get(request or "", {})
    title = question.ask.title if kind == ASK else _text(told.get("subject")) or question.ask.title
    reason = f"waits for your permission: {title}" if kind == PERMISSION else f"waits for your answer: {title}"
    source = _text(told.get("source")) or (HUB if request is None else LIST)
    since = _text(told.get("since")) or question.opened_at
    return Wait(kind, title, reason, source, since, CERTAIN, question.agent_name, session, question.id, request)


def _requested(session: Session, told: dict[str, Any]) -> Wait:
    """A person closed its question here; in the client it is still open."""
    kind = PERMISSION if told.get("kind") == PERMISSION else ASK
    title = _text(told.get("subject"))
    reason = f"waits in its client: {title}"
    since = _text(told.get("since")) or session.since
    source = EVENT if told.get("source") == EVENT else LIST
    return Wait(kind, title, reason, source, since, CERTAIN, *_whose(session), None, _text(told.get("id")))


def _ask_seen(session: Session, told: dict[str, Any]) -> Wait:
    title = _text(told.get("title"))
    running = bool(told.get("running"))
    reason = "has asked, and waits for the answer" if running else "has asked, and stopped"
    since = _text(told.get("at")) or session.since
    source = EVENT if told.get("source") == EVENT else LIST
    return Wait(ASK, title, reason, source, since, CERTAIN if running else LIKELY, *_whose(session))


def _told_to_wait(session: Session) -> Wait:
    kind, _, title = (session.reason or "").partition(": ")
    is_ask = kind == "question"
    reason = session.reason or "waits for a person"
    return Wait(ASK if is_ask else PERMISSION, title or kind, reason, EVENT, session.since, CERTAIN, *_whose(session))


def _guessed(session: Session, tool: Tool) -> Wait:
    title = f"{tool.tool}: {tool.argument}" if tool.argument else tool.tool
    since = tool.since or session.since
    return Wait(PERMISSION, title, "may be waiting for permission", HEURISTIC, since, GUESS, *_whose(session))


def _whose(session: Session) -> tuple[str, str]:
    return session.agent_name, session.id


def _trees(watched: list[Watched]) -> list[Watched]:
    """Sub-agents under their root, whose waits are its own too. One whose parent is not shown stands for itself."""
    known = {one.session.id: one for one in watched}
    beneath: dict[str, list[Watched]] = {}
    roots: list[Watched] = []
    for one in watched:
        root = _root(one.session, known)
        if root == one.session.id:
            roots.append(one)
        else:
            beneath.setdefault(root, []).append(one)
    return [_with_children(root, beneath.get(root.session.id, [])) for root in roots]


def _root(session: Session, known: dict[str, Watched]) -> str:
    seen = {session.id}
    while session.parent is not None and session.parent in known and session.parent not in seen:
        session = known[session.parent].session
        seen.add(session.id)
    return session.id


def _with_children(root: Watched, children: list[Watched]) -> Watched:
    waits = sorted((wait for one in (root, *children) for wait in one.waits), key=lambda wait: wait.since)
    busy = root.busy or any(child.busy for child in children)
    state = ENDED if root.state == ENDED else _state(waits, busy)
    return root._replace(waits=tuple(waits), busy=busy, state=state, children=tuple(children))


def _place(watched: Watched) -> tuple[int, str, str]:
    """Who waits comes first, the longest wait before the others; then who works."""
    if watched.state == WAITING:
        return 0, watched.waits[0].since, watched.session.id
    return (1 if watched.busy else 2), watched.session.since, watched.session.id


def tools_in(text: str) -> list[Tool]:
    told = _objects(text)
    return [Tool(_text(one.get("tool")), _text(one.get("argument")), _text(one.get("since")) or None) for one in told]


def _count(sessions: Iterable[Watched], status: str) -> int:
    everybody = (watched for root in sessions for watched in (root, *root.children))
    return sum(todo.status == status for watched in everybody for todo in watched.todos)


def _objects(text: str) -> list[dict[str, Any]]:
    return [one for one in json.loads(text) if isinstance(one, dict)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
