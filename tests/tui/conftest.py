"""Seats at the terminal view: of a person of the shared hub, who sees their own agents and nobody else's."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tui_seat import Seat, Sit, seated
from tui_world import World

from support.hub import Caller, Hub
from support.terminal_screen import find_tmux


@pytest.fixture
def sit(hub: Hub, person: Caller) -> Iterator[Sit]:
    """Starts the program; by default in the smallest terminal that it is made for."""
    if find_tmux() is None:
        pytest.skip("tmux is not installed")
    with ExitStack() as open:

        def start(columns: int = 80, rows: int = 24, of: Hub = hub, who: Caller = person, **variables: str) -> Seat:
            return open.enter_context(seated(of, who, columns, rows, **variables))

        yield start


@pytest.fixture
def builder(hub: Hub, person: Caller) -> Caller:
    return hub.new_agent(person)


@pytest.fixture
def world() -> World:
    return World()
