"""What happened, in order: every change is one event, and live feeds and trails are read from them.

An event's text form is what a socket sends: `{"seq", "type", "agent_name", "at", …}`.
"""

import json
from json.encoder import encode_basestring as _quote
from typing import NamedTuple

from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.domain.nudge import Nudge
from bellpull.domain.question import Question
from bellpull.domain.question_shape import question_shape
from bellpull.domain.session import Session

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Change(NamedTuple):
    """An event that has no number yet: the store gives it one."""

    at: Instant
    type: str
    #: Whose event it is: whoever may see this agent may see the event.
    agent_name: str
    #: The id of the record it is about, for its trail.
    subject: str | None
    #: Its further fields, a JSON object as text.
    data: str


class Event(NamedTuple):
    seq: int
    at: Instant
    type: str
    agent_name: str
    data: str

    def text(self) -> str:
        head = f'{{"seq":{self.seq},"type":"{self.type}","agent_name":{_quote(self.agent_name)},"at":"{self.at}"'
        return head + ("}" if self.data == "{}" else "," + self.data[1:])


def told(notification: Notification) -> Change:
    # Written out by hand: this is the busiest event, and only what people wrote needs quoting.
    category = "null" if notification.category is None else _quote(notification.category)
    data = (
        f'{{"notification_id":"{notification.id}","notification_type":"{notification.notification_type}",'
        f'"title":{_quote(notification.title)},"priority":"{notification.priority}","category":{category},'
        f'"timestamp":"{notification.created_at}"}}'
    )
    return Change(notification.created_at, "agent_notification", notification.agent_name, notification.id, data)


def ended(notification: Notification, by: str, now: Instant) -> Change:
    """It was acknowledged or dismissed, as its status says."""
    data = {
        "notification_id": notification.id,
        "status": notification.status,
        "acknowledged_at": notification.acknowledged_at,
        "acknowledged_by": notification.acknowledged_by,
        "by": by,
    }
    return Change(now, f"notification_{notification.status}", notification.agent_name, notification.id, _encode(data))


def cleared(agent_name: str, count: int, by: str, now: Instant) -> Change:
    return Change(now, "notifications_cleared", agent_name, None, _encode({"count": count, "cleared_by": by}))


def question_opened(question: Question, close: str, now: Instant) -> Change:
    """It was asked, or a call waits for it again."""
    shape = question_shape(question, close, None)
    return Change(now, "question_opened", question.agent_name, question.id, _encode({"question": shape}))


def question_settled(question: Question, now: Instant) -> Change:
    data = {"question_id": question.id, "outcome": question.outcome, "via": question.via}
    return Change(now, "question_settled", question.agent_name, question.id, _encode(data))


def question_released(question: Question, now: Instant) -> Change:
    data = {"question_id": question.id, "reason": question.released, "detail": question.failure}
    return Change(now, "question_released", question.agent_name, question.id, _encode(data))


def nudge_pending(nudge: Nudge, count: int, now: Instant) -> Change:
    data = {"nudge_id": nudge.id, "session": nudge.session, "count": count}
    return Change(now, "nudge_pending", nudge.agent_name, nudge.question_id or nudge.id, _encode(data))


def nudge_handed(nudge: Nudge, now: Instant) -> Change:
    data = {
        "nudge_id": nudge.id,
        "question_id": nudge.question_id,
        "via": nudge.handed_via,
        "session": nudge.handed_session,
    }
    return Change(now, "nudge_handed", nudge.agent_name, nudge.question_id or nudge.id, _encode(data))


def session_changed(session: Session, now: Instant) -> Change:
    data = {
        "session": session.id,
        "client": session.client,
        "parent": session.parent,
        "state": session.state,
        "since": session.since,
        "reason": session.reason,
    }
    return Change(now, "session_changed", session.agent_name, session.id, _encode(data))


def session_jump(session: Session, by: str, now: Instant) -> Change:
    """A person wants to be shown where it runs: their own watcher of that machine does it."""
    data = {"session": session.id, "place": json.loads(session.place or "null"), "by": by}
    return Change(now, "session_jump", session.agent_name, session.id, _encode(data))


def preferences_changed(user: str, quiet_hours: str | None, now: Instant) -> Change:
    """Of a person: their surfaces obey it. Only the last one matters."""
    return Change(now, "preferences_changed", user, user, _encode({"quiet_hours": quiet_hours}))


def access_changed(agent_name: str, change: str, by: str, now: Instant) -> Change:
    """Somebody's rights are not what they were: whoever keeps a copy of them looks again."""
    return Change(now, "access_changed", agent_name, None, _encode({"change": change, "by": by}))
