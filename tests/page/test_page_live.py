"""The page stays true while things happen: new questions, notifications, a hub that goes and comes back."""

from collections.abc import Callable

import pytest

from support.answers import done, until
from support.browser import Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import YES, answer, ask, ask_text, look, try_ask

FORGETFUL = """
const Real = WebSocket;
window.WebSocket = class extends Real { constructor(url) { super(url.replace(/hub=[^&]*/, "hub=another")); } };
"""
GATE = """
const real = fetch;
window.gate = null;
window.fetch = async (...how) => { await gate?.promise; return real(...how); };
"""
DEAD_LINES = """
window.opened = 0;
window.dead = false;
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(url) { super(url); opened += 1; }
  set onmessage(take) { super.onmessage = take && ((message) => dead || take(message)); }
};
"""
#: The five seconds in which one may undo are over soon.
SOON = "const real = setTimeout; window.setTimeout = (work, ms, ...rest) => real(work, ms === 5000 ? 300 : ms, ...rest)"
HOSTILE = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>&amp;"\'</b>'


@pytest.mark.slow
def test_text_of_agents_stays_text_wherever_it_is_shown(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    labels = dict.fromkeys(("repo", "branch", "asked_as", "task", "action_label", "window_title"), HOSTILE)
    ask(agent, title=HOSTILE, question=HOSTILE + "\n?", options=[HOSTILE, "No"], free_text=True, **labels)
    before = ask_text(agent, title="earlier", question=HOSTILE, project="/p")
    answer(hub.owner, before["id"], text=HOSTILE)
    ask_text(agent, title="typed", question="And?", project="/p")
    agent.send(HOSTILE, message=HOSTILE + ".", category=HOSTILE)
    tab.until("document.querySelectorAll('.row-of').length === 1 && document.querySelector('.history')")
    assert tab.text().count(HOSTILE) >= 9
    assert tab.run("document.querySelectorAll('main img, main script, main b b').length") == 0
    assert tab.run("window.hit") is None


@pytest.mark.slow
def test_typing_is_not_disturbed_by_what_arrives(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask_text(agent)
    tab.click(f'[data-id="{asked["id"]}"] textarea')
    tab.type("half a ")
    before = ask(agent, title="another question")
    agent.send("a notification meanwhile")
    tab.sees("another question")
    tab.sees("a notification meanwhile")
    answer(hub.owner, before["id"], choice=YES)
    tab.until(f"document.querySelector('[data-id=\"{before['id']}\"]').innerText.includes('Answered')")
    tab.type("thought")
    tab.key("Enter")
    until(lambda: look(agent, asked["id"])["reply"] == "half a thought", "all that was typed is sent")


def test_a_hub_that_was_killed_is_found_again_and_nothing_typed_is_lost(
    hub_process: HubMaker, visit: Visit, again: Callable[[Hub], None]
) -> None:
    hub = hub_process()
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = ask_text(agent)
    tab.click(f'[data-id="{asked["id"]}"] textarea')
    tab.type("I was writing")
    tab.run("window.sameDocument = true")
    hub.kill()
    tab.sees("No connection to the hub")
    tab.key("Enter")
    tab.sees("Not sent")
    again(hub)
    late = ask(agent, title="asked while the page was away")
    tab.sees("asked while the page was away")
    tab.sees("Live")
    assert tab.run("window.sameDocument") is True
    tab.click(f'[data-id="{asked["id"]}"] button', "Send")
    until(lambda: look(agent, asked["id"])["reply"] == "I was writing", "the reply arrives")
    assert look(agent, late["id"])["state"] == "open"


@pytest.mark.slow
def test_a_question_that_was_settled_while_the_page_was_away_is_gone_when_it_is_back(
    hub_process: HubMaker, visit: Visit, again: Callable[[Hub], None]
) -> None:
    """The socket is told that its place is of another hub, so that everything is read again."""
    hub = hub_process()
    agent, tab = hub.new_agent(), visit(hub.owner, FORGETFUL)
    gone, stays = ask(agent, title="answered meanwhile"), ask(agent, title="still open")
    tab.sees("still open")
    hub.kill()
    tab.sees("No connection to the hub")
    again(hub)
    answer(hub.owner, gone["id"], choice=YES)
    tab.until("document.title === '(1) Bellpull'")
    tab.sees("answered meanwhile · Answered over REST")
    assert tab.run(f"document.querySelector('[data-id=\"{stays['id']}\"] button').textContent") == YES


@pytest.mark.slow
def test_the_title_counts_and_a_new_question_is_announced(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    assert tab.run("document.title") == "Bellpull"
    ask(agent, title="One")
    asked = ask(agent, title="Two")
    tab.until("document.title === '(2) Bellpull'")
    said = "document.querySelector('[aria-live]').textContent"
    assert tab.run(said) == f"New question from {agent.name}: Two"
    titles = "[...document.querySelectorAll('.card h3')].map((one) => one.textContent)"
    assert tab.run(titles) == ["One", "Two"]
    answer(hub.owner, asked["id"], choice=YES)
    tab.until("document.title === '(1) Bellpull'")


@pytest.mark.slow
def test_notifications_come_and_go(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, SOON)
    sent = [agent.send(f"No. {n}", message=f"Details of {n}", priority="high") for n in range(3)]
    titles = "[...document.querySelectorAll('.row-of h3')].map((one) => one.textContent).join()"
    tab.until(f"{titles} === 'No. 2,No. 1,No. 0'")
    tab.sees("Details of 0")
    tab.click(f'[data-id="{sent[1]["id"]}"] button', "Acknowledge")
    tab.sees(f"seen by {hub.owner.name}")
    until(lambda: agent.read(sent[1]["id"])["status"] == "acknowledged", "the hub knows")
    tab.click(f'[data-id="{sent[2]["id"]}"] button', "Dismiss")
    tab.until(f"{titles} === 'No. 1,No. 0'")
    done(hub.owner.post(f"/api/notifications/{sent[0]['id']}/dismiss"))
    tab.until(f"{titles} === 'No. 1'")
    tab.click("button", "Dismiss all")
    tab.sees("No notifications")
    until(lambda: agent.read(sent[1]["id"])["status"] == "dismissed", "the hub knows")


@pytest.mark.slow
def test_a_question_is_not_also_listed_as_a_notification(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = ask(agent)
    agent.send("told afterwards")
    tab.sees("told afterwards")
    assert tab.run("document.querySelectorAll('.row-of').length") == 1
    answer(hub.owner, asked["id"], choice=YES)
    tab.until("!document.querySelector('.card')")
    assert tab.run("document.querySelectorAll('.row-of').length") == 1


@pytest.mark.slow
def test_a_message_that_is_only_shown_stands_among_the_notifications(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    done(try_ask(agent, {"kind": "show", "title": "For your eyes", "question": "All 212 tests pass."}), 201)
    tab.sees("All 212 tests pass.")
    assert tab.run("document.querySelector('.row-of .mark').textContent") == "message"
    assert tab.run("document.title") == "Bellpull"


@pytest.mark.slow
def test_an_agent_that_is_new_and_one_that_is_removed_are_followed(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    person = hub.new_person()
    tab = visit(person)
    tab.sees("No open questions")
    agent = hub.new_agent(person)
    ask(agent, title="From the new one")
    tab.sees("From the new one")
    done(person.delete(f"/api/agents/{agent.name}"))
    tab.sees("No open questions")


def test_events_that_come_while_the_lists_are_being_read_are_not_lost(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    tab = visit(hub.owner, GATE)
    tab.sees("No open questions")
    tab.run("window.gate = Promise.withResolvers(); 0")
    agents = [hub.new_agent() for _ in range(3)]
    asked = [ask(agent, title=f"from {agent.name}") for agent in agents]
    answer(hub.owner, asked[0]["id"], choice=YES)
    tab.run("gate.resolve(); window.gate = null; 0")
    tab.sees(f"from {agents[2].name}")
    tab.until("document.title === '(2) Bellpull'")
    ask(agents[0], title="after that")
    tab.sees("after that")


@pytest.mark.slow
def test_the_page_knocks_again_after_a_sleep(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner, DEAD_LINES)
    tab.sees("Live")
    tab.run("dead = true; (now => { Date.now = () => now() + 3600_000; })(Date.now)")
    tab.until("opened === 2")
    tab.run("dead = false")
    ask(agent, title=f"after the sleep of {agent.name}")
    tab.sees(f"after the sleep of {agent.name}")
