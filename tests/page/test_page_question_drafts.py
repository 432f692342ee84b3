"""What one has typed and not sent is kept through a reload, and no longer than it is of use."""

import pytest

from support.answers import until
from support.browser import Tab, Visit
from support.hub import Caller, Hub
from support.questions import Question, answer, ask, ask_text, look

STORED = "Object.entries(localStorage).filter(([name]) => name.includes('draft')).map(([, text]) => text)"


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def typed(tab: Tab, question: Question, text: str) -> None:
    tab.click(f"{card(question)} textarea")
    tab.type(text)


def test_a_draft_outlives_a_reload_and_goes_with_the_answer(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    typed(tab, asked, "two\nlines")
    tab.reload()
    tab.until(f"document.querySelector('{card(asked)} textarea')?.value === 'two\\nlines'")
    tab.click(f"{card(asked)} button", "Send")
    until(lambda: look(agent, asked["id"])["reply"] == "two\nlines", "it is sent")
    tab.until(f"document.querySelector('{card(asked)}')?.innerText.includes('Answered: two')")
    assert tab.run(STORED) == []


@pytest.mark.slow
def test_something_else_that_was_begun_stands_open_after_a_reload(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, free_text=True)
    tab.click(f"{card(asked)} button", "Something else…")
    tab.type("Not on a Fri")
    tab.reload()
    tab.until(f"document.querySelector('{card(asked)} textarea')?.value === 'Not on a Fri'")
    assert tab.run("document.activeElement === document.body")
    typed(tab, asked, "day")
    tab.key("Enter")
    until(lambda: look(agent, asked["id"])["choice"] == "Not on a Friday", "it is sent")


def test_a_secret_is_never_stored(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent, secret=True)
    tab.click(f"{card(asked)} input")
    tab.type("hunter2")
    assert "hunter2" not in tab.run("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    tab.reload()
    tab.until(f"document.querySelector('{card(asked)} input')?.value === ''")


@pytest.mark.slow
def test_a_person_who_signs_out_leaves_no_draft_behind(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    typed(tab, asked, "private")
    assert tab.run(STORED) == ["private"]
    tab.click("#who button", "Sign out")
    tab.sees("You are signed out")
    assert tab.run(STORED) == []


@pytest.mark.slow
def test_a_question_that_is_settled_while_the_page_is_closed_keeps_no_draft(
    hub: Hub, agent: Caller, visit: Visit
) -> None:
    tab = visit(hub.owner)
    asked, other = ask_text(agent), ask_text(agent)
    typed(tab, asked, "gone")
    typed(tab, other, "stays")
    tab.go("about:blank")
    answer(hub.owner, asked["id"], text="elsewhere")
    tab.go(hub.url)
    tab.until(f"document.querySelector('{card(other)} textarea')?.value === 'stays'")
    tab.until(f"JSON.stringify({STORED}) === '[\"stays\"]'")


@pytest.mark.slow
def test_a_draft_is_shown_after_another_answered_also_from_another_view(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    typed(tab, asked, "a long thought")
    tab.run("location.hash = '#/settings'; 0")
    tab.until(f"!document.querySelector('{card(asked)}')")
    answer(hub.owner, asked["id"], text="Done", via="cli")
    tab.run("location.hash = '#/'; 0")
    tab.sees("a long thought")
    tab.sees("Answered on the command line")
    assert tab.run(STORED) == []


@pytest.mark.slow
def test_a_draft_can_still_be_read_after_a_click_on_cancel(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask_text(agent)
    tab.click(f'[data-id="{asked["id"]}"] textarea')
    tab.type("a long thought")
    tab.click(f'[data-id="{asked["id"]}"] button', "Cancel")
    tab.sees("What you had typed")
    tab.sees("a long thought")
    assert look(agent, asked["id"])["outcome"] == "cancelled"
