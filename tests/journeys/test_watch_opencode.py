"""The real OpenCode without the plugin, in short, as the watch shows it: asks ring, permissions lock, people answer."""

import json

import pytest
from carriers import did
from shown import (
    DB,
    FOREIGN,
    WITHDRAWN,
    built_in,
    carried_out_once,
    foreign,
    has_no_bell,
    has_no_lock,
    is_a_bell,
    is_a_lock,
    rings,
    woken,
)
from watching import ACCEPTED, ALLOW_ALWAYS, ALLOW_ONCE, MERGE, REJECT, Record, Watched, ask, bash, note

from support.fake_model import Call
from support.questions import listed, look


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
    has_no_bell(work.waits_no_more())


def test_an_ask_of_another_server_rings_until_the_person_writes(opencode: Watched, record_property: Record) -> None:
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
    has_no_bell(work.waits_no_more())


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
    has_no_bell(work.waits_no_more())
    assert opencode.events.first("question.replied", asked["request"])
    assert len(opencode.events.of("question.replied", asked["request"])) == 1
    work.until(lambda: look(opencode.owner, asked["id"])["handed_at"], "it says that it was carried out")


def test_a_permission_is_shown_and_allowed_once_from_the_hub(opencode: Watched, record_property: Record) -> None:
    twice = [bash("touch once.txt"), bash("touch again.txt")]
    work = opencode.begin(*twice)
    lock = work.waits("permission")
    note(record_property, "permission.asked → 🔒", opencode.events.first("permission.asked", work.session), lock)
    is_a_lock(lock, work, "touch once.txt")
    assert "🔒" in did(opencode.hub, "status", "--format", "plain")
    asked = work.question(lock)
    assert [asked[name] for name in ("kind", "title", "free_text", "state")] == [
        *("permission", "Permission: bash", True, "open"),
    ]
    assert "touch once.txt" in asked["question"]
    assert "touch *" in asked["question"]
    assert [button["label"] for button in asked["buttons"]][:-1] == [ALLOW_ONCE, ALLOW_ALWAYS, REJECT]
    assert asked["request"] == lock.wait["request"] == work.asked_by_client("/permission")["id"]
    answered = work.answer(lock, choice=ALLOW_ONCE)
    gone = work.shown(lambda shown: lock.wait not in shown.waits, "that lock is gone")
    note(record_property, "answer in the hub → no 🔒", answered, gone)
    again = work.shown(lambda shown: shown.waits and shown.wait["request"] != asked["request"], "it asks once more")
    is_a_lock(again, work, "touch again.txt")
    assert (opencode.project / "once.txt").exists()
    assert not (opencode.project / "again.txt").exists()
    carried_out_once(work, lock)
    work.answer(work.waits("permission"), choice=ALLOW_ONCE)
    work.rest()
    assert len(work.requests()) == 3
    has_no_lock(work.waits_no_more())
    assert "🔒" not in did(opencode.hub, "status", "--format", "plain")


def test_a_rejection_with_a_word_reaches_the_model(opencode: Watched) -> None:
    work = opencode.begin(bash("touch unwanted.txt"))
    lock = work.waits("permission")
    work.answer(lock, text="use the folder build/ for that")
    (result,) = work.results()
    assert "use the folder build/ for that" in result
    assert len(work.requests()) == 2
    assert not (opencode.project / "unwanted.txt").exists()
    has_no_lock(work.waits_no_more())
    carried_out_once(work, lock)


def test_a_permission_of_a_sub_agent_is_asked_at_its_root(opencode: Watched, record_property: Record) -> None:
    prompt = "Touch a file as a sub-agent."
    opencode.model.play(prompt, bash("touch below.txt"), "The file is there.")
    task = {"description": "Touch a file", "prompt": prompt, "subagent_type": "general"}
    work = opencode.begin(Call("task", task))
    lock = work.waits("permission")
    child = lock.wait["session"]
    asked_at = opencode.events.first("permission.asked", child.removeprefix("opencode:"))
    note(record_property, "permission.asked of a sub-agent → 🔒 at its root", asked_at, lock)
    assert child != work.name
    assert "🔒" in lock.title
    assert lock.session["state"] == "waiting"
    sessions = lock.watch["sessions"]
    place = next(index for index, one in enumerate(sessions) if one["id"] == work.name)
    below = sessions[place + 1]
    assert [below[name] for name in ("id", "parent", "state")] == [child, work.name, "waiting"]
    assert lock.lines[0]["depth"] == 0
    (sub,) = [line for line in lock.lines if line["kind"] == "sub"]
    assert (sub["session"], sub["depth"] > 0) == (child, True)
    assert [line["question_id"] for line in lock.lines if line["kind"] == "permission"] == [lock.wait["question_id"]]
    asked = work.question(lock)
    assert "touch below.txt" in asked["question"]
    answered = work.answer(lock, choice=ALLOW_ONCE)
    gone = work.waits_no_more()
    note(record_property, "answer in the hub → no 🔒 at the root", answered, gone)
    (result,) = work.results()
    assert "The file is there." in result
    assert (opencode.project / "below.txt").exists()
    has_no_lock(work.waits_no_more())
    carried_out_once(work, lock)


@pytest.mark.parametrize("reply", ["once", pytest.param("reject", marks=pytest.mark.slow)])
def test_a_permission_that_is_answered_in_opencode_is_withdrawn_in_the_hub(
    opencode: Watched, reply: str, record_property: Record
) -> None:
    work = opencode.begin(bash(f"touch there-{reply}.txt"))
    lock = work.waits("permission")
    began = work.in_client(f"/permission/{lock.wait['request']}/reply", {"reply": reply})
    gone = work.waits_no_more()
    note(record_property, f"{reply} in OpenCode → no 🔒", began, gone)
    settled = look(opencode.owner, lock.wait["question_id"])
    assert [settled[name] for name in ("state", "outcome", "via")] == WITHDRAWN
    work.rest()
    assert (opencode.project / f"there-{reply}.txt").exists() is (reply == "once")
    has_no_lock(work.waits_no_more())
    assert len(opencode.events.of("permission.replied", lock.wait["request"])) == 1


@pytest.mark.parametrize("answered", [pytest.param("before the kill", marks=pytest.mark.slow), "after it"])
def test_a_permission_outlives_a_hub_that_is_killed_and_is_carried_out_once(opencode: Watched, answered: str) -> None:
    file = f"{answered.split()[0]}.txt"
    work = opencode.begin(bash(f"echo carried out >> {file}; touch {file}"))
    lock = work.waits("permission")
    if answered == "before the kill":
        work.answer(lock, choice=ALLOW_ONCE)
    opencode.hub.kill()
    opencode.hub.start()
    if answered == "after it":
        again = work.waits("permission")
        assert (again.wait["question_id"], again.wait["request"]) == (lock.wait["question_id"], lock.wait["request"])
        work.answer(again, choice=ALLOW_ONCE)
    work.rest()
    carried_out_once(work, lock)
    assert len(work.requests()) == 2
    assert (opencode.project / file).read_text() == "carried out\n"
    has_no_lock(work.waits_no_more())
    asked = [one for state in ("open", "settled") for one in listed(opencode.owner, state=state, limit=100)]
    assert [one["id"] for one in asked if one["session"] == work.name] == [lock.wait["question_id"]]
