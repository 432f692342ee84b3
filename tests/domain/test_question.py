"""What may happen to a question: tables of asks, answers and what becomes of them."""

from typing import Any

import pytest

from bellpull.domain import question
from bellpull.domain.answer_text import answer_text, timeout_text
from bellpull.domain.asking import Ask, AskLimits, Look, check_ask
from bellpull.domain.errors import BellpullError, Conflict
from bellpull.domain.identity import Principal
from bellpull.domain.question import Answer, Question, answered, buttons
from bellpull.domain.question_shape import question_shape

NOW, LATER = "2026-11-16T10:00:00.000Z", "2026-11-16T10:01:00.000Z"


def asked(kind: str = "choice", *options: str, **more: Any) -> Question:
    ask = Ask("Merge", "Merge to main?", kind, options, **more)
    return question.opened(
        ask, id="notif_0123456789abcdef", agent_name="bot", now=NOW, waiting_until=None, open_until=LATER
    )


def refusal(call: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(BellpullError) as caught:
        call(*arguments, **more)
    return caught.value.code


YES_NO = ("Yes, merge", "No")


@pytest.mark.parametrize(
    ("options", "label", "labels", "choices"),
    [
        ((), None, ["OK", "Fermer"], ["OK"]),
        ((), "Deploy", ["Deploy", "Fermer"], ["Deploy"]),
        (("Go",), None, ["Go", "Fermer"], ["Go"]),
        (YES_NO, None, ["Yes, merge", "No", "Fermer"], ["Yes, merge", "No"]),
        (YES_NO, "Merge it", ["Merge it", "No", "Fermer"], ["Yes, merge", "No"]),
        (("a", "b", "c"), None, ["a", "b", "c", "Fermer"], ["a", "b", "c"]),
    ],
)
def test_buttons_stand_in_their_order_and_give_the_options_own_text(
    options: tuple[str, ...], label: str | None, labels: list[str], choices: list[str]
) -> None:
    shown = buttons(asked("choice", *options, action_label=label).ask, "Fermer")
    assert [name for name, _ in shown] == labels
    assert [answer.choice for _, answer in shown[:-1]] == choices
    assert shown[-1][1] == Answer(outcome="dismissed")


@pytest.mark.parametrize(
    ("options", "close", "label"),
    [
        (("Yes", "Close it"), "Close", "Close"),
        (("Yes", "Close"), "Close", "Close without answering"),
        (("Yes", "Close"), "Fermer", "Fermer sans répondre"),
        (("Oui", " fermer… "), "Fermer", "Fermer sans répondre"),
        (("Oui", "FERMER"), "Close", "Close without answering"),
        (("Yes", "Dismiss"), "Close", "Close without answering"),
        (("Close without answering", "No"), "Close", "Close"),
        (("Close", "Close without answering"), "Close", "(Close without answering)"),
        (("Close", "Fermer sans répondre"), "Close", "(Close without answering)"),
        (("Close", "Close without answering", "(close without answering)"), "Close", "((Close without answering))"),
    ],
)
def test_the_button_that_closes_is_never_called_as_an_option(options: tuple[str, ...], close: str, label: str) -> None:
    *named, (closing, answer) = buttons(asked("choice", *options).ask, close)
    assert (closing, answer) == (label, Answer(outcome="dismissed"))
    assert [name for name, _ in named] == list(options)


def test_a_typed_question_has_no_buttons() -> None:
    assert buttons(asked("text").ask, "Close") == []


def test_a_secret_that_nobody_listed_is_typed() -> None:
    secret = asked("choice", secret=True, free_text=True)
    assert buttons(secret.ask, "Close") == [("Close", Answer(outcome="dismissed"))]
    assert refusal(answered, secret, Answer(choice="OK"), "ada", "page", LATER) == "not_an_option"
    assert answered(secret, Answer(text="hunter2"), "ada", "page", LATER).choice == "hunter2"


@pytest.mark.parametrize(
    ("options", "free", "answer", "outcome", "choice", "text"),
    [
        (
            YES_NO,
            False,
            {"choice": "Yes, merge"},
            "accepted",
            "Yes, merge",
            '{"response": "accepted", "choice": "Yes, merge"}',
        ),
        (YES_NO, False, {"choice": "No"}, "declined", "No", '{"response": "dismissed", "choice": "No"}'),
        (YES_NO, False, {"text": " No "}, "declined", "No", '{"response": "dismissed", "choice": "No"}'),
        (YES_NO, False, {"outcome": "dismissed"}, "dismissed", None, '{"response": "dismissed", "choice": null}'),
        (YES_NO, False, {"outcome": "cancelled"}, "cancelled", None, '{"response": "dismissed", "choice": null}'),
        (
            YES_NO,
            True,
            {"text": "après midi"},
            "accepted",
            "après midi",
            '{"response": "accepted", "choice": "après midi"}',
        ),
        (
            ("Tea", "Coffee"),
            False,
            {"choice": "Coffee"},
            "accepted",
            "Coffee",
            '{"response": "accepted", "choice": "Coffee"}',
        ),
        (("Non", "Oui"), False, {"choice": "Non"}, "declined", "Non", '{"response": "dismissed", "choice": "Non"}'),
        (
            YES_NO,
            True,
            {"text": "  if x:\n"},
            "accepted",
            "  if x:\n",
            '{"response": "accepted", "choice": "  if x:\\n"}',
        ),
        (("a", "b", "c"), False, {"choice": "b"}, "accepted", "b", '{"response": "accepted", "choice": "b"}'),
        ((), True, {"choice": "OK"}, "accepted", "OK", '{"response": "accepted", "choice": "OK"}'),
    ],
)
def test_answer_to_buttons_has_its_outcome_and_its_text(
    options: tuple[str, ...], free: bool, answer: dict[str, str], outcome: str, choice: str | None, text: str
) -> None:
    after = answered(asked("choice", *options, free_text=free), Answer(**answer), "ada", "page", LATER)
    assert (after.outcome, after.choice, after.by, after.via) == (outcome, choice, "ada", "page")
    assert answer_text("choice", outcome, after.choice, after.reply) == text


@pytest.mark.parametrize(
    ("answer", "outcome", "text"),
    [
        ({"text": "    x = 1\ny = 2 \n"}, "accepted", "User response:     x = 1\ny = 2 \n"),
        ({"text": " \n "}, "empty", "User submitted empty response"),
        ({"outcome": "cancelled"}, "cancelled", "User cancelled the popup"),
        ({"outcome": "dismissed"}, "dismissed", "User dismissed the popup"),
    ],
)
def test_answer_to_a_typed_question_has_its_sentence(answer: dict[str, str], outcome: str, text: str) -> None:
    after = answered(asked("text"), Answer(**answer), "ada", "page", LATER)
    assert after.outcome == outcome
    assert answer_text("text", outcome, after.choice, after.reply) == text


def test_time_is_told_as_it_was_given() -> None:
    assert timeout_text("text", 30.0) == "No response within 30s timeout"
    assert timeout_text("text", 7.5) == "No response within 7.5s timeout"
    assert timeout_text("choice", 60) == '{"response": "timeout", "choice": null}'


def test_answer_that_is_not_among_the_options_is_refused_unless_text_is_free() -> None:
    closed, free, typed = asked("choice", *YES_NO), asked("choice", *YES_NO, free_text=True), asked("text")
    for question_, answer in (
        (closed, Answer(choice="Maybe")),
        (closed, Answer(text="Maybe")),
        (free, Answer(choice="Maybe")),
        (typed, Answer(choice="Maybe")),
    ):
        assert refusal(answered, question_, answer, "ada", "page", LATER) == "not_an_option"
    assert refusal(answered, free, Answer(text=" "), "ada", "page", LATER) == "empty_answer"
    assert refusal(answered, closed, Answer(outcome="accepted"), "ada", "page", LATER) == "invalid_outcome"


def test_the_first_answer_wins_and_is_not_handed_yet() -> None:
    first = answered(asked("choice", *YES_NO), Answer(choice="No"), "ada", "page", LATER)
    with pytest.raises(Conflict) as caught:
        answered(first, Answer(choice="Yes, merge"), "bob", "desk", LATER)
    assert (caught.value.code, caught.value.hint) == ("already_settled", "it was declined on page")
    assert first.handed_at is None
    assert question.handed(question.handed(first, NOW), LATER).handed_at == NOW


def test_a_secret_answer_is_gone_once_it_is_handed() -> None:
    answer = answered(asked("text", secret=True), Answer(text="hunter2"), "ada", "page", LATER)
    own, other = Principal("agent", "bot", False, "1"), Principal("user", "ada", True, "2")
    assert question_shape(answer, "Close", own)["reply"] == "hunter2"
    assert question_shape(answer, "Close", other)["reply"] is None
    assert question_shape(answer, "Close", None)["reply"] is None
    assert question.handed(answer, LATER).reply is None


def test_name_of_who_answered_is_for_people_only_if_nothing_else_is_configured() -> None:
    answer = answered(asked("text"), Answer(text="x"), "ada", "page", LATER)
    agent, person = Principal("agent", "bot", False, "1"), Principal("user", "eve", False, "2")
    told = [question_shape(answer, "Close", who)["by"] for who in (agent, person, None)]
    assert told == [None, "ada", None]
    assert question_shape(answer, "Close", agent, tell_who=True)["by"] == "ada"


def test_message_that_is_only_shown_wants_no_answer() -> None:
    shown = asked("show")
    assert (shown.outcome, shown.settled_at, shown.handed_at) == ("shown", NOW, NOW)
    assert answer_text("show", "shown", None, None) == "✓ Message displayed successfully"


def test_a_release_settles_nothing_and_is_undone_by_waiting_again() -> None:
    waiting = question.attached(asked(), LATER, same_call=False)
    assert waiting.is_awaited(NOW)
    for reason in ("timeout", "replaced", "gone"):
        let_go = question.released(waiting, reason, None, NOW)
        assert (let_go.is_open, let_go.is_awaited(NOW), let_go.released) == (True, False, reason)
        assert question.attached(let_go, LATER, same_call=False).is_awaited(NOW)
        assert question.attached(let_go, LATER, same_call=False).released is None
    replaced = question.released(waiting, "replaced", None, NOW)
    assert question.attached(replaced, LATER, same_call=True).released == "replaced"
    assert refusal(question.released, waiting, "bored", None, NOW) == "invalid_reason"


def test_a_window_that_failed_lets_the_typed_ask_go_with_its_reason() -> None:
    waiting = question.attached(asked("text"), LATER, same_call=False)
    failed = question.released(waiting, "failed", " no display ", NOW)
    assert (failed.is_open, failed.is_awaited(NOW)) == (True, False)
    assert (failed.released, failed.failure) == ("failed", "no display")
    same, again = (question.attached(failed, LATER, same_call=same) for same in (True, False))
    assert (same.released, same.failure) == ("failed", "no display")
    assert (again.released, again.failure) == (None, None)
    gone = question.released(failed, "gone", None, NOW)
    assert (gone.released, gone.failure) == ("gone", None)


def test_a_window_that_failed_leaves_who_waits_for_a_choice_waiting() -> None:
    waiting = question.attached(asked("choice", *YES_NO), LATER, same_call=False)
    failed = question.released(waiting, "failed", "no display", NOW)
    assert failed == waiting._replace(failure="no display")
    assert failed.is_awaited(NOW)


def test_a_failure_needs_a_reason_and_somebody_to_be_told() -> None:
    waiting = question.attached(asked("text"), LATER, same_call=False)
    for detail, code in (
        (None, "detail_required"),
        (" ", "detail_required"),
        ("x" * 201, "detail_too_long"),
        ("a\0b", "invalid_detail"),
    ):
        assert refusal(question.released, waiting, "failed", detail, NOW) == code
    assert refusal(question.released, waiting, "gone", "no display", NOW) == "invalid_detail"
    for nobody in (asked("text"), question.released(waiting, "replaced", None, NOW)):
        assert refusal(question.released, nobody, "failed", "no display", NOW) == "nobody_waits"
    assert refusal(question.released, waiting, "failed", "no display", LATER) == "nobody_waits"
    settled = answered(waiting, Answer(text="x"), "ada", "page", LATER)
    assert question.released(settled, "failed", "no display", LATER) == settled


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"question": " "}, "question_required"),
        ({"question": "a\0b"}, "invalid_question"),
        ({"question": "é" * 33_000}, "question_too_long"),
        ({"kind": "permission"}, "invalid_kind"),
        ({"urgency": "critical"}, "invalid_urgency"),
        ({"look": Look(theme="blue")}, "invalid_theme"),
        ({"look": Look(task="x" * 201)}, "task_too_long"),
        ({"look": Look(repo="a\0")}, "invalid_repo"),
        ({"action_label": " "}, "invalid_action_label"),
        ({"project": "x" * 4097}, "project_too_long"),
        ({"options": tuple(map(str, range(21)))}, "invalid_options"),
        ({"options": ("a", "a")}, "invalid_options"),
        ({"options": ("a", "a ")}, "invalid_options"),
        ({"options": ("a", " ")}, "invalid_options"),
        ({"options": ("x" * 201,)}, "invalid_options"),
        ({"options": ("a",), "kind": "text"}, "invalid_options"),
    ],
)
def test_ask_that_may_not_be_is_refused_by_name(change: dict[str, Any], code: str) -> None:
    good = Ask("Merge", "Merge to main?", "choice")
    check_ask(good, AskLimits())
    assert refusal(check_ask, good._replace(**change), AskLimits()) == code
