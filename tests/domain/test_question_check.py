"""Which states of an imported question could have come about, and what is wrong with the others."""

from typing import Any

import pytest

from bellpull.domain.asking import CHOICE, PERMISSION, SHOW, TEXT, Ask
from bellpull.domain.question import Question
from bellpull.domain.question_check import wrong_with

OPENED, LATER, END = "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z", "2026-01-02T00:00:00.000Z"
MERGE = Ask("Merge", "Merge?", CHOICE, ("Yes", "No"))
NAME = Ask("Name", "Which?", TEXT)
ALLOW = Ask("Allow", "ls", PERMISSION, ("Allow once", "Reject"), request="per-1")
DONE = Ask("Done", "It is done", SHOW)


def question(ask: Ask, **values: Any) -> Question:
    return Question("question_1", "bot", ask, OPENED, None, END, **values)


def ended(ask: Ask, outcome: str | None, **values: Any) -> Question:
    return question(ask, settled_at=LATER, outcome=outcome, **values)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    "asked, wrong",
    [
        (question(ALLOW._replace(options=())), "a permission has options, and the request of a client"),
        (question(ALLOW._replace(request=None)), "a permission has options, and the request of a client"),
        (question(MERGE._replace(declines=("Z", "No", "A"))), "declines has 'A', which is not one of the options"),
        (question(DONE), "what is only shown is settled at once"),
        (question(MERGE, choice="Yes"), "choice belongs to what is settled"),
        (question(MERGE, outcome="accepted"), "outcome belongs to what is settled"),
        (question(NAME, reply=""), "reply belongs to what is settled"),
        (question(NAME, by="ada"), "by belongs to what is settled"),
        (question(NAME, via="page"), "via belongs to what is settled"),
        (question(NAME, handed_at=LATER), "handed_at belongs to what is settled"),
        (
            ended(MERGE, "empty"),
            "outcome of the kind choice must be one of: accepted, declined, dismissed, cancelled, withdrawn, expired",
        ),
        (
            ended(NAME, "declined"),
            "outcome of the kind text must be one of: accepted, empty, dismissed, cancelled, withdrawn, expired",
        ),
        (ended(DONE, "accepted"), "outcome of the kind show must be one of: shown"),
        (
            ended(ALLOW, None),
            "outcome of the kind permission must be one of:"
            " accepted, declined, dismissed, cancelled, withdrawn, expired",
        ),
        (ended(MERGE, "withdrawn"), "handed_at is missing: nobody is told of what was withdrawn"),
        (ended(NAME, "expired"), "handed_at is missing: nobody is told of what was expired"),
        (ended(MERGE, "accepted"), "choice is missing: it was accepted"),
        (ended(MERGE, "declined"), "choice is missing: it was declined"),
        (ended(NAME, "accepted"), "reply is missing: it was accepted"),
        (ended(ALLOW, "accepted", handed_at=LATER), "choice is missing: it was accepted"),
    ],
)
def test_state_that_cannot_come_about_is_named(asked: Question, late: bool, wrong: str) -> None:
    assert wrong_with(asked, late=late) == wrong


def test_open_question_has_no_late_answer() -> None:
    assert wrong_with(question(MERGE), late=True) == "late belongs to what is settled"


def test_answer_to_a_client_that_was_not_handed_over_comes_late() -> None:
    asked = ended(ALLOW, "accepted", choice="Allow once")
    wrong = "late must be true: the answer to a client is carried out, and no call waits for it"
    assert wrong_with(asked, late=False) == wrong
    assert wrong_with(asked, late=True) is None


@pytest.mark.parametrize(
    "asked",
    [
        question(MERGE),
        question(MERGE._replace(declines=("No",))),
        question(ALLOW),
        ended(MERGE, "accepted", choice="Yes"),
        ended(MERGE, "declined", choice="No"),
        ended(MERGE, "dismissed"),
        ended(NAME, "accepted", reply=""),
        ended(NAME, "empty"),
        ended(NAME, "cancelled"),
        ended(NAME._replace(secret=True), "accepted"),
        ended(DONE, "shown", handed_at=LATER),
        ended(MERGE, "withdrawn", handed_at=LATER),
        ended(ALLOW, "declined", choice="Reject", handed_at=LATER),
    ],
)
def test_state_that_can_come_about_is_taken(asked: Question) -> None:
    assert wrong_with(asked, late=False) is None
