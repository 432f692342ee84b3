"""An agent's own view: its numbers and its trail, live and without end."""

import json
import secrets

import pytest

from support.answers import done
from support.browser import Tab, Visit
from support.hub import Caller
from support.nudges import sign, tell
from support.questions import YES, answer, ask, ask_text, claim, do, handed, tell_of_nudges

#: Each without its time, in one line.
STEPS = r"[...document.querySelectorAll('.step')].map((one) => one.innerText.replace(/\s+/g, ' ').slice(6))"
COUNT = "document.querySelectorAll('.step').length"
#: The page believes that it is tomorrow.
TOMORROW = """const Today = Date;
Date = class extends Today { constructor(...at) { super(...(at.length ? at : [Today.now() + 864e5])); } };"""


@pytest.fixture
def bot(person: Caller) -> Caller:
    return person.hub.new_agent(person)


def at(tab: Tab, name: str) -> Tab:
    tab.run(f"location.hash = {json.dumps(f'#/agents/{name}')}")
    tab.until(f"document.querySelector('.one-agent h2')?.textContent === {json.dumps(name)}")
    return tab


def test_the_trail_tells_all_that_passed_and_by_whom(person: Caller, bot: Caller, visit: Visit) -> None:
    bot.send("Started", notification_type="alert", message="on **it**", priority="high")
    asked = ask(bot, title="Merge?", question="All green.", wait=60)
    do(bot, asked["id"], "release", {"reason": "timeout"})
    answer(person, asked["id"], choice=YES, via="desk")
    handed(bot, asked["id"])
    tell(person, bot.name, "use staging")
    tell_of_nudges(bot, "confirm", [one["id"] for one in claim(bot, carrier="hook")])
    tab = at(visit(person), bot.name)
    tab.until(f"{COUNT} === 6")
    tab.until(f"{STEPS}[5].startsWith('Told alert high Started on it')")
    seen = tab.run(STEPS)
    assert seen[0] == "Read via hook use staging"
    assert seen[1] == f"Nudged by {person.name} use staging"
    assert seen[2] == f"Answered at the desk by {person.name} Merge? → {YES}"
    assert seen[3] == "Stopped waiting the time was up Merge?"
    assert seen[4].startswith("Asked Merge? All green.")
    tab.sees("Today")


@pytest.mark.slow
def test_the_numbers_people_like_are_there_and_stay_true(person: Caller, bot: Caller, visit: Visit) -> None:
    bot.send()
    asked = ask(bot)
    tab = at(visit(person), bot.name)
    number = "document.querySelector('[data-number={name}] dd').textContent.trim()"
    tab.until(f"{number.format(name='asked')} === '1'")
    assert tab.run(number.format(name="told")) == "1"
    assert tab.run(number.format(name="median")) == "–"
    answer(person, asked["id"], choice=YES)
    handed(bot, asked["id"])
    tab.until(f"{number.format(name='answered')} === '1'")
    tab.until(f"/ sec$/.test({number.format(name='median')})")


def test_events_are_added_on_top_without_a_reload(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = at(visit(person), bot.name)
    tab.sees("Nothing has passed between you yet.")
    bot.send("Live")
    tab.sees("Live")
    ask(bot, title="And now?")
    tab.until(f"{STEPS}[0]?.startsWith('Asked And now?')")
    tab.click(".step a.button")
    tab.until("document.activeElement.closest('.card')")


@pytest.mark.slow
def test_a_trail_goes_on_as_one_scrolls(person: Caller, bot: Caller, visit: Visit) -> None:
    for number in range(130):
        bot.send(f"Step {number}", message="a\nlonger\ntext")
    tab = at(visit(person), bot.name)
    tab.until(f"{COUNT} >= 50")
    assert tab.run(COUNT) < 130
    tab.until(f"(scrollTo(0, document.body.scrollHeight), {COUNT} === 130)")
    tab.sees("Here it begins.")
    bot.send("The newest")
    tab.until(f"{COUNT} === 131")
    assert tab.run("new Set([...document.querySelectorAll('.step .title')].map((one) => one.textContent)).size") == 131


@pytest.mark.slow
def test_days_have_names_and_long_texts_open_by_keyboard(person: Caller, bot: Caller, visit: Visit) -> None:
    bot.send("Long", message="\n\n".join(f"- line **{number}**" for number in range(40)))
    tab = at(visit(person, first=TOMORROW), bot.name)
    tab.sees("Yesterday")
    tab.until("document.querySelector('.step .cut')")
    tab.press("j", "Enter")
    tab.until("document.querySelector('.step .text strong, .step .text b')")
    tab.press("Enter")
    tab.until("document.querySelector('.step .cut')")


@pytest.mark.slow
def test_a_secret_is_not_in_the_trail(person: Caller, bot: Caller, visit: Visit) -> None:
    asked = ask_text(bot, title="Password?", secret=True)
    answer(person, asked["id"], text="swordfish")
    tab = at(visit(person), bot.name)
    tab.sees("(secret)")
    tab.sees_no("swordfish")


@pytest.mark.slow
def test_an_agent_is_told_something_and_its_sessions_are_there(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = at(visit(person), bot.name)
    tab.click(".say textarea")
    tab.type("hello")
    tab.press("Enter")
    tab.sees("No session of it is known; is it connected?")
    tab.sees("not read yet")
    sign(bot, f"opencode:ses_{secrets.token_hex(6)}", "working", title="Fix it")
    tab.until("document.querySelector('.session h3')?.textContent === 'Fix it'")


@pytest.mark.slow
def test_agents_are_listed_and_one_that_is_gone_is_said_to_be(person: Caller, bot: Caller, visit: Visit) -> None:
    other = person.hub.new_agent(person)
    tab = visit(person)
    tab.press("w")
    tab.click(".watched a", "All agents")
    tab.until("document.querySelectorAll('.known').length === 2")
    tab.click(".known a", bot.name)
    tab.sees("Nothing has passed between you yet.")
    done(person.delete(f"/api/agents/{bot.name}"))
    tab.sees("There is no agent of this name, or it is not yours")
    tab.back()
    tab.until("document.querySelectorAll('.known').length === 1")
    tab.sees(other.name)
