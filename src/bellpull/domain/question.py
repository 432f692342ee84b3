"""A question: a notification that wants an answer, and its life from opened to settled.

Each happening is a function `(question, …, now) → question`; what it may not do is refused. A question is open or
settled, and settled once: silence settles nothing. A caller that stops waiting is *released*, which is no outcome.
Answered and handed are two facts: `handed_at` says when its agent really got the answer.

Not here: what may be asked (`asking.py`), its notification's status, the text of its answer, nudges.
"""

from typing import NamedTuple

from bellpull.domain.answer_text import (
    ACCEPTED,
    CANCELLED,
    DECLINED,
    DISMISSED,
    EMPTY,
    EXPIRED,
    SHOWN,
    WITHDRAWN,
)
from bellpull.domain.asking import CHOICE, OK, PERMISSION, SHOW, TEXT, Ask, declining
from bellpull.domain.errors import Conflict, Invalid
from bellpull.domain.instant import Instant
from bellpull.domain.labels import close_label

REASONS = TIMEOUT, REPLACED, GONE, FAILED = ("timeout", "replaced", "gone", "failed")
#: Here a surface let the caller go, and the caller is told so at once.
BY_A_SURFACE = (REPLACED, FAILED)
LONGEST_DETAIL = 200
#: Nobody is told of these later: the agent did it itself, or there is nothing that a person said.
NOT_AN_ANSWER = (SHOWN, WITHDRAWN, EXPIRED)


class Question(NamedTuple):
    id: str
    agent_name: str
    ask: Ask
    opened_at: Instant
    #: Until when a call waits for it; None when nobody does.
    waiting_until: Instant | None
    open_until: Instant
    settled_at: Instant | None = None
    outcome: str | None = None
    choice: str | None = None
    reply: str | None = None
    by: str | None = None
    via: str | None = None
    #: Why the last caller stopped waiting.
    released: str | None = None
    handed_at: Instant | None = None
    #: Why its window could not be shown, in the words of the surface that tried.
    failure: str | None = None
    #: Its agent may have read the answer before: known of what is being read now, and never stored.
    repeat: bool = False

    @property
    def is_open(self) -> bool:
        return self.settled_at is None

    @property
    def has_answer(self) -> bool:
        """Something that a person said, or that they closed it."""
        return not self.is_open and self.outcome not in NOT_AN_ANSWER

    def is_awaited(self, now: Instant) -> bool:
        return self.is_open and self.waiting_until is not None and self.waiting_until > now


class Answer(NamedTuple):
    """What a person did: one of the three."""

    choice: str | None = None
    text: str | None = None
    outcome: str | None = None


def opened(
    ask: Ask, *, id: str, agent_name: str, now: Instant, waiting_until: Instant | None, open_until: Instant
) -> Question:
    question = Question(id, agent_name, ask, now, waiting_until, open_until)
    return _settled(question, SHOWN, now) if ask.kind == SHOW else question


def attached(question: Question, waiting_until: Instant | None, *, same_call: bool) -> Question:
    """A repeat of the call, or an equal ask, waits for it too. To the call that a surface let go this is said once
    more."""
    if not question.is_open or waiting_until is None:
        return question
    until = max(waiting_until, question.waiting_until or "")
    waiting = question._replace(waiting_until=until, open_until=max(until, question.open_until))
    if same_call and question.released in BY_A_SURFACE:
        return waiting
    return waiting._replace(released=None, failure=None)


def released(question: Question, reason: str, detail: str | None, now: Instant) -> Question:
    """A `detail` says what has failed, and belongs to that reason alone."""
    if reason not in REASONS:
        raise Invalid("invalid_reason", f"Invalid reason. Must be one of: {', '.join(REASONS)}")
    if reason == FAILED:
        return _failed(question, _checked_detail(detail), now)
    if detail is not None:
        raise Invalid("invalid_detail", f"detail: only with the reason {FAILED}")
    return question._replace(waiting_until=None, released=reason, failure=None) if question.is_open else question


def _failed(question: Question, detail: str, now: Instant) -> Question:
    """Buttons can still be pressed elsewhere, and their contract has no words for a window that failed: who waits for a
    choice waits on, and is not released."""
    if not question.is_open:
        return question
    if not question.is_awaited(now):
        raise Conflict("nobody_waits", "No call waits for this question", "there is nobody to be told")
    if question.ask.kind == CHOICE:
        return question._replace(failure=detail)
    return question._replace(waiting_until=None, released=FAILED, failure=detail)


def _checked_detail(detail: str | None) -> str:
    if detail is None or not detail.strip():
        raise Invalid("detail_required", f"detail: say what has failed (1 to {LONGEST_DETAIL} characters)")
    if len(detail) > LONGEST_DETAIL:
        raise Invalid("detail_too_long", f"detail: too long (max {LONGEST_DETAIL} characters)")
    if "\0" in detail:
        raise Invalid("invalid_detail", "detail: must not contain the NUL character")
    return detail.strip()


