"""Agents that several people see: sharing on the page, and what comes and goes in every view without a reload."""

import json

import pytest

from support.accounts import share, unshare
from support.answers import done, until
from support.browser import Tab, Visit
from support.hub import Caller
from support.nudges import sign
from support.questions import ask, ask_text

#: A browser that has allowed notifications and is looked at by nobody.
RINGING = """
window.rung = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, how) { Object.assign(this, how, { title }); rung.push(this); }
  close() { this.closed = true; this.onclose?.(); }
};
document.hasFocus = () => false;
"""


@pytest.fixture
def friend(person: Caller) -> Caller:
    return person.hub.new_person()


@pytest.fixture
def bot(person: Caller) -> Caller:
    return person.hub.new_agent(person)


def at(tab: Tab, name: str) -> Tab:
    tab.run(f"location.hash = {json.dumps(f'#/agents/{name}')}")
    tab.until(f"document.querySelector('.one-agent h2')?.textContent === {json.dumps(name)}")
    return tab


def shared_with(person: Caller, agent: str) -> list[str]:
    found = done(person.get(f"/api/agents/{agent}/shares"))["shares"]
    return [one["user"] for one in found]


def card(asked: dict[str, str]) -> str:
    return f'[data-id="{asked["id"]}"]'


def test_an_agent_that_is_shared_is_there_at_once_for_the_other(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    asked = ask(bot, title="For both of us")
    bot.send("Told before")
    sign(bot, f"opencode:ses_{bot.name}", "working", title="Fix it")
    theirs, mine = visit(friend), at(visit(person), bot.name)
    theirs.sees("Nothing waits for you")
    mine.click(".sharing summary")
    assert "Yours · shared with nobody" in mine.text()
    mine.click("#share-with")
    mine.type(friend.name)
    mine.press("Enter")
    theirs.until(f"document.querySelector('{card(asked)}')")
    theirs.sees("Told before")
    mine.until(f"document.querySelector('[data-shared=\"{friend.name}\"]')")
    mine.sees(f"Yours · shared with {friend.name}")
    assert mine.run("[document.activeElement.id, document.activeElement.value]") == ["share-with", ""]
    theirs.press("w")
    theirs.sees("Fix it")
    at(theirs, bot.name).sees(f"Owned by {person.name} · shared with you")
    assert not theirs.run("document.querySelector('.sharing')"), "only its owner and admins share it"


def test_an_agent_that_is_shared_no_longer_goes_at_once_and_the_page_says_why(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    share(person, bot.name, friend.name)
    own = ask(friend.hub.new_agent(friend), title="Of my own")
    tab = visit(friend, RINGING)
    tab.sees("Of my own")
    asked = ask(bot, title="Of another")
    bot.send("Told by another", priority="urgent")
    tab.until("rung.length === 2")
    tab.sees("Told by another")
    unshare(person, bot.name, friend.name)
    tab.sees(f"{bot.name} is not shared with you any more.")
    tab.until(f"!document.querySelector('{card(asked)}')")
    tab.sees_no("Told by another")
    tab.until("rung.every((one) => one.closed) && document.title === '(1) Bellpull'")
    assert tab.run(f"document.querySelector('{card(own)}') !== null")
    tab.sees_no("not shared with you")  # it has been said


@pytest.mark.slow
def test_a_reply_that_was_begun_is_not_taken_away_without_a_word(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    share(person, bot.name, friend.name)
    asked, other = ask_text(bot, title="One that is answered"), ask_text(bot, title="Another one")
    tab = visit(friend)
    tab.click(f"{card(asked)} textarea")
    tab.type("half a thought")
    unshare(person, bot.name, friend.name)
    tab.until(f"document.querySelector('{card(asked)}.folded')?.innerText.includes('half a thought')")
    assert "You do not see it any more." in tab.run(f"document.querySelector('{card(asked)}').innerText")
    tab.until(f"!document.querySelector('{card(other)}')")
    assert tab.run("Object.keys(localStorage).filter((one) => one.includes('draft'))") == []
    tab.click(f"{card(asked)} button", "Close")
    tab.sees_no("half a thought")


@pytest.mark.slow
def test_words_that_were_begun_for_an_agent_can_still_be_read(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    share(person, bot.name, friend.name)
    tab = at(visit(friend), bot.name)
    tab.click(".say textarea")
    tab.type("look at the log")
    unshare(person, bot.name, friend.name)
    tab.sees("There is no agent of this name, or it is not yours")
    assert "look at the log" in tab.text()


@pytest.mark.slow
def test_changes_that_came_while_the_page_was_cut_off_are_seen_when_it_is_back(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    new = person.hub.new_agent(person)
    share(person, bot.name, friend.name)
    gone, come = ask(bot, title="Goes"), ask(new, title="Comes")
    tab = visit(friend)
    tab.until(f"document.querySelector('{card(gone)}')")
    tab.offline(True)
    tab.sees("No connection to the hub")
    unshare(person, bot.name, friend.name)
    share(person, new.name, friend.name)
    tab.offline(False)
    tab.until(f"document.querySelector('{card(come)}') && !document.querySelector('{card(gone)}')")
    tab.sees(f"You do not see {bot.name} any more")


@pytest.mark.slow
def test_sharing_ends_with_a_second_click_and_names_are_checked(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    share(person, bot.name, friend.name)
    tab = at(visit(person), bot.name)
    tab.click(".sharing summary")
    for name, said in (("nobody-at-all", "There is nobody of this name"), (person.name, "It is theirs already.")):
        tab.click("#share-with")
        tab.run("document.querySelector('#share-with').select()")
        tab.type(name)
        tab.press("Enter")
        tab.sees(said)
    line = f"[data-shared='{friend.name}'] button"
    tab.click(line, "Stop sharing")
    assert shared_with(person, bot.name) == [friend.name]
    tab.click(line, "Really stop?")
    until(lambda: shared_with(person, bot.name) == [], "it is shared no longer")
    tab.sees("Yours · shared with nobody")
    tab.until("document.activeElement.id === 'share-with'")


@pytest.mark.slow
def test_a_name_is_no_text_to_be_corrected(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = at(visit(person), bot.name)
    tab.click(".sharing summary")
    field = "document.querySelector('#share-with')"
    assert tab.run(f"[{field}.spellcheck, {field}.autocapitalize]") == [False, "none"]


@pytest.mark.slow
def test_an_admin_shares_anybody_s_agent_and_knows_who_there_is(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    tab = at(visit(person.hub.owner), bot.name)
    tab.click(".sharing summary")
    assert f"Owned by {person.name}" in tab.text()
    names = "[...document.querySelectorAll('#people-known option')].map((one) => one.value)"
    tab.until(f"{names}.includes('{friend.name}')")
    assert person.name not in tab.run(names), "it is theirs"
    tab.click("#share-with")
    tab.type(friend.name)
    tab.click(".share button", "Share")
    tab.until(f"document.querySelector('[data-shared=\"{friend.name}\"]')")
    assert shared_with(person, bot.name) == [friend.name]


@pytest.mark.slow
def test_agents_of_somebody_who_was_removed_come_to_their_new_owner(
    person: Caller, friend: Caller, bot: Caller, visit: Visit
) -> None:
    asked = ask(bot, title="Of one who goes")
    tab = visit(friend)
    tab.sees("Nothing waits for you")
    done(person.hub.owner.delete(f"/api/users/{person.name}?give_agents_to={friend.name}"))
    tab.until(f"document.querySelector('{card(asked)}')")
    at(tab, bot.name).sees("Yours · shared with nobody")
