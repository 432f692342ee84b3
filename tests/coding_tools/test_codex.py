"""Codex at its terminal, which shows what a daemon of its works on: locks that go away, sessions that end with their
terminal, permissions for people who are away, an idle session that is woken."""

import json
from time import monotonic
from typing import Any

import pytest
from coding_tool import CODEX
from script import Bell, Fail, Held, Own, Say, Shell, ask
from scripted_model import PATIENCE_WITH_THEM, Part
from workplace import At, Workplace

from support.answers import until
from support.tool_results import ANSWERED, SEEN, WOKEN

pytestmark = pytest.mark.clients
DIALOG = "Would you like to run the following command?"
TOLD = "use the staging database"
#: Codex ends a session that nobody has open after a minute.
UNLOADED_SECONDS = 60
MERGE = {"title": "Merge", "question": "May I merge?", "options": ["Merge", "No"]}
ANSWER = '{"response": "accepted", "choice": "Merge"}'


@pytest.fixture
def place(at: At) -> Workplace:
    return at(CODEX)


@pytest.fixture
def away(at: At) -> Workplace:
    """Of somebody who answers permissions in Bellpull."""
    made = at(CODEX, connected=False)
    made.connect("--permissions")
    return made


def outside(command: str) -> Own:
    """A command that is to run outside of the sandbox: Codex asks."""
    words = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "May I?"}
    return Own("exec_command", words)


def wants(place: Workplace, command: str = "touch made.txt") -> Part:
    return place.model.play("Make the file.", outside(command), Say("It is made."))


def is_locked(place: Workplace) -> dict[str, Any]:
    (wait,) = place.session(lambda one: one["waits"], "the lock is seen")["waits"]
    assert wait["kind"] == "permission"
    return dict(wait)


def has_ended(place: Workplace) -> None:
    until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)


def can_be_woken(place: Workplace) -> None:
    place.session(lambda one: one["wakes"] and one["state"] != "working", "it can be woken")


@pytest.mark.shows(SEEN)
def test_a_permission_is_seen_and_allowed_in_its_dialog(place: Workplace) -> None:
    gate = place.gate()
    part = wants(place, f"touch made.txt; {gate.command}")
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees(DIALOG)
        assert "touch made.txt" in is_locked(place)["title"]
        screen.decides(DIALOG, "y")
        gate.entered()
        place.is_quiet("working")
        gate.open()
        part.at(1)
        screen.sees("It is made.")
        place.is_quiet()


