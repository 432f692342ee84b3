"""Permissions in the real OpenCode, as the watch shows them: a lock, answered from the hub or gone with its session."""

import time

import pytest
from shown import WITHDRAWN, carried_out_once, has_no_lock, is_a_lock
from watching import ALLOW_ALWAYS, ALLOW_ONCE, REJECT, Record, Watched, bash, note

from support.fake_model import Call
from support.questions import answer, listed, look

pytestmark = pytest.mark.slow


def test_a_command_that_is_allowed_always_is_not_asked_again(opencode: Watched) -> None:
    work = opencode.begin(bash("mkdir first"), bash("mkdir second"))
    lock = work.waits("permission")
    work.answer(lock, choice=ALLOW_ALWAYS)
    work.rest()
    assert (opencode.project / "second").is_dir()
    has_no_lock(work.waits_no_more())
    carried_out_once(work, lock)
    assert len(opencode.events.of("permission.asked", work.session)) == 1


def test_a_rejection_without_a_word_ends_the_turn(opencode: Watched) -> None:
    work = opencode.begin(bash("touch unwanted.txt"))
    lock = work.waits("permission")
    work.answer(lock, choice=REJECT)
    work.rest()
    assert len(work.requests()) == 1
    assert not (opencode.project / "unwanted.txt").exists()
    shown = work.waits_no_more()
    has_no_lock(shown)
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
    has_no_lock(work.waits_no_more())
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
    has_no_lock(work.waits_no_more())
    carried_out_once(work, lock)


def test_a_lock_goes_with_a_session_that_is_aborted(opencode: Watched, record_property: Record) -> None:
    work = opencode.begin(bash("touch aborted.txt"))
    lock = work.waits("permission")
    began = work.in_client(f"/session/{work.session}/abort")
    gone = work.waits_no_more()
    note(record_property, "abort → no 🔒", began, gone)
    note(record_property, "session.idle → no 🔒", opencode.events.first("session.idle", work.session), gone)
    has_no_lock(gone)
    settled = look(opencode.owner, lock.wait["question_id"])
    assert [settled[name] for name in ("state", "outcome", "via")] == WITHDRAWN
    # OpenCode keeps what nobody can answer any more in its list, and the session may even go on.
    assert lock.wait["request"] in [one["id"] for one in opencode.server.call("GET", "/permission")]
    work.say("Do something else.", bash("echo else"))
    work.until(lambda: len(opencode.model.heard("Do something else.")) == 2, "it goes on")
    work.rest()
    has_no_lock(work.waits_no_more())
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
