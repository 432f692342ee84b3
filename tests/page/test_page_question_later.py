"""A question can be put off: it folds away in this browser and comes back by itself."""

import pytest

from support.answers import until
from support.browser import Tab, Visit
from support.hub import Caller, Hub
from support.questions import YES, Question, answer, ask, look

TOMORROW = """
(at => { at.setDate(at.getDate() + 1); at.setHours(9, 0, 0, 0); return at.getTime(); })(new Date())
"""
UNTIL = "Object.values(JSON.parse(localStorage['bellpull.put-off']))[0].until"


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def put_off(tab: Tab, question: Question, how: str = "In an hour") -> None:
    tab.click(f"{card(question)} .later summary")
    tab.click(f"{card(question)} .later button", how)
    tab.until(f"!document.querySelector('{card(question)}')")


def pass_time(tab: Tab, minutes: int) -> None:
    """As for a page that slept so long."""
    tab.run(f"(now => {{ Date.now = () => now() + {minutes} * 60_000; }})(Date.now); 0")
    tab.run("document.dispatchEvent(new Event('visibilitychange')); 0")


def test_a_question_that_is_put_off_folds_into_a_line_and_stays_so_through_a_reload(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab, other = hub.new_agent(person), visit(person), visit(person)
    first, second = ask(agent, title="first"), ask(agent, title="second")
    put_off(tab, first, "In 10 minutes")
    tab.sees("1 put off until")
    put_off(tab, second)
    tab.sees("2 put off, the first until")
    # Nothing of it waits for anybody now.
    tab.until("document.title === 'Bellpull'")
    tab.reload()
    tab.sees("2 put off, the first until")
    other.until("document.querySelectorAll('.card').length === 2")
    tab.click(".put-off button", "Show")
    tab.click(f"{card(first)} button", YES)
    tab.until(f"document.querySelector('{card(first)}')?.innerText.includes('Answered: {YES}')")
    tab.sees("1 put off until")


def test_a_question_that_was_put_off_comes_back_by_itself(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    first, second = ask(agent, title="first"), ask(agent, title="second")
    put_off(tab, first, "In 10 minutes")
    put_off(tab, second)
    pass_time(tab, 11)
    tab.until("document.title === '(1) Bellpull'")
    tab.until(f"document.querySelector('{card(first)} button')")
    assert not tab.run(f"document.querySelector('{card(second)}')")
    pass_time(tab, 50)
    tab.until(f"document.querySelector('{card(second)} button')")
    tab.sees_no("put off until")
    assert look(agent, first["id"])["state"] == "open"


@pytest.mark.slow
def test_tomorrow_is_nine_in_the_morning(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    put_off(tab, ask(agent), "Tomorrow at 9:00")
    assert tab.run(f"{UNTIL} === {TOMORROW}")


@pytest.mark.slow
def test_a_question_that_was_put_off_can_be_taken_back_and_goes_once_it_is_answered_elsewhere(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent)
    put_off(tab, asked)
    tab.click(".put-off button", "Show")
    tab.click(f"{card(asked)} button", "Bring it back")
    tab.sees_no("put off")
    put_off(tab, asked)
    answer(person, asked["id"], choice=YES, via="cli")
    tab.sees_no("put off")
    tab.sees("No open questions")


@pytest.mark.slow
def test_a_question_that_has_become_urgent_does_not_wait(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent, urgency="urgent")
    put_off(tab, asked)
    tab.sees("1 put off until")
    # As if it had been put off when it was not urgent yet.
    tab.run("localStorage['bellpull.put-off'] = localStorage['bellpull.put-off'].replace('urgent\"', 'low\"'); 0")
    tab.reload()
    tab.until(f"document.querySelector('{card(asked)} button')")


@pytest.mark.slow
def test_a_click_meant_for_another_question_does_not_answer_one_that_has_just_come_back(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent = hub.new_agent(person)
    first = ask(agent, title="Drop the database?", options=["Drop it", "Keep it"])
    second = ask(agent, title="Tea?", options=["Tea", "No"])
    tab = visit(person, "window.instant = 0; performance.now = () => instant;")
    tab.sees("Tea?")
    put_off = f"""(() => {{
        localStorage.setItem("bellpull.put-off", JSON.stringify({{ "{first["id"]}": {{ until: Date.now() + 1500 }} }}));
        dispatchEvent(new StorageEvent("storage", {{ key: "bellpull.put-off" }}));
    }})()"""
    tab.run(put_off)
    tab.sees_no("Drop the database?")
    tab.run("instant = 10_000; 0")
    tab.sees("Drop the database?")
    tab.click(f'[data-id="{first["id"]}"] button', "Drop it")
    tab.run("instant = 11_000; 0")
    tab.click(f'[data-id="{second["id"]}"] button', "Tea")
    until(lambda: look(agent, second["id"])["choice"] == "Tea", "the one that was meant is answered")
    assert look(agent, first["id"])["state"] == "open"