def test_a_refusal_in_the_dialog_leaves_nothing_behind(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(part)
        is_locked(place)
        screen.decides(DIALOG, "Escape")
        place.is_quiet()
    assert not (place.project / "made.txt").exists()


@pytest.mark.shows(ANSWERED)
def test_a_permission_is_answered_in_bellpull_before_the_dialog_opens(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        screen.prompt(part)
        question = away.question("Permission: Bash")
        assert "touch made.txt" in question["question"]
        assert "Allow always" not in question["options"]
        screen.sees_no(DIALOG)
        away.answer(question, "Allow once")
        screen.sees("It is made.")
        away.is_quiet()
    assert (away.project / "made.txt").exists()


def test_a_refusal_in_bellpull_tells_the_model_the_reason(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        screen.prompt(part)
        question = away.question("Permission: Bash")
        away.bellpull("answer", question["id"], "--text", "use the other folder")
        assert "A person has refused this in Bellpull, and says: use the other folder" in str(part.at(1).said)
        away.is_quiet()
    assert not (away.project / "made.txt").exists()


def test_the_dialog_opens_if_the_question_is_closed_without_an_answer(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        screen.prompt(part)
        question = away.question("Permission: Bash")
        away.bellpull("answer", question["id"], "--dismiss")
        screen.sees(DIALOG)
        is_locked(away)
        screen.decides(DIALOG, "y")
        screen.sees("It is made.")
        away.is_quiet()


def test_escape_while_bellpull_asks_withdraws_the_question(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        screen.prompt(part)
        away.question("Permission: Bash")
        screen.press("Escape")
        screen.sees("interrupted")
        until(lambda: not away.questions(), "the question is withdrawn")
        away.is_quiet()


def test_a_permission_outlives_a_killed_hub(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        screen.prompt(part)
        question = away.question("Permission: Bash")
        away.hub.kill()
        away.hub.start()
        away.answer(away.question("Permission: Bash"), "Allow once")
        part.at(1)
        assert away.hub.owner.get(f"/api/questions/{question['id']}").json()["outcome"] == "accepted"
        away.is_quiet()


@pytest.mark.shows(WOKEN)
def test_an_idle_session_is_woken_with_what_it_is_told(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    woken = place.model.play("Bellpull: somebody has written to you", Say("I have read it."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("Hello.")
        can_be_woken(place)
        assert "is idle and is woken with it" in place.tell(TOLD)
        assert woken.at(0).brings(TOLD)
        screen.sees("I have read it.")
        assert woken.last.count(TOLD) == 1
        can_be_woken(place)


@pytest.mark.shows(WOKEN)
def test_an_idle_session_is_woken_by_a_late_answer(place: Workplace) -> None:
    part = place.model.play("Ask.", Bell("ask_user", MERGE), Say("Asked."))
    woken = place.model.play("Bellpull: somebody has written to you", Say("Merged."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("Asked.")
        can_be_woken(place)
        place.answer(place.question("Merge"), "Merge")
        assert woken.at(0).brings(ANSWER)
        screen.sees("Merged.")


def test_a_nudge_that_wakes_a_session_outlives_a_killed_hub(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    woken = place.model.play("Bellpull: somebody has written to you", Say("I have read it."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("Hello.")
        can_be_woken(place)
        place.hub.kill()
        place.hub.start()
        place.tell(TOLD)
        assert woken.at(0).brings(TOLD)


def test_an_interrupted_turn_idles_and_nothing_wakes_it(place: Workplace) -> None:
    part = place.model.play("Think.", Held(Say("Done.")))
    with place.interactive() as screen:
        screen.prompt(part)
        part.at(0)
        place.session(lambda one: one["state"] == "working", "it works")
        screen.press("Escape")
        screen.sees("interrupted")
        place.is_quiet()
        assert "nothing here can wake it" in place.tell(TOLD)


def test_an_error_of_the_api_ends_the_turn(place: Workplace) -> None:
    part = place.model.play("Break.", Fail(400))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("a scripted error")
        said = place.session(lambda one: one["state"] == "idle" and one["reason"], "it idles, and says why")
        assert said["reason"] == "error: a scripted error"


def test_the_answer_of_a_waiting_call_survives_a_killed_hub(place: Workplace) -> None:
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        question = place.question("Drink")
        place.session(lambda one: [each["kind"] for each in one["waits"]] == ["ask"], "the bell is seen")
        place.hub.kill()
        place.hub.start()
        place.answer(question, "Tea")
        assert part.at(1).answers == [{"response": "accepted", "choice": "Tea"}]


def test_a_session_ends_with_its_terminal_though_its_daemon_lives(place: Workplace) -> None:
    first = place.model.play("Greet me.", Say("Hello."))
    second = place.model.play("Say more.", Say("And more."))
    daemons = []
    for part, words, desk in ((first, "Hello.", "left"), (second, "And more.", "right")):
        with place.interactive(desk=desk) as screen:
            screen.prompt(part)
            screen.sees(words)
            can_be_woken(place)
            (session,) = place.sessions()
            assert session["place"]["tty"] == screen.tty
            assert session["place"]["tmux"] == {"socket": str(place.folder / desk / "tmux"), "pane": "%0"}
            daemons.append(session["place"]["pid"])
            screen.leave()
            has_ended(place)
    assert daemons[0] == daemons[1]


def test_the_terminal_that_was_typed_in_is_meant_of_two_in_one_folder(place: Workplace) -> None:
    """The kernel says when a terminal was read from in steps of eight seconds."""
    part = place.model.play("Greet me.", Say("Hello."))
    with place.interactive() as screen, place.interactive(desk="other") as other:
        over = monotonic() + 9.0
        until(lambda: monotonic() > over, "the eight seconds of its start have passed")
        screen.prompt(part)
        screen.sees("Hello.")
        session = place.session(lambda one: one["state"] == "idle", "it idles")
        assert session["place"]["tty"] == screen.tty != other.tty


def test_a_client_that_is_closed_at_its_dialog_leaves_nothing_behind(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees(DIALOG)
        is_locked(place)
    has_ended(place)
    assert place.questions() == []


def test_a_session_that_nobody_has_open_ends_by_itself(place: Workplace) -> None:
    """Its turn goes on in the daemon, and is seen."""
    gate = place.gate()
    part = place.model.play("Build it.", outside(gate.command), Say("Built."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.decides(DIALOG, "y")
        gate.entered()
    place.session(lambda one: one["state"] == "working", "it works on")
    gate.open()
    part.at(1)
    until(lambda: not place.sessions(), "Codex has ended it", UNLOADED_SECONDS + PATIENCE_WITH_THEM)


def test_the_doctor_of_codex_misses_no_variable(place: Workplace) -> None:
    said = json.loads(place.client("doctor", "--json"))
    assert "is not set" not in json.dumps(said)


def test_a_command_over_ten_seconds_has_a_first_result_that_brings_nothing(place: Workplace) -> None:
    """Codex gives the model a first result then, and runs no hook for it; the next tool's brings what was told."""
    gate = place.gate()
    part = place.model.play("Build it.", Shell(gate.command), Shell("true"), Say("Built."))
    with place.headless(part) as run:
        gate.entered()
        place.tell(TOLD)
        first = part.at(1)
        gate.open()
        run.ends()
    assert "Process running with session ID" in first.results[0]
    assert part.first(TOLD) == 2
