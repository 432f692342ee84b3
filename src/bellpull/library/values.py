"""What the library gives back."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

#: How a question ended; the last three only for who waited, and then it is open: the time is up, it was put aside for
#: another, its window could not be shown.
Outcome = Literal[
    "accepted",
    "declined",
    "dismissed",
    "cancelled",
    "empty",
    "withdrawn",
    "expired",
    "timeout",
    "replaced",
    "failed",
]


class Answer(NamedTuple):
    """What came of a question. It is true when it was accepted, and only then: silence is never consent."""

    outcome: Outcome
    choice: str | None
    reply: str | None
    question_id: str

    @property
    def text(self) -> str | None:
        """What was chosen or typed."""
        return self.reply if self.choice is None else self.choice

    def __bool__(self) -> bool:
        return self.outcome == "accepted"


class Notification(NamedTuple):
    """What people were told."""

    id: str
    agent_name: str
    notification_type: str
    title: str
    message: str | None
    priority: str
    category: str | None
    metadata: Mapping[str, Any] | None
    status: str
    created_at: str
    acknowledged_at: str | None
    acknowledged_by: str | None


def answer_of(question: Mapping[str, Any]) -> Answer:
    outcome = cast(Outcome, question["outcome"] or question["released"])
    return Answer(outcome, question["choice"], question["reply"], question["id"])


def notification_of(said: Mapping[str, Any], metadata: Mapping[str, Any] | None) -> Notification:
    fields = {name: said[name] for name in Notification._fields}
    return Notification(**{**fields, "metadata": metadata})
