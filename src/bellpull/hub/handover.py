"""How an answer comes to its agent: by a call that reads it, or as a nudge. It is told once; if it may be told a second
time, the second says so.

A call that reads an answer takes it up with `read_by_agent`; the agent confirms it with `hand`. An answer that no call
waits for, or that is not confirmed in time, becomes a nudge with `send_late`. Each looks at what the other way did:

- The nudge is out, or was: the call reads the answer marked as a repeat.
- A call has read the answer, and has not confirmed it: the nudge says `repeat="true"`.

What calls have read is in memory (`Waiting`): after a restart it is not known, and the mark is set.
"""

from datetime import datetime

from bellpull.domain import event, question
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import Nudge, late_answer
from bellpull.domain.question import Question
from bellpull.domain.session import FRESH
from bellpull.hub.ids import new_id
from bellpull.hub.meanwhile import Waiting
from bellpull.hub.ports import Writer


def is_for(who: Principal, asked: Question) -> bool:
    """Does its agent read an answer here that it has not confirmed, or has read before?"""
    return asked.has_answer and who.name == asked.agent_name


def read_by_agent(writer: Writer, waiting: Waiting, asked: Question) -> Question:
    """As its agent reads it now: with `repeat` if it may have read the answer before."""
    if asked.handed_at is not None:
        return asked._replace(repeat=True)
    waiting.told(asked.id, asked.settled_at or "")
    nudge = writer.nudges.of_answer(asked.id)
    if nudge is None:
        return asked
    writer.nudges.save(nudge._replace(repeat=True))
    return asked._replace(repeat=nudge.repeat or nudge.lease_until is not None)


def marked(waiting: Waiting, nudge: Nudge) -> Nudge:
    """As a carrier takes it: an answer that a call is reading just now may be read twice."""
    told = nudge.question_id is not None and waiting.has_told(nudge.question_id)
    return nudge._replace(repeat=True) if told else nudge


def send_late(writer: Writer, asked: Question, when: datetime, *, repeat: bool = False) -> None:
    """To an agent as a nudge. A person who asked from a script has no context that it could enter: they ask again."""
    writer.questions.mark_late(asked.id)
    if writer.is_user(asked.agent_name):
        return
    now = instant(when)
    nudge = late_answer(asked, id=new_id(when, "nudge_"), now=now, session=_session(writer, asked, when))
    nudge = nudge._replace(repeat=repeat)
    writer.nudges.add(nudge)
    writer.append(event.nudge_pending(nudge, writer.nudges.count_pending(nudge.agent_name), now))


def hand(writer: Writer, asked: Question, now: Instant) -> Question:
    """Its agent has the answer. A secret one is erased with that."""
    after = question.handed(asked, now)
    if after != asked:
        writer.questions.save(after)
        if after.ask.secret:
            writer.wipe()
    return after


def _session(writer: Writer, asked: Question, when: datetime) -> str | None:
    """The session that asked, if it is there to hear the answer."""
    id = writer.questions.joined(asked.id)
    known = None if id is None else writer.sessions.find(asked.agent_name, id)
    return id if known is not None and known.is_there(instant(when - FRESH)) else None
