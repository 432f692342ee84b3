"""Seats at the terminal view: of a person of the shared hub, who sees their own agents and nobody else's."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tui_seat import Seat, Sit, SitAtTerminal, seated, seated_at_terminal
from tui_world import World

from support.hub import Caller, Hub
from support.terminal_here import Here
from support.terminal_screen import Terminal, find_tmux


@pytest.fixture
def sit(hub: Hub, person: Caller) -> Iterator[Sit]:
    """Starts the view in this process; by default in the smallest terminal that it is made for."""
    with ExitStack() as open:

        def start(columns: int = 80, rows: int = 24, of: Hub = hub, who: Caller = person, **given: str) -> Seat[Here]:
            return open.enter_context(seated(of, who, columns, rows, **given))

        yield start


@pytest.fixture
def sit_at_terminal(hub: Hub, person: Caller) -> Iterator[SitAtTerminal]:
    """As `sit`, with the real program in a real terminal."""
    if find_tmux() is None:
        pytest.skip("tmux is not installed")
    with ExitStack() as open:

        def start(
            columns: int = 80, rows: int = 24, of: Hub = hub, who: Caller = person, **given: str
        ) -> Seat[Terminal]:
            return open.enter_context(seated_at_terminal(of, who, columns, rows, **given))

        yield start


@pytest.fixture
def builder(hub: Hub, person: Caller) -> Caller:
    return hub.new_agent(person)


@pytest.fixture
def world() -> World:
    return World()
