"""Answering on the page: buttons, typed replies, and what becomes of the other copies."""

import itertools
import json

import pytest

from support.answers import until
from support.browser import Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import NO, YES, Poll, Question, answer, ask, ask_text, look, verb

DEAF = """
const real = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
const deaf = (take) => take && ((message) => message.data.includes("question_settled") || take(message));
Object.defineProperty(WebSocket.prototype, "onmessage", { set(take) { real.set.call(this, deaf(take)); } });
"""


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def settled(caller: Caller, question: Question) -> Question:
    return until(lambda: (now := look(caller, question["id"]))["state"] == "settled" and now, "it is settled")


def fields(question: Question, *names: str) -> list[object]:
    return [question[name] for name in names]


@pytest.mark.slow
def test_a_question_appears_and_a_click_reaches_the_call_that_waits(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, wait=60, repo="bellpull", branch="main", task="release")
    tab.until(f"document.querySelector('{card(asked)}')")
    told = tab.run(f"document.querySelector('{card(asked)}').innerText")
    for words in (agent.name, "bellpull@main", "release", "Merge to main?", "The agent is waiting: "):
        assert words in told
    with Poll(agent, asked["id"]) as poll:
        tab.click(f"{card(asked)} button", YES)
        got = poll.question()
    assert fields(got, "outcome", "choice", "via") == ["accepted", YES, "page"]


