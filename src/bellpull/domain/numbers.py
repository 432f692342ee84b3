"""Numbers: of all that is kept of an agent, and of what waits now. Told things are notifications, asked things are
questions, and nothing is counted as both."""

from typing import NamedTuple

from bellpull.domain.answer_text import ACCEPTED, DECLINED, EMPTY
from bellpull.domain.instant import Instant

#: A person said something, if only that there is nothing to say.
ANSWERED = (ACCEPTED, DECLINED, EMPTY)


class Counts(NamedTuple):
    """What waits now."""

    #: New ones: pending, and without those that stand for a question.
    notifications: int = 0
    #: Open ones, permissions too.
    questions: int = 0
    #: What the agent has not read yet.
    nudges: int = 0


class Numbers(NamedTuple):
    #: Notifications that want no answer.
    told: int
    #: Questions that want one, or wanted one; permissions, too.
    asked: int
    answered: int
    open: int
    #: From the asking to the answer: half of them were quicker.
    median_seconds: float | None
    nudged: int
    #: How many of those the agent has.
    handed: int
    #: The oldest of all that was counted.
    since: Instant
