"""What an agent's people read of it: the order of its open questions among those of others, its trail, its numbers."""

from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.numbers import Numbers
from bellpull.domain.question import Answer
from bellpull.domain.request import Request
from bellpull.domain.session import Sign
from bellpull.domain.trail import Entry
from bellpull.hub import open_questions, trail
from bellpull.hub.hub import Rules
from bellpull.hub.questions import Asking
from support.asks import CHOSEN, DECLINED, DISMISSED, YES, asked, choice, shown, typed
from support.in_process import HubRates, Stage, refused

SESSION = "opencode:ses_1"


def permissions(count: int, session: str = "s") -> Sign:
    said = {"permission": "bash", "patterns": ["make"]}
    wanted = [Request(f"per_{session}_{number}", "permission", "event", None, said) for number in range(count)]
    return Sign(session, "waiting", requests=tuple(wanted))


def open_ids(stage: Stage, who: Principal | None = None, limit: int = 500) -> list[str]:
    return [one.id for one in stage.do(stage.hub.questions.open(who or stage.owner, None, limit)).questions]


# The order of open questions


def test_question_that_somebody_waits_for_is_first_and_a_released_one_last(stage: Stage) -> None:
    stale, calm, long, soon, urgent = (stage.agent(name) for name in ("stale", "calm", "long", "soon", "urgent"))
    left = [asked(stage, stale, choice(f"{number}?"), wait=600).id for number in range(2)]
    for id in left:
        stage.do(stage.hub.questions.release(stale, id, "timeout"))
    unawaited, most_urgent = asked(stage, calm).id, asked(stage, urgent, choice(urgency="urgent")).id
    patient, hurried = asked(stage, long, choice(urgency="urgent"), 7_200).id, asked(stage, soon, wait=500).id
    assert open_ids(stage) == [hurried, patient, most_urgent, unawaited, *left]
    assert open_ids(stage, limit=2) == [hurried, patient]
    stage.do(stage.hub.questions.await_again(stale, left[1], 100))
    assert open_ids(stage) == [left[1], hurried, patient, most_urgent, unawaited, left[0]]


def test_flood_of_one_agent_does_not_hide_the_question_of_another(stage: Stage) -> None:
    flood, calm = stage.agent("flood"), stage.agent("calm")
    many = [asked(stage, flood, choice(f"{number}?"), wait=300).id for number in range(20)]
    one = asked(stage, calm, wait=3_000).id
    assert open_ids(stage) == [many[0], one, *many[1:]]


def test_urgent_question_is_first_beside_more_than_are_put_in_order(
    stages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_questions, "MOST_ORDERED", 30)
    stage = stages(Rules(asking=Asking(most_open=1_000)))
    flood, calm = stage.agent("flood"), stage.agent("calm")
    stage.do(stage.hub.sessions.sign(flood, [permissions(100, "a"), permissions(100, "b")]))
    urgent = asked(stage, calm, choice(urgency="urgent"), wait=60).id
    page = stage.do(stage.hub.questions.open(stage.owner, None, 10))
    assert (page.questions[0].id, page.total) == (urgent, 201)


def test_page_goes_on_where_a_question_stood_that_was_settled(stage: Stage) -> None:
    bot = stage.agent()
    ids = [asked(stage, bot, choice(f"{number}?")).id for number in range(4)]
    stage.do(stage.hub.questions.answer(stage.owner, ids[1], CHOSEN, "page"))
    page = stage.do(stage.hub.questions.open(stage.owner, None, 10, ids[1]))
    assert ([one.id for one in page.questions], page.total) == (ids[2:], 3)


def test_requests_of_clients_count_among_the_open_questions_and_in_the_rate(stages: Any) -> None:
    stage = stages(Rules(asking=Asking(most_open=5)))
    bot, other = stage.agent("bot"), stage.agent("other")
    asked(stage, bot)
    told = stage.do(stage.hub.sessions.sign(bot, [permissions(5)])).requests
    assert [one.state for one in told] == ["open"] * 4 + ["too_many"]
    with refused("too_many_open"):
        asked(stage, bot, typed())
    assert {one.state for one in stage.do(stage.hub.sessions.sign(other, [permissions(5)])).requests} == {"open"}
    held = stages(rates=HubRates(creates=3))
    bot = held.agent("bot")
    told = held.do(held.hub.sessions.sign(bot, [permissions(5)])).requests
    assert [one.state for one in told] == ["open"] * 3 + ["too_many"] * 2


