"""Questions: ask, attach, answer, close, release, withdraw, expire, and who may do that."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from bellpull.domain.asking import Ask, Look
from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.domain.question import Answer, Question
from bellpull.domain.surface import Surface
from bellpull.hub.hub import Rules
from bellpull.hub.questions import Asking
from support.asks import CANCELLED, CHOSEN, DECLINED, DISMISSED, NO, YES, asked, choice, shown, typed
from support.in_process import HubRates, Stage, refused

DAY = timedelta(days=1)
THREE = ("a", "b", "c")


def look(stage: Stage, who: Principal, id: str) -> Question:
    return stage.do(stage.hub.questions.find(who, id))


def answered(stage: Stage, who: Principal, id: str, answer: Answer = CHOSEN, via: str = "page") -> Question:
    return stage.do(stage.hub.questions.answer(who, id, answer, via))


def open_ids(stage: Stage, who: Principal) -> list[str]:
    return [one.id for one in stage.do(stage.hub.questions.open(who, None, 100)).questions]


def types(stage: Stage, id: str) -> list[str]:
    return [one.type for one in stage.do(stage.hub.trail(stage.owner, id))]


# Asking


def test_question_is_kept_as_it_was_asked_with_its_notification(stage: Stage) -> None:
    ask = choice(urgency="high", project="/home/ada", session="process:1", look=Look(repo="site", task="Ship 🔔"))
    bot = stage.agent()
    question = asked(stage, bot, ask, wait=60)
    stage.reopen()
    assert look(stage, stage.owner, question.id) == look(stage, bot, question.id) == question
    assert (question.ask, question.is_open, question.waiting_until) == (ask, True, "2026-01-01T00:01:00.000Z")
    told = stage.do(stage.hub.notification(stage.owner, question.id))
    assert (told.notification_type, told.title, told.message) == ("question", "Merge", "Merge to main?")
    assert (told.priority, told.status) == ("high", "pending")
    assert types(stage, question.id) == ["agent_notification", "question_opened"]


def test_question_of_a_person_has_nobody_who_listens(stage: Stage) -> None:
    assert not asked(stage, stage.person()).ask.look.listens
    assert asked(stage, stage.agent()).ask.look.listens


@pytest.mark.parametrize(
    ("hours", "wait", "open_for"), [(24, None, DAY), (2, None, DAY / 12), (2, 86_400, DAY), (24, 60, DAY)]
)
def test_question_is_open_for_the_hours_of_the_setting_or_as_long_as_its_caller_waits(
    stages: Any, hours: int, wait: float | None, open_for: timedelta
) -> None:
    stage = stages(Rules(asking=Asking(open_for=timedelta(hours=hours))))
    id = asked(stage, stage.agent(), wait=wait).id
    stage.passes(open_for - timedelta(seconds=1))
    assert look(stage, stage.owner, id).is_open
    stage.passes(1)
    expired = look(stage, stage.owner, id)
    assert (expired.outcome, expired.by, expired.handed_at) == ("expired", None, expired.settled_at)
    told = stage.do(stage.hub.notification(stage.owner, id))
    assert (told.status, told.acknowledged_by) == ("dismissed", "hub")
    assert stage.do(stage.hub.nudges.pending(stage.owner, "bot", None, 0)).total == 0
    with refused("already_settled"):
        answered(stage, stage.owner, id)


def test_message_that_is_only_shown_is_settled_at_once_and_its_notification_stays(stage: Stage) -> None:
    bot = stage.agent()
    question = asked(stage, bot, shown(), wait=5)
    assert (question.outcome, question.waiting_until, question.open_until) == (
        "shown",
        None,
        "2026-01-01T00:00:05.000Z",
    )
    assert stage.do(stage.hub.notification(bot, question.id)).status == "pending"
    assert open_ids(stage, bot) == []
    assert asked(stage, bot, shown()).id != question.id
    with refused("already_settled"):
        answered(stage, stage.owner, question.id)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (choice("x" * 65_537), "question_too_long"),
        (choice(" \n"), "question_required"),
        (choice("a\0b"), "invalid_question"),
        (Ask("", "Why?", "text"), "title_required"),
        (Ask("x" * 201, "Why?", "text"), "title_too_long"),
        (Ask("Why", "Why?", "permission"), "invalid_kind"),
        (choice(options=("a", "a")), "invalid_options"),
        (choice(options=tuple(f"{number}" for number in range(21))), "invalid_options"),
        (choice(declines=("maybe",)), "invalid_declines"),
        (choice(urgency="top"), "invalid_urgency"),
        (choice(look=Look(theme="blue")), "invalid_theme"),
        (choice(project="x" * 4_097), "project_too_long"),
        (choice(look=Look(task="a\0b")), "invalid_task"),
        (choice(action_label="Close"), "invalid_action_label"),
    ],
)
def test_ask_over_a_limit_is_refused_and_uses_up_no_key(stage: Stage, ask: Ask, code: str) -> None:
    bot = stage.agent()
    with refused(code):
        stage.do(stage.hub.questions.ask(bot, ask, key="key"))
    assert open_ids(stage, bot) == []
    assert stage.do(stage.hub.questions.ask(bot, choice(), key="key"))[1]


def test_agent_has_so_many_open_questions_and_what_is_shown_does_not_count(stages: Any) -> None:
    stage = stages(Rules(asking=Asking(most_open=2)))
    bot, other = stage.agent("bot"), stage.agent("pet")
    first, second = asked(stage, bot), asked(stage, bot, typed())
    for ask in (choice("Third?"), typed("Fourth?")):
        with refused("too_many_open"):
            asked(stage, bot, ask)
    assert stage.do(stage.hub.questions.ask(bot, choice())) == (first, False)
    asked(stage, bot, shown())
    asked(stage, other)
    stage.do(stage.hub.questions.release(bot, first.id, "timeout"))
    with refused("too_many_open"):
        asked(stage, bot, choice("Third?"))
    answered(stage, stage.owner, second.id, Answer(text="Ada"))
    asked(stage, bot, choice("Third?"))


def test_questions_are_held_back_like_notifications(stages: Any) -> None:
    stage = stages(rates=HubRates(creates=2))
    bot = stage.agent()
    first = asked(stage, bot)
    stage.do(stage.hub.tell(bot, Draft("info", "x")))
    with refused("too_many"):
        asked(stage, bot, typed())
    assert stage.do(stage.hub.questions.ask(bot, choice())) == (first, False)
    stage.passes(30)
    asked(stage, bot, typed())


@pytest.mark.parametrize(
    ("shows", "who", "seen"),
    [(("text",), "owner", True), (("notification",), "owner", False), (("text",), "ada", False), ((), None, False)],
)
def test_question_that_must_be_shown_needs_a_surface_of_somebody_who_may_answer(
    stage: Stage, shows: tuple[str, ...], who: str | None, seen: bool
) -> None:
    bot, people = stage.agent(), {"owner": stage.owner, "ada": stage.person()}
    ask = stage.hub.questions.ask(bot, typed(), must_show=True)
    surface = Surface("desk", "", shows, people[who or "owner"], "")
    with stage.hub.surfaces.show(surface):
        if seen:
            assert stage.do(ask)[1]
            return
        with refused("headless"):
            stage.do(ask)
    assert open_ids(stage, bot) == []


# Asked once


def test_repeat_of_a_call_finds_its_question_from_another_session_and_after_its_answer(stage: Stage) -> None:
    bot, ask = stage.agent(), stage.hub.questions.ask
    first, _ = stage.do(ask(bot, choice(session="process:1"), wait=60, key="key"))
    assert stage.do(ask(bot, choice(session="process:2"), key="key")) == (first, False)
    answered(stage, stage.owner, first.id, DECLINED)
    stage.reopen()
    ask = stage.hub.questions.ask
    again, new = stage.do(ask(bot, choice(session="process:1"), wait=60, key="key"))
    assert (again.id, again.outcome, again.choice, new) == (first.id, "declined", NO, False)
    with refused("idempotency_conflict"):
        stage.do(ask(bot, choice("Other?"), key="key"))
    assert stage.do(ask(bot, choice(), key="KEY"))[1]


def test_equal_ask_of_the_same_session_attaches_and_its_key_finds_the_question_later(stage: Stage) -> None:
    bot, ask = stage.agent(), stage.hub.questions.ask
    first, _ = stage.do(ask(bot, choice(session="process:1"), wait=5))
    again, new = stage.do(ask(bot, choice(session="process:1"), wait=600, key="second"))
    assert (again.id, again.waiting_until, new) == (first.id, "2026-01-01T00:10:00.000Z", False)
    answered(stage, stage.owner, first.id)
    again, new = stage.do(ask(bot, choice(session="process:1"), key="second"))
    assert (again.id, again.choice, new) == (first.id, YES, False)


@pytest.mark.parametrize(
    "other",
    [
        Ask("Merge!", "Merge to main?", "choice", (YES, NO)),
        choice("Merge to main"),
        choice(options=(NO, YES)),
        choice(options=(YES,)),
        choice(options=()),
        choice(secret=True),
        choice(session="process:2"),
        Ask("Merge", "Merge to main?", "text"),
    ],
)
def test_ask_that_differs_is_a_question_of_its_own(stage: Stage, other: Ask) -> None:
    bot = stage.agent()
    assert asked(stage, bot).id != asked(stage, bot, other).id
    assert asked(stage, stage.agent("pet")).agent_name == "pet"


@pytest.mark.parametrize("end", ["answered", "dismissed", "withdrawn", "expired"])
def test_settled_question_is_not_attached_to(stage: Stage, end: str) -> None:
    bot = stage.agent()
    first = asked(stage, bot).id
    if end == "withdrawn":
        stage.do(stage.hub.questions.withdraw(bot, first))
    elif end == "expired":
        stage.passes(DAY)
    else:
        answered(stage, stage.owner, first, {"answered": CHOSEN, "dismissed": DISMISSED}[end])
    assert asked(stage, bot).id != first


@pytest.mark.parametrize("secret", [False, True])
def test_equal_asks_at_once_are_one_question(stage: Stage, secret: bool) -> None:
    bot = stage.agent()
    made = stage.at_once(*(stage.hub.questions.ask(bot, typed(secret=secret), wait=60) for _ in range(8)))
    assert [new for _, new in made].count(True) == 1
    assert len(open_ids(stage, bot)) == 1


@pytest.mark.parametrize(
    ("reason", "same_call", "released"),
    [
        ("timeout", True, None),
        ("gone", True, None),
        ("replaced", True, "replaced"),
        ("replaced", False, None),
    ],
)
def test_released_caller_that_attaches_waits_again_unless_a_surface_let_that_call_go(
    stage: Stage, reason: str, same_call: bool, released: str | None
) -> None:
    bot, ask = stage.agent(), stage.hub.questions.ask
    id = stage.do(ask(bot, choice(), wait=60, key="key"))[0].id
    stage.do(stage.hub.questions.release(stage.owner, id, reason))
    again, _ = stage.do(ask(bot, choice(), wait=60, key="key" if same_call else None))
    assert (again.id, again.released) == (id, released)
    assert types(stage, id).count("question_opened") == (1 if released else 2)


# Answering

OUTCOMES: list[tuple[str, Ask, Answer, tuple[str, str | None, str | None, str]]] = [
    ("first of two", choice(), CHOSEN, ("accepted", YES, None, "acknowledged")),
    ("refusing one", choice(), DECLINED, ("declined", NO, None, "acknowledged")),
    ("refusing one, labelled", choice(action_label="Go"), DECLINED, ("declined", NO, None, "acknowledged")),
    (
        "second of two",
        choice(options=("Tea", "Coffee")),
        Answer("Coffee"),
        ("accepted", "Coffee", None, "acknowledged"),
    ),
    ("named", choice(options=THREE, declines=("b",)), Answer("b"), ("declined", "b", None, "acknowledged")),
    ("none named", choice(declines=()), DECLINED, ("accepted", NO, None, "acknowledged")),
    ("only one", choice(options=("a",)), Answer("a"), ("accepted", "a", None, "acknowledged")),
    ("third of three", choice(options=THREE), Answer("c"), ("accepted", "c", None, "acknowledged")),
    ("no options", choice(options=()), Answer("OK"), ("accepted", "OK", None, "acknowledged")),
    ("labelled", choice(options=(), action_label="Go"), Answer("Go"), ("accepted", "Go", None, "acknowledged")),
    ("typed beside", choice(free_text=True), Answer(text="Merge 🔔"), ("accepted", "Merge 🔔", None, "acknowledged")),
    ("typed option", choice(free_text=True), Answer(text=f" {YES} "), ("accepted", YES, None, "acknowledged")),
    ("closed", choice(), DISMISSED, ("dismissed", None, None, "dismissed")),
    ("cancelled", choice(), CANCELLED, ("cancelled", None, None, "dismissed")),
    ("typed", typed(), Answer(text="    x = 1\ny "), ("accepted", None, "    x = 1\ny ", "acknowledged")),
    ("long", typed(), Answer(text="é" * 32_768), ("accepted", None, "é" * 32_768, "acknowledged")),
    ("typed nothing", typed(), Answer(text=""), ("empty", None, None, "acknowledged")),
    ("typed blanks", typed(), Answer(text=" \n\t"), ("empty", None, None, "acknowledged")),
    ("text closed", typed(), DISMISSED, ("dismissed", None, None, "dismissed")),
    ("text cancelled", typed(), CANCELLED, ("cancelled", None, None, "dismissed")),
]


@pytest.mark.parametrize(("ask", "answer", "expected"), [case[1:] for case in OUTCOMES], ids=[c[0] for c in OUTCOMES])
def test_answer_has_its_outcome_and_ends_the_notification(
    stage: Stage, ask: Ask, answer: Answer, expected: tuple[str | None, ...]
) -> None:
    ada = stage.person()
    question = asked(stage, stage.agent("bot", ada), ask)
    stage.passes(60)
    settled = answered(stage, ada, question.id, answer, "desk")
    assert (settled.outcome, settled.choice, settled.reply) == expected[:3]
    assert (settled.by, settled.via, settled.settled_at) == ("ada", "desk", "2026-01-01T00:01:00.000Z")
    assert settled.handed_at is None
    told = stage.do(stage.hub.notification(ada, question.id))
    assert (told.status, told.acknowledged_by, told.acknowledged_at) == (expected[3], "ada", settled.settled_at)
    stage.reopen()
    assert look(stage, ada, question.id) == settled


@pytest.mark.parametrize(
    ("ask", "answer", "code"),
    [
        (choice(), Answer("Yes"), "not_an_option"),
        (choice(), Answer(YES + " "), "not_an_option"),
        (choice(), Answer(YES.upper()), "not_an_option"),
        (choice(), Answer(text="later"), "not_an_option"),
        (choice(options=("a",)), Answer("OK"), "not_an_option"),
        (choice(options=()), Answer("Yes"), "not_an_option"),
        (typed(), Answer("OK"), "not_an_option"),
        (choice(free_text=True), Answer(text=" \n"), "empty_answer"),
        (typed(), Answer(text="x" * 65_537), "text_too_long"),
        (typed(), Answer(text="a\0b"), "invalid_text"),
        (choice(), Answer(outcome="accepted"), "invalid_outcome"),
    ],
)
def test_answer_that_does_not_fit_is_refused_and_the_question_stays_open(
    stage: Stage, ask: Ask, answer: Answer, code: str
) -> None:
    question = asked(stage, stage.agent(), ask)
    with refused(code):
        answered(stage, stage.owner, question.id, answer)
    assert look(stage, stage.owner, question.id) == question
    assert types(stage, question.id) == ["agent_notification", "question_opened"]


@pytest.mark.parametrize("first", ["answer", "withdraw", "dismiss"])
def test_question_is_settled_once_by_whatever_comes_first(stage: Stage, first: str) -> None:
    ada, hub = stage.person(), stage.hub
    bot = stage.agent("bot", ada)
    id = asked(stage, bot).id
    verbs = {
        "answer": lambda: hub.questions.answer(ada, id, CHOSEN, "page"),
        "withdraw": lambda: hub.questions.withdraw(bot, id),
        "dismiss": lambda: hub.dismiss(stage.owner, id),
    }
    order = [first, *(name for name in verbs if name != first)]
    outcomes = stage.at_once(*(verbs[name]() for name in order))
    settled = look(stage, ada, id)
    assert settled.outcome == {"answer": "accepted", "withdraw": "withdrawn", "dismiss": "dismissed"}[first]
    lost = [name for name, one in zip(order, outcomes, strict=True) if isinstance(one, Exception)]
    assert set(lost) == set(order[1:]) - {"dismiss"}  # what is settled can still be put away
    for second in (CHOSEN, DECLINED, DISMISSED, Answer("nonsense")):
        with refused("already_settled"):
            answered(stage, stage.owner, id, second)
    assert look(stage, ada, id) == settled
    assert types(stage, id).count("question_settled") == 1


def test_first_answer_wins_among_people_who_answer_at_once(stage: Stage) -> None:
    people = [stage.owner, stage.person("ada"), stage.person("bob")]
    bot = stage.agent()
    for name in ("ada", "bob"):
        stage.do(stage.hub.sharing.share(stage.owner, "bot", name))
    for turn in range(3):
        id, first = asked(stage, bot).id, people[turn:] + people[:turn]
        outcomes = stage.at_once(*(stage.hub.questions.answer(who, id, CHOSEN, "page") for who in first))
        assert [isinstance(one, Question) for one in outcomes] == [True, False, False]
        assert look(stage, stage.owner, id).by == first[0].name


def test_answer_of_an_agent_or_of_a_stranger_is_refused(stage: Stage) -> None:
    bot, other = stage.agent(), stage.agent("pet")
    question = asked(stage, bot)
    for who, code in ((bot, "person_required"), (stage.person(), "question_not_found")):
        with refused(code):
            answered(stage, who, question.id)
    with refused("not_your_question"):
        stage.do(stage.hub.questions.withdraw(stage.owner, question.id))
    with refused("question_not_found"):
        stage.do(stage.hub.questions.handed(other, question.id))
    assert look(stage, stage.owner, question.id) == question


# The notification beside it


def test_acknowledgement_of_a_question_settles_nothing_and_is_kept(stage: Stage) -> None:
    ada, hub = stage.person(), stage.hub
    bot = stage.agent("bot", ada)
    for answer, status in ((CHOSEN, "acknowledged"), (CANCELLED, "dismissed")):
        question = asked(stage, bot)
        seen = stage.do(hub.acknowledge(ada, question.id))
        assert look(stage, ada, question.id) == question
        answered(stage, stage.owner, question.id, answer)
        assert stage.do(hub.notification(ada, question.id)) == seen._replace(status=status)


def test_dismissal_of_the_notification_settles_the_question_as_dismissed(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    told = stage.do(stage.hub.dismiss(stage.owner, id))
    settled = look(stage, stage.owner, id)
    assert (settled.outcome, settled.by, settled.via) == ("dismissed", "owner", "rest")
    assert (told.status, told.acknowledged_by) == ("dismissed", "owner")
    assert types(stage, id)[2:] == ["question_settled", "notification_dismissed"]


def test_withdrawal_dismisses_the_notification_for_the_agent(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    settled = stage.do(stage.hub.questions.withdraw(bot, id))
    assert (settled.outcome, settled.by, settled.handed_at) == ("withdrawn", None, settled.settled_at)
    told = stage.do(stage.hub.notification(bot, id))
    assert (told.status, told.acknowledged_by) == ("dismissed", "agent")


# Releasing


@pytest.mark.parametrize(("by", "reason"), list(product(("bot", "owner"), ("timeout", "replaced", "gone"))))
def test_release_is_kept_and_settles_nothing(stage: Stage, by: str, reason: str) -> None:
    bot = stage.agent()
    question = asked(stage, bot, wait=60)
    released = stage.do(stage.hub.questions.release({"bot": bot, "owner": stage.owner}[by], question.id, reason))
    assert released == question._replace(waiting_until=None, released=reason)
    assert stage.do(stage.hub.notification(bot, question.id)).status == "pending"
    assert types(stage, question.id)[-1] == "question_released"
    again = stage.do(stage.hub.questions.await_again(bot, question.id, 300))
    assert (again.released, again.waiting_until) == (None, "2026-01-01T00:05:00.000Z")
    assert types(stage, question.id)[-1] == "question_opened"


@pytest.mark.parametrize(("ask", "lets_go"), [(typed(), True), (choice(), False)])
def test_window_that_failed_lets_go_of_who_waits_for_text_alone(stage: Stage, ask: Ask, lets_go: bool) -> None:
    bot, release = stage.agent(), stage.hub.questions.release
    question = asked(stage, bot, ask, wait=60)
    failed = stage.do(release(stage.owner, question.id, "failed", " no display "))
    expected = question._replace(failure="no display")
    assert failed == (expected._replace(waiting_until=None, released="failed") if lets_go else expected)
    if lets_go:
        with refused("nobody_waits"):
            stage.do(release(stage.owner, question.id, "failed", "again"))
    answered(stage, stage.owner, question.id, DISMISSED)
    settled = look(stage, stage.owner, question.id)
    assert stage.do(release(stage.owner, question.id, "failed", "late")) == settled


@pytest.mark.parametrize(
    ("who", "reason", "detail", "code"),
    [
        ("bot", "failed", "no display", "person_required"),
        ("owner", "failed", None, "detail_required"),
        ("owner", "failed", " ", "detail_required"),
        ("owner", "failed", "x" * 201, "detail_too_long"),
        ("owner", "failed", "a\0b", "invalid_detail"),
        ("owner", "gone", "no display", "invalid_detail"),
        ("owner", "bored", None, "invalid_reason"),
        ("ada", "gone", None, "question_not_found"),
    ],
)
def test_release_that_is_none_is_refused_and_changes_nothing(
    stage: Stage, who: str, reason: str, detail: str | None, code: str
) -> None:
    people = {"bot": stage.agent(), "owner": stage.owner, "ada": stage.person()}
    question = asked(stage, people["bot"], typed(), wait=60)
    with refused(code):
        stage.do(stage.hub.questions.release(people[who], question.id, reason, detail))
    assert look(stage, stage.owner, question.id) == question


# Lists


def test_lists_show_each_what_they_see_and_page(stage: Stage) -> None:
    ada = stage.person()
    bot, other = stage.agent("bot", ada), stage.agent("other")
    ids = [asked(stage, bot, choice(f"{number}?")).id for number in range(5)]
    foreign = asked(stage, other).id
    assert [len(open_ids(stage, who)) for who in (stage.owner, ada, bot, other)] == [6, 5, 5, 1]
    page = stage.do(stage.hub.questions.open(ada, "bot", 2, ids[1]))
    assert ([one.id for one in page.questions], page.total) == (ids[2:4], 5)
    for number, id in enumerate(ids):
        stage.passes(number)
        answered(stage, ada, id)
    settled = stage.do(stage.hub.questions.settled(ada, None, 3, ids[4]))
    assert [one.id for one in settled] == ids[3:0:-1]
    with refused("agent_denied"):
        stage.do(stage.hub.questions.open(ada, "other", 2))
    for verb in (stage.hub.questions.open, stage.hub.questions.settled):
        with refused("question_not_found"):
            stage.do(verb(ada, None, 2, foreign))  # type: ignore[operator]
