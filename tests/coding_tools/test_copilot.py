"""Copilot CLI at its terminal: permissions that are seen and, before its dialog, answered here; locks that go away; a
session that is told while it works, at a turn's end, and when it idles."""

import json
from pathlib import Path
from typing import Any

import pytest
from coding_tool import COPILOT
from headless import run
from interactive import Screen
from script import Bell, Fail, Held, Own, Say, Shell, ask
from scripted_model import PATIENCE_WITH_THEM, Part
from workplace import At, Gate, Workplace

from bellpull.clients.client import Launch
from bellpull.clients.hook_lists import command_line
from bellpull.clients.hooks.command import WAKE
from support.answers import done, until
from support.tool_results import ANSWERED, SEEN, WOKEN

pytestmark = pytest.mark.clients
DIALOG = "Do you want to run this command?"
TOLD = "use the staging database"


@pytest.fixture
def place(at: At) -> Workplace:
    return at(COPILOT)


@pytest.fixture
def away(at: At) -> Workplace:
    """Of somebody who answers permissions in Bellpull."""
    made = at(COPILOT, connected=False)
    made.connect("--permissions")
    return made


def wants(place: Workplace, command: str = "touch made.txt") -> Part:
    return place.model.play("Make the file.", Shell(command), Say("It is made."))


def is_locked(place: Workplace) -> dict[str, Any]:
    seen = place.session(lambda one: one["state"] == "waiting" and one["waits"], "the lock is seen")
    (wait,) = seen["waits"]
    assert wait["kind"] == "permission"
    return seen


@pytest.mark.shows(SEEN)
def test_a_dialog_is_seen_with_its_command_and_the_lock_ends_while_the_approved_command_runs(place: Workplace) -> None:
    gate = Gate(place.project / "gate")  # elsewhere it would be asked about twice
    part = wants(place, gate.command)
    with place.interactive() as screen:
        screen.prompt(part)
        assert str(gate.path) in is_locked(place)["waits"][0]["reason"]
        screen.decides(DIALOG, "1")
        gate.entered()
        place.is_quiet("working")
        gate.open()
        part.at(1)
        place.is_quiet()


