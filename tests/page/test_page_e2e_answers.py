"""An agent asks and waits, a person answers on the page: with the mouse, with keys alone, among many surfaces."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.answers import until
from support.browser import Tab, Visit
from support.desk import desk_of
from support.desktop import Desktop, running_desktop
from support.hub import Caller, Hub, HubMaker
from support.notifiers import dunst
from support.questions import MERGE, NO, YES, Question, ask, ask_text, look
from support.stdio_shim import Shim, open_question

ACCEPTED = f'{{"response": "accepted", "choice": "{YES}"}}'
#: What has the focus, in words.
FOCUSED = "document.activeElement.closest('[data-item]')?.dataset.id ?? document.activeElement.tagName"


def card(question: Question) -> str:
    return f'.card[data-id="{question["id"]}"]'


def settled(caller: Caller, question: Question) -> Question:
    return until(lambda: (now := look(caller, question["id"]))["state"] == "settled" and now, "it is settled")


@pytest.fixture
def waiting(fresh_hub: HubMaker) -> Iterator[tuple[Hub, Shim, int]]:
    """An agent whose MCP call waits for an answer."""
    hub = fresh_hub()
    with Shim(hub) as agent:
        agent.initialize()
        yield hub, agent, agent.call("ask_user", **MERGE, wait_for_response=True)


def test_a_click_ends_the_call_that_waits(waiting: tuple[Hub, Shim, int], visit: Visit) -> None:
    hub, agent, call = waiting
    tab = visit(hub.owner)
    tab.click(".card button", YES)
    assert agent.items(call) == [ACCEPTED]
    assert settled(hub.owner, open_or_last(hub))["via"] == "page"
    tab.sees(f"Answered: {YES}")


def open_or_last(hub: Hub) -> dict[str, Any]:
    [question] = hub.owner.get("/api/questions", state="settled").json()["questions"]
    return dict(question)


@pytest.mark.slow
def test_a_key_ends_the_call_that_waits(waiting: tuple[Hub, Shim, int], visit: Visit) -> None:
    hub, agent, call = waiting
    tab = visit(hub.owner)
    asked = open_question(hub.owner, agent.name)
    tab.until(f"document.querySelector('{card(asked)}')")
    tab.press("j")
    assert tab.run(FOCUSED) == asked["id"]
    tab.press("1")
    assert agent.items(call) == [ACCEPTED]


def test_a_question_is_opened_typed_and_answered_by_keyboard(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    first, typed, other = ask(agent, title="First"), ask_text(agent), ask(agent, title="Other", free_text=True)
    tab.until("document.querySelectorAll('.card').length === 3")
    tab.press("j", "j", "k", "j")
    assert tab.run(FOCUSED) == typed["id"]
    tab.press("Enter")
    tab.type("two")
    tab.press("Shift+Enter")
    tab.type("lines")
    tab.press("Enter")
    assert settled(agent, typed)["reply"] == "two\nlines"
    focus(tab, other)
    tab.press("e")
    tab.type("Something of mine")
    tab.press("Enter")
    assert settled(agent, other)["choice"] == "Something of mine"
    focus(tab, first)
    tab.press("2")
    assert settled(agent, first)["choice"] == NO


def focus(tab: Tab, question: Question) -> None:
    """By j and k, as somebody does who wants to be there."""
    place = f"document.querySelector('{card(question)}')"
    until(lambda: step(tab, place), "the keys reach the question")


def step(tab: Tab, place: str) -> bool:
    """One step towards it, if it is not reached yet."""
    at = "document.activeElement.closest('[data-item]')"
    before = f"{at} && {place}.compareDocumentPosition({at}) & Node.DOCUMENT_POSITION_FOLLOWING"
    if not tab.run(f"{at} === {place}"):
        tab.press("k" if tab.run(before) else "j")
    return bool(tab.run(f"{at} === {place}"))


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    # Not under pytest's own folder: the path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix="bellpull-") as folder, running_desktop(Path(folder)) as running:
        yield running


def test_two_browsers_and_a_desk_one_answer_and_it_is_gone_everywhere(
    desktop: Desktop, waiting: tuple[Hub, Shim, int], visit: Visit
) -> None:
    hub, agent, call = waiting
    banners = dunst(desktop)
    with desk_of(desktop, hub):
        one, other = visit(hub.owner), visit(hub.owner)
        for tab in (one, other):
            tab.until("document.querySelectorAll('.card button').length > 1")
        banners.shows(1)
        other.click(".card button", YES)
        assert agent.items(call) == [ACCEPTED]
        banners.shows(0)
        one.sees("Answered on the page")
        for tab in (one, other):
            tab.until("document.title === 'Bellpull' && !document.querySelector('.card')")


@pytest.mark.slow
def test_two_browsers_that_answer_at_once_give_one_answer(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, one, other = hub.new_agent(), visit(hub.owner), visit(hub.owner)
    asked = ask(agent)
    for tab in (one, other):
        tab.until(f"document.querySelector('{card(asked)} button')")
    both = time.time() * 1000 + 500
    for tab, label in ((one, YES), (other, NO)):
        find = f"[...document.querySelectorAll('.card button')].find((one) => one.textContent.includes('{label}'))"
        tab.run(f"setTimeout(() => {find}.click(), {both} - Date.now()); 0")
    loser = other if settled(agent, asked)["choice"] == YES else one
    loser.sees("Answered on the page")
    for tab in (one, other):
        tab.until("document.title === 'Bellpull' && !document.querySelector('.card')")
