"""The page is good to use: in both languages, small, dark, by keyboard, and for who has nothing yet."""

import pytest

from support.answers import until
from support.browser import Visit
from support.hub import HubMaker
from support.questions import YES, ask, ask_text, look


def test_a_hub_that_speaks_french_has_a_french_page(fresh_hub: HubMaker, open_tab: Visit, visit: Visit) -> None:
    hub = fresh_hub(language="fr")
    stranger = open_tab().go(hub.url)
    stranger.sees("Lancez ceci dans un terminal")
    tab = visit(hub.owner)
    tab.sees("Aucune question en attente")
    agent = hub.new_agent()
    ask(agent, free_text=True, wait=60, urgency="high")
    ask_text(agent)
    for words in ("Fermer", "Autre chose…", "L’agent attend encore", "élevée", "Envoyer", "Annuler", "En direct"):
        tab.sees(words)
    assert tab.run("document.documentElement.lang") == "fr"


@pytest.mark.slow
def test_a_person_who_has_nothing_yet_is_told_what_to_try_with_the_real_address(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    tab = visit(hub.owner)
    for words in ("No open questions", "bellpull connect opencode", "bellpull ask", hub.url):
        tab.sees(words)
    ask(hub.new_agent())
    tab.sees_no("bellpull connect")


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["light", "dark"])
def test_nothing_is_wider_than_a_small_telephone(fresh_hub: HubMaker, visit: Visit, dark: bool) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(name="a" * 64), visit(hub.owner)
    tab.size(360, 640, dark=dark)
    ask(agent, title="w" * 200, question="x" * 3000, options=["y" * 200, "No"], repo="r" * 200, task="t" * 200)
    ask_text(agent, question="line\n" * 400)
    agent.send("z" * 200, message="m" * 2000, category="c" * 200)
    tab.until("document.querySelectorAll('.card, .row-of').length === 3")
    assert tab.run("document.documentElement.scrollWidth") == 360
    assert tab.run("[...document.querySelectorAll('.asked')].every((one) => one.clientHeight < innerHeight / 2)")


@pytest.mark.slow
def test_a_question_can_be_answered_by_keyboard_alone(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = ask(agent)
    tab.until("document.querySelector('.card button')")
    focused = "document.activeElement.textContent"
    while tab.run(focused) != YES:
        tab.key("Tab")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.key("Enter")
    until(lambda: look(agent, asked["id"])["choice"] == YES, "it is answered")
    # The focus is on no other question's button: a second Enter answers nothing.
    tab.until("document.activeElement.tagName === 'H2'")


@pytest.mark.slow
def test_how_long_an_agent_waits_is_counted_by_the_hub_s_clock(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    fast = "(now => { Date.now = () => now() + 600_000; })(Date.now);"
    tab = visit(hub.owner, fast)
    ask(hub.new_agent(), wait=300)
    tab.until(r"/waiting: (5:0\d|4:5\d) left/.test(document.querySelector('.card')?.innerText)")
