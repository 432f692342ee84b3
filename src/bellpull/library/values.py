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
    """What came of a question. Silence is never consent: look at `outcome`, or use `Agent.confirm` for yes or no."""

    outcome: Outcome
    choice: str | None
    reply: str | None
    question_id: str
    kind: Literal["choice", "text"] = "choice"
    #: This agent may have read it before: as a nudge, or by another call.
    repeat: bool = False

    @property
    def text(self) -> str | None:
        """What was chosen or typed."""
        return self.reply if self.choice is None else self.choice

    def __bool__(self) -> bool:
        """Whether a reply was typed. Of a choice it would be a guess: "Coffee" is as true as "Tea"."""
        if self.kind == "choice":
            raise TypeError("an answer with options is neither true nor false: compare .choice, or ask with confirm()")
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


class Nudge(NamedTuple):
    """What an agent is told. `xml` is the block that it reads; `delivery`, only where it was just told, is how it will
    be read: as a `new_message` or in the `next_tool_result`."""

    id: str
    agent_name: str
    session: str | None
    source: str
    label: str | None
    message: str
    question_id: str | None
    created_at: str
    by: str | None
    times: int
    dedup_key: str | None
    repeat: bool
    state: str
    handed_at: str | None
    handed_via: str | None
    handed_session: str | None
    xml: str
    delivery: str | None = None


def answer_of(question: Mapping[str, Any]) -> Answer:
    outcome = cast(Outcome, question["outcome"] or question["released"])
    kind: Literal["choice", "text"] = "text" if question["kind"] == "text" else "choice"
    repeat = bool(question.get("repeat"))
    return Answer(outcome, question["choice"], question["reply"], question["id"], kind, repeat)


def notification_of(said: Mapping[str, Any], metadata: Mapping[str, Any] | None) -> Notification:
    fields = {name: said[name] for name in Notification._fields}
    return Notification(**{**fields, "metadata": metadata})


def nudge_of(said: Mapping[str, Any]) -> Nudge:
    delivery = said.get("delivery")
    return Nudge(**{name: said[name] for name in Nudge._fields if name != "delivery"}, delivery=delivery)
