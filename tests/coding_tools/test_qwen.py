"""Qwen Code at its terminal: permissions that are seen and answered there, locks that go away, an idle session that is
woken, words that come in the right place."""

import os
import signal
from typing import Any

import pytest
from coding_tool import QWEN
from interactive import Screen
from script import Bell, Fail, Held, Say, Shell, ask
from scripted_model import PATIENCE_WITH_THEM, Part
from workplace import At, Workplace

from support.answers import until
from support.tool_results import ASKS, SEEN, WOKEN

pytestmark = pytest.mark.clients
DIALOG = "Allow execution of"
TOLD = "use the staging database"
DISOWNED = "not from your user"
MERGES = {"notification_type": "info", "title": "Merging", "message": "I merge now."}
TEA = {"response": "accepted", "choice": "Tea"}


@pytest.fixture
def place(at: At) -> Workplace:
    return at(QWEN)


@pytest.fixture
def allowing(at: At) -> Workplace:
    """Of somebody who lets agents ask without a dialog."""
    made = at(QWEN, connected=False)
    made.connect("--allow-tools")
    return made


def wants(place: Workplace, command: str = "touch made.txt") -> Part:
    return place.model.play("Make the file.", Shell(command), Say("It is made."))


def locked(place: Workplace, screen: Screen, part: Part) -> dict[str, Any]:
    screen.prompt(part)
    screen.sees(DIALOG)
    return place.session(lambda one: one["state"] == "waiting" and one["waits"], "the lock is seen")


@pytest.mark.shows(SEEN)
def test_a_permission_is_seen_with_its_command_and_answered_at_the_terminal(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        (wait,) = locked(place, screen, part)["waits"]
        assert (wait["kind"], wait["title"]) == ("permission", "run_shell_command: touch made.txt")
        screen.decides(DIALOG, "1")
        part.at(1)
        screen.sees("It is made.")
        place.is_quiet()
    assert (place.project / "made.txt").exists()


@pytest.mark.parametrize("key", ["4", "Escape"])
def test_a_refusal_in_the_dialog_leaves_nothing_behind(place: Workplace, key: str) -> None:
    part = wants(place)
    with place.interactive() as screen:
        locked(place, screen, part)
        screen.decides(DIALOG, key)
        place.is_quiet()
    assert not (place.project / "made.txt").exists()


def test_a_yes_in_the_dialog_ends_the_lock_while_the_command_runs(place: Workplace) -> None:
    gate = place.gate()
    part = wants(place, gate.command)
    with place.interactive() as screen:
        locked(place, screen, part)
        screen.decides(DIALOG, "1")
        gate.entered()
        place.is_quiet("working")
        gate.open()
        part.at(1)


def test_escape_while_the_model_thinks_ends_the_turn(place: Workplace) -> None:
    words = Held(Say("Too late."))
    part = place.model.play("Think.", words)
    with place.interactive() as screen:
        screen.prompt(part)
        place.session(lambda one: one["state"] == "working", "it works")
        screen.press("Escape")
        place.is_quiet()


def test_a_client_that_is_closed_at_its_dialog_leaves_nothing_behind(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        pid = locked(place, screen, part)["place"]["pid"]
        os.kill(pid, signal.SIGHUP)
        until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)


def test_a_client_that_is_killed_while_it_idles_leaves_nothing_behind(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    with place.interactive() as screen:
        screen.prompt(part)
        pid = place.session(lambda one: one["wakes"], "it can be woken")["place"]["pid"]
        os.kill(pid, signal.SIGKILL)
        until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)


def test_an_error_of_the_api_ends_the_turn(place: Workplace) -> None:
    part = place.model.play("Break.", Fail(400))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("API Error")
        place.session(lambda one: one["state"] == "idle", "it idles")


def test_a_tool_of_bellpull_that_needs_a_permission_rings_no_bell_yet(place: Workplace) -> None:
    """Who sees a bell looks for a question to answer, and there is none before the person has allowed to ask."""
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        (wait,) = place.session(lambda one: one["waits"], "the lock is seen")["waits"]
        assert (wait["kind"], place.questions()) == ("permission", [])
        screen.decides("Allow execution of MCP tool", "1")
        question = place.question("Drink")
        place.session(lambda one: [each["kind"] for each in one["waits"]] == ["ask"], "the bell is seen")
        place.answer(question, "Tea")
        assert part.at(1).answers == [TEA]


@pytest.mark.shows(ASKS)
def test_an_agent_that_may_asks_without_a_dialog_and_over_a_killed_hub(allowing: Workplace) -> None:
    part = allowing.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with allowing.interactive() as screen:
        screen.prompt(part)
        question = allowing.question("Drink")
        allowing.hub.kill()
        allowing.hub.start()
        allowing.answer(question, "Tea")
        assert part.at(1).answers == [TEA]
        allowing.is_quiet()


def test_the_end_of_a_turn_tells_once_and_as_the_user(place: Workplace) -> None:
    words = Held(Say("Done so far."))
    part = place.model.play("Think.", words, Say("I see."))
    with place.interactive() as screen:
        screen.prompt(part)
        part.at(0)
        place.tell(TOLD)
        words.release()
        told = part.at(1)
        assert told.count(TOLD) == 1
        assert any('<notification source="user">' in said for said in told.prompts)


@pytest.mark.shows(WOKEN)
def test_an_answer_that_wakes_an_idle_session_comes_with_a_tool(allowing: Workplace) -> None:
    question = {"title": "Merge", "question": "May I merge?", "options": ["Merge", "No"]}
    part = allowing.model.play(
        "Ask.",
        Bell("ask_user", question),
        Say("Asked."),
        Bell("send_notification", MERGES),
        Say("Merged."),
    )
    with allowing.interactive() as screen:
        screen.prompt(part)
        screen.sees("Asked.")
        allowing.session(lambda one: one["wakes"], "it can be woken")
        allowing.answer(allowing.question("Merge"), "Merge")
        answered = '{"response": "accepted", "choice": "Merge"}'
        assert DISOWNED in str(part.at(2).new)
        assert answered not in str(part.at(2).new)
        woken = part.at(3)
        assert woken.brings(answered), woken.new
        assert DISOWNED not in str(woken.new)


def test_the_tools_are_there_without_a_search(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    with place.headless(part) as run:
        run.ends()
    assert part.at(0).offers("ask_user")
