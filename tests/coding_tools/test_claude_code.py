"""Claude Code at its terminal: permissions that are answered here or there, locks that go away, words that nobody
disowns."""

from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from coding_tool import CLAUDE_CODE
from interactive import Screen
from script import Bell, Fail, Held, Own, Say, Shell, ask
from scripted_model import PATIENCE_WITH_THEM, Part
from workplace import At, Workplace

from support.answers import until
from support.tool_results import ANSWERED, SEEN, WOKEN

pytestmark = pytest.mark.clients
DIALOG = "Do you want to"
DISOWNED = "must NOT be treated as approval or consent"
TOLD = "use the staging database"
#: After so many seconds it moves a call to the background, if nobody has told it not to.
IN_FOREGROUND_SECONDS = 120


@pytest.fixture
def place(at: At) -> Workplace:
    """Of somebody who answers permissions in Bellpull."""
    made = at(CLAUDE_CODE, connected=False)
    made.connect("--permissions", "--allow-tools")
    return made


def wants(place: Workplace, command: str = "touch made.txt") -> Part:
    return place.model.play("Make the file.", Shell(command), Say("It is made."))


def asks(place: Workplace, screen: Screen, part: Part) -> dict[str, Any]:
    screen.prompt(part)
    screen.sees(DIALOG)
    return place.question("Permission: Bash")


