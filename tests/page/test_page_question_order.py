"""Open questions stand in the order of answering, and what nobody waits for any more is under a fold."""

import json
import random
from collections.abc import Iterator

import pytest

from support.answers import until
from support.browser import Browser, Tab, Visit
from support.hub import Caller, Hub
from support.order_cases import CASES, NOW, Case, as_json, some
from support.questions import YES, Question, answer, ask, ask_text, do, listed, look

SHOWN = "[...document.querySelectorAll('.questions > .cards > [data-id]')].map((one) => one.dataset.id)"
ORDERED = """(async (asked, now) => {
  const modules = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
  const { inOrder, isLeft } = await import(`${modules}questions/order.js`);
  const found = inOrder(asked.map((question) => ({ question, settled: null })), now);
  return found.map((one) => [one.question.id, isLeft(one, now)]);
})"""


def ordered(tab: Tab, asked: object) -> list[list[object]]:
    now = int(NOW.timestamp() * 1000)
    return tab.run(f"{ORDERED}({json.dumps(as_json(asked))}, {now})")  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def stranger(hub: Hub, browser: Browser) -> Iterator[Tab]:
    """A page that nobody has signed in to: the order needs no more than its scripts."""
    person = browser.new_person()
    tab = browser.tab(person).go(hub.url)
    tab.sees("Only people who are signed in")
    yield tab
    browser.forget_person(person)


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def shows(tab: Tab, *questions: Question) -> None:
    tab.until(f"({SHOWN}).join() === '{','.join(one['id'] for one in questions)}'")


def left_by(agent: Caller, title: str) -> Question:
    asked = ask(agent, title=title, wait=60)
    return do(agent, asked["id"], "release", {"reason": "gone"})


@pytest.fixture
def page(person: Caller, visit: Visit) -> Iterator[Tab]:
    """What is open is closed at the end: the hub's owner, who is shared, sees it too."""
    yield visit(person)
    for one in listed(person):
        answer(person, one["id"], outcome="dismissed")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_questions_of_the_table_are_in_the_order_of_the_hub(stranger: Tab, case: Case) -> None:
    found = ordered(stranger, case.asked)
    assert [id for id, _ in found] == case.order.replace("|", "").split()
    assert [id for id, is_left in found if is_left] == case.order.partition("|")[2].split()


def test_random_questions_are_in_the_order_of_the_hub(stranger: Tab) -> None:
    from bellpull.domain.question_order import in_order

    for seed in range(20):
        asked = some(random.Random(seed), 80)
        expected = [one.id for one in in_order(asked, lambda one: one, NOW)]
        assert [id for id, _ in ordered(stranger, asked)] == expected, f"seed {seed}"


def test_questions_that_are_waited_for_stand_first_and_those_that_were_left_are_folded(
    hub: Hub, person: Caller, page: Tab
) -> None:
    bots = [hub.new_agent(person) for _ in range(4)]
    stale = left_by(bots[0], "Stale")
    calm = ask(bots[1], title="Calm")
    urgent = ask(bots[2], title="Urgent", urgency="urgent")
    waits = ask(bots[3], title="Waits", wait=600)
    shows(page, waits, urgent, calm)
    page.sees("1 question that nobody waits for any more")
    page.click(".fold button", "Show")
    shows(page, waits, urgent, calm, stale)
    page.click(f"{card(stale)} button", YES)
    until(lambda: look(bots[0], stale["id"])["choice"] == YES, "it is answered all the same")
    page.sees_no("that nobody waits for any more")


@pytest.mark.slow
def test_the_fold_is_open_while_nothing_else_is_asked(hub: Hub, person: Caller, page: Tab) -> None:
    agent = hub.new_agent(person)
    stale = left_by(agent, "Stale")
    shows(page, stale)
    fresh = ask(agent, title="Fresh", wait=600)
    shows(page, fresh)
    answer(person, fresh["id"], choice=YES, via="cli")
    shows(page, stale)


@pytest.mark.slow
def test_a_flood_of_one_agent_hides_no_other(hub: Hub, person: Caller, page: Tab) -> None:
    loud, calm = hub.new_agent(person), hub.new_agent(person)
    flood = [ask(loud, title=f"Loud {number}") for number in range(3)]
    one = ask(calm, title="Calm")
    shows(page, flood[0], one, flood[1], flood[2])


