"""Each coding tool as people run it: connected, asked, told, with a hub that is killed. `make clients` has the rest."""

from coding_tool import CodingTool, every
from script import Say, Shell, ask
from workplace import At

TOLD = "use the staging database"


@every()
def test_a_coding_tool_is_answered_through_a_killed_hub_and_told_once(at: At, tool: CodingTool) -> None:
    place = at(tool)
    gate = place.gate()
    part = place.model.play("Make the tea.", ask("Drink", "Tea", "Coffee"), Shell(gate.command), Say("Thanks."))
    with place.headless(part) as run:
        question = place.question("Drink")
        place.hub.kill()
        place.hub.start()
        place.answer(question, "Tea")
        gate.entered()
        place.tell(TOLD)
        gate.open()
        run.ends()
    assert part.at(1).answers == [{"response": "accepted", "choice": "Tea"}]
    assert part.first(TOLD) == 2
    assert part.last.count(TOLD) == 1
