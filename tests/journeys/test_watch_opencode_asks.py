"""Asks in the real OpenCode, as the watch shows them: a bell with its title, until the person has answered."""

import json

import pytest
from carriers import did
from watching import ACCEPTED, MERGE, Record, Shown, Watched, Work, ask, note

from support.answers import done
from support.fake_model import Call
from support.questions import answer, listed, look, surface

FOREIGN = {"title": "Validation requise", "question": "Je merge sur main ?"}
DB = {
    "question": "Which database?",
    "header": "Database",
    "options": [{"label": "sqlite", "description": "a file"}, {"label": "postgres", "description": "a server"}],
}
NAME = {"question": "How shall it be called?", "header": "Name", "options": [{"label": "bell", "description": "short"}]}


def foreign(**more: str) -> Call:
    return Call("notify_ask_user", FOREIGN | more)


def built_in(*questions: dict[str, object]) -> Call:
    return Call("question", {"questions": list(questions)})


def rings(work: Work, count: int = 1) -> Shown:
    """Once it idles and so many asks of its turn ring."""
    return work.shown(lambda shown: not shown.session["busy"] and len(shown.waits) == count, f"{count} asks ring")


def woken(work: Work, count: int) -> None:
    """Once the model was asked so often, and it idles again."""
    work.until(lambda: len(work.requests()) == count, "a message wakes it")
    work.rest()


def is_a_bell(shown: Shown, work_title: str, *asked: str) -> None:
    """In the title, in the menu, and in the fields that the seed names."""
    assert shown.title == "🤖 🔔"
    assert shown.menu == [f"🔔 {work_title}", *(f'└ "{title}"' for title in asked)]
    assert shown.watch["has_any_pending_ask_user"] is True
    assert shown.watch["has_any_permission"] is False
    assert [shown.session[name] for name in ("state", "busy", "has_pending_ask_user")] == ["waiting", False, True]
    assert shown.session["ask_user_title"] in asked


def is_none(shown: Shown) -> None:
    assert "🔔" not in shown.title
    assert not any("🔔" in line for line in shown.menu)
    assert shown.watch["has_any_pending_ask_user"] is False
    assert (shown.session["has_pending_ask_user"], shown.session["ask_user_title"]) == (False, "")


@pytest.mark.parametrize(
    "closing",
    ["I have asked and wait.", pytest.param("", marks=pytest.mark.slow)],
    ids=["closing text", "empty closing text"],
)
def test_an_ask_rings_until_it_is_answered_in_the_hub(opencode: Watched, closing: str, record_property: Record) -> None:
    work = opencode.begin(ask(), closing)
    bell = work.waits("ask", idle=True)
    note(record_property, "idle → the session's bell", opencode.events.first("session.idle", work.session), bell)
    is_a_bell(bell, work.title, MERGE["title"])
    assert did(opencode.hub, "status", "--format", "plain") == "🤖 🔔\n"
    assert [bell.wait[name] for name in ("source", "confidence", "session")] == ["hub", "certain", work.name]
    asked = work.question(bell)
    assert [asked[name] for name in ("title", "question", "options")] == list(MERGE.values())
    assert bell.session["agent_name"] == asked["agent_name"] == "project"
    answered = work.answer(bell, choice="Yes, merge")
    gone = work.shown(lambda shown: not shown.session["has_pending_ask_user"], "the bell is gone")
    note(record_property, "answer in the hub → no bell", answered, gone)
    assert "🔔" not in gone.title
    assert "🔔" not in did(opencode.hub, "status", "--format", "plain")
    woken(work, 3)
    assert any(json.dumps(ACCEPTED) in str(message["content"]) for message in work.requests()[-1]["messages"])
    is_none(work.waits_no_more())


@pytest.mark.slow
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
    is_none(work.waits_no_more())
    go_on.touch()
    work.rest()


def test_somebody_elses_ask_rings_until_the_person_writes(opencode: Watched, record_property: Record) -> None:
    work = opencode.begin(foreign(), "J'attends.")
    bell = rings(work)
    note(record_property, "idle → 🔔 in the title", opencode.events.first("session.idle", work.session), bell)
    is_a_bell(bell, work.title, FOREIGN["title"])
    assert [bell.wait[name] for name in ("kind", "title", "question_id", "request")] == [
        *("ask", FOREIGN["title"], None, None),
    ]
    assert bell.wait["source"] in ("event", "list")
    assert bell.wait["confidence"] != "certain"
    wrote = work.say("Oui, merge.")
    gone = work.waits_no_more()
    note(record_property, "the person writes → no bell", wrote, gone)
    work.rest()
    is_none(work.waits_no_more())


@pytest.mark.slow
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
    is_none(work.waits_no_more())
    woken(work, 4)


@pytest.mark.slow
def test_successive_asks_ring_one_after_the_other(opencode: Watched) -> None:
    work = opencode.begin(foreign(), "First.")
    first = rings(work)
    assert first.session["ask_user_title"] == FOREIGN["title"]
    work.say("Go on, then ask again.", foreign(title="Encore ?"), foreign(title="Et puis ?"), "Second.")
    second = rings(work, 2)
    is_a_bell(second, work.title, *(wait["title"] for wait in second.waits))
    assert {wait["title"] for wait in second.waits} == {"Encore ?", "Et puis ?"}
    work.say("That will do.")
    is_none(work.waits_no_more())
    work.rest()
    is_none(work.waits_no_more())


