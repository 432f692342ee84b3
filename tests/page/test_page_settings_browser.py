"""The settings that one browser keeps: theme, language, notifications and sound; and quiet hours that it obeys."""

import pytest

from support.answers import done
from support.browser import PHONE, Tab, Visit
from support.hub import Caller
from support.questions import ask

THEME = "document.documentElement.dataset.theme"
PAPER = "getComputedStyle(document.body).backgroundColor"
#: A browser that asks for permission and says what it was asked and what it shows.
RINGING = """
window.shown = []; window.asks = 0;
window.Notification = class {
  static permission = "default";
  static async requestPermission() { asks += 1; Notification.permission = window.reply ?? "granted"; }
  constructor(title) { if (Notification.permission === "granted") shown.push(title); }
  close() {}
};
document.hasFocus = () => false;
"""
#: As Chrome on Android does it, where only a service worker shows notifications.
REFUSING = """
window.tried = 0;
window.Notification = class {
  static permission = "default";
  static async requestPermission() { throw new Error("nobody is to be asked in vain"); }
  constructor() { tried += 1; throw new TypeError("Illegal constructor."); }
};
document.hasFocus = () => false;
"""
GRANTED = "Notification.permission = 'granted';"
FINGERS = "window.matchMedia = (query) => ({ matches: false, media: query, addEventListener() {} });"
SOUNDING = """
window.notes = 0;
const Real = AudioContext;
window.AudioContext = class extends Real { createOscillator() { notes += 1; return super.createOscillator(); } };
"""


def settings(tab: Tab) -> Tab:
    tab.run("location.hash = '#/settings'")
    tab.until("document.querySelector('#settings-look')")
    return tab


def test_a_theme_is_kept_and_there_before_the_page_draws(person: Caller, visit: Visit) -> None:
    tab = settings(visit(person))
    light = tab.run(PAPER)
    tab.click("input[name=theme][value=dark]")
    tab.until(f"{THEME} === 'dark' && {PAPER} !== '{light}'")
    # What the first frame of the page after it has, before any module runs.
    tab.before_pages(
        "addEventListener('DOMContentLoaded', () => (window.early = document.documentElement.dataset.theme))"
    )
    tab.reload().until("window.early === 'dark'")
    settings(tab).click("input[name=theme][value=auto]")
    tab.until(f"{THEME} === undefined && {PAPER} === '{light}'")
    tab.size(800, 600, dark=True)
    tab.until(f"{PAPER} !== '{light}'")


@pytest.mark.slow
def test_a_theme_holds_in_all_tabs_of_the_browser(person: Caller, visit: Visit, open_tab: Visit) -> None:
    tab = settings(visit(person))
    beside = open_tab(beside=tab).go(f"{person.hub.url}/#/settings")
    beside.until("document.querySelector('input[name=theme]')")
    tab.click("input[name=theme][value=light]")
    beside.until(f"{THEME} === 'light' && document.querySelector('input[name=theme][value=light]').checked")


@pytest.mark.slow
def test_a_language_of_this_browser_s_own_is_kept(person: Caller, visit: Visit) -> None:
    tab = settings(visit(person))
    tab.click("input[name=language][value=fr]")
    tab.sees("Heures calmes")
    tab.reload().sees("Heures calmes")
    assert tab.run("document.documentElement.lang") == "fr"
    tab.click("input[name=language][value=auto]")
    tab.sees("Quiet hours")


def test_notifications_are_asked_for_by_a_click_only(person: Caller, visit: Visit) -> None:
    agent, tab = person.hub.new_agent(person), settings(visit(person, RINGING))
    ask(agent, title="Before")
    tab.until("document.title.startsWith('(1)')")
    assert tab.run("[asks, shown.length]") == [0, 0]
    tab.click("button", "Allow notifications…")
    tab.until("asks === 1 && document.querySelector('input[name=rings]').checked")
    ask(agent, title="After")
    tab.until("shown.length === 1 && shown[0].includes('After')")
    tab.click("input[name=rings]")
    ask(agent, title="Not wanted")
    tab.until("document.title.startsWith('(3)')")
    assert tab.run("shown.length") == 1


