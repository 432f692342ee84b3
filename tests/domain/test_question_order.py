"""In which order people see open questions: the table, and what holds for any of them."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.question_order import LEFT, PRESSING, Queued, group_of, in_order, queued
from support.order_cases import CASES, NOW, Case, ask, some

SEEDS = st.integers(0, 2**32 - 1)


def ordered(asked: object) -> list[Queued]:
    return in_order(asked, lambda one: one, NOW)  # type: ignore[arg-type, no-any-return]


def any_of(seed: int) -> list[Queued]:
    draw = random.Random(seed)
    return some(draw, draw.randrange(60))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_table(case: Case) -> None:
    found = ordered(case.asked)
    left = [one.id for one in found if group_of(one, NOW) == LEFT]
    assert [one.id for one in found] == case.order.replace("|", "").split()
    assert left == case.order.partition("|")[2].split()


def test_a_question_as_the_hub_shows_it_has_all_that_the_order_looks_at() -> None:
    one = ask("a", "bot", left=60)
    assert queued({**one._asdict(), "title": "more"}) == one


@given(SEEDS)
def test_questions_are_there_once_each_in_an_order_that_is_not_that_of_the_list(seed: int) -> None:
    asked = any_of(seed)
    found = ordered(asked)
    assert sorted(found) == sorted(asked)
    assert ordered(reversed(asked)) == ordered(found) == found


@given(SEEDS)
def test_the_groups_follow_each_other_and_what_presses_is_in_the_order_of_its_deadlines(seed: int) -> None:
    found = ordered(any_of(seed))
    groups = [group_of(one, NOW) for one in found]
    assert groups == sorted(groups)
    pressing = [one.waiting_until for one in found if group_of(one, NOW) == PRESSING]
    assert pressing == sorted(pressing, key=str)


@given(SEEDS, st.integers(2, 60))
def test_a_flood_leaves_the_first_question_of_everybody_else_where_it_was_but_for_one(seed: int, size: int) -> None:
    asked = any_of(seed)
    asked = [one for one in asked if group_of(one, NOW) != PRESSING]
    kind = random.Random(seed).choice(({"left": 20.0}, {}, {"gone": "timeout"}))
    flood = [ask(f"f{number:03}", "flood", age=9000 + number, urgency="urgent", **kind) for number in range(size)]
    before, after = ordered(asked), ordered([*asked, *flood])
    group = group_of(flood[0], NOW)
    there = [one for one in before if group_of(one, NOW) == group]
    here = [one for one in after if group_of(one, NOW) == group]
    firsts = {one.agent_name: one for one in reversed(there)}
    for one in firsts.values():
        assert here.index(one) <= there.index(one) + 1


def test_a_flood_of_fifty_leaves_anothers_first_question_within_the_first_two() -> None:
    flood = [ask(f"f{number:02}", "flood", age=900 - number, left=20 + number / 10) for number in range(50)]
    assert ordered([*flood, ask("z", "calm", age=1, left=86_000)])[1].id == "z"


def test_agents_take_turns_if_questions_are_shown_one_after_the_other() -> None:
    asked = [ask(f"f{number}", "flood", left=60 + number) for number in range(3)]
    asked += [ask("a", "calm", left=700), ask("b", "calm", left=800), ask("c", "third"), ask("d", "flood", left=5)]
    had: Counter[str] = Counter()
    shown = []
    while asked:
        shown.append(in_order(asked, lambda one: one, NOW, had)[0])
        asked.remove(shown[-1])
        had[shown[-1].agent_name] += 1
    assert " ".join(one.id for one in shown) == "d a f0 b f1 f2 c"


@given(SEEDS)
def test_answered_question_leaves_the_others_of_its_group_in_their_order_or_nearer_to_the_top(seed: int) -> None:
    """Nobody is pushed down because somebody was answered."""
    asked = ordered(any_of(seed))
    if not asked:
        return
    gone = random.Random(seed).randrange(len(asked))
    left = ordered([one for place, one in enumerate(asked) if place != gone])
    for place, one in enumerate(left):
        assert place <= asked.index(one)
