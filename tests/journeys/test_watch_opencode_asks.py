"""Asks in the real OpenCode, as the watch shows them: a bell with its title, until the person has answered."""

import json

import pytest
from shown import DB, FOREIGN, built_in, foreign, has_no_bell, is_a_bell, rings, woken
from watching import ACCEPTED, Record, Watched, Work, ask, note

from support.answers import done
from support.fake_model import Call
from support.questions import answer, listed, look, surface

NAME = {"question": "How shall it be called?", "header": "Name", "options": [{"label": "bell", "description": "short"}]}

pytestmark = pytest.mark.slow


def test_an_ask_is_in_the_title_as_soon_as_it_is_made(opencode: Watched, record_property: Record) -> None:
    go_on = opencode.project / "title-was-read"
    hold = Call("bash", {"command": f"until [ -e {go_on} ]; do sleep 0.05; done", "description": "hold"})
    work = opencode.begin(ask(title="At once?"), hold)
    bell = work.shown(lambda shown: "🔔" in shown.title, "the bell is in the title")
    began = opencode.events.tool_began(work.session, "bellpull_ask_user")
    note(record_property, "the call begins → 🔔 in the title", began, bell)
    shown = work.waits("ask")
    assert [shown.session[name] for name in ("busy", "has_pending_ask_user", "ask_user_title")] == [
        *(True, True, "At once?"),
    ]
    assert shown.title == "🤖 1 🔔"
    answer(opencode.owner, shown.wait["question_id"], choice="No")
    has_no_bell(work.waits_no_more())
    go_on.touch()
    work.rest()


def test_two_asks_of_one_turn_ring_each_until_its_own_answer(opencode: Watched) -> None:
    both = [ask(title="Merge?"), ask(title="Tag?", question="Tag the release?")]
    work = opencode.begin(both, "Two questions.")
    bell = work.waits("ask", 2, idle=True)
    is_a_bell(bell, work.title, *(wait["title"] for wait in bell.waits))
    assert {wait["title"] for wait in bell.waits} == {"Merge?", "Tag?"}
    first, second = (wait["question_id"] for wait in sorted(bell.waits, key=lambda wait: str(wait["title"])))
    answer(opencode.owner, second, choice="No")
    left = work.waits("ask")
    assert left.session["ask_user_title"] == "Merge?"
    assert left.wait["question_id"] == first
    assert "🔔" in left.title
    woken(work, 3)
    is_a_bell(work.waits("ask", idle=True), work.title, "Merge?")
    answer(opencode.owner, first, choice="Yes, merge")
    has_no_bell(work.waits_no_more())
    woken(work, 4)


def test_successive_asks_ring_one_after_the_other(opencode: Watched) -> None:
    work = opencode.begin(foreign(), "First.")
    first = rings(work)
    assert first.session["ask_user_title"] == FOREIGN["title"]
    work.say("Go on, then ask again.", foreign(title="Encore ?"), foreign(title="Et puis ?"), "Second.")
    second = rings(work, 2)
    is_a_bell(second, work.title, *(wait["title"] for wait in second.waits))
    assert {wait["title"] for wait in second.waits} == {"Encore ?", "Et puis ?"}
    work.say("That will do.")
    has_no_bell(work.waits_no_more())
    work.rest()
    has_no_bell(work.waits_no_more())


def test_a_person_who_writes_in_the_session_has_answered_what_it_asked(
    opencode: Watched, record_property: Record
) -> None:
    work = opencode.begin(ask(title="Elsewhere?"), "I wait.")
    bell = work.waits("ask", idle=True)
    id = bell.wait["question_id"]
    wrote = work.say("I have merged it myself.")
    gone = work.shown(lambda shown: "🔔" not in shown.title and not shown.waits, "the bell is gone")
    note(record_property, "the person writes → no bell", wrote, gone)
    settled = look(opencode.owner, id)
    assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    work.rest()
    has_no_bell(work.waits_no_more())
    assert len(opencode.model.heard("I have merged it myself.")) == 1


@pytest.mark.parametrize("whose", ["own", "somebody else's"])
def test_an_ask_of_a_sub_agent_rings_at_its_root_until_the_person_writes_there(opencode: Watched, whose: str) -> None:
    call = ask(title="From below?") if whose == "own" else foreign(title="From below?")
    prompt = f"Ask as a sub-agent: {whose}."
    opencode.model.play(prompt, call, "I have asked.")
    task = {"description": "Ask below", "prompt": prompt, "subagent_type": "general"}
    work = opencode.begin(Call("task", task), "It has asked.")
    bell = rings(work)
    assert bell.title == "🤖 🔔"
    assert [bell.session[name] for name in ("state", "has_pending_ask_user", "ask_user_title")] == [
        *("waiting", True, "From below?"),
    ]
    assert (bell.wait["question_id"] is not None) is (whose == "own")
    work.say(f"I have read it: {whose}.")
    has_no_bell(work.waits_no_more())
    if whose == "own":
        settled = look(opencode.owner, bell.wait["question_id"])
        assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    work.rest()
    has_no_bell(work.waits_no_more())