@pytest.mark.slow
def test_a_browser_that_refuses_is_explained(person: Caller, visit: Visit) -> None:
    tab = settings(visit(person, RINGING + "window.reply = 'denied';"))
    tab.sees("has not been asked")
    tab.click("button", "Allow notifications…")
    tab.sees("blocks notifications of this page")
    assert not tab.run("document.querySelector('.allow')")


@pytest.mark.slow
@pytest.mark.parametrize("before", ["", GRANTED + FINGERS], ids=["not asked", "allowed before"])
def test_a_phone_that_shows_no_notifications_of_pages_is_not_offered_any(
    person: Caller, visit: Visit, before: str
) -> None:
    tab = settings(visit(person, REFUSING + before))
    tab.sees("This browser does not let a page show notifications by itself")
    assert not tab.run("document.querySelector('.allow, input[name=rings]')")
    assert tab.run("document.querySelector('input[name=sound]') !== null")


@pytest.mark.slow
def test_a_notification_that_could_not_be_shown_takes_the_switch_away(person: Caller, visit: Visit) -> None:
    agent, tab = person.hub.new_agent(person), settings(visit(person, REFUSING + GRANTED))
    tab.until("document.querySelector('input[name=rings]').checked")
    ask(agent)
    tab.until("tried === 1")
    tab.run("location.hash = '#/'")
    settings(tab).sees("This browser does not let a page show notifications by itself")


@pytest.mark.slow
def test_a_sound_is_off_until_it_is_wanted(person: Caller, visit: Visit) -> None:
    agent, tab = person.hub.new_agent(person), settings(visit(person, SOUNDING))
    ask(agent)
    tab.until("document.title.startsWith('(1)')")
    assert tab.run("notes") == 0
    tab.click("button", "Try it")
    tab.until("notes === 2")
    tab.click("input[name=sound]")
    ask(agent)
    tab.until("notes === 4")


def test_only_what_presses_rings_in_quiet_hours(person: Caller, visit: Visit) -> None:
    agent = person.hub.new_agent(person)
    tab = visit(person, RINGING + "Notification.permission = 'granted';")
    hour = tab.run("new Date().getHours()")
    # From the hour before to the hour after, so that it stays quiet while this runs; over midnight, too.
    hours = f"{(hour - 1) % 24:02}:00-{(hour + 2) % 24:02}:00"
    done(person.call("PUT", "/api/preferences", json={"quiet_hours": hours}))
    settings(tab).sees("It is quiet now")
    ask(agent, title="It can wait")
    ask(agent, title="It cannot", urgency="urgent")
    ask(agent, title="Somebody waits", wait=60)
    agent.send("Told", priority="high")
    agent.send("Alarm", priority="urgent")
    tab.until("shown.length === 3")
    rung = "".join(tab.run("shown"))
    assert all(title in rung for title in ("It cannot", "Somebody waits", "Alarm"))


@pytest.mark.slow
def test_the_settings_fit_a_telephone_with_room_for_fingers(person: Caller, visit: Visit) -> None:
    agent = person.hub.new_agent(person, name=f"{person.name}{64 * 'a'}"[:64])
    done(person.post("/api/keys", {"agent_name": agent.name, "label": "l" * 200}), 201)
    tab = settings(visit(person, **PHONE))
    tab.until("document.querySelectorAll('#settings-keys .line').length >= 4")
    assert tab.run("document.documentElement.scrollWidth") == 375
    small = "[...document.querySelectorAll('.panel :is(button, select, label, summary)')]"
    small += ".filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"
    assert tab.run(small) == []


@pytest.mark.slow
def test_settings_are_reached_by_the_keyboard(person: Caller, visit: Visit) -> None:
    tab = visit(person)
    tab.until("document.querySelector('#main')")
    tab.press(",")
    tab.until("document.querySelector('#settings-keys .line button') && document.activeElement.id === 'main'")
    tab.press("Tab")
    assert tab.run("document.activeElement.id") == "change-password"
    tab.press("Tab", "ArrowDown")
    tab.until(f"{THEME} === 'light'")
    reached = "(one => one.name || one.className)(document.activeElement)"
    seen = []
    while "label" not in seen:
        tab.press("Tab")
        seen.append(tab.run(reached))
        assert len(seen) < 40, seen
    assert {"language", "sound", "quiet", "whose", "name"} <= set(seen)
    tab.press("Tab", "Tab", "Enter")
    tab.sees("Really sign out here?")
