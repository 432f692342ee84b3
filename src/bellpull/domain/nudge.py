"""What people or the world tell an agent: it enters the agent's context as `<notification source="…">`.

A nudge is claimed by one carrier for the time of a lease, written, confirmed. A lease that runs out makes it pending
again, and then it may have been read: it says `repeat="true"`.
"""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bellpull.domain.answer_text import answer_text
from bellpull.domain.instant import Instant
from bellpull.domain.question import Question

#: A carrier writes and confirms within milliseconds; after this it has died.
LEASE = timedelta(seconds=10)
#: A longer answer is cut: clients cut the results that they find too long, and at their end is the nudge.
LONGEST_ANSWER = 16_000
#: So much of the question reminds its agent what was asked.
REMINDER = 200

# What could open or close a tag of ours; everything else stays as it is, so that code stays code.
_TAG = re.compile(r"<(?=[\s/]*notification\b)", re.IGNORECASE)
_IN_ATTRIBUTE = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_ESCAPES = str.maketrans(_IN_ATTRIBUTE)


class Nudge(NamedTuple):
    id: str
    agent_name: str
    #: None: whichever session of the agent comes first.
    session: str | None
    source: str
    label: str | None
    message: str
    question_id: str | None
    created_at: Instant
    by: str | None = None
    dedup_key: str | None = None
    lease_until: Instant | None = None
    carrier: str | None = None
    repeat: bool = False
    handed_at: Instant | None = None
    handed_via: str | None = None

    def is_leased(self, now: Instant) -> bool:
        return self.lease_until is not None and self.lease_until > now


def xml(nudge: Nudge) -> str:
    given = {
        "source": nudge.source,
        "label": nudge.label,
        "question": nudge.question_id,
        "repeat": "true" if nudge.repeat else None,
    }
    attributes = "".join(f' {name}="{value.translate(_ESCAPES)}"' for name, value in given.items() if value is not None)
    return f"<notification{attributes}>\n{_TAG.sub('&lt;', nudge.message)}\n</notification>"


def late_answer(question: Question, *, id: str, now: Instant) -> Nudge:
    """The answer to a question whose caller has stopped waiting. It is for whichever session of the agent comes next:
    the one that asked may never come back."""
    ask = question.ask
    text = answer_text(ask.kind, question.outcome or "", question.choice, question.reply)
    if len(text) > LONGEST_ANSWER and not ask.secret:  # a secret one could not be read again
        text = f"{text[:LONGEST_ANSWER]}\n… (cut; await_answer with this question's id gives all of it)"
    message = f"Your question: {_reminder(ask.question)}\n{text}"
    return Nudge(id, question.agent_name, None, "user", None, message, question.id, now, question.by)


def claim(
    pending: Sequence[Nudge], carrier: str, now: Instant, until: Instant, limit: int | None, max_chars: int | None
) -> list[Nudge]:
    """The first ones that fit, leased to the carrier. Order is kept: behind one that another carrier has, none goes."""
    taken: list[Nudge] = []
    room = max_chars
    for nudge in pending:
        size = len(xml(nudge)) + 2
        if nudge.is_leased(now) or len(taken) == limit or (room is not None and size > room):
            break
        room = None if room is None else room - size
        repeat = nudge.repeat or nudge.lease_until is not None
        taken.append(nudge._replace(lease_until=until, carrier=carrier, repeat=repeat))
    return taken


def _reminder(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= REMINDER else line[: REMINDER - 1] + "…"
