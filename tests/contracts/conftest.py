"""Every implementation of a port, opened the way its contract says."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bellpull.hub.ports import Store
from support.in_process import LONGEST
from support.stores import Opener

Scenario = Callable[[Store], Awaitable[Any]]
Run = Callable[[Scenario], Any]


@pytest.fixture
def with_store(store: Opener, tmp_path: Path) -> Run:
    """Runs a scenario on an open store; the second one finds what the first one left."""
    return lambda scenario: run(store, tmp_path, scenario)


@pytest.fixture
def with_fresh_store(store: Opener, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs each scenario on a store of its own: for tests of many examples."""
    return lambda scenario: run(store, tmp_path_factory.mktemp("store"), scenario)


def run(store: Opener, folder: Path, scenario: Scenario) -> Any:
    async def opened() -> Any:
        open_store = store(folder, lambda: None)
        try:
            async with asyncio.timeout(LONGEST):
                return await scenario(open_store)
        finally:
            await open_store.close()

    return asyncio.run(opened())
