"""Every implementation of a port, opened the way its contract says."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bellpull.store.sqlite import SqliteStore

Scenario = Callable[[SqliteStore], Awaitable[Any]]


@pytest.fixture
def with_store(tmp_path: Path) -> Callable[[Scenario], Any]:
    """Runs a scenario on an open store; the second one finds what the first one left."""

    def run(scenario: Scenario) -> Any:
        async def opened() -> Any:
            store = SqliteStore(tmp_path / "bellpull.db", lambda: None)
            try:
                async with asyncio.timeout(30):
                    return await scenario(store)
            finally:
                await store.close()

        return asyncio.run(opened())

    return run