@pytest.mark.slow
def test_who_writes_in_the_session_has_answered_what_it_asked(opencode: Watched, record_property: Record) -> None:
    work = opencode.begin(ask(title="Elsewhere?"), "I wait.")
    bell = work.waits("ask", idle=True)
    id = bell.wait["question_id"]
    wrote = work.say("I have merged it myself.")
    gone = work.shown(lambda shown: "🔔" not in shown.title and not shown.waits, "the bell is gone")
    note(record_property, "the person writes → no bell", wrote, gone)
    settled = look(opencode.owner, id)
    assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    work.rest()
    is_none(work.waits_no_more())
    assert len(opencode.model.heard("I have merged it myself.")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("whose", ["own", "somebody else's"])
def test_what_a_sub_agent_asked_rings_at_its_root_until_the_person_writes_there(opencode: Watched, whose: str) -> None:
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
    is_none(work.waits_no_more())
    if whose == "own":
        settled = look(opencode.owner, bell.wait["question_id"])
        assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    work.rest()
    is_none(work.waits_no_more())


@pytest.mark.slow
def test_what_bellpull_tells_the_session_answers_nothing(opencode: Watched) -> None:
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


@pytest.mark.slow
def test_an_ask_whose_time_is_up_rings_on_and_one_that_was_answered_in_time_does_not(opencode: Watched) -> None:
    late = opencode.begin(ask(title="In time?", wait_for_response=True, timeout=1), "I go on.")
    bell = late.waits("ask", idle=True)
    is_a_bell(bell, late.title, "In time?")
    late.answer(bell, choice="No")
    is_none(late.waits_no_more())
    prompt = opencode.begin(ask(title="At once?", wait_for_response=True, timeout=60), "Thank you.")
    prompt.answer(prompt.waits("ask"), choice="Yes, merge")
    (result,) = prompt.results()
    assert json.loads(result) == ACCEPTED
    is_none(prompt.shown(lambda shown: not shown.session["busy"], "it idles"))


@pytest.mark.slow
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
    is_none(work.shown(lambda shown: not shown.session["busy"], "it idles"))


@pytest.mark.slow
def test_a_session_that_nobody_has_written_in_idles(opencode: Watched) -> None:
    id = opencode.server.new_session("Empty so far")
    empty = Work(opencode, id, "", "Empty so far", opencode.project)
    opencode.begun.append(empty)
    shown = empty.shown(lambda shown: True, "it is shown")
    assert (shown.session["state"], shown.waits) == ("idle", [])
    is_none(shown)


@pytest.mark.slow
def test_what_the_person_wrote_while_the_hub_was_dead_counts(opencode: Watched) -> None:
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
    is_none(left.waits_no_more())
    woken(left, 3)


def test_a_question_of_opencode_is_answered_in_the_hub_and_the_agent_goes_on(
    opencode: Watched, record_property: Record
) -> None:
    work = opencode.begin(built_in(DB))
    bell = work.waits("ask")
    note(record_property, "question.asked → 🔔", opencode.events.first("question.asked", work.session), bell)
    assert bell.title == "🤖 1 🔔"
    assert bell.menu[0] == f"🔔 {work.title}"
    assert [line["kind"] for line in bell.lines if line["question_id"]] == ["question"]
    assert "Database" in " ".join(bell.menu[1:])
    assert [bell.session[name] for name in ("state", "busy", "has_pending_ask_user", "ask_user_title")] == [
        *("waiting", True, True, "Database"),
    ]
    assert (bell.wait["source"], bell.wait["confidence"]) in [("event", "certain"), ("list", "certain")]
    asked = work.question(bell)
    assert [asked[name] for name in ("kind", "title", "options", "free_text")] == [
        *("choice", "Database", ["sqlite", "postgres"], True),
    ]
    assert "Which database?" in asked["question"]
    assert "a file" in asked["question"]
    assert asked["request"] == bell.wait["request"] == work.asked_by_client("/question")["id"]
    answered = work.answer(bell, choice="postgres")
    gone = work.waits_no_more()
    note(record_property, "answer in the hub → no bell", answered, gone)
    (result,) = work.results()
    assert "postgres" in result
    is_none(work.waits_no_more())
    assert opencode.events.first("question.replied", asked["request"])
    assert len(opencode.events.of("question.replied", asked["request"])) == 1
    work.until(lambda: look(opencode.owner, asked["id"])["handed_at"], "it says that it was carried out")


@pytest.mark.slow
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
    is_none(work.waits_no_more())


@pytest.mark.slow
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
    is_none(work.waits_no_more())


def test_nothing_is_left_open_at_the_end(opencode: Watched) -> None:
    assert listed(opencode.owner) == []
    assert "🔔" not in opencode.look()["title"]
