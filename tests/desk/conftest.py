"""A private desktop for each test that asks for one, and desks that the tests of a worker share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.desk import Seat, seats
from support.desktop import Desktop, Display, running_desktop
from support.hub import Hub, HubMaker
from support.notifiers import Dunst, dunst


@pytest.fixture(scope="package")
def shared_display() -> Iterator[Display]:
    with tempfile.TemporaryDirectory(prefix="bellpull-", ignore_cleanup_errors=True) as folder:
        shared = Display(Path(folder))
        yield shared
        shared.end()


@pytest.fixture
def desktop(shared_display: Display) -> Iterator[Desktop]:
    # Not under pytest's own folder: the path of a socket has to be short.
    with (
        tempfile.TemporaryDirectory(prefix="bellpull-") as folder,
        running_desktop(Path(folder), display=shared_display) as running,
    ):
        yield running


@pytest.fixture(scope="session")
def seat() -> Iterator[Seat[None]]:
    """A desk where nobody shows notifications: questions come in the window."""
    with seats(lambda desktop: None) as shared:
        yield shared


@pytest.fixture(scope="session")
def seat_with_dunst() -> Iterator[Seat[Dunst]]:
    with seats(dunst) as shared:
        yield shared


@pytest.fixture
def own_hub(fresh_hub: HubMaker) -> Hub:
    """Of this test alone: a desk shows everything that its person may see."""
    return fresh_hub()


@pytest.fixture
def own_hub_process(hub_process: HubMaker) -> Hub:
    """As `own_hub`, to be killed."""
    return hub_process()
