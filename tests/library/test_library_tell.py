"""A program tells an agent something, as a person or in the name of what it watches."""

import asyncio
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from library_nudging import read

from bellpull import Agent, Nudge, atell, tell
from bellpull.domain import errors
from support.answers import PATIENCE
from support.hub import Caller, Hub


@pytest.fixture
def say(builder: Agent, hub: Hub) -> Callable[..., Nudge]:
    """Tell the agent of the test something."""
    builder.pending()

    def say(message: str, **more: Any) -> Nudge:
        return tell(builder.name, message, data_dir=hub.data_dir, **more)

    return say


def test_a_message_is_given_back_and_read(builder: Agent, hub: Hub, say: Callable[..., Nudge]) -> None:
    nudge = say("use the staging database", label="note")
    assert (nudge.agent_name, nudge.source, nudge.label, nudge.by) == (builder.name, "user", "note", hub.owner.name)
    assert (nudge.state, nudge.times, nudge.repeat, nudge.delivery) == ("pending", 1, False, "next_tool_result")
    assert nudge.xml == '<notification source="user" label="note">\nuse the staging database\n</notification>'
    assert read(builder) == ["use the staging database"]


def test_the_newest_message_of_a_key_is_read(builder: Agent, say: Callable[..., Nudge]) -> None:
    for percent in (10, 50, 90):
        nudge = say(f"{percent} % done", source="background_task", dedup_key="build")
    assert nudge.times == 3
    assert read(builder) == ["90 % done\n(said 3 times; this is the latest)"]


def test_messages_are_told_from_asyncio_too(builder: Agent, hub: Hub) -> None:
    builder.pending()
    several = [atell(builder.name, str(number), source="ci", data_dir=hub.data_dir) for number in range(5)]

    async def program() -> list[Nudge]:
        return await asyncio.wait_for(asyncio.gather(*several), PATIENCE)

    assert {nudge.message for nudge in asyncio.run(program())} == {"0", "1", "2", "3", "4"}
    assert sorted(read(builder, 5)) == ["0", "1", "2", "3", "4"]


def test_tell_and_atell_are_called_alike() -> None:
    assert inspect.signature(tell) == inspect.signature(atell)


@pytest.mark.parametrize(
    ("message", "more", "kind", "code"),
    [
        (" ", {}, errors.Invalid, "message_required"),
        ("é" * 8193, {}, errors.TooLarge, "nudge_too_long"),
        ("x", {"source": ""}, errors.Invalid, "invalid_source"),
        ("x", {"label": "x" * 201}, errors.Invalid, "invalid_label"),
    ],
)
def test_a_wrong_message_is_refused(
    say: Callable[..., Nudge], message: str, more: dict[str, str], kind: type[errors.BellpullError], code: str
) -> None:
    with pytest.raises(kind) as refused:
        say(message, **more)
    assert refused.value.code == code


def test_an_agent_that_nobody_knows_is_refused(hub: Hub) -> None:
    with pytest.raises(errors.NotFound) as refused:
        tell("no-such-agent", "x", data_dir=hub.data_dir)
    assert refused.value.code == "agent_not_found"


def test_an_agent_does_not_speak_as_a_person(hub: Hub, agent: Caller, tmp_path: Path) -> None:
    with pytest.raises(errors.Denied) as refused:
        tell(agent.name, "x", url=hub.url, key=agent.key, data_dir=tmp_path)
    assert refused.value.code == "not_a_person"
    assert tell(agent.name, "x", source="build", url=hub.url, key=agent.key, data_dir=tmp_path).by == agent.name
