"""A question by keyboard: digits answer, everything else only leads to an answer."""

from typing import Any

import pytest

from support.answers import until
from support.browser import Visit
from support.hub import Caller, Hub
from support.questions import NO, YES, ask, ask_text, look

FOCUSED = "document.activeElement"


def settled(caller: Caller, question: dict[str, Any]) -> dict[str, Any]:
    return dict(until(lambda: (now := look(caller, question["id"]))["state"] == "settled" and now, "it is settled"))


def on(question: dict[str, Any]) -> str:
    return f"{FOCUSED}.dataset.id === '{question['id']}'"


def test_a_digit_answers_the_card_that_has_the_focus(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    first, second = ask(agent, title="first"), ask(agent, title="second")
    tab.until("document.querySelectorAll('.card').length === 2")
    tab.press("2")
    tab.press("j", "j")
    assert tab.run(on(second))
    tab.press("2")
    assert settled(agent, second)["choice"] == NO
    assert look(agent, first["id"])["state"] == "open"


@pytest.mark.slow
def test_a_person_who_has_answered_goes_on_with_the_next_and_a_second_digit_answers_nothing(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    first, second, third = (ask(agent, title=name) for name in ("first", "second", "third"))
    tab.until("document.querySelectorAll('.card').length === 3")
    tab.press("j", "j", "1")
    tab.until(f"{FOCUSED}.tagName === 'H2'")
    tab.press("1", "j")
    assert tab.run(on(third))
    assert settled(agent, second)["choice"] == YES
    assert [look(agent, one["id"])["state"] for one in (first, third)] == ["open", "open"]


@pytest.mark.slow
def test_enter_only_leads_to_the_first_answer(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent)
    tab.until("document.querySelector('.card')")
    tab.press("j", "Enter")
    assert tab.run(f"{FOCUSED}.textContent") == YES
    assert look(agent, asked["id"])["state"] == "open"
    tab.press("Enter")
    assert settled(agent, asked)["choice"] == YES


@pytest.mark.slow
def test_digits_are_text_in_a_field_and_escape_leaves_it(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent, free_text=True)
    tab.until("document.querySelector('.card')")
    tab.press("j", "e", "1", "d", "d")
    assert tab.run(f"{FOCUSED}.value") == "1dd"
    tab.press("Escape")
    assert tab.run(on(asked))
    assert look(agent, asked["id"])["state"] == "open"
    tab.press("e", "s", "Enter")
    assert settled(agent, asked)["choice"] == "1dds"


@pytest.mark.slow
def test_enter_on_a_question_in_words_leads_to_its_field(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask_text(agent)
    tab.until("document.querySelector('.card')")
    tab.press("j", "1", "Enter")
    tab.type("pelican")
    tab.press("Enter")
    assert settled(agent, asked)["reply"] == "pelican"


@pytest.mark.slow
def test_a_stray_key_does_not_close_a_question(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent)
    tab.until("document.querySelector('.card')")
    tab.press("j", "d")
    tab.sees("Press d again")
    assert look(agent, asked["id"])["state"] == "open"
    tab.press("d")
    assert settled(agent, asked)["outcome"] == "dismissed"


@pytest.mark.slow
def test_a_digit_does_not_answer_while_the_page_asks_how_long_to_put_it_off(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent)
    tab.until("document.querySelector('.card')")
    tab.press("j", "s")
    tab.until(f"{FOCUSED}.textContent === 'In 10 minutes'")
    tab.press("Escape", "s")
    tab.until(f"{FOCUSED}.textContent === 'In 10 minutes'")
    tab.press("2")
    tab.sees("1 put off until")
    assert look(agent, asked["id"])["state"] == "open"
