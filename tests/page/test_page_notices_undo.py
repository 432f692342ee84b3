"""Notifications are acknowledged and dismissed, one, many or all; for five seconds that can be undone."""

from typing import Any

import pytest

from support.answers import done, until
from support.browser import PHONE, Tab, Visit
from support.hub import Caller, HubMaker
from support.questions import ask

#: The five seconds are over soon; when the test says so; or never, to see what happens before.
SOON = "const real = setTimeout; window.setTimeout = (work, ms, ...rest) => real(work, ms === 5000 ? 300 : ms, ...rest)"
TOLD = (
    "const real = setTimeout; window.setTimeout = (work, ms, ...rest) =>"
    " ms === 5000 ? ((window.over = () => work(...rest)), 0) : real(work, ms, ...rest)"
)
NEVER = "const real = setTimeout; window.setTimeout = (work, ms, ...rest) => ms === 5000 ? 0 : real(work, ms, ...rest)"
HIDE = """
Object.defineProperty(document, "hidden", { get: () => true });
document.dispatchEvent(new Event("visibilitychange"));
"""
TITLES = "[...document.querySelectorAll('.row-of h3')].map((one) => one.textContent).join()"
#: Where the text of a trouble ends, and where the button beside it begins.
EDGES = """
(() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".undo .trouble"));
  return [text.getBoundingClientRect().right, document.querySelector(".undo button").getBoundingClientRect().left];
})()
"""
FOCUSED = "document.activeElement.closest('.row-of')?.querySelector('h3').textContent"


def row(notification: dict[str, Any]) -> str:
    return f'[data-id="{notification["id"]}"]'


def status(agent: Caller, sent: dict[str, Any]) -> str:
    return str(agent.read(sent["id"])["status"])


def told(agent: Caller, tab: Tab, count: int = 3) -> list[dict[str, Any]]:
    """Oldest first; in the list it is the other way round."""
    sent = [agent.send(f"No. {n}") for n in range(count)]
    tab.until(f"{TITLES} === '{','.join(f'No. {n}' for n in reversed(range(count)))}'")
    return sent


def test_a_dismissed_row_goes_at_once_and_the_hub_is_told_when_it_cannot_be_undone_any_more(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, SOON)
    sent = told(agent, tab)
    tab.click(f"{row(sent[1])} button", "Dismiss")
    tab.until(f"{TITLES} === 'No. 2,No. 0'")
    until(lambda: status(agent, sent[1]) == "dismissed", "the hub knows")
    tab.until("!document.querySelector('.undo')")
    tab.click(f"{row(sent[0])} button", "Acknowledge")
    tab.sees(f"seen by {hub.owner.name}")
    until(lambda: status(agent, sent[0]) == "acknowledged", "the hub knows")
    assert tab.run(TITLES) == "No. 2,No. 0"


def test_a_change_that_was_undone_was_never_told_to_the_hub(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, NEVER)
    sent = told(agent, tab)
    tab.click(f"{row(sent[1])} button", "Dismiss")
    tab.sees("1 dismissed")
    tab.click("button", "Undo")
    tab.until(f"{TITLES} === 'No. 2,No. 1,No. 0' && {FOCUSED} === 'No. 1'")
    tab.press("d", "a")
    tab.until(f"{TITLES} === 'No. 2,No. 0'")
    tab.sees("1 acknowledged")
    tab.press("u")
    tab.sees("1 dismissed")
    tab.press("u")
    tab.until(f"{TITLES} === 'No. 2,No. 1,No. 0' && !document.querySelector('.undo')")
    assert tab.asked("/dismiss") + tab.asked("/acknowledge") == []
    assert {status(agent, one) for one in sent} == {"pending"}


@pytest.mark.slow
def test_changes_that_wait_are_sent_when_the_page_is_hidden_or_left(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, NEVER)
    sent = told(agent, tab)
    tab.click(f"{row(sent[0])} button", "Dismiss")
    tab.sees("1 dismissed")
    tab.run(HIDE)
    until(lambda: status(agent, sent[0]) == "dismissed", "it was sent when nobody looked any more")
    tab.click(f"{row(sent[1])} button", "Dismiss")
    tab.sees("1 dismissed")
    tab.reload()
    until(lambda: status(agent, sent[1]) == "dismissed", "it was sent when the page was left")
    tab.until(f"{TITLES} === 'No. 2'")
    tab.click(f"{row(sent[2])} button", "Acknowledge")
    tab.click("#sign-out")
    until(lambda: status(agent, sent[2]) == "acknowledged", "it was sent before the key was given back")


@pytest.mark.slow
def test_a_row_whose_change_could_not_be_sent_comes_back_with_the_reason(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, SOON)
    sent = told(agent, tab)
    tab.offline(True)
    tab.click(f"{row(sent[2])} button", "Dismiss")
    tab.sees("Not sent: the hub does not answer")
    tab.until(f"{TITLES} === 'No. 2,No. 1,No. 0'")
    tab.offline(False)
    tab.click(f"{row(sent[2])} button", "Dismiss")
    until(lambda: status(agent, sent[2]) == "dismissed", "the second time it is sent")
    tab.sees_no("Not sent")


