"""Two agents that tell of one session: neither hides what the other waits for."""

from typing import Any

import pytest

from support.answers import done
from support.hub import Caller, Hub


def sign(agent: Caller, session: str, state: str, **more: Any) -> None:
    done(agent.post("/api/sessions/signs", [{"session": session, "client": "opencode", "state": state} | more]))


def asks(agent: Caller, session: str, command: str) -> None:
    said = {"permission": "bash", "metadata": {"command": command}}
    sign(
        agent,
        session,
        "waiting",
        requests=[{"id": f"per_{command}", "kind": "permission", "source": "list", "said": said}],
    )


def waits(person: Caller) -> list[str]:
    watch = done(person.get("/api/watch"))
    found = [*(wait for one in watch["sessions"] for wait in one["waits"]), *watch["questions"]]
    return sorted(wait["title"] for wait in found)


@pytest.fixture
def people(hub: Hub) -> tuple[Caller, Caller, Caller]:
    """A person, and two agents of theirs."""
    person = hub.new_person()
    return person, hub.new_agent(person), hub.new_agent(person)


def test_a_twin_that_idles_hides_no_permission(people: tuple[Caller, Caller, Caller]) -> None:
    person, first, second = people
    session = f"opencode:ses_{first.name}"
    asks(first, session, "make")
    before = waits(person)
    assert len(before) == 1
    sign(second, session, "idle")
    assert waits(person) == before


def test_a_twin_that_waits_too_hides_no_permission(people: tuple[Caller, Caller, Caller]) -> None:
    person, first, second = people
    session = f"opencode:ses_{first.name}"
    asks(first, session, "make")
    asks(second, session, "ls")
    assert len(waits(person)) == 2