@pytest.mark.slow
def test_buttons_give_each_its_own_answer(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    for label, outcome, choice in ((NO, "declined", NO), ("Close", "dismissed", None), (YES, "accepted", YES)):
        asked = ask(agent)
        tab.click(f"{card(asked)} button", label)
        assert fields(settled(agent, asked), "outcome", "choice") == [outcome, choice]


def test_a_question_that_is_answered_elsewhere_folds_away_and_says_where(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab, other = visit(hub.owner), visit(hub.owner)
    asked = ask(agent)
    other.until(f"document.querySelector('{card(asked)} button')")
    tab.click(f"{card(asked)} button", YES)
    for seen in (tab, other):
        seen.until(f"document.querySelector('{card(asked)}')?.innerText.includes('Answered')")
        seen.until(f"document.querySelectorAll('{card(asked)} button').length === 0")
    assert "Answered on the page" in other.text()
    other.until(f"!document.querySelector('{card(asked)}')")


@pytest.mark.slow
def test_a_settled_question_goes_from_under_a_pointer_that_rests(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked, left = ask(agent, title="first"), ask(agent, title="second")
    tab.until(f"document.querySelector('{card(left)} button')")
    tab.point_at(".questions .cards")
    answer(hub.owner, asked["id"], choice=YES, via="cli")
    tab.until(f"document.querySelector('{card(asked)}.folded')")
    tab.until(f"!document.querySelector('{card(asked)}')")
    assert tab.run("document.querySelector('.questions .cards').matches(':hover')")
    assert look(agent, left["id"])["state"] == "open"


@pytest.mark.slow
def test_a_pointer_that_never_rests_does_not_hold_what_was_settled_for_ever(
    hub: Hub, agent: Caller, visit: Visit
) -> None:
    tab = visit(hub.owner)
    asked, left = ask(agent, title="first"), ask(agent, title="second")
    tab.until(f"document.querySelector('{card(left)} button')")
    tab.point_at(".questions .cards")
    answer(hub.owner, asked["id"], choice=YES, via="cli")
    tab.until(f"document.querySelector('{card(asked)}.folded')")
    places = itertools.cycle((5, 9))

    def gone() -> bool:
        tab.point_at(".questions .cards", down=next(places))
        return bool(tab.run(f"!document.querySelector('{card(asked)}')"))

    until(gone, "it goes though the hand goes on moving")


def test_a_person_who_comes_too_late_is_told_who_was_quicker(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner, DEAF)
    asked = ask(agent)
    tab.until(f"document.querySelector('{card(asked)} button')")
    answer(hub.owner, asked["id"], choice=NO, via="cli")
    tab.click(f"{card(asked)} button", YES)
    tab.sees("Answered on the command line")
    assert look(agent, asked["id"])["choice"] == NO


@pytest.mark.slow
def test_the_second_of_two_quick_clicks_does_not_answer_the_next_question(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, "performance.now = () => 1000;")
    first, second = ask(agent, title="first"), ask(agent, title="second")
    tab.until(f"document.querySelector('{card(second)} button')")
    tab.click(f"{card(first)} button", YES)
    tab.until(f"document.querySelectorAll('{card(first)} button').length === 0")
    # The card folded, the next one moved up: this click comes from the same hand, a moment later.
    tab.click(f"{card(second)} button", YES)
    tab.run("performance.now = () => 2000")
    tab.click(f"{card(second)} button", NO)
    assert settled(agent, first)["choice"] == YES
    assert settled(agent, second)["choice"] == NO


def test_a_typed_reply_is_sent_with_enter_and_keeps_its_lines(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    tab.click(f"{card(asked)} textarea")
    tab.type("two")
    tab.key("Enter", shift=True)
    tab.type("lines, “quoted” & <b>bold</b>")
    tab.key("Enter")
    got = settled(agent, asked)
    assert fields(got, "outcome", "reply") == ["accepted", "two\nlines, “quoted” & <b>bold</b>"]


@pytest.mark.slow
def test_an_enter_that_ends_a_composition_sends_nothing(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    tab.click(f"{card(asked)} textarea")
    tab.compose("にほん")
    tab.key("Enter", composing=True)
    tab.type("日本")
    assert look(agent, asked["id"])["state"] == "open"
    tab.key("Enter")
    assert settled(agent, asked)["reply"] == "日本"


def test_cancel_and_close_are_two_outcomes_and_send_alone_is_a_third(hub: Hub, agent: Caller, visit: Visit) -> None:
    for label, outcome in (("Cancel", "cancelled"), ("×", "dismissed"), ("Send", "empty")):
        tab = visit(hub.owner)
        asked = ask_text(agent)
        tab.click(f"{card(asked)} textarea")
        tab.key("Enter")
        tab.click(f"{card(asked)} button", label)
        assert settled(agent, asked)["outcome"] == outcome


@pytest.mark.slow
def test_something_else_is_typed(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    plain, asked = ask(agent), ask(agent, free_text=True)
    tab.click(f"{card(asked)} button", "Something else…")
    tab.key("Enter")
    tab.type("Not on a Friday")
    assert "Something else…" not in tab.run(f"document.querySelector('{card(plain)}').innerText")
    tab.click(f"{card(asked)} button", "Send")
    assert fields(settled(agent, asked), "outcome", "choice") == ["accepted", "Not on a Friday"]


def test_a_secret_is_not_shown_and_not_kept_by_the_browser(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent, secret=True)
    tab.click(f"{card(asked)} input")
    kind = tab.run(f"(({{type, autocomplete}}) => [type, autocomplete])(document.querySelector('{card(asked)} input'))")
    assert kind == ["password", "off"]
    tab.type("hunter2")
    answer(hub.owner, asked["id"], text="other", via="cli")
    tab.sees("Answered on the command line")
    assert "hunter2" not in tab.text()


@pytest.mark.slow
def test_a_reply_that_was_begun_stays_when_another_answers(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask_text(agent)
    tab.click(f"{card(asked)} textarea")
    tab.type("A long thought")
    answer(hub.owner, asked["id"], text="Done", via="cli")
    tab.sees("Answered on the command line")
    tab.sees("A long thought")
    tab.click(f"{card(asked)} button", "Close")
    tab.until(f"!document.querySelector('{card(asked)}')")


@pytest.mark.slow
def test_a_card_says_whether_the_agent_waits_and_that_a_late_answer_arrives(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent, wait=600)
    tab.until(f"/waiting: (10:00|9:5\\d) left/.test(document.querySelector('{card(asked)}')?.innerText)")
    verb(agent, asked["id"], "release", {"reason": "timeout"})
    tab.until(f"document.querySelector('{card(asked)}').innerText.includes('your answer will still reach it')")
    verb(agent, asked["id"], "await", {"seconds": 600})
    tab.until(f"document.querySelector('{card(asked)}').innerText.includes('is waiting')")


@pytest.mark.slow
def test_a_card_of_a_script_that_waits_no_more_says_that_the_answer_is_kept(
    hub: Hub, person: Caller, visit: Visit
) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = ask(agent, wait=600, listens=False)
    tab.until(f"document.querySelector('{card(asked)}')?.innerText.includes('is waiting')")
    verb(agent, asked["id"], "release", {"reason": "timeout"})
    tab.until(f"document.querySelector('{card(asked)}').innerText.includes('Nobody is waiting; your answer is kept')")


@pytest.mark.slow
def test_the_last_exchanges_stand_above_the_field(hub: Hub, agent: Caller, visit: Visit) -> None:
    project = f"/home/ada/{agent.name}"
    for name in ("first", "second"):
        asked = ask_text(agent, question=f"The {name} one?", project=project)
        answer(hub.owner, asked["id"], text=f"my {name} reply")
    tab = visit(hub.owner)
    asked = ask_text(agent, question="And now?", project=project)
    bare = ask_text(agent, question="Nothing before?", project=project, show_history=False)
    tab.until(f"document.querySelector('{card(asked)} .history')")
    told = tab.run(f"document.querySelector('{card(asked)} .history').innerText")
    places = [told.index(words) for words in ("The first one?", "my first reply", "The second one?", "my second reply")]
    assert places == sorted(places)
    assert "And now?" not in told
    tab.until(f"document.querySelector('{card(bare)}')")
    assert not tab.run(f"document.querySelector('{card(bare)} .history')")


@pytest.mark.slow
def test_a_secret_question_among_choices_can_be_answered_with_something_else_unseen(
    hub: Hub, agent: Caller, visit: Visit
) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, free_text=True, secret=True)
    tab.click(f"{card(asked)} button", "Something else…")
    tab.type("hunter2")
    assert tab.run(f"document.querySelector('{card(asked)} input').type") == "password"
    tab.key("Enter")
    settled(agent, asked)
    assert "hunter2" not in json.dumps(look(hub.owner, asked["id"]))


@pytest.mark.slow
def test_a_secret_without_options_is_typed_at_once(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, options=[], kind="choice", free_text=True, secret=True)
    tab.click(f"{card(asked)} input[type=password]")
    tab.type("hunter2")
    assert tab.run(f"[...document.querySelectorAll('{card(asked)} button')].map((one) => one.innerText)") == [
        "×",
        "Send",
        "Cancel",
    ]
    tab.click(f"{card(asked)} button", "Send")
    assert fields(settled(agent, asked), "outcome", "choice") == ["accepted", "hunter2"]


@pytest.mark.slow
def test_a_label_says_which_option_it_stands_for(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, options=["Delete everything", "Keep"], action_label="Go ahead")
    tab.until(f"document.querySelector('{card(asked)} button')?.innerText.includes('Delete everything')")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "closing"), [("en", "Close without answering"), ("fr", "Fermer sans répondre")])
def test_an_option_called_close_is_told_from_closing(
    hub: Hub, agent: Caller, visit: Visit, language: str, closing: str
) -> None:
    tab = visit(hub.owner)
    tab.run(f"localStorage.setItem('bellpull.language', '{language}')")
    tab.reload()
    for label, outcome, choice in (("Close", "accepted", "Close"), (closing, "dismissed", None)):
        asked = ask(agent, options=["Keep", "Close", "Ask"])
        tab.click(f"{card(asked)} button", label)
        assert fields(settled(agent, asked), "outcome", "choice") == [outcome, choice]


@pytest.mark.slow
def test_letters_that_would_run_backwards_are_shown_as_what_they_are(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, options=["\u202eseY", "No"], branch="\u2066niam", question="a\u202eb")
    tab.until(f"document.querySelector('{card(asked)}')")
    shown = tab.run(f"document.querySelector('{card(asked)}').innerText")
    assert "\\u202eseY" in shown
    assert "\\u2066niam" in shown
    assert "\u202e" not in shown


@pytest.mark.slow
def test_a_click_shows_what_was_answered(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent)
    tab.click(f"{card(asked)} button", YES)
    tab.until(f"document.querySelector('{card(asked)}')?.innerText.includes('Answered: {YES}')")
