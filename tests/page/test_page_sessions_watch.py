"""Sessions on the page: who waits, works and idles, and why; live, by keyboard, under any name that agents have."""

import secrets
import time
from datetime import UTC, datetime, timedelta

import pytest

from support.answers import done
from support.browser import PHONE, Tab, Visit
from support.hub import Caller, Hub
from support.nudges import sign
from support.questions import ask

TITLES = "[...document.querySelectorAll('.session h3')].map((one) => one.textContent)"
COMMAND = {"id": "per_1", "kind": "permission", "permission": "bash", "metadata": {"command": "touch x"}}
FOCUSED = "document.activeElement.closest('.card')?.dataset.id"


@pytest.fixture
def bot(person: Caller) -> Caller:
    """An agent whose person sees nobody else's."""
    return person.hub.new_agent(person)


def named() -> str:
    return f"opencode:ses_{secrets.token_hex(6)}"


def ago(seconds: float) -> str:
    return (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat()


def opened(tab: Tab, view: str = "sessions") -> Tab:
    tab.run(f"location.hash = '#/{view}'")
    tab.until("document.querySelector('.watched h2, .one-agent h2')")
    return tab


@pytest.mark.slow
def test_a_person_without_sessions_is_told_how_they_come(person: Caller, visit: Visit) -> None:
    tab = opened(visit(person))
    for words in ("No agent sessions", "bellpull connect opencode", "bellpull demo"):
        tab.sees(words)


def test_a_session_that_waits_stands_first_and_says_why_and_how_sure_that_is(
    person: Caller, bot: Caller, visit: Visit
) -> None:
    sign(bot, named(), "idle", title="Idles")
    sign(bot, named(), "working", title="Works", tools=[{"tool": "bash", "argument": "make test"}])
    guess = {"tool": "bash", "argument": "npm install", "since": ago(60)}
    sign(bot, named(), "working", title="Perhaps", guesses=[guess], trouble="answers slowly")
    sign(bot, named(), "idle", title="Foreign", asks=[{"title": "Which one?", "tool": "other_ask", "at": ago(90)}])
    sign(bot, named(), "working", title="Locked", requests=[COMMAND | {"since": ago(30)}])
    tab = opened(visit(person))
    tab.until(f"{TITLES}.length === 5")
    assert tab.run(TITLES) == ["Locked", "Foreign", "Perhaps", "Works", "Idles"]
    told = tab.run("[...document.querySelectorAll('.session .state')].map((one) => one.textContent.split(' · ')[0])")
    assert told == [
        *("waits for your permission", "has a question for you", "perhaps waits for a permission", "works", "idle")
    ]
    for words in ("🔔", "🔒", "🔒?", "a guess:", "has asked, and stopped", "answers slowly", "make test"):
        tab.sees(words)
    assert tab.run("document.querySelector('nav [aria-current]').textContent") == "Sessions 2"


@pytest.mark.slow
def test_sub_agents_stand_below_their_session_with_what_they_wait_for(
    person: Caller, bot: Caller, visit: Visit
) -> None:
    root, child = named(), named()
    sign(bot, root, "working", title="Root")
    sign(bot, child, "working", parent=root, title="Child (@explore subagent)", requests=[COMMAND])
    tab = opened(visit(person))
    tab.until("document.querySelector('.below .session h3')?.textContent === 'Child'")
    assert tab.run("document.querySelectorAll('.reasons').length") == 1
    assert tab.run("Boolean(document.querySelector('.below .reasons'))")
    tab.sees("bash: touch x")


def test_sessions_that_change_show_at_once_and_those_that_end_go(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = opened(visit(person))
    tab.sees("No agent sessions")
    session = named()
    todos = [{"content": "first", "status": "completed"}, {"content": "second", "status": "in_progress"}, 3]
    sign(bot, session, "working", title="Fix it", client="opencode/1.18", directory="/src/shop/", todos=todos)
    for words in ("Fix it", "works", "opencode 1.18", "shop", "1/2", "second", bot.name):
        tab.sees(words)
    tab.click(".todos summary")
    tab.until("document.querySelector('.todos').open")
    sign(bot, session, "idle")
    tab.sees("1 idle")
    assert tab.run("document.querySelector('.todos').open")
    sign(bot, session, "ended")
    tab.sees("No agent sessions")


@pytest.mark.slow
def test_a_storm_of_signs_is_read_once_a_second(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = opened(visit(person))
    session, began, before = named(), time.monotonic(), len(tab.asked("/api/watch"))
    for number in range(60):
        sign(bot, session, "working", title=f"Step {number}")
    tab.sees("Step 59")
    assert len(tab.asked("/api/watch")) - before <= time.monotonic() - began + 2


@pytest.mark.slow
def test_the_question_of_a_session_is_one_click_or_two_keys_away(person: Caller, bot: Caller, visit: Visit) -> None:
    tab = visit(person)
    asked = [ask(bot, title=f"Question {number}") for number in range(2)]
    sign(bot, named(), "idle", title="Asks", asks=[{"question_id": asked[1]["id"], "title": "Question 1"}])
    tab.sees("Question 1")
    tab.press("w")
    tab.until("document.querySelector('.session a.button')")
    tab.click("article[aria-label=Asks] a.button")
    tab.until(f"{FOCUSED} === '{asked[1]['id']}'")
    tab.press("w")
    tab.until("document.querySelectorAll('.session').length === 2")
    tab.press("j", "Enter")
    tab.until(f"{FOCUSED} === '{asked[0]['id']}'")


@pytest.mark.slow
def test_questions_of_which_no_session_is_known_are_there_too(person: Caller, bot: Caller, visit: Visit) -> None:
    ask(bot, title="From a script?")
    tab = opened(visit(person))
    tab.sees("From a script?")
    tab.click(".session h3 a", bot.name)
    tab.until(f"location.hash === '#/agents/{bot.name}'")


@pytest.mark.slow
def test_the_terminal_of_a_session_is_shown_where_somebody_watches(person: Caller, bot: Caller, visit: Visit) -> None:
    sign(bot, named(), "idle", title="Here", place={"host": "desk", "tmux": {"socket": "/tmp/t", "pane": "%1"}})
    sign(bot, named(), "idle", title="Nowhere")
    tab = opened(visit(person))
    tab.until(f"{TITLES}.length === 2")
    assert tab.run("[...document.querySelectorAll('.about button')].length") == 3
    tab.click(".about button", "Show its terminal")
    tab.sees("Nobody watches desk now")
    done(person.post("/api/servers", [{"server": "http://127.0.0.1:4096", "host": "desk", "trouble": "no access"}]))
    with person.socket() as live:
        live.connected()
        tab.click(".about button", "Show its terminal")
        assert live.until_type("session_jump")["place"]["host"] == "desk"
    tab.sees("asked to come forward on desk")
    tab.reload().sees("no access")


@pytest.mark.slow
def test_the_last_ones_of_many_idle_sessions_are_shown(person: Caller, bot: Caller, visit: Visit) -> None:
    signs = [{"session": named(), "state": "idle", "title": f"Idle {number}"} for number in range(14)]
    done(bot.post("/api/sessions/signs", signs))
    tab = opened(visit(person))
    tab.sees("and 4 more idle")
    assert tab.run(f"{TITLES}.length") == 10
    tab.click(".watched button", "💤 and 4 more idle")
    tab.until(f"{TITLES}.length === 14")


@pytest.mark.slow
def test_a_name_of_an_agent_is_text_and_fits(person: Caller, visit: Visit) -> None:
    hub: Hub = person.hub
    bot = hub.new_agent(person, name=f"{secrets.token_hex(8)}{'a' * 48}")
    markup = "<img src=x onerror=document.title='caught'><script>document.title='caught'</script>"
    long, turned = "w" * 300, "abc\u202edcba"
    tools = [{"tool": markup, "argument": long}, {"tool": long[:200], "argument": turned}]
    todos = [{"content": long, "status": "in_progress"}, {"content": markup, "status": "odd"}, {"content": 3}, None]
    more = {"client": "c" * 200, "directory": f"/{long}", "place": {"host": markup}, "trouble": long[:200]}
    sign(bot, named(), "working", title=f"{markup} {turned} {long}", tools=tools, todos=todos, **more)
    request = COMMAND | {"permission": markup, "metadata": {"command": long}}
    sign(bot, named(), "working", title="Other", requests=[request], reason=long)
    tab = opened(visit(person, **PHONE))
    tab.until(f"{TITLES}.length === 2")
    tab.sees("abc\\u202edcba")
    assert tab.run("document.documentElement.scrollWidth") == 375
    assert tab.run("document.querySelector('main img, main script')") is None
    assert "caught" not in tab.run("document.title")