@pytest.mark.slow
def test_why_something_could_not_be_done_is_whole_beside_its_button(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub(language="fr")
    agent, tab = hub.new_agent(), visit(hub.owner, SOON, viewport={"width": 320, "height": 640})
    sent = told(agent, tab, 1)
    tab.offline(True)
    tab.click(f"{row(sent[0])} button", "Effacer")
    tab.sees("Pas envoyé : le hub ne répond pas")
    text, button = tab.run(EDGES)
    assert text <= button


@pytest.mark.slow
def test_several_rows_are_selected_and_dismissed_by_keyboard_alone(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, NEVER)
    sent = told(agent, tab, 5)
    tab.press("j", "j", "x", "j", "x")
    tab.sees("2 selected")
    assert tab.run("[...document.querySelectorAll('.row-of input')].map((one) => one.checked)").count(True) == 2
    tab.press("d")
    tab.until(f"{TITLES} === 'No. 4,No. 1,No. 0' && {FOCUSED} === 'No. 1'")
    tab.sees("2 dismissed")
    tab.sees_no("selected")
    tab.run(HIDE)
    until(lambda: [status(agent, one) for one in sent[2:4]] == ["dismissed"] * 2, "both are dismissed")
    assert len(tab.asked("/api/notifications/dismiss")) == 1


@pytest.mark.slow
def test_several_rows_are_selected_and_acknowledged_by_mouse(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, SOON)
    sent = told(agent, tab)
    tab.click(f"{row(sent[0])} input")
    tab.click(f"{row(sent[2])} input")
    tab.sees("2 selected")
    tab.click(".chosen-bar button", "Acknowledge")
    tab.until("document.querySelectorAll('.row-of.seen').length === 2")
    until(lambda: [status(agent, one) for one in sent] == ["acknowledged", "pending", "acknowledged"], "the hub knows")


def test_dismiss_all_means_what_the_filter_shows_and_nothing_that_came_later(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, other, tab = hub.new_agent(), hub.new_agent(), visit(hub.owner, NEVER)
    kept, gone = other.send("Of another"), [agent.send(f"No. {n}") for n in range(60)]
    open_one = ask(agent, title="Still open")
    tab.go(f"{hub.url}/#/?agent={agent.name}")
    tab.until("document.querySelectorAll('.row-of').length >= 50")
    tab.click("button", "Dismiss all")
    tab.until("document.querySelectorAll('.row-of').length === 0")
    late = agent.send("Came later")
    tab.until(f"{TITLES} === 'Came later'")
    tab.run(HIDE)
    until(lambda: {status(agent, one) for one in gone} == {"dismissed"}, "all of them are dismissed")
    assert [status(other, kept), status(agent, late), status(agent, open_one)] == ["pending"] * 3
    tab.until(f"{TITLES} === 'Came later'")


@pytest.mark.slow
def test_acknowledge_all_means_those_that_are_shown_and_those_beyond(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    sent = [agent.send(f"No. {n}") for n in range(120)]
    tab = visit(hub.owner, TOLD)
    tab.sees("Notifications 120 new")
    tab.click("button", "Acknowledge all")
    tab.sees("All acknowledged")
    tab.run("over()")
    until(lambda: status(agent, sent[0]) == "acknowledged", "the oldest, which was never shown, is acknowledged")
    tab.until("!document.querySelector('.row-of:not(.seen)')")


@pytest.mark.parametrize("way", [-220, pytest.param(220, marks=pytest.mark.slow)], ids=["left", "right"])
def test_a_finger_that_swipes_dismisses_and_that_can_be_undone(fresh_hub: HubMaker, visit: Visit, way: int) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, NEVER, **PHONE)
    sent = told(agent, tab)
    tab.swipe(f"{row(sent[1])} h3", 0, -60)
    tab.swipe(f"{row(sent[1])} h3", way // 10)
    assert tab.run(TITLES) == "No. 2,No. 1,No. 0"
    tab.swipe(f"{row(sent[1])} .slide", way)
    tab.until(f"{TITLES} === 'No. 2,No. 0'")
    tab.click("button", "Undo")
    tab.until(f"{TITLES} === 'No. 2,No. 1,No. 0'")
    assert tab.run("[...document.querySelectorAll('.slide')].every((one) => !one.style.transform)")


@pytest.mark.slow
def test_a_row_that_is_dismissed_elsewhere_goes_here_too(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, other, tab = hub.new_agent(), hub.new_agent(), visit(hub.owner)
    sent = told(agent, tab)
    other.send("Of another")
    tab.sees("Of another")
    done(hub.owner.post(f"/api/notifications/{sent[2]['id']}/acknowledge"))
    tab.sees(f"seen by {hub.owner.name}")
    done(hub.owner.post("/api/notifications/dismiss-all", {"agent_name": agent.name}))
    tab.until(f"{TITLES} === 'Of another'")
    asked = len(tab.asked("/api/notifications"))
    agent.send("After that")
    tab.until(f"{TITLES} === 'After that,Of another'")
    assert len(tab.asked("/api/notifications")) <= asked + 1
