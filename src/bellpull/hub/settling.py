"""What belongs to the settling of a question, in one transaction: its notification, the events, and the nudge that
brings the answer to an agent that does not wait for it."""

from datetime import datetime

from bellpull.domain import event, notification
from bellpull.domain.answer_text import ACCEPTED, DECLINED, EMPTY, EXPIRED, WITHDRAWN
from bellpull.domain.identity import HUB
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import late_answer
from bellpull.domain.question import Question
from bellpull.domain.session import FRESH
from bellpull.hub.ids import new_id
from bellpull.hub.ports import Writer

SEEN = (ACCEPTED, DECLINED, EMPTY)
#: Who put it away when no person did.
NOT_A_PERSON = {WITHDRAWN: "agent", EXPIRED: "hub"}


def settle(writer: Writer, before: Question, after: Question, when: datetime) -> bool:
    """Whether the answer became a nudge, because nobody waits for it."""
    now = instant(when)
    writer.questions.save(after)
    writer.append(event.question_settled(after, now))
    _end_notification(writer, after, now)
    if after.ask.request is not None:
        writer.questions.mark_late(after.id)  # whoever reports the request carries it out, whenever that is
        return False
    late = after.handed_at is None and not before.is_awaited(now)
    if late:
        send_late(writer, after, when)
    return late


def send_late(writer: Writer, question: Question, when: datetime) -> None:
    """To an agent as a nudge. A person who asked from a script has no context that it could enter: they ask again."""
    writer.questions.mark_late(question.id)
    if writer.is_user(question.agent_name):
        return
    now = instant(when)
    nudge = late_answer(question, id=new_id(when, "nudge_"), now=now, session=_session(writer, question, when))
    writer.nudges.add(nudge)
    writer.append(event.nudge_pending(nudge, writer.nudges.count_pending(nudge.agent_name), now))


def _session(writer: Writer, question: Question, when: datetime) -> str | None:
    """The session that asked, if it is there to hear the answer."""
    id = writer.questions.joined(question.id)
    known = None if id is None else writer.sessions.find(question.agent_name, id)
    return id if known is not None and known.is_there(instant(when - FRESH)) else None


def _end_notification(writer: Writer, question: Question, now: Instant) -> None:
    outcome = question.outcome or ""
    told = writer.notification(HUB, question.id)
    if told is None:
        return
    by = question.by or NOT_A_PERSON.get(outcome, "hub")
    ended = (notification.acknowledge if outcome in SEEN else notification.dismiss)(told, by, now)
    if ended != told:
        writer.save(ended)
        writer.append(event.ended(ended, by, now))