# Twins: two agents that tell of one session


@pytest.mark.parametrize("twin", ["idles", "waits too"])
def test_twin_of_a_session_hides_no_permission(stage: Stage, twin: str) -> None:
    bot, other = stage.agent("bot"), stage.agent("other")
    stage.do(stage.hub.sessions.sign(bot, [permissions(1, SESSION)]))
    sign = Sign(SESSION, "idle") if twin == "idles" else permissions(2, SESSION)
    stage.do(stage.hub.sessions.sign(other, [sign]))
    waits = stage.do(stage.hub.sessions.watch(stage.owner)).waits
    assert {wait.question_id for wait in waits} == set(open_ids(stage))
    assert len(waits) == (1 if twin == "idles" else 3)


# The trail


def entries(stage: Stage, who: Principal, before: int | None = None, limit: int = 100) -> list[Entry]:
    return stage.do(trail.agent_trail(stage.store, who, "bot", before, limit))


def hands_a_nudge(stage: Stage, bot: Principal) -> None:
    taken = stage.do(stage.hub.nudges.claim(bot, "bot", SESSION, "plugin")).nudges
    stage.do(stage.hub.nudges.confirm(bot, "bot", [one.id for one in taken]))


def test_trail_ends_with_the_nudge_that_was_handed_and_says_an_answer_to_a_call_once(stage: Stage) -> None:
    bot = stage.agent()
    stage.do(stage.hub.tell(bot, Draft("info", "Started")))
    id = asked(stage, bot, wait=60).id
    stage.do(stage.hub.questions.answer(stage.owner, id, CHOSEN, "page"))
    stage.do(stage.hub.questions.handed(bot, id))
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "use staging")))
    hands_a_nudge(stage, bot)
    told = entries(stage, stage.owner)
    assert [one.kind for one in told] == ["handed", "nudged", "answered", "asked", "told"]
    assert [one.seq for one in told] == sorted((one.seq for one in told), reverse=True)
    assert entries(stage, bot, limit=2) + entries(stage, bot, told[1].seq) == told
    with refused("agent_denied"):
        entries(stage, stage.person())


def test_trail_tells_no_secret_after_its_nudge_was_handed_either(stage: Stage) -> None:
    bot = stage.agent()
    for wait in (None, 60):
        id = asked(stage, bot, typed(f"{wait}?", secret=True), wait).id
        stage.do(stage.hub.questions.answer(stage.owner, id, Answer(text="hunter2"), "page"))
    assert "hunter2" not in str(entries(stage, stage.owner))
    hands_a_nudge(stage, bot)
    assert "hunter2" not in str(entries(stage, stage.owner))


# The numbers


def numbers(stage: Stage, who: Principal) -> Numbers:
    return stage.do(trail.agent_numbers(stage.store, who, "bot"))


def test_numbers_count_each_record_once_as_what_it_is(stage: Stage) -> None:
    bot = stage.agent()
    assert numbers(stage, stage.owner)[:-1] == (0, 0, 0, 0, None, 0, 0)
    for kind in ("info", "question"):
        stage.do(stage.hub.tell(bot, Draft(kind, "told")))
    asked(stage, bot, shown())
    stage.do(stage.hub.sessions.sign(bot, [permissions(1)]))
    asked(stage, bot, choice("Open?"))
    for ask, answer in ((choice("1?"), DECLINED), (typed("2?"), DISMISSED), (choice("3?"), CHOSEN)):
        id = asked(stage, bot, ask, wait=60).id
        stage.do(stage.hub.questions.answer(stage.owner, id, answer, "page"))
    stage.do(stage.hub.questions.withdraw(bot, asked(stage, bot, choice("4?")).id))
    for _ in range(2):
        stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", YES)))
        if not numbers(stage, stage.owner).handed:
            hands_a_nudge(stage, bot)
    counted = numbers(stage, stage.owner)
    assert (counted.told, counted.asked, counted.answered, counted.open) == (3, 6, 2, 2)
    assert (counted.nudged, counted.handed) == (2, 1)


def test_numbers_are_seen_by_people_who_see_the_agent_alone(stage: Stage) -> None:
    bot = stage.agent()
    for who, code in ((bot, "person_required"), (stage.person(), "agent_denied")):
        with refused(code):
            numbers(stage, who)
