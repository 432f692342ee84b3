"""Whether a question that was written down elsewhere could have been left so by what happens to questions
(`question.py`): of others nobody could be told how they ended."""

from bellpull.domain.answer_text import ACCEPTED, CANCELLED, DECLINED, DISMISSED, EMPTY, EXPIRED, SHOWN, WITHDRAWN
from bellpull.domain.asking import CHOICE, PERMISSION, SHOW, TEXT
from bellpull.domain.question import NOT_AN_ANSWER, Question

_UNANSWERED = (DISMISSED, CANCELLED, WITHDRAWN, EXPIRED)
#: How a question of each kind can end.
OUTCOMES = {
    CHOICE: (ACCEPTED, DECLINED, *_UNANSWERED),
    TEXT: (ACCEPTED, EMPTY, *_UNANSWERED),
    SHOW: (SHOWN,),
    PERMISSION: (ACCEPTED, DECLINED, *_UNANSWERED),
}
#: What only an end brings with it.
_OF_AN_END = ("outcome", "choice", "reply", "by", "via", "handed_at")


def wrong_with(question: Question, *, late: bool) -> str | None:
    """What is wrong with it, or nothing. `late`: no call is to hand its answer over, for a nudge does, or nobody."""
    ask = question.ask
    if ask.kind == PERMISSION and not (ask.options and ask.request):
        return "a permission has options, and the request of a client"
    if stray := set(ask.declines or ()) - set(ask.options):
        return f"declines has {min(stray)!r}, which is not one of the options"
    return _wrong_while_open(question, late) if question.is_open else _wrong_at_end(question, late)


def _wrong_while_open(question: Question, late: bool) -> str | None:
    if question.ask.kind == SHOW:
        return "what is only shown is settled at once"
    early = next((field for field in _OF_AN_END if getattr(question, field) is not None), "late" if late else None)
    return None if early is None else f"{early} belongs to what is settled"


def _wrong_at_end(question: Question, late: bool) -> str | None:
    kind, outcome = question.ask.kind, question.outcome
    if outcome not in OUTCOMES[kind]:
        return f"outcome of the kind {kind} must be one of: {', '.join(OUTCOMES[kind])}"
    if outcome in NOT_AN_ANSWER and question.handed_at is None:
        return f"handed_at is missing: nobody is told of what was {outcome}"
    if question.ask.request is not None and question.handed_at is None and not late:
        return "late must be true: the answer to a client is carried out, and no call waits for it"
    # A secret answer is erased once it was handed, and no part of an export.
    answer = "reply" if kind == TEXT else "choice"
    if outcome in (ACCEPTED, DECLINED) and not question.ask.secret and getattr(question, answer) is None:
        return f"{answer} is missing: it was {outcome}"
    return None