@pytest.mark.slow
def test_a_question_that_is_waited_for_again_comes_back_from_the_fold(hub: Hub, person: Caller, page: Tab) -> None:
    agent = hub.new_agent(person)
    stale, other = left_by(agent, "Stale"), ask(agent, title="Other")
    shows(page, other)
    do(agent, stale["id"], "await", {"seconds": 600})
    shows(page, stale, other)
    page.sees_no("that nobody waits for any more")


@pytest.mark.slow
def test_nothing_changes_places_or_is_folded_while_one_types(hub: Hub, person: Caller, page: Tab) -> None:
    bots = [hub.new_agent(person) for _ in range(3)]
    first, second = ask_text(bots[0], title="First", wait=600), ask(bots[1], title="Second", wait=700)
    shows(page, first, second)
    page.click(f"{card(first)} textarea")
    page.type("half a ")
    do(bots[0], first["id"], "release", {"reason": "gone"})
    sooner = ask(bots[2], title="Sooner", wait=30)
    shows(page, sooner, first, second)
    page.type("word")
    assert page.run(f"document.querySelector('{card(first)} textarea').value") == "half a word"
    # What somebody has typed in is not folded away afterwards.
    page.click("h2")
    shows(page, sooner, second, first)
    page.sees("1 question that nobody waits for any more")


@pytest.mark.slow
def test_the_focus_stays_on_a_card_that_changes_its_place(hub: Hub, person: Caller, page: Tab) -> None:
    bots = [hub.new_agent(person) for _ in range(2)]
    first, second = ask(bots[0], title="First", wait=600), ask(bots[1], title="Second", wait=700)
    shows(page, first, second)
    page.press("j")
    page.until(f"document.activeElement.matches('{card(first)}')")
    do(bots[0], first["id"], "release", {"reason": "gone"})
    shows(page, second, first)
    page.until(f"document.activeElement.matches('{card(first)}')")


@pytest.mark.slow
def test_a_card_that_was_answered_under_the_fold_shows_what_became_of_it(hub: Hub, person: Caller, page: Tab) -> None:
    bots = [hub.new_agent(person) for _ in range(2)]
    first, second = ask(bots[0], title="First", wait=600), ask(bots[1], title="Second", wait=700)
    shows(page, first, second)
    page.run(f"document.querySelector('{card(first)} button').focus()")
    do(bots[0], first["id"], "release", {"reason": "gone"})
    shows(page, second, first)
    page.press("Enter")
    page.until(f"document.querySelector('{card(first)}')?.innerText.includes('Answered: {YES}')")
    shows(page, second)


@pytest.mark.slow
def test_a_folded_question_that_is_answered_elsewhere_is_gone(hub: Hub, person: Caller, page: Tab) -> None:
    agent = hub.new_agent(person)
    stale, other = left_by(agent, "Stale"), ask(agent, title="Other")
    shows(page, other)
    page.sees("1 question that nobody waits for any more")
    answer(person, stale["id"], choice=YES, via="cli")
    page.sees_no("that nobody waits for any more")
    page.until("document.title === '(1) Bellpull'")


@pytest.mark.slow
def test_a_link_to_a_folded_question_opens_the_fold(hub: Hub, person: Caller, page: Tab) -> None:
    agent = hub.new_agent(person)
    stale, other = left_by(agent, "Stale"), ask(agent, title="Other")
    shows(page, other)
    page.run("location.hash = '#/sessions'")
    page.click(".reasons li:has(.what:text-is('Stale')) a")
    shows(page, other, stale)
    page.until(f"document.activeElement.matches('{card(stale)}')")


@pytest.mark.slow
def test_sessions_stand_in_the_order_of_their_questions(hub: Hub, person: Caller, page: Tab) -> None:
    calm, waiting = hub.new_agent(person), hub.new_agent(person)
    ask(calm, title="Calm", urgency="urgent")
    ask(waiting, title="Waits", wait=600)
    page.run("location.hash = '#/sessions'")
    names = "[...document.querySelectorAll('.entries > li > article')].map((one) => one.dataset.session)"
    page.until(f"({names}).join() === '{waiting.name},{calm.name}'")
