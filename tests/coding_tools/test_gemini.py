"""Gemini CLI at its terminal: permissions that are seen and answered there, locks that go away, a bell that rings for
questions alone, words that come in the right place."""

import os
import signal
from typing import Any

import pytest
from coding_tool import GEMINI
from interactive import Screen
from script import Bell, Held, Say, Shell, ask
from scripted_model import PATIENCE_WITH_THEM, Part
from workplace import At, Workplace

from support.answers import until
from support.tool_results import ASKS, SEEN, TOLD_AT_WORK

pytestmark = pytest.mark.clients
DIALOG = "Allow execution of"
ASKS_FIRST = "Bellpull"
TOLD = "use the staging database"
TEA = {"response": "accepted", "choice": "Tea"}


@pytest.fixture
def place(at: At) -> Workplace:
    return at(GEMINI)


@pytest.fixture
def allowing(at: At) -> Workplace:
    """Of somebody who lets agents ask without a dialog."""
    made = at(GEMINI, connected=False)
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
        assert (wait["kind"], wait["title"]) == ("permission", "Shell: touch made.txt")
        screen.decides(DIALOG, "1")
        part.at(1)
        screen.sees("It is made.")
        place.is_quiet()
    assert (place.project / "made.txt").exists()


@pytest.mark.parametrize("key", ["3", "Escape"])
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


def test_the_lock_of_two_commands_at_once_stays_until_both_are_answered(place: Workplace) -> None:
    gate = place.gate()
    part = place.model.play("Make both.", [Shell("touch one.txt"), Shell(gate.command)], Say("They are made."))
    with place.interactive() as screen:
        locked(place, screen, part)
        screen.decides("1 of 2", "1")
        screen.sees("2 of 2")
        place.session(lambda one: one["state"] == "waiting" and one["waits"], "the second one is open")
        screen.decides("2 of 2", "1")
        gate.entered()
        place.is_quiet("working")
        gate.open()
        screen.sees("They are made.")
        place.is_quiet()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
def test_a_client_that_is_gone_at_its_dialog_leaves_nothing_behind(place: Workplace, number: int) -> None:
    part = wants(place)
    with place.interactive() as screen:
        pid = locked(place, screen, part)["place"]["pid"]
        os.kill(pid, number)
        until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)


def test_a_lock_outlives_a_killed_hub_and_still_ends(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        locked(place, screen, part)
        place.hub.kill()
        place.hub.start()
        place.session(lambda one: one["state"] == "waiting", "the lock is seen again")
        screen.decides(DIALOG, "Escape")
        place.is_quiet()


def test_a_tool_of_bellpull_that_needs_a_permission_rings_no_bell_yet(place: Workplace) -> None:
    """Who sees a bell looks for a question to answer, and there is none before the person has allowed to ask."""
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        (wait,) = place.session(lambda one: one["waits"], "the lock is seen")["waits"]
        assert (wait["kind"], wait["title"], place.questions()) == ("permission", "ask_user", [])
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


@pytest.mark.shows(TOLD_AT_WORK)
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


def test_a_nudge_that_is_told_while_gemini_idles_comes_with_the_next_prompt(allowing: Workplace) -> None:
    question = {"title": "Merge", "question": "May I merge?", "options": ["Merge", "No"]}
    first = allowing.model.play("Ask.", Bell("ask_user", question), Say("Asked."))
    second = allowing.model.play("Go on.", Say("I have read it."))
    with allowing.interactive() as screen:
        screen.prompt(first)
        screen.sees("Asked.")
        is_idle = allowing.session(lambda one: not one["busy"], "it idles")
        assert not is_idle["wakes"]
        said = allowing.tell(TOLD)
        assert "nothing here can wake it" in said and "your next prompt" in said
        allowing.answer(allowing.question("Merge"), "Merge")
        screen.prompt(second)
        told = second.at(0)
        assert (told.count(TOLD), told.count('"choice": "Merge"')) == (1, 1)
