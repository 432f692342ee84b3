"""A fresh agent, and watchers that end with their test."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from watch_nudging import Nudged, Watch, Watching, agent_of, watching

from support.hub import Hub


@pytest.fixture
def nudged(hub: Hub, tmp_path: Path) -> Nudged:
    return agent_of(hub, tmp_path)


@pytest.fixture
def watch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """Starts watchers: `watch(hub, url, NAME="variable")`. Each ends well, and has printed no traceback."""
    with ExitStack() as watchers:

        def start(hub: Hub, *urls: str, finds: int | None = None, **variables: str) -> Watching:
            log = tmp_path_factory.mktemp("watcher") / "output.txt"
            return watchers.enter_context(watching(hub, log, urls, variables, finds=finds))

        yield start
