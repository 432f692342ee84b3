"""The list of notifications: live, filtered by the address, without an end, and by keyboard."""

import sqlite3
from contextlib import closing

import pytest

from support.answers import done
from support.browser import Visit
from support.hub import HubMaker
from support.questions import ask, try_ask

TITLES = "[...document.querySelectorAll('.row-of h3')].map((one) => one.textContent).join()"
SEARCHING = "document.activeElement.type === 'search'"
COUNT = "document.querySelectorAll('.row-of').length"


def test_a_storm_becomes_rows_and_few_requests(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    for n in range(600):
        agent.send(f"No. {n}", message=f"Details of {n}")
    tab.until(f"{COUNT} === 600")
    tab.sees("Details of 599")
    tab.until("document.querySelectorAll('.row-of .short').length === 600")
    # At most some in a second, however long the storm lasts on a busy machine.
    assert len(tab.asked("/api/notifications")) < 300


def test_older_ones_come_as_one_scrolls_without_end(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    for n in range(230):
        agent.send(f"No. {n}")
    tab = visit(hub.owner)
    tab.until(f"{COUNT} === 50")
    tab.sees("Notifications 230 new")
    for count in (100, 150, 200, 230):
        tab.run("scrollTo(0, document.body.scrollHeight)")
        tab.until(f"{COUNT} >= {count}")
    tab.sees_no("Show older ones")
    tab.sees("Notifications 230 new")
    assert tab.run(f"{TITLES} === [...Array(230).keys()].reverse().map((n) => `No. ${{n}}`).join()")


@pytest.mark.slow
def test_rows_of_one_millisecond_stay_when_another_comes(fresh_hub: HubMaker, visit: Visit) -> None:
    """What comes has the newest page read again, and that may end in the middle of a millisecond."""
    hub = fresh_hub()
    agent = hub.new_agent()
    for n in range(120):
        agent.send(f"No. {n}")
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file, file:
        file.execute("UPDATE agent_notifications SET created_at = '2026-01-02T03:04:05.678Z'")
    hub.start()
    tab = visit(hub.owner)
    for count in (50, 100, 120):
        tab.until(f"{COUNT} >= {count}")
        tab.run("scrollTo(0, document.body.scrollHeight)")
    agent.send("One more", message="and what it is about")
    tab.until("document.querySelector('.row-of .short')?.textContent === 'and what it is about'")
    assert tab.run(COUNT) == 121


def test_filters_live_in_the_address_and_outlive_a_reload(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    one, other, tab = hub.new_agent(name="one"), hub.new_agent(name="other"), visit(hub.owner)
    one.send("Green", notification_type="completion", category="ci")
    one.send("Red", notification_type="alert", priority="urgent", category="ci")
    other.send("Also red", notification_type="alert", message="in %25 of cases")
    gone = other.send("Old news")
    done(hub.owner.post(f"/api/notifications/{gone['id']}/dismiss"))
    tab.until(f"{TITLES} === 'Also red,Red,Green'")
    tab.click("button", "Filters")
    tab.choose("select[name=type]", "alert")
    tab.until(f"{TITLES} === 'Also red,Red'")
    tab.choose("select[name=agent]", "one")
    tab.until(f"{TITLES} === 'Red' && location.hash === '#/?type=alert&agent=one'")
    tab.reload().sees("agent: one")
    tab.until(f"{TITLES} === 'Red'")
    tab.click(".chip", "agent: one ×")
    tab.until(f"{TITLES} === 'Also red,Red'")
    tab.back().until(f"{TITLES} === 'Red'")
    tab.click("button", "Clear filters")
    tab.until(f"{TITLES} === 'Also red,Red,Green' && location.hash === '#/'")
    tab.click("button", "Filters")
    for name, value, titles in (("status", "dismissed", "Old news"), ("status", "all", "Old news,Also red,Red,Green")):
        tab.choose(f"select[name={name}]", value)
        tab.until(f"{TITLES} === '{titles}'")
    tab.choose("select[name=category]", "ci")
    tab.choose("select[name=priority]", "urgent")
    tab.until(f"{TITLES} === 'Red'")


@pytest.mark.slow
def test_a_text_is_looked_for_by_keyboard_and_what_arrives_is_filtered_too(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    agent.send("Deploy begins", message="to staging")
    agent.send("Something else")
    tab.until(f"{COUNT} === 2")
    tab.press("/")
    tab.until(SEARCHING)
    tab.type("STAGING deploy")
    tab.until(f"{TITLES} === 'Deploy begins' && location.hash === '#/?text=STAGING+deploy'")
    agent.send("The second deploy", message="to staging, too")
    agent.send("Neither")
    tab.until(f"{TITLES} === 'The second deploy,Deploy begins'")
    tab.press("Escape")
    tab.until(f"!({SEARCHING})")
    tab.press("/")
    tab.until(SEARCHING)
    tab.type(" nowhere")
    tab.sees("Nothing fits these filters")
    tab.click(".empty button", "Clear filters")
    tab.until(f"{COUNT} === 4")


@pytest.mark.slow
def test_notifications_that_fit_the_filter_come_live_and_others_stay_away(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    tab.go(f"{hub.url}/#/?status=seen").sees("Nothing fits these filters")
    first, second = agent.send("First"), agent.send("Second", notification_type="alert")
    done(hub.owner.post(f"/api/notifications/{first['id']}/acknowledge"))
    tab.until(f"{TITLES} === 'First'")
    tab.go(f"{hub.url}/#/?type=alert").sees("Second")
    agent.send("Third")
    agent.send("Fourth", notification_type="alert")
    tab.until(f"{TITLES} === 'Fourth,Second'")
    done(hub.owner.post(f"/api/notifications/{second['id']}/dismiss"))
    tab.until(f"{TITLES} === 'Fourth'")


@pytest.mark.slow
def test_a_filter_that_the_hub_refuses_says_why(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    tab = visit(hub.owner)
    tab.go(f"{hub.url}/#/?type=nonsense").sees("nvalid notification_type")
    hub.new_agent().send("Here")
    tab.click("button", "Clear filters")
    tab.until(f"{TITLES} === 'Here'")


def test_a_row_opens_by_keyboard_and_shows_its_message_whole(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    agent.send("Long", message="# Done\n\n- one\n- **two**\n\n" + "and more\n\n" * 30, metadata={"host": "staging-2"})
    agent.send("Short", message="Nothing more.")
    tab.until(f"{TITLES} === 'Short,Long'")
    height = "document.querySelector('.row-of:last-child').offsetHeight"
    closed = tab.run(height)
    assert closed < 200
    tab.press("j", "j", "Enter")
    tab.sees("staging-2")
    tab.until("[...document.querySelectorAll('.row-of strong, .row-of b')].some((one) => one.textContent === 'two')")
    assert tab.run(height) > 2 * closed
    tab.press("Enter")
    tab.sees_no("staging-2")
    tab.click(".row-of:last-child button", "More")
    tab.sees("staging-2")
    assert tab.run("document.activeElement.getAttribute('aria-expanded')") == "true"


@pytest.mark.slow
def test_when_nothing_waits_the_page_says_so_and_who_has_used_it_is_not_taught_again(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    tab.sees("Nothing waits for you")
    tab.sees("bellpull demo")
    sent = agent.send("Hello")
    tab.until(f"{TITLES} === 'Hello'")
    tab.sees_no("Nothing waits for you")
    done(hub.owner.post(f"/api/notifications/{sent['id']}/dismiss"))
    tab.sees("Nothing waits for you")
    tab.sees("No open questions · No notifications")
    tab.sees_no("bellpull demo")
    tab.click("a", "Show what was dismissed")
    tab.until(f"{TITLES} === 'Hello' && location.hash === '#/?status=dismissed'")
    tab.click("button", "Clear filters")
    tab.sees("Nothing waits for you")
    ask(agent)
    tab.sees_no("Nothing waits for you")


@pytest.mark.slow
def test_a_message_that_was_shown_is_told_from_what_an_agent_calls_a_question(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    done(try_ask(agent, {"kind": "show", "title": "Shown", "question": "All tests pass."}), 201)
    agent.send("Told as a question", notification_type="question")
    ask(agent, title="Really asked")
    marks = "[...document.querySelectorAll('.row-of .mark')].map((one) => one.textContent).join()"
    for again in (False, True):
        if again:
            tab.reload()
        tab.until(f"{TITLES} === 'Told as a question,Shown' && {marks} === 'question,message'")
    tab.until("document.querySelectorAll('.card').length === 1")


@pytest.mark.slow
def test_urgent_things_that_nobody_has_seen_are_in_the_title_whatever_the_filter(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    tab.go(f"{hub.url}/#/?type=info").sees("Nothing fits these filters")
    sent = agent.send("The disk is full", notification_type="alert", priority="urgent")
    tab.until("document.title === '(!) Bellpull'")
    tab.reload().until("document.title === '(!) Bellpull'")
    done(hub.owner.post(f"/api/notifications/{sent['id']}/acknowledge"))
    tab.until("document.title === 'Bellpull'")


@pytest.mark.slow
def test_the_list_speaks_french(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub(language="fr")
    agent, tab = hub.new_agent(), visit(hub.owner)
    tab.sees("Rien ne vous attend")
    agent.send("Bonjour")
    tab.press("j")
    for words in ("Tout marquer comme vu", "Tout effacer", "Filtres"):
        tab.sees(words)
    tab.click(".row-of button", "Effacer")
    tab.sees("1 effacée")
    tab.click("button", "Annuler")
    tab.until(f"{TITLES} === 'Bonjour'")


@pytest.mark.slow
def test_a_closed_message_is_shown_without_its_marks_and_an_open_one_as_it_was_meant(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    sent = hub.new_agent().send("Built", message="All **212** tests pass.\n\n```\nmake\n```\n- linux")
    tab = visit(hub.owner)
    row = f'.row-of[data-id="{sent["id"]}"]'
    tab.until(f"document.querySelector('{row} .short')?.textContent === 'All 212 tests pass.\\nmake\\n• linux'")
    tab.click(f"{row} button", "More")
    tab.until(f"document.querySelector('{row} strong')?.textContent === '212' && document.querySelector('{row} pre')")
