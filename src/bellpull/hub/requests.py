"""The permissions and questions of clients, as signs name them: each is a question of the hub while it is open there.

Whoever reports one is told what became of it, and carries out what a person answered. One that is named no more is gone
in the client: its question is withdrawn. Of two who list them, one may be behind the other: what is named again was not
gone, and is asked again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bellpull.domain import question, request
from bellpull.domain.answer_text import WITHDRAWN
from bellpull.domain.instant import instant
from bellpull.domain.question import Question
from bellpull.domain.request import PART, Request, Settled
from bellpull.domain.session import ENDED, NOTHING, Session, Sign
from bellpull.domain.sign_size import fitting
from bellpull.hub.ids import new_id
from bellpull.hub.meanwhile import Rates
from bellpull.hub.opening import open_question
from bellpull.hub.ports import Writer
from bellpull.hub.settling import settle

#: How a question was settled that a person dealt with where the agent runs.
CLIENT = "client"
OPEN, ANSWERED, CLOSED, TOO_MANY = STATES = ("open", "answered", "closed", "too_many")


class Told(NamedTuple):
    """What became of a request, for whoever reported it."""

    request: str
    session: str
    agent_name: str
    question_ids: tuple[str, ...]
    state: str
    #: What the client is to be told, where it was answered and nobody has done so.
    reply: dict[str, Any] | None


class Opening(NamedTuple):
    open_for: timedelta
    close: str
    #: Of one agent.
    most_open: int
    #: Of creates: what a client asks costs people as much as what an agent asks.
    rates: Rates


def take_requests(
    writer: Writer, session: Session, sign: Sign, when: datetime, opening: Opening
) -> tuple[str, list[Told], list[Question]]:
    """What the session keeps of them, what is told to the reporter, and the questions that are settled by this."""
    is_whole = sign.requests is not None or sign.state == ENDED
    if not (is_whole or sign.opens or sign.closes):
        return session.requests, [], []
    if not sign.requests and not sign.opens and session.requests == NOTHING and sign.state != ENDED:
        return NOTHING, [], []  # as after almost every step of a session, without a look
    listed = {one.id: one for one in (*(sign.requests or ()), *_new(writer, session, sign.opens)) if _can_be_asked(one)}
    before: list[dict[str, Any]] = [] if is_whole else json.loads(session.requests)
    stays = [one for one in before if one.get("id") not in {*listed, *sign.closes}]
    known = _known(writer, session.agent_name, listed.values())
    told = [_told(session, one, _asked(writer, session, one, known, when, opening)) for one in listed.values()]
    gone = _withdraw_gone(writer, session, {*listed, *(str(one.get("id")) for one in stays)}, when)
    kept = [_kept(one, session, instant(when)) for one in listed.values()]
    return fitting([*stays, *kept]), told, gone


def _new(writer: Writer, session: Session, opens: tuple[Request, ...]) -> list[Request]:
    """Who tells one by one tells of its own alone, perhaps once more: what was over before stays so."""
    known = _known(writer, session.agent_name, opens) if opens else {}
    return [one for one in opens if one.id not in known or not all(map(_seemed_gone, known[one.id]))]


def withdraw_before_turn(writer: Writer, session: Session, sign: Sign, when: datetime) -> list[Question]:
    """A person went on with the session by writing there: what it had asked before is answered, in whatever way. Not
    where a call still waits."""
    if sign.turn_at is None:
        return []
    asked = writer.questions.open_of_session(session.agent_name, session.id)
    now, turn_at = instant(when), min(sign.turn_at, instant(when))
    old = [one for one in asked if one.opened_at < turn_at and not one.is_awaited(now) and one.ask.request is None]
    return [_withdraw(writer, one, when) for one in old]


def _can_be_asked(one: Request) -> bool:
    return one.kind in request.KINDS and request.ID.fullmatch(one.id) is not None


def _known(writer: Writer, agent_name: str, listed: Iterable[Request]) -> dict[str, list[Question]]:
    """The questions that stand for each, by its id."""
    found: dict[str, list[Question]] = {}
    for asked in writer.questions.requested(agent_name, [key for one in listed for key in request.keys(one)]):
        found.setdefault((asked.ask.request or "").partition(PART)[0], []).append(asked)
    return found


def _asked(
    writer: Writer,
    session: Session,
    one: Request,
    known: Mapping[str, list[Question]],
    when: datetime,
    opening: Opening,
) -> list[Question] | None:
    """The questions that stand for it, opened now if they are new; None if there is no room for them."""
    found = known.get(one.id, [])
    if found and not all(map(_seemed_gone, found)):
        return found
    asks = request.asks(one, session.id, session.directory)
    if not _has_room(writer, session.agent_name, len(asks), opening):
        return None
    for before in found:
        writer.questions.stand_down(before.id)
    # The agent waits in its client for as long as it takes.
    name, until, (open_for, close, *_) = session.agent_name, instant(when + opening.open_for), opening
    return [
        open_question(writer, name, ask, when, id=new_id(when), until=until, open_for=open_for, close=close)
        for _, ask in asks
    ]


def _has_room(writer: Writer, agent_name: str, count: int, opening: Opening) -> bool:
    full = writer.questions.count_open(agent_name) + count > opening.most_open
    return not full and not opening.rates.take(agent_name, count)


def _seemed_gone(asked: Question) -> bool:
    return asked.outcome == WITHDRAWN and asked.via == CLIENT


def _told(session: Session, one: Request, asked: Sequence[Question] | None) -> Told:
    if asked is None:
        return Told(one.id, session.id, session.agent_name, (), TOO_MANY, None)
    ids = tuple(question.id for question in asked)
    settled = [Settled(q.ask.kind, q.ask.options, q.outcome, q.choice, q.reply) for q in asked]
    if any(question.is_open for question in asked):
        return Told(one.id, session.id, session.agent_name, ids, OPEN, None)
    reply = None if any(question.handed_at for question in asked) else request.reply(settled)
    return Told(one.id, session.id, session.agent_name, ids, CLOSED if reply is None else ANSWERED, reply)


def _withdraw_gone(writer: Writer, session: Session, listed: set[str], when: datetime) -> list[Question]:
    asked = writer.questions.open_of_session(session.agent_name, session.id)
    of_client = [one for one in asked if one.ask.request is not None]
    gone = [one for one in of_client if (one.ask.request or "").partition(PART)[0] not in listed]
    return [_withdraw(writer, one, when) for one in gone]


def _withdraw(writer: Writer, before: Question, when: datetime) -> Question:
    after = question.withdrawn(before, instant(when), CLIENT)
    settle(writer, before, after, when)
    return after


def _kept(one: Request, session: Session, now: str) -> dict[str, Any]:
    """Enough to show it. Since when it is open is told by whoever saw it first."""
    before: dict[str, Any] = next((old for old in json.loads(session.requests) if old.get("id") == one.id), {})
    since = before.get("since") or one.since or now
    source = before.get("source") or ("event" if one.source == "event" else "list")
    return {"id": one.id, "kind": one.kind, "subject": request.subject(one), "source": source, "since": since}
