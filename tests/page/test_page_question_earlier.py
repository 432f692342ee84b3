"""Earlier: the last answers in a question's project folder. It is there if there are some, and never above a secret."""

import pytest

from support.answers import done, until
from support.browser import Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import NO, YES, Question, answer, ask, ask_text, try_ask

#: The first answer to a request for them is held back until the test lets it go.
HELD = """
const real = fetch;
let held = new Promise((go) => (window.letGo = go));
window.fetch = async (path, ...how) => {
  const answer = await real(path, ...how);
  if (!path.startsWith("/api/history") || !held) return answer;
  const until = held;
  held = null;
  await until;
  return answer;
};
"""
#: How many exchanges the hub gives if nobody says how many.
USUAL = 5


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def earlier(question: Question) -> str:
    """What its card shows of them; undefined without a fold."""
    return f"document.querySelector('{card(question)} .earlier')?.textContent"


def folder(agent: Caller) -> str:
    return f"/home/ada/{agent.name}"


def test_earlier_answers_are_a_fold_of_a_question_with_options_that_names_their_folder(
    hub: Hub, agent: Caller, visit: Visit
) -> None:
    project = folder(agent)
    tab = visit(hub.owner)
    first = ask(agent, project=project)
    tab.until(f"document.querySelector('{card(first)}')")
    answer(hub.owner, first["id"], choice=YES)
    second = ask(agent, project=project)
    tab.click(f"{card(second)} .earlier summary", f"Earlier in {agent.name}")
    tab.until(f"document.querySelector('{card(second)} .history').checkVisibility()")
    assert f"you {YES}" in tab.run(earlier(second))


@pytest.mark.slow
def test_the_first_question_of_a_folder_has_nothing_to_open(hub: Hub, person: Caller, visit: Visit) -> None:
    new, old = hub.new_agent(person), hub.new_agent(person)
    before = ask(old, project=folder(old))
    answer(person, before["id"], choice=YES)
    first, typed, second = (
        ask(new, project=folder(new)),
        ask_text(new, project=folder(new)),
        ask(old, project=folder(old)),
    )
    tab = visit(person)
    read = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/api/history')).length"
    tab.until(f"{earlier(second)} && {read} === 2")
    assert tab.run(f"[{earlier(first)}, {earlier(typed)}]") == [None, None]


@pytest.mark.slow
def test_a_question_that_nobody_answered_is_not_among_the_earlier_ones(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, other = hub.new_agent(person), hub.new_agent(person)
    project = folder(agent)
    for asker, words, said in (
        (agent, "Shall it be blue?", {"choice": NO}),
        (other, "Of another agent?", {"choice": YES}),
        (agent, "Was closed?", {"outcome": "dismissed"}),
    ):
        asked = ask(asker, question=words, project=project)
        answer(person, asked["id"], **said)
    secret = ask_text(agent, question="Was secret?", project=project, secret=True)
    answer(person, secret["id"], text="hunter2")
    done(try_ask(agent, {"kind": "show", "title": "Shown", "question": "Only shown.", "project": project}), 201)
    tab = visit(person)
    now = ask_text(agent, question="And now?", project=project)
    shown = tab.until(earlier(now))
    assert [words in shown for words in ("Shall it be blue?", "Of another agent?")] == [True, True]
    assert [words in shown for words in ("Was closed?", "Was secret?", "Only shown.")] == [False] * 3


@pytest.mark.slow
def test_closed_questions_do_not_hide_the_last_answers(hub: Hub, person: Caller, visit: Visit) -> None:
    agent = hub.new_agent(person)
    project = folder(agent)
    for number in range(USUAL + 1):
        asked = ask_text(agent, question=f"Name {number}?", project=project)
        answer(person, asked["id"], text=f"reply {number}")
    for number in range(USUAL):
        asked = ask(agent, question=f"Closed {number}?", project=project)
        answer(person, asked["id"], outcome="dismissed")
    tab = visit(person)
    now = ask_text(agent, project=project)
    shown = tab.until(earlier(now))
    assert [f"reply {number}" in shown for number in range(USUAL + 1)] == [False] + [True] * USUAL
    assert "Closed" not in shown


@pytest.mark.slow
def test_nothing_stands_above_a_secret(hub: Hub, person: Caller, visit: Visit) -> None:
    agent = hub.new_agent(person)
    before = ask_text(agent, project=folder(agent))
    answer(person, before["id"], text="Bellpull")
    secret = ask_text(agent, question="The password?", project=folder(agent), secret=True)
    plain = ask_text(agent, question="The name?", project=folder(agent))
    tab = visit(person)
    tab.until(f"document.querySelector('{card(secret)}') && {earlier(plain)}")
    assert tab.run(earlier(secret)) is None


@pytest.mark.slow
def test_the_answers_of_a_folder_are_read_once_for_all_its_cards(hub: Hub, person: Caller, visit: Visit) -> None:
    one, other = hub.new_agent(person), hub.new_agent(person)
    for agent in (one, other):
        before = ask(agent, project=folder(agent))
        answer(person, before["id"], choice=YES)
        for number in range(6):
            (ask if number % 2 else ask_text)(agent, title=f"question {number}", project=folder(agent))
    tab = visit(person)
    tab.until("document.querySelectorAll('.card .earlier').length === 12")
    assert len(tab.asked("/api/history")) == 2


@pytest.mark.slow
def test_an_answer_that_comes_while_they_are_read_is_shown_by_the_next_card(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent = hub.new_agent(person)
    first = ask(agent, project=folder(agent))
    tab = visit(person, HELD)
    until(lambda: tab.asked("/api/history"), "the first card reads them")
    answer(person, first["id"], choice=YES)
    second = ask_text(agent, project=folder(agent))
    assert YES in tab.until(earlier(second))
    tab.run("letGo()")


@pytest.mark.slow
def test_the_fold_speaks_french(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub(language="fr")
    agent = hub.new_agent()
    before = ask(agent, project="/home/ada/shop")
    answer(hub.owner, before["id"], choice=YES)
    ask(agent, project="/home/ada/shop")
    visit(hub.owner).sees("Auparavant dans shop")