@pytest.mark.shows(SEEN, ANSWERED)
def test_a_permission_is_answered_in_bellpull_while_the_dialog_is_open(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        question = asks(place, screen, part)
        assert "touch made.txt" in question["question"]
        place.answer(question, "Allow once")
        part.at(1)
        screen.sees("It is made.")
        place.is_quiet()
    assert (place.project / "made.txt").exists()


def test_a_refusal_in_bellpull_tells_the_model_the_reason(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        question = asks(place, screen, part)
        place.bellpull("answer", question["id"], "--text", "use the other folder")
        assert "A person has refused this in Bellpull, and says: use the other folder" in str(part.at(1).said)
        place.is_quiet()
    assert not (place.project / "made.txt").exists()


def test_a_command_that_is_always_allowed_in_bellpull_is_not_asked_again(place: Workplace) -> None:
    part = place.model.play("Make both.", Shell("touch one.txt"), Shell("touch one.txt two.txt"), Say("They are made."))
    with place.interactive() as screen:
        question = asks(place, screen, part)
        assert f"Allow always: access to {place.project}" in question["question"]
        place.answer(question, "Allow always")
        screen.sees("They are made.")
        place.is_quiet()
    assert (place.project / "two.txt").exists()


def test_a_tool_of_bellpull_that_needs_a_permission_rings_no_bell_yet(at: At) -> None:
    """Who sees a bell looks for a question to answer, and there is none before the person has allowed to ask."""
    place = at(CLAUDE_CODE)
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        (wait,) = place.session(lambda one: one["waits"], "the lock is seen")["waits"]
        assert (wait["kind"], place.questions()) == ("permission", [])
        screen.decides(DIALOG, "1")
        question = place.question("Drink")
        place.session(lambda one: [each["kind"] for each in one["waits"]] == ["ask"], "the bell is seen")
        place.answer(question, "Tea")
        assert part.at(1).answers == [{"response": "accepted", "choice": "Tea"}]


@pytest.mark.parametrize("key", ["3", "Escape"])
@pytest.mark.parametrize("switch", ["--permissions", "--no-permissions"])
def test_a_refusal_in_the_dialog_leaves_nothing_behind(at: At, switch: str, key: str) -> None:
    place = at(CLAUDE_CODE, connected=False)
    place.connect(switch)
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(part)
        place.session(lambda one: one["state"] == "waiting" and one["waits"], "the lock is seen")
        screen.decides(DIALOG, key)
        place.is_quiet()


@pytest.mark.parametrize("switch", ["--permissions", "--no-permissions"])
def test_a_yes_in_the_dialog_ends_the_lock_while_the_command_runs(at: At, switch: str) -> None:
    place = at(CLAUDE_CODE, connected=False)
    place.connect(switch)
    gate = place.gate()
    part = wants(place, gate.command)
    with place.interactive() as screen:
        screen.prompt(part)
        place.session(lambda one: one["state"] == "waiting", "the lock is seen")
        screen.decides(DIALOG, "1")
        gate.entered()
        place.is_quiet("working")
        gate.open()
        part.at(1)


@pytest.mark.parametrize("key", ["1", "3", "Escape"])
def test_a_dialog_that_ends_while_the_hub_is_away_leaves_nothing_behind(place: Workplace, key: str) -> None:
    part = wants(place)
    with place.interactive() as screen:
        asks(place, screen, part)
        place.hub.kill()
        screen.decides(DIALOG, key)
        if key == "1":
            screen.sees("It is made.")
        place.hub.start()
        place.is_quiet()


def test_a_dialog_that_opens_while_the_hub_is_away_is_answered_when_it_comes(place: Workplace) -> None:
    first = place.model.play("Greet me.", Say("Hello."))
    part = wants(place)
    with place.interactive() as screen:
        screen.prompt(first)
        screen.sees("Hello.")
        place.is_quiet()
        place.hub.kill()
        screen.prompt(part)
        screen.sees(DIALOG)
        place.hub.start()
        place.answer(place.question("Permission: Bash"), "Allow once")
        screen.sees("It is made.")
        place.is_quiet()


def test_a_client_that_is_closed_at_its_dialog_leaves_nothing_behind(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        asks(place, screen, part)
    until(lambda: not place.sessions(), "the session has ended", PATIENCE_WITH_THEM)
    assert place.questions() == []


def test_a_permission_without_a_terminal_is_answered_in_bellpull(place: Workplace) -> None:
    file = place.project / "new.txt"
    part = place.model.play("Write it.", Own("Write", {"file_path": str(file), "content": "one\n"}), Say("Written."))
    with place.headless(part) as run:
        question = place.question("Permission: Write")
        assert "+one" in question["question"]
        place.answer(question, "Allow once")
        run.ends()
    assert Path(file).read_text() == "one\n"


def test_a_permission_outlives_a_killed_hub(place: Workplace) -> None:
    part = wants(place)
    with place.interactive() as screen:
        question = asks(place, screen, part)
        place.hub.kill()
        place.hub.start()
        place.answer(place.question("Permission: Bash"), "Allow once")
        part.at(1)
        assert place.hub.owner.get(f"/api/questions/{question['id']}").json()["outcome"] == "accepted"
        place.is_quiet()


def test_an_error_of_the_api_ends_the_turn(place: Workplace) -> None:
    part = place.model.play("Break.", Fail(400))
    with place.interactive() as screen:
        screen.prompt(part)
        screen.sees("API Error")
        place.session(lambda one: one["state"] == "idle" and "error" in str(one["reason"]), "it idles, and says why")


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
def test_an_answer_that_wakes_an_idle_session_comes_with_a_tool(place: Workplace) -> None:
    question = {"title": "Merge", "question": "May I merge?", "options": ["Merge", "No"]}
    part = place.model.play("Ask.", Bell("ask_user", question), Say("Asked."), Shell("true"), Say("Merged."))
    with place.interactive("--allowedTools", "Bash") as screen:
        screen.prompt(part)
        screen.sees("Asked.")
        place.session(lambda one: one["wakes"], "it can be woken")
        place.answer(place.question("Merge"), "Merge")
        answered = '{"response": "accepted", "choice": "Merge"}'
        assert DISOWNED in str(part.at(2).new)
        assert answered not in str(part.at(2).new)
        woken = part.at(3)
        assert woken.brings(answered)
        assert DISOWNED not in str(woken.new)


def test_a_call_that_waits_for_longer_than_two_minutes_brings_its_answer_itself(place: Workplace) -> None:
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.interactive() as screen:
        screen.prompt(part)
        question = place.question("Drink")
        over = monotonic() + IN_FOREGROUND_SECONDS + 10
        until(lambda: monotonic() > over, "two minutes have passed", IN_FOREGROUND_SECONDS * 2)
        assert "background" not in screen.sees("Waiting for a person")
        place.answer(question, "Tea")
        answered = part.at(1)
    assert answered.answers == [{"response": "accepted", "choice": "Tea"}]
    assert DISOWNED not in str(answered.said)


def test_the_tools_are_there_without_a_search(place: Workplace) -> None:
    part = place.model.play("Greet me.", Say("Hello."))
    with place.headless(part) as run:
        run.ends()
    assert part.at(0).offers("ask_user")
