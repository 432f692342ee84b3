"""Telling an agent something from the page: it says what will happen, what was not read yet, and loses no word."""

import secrets

import pytest

from support.answers import until
from support.browser import Tab, Visit
from support.hub import Caller
from support.nudges import listed, messages, sign, tell
from support.questions import claim, tell_of_nudges

FIELD = "document.querySelector('.session .tell textarea')"


@pytest.fixture
def bot(person: Caller) -> Caller:
    return person.hub.new_agent(person)


@pytest.fixture
def session() -> str:
    return f"opencode:ses_{secrets.token_hex(6)}"


def at_sessions(tab: Tab) -> Tab:
    tab.run("location.hash = '#/sessions'")
    tab.until("document.querySelector('.session h3')")
    return tab


def test_a_session_is_told_something_by_keyboard_alone(person: Caller, bot: Caller, session: str, visit: Visit) -> None:
    sign(bot, session, "working", title="Fix it")
    tab = at_sessions(visit(person))
    tab.press("j", "t")
    tab.until(f"document.activeElement === {FIELD}")
    tab.type("use the staging")
    tab.press("Shift+Enter")
    tab.type("database")
    tab.press("Enter")
    tab.sees(f"Told {bot.name}: it reads this with its next tool result.")
    (told,) = listed(person, bot.name)
    assert (told["message"], told["session"], told["source"]) == ("use the staging\ndatabase", session, "user")
    assert tab.run(f"{FIELD}.value") == ""
    tab.press("Escape")
    assert tab.run("document.activeElement.dataset.session") == session


@pytest.mark.slow
def test_the_form_says_how_the_agent_gets_the_words(person: Caller, bot: Caller, session: str, visit: Visit) -> None:
    sign(bot, session, "idle", title="Fix it", wakes=True)
    tab = at_sessions(visit(person))
    for wakes, sentence in ((True, "is woken with it"), (False, "nothing here can wake it")):
        sign(bot, session, "idle", wakes=wakes)
        tab.press("j", "t")
        tab.type("hello")
        tab.click(".tell button", "Tell")
        tab.sees(sentence)
        tab.press("Escape")


@pytest.mark.slow
def test_nudges_that_were_not_read_yet_are_listed_until_they_are_read(
    person: Caller, bot: Caller, session: str, visit: Visit
) -> None:
    sign(bot, session, "working", title="Fix it")
    tell(person, bot.name, "use the staging database")
    tab = at_sessions(visit(person))
    tab.sees("not read yet")
    tell(bot, bot.name, "exit 2", source="background_task", label="make build", session=session)
    for words in ("use the staging database", "exit 2", "background_task, make build", person.name):
        tab.sees(words)
    tell_of_nudges(bot, "confirm", [one["id"] for one in claim(bot, session=session)])
    tab.sees_no("not read yet")


@pytest.mark.slow
def test_words_that_could_not_be_told_stay_and_say_why(person: Caller, bot: Caller, session: str, visit: Visit) -> None:
    sign(bot, session, "working", title="Fix it")
    tab = at_sessions(visit(person))
    tab.press("j", "t")
    tab.type("hello")
    tab.offline(True)
    tab.press("Enter")
    tab.sees("Not sent")
    assert tab.run(f"{FIELD}.value") == "hello"
    tab.offline(False)
    tab.press("Enter")
    tab.sees("Told")
    assert messages(listed(person, bot.name)) == ["hello"]


@pytest.mark.slow
def test_nothing_moves_while_one_types_and_no_word_goes_with_a_session(
    person: Caller, bot: Caller, session: str, visit: Visit
) -> None:
    sign(bot, session, "working", title="First")
    tab = at_sessions(visit(person))
    tab.press("j", "t")
    tab.until(f"document.activeElement === {FIELD}")
    tab.type("half a sen")
    titles = "[...document.querySelectorAll('.session h3')].map((one) => one.textContent).join()"
    sign(bot, f"{session}_2", "working", title="Urgent", reason="permission: bash")
    sign(bot, f"{session}_2", "waiting", title="Urgent", reason="permission: bash")
    tab.sees("waits for your permission")
    assert tab.run(titles) == "First,Urgent"
    sign(bot, session, "ended")
    tab.sees("ended")
    tab.type("tence")
    assert tab.run(f"document.activeElement === {FIELD} && {FIELD}.value") == "half a sentence"
    tab.press("Enter")
    until(lambda: messages(listed(person, bot.name)) == ["half a sentence"], "it is told anyway")
    assert listed(person, bot.name)[0]["session"] is None