def test_a_nudge_for_the_session_answers_nothing(opencode: Watched) -> None:
    """A nudge is a message in the session too, and none of the person's."""
    elses, own = opencode.begin(foreign(), "J'attends."), opencode.begin(ask(title="Still?"), "I wait.")
    rings(elses)
    before = own.waits("ask", idle=True)
    for work in (elses, own):
        done(opencode.owner.post("/api/agents/project/nudges", {"message": "CI is red.", "session": work.name}), 201)
        work.until(lambda: len(work.requests()) == 3, "it is told")  # noqa: B023
        work.rest()
    assert rings(elses).session["ask_user_title"] == FOREIGN["title"]
    after = own.waits("ask", idle=True)
    assert after.wait["question_id"] == before.wait["question_id"]
    assert look(opencode.owner, after.wait["question_id"])["state"] == "open"
    assert after.title == "🤖 🔔"


def test_an_ask_whose_time_is_up_rings_on_and_one_that_was_answered_in_time_does_not(opencode: Watched) -> None:
    late = opencode.begin(ask(title="In time?", wait_for_response=True, timeout=1), "I go on.")
    bell = late.waits("ask", idle=True)
    is_a_bell(bell, late.title, "In time?")
    late.answer(bell, choice="No")
    has_no_bell(late.waits_no_more())
    prompt = opencode.begin(ask(title="At once?", wait_for_response=True, timeout=60), "Thank you.")
    prompt.answer(prompt.waits("ask"), choice="Yes, merge")
    (result,) = prompt.results()
    assert json.loads(result) == ACCEPTED
    has_no_bell(prompt.shown(lambda shown: not shown.session["busy"], "it idles"))


def test_a_message_with_a_window_rings_only_while_it_waits_for_words(opencode: Watched) -> None:
    told = Call("bellpull_notify", {"message": "The tests are green.", "title": "News", "wait_for_response": False})
    typed = Call("bellpull_notify", {"message": "How shall it be called?", "title": "Name", "timeout": 120})
    with surface(opencode.owner, "notification", "buttons", "text"):
        work = opencode.begin(told, typed, "Thank you.")
        bell = work.waits("ask")
        assert bell.title == "🤖 1 🔔"
        assert [bell.wait[name] for name in ("source", "session")] == ["hub", work.name]
        asked = work.question(bell)
        assert (asked["kind"], asked["question"]) == ("text", "How shall it be called?")
        work.answer(bell, text="Bellpull")
        *_, result = work.results()
    assert "User response: Bellpull" in result
    has_no_bell(work.shown(lambda shown: not shown.session["busy"], "it idles"))


def test_a_session_that_nobody_has_written_in_idles(opencode: Watched) -> None:
    id = opencode.server.new_session("Empty so far")
    empty = Work(opencode, id, "", "Empty so far", opencode.project)
    opencode.begun.append(empty)
    shown = empty.shown(lambda shown: True, "it is shown")
    assert (shown.session["state"], shown.waits) == ("idle", [])
    has_no_bell(shown)


def test_words_that_the_person_wrote_while_the_hub_was_dead_count(opencode: Watched) -> None:
    left, answered = opencode.begin(ask(title="Left?"), "I wait."), opencode.begin(ask(title="Written?"), "I wait.")
    before = left.waits("ask", idle=True)
    id = answered.waits("ask", idle=True).wait["question_id"]
    opencode.hub.kill()
    answered.say("I have done it.")
    answered.until(lambda: opencode.model.heard("I have done it."), "it reads what was written")
    answered.rest()
    opencode.hub.start()
    answered.until(lambda: look(opencode.owner, id)["state"] == "settled", "the question is withdrawn")
    settled = look(opencode.owner, id)
    assert [settled[name] for name in ("outcome", "via")] == ["withdrawn", "client"]
    after = left.shown(lambda shown: shown.title == "🤖 🔔", "it still rings")
    assert after.wait == before.wait
    left.answer(after, choice="No")
    has_no_bell(left.waits_no_more())
    woken(left, 3)


def test_several_questions_of_one_request_are_answered_one_by_one_and_replied_to_together(opencode: Watched) -> None:
    work = opencode.begin(built_in(DB, NAME))
    bell = work.waits("ask", 2)
    assert {wait["title"] for wait in bell.waits} == {"Database", "Name"}
    ids = {wait["title"]: wait["question_id"] for wait in bell.waits}
    answer(opencode.owner, ids["Name"], text="bellpull")
    left = work.waits("ask")
    assert left.session["ask_user_title"] == "Database"
    assert len(work.requests()) == 1
    answer(opencode.owner, ids["Database"], choice="sqlite")
    (result,) = work.results()
    assert "sqlite" in result
    assert "bellpull" in result
    has_no_bell(work.waits_no_more())


@pytest.mark.parametrize("how", ["reply", "reject"])
def test_a_question_that_is_answered_in_opencode_is_withdrawn_in_the_hub(
    opencode: Watched, how: str, record_property: Record
) -> None:
    work = opencode.begin(built_in(DB))
    bell = work.waits("ask")
    request = work.asked_by_client("/question")["id"]
    began = work.in_client(f"/question/{request}/{how}", {"answers": [["sqlite"]]} if how == "reply" else None)
    gone = work.waits_no_more()
    note(record_property, f"{how} in OpenCode → no bell", began, gone)
    settled = look(opencode.owner, bell.wait["question_id"])
    assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    work.rest()
    has_no_bell(work.waits_no_more())


def test_nothing_is_left_open_at_the_end(opencode: Watched) -> None:
    assert listed(opencode.owner) == []
    assert "🔔" not in opencode.look()["title"]
