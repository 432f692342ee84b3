"""The bell: who waits for a person, since when, why, and how sure that is. Computed, never stored.

From what signs have left of each session (`session.py`) and from the hub's own open questions. The hub's questions are
exact; what clients list or tell is a fact too; what is only likely, and what is a guess, says so. How it looks as text
is `menu.py`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain.instant import instant
from bellpull.domain.question import Question
from bellpull.domain.question_order import LEFT, Queued, elsewhere, group_of, in_order
from bellpull.domain.session import ENDED, FRESH, IDLE, WAITING, WORKING, Session
from bellpull.domain.waits import asked_of_hub, objects_in, text_of, tools_in, waits_of
from bellpull.domain.watched import GUESS, HUB, LIKELY, ServerSeen, Todo, Usage, Wait, Watch, Watched

#: A session of which nothing is heard is shown for so long; hooks speak only when something happens.
KEPT, KEPT_FOR_HOOKS = timedelta(minutes=15), timedelta(hours=12)
HOOK = "hook"


class Asked(NamedTuple):
    """An open question of the hub, and the session that asked it, where that is known."""

    question: Question
    session: str | None


def watch(
    sessions: Iterable[Session],
    asked: Sequence[Asked],
    now: datetime,
    servers: Sequence[ServerSeen] = (),
    usage: Usage | None = None,
) -> Watch:
    shown = [one for one in _newest_of_each(sessions) if is_shown(one, now)]
    by_session: dict[tuple[str, str], list[Question]] = {(one.agent_name, one.id): [] for one in shown}
    ids = {one.id for one in shown}
    unknown: list[Wait] = []
    for question, session in asked:
        # Anybody may name any session, but only of its own questions.
        own = by_session.get((question.agent_name, session or ""))
        if own is not None:
            own.append(question)
        elif question.ask.request is None or session in ids:
            # What a client asked that nobody watches any more is known to nobody. One that a twin hides is still open.
            unknown.append(asked_of_hub(question, None))
    roots = _trees([_watched(one, by_session[one.agent_name, one.id], now) for one in shown])
    queue = _queue((*unknown, *(wait for root in roots for wait in root.waits)), asked, now)
    ranked = [_ranked(root, queue) for root in roots]
    return Watch(tuple(_in_order(ranked)), tuple(_by_rank(unknown, queue)), tuple(servers), usage)


def concluded(sessions: Sequence[Session], asked: Sequence[Asked], now: datetime) -> list[Watched]:
    """Each of these, in their order, whatever has become of it."""
    by_session: dict[tuple[str, str], list[Question]] = {}
    for question, session in asked:
        by_session.setdefault((question.agent_name, session or ""), []).append(question)
    newest = _newest_of_each(sessions)
    roots = _trees([_watched(one, by_session.get((one.agent_name, one.id), []), now) for one in newest])
    queue = _queue([wait for root in roots for wait in root.waits], asked, now)
    ranked = [_ranked(root, queue) for root in roots]
    found = {one.session.id: one for root in ranked for one in (root, *root.children)}
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
    waits = waits_of(session, questions, guesses)
    silence = None if session.state == ENDED else _silence(session, now)
    trouble = session.trouble or silence
    if silence is not None:
        waits = [_unsure(wait) for wait in waits]
    state = ENDED if session.state == ENDED else _state(waits, busy)
    todos = tuple(Todo(text_of(one.get("content")), text_of(one.get("status"))) for one in objects_in(session.todos))
    watched = session._replace(trouble=trouble)
    return Watched(watched, state, busy, tuple(waits), tuple(tools_in(session.tools)), guesses, todos)


def _unsure(wait: Wait) -> Wait:
    """Of what a client asks nobody has heard for a while; the hub's own questions it knows itself."""
    return wait if wait.source == HUB or wait.confidence == GUESS else wait._replace(confidence=LIKELY)


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
    above, seen = session, {session.id}
    while above.parent is not None and above.parent in known and _is_same(known[above.parent].session, session):
        if above.parent in seen:
            return session.id  # a circle has no root: each stands for itself
        above = known[above.parent].session
        seen.add(above.id)
    return above.id


def _is_same(parent: Session, child: Session) -> bool:
    """Nobody puts sub-agents beneath the sessions of another agent."""
    return parent.agent_name == child.agent_name


def _with_children(root: Watched, children: list[Watched]) -> Watched:
    waits = [wait for one in (root, *children) for wait in one.waits]
    busy = root.busy or any(child.busy for child in children)
    state = ENDED if root.state == ENDED else _state(waits, busy)
    return root._replace(waits=tuple(waits), busy=busy, state=state, children=tuple(children))


def _queue(waits: Sequence[Wait], asked: Sequence[Asked], now: datetime) -> dict[Wait, Wait]:
    """Each wait with its place, from what is known of its question. What is a guess comes last."""
    known = {one.question.id: one.question for one in asked}

    def what(wait: Wait) -> Queued:
        question = known.get(wait.question_id or "")
        if question is None:
            return elsewhere(wait.agent_name, wait.since)
        life = (question.opened_at, question.waiting_until, question.released)
        return Queued(question.id, question.agent_name, question.ask.urgency, *life)

    oldest_first = sorted(waits, key=lambda wait: wait.since)
    sure = in_order([one for one in oldest_first if one.confidence != GUESS], what, now)
    line = [*sure, *(one for one in oldest_first if one.confidence == GUESS)]
    return {one: one._replace(rank=rank, left=group_of(what(one), now) == LEFT) for rank, one in enumerate(line)}


def _by_rank(waits: Iterable[Wait], queue: dict[Wait, Wait]) -> list[Wait]:
    return sorted((queue[wait] for wait in waits), key=lambda wait: wait.rank)


def _ranked(watched: Watched, queue: dict[Wait, Wait]) -> Watched:
    children = tuple(_ranked(child, queue) for child in watched.children)
    return watched._replace(waits=tuple(_by_rank(watched.waits, queue)), children=children)


def _in_order(roots: Iterable[Watched]) -> list[Watched]:
    """Who waits comes first, by the first of its waits; then who works; then who idles, the newest first."""
    newest_first = sorted(roots, key=lambda one: (one.session.since, one.session.id), reverse=True)
    waiting = [one for one in newest_first if one.state == WAITING]
    busy = [one for one in newest_first if one.state != WAITING and one.busy]
    idle = [one for one in newest_first if one.state != WAITING and not one.busy]
    return [*sorted(waiting, key=lambda one: one.waits[0].rank), *reversed(busy), *idle]
