"""Permissions in the real OpenCode, as the watch shows them: a lock, answered from the hub or gone with its session."""

import time

import pytest
from carriers import did
from watching import (
    ALLOW_ALWAYS,
    ALLOW_ONCE,
    REJECT,
    Record,
    Shown,
    Watched,
    Work,
    bash,
    note,
)

from support.fake_model import Call
from support.questions import answer, listed, look

WITHDRAWN = ["settled", "withdrawn", "client"]


def is_a_lock(shown: Shown, work: Work, doing: str) -> None:
    """In the title, in the menu, and of its session."""
    assert "🔒" in shown.title
    assert shown.watch["has_any_permission"] is True
    assert [shown.session[name] for name in ("state", "busy", "has_pending_ask_user")] == ["waiting", True, False]
    (line,) = [line for line in shown.lines if line["kind"] == "permission"]
    assert line["text"].startswith("🔒 ")
    assert doing in line["full"]
    assert (line["question_id"], line["guess"]) == (shown.wait["question_id"], False)
    assert doing in shown.wait["title"]
    assert doing in shown.wait["reason"]
    assert shown.wait["source"] in ("event", "list")
    assert shown.wait["confidence"] == "certain"
    assert shown.wait["session"] == work.name


def is_none(shown: Shown) -> None:
    assert "🔒" not in shown.title
    assert not any("🔒" in line for line in shown.menu)
    assert shown.watch["has_any_permission"] is False


def carried_out_once(work: Work, shown: Shown) -> None:
    id = shown.wait["question_id"]
    settled = work.until(lambda: done if (done := look(work.at.owner, id))["handed_at"] else None, "it is told so")
    assert settled["via"] != "client"
    assert work.at.events.first("permission.replied", shown.wait["request"])
    assert len(work.at.events.of("permission.replied", shown.wait["request"])) == 1


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
    is_none(work.waits_no_more())
    assert "🔒" not in did(opencode.hub, "status", "--format", "plain")


def test_what_is_allowed_always_is_not_asked_again(opencode: Watched) -> None:
    work = opencode.begin(bash("mkdir first"), bash("mkdir second"))
    lock = work.waits("permission")
    work.answer(lock, choice=ALLOW_ALWAYS)
    work.rest()
    assert (opencode.project / "second").is_dir()
    is_none(work.waits_no_more())
    carried_out_once(work, lock)
    assert len(opencode.events.of("permission.asked", work.session)) == 1


def test_a_rejection_with_a_word_reaches_the_model(opencode: Watched) -> None:
    work = opencode.begin(bash("touch unwanted.txt"))
    lock = work.waits("permission")
    work.answer(lock, text="use the folder build/ for that")
    (result,) = work.results()
    assert "use the folder build/ for that" in result
    assert len(work.requests()) == 2
    assert not (opencode.project / "unwanted.txt").exists()
    is_none(work.waits_no_more())
    carried_out_once(work, lock)


def test_a_rejection_without_a_word_ends_the_turn(opencode: Watched) -> None:
    work = opencode.begin(bash("touch unwanted.txt"))
    lock = work.waits("permission")
    work.answer(lock, choice=REJECT)
    work.rest()
    assert len(work.requests()) == 1
    assert not (opencode.project / "unwanted.txt").exists()
    shown = work.waits_no_more()
    is_none(shown)
    carried_out_once(work, lock)
    assert work.shown(lambda shown: not shown.session["busy"], "it idles").session["state"] == "idle"


def test_two_permissions_at_once_are_two_locks_and_a_rejection_takes_the_other_with_it(opencode: Watched) -> None:
    """OpenCode rejects all that the session asked."""
    work = opencode.begin([bash("touch left.txt"), bash("touch right.txt")])
    locks = work.waits("permission", 2)
    assert locks.menu == [f"🤖 {work.title}", "🔒 bash: touch left.txt", "🔒 bash: touch right.txt"]
    first, second = (wait["question_id"] for wait in locks.waits)
    answer(opencode.owner, first, choice=REJECT)
    work.rest()
    is_none(work.waits_no_more())
    assert look(opencode.owner, first)["outcome"] == "declined"
    settled = look(opencode.owner, second)
    assert [settled[name] for name in ("state", "outcome", "via")] == WITHDRAWN


def test_a_permission_to_edit_shows_what_would_change(opencode: Watched) -> None:
    file = opencode.project / "notes.md"
    file.write_text("one\ntwo\nthree\n")
    edit = Call("edit", {"filePath": str(file), "oldString": "two", "newString": "zwei"})
    work = opencode.begin(Call("read", {"filePath": str(file)}), edit)
    lock = work.waits("permission")
    is_a_lock(lock, work, "notes.md")
    asked = work.question(lock)
    assert asked["title"] == "Permission: edit"
    assert "notes.md" in asked["question"]
    assert "```diff\n" in asked["question"]
    assert "\n-two\n+zwei\n" in asked["question"]
    work.answer(lock, choice=ALLOW_ONCE)
    work.rest()
    assert file.read_text() == "one\nzwei\nthree\n"
    is_none(work.waits_no_more())
    carried_out_once(work, lock)


def test_what_a_sub_agent_may_do_is_asked_at_its_root(opencode: Watched, record_property: Record) -> None:
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
    is_none(work.waits_no_more())
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
    is_none(work.waits_no_more())
    assert len(opencode.events.of("permission.replied", lock.wait["request"])) == 1


def test_a_lock_goes_with_a_session_that_is_aborted(opencode: Watched, record_property: Record) -> None:
    work = opencode.begin(bash("touch aborted.txt"))
    lock = work.waits("permission")
    began = work.in_client(f"/session/{work.session}/abort")
    gone = work.waits_no_more()
    note(record_property, "abort → no 🔒", began, gone)
    note(record_property, "session.idle → no 🔒", opencode.events.first("session.idle", work.session), gone)
    is_none(gone)
    settled = look(opencode.owner, lock.wait["question_id"])
    assert [settled[name] for name in ("state", "outcome", "via")] == WITHDRAWN
    # OpenCode keeps what nobody can answer any more in its list, and the session may even go on.
    assert lock.wait["request"] in [one["id"] for one in opencode.server.call("GET", "/permission")]
    work.say("Do something else.", bash("echo else"))
    work.until(lambda: len(opencode.model.heard("Do something else.")) == 2, "it goes on")
    work.rest()
    is_none(work.waits_no_more())
    assert not [one for one in listed(opencode.owner) if one["session"] == work.name]


def test_a_lock_goes_with_a_session_that_is_deleted(opencode: Watched, record_property: Record) -> None:
    work = opencode.begin(bash("touch deleted.txt"))
    lock = work.waits("permission")
    began = work.in_client(f"/session/{work.session}", method="DELETE")
    opencode.begun.clear()
    watch = work.until(lambda: None if work.look() else opencode.look(), "it is shown no more")
    note(record_property, "delete → no 🔒", began, time.monotonic())
    assert "🔒" not in watch["title"]
    settled = look(opencode.owner, lock.wait["question_id"])
    assert [settled[name] for name in ("state", "outcome", "via")] == WITHDRAWN


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
    is_none(work.waits_no_more())
    asked = [one for state in ("open", "settled") for one in listed(opencode.owner, state=state, limit=100)]
    assert [one["id"] for one in asked if one["session"] == work.name] == [lock.wait["question_id"]]
