"""What passed between an agent and its people, in order: told, asked, answered, nudged, handed over.

An entry is one event, with what the records that it is about still say. Not here: how a trail is drawn.
"""

from typing import Any, NamedTuple

from bellpull.domain.answer_text import answer_text
from bellpull.domain.event import Event
from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.domain.nudge import Nudge
from bellpull.domain.question import Question

TOLD, ASKED, ANSWERED, RELEASED, NUDGED, HANDED = KINDS = ("told", "asked", "answered", "released", "nudged", "handed")
#: The events that make entries.
KIND_OF = {
    "agent_notification": TOLD,
    "question_opened": ASKED,
    "question_settled": ANSWERED,
    "question_released": RELEASED,
    "nudge_pending": NUDGED,
    "nudge_handed": HANDED,
}


class Entry(NamedTuple):
    seq: int
    at: Instant
    kind: str
    #: Its further fields, by the kind.
    said: dict[str, Any]


def entry_told(event: Event, told: Notification) -> Entry:
    said = {
        "notification_id": told.id,
        "notification_type": told.notification_type,
        "title": told.title,
        "message": told.message,
        "priority": told.priority,
    }
    return Entry(event.seq, event.at, TOLD, said)


def entry_of_question(event: Event, asked: Question) -> Entry | None:
    """None where a call only waits again."""
    kind = KIND_OF[event.type]
    said: dict[str, Any] = {"question_id": asked.id, "title": asked.ask.title}
    if kind == ASKED:
        if event.at != asked.opened_at:
            return None
        said |= {"question": asked.ask.question, "options": list(asked.ask.options)}
    elif kind == ANSWERED:
        text = None if asked.ask.secret else _answer(asked)
        said |= {"outcome": asked.outcome, "text": text, "via": asked.via, "by": asked.by}
    else:
        said |= {"reason": asked.released}
    return Entry(event.seq, event.at, kind, said)


def entry_of_nudge(event: Event, nudge: Nudge, secret: bool) -> Entry | None:
    """None where an old one only became pending again."""
    kind = KIND_OF[event.type]
    said: dict[str, Any] = {
        "nudge_id": nudge.id,
        "source": nudge.source,
        "label": nudge.label,
        "message": None if secret else nudge.message,
        "question_id": nudge.question_id,
    }
    if kind == NUDGED:
        if event.at != nudge.created_at:
            return None
        said |= {"by": nudge.by, "session": nudge.session, "times": nudge.times}
    else:
        said |= {"via": nudge.handed_via, "session": nudge.handed_session}
    return Entry(event.seq, event.at, kind, said)


def _answer(asked: Question) -> str | None:
    """What the person chose or typed, or that they did not."""
    if asked.outcome is None:
        return None
    return asked.choice or asked.reply or answer_text(asked.ask.kind, asked.outcome, asked.choice, asked.reply)
