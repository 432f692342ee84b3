"""A question through any order of what can happen to it: it is settled once, by what came first."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.answer_text import SHOWN
from bellpull.domain.asking import CHOICE, KINDS, SHOW, Ask
from bellpull.domain.errors import BellpullError, Conflict
from bellpull.domain.question import (
    BY_A_SURFACE,
    FAILED,
    GONE,
    NOT_AN_ANSWER,
    REASONS,
    REPLACED,
    TIMEOUT,
    Answer,
    Question,
    answered,
    attached,
    expired,
    handed,
    opened,
    released,
    withdrawn,
)

ANSWERS = [
    Answer("a"),
    Answer("b"),
    Answer(text="Ada"),
    Answer(text=" "),
    Answer(outcome="dismissed"),
    Answer(outcome="cancelled"),
]
CALLS = st.tuples(st.none() | st.integers(0, 40), st.booleans())
HAPPENINGS = st.one_of(
    st.tuples(st.just("attach"), CALLS),
    st.tuples(st.just("answer"), st.sampled_from(ANSWERS)),
    st.tuples(st.just("release"), st.sampled_from([TIMEOUT, REPLACED, GONE])),
    st.tuples(st.sampled_from(["fail", "withdraw", "expire", "hand"]), st.none()),
)


def at(moment: int) -> str:
    return f"2026-01-01T00:00:{moment:02}.000Z"


def happens(question: Question, what: str, how: Any, moment: int) -> Question:
    now = at(moment)
    if what == "attach":
        seconds, same_call = how
        return attached(question, None if seconds is None else at(moment + seconds), same_call=same_call)
    if what == "answer":
        return answered(question, how, "ada", "page", now)
    if what == "release":
        return released(question, how, None, now)
    if what == "fail":
        return released(question, FAILED, "no display", now)
    return {"withdraw": withdrawn, "expire": expired, "hand": handed}[what](question, now)  # type: ignore[operator,no-any-return]


SETTLED = ("settled_at", "outcome", "by", "via")


@given(st.sampled_from(KINDS), st.booleans(), st.lists(HAPPENINGS, max_size=15))
def test_question_ends_in_a_lawful_state_after_any_order_of_happenings(
    kind: str, secret: bool, happenings: list[tuple[str, Any]]
) -> None:
    ask = Ask("t", "q?", kind, ("a", "b") if kind == CHOICE else (), secret=secret)
    question = opened(ask, id="q", agent_name="bot", now=at(0), waiting_until=at(10), open_until=at(30))
    assert (question.outcome == SHOWN) is (kind == SHOW)
    for moment, (what, how) in enumerate(happenings, 1):
        before = question
        try:
            question = happens(before, what, how, moment)
        except BellpullError as refused:
            question = before
            # What is settled stays so; else it is the answer that does not fit, or the failure that nobody hears of.
            assert before.is_open or (isinstance(refused, Conflict) and refused.code == "already_settled")
            assert before.is_open or what in ("answer", "withdraw")
        assert is_lawful(question)
        assert question.ask == ask
        if before.is_open:
            assert question.is_open or what in ("answer", "withdraw", "expire")
            continue
        assert [getattr(question, field) for field in SETTLED] == [getattr(before, field) for field in SETTLED]
        said = (question.choice, question.reply)
        assert said == (before.choice, before.reply) or (secret and what == "hand" and said == (None, None))
        assert before.handed_at in (None, question.handed_at), "handed twice"


def is_lawful(question: Question) -> bool:
    if question.is_open:
        assert (question.outcome, question.choice, question.reply, question.by, question.handed_at) == (None,) * 5
        assert question.released in (None, *REASONS)
        # A surface that let a call go may tell that call so again, while another waits.
        assert question.waiting_until is None or question.released in (None, *BY_A_SURFACE)
        assert question.open_until >= (question.waiting_until or "")
    else:
        assert question.outcome is not None
        assert question.has_answer is (question.outcome not in NOT_AN_ANSWER)
        assert question.has_answer or question.handed_at == question.settled_at
        assert not question.is_awaited("")
    return True
