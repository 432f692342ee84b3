"""What belongs to the settling of a question, in one transaction: its notification, the events, and, if no call waits
for the answer, the way to its agent (`handover.py`)."""

from datetime import datetime

from bellpull.domain import event, notification
from bellpull.domain.answer_text import ACCEPTED, DECLINED, EMPTY, EXPIRED, WITHDRAWN
from bellpull.domain.identity import HUB
from bellpull.domain.instant import Instant, instant
from bellpull.domain.question import Question
from bellpull.hub.handover import send_late
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
