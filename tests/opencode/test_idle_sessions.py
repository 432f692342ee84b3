"""An idle session of the real OpenCode wakes with what was told: the blocks, once, and as the session was."""

from typing import Any

import pytest
from at_work import ENDED, AtWork, bash, block

from support.answers import until
from support.fake_model import text_of
from support.opencode import PATIENCE_WITH_IT

pytestmark = pytest.mark.slow


def test_the_message_is_marked_as_ours_and_shown_to_the_person(opencode: AtWork) -> None:
    work = opencode.begin().rest()
    told = opencode.handed(opencode.tell("CI failed"))
    work.read()
    (part,) = [one for one in opencode.server.messages(work.session) if one["info"]["role"] == "user"][-1]["parts"]
    assert part["metadata"] == {"bellpull": True, "nudges": [told["id"]]}
    assert not part.get("synthetic")


def test_a_nudge_for_an_older_session_wakes_that_one(opencode: AtWork) -> None:
    older = opencode.begin().rest()
    newer = opencode.begin().rest()
    told = opencode.handed(opencode.tell("CI failed", session=older.name))
    assert older.said_by_people() == [older.prompt, block(told)]
    assert newer.said_by_people() == [newer.prompt]


def test_a_session_that_nobody_has_prompted_wakes_if_it_is_addressed(opencode: AtWork) -> None:
    session = opencode.server.new_session()
    told = opencode.handed(opencode.tell("for this one", session=f"opencode:{session}"))
    until(lambda: opencode.server.finished(session), "it answers", PATIENCE_WITH_IT)
    said, _ = opencode.server.messages(session)
    assert [part["text"] for part in said["parts"]] == [block(told)]


def test_a_woken_session_goes_on_with_the_agent_that_it_had(opencode: AtWork) -> None:
    """OpenCode would take its default agent, which may do more than the one that the person had chosen."""
    work = opencode.begin(agent="plan").rest()
    opencode.handed(opencode.tell("CI failed"))
    work.read()
    agents = [one["info"]["agent"] for one in opencode.server.messages(work.session) if one["info"]["role"] == "user"]
    assert agents == ["plan", "plan"]


def test_a_woken_session_can_be_nudged_again(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []

    def tell() -> Any:
        told.append(opencode.tell_and_see_it_noticed("and this"))
        return bash("echo woken")

    work = opencode.begin(ENDED, tell).rest()
    first = opencode.handed(opencode.tell("CI failed"))
    assert work.said_by_people() == [work.prompt, block(first)]
    assert work.results() == [f"woken\n\n\n{block(told[0])}"]
    assert len([one for one in work.read() if "<notification source" in text_of(one)]) == 2


def test_nudges_that_come_while_turns_end_and_begin_are_read_once_and_in_order(opencode: AtWork) -> None:
    """There are no tools: each comes as a message, alone or with others, whenever the turn before it has ended."""
    work = opencode.begin().rest()
    told = [opencode.tell(f"number {number}", source="ci") for number in range(40)]
    opencode.handed(told[-1])
    assert "\n\n".join(work.said_by_people()[1:]) == "\n\n".join(map(block, told))
    messages = [one["info"] for one in opencode.server.messages(work.session)]
    answered = {one.get("parentID") for one in messages}
    assert all(one["id"] in answered for one in messages if one["role"] == "user")