def test_escape_in_the_dialog_ends_the_lock_and_the_turn(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(part)
        is_locked(place)
        screen.decides(DIALOG, "Escape")
        place.is_quiet()


def test_a_no_in_the_dialog_ends_the_lock_and_the_command_is_seen_no_longer(place: Workplace) -> None:
    thought = Held(Say("It is not made."))
    part = place.model.play("Make the file.", Shell("touch made.txt"), thought)
    with place.interactive() as screen:
        screen.prompt(part)
        is_locked(place)
        screen.decides("❯ 1. Yes", "3")
        screen.type("use the other folder")
        screen.press("Enter")
        assert "use the other folder" in str(part.at(1).said)
        place.is_quiet("working")
        (session,) = place.sessions()
        assert session["tools"] == []
        thought.release()
        place.is_quiet()


def test_a_client_that_is_closed_at_its_dialog_leaves_nothing_behind(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(part)
        is_locked(place)
    until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)
    assert place.questions() == []


def asks(place: Workplace, screen: Screen, part: Part) -> dict[str, Any]:
    """A person is asked in Bellpull, and the terminal shows no dialog yet."""
    screen.prompt(part)
    question = place.question("Permission: Bash")
    assert "touch made.txt" in question["question"]
    screen.sees_no(DIALOG)
    return question


@pytest.mark.shows(ANSWERED)
def test_a_permission_is_answered_in_bellpull_before_there_is_a_dialog(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        away.answer(asks(away, screen, part), "Allow once")
        screen.sees("It is made.")
        away.is_quiet()
    assert (away.project / "made.txt").exists()


def test_a_refusal_in_bellpull_tells_the_model_the_reason(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        away.bellpull("answer", asks(away, screen, part)["id"], "--text", "use the other folder")
        assert "A person has refused this in Bellpull, and says: use the other folder" in str(part.at(1).said)
        away.is_quiet()
    assert not (away.project / "made.txt").exists()


def test_a_question_that_is_closed_in_bellpull_brings_the_dialog(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        question = asks(away, screen, part)
        done(away.hub.owner.post(f"/api/notifications/{question['id']}/dismiss"))
        is_locked(away)
        screen.decides(DIALOG, "1")
        screen.sees("It is made.")
        away.is_quiet()


def test_a_turn_that_is_interrupted_while_bellpull_asks_leaves_no_question(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        asks(away, screen, part)
        screen.press("C-c")
        screen.sees("Operation cancelled by user")
        until(lambda: away.questions() == [], "nobody is asked any longer")
        away.is_quiet()


def test_a_client_that_is_closed_while_bellpull_asks_leaves_nothing_behind(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        asks(away, screen, part)
    until(lambda: not away.sessions(), "the session has ended", PATIENCE_WITH_THEM)
    until(lambda: away.questions() == [], "nobody is asked any longer")


def test_a_permission_outlives_a_killed_hub(away: Workplace) -> None:
    part = wants(away)
    with away.interactive() as screen:
        question = asks(away, screen, part)
        away.hub.kill()
        away.hub.start()
        away.answer(away.question("Permission: Bash"), "Allow once")
        part.at(1)
        assert away.hub.owner.get(f"/api/questions/{question['id']}").json()["outcome"] == "accepted"
        away.is_quiet()


def test_a_permission_without_a_terminal_is_answered_in_bellpull(away: Workplace) -> None:
    """Copilot CLI refuses it otherwise: there is nobody to ask."""
    file = away.project / "new.txt"
    steps = [Own("create", {"path": str(file), "file_text": "one\n"}), Say("Written.")]
    part = away.model.play("Write it.", *steps)
    command = [str(away.folder / "bin" / "copilot"), "-p", part.prompt]
    with run(command, away.environment(), away.project, away.folder / "output.txt") as started:
        question = away.question("Permission: Edit")
        assert "+one" in question["question"]
        away.answer(question, "Allow once")
        started.ends()
    assert file.read_text() == "one\n"


def test_a_person_who_allows_everything_is_asked_nothing_here(away: Workplace) -> None:
    part = wants(away)
    with away.headless(part) as started:
        started.ends()
    assert (away.project / "made.txt").exists()


def test_agents_use_the_tools_of_bellpull_without_a_dialog_if_the_person_agrees(at: At) -> None:
    place = at(COPILOT, connected=False)
    place.connect("--allow-tools", "--permissions")
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        place.answer(place.question("Drink"), "Tea")
        assert part.at(1).answers == [{"response": "accepted", "choice": "Tea"}]


def test_the_texts_of_a_result_stand_apart(place: Workplace) -> None:
    question = {"title": "Merge", "question": "May I merge?", "options": ["Merge", "No"]}
    part = place.model.play("Ask.", Bell("ask_user", question), Bell("notify", {"message": "Hello"}), Say("Done."))
    with place.headless(part) as started:
        started.ends()
    (asked, *_) = part.last.results
    assert 'Question sent: Merge\n{"sent": true' in asked


def test_a_nudge_that_is_told_while_a_tool_of_bellpull_runs_stands_apart(place: Workplace) -> None:
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.headless(part) as started:
        question = place.question("Drink")
        place.tell(TOLD)
        place.answer(question, "Tea")
        started.ends()
    result = part.last.results[0]
    assert result.startswith('{"response": "accepted", "choice": "Tea"}\n')
    assert part.last.count(TOLD) == 1


def test_the_end_of_a_turn_tells_once(place: Workplace) -> None:
    words = Held(Say("Done so far."))
    part = place.model.play("Think.", words, Say("I see."))
    with place.interactive() as screen:
        screen.prompt(part)
        part.at(0)
        place.tell(TOLD)
        words.release()
        assert part.at(1).count(TOLD) == 1


@pytest.mark.shows(WOKEN)
def test_a_session_that_has_shown_a_dialog_is_woken_when_it_idles(place: Workplace) -> None:
    part = place.model.play("Make the file.", Shell("touch made.txt"), Say("It is made."), Say("I have read it."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.decides(DIALOG, "1")
        screen.sees("It is made.")
        place.session(lambda one: one["wakes"] and one["state"] == "idle", "it can be woken")
        assert "is idle and is woken" in place.tell(TOLD)
        assert part.at(2).count(TOLD) == 1
        screen.sees("I have read it.")
        place.is_quiet()


def test_an_idle_session_without_a_dialog_is_told_with_the_next_prompt(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    again = place.model.play("Go on.", Say("I go on."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("Hello.")
        place.session(lambda one: one["state"] == "idle", "it idles")
        assert "nothing here can wake it" in place.tell(TOLD)
        screen.prompt(again)
        assert again.at(0).count(TOLD) == 1


def test_an_error_of_the_api_ends_the_turn(place: Workplace) -> None:
    part = place.model.play("Break.", Fail(400))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("a scripted error")
        place.session(lambda one: one["state"] == "idle" and "error" in str(one["reason"]), "it idles, and says why")


def test_a_sub_agent_is_seen_beneath_its_session(place: Workplace) -> None:
    gate = place.gate()
    task = {"description": "look", "prompt": "Look around.", "agent_type": "explore", "name": "looker", "mode": "sync"}
    part = place.model.play("Find out.", Own("task", task), Say("Found."))
    place.model.play("Look around.", Shell(gate.command), Say("Looked."))
    with place.headless(part) as started:
        gate.entered()
        child = place.session(lambda one: one["parent"] and one["tools"], "the sub-agent is seen")
        (root,) = [one for one in place.sessions() if one["id"] == child["parent"]]
        assert (root["client"], child["title"]) == ("copilot", "explore")
        gate.open()
        started.ends()


def test_a_tool_is_not_refused_because_bellpull_is_gone(place: Workplace) -> None:
    """Copilot CLI refuses every tool if the command of a hook before tools fails."""
    file = place.home / ".copilot/hooks/bellpull.json"
    file.write_text(file.read_text().replace("hook_start.py", "hook_start_gone.py"))
    part = wants(place)
    with place.headless(part) as started:
        started.ends()
    assert (place.project / "made.txt").exists()


def test_hooks_that_a_project_has_for_claude_code_do_not_hold_it_up(place: Workplace) -> None:
    """Copilot CLI runs them, too, and waits for those that Claude Code runs in the background."""
    hook = {"type": "command", "command": command_line(Launch(("bellpull",)), "claude-code", WAKE, shared=False)}
    (place.project / ".claude").mkdir()
    settings = {"hooks": {"Stop": [{"hooks": [hook | {"asyncRewake": True, "timeout": 3600}]}]}}
    (place.project / ".claude/settings.local.json").write_text(json.dumps(settings))
    part = place.model.play("Greet me.", Say("Hello."))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("Hello.")
        screen.sees(COPILOT.ready)
        place.is_quiet()
    assert not [one for one in place.sessions() if one["client"] == "claude-code"]
    assert not Path(place.hub.data_dir, "wake").exists()