def answered(question: Question, answer: Answer, by: str, via: str, now: Instant) -> Question:
    """First answer wins: the second is refused."""
    need_open(question)
    outcome, choice, reply = _judged(question.ask, answer)
    return _settled(question, outcome, now)._replace(choice=choice, reply=reply, by=by, via=via)


def check_answer(answer: Answer, longest: int) -> None:
    """`longest`: in bytes, as a message. A choice must be one of the options, which are checked already."""
    if answer.text is None:
        return
    if len(answer.text.encode()) > longest:
        raise Invalid("text_too_long", f"text: too long (max {longest} bytes)", "send the rest with: bellpull tell")
    if "\0" in answer.text:
        raise Invalid("invalid_text", "text: must not contain the NUL character")


def withdrawn(question: Question, now: Instant, via: str | None = None) -> Question:
    """Its agent no longer wants to know; `via` the client: a person settled it there."""
    need_open(question)
    return _settled(question, WITHDRAWN, now)._replace(via=via)


def expired(question: Question, now: Instant) -> Question:
    return _settled(question, EXPIRED, now) if question.is_open else question


def handed(question: Question, now: Instant) -> Question:
    """Its agent has the answer. A secret one is erased with that."""
    if question.is_open or question.handed_at is not None:
        return question
    done = question._replace(handed_at=now)
    return done._replace(choice=None, reply=None) if question.ask.secret else done


def need_open(question: Question) -> None:
    if question.is_open:
        return
    where = f" on {question.via}" if question.via else ""
    raise Conflict("already_settled", "This question is already settled", f"it was {question.outcome}{where}")


def buttons(ask: Ask, close: str) -> list[tuple[str, Answer]]:
    """In their order: the label, and the answer that it gives. The choice is the option's own text; the last one, which
    closes, is never called as an option is."""
    if ask.kind not in (CHOICE, PERMISSION):
        return []
    named = [(choice, Answer(choice=choice)) for choice in _choices(ask)]
    if named and ask.action_label:
        named[0] = (ask.action_label, named[0][1])
    return [*named, (close_label(close, (label for label, _ in named)), Answer(outcome=DISMISSED))]


def _choices(ask: Ask) -> tuple[str, ...]:
    """A secret that nobody has listed is typed: there is nothing to agree to with one click."""
    if ask.options or (ask.secret and ask.free_text):
        return ask.options
    return (ask.action_label or OK,)


def _settled(question: Question, outcome: str, now: Instant) -> Question:
    handed_at = now if outcome in NOT_AN_ANSWER else None
    return question._replace(settled_at=now, outcome=outcome, handed_at=handed_at)


def _judged(ask: Ask, answer: Answer) -> tuple[str, str | None, str | None]:
    """Outcome, choice, reply."""
    if answer.outcome is not None:
        if answer.outcome not in (DISMISSED, CANCELLED):
            raise Invalid("invalid_outcome", "Invalid outcome. Must be one of: dismissed, cancelled")
        return answer.outcome, None, None
    if ask.kind == TEXT:
        return _typed(answer)
    return _allowed(ask, answer) if ask.kind == PERMISSION else _chosen(ask, answer)


def _typed(answer: Answer) -> tuple[str, str | None, str | None]:
    """As it was typed: in code the blanks at the beginning and the end mean something."""
    if answer.text is None:
        raise Invalid("not_an_option", "This question has no options", "answer it with text")
    return (ACCEPTED, None, answer.text) if answer.text.strip() else (EMPTY, None, None)


def _allowed(ask: Ask, answer: Answer) -> tuple[str, str | None, str | None]:
    """What is typed is the reason for refusing, which the last option does."""
    outcome, choice, _ = _chosen(ask, answer)
    return (outcome, choice, None) if choice in ask.options else (DECLINED, ask.options[-1], choice)


def _chosen(ask: Ask, answer: Answer) -> tuple[str, str | None, str | None]:
    choices = _choices(ask)
    said = answer.choice if answer.choice is not None else answer.text or ""
    choice = said if answer.choice is not None else next((one for one in choices if one == said.strip()), said)
    if choice in choices:
        return DECLINED if choice in declining(ask) else ACCEPTED, choice, None
    if answer.choice is not None or not ask.free_text:
        hint = f"choose one of: {', '.join(choices)}" if choices else "answer it with text"
        raise Invalid("not_an_option", "This is not one of the options", hint)
    if not choice.strip():
        raise Invalid("empty_answer", "text: must not be blank", "dismiss the question to say nothing")
    return ACCEPTED, choice, None
