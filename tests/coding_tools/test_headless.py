"""Coding tools without a terminal: what their models are shown, and what a person sees of them."""

import pytest
from coding_tool import CodingTool, every
from script import Held, Say, Shell, ask
from workplace import At

from bellpull.cli.inside import MARKED, RUN
from bellpull.clients.client import NAME
from support.answers import until
from support.tool_results import ASKS, TOLD_AT_WORK

pytestmark = pytest.mark.clients
TOLD = "use the staging database"
TEA = {"response": "accepted", "choice": "Tea"}
LATE = '<notification source="user" question='


@every()
def test_a_connected_tool_reaches_bellpull_by_its_own_account(at: At, tool: CodingTool) -> None:
    place = at(tool)
    (line,) = [line for line in place.client(*tool.listing).splitlines() if NAME in line]
    assert tool.reached in line


@every()
def test_disconnecting_leaves_every_file_as_it_was(at: At, tool: CodingTool) -> None:
    place = at(tool, connected=False)
    before = place.files()
    place.connect()
    assert place.files() != before
    place.disconnect()
    assert place.files() == before


@every()
def test_a_tool_that_was_disconnected_after_some_work_knows_no_bellpull(at: At, tool: CodingTool) -> None:
    place = at(tool)
    part = place.model.play("Greet me.", Say("Hello."))
    with place.headless(part) as run:
        assert "Hello." in run.ends()
    place.disconnect()
    assert NAME not in place.client(*tool.listing)
    again = place.model.play("Once more.", Say("Hello again."))
    with place.headless(again) as run:
        run.ends()
    assert not [name for name in again.last.tools if NAME in name]


@pytest.mark.shows(ASKS)
@every()
def test_an_answer_is_the_result_of_the_call_that_waited(at: At, tool: CodingTool) -> None:
    place = at(tool)
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.headless(part) as run:
        place.answer(place.question("Drink"), "Tea")
        run.ends()
    assert part.last.answers == [TEA]
    assert part.last.count('"choice": "Tea"') == 1


@pytest.mark.shows(ASKS)
@every()
def test_a_waiting_call_outlives_a_hub_that_is_killed(at: At, tool: CodingTool) -> None:
    place = at(tool)
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Say("Thanks."))
    with place.headless(part) as run:
        question = place.question("Drink")
        for _ in range(2):
            place.hub.kill()
            place.hub.start()
        place.answer(question, "Tea")
        run.ends()
    assert part.last.answers == [TEA]


@every()
def test_a_late_answer_comes_once_with_the_next_result(at: At, tool: CodingTool) -> None:
    place = at(tool)
    gate = place.gate()
    script = [ask("Drink", "Tea", "Coffee", timeout=1), Shell(gate.command), Shell("echo more"), Say("Done.")]
    part = place.model.play("Make the tea.", *script)
    with place.headless(part) as run:
        question = place.question("Drink")
        gate.entered()
        place.answer(question, "Tea")
        gate.open()
        run.ends()
    assert part.first('"choice": "Tea"') == 2
    assert part.last.count('"choice": "Tea"') == 1


@pytest.mark.shows(TOLD_AT_WORK)
@every()
@pytest.mark.parametrize("ending", ["", "; false"], ids=["that succeeds", "that fails"])
def test_a_nudge_comes_once_with_the_result_of_the_command(at: At, tool: CodingTool, ending: str) -> None:
    place = at(tool)
    gate = place.gate()
    part = place.model.play("Build it.", Shell(gate.command + ending), Shell("echo more"), Say("Built."))
    with place.headless(part) as run:
        gate.entered()
        place.tell(TOLD)
        gate.open()
        run.ends()
    assert part.first(TOLD) == 1
    assert part.last.count(TOLD) == 1


@every()
def test_a_nudge_that_is_told_at_the_last_words_comes_before_the_tool_stops(at: At, tool: CodingTool) -> None:
    place = at(tool)
    last_words = Held(Say("That is all."))
    part = place.model.play("Build it.", last_words, Say("I have read it."))
    with place.headless(part) as run:
        part.at(0)
        place.tell(TOLD)
        last_words.release()
        run.ends()
    assert part.at(1).brings(TOLD)


@every()
def test_a_person_sees_the_command_that_runs_and_nothing_once_the_tool_has_ended(at: At, tool: CodingTool) -> None:
    place = at(tool)
    gate = place.gate()
    part = place.model.play("Build it.", Shell(gate.command), Say("Built."))
    with place.headless(part) as run:
        gate.entered()
        working = place.session(lambda one: one["tools"], "a tool of it is seen")
        assert (working["state"], working["client"]) == ("working", tool.name)
        assert str(gate.path) in working["tools"][0]["argument"]
        gate.open()
        run.ends()
    until(lambda: not place.sessions(), "it is seen no longer")


@every()
def test_a_shell_of_the_tool_has_the_marks_by_which_it_is_known(at: At, tool: CodingTool) -> None:
    marks = {name for client, names, known_by in MARKED if (client, known_by) == (tool.title, RUN) for name in names}
    place = at(tool)
    part = place.model.play("Look around.", Shell("env | cut -d= -f1 | sort | tr '\\n' ' '"), Say("I have looked."))
    with place.headless(part) as run:
        run.ends()
    assert marks
    assert marks <= set(part.at(1).results[0].split())


@every()
def test_the_shell_of_an_agent_may_not_answer_for_a_person(at: At, tool: CodingTool) -> None:
    place = at(tool)
    gate = place.gate()
    steps = [ask("Drink", "Tea", "Coffee", timeout=1), Shell(f"{gate.command}; sh answer.sh"), Say("Refused.")]
    part = place.model.play("Be bold.", *steps)
    with place.headless(part) as run:
        question = place.question("Drink")
        answer = f"{place.folder}/bin/bellpull --data-dir {place.hub.data_dir} answer {question['id']} Tea\n"
        (place.project / "answer.sh").write_text(answer)
        gate.entered()
        gate.open()
        run.ends()
    assert f"This is a shell of {tool.title}, and only a person answers" in part.at(2).results[1]
    assert place.question("Drink")["id"] == question["id"]
