"""An agent's trail and its numbers, from all that passed between it and its people."""

from typing import Any

import pytest

from bellpull.domain.errors import Denied, NotFound
from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.numbers import Numbers
from bellpull.domain.question import Answer
from bellpull.domain.trail import Entry
from bellpull.hub.trail import agent_numbers, agent_trail
from support.asks import CHOSEN, DISMISSED, asked, choice, shown, typed
from support.in_process import Stage

BEGAN = "2026-01-01T00:00:00.000Z"


def trail(stage: Stage, who: Principal, before: int | None = None, limit: int = 100) -> list[Entry]:
    return stage.do(agent_trail(stage.store, who, "bot", before, limit))


def numbers(stage: Stage, who: Principal, agent: str = "bot") -> Numbers:
    return stage.do(agent_numbers(stage.store, who, agent))


def answer(stage: Stage, ask: Any, seconds: float, said: Answer) -> None:
    question = asked(stage, stage.agent(), ask)
    stage.passes(seconds)
    stage.do(stage.hub.questions.answer(stage.owner, question.id, said, "page"))


def test_trail_tells_what_passed_newest_first_and_in_pages(stage: Stage) -> None:
    bot, other = stage.agent(), stage.agent("other")
    stage.do(stage.hub.tell(bot, Draft("info", "hello")))
    stage.do(stage.hub.tell(other, Draft("info", "not of bot")))
    answer(stage, choice(), 3, CHOSEN)
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("ci", "broken")))
    whole = trail(stage, stage.owner)
    kinds = [entry.kind for entry in whole]
    assert kinds == ["nudged", "nudged", "answered", "asked", "told"]  # nobody waited: the answer was a nudge, too
    assert [entry.seq for entry in whole] == sorted((entry.seq for entry in whole), reverse=True)
    assert whole[-1].said["title"] == "hello"
    assert trail(stage, bot, limit=2) == whole[:2]
    assert trail(stage, bot, before=whole[1].seq) == whole[2:]


def test_secret_answer_is_in_no_trail(stage: Stage) -> None:
    stage.agent()
    answer(stage, typed(secret=True), 1, Answer(text="hunter2"))
    found = trail(stage, stage.owner)
    assert [entry.kind for entry in found] == ["nudged", "answered", "asked"]
    assert "hunter2" not in str(found)
    assert found[0].said["message"] is None


def test_trail_is_for_those_who_see_the_agent(stage: Stage) -> None:
    stage.agent()
    with pytest.raises(NotFound):
        stage.do(agent_trail(stage.store, stage.owner, "none", None, 10))
    with pytest.raises(Denied):
        trail(stage, stage.person())


@pytest.mark.parametrize(
    "seconds, median", [([], None), ([4], 4.0), ([4, 8], 6.0), ([2, 4, 60], 4.0), ([60, 2, 4, 8], 6.0)]
)
def test_median_is_the_answer_in_the_middle(stage: Stage, seconds: list[float], median: float | None) -> None:
    stage.agent()
    for number, wait in enumerate(seconds):
        answer(stage, choice(f"{number}?"), wait, CHOSEN)
    found = numbers(stage, stage.owner)
    assert (found.median_seconds, found.answered) == (median, len(seconds))


def test_numbers_count_what_was_told_asked_and_nudged(stage: Stage) -> None:
    bot = stage.agent()
    assert numbers(stage, stage.owner) == Numbers(0, 0, 0, 0, None, 0, 0, BEGAN)
    stage.passes(60)
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("ci", "broken")))
    first = "2026-01-01T00:01:00.000Z"
    assert numbers(stage, stage.owner) == Numbers(0, 0, 0, 0, None, 1, 0, first)
    stage.passes(60)
    stage.do(stage.hub.tell(bot, Draft("info", "hello")))
    asked(stage, bot, shown())
    asked(stage, bot, choice("Open?"))
    answer(stage, choice("Closed?"), 2, DISMISSED)
    answer(stage, typed("Named?"), 2, Answer(text="Ada"))
    claimed = stage.do(stage.hub.nudges.claim(bot, "bot", None, "hook", limit=1))
    stage.do(stage.hub.nudges.confirm(bot, "bot", [nudge.id for nudge in claimed.nudges]))
    found = numbers(stage, stage.owner)
    assert (found.told, found.asked, found.open, found.since) == (2, 3, 1, first)
    assert (found.nudged, found.handed) == (3, 1)


def test_numbers_are_for_people(stage: Stage) -> None:
    bot = stage.agent()
    with pytest.raises(Denied) as refused:
        numbers(stage, bot)
    assert refused.value.code == "person_required"
