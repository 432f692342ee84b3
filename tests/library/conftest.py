"""Programs with an agent of their own, on a machine with settings of this test alone."""

import os
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bellpull import Agent
from bellpull.library import carrier
from support.answers import PATIENCE
from support.hub import Hub, HubMaker


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hub: Hub) -> None:
    assert hub.url  # programs find it by its port
    for name in [name for name in os.environ if name.startswith(("BELLPULL_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def builder(hub: Hub) -> Iterator[Agent]:
    """An agent of the shared hub, found as on one's own machine."""
    with Agent(f"builder-{secrets.token_hex(4)}", data_dir=hub.data_dir) as agent:
        yield agent


@pytest.fixture
def own_hub(fresh_hub: HubMaker) -> Hub:
    """One that may be stopped, and where every name is free."""
    hub = fresh_hub()
    assert hub.url
    return hub


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    """Where the program runs while the test is the person."""
    with ThreadPoolExecutor(8) as pool:
        yield pool


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops that rather wait than go on without what is pending: for what has to be read at once on a slow machine."""
    for name in ("FIRST_LOOK_SECONDS", "LEAST_PATIENCE", "MOST_PATIENCE"):
        monkeypatch.setattr(carrier, name, PATIENCE)
