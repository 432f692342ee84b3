"""A fresh agent, and watchers that end with their test."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from watch_nudging import Nudged, Watch, Watching, agent_of, watching, watching_here

from support.hub import Hub
from support.local_hub import running_here


@pytest.fixture(scope="module")
def calm_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """Without the agents of all other tests: a watcher reads of every one."""
    with running_here(tmp_path_factory.mktemp("hub")) as hub:
        yield hub


@pytest.fixture
def nudged(calm_hub: Hub, tmp_path: Path) -> Nudged:
    return agent_of(calm_hub, tmp_path)


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Starts watchers here: `watch(hub, url, NAME="variable")`. Each ends well, and has logged no traceback."""
    with ExitStack() as watchers:

        def start(hub: Hub, *urls: str, **variables: str) -> Watching:
            return watchers.enter_context(watching_here(hub, urls, variables))

        yield start


@pytest.fixture
def watch_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """As `watch`, as processes; `finds` is the process that one looks for on this machine."""
    with ExitStack() as watchers:

        def start(hub: Hub, *urls: str, finds: int | None = None, **variables: str) -> Watching:
            log = tmp_path_factory.mktemp("watcher") / "output.txt"
            return watchers.enter_context(watching(hub, log, urls, variables, finds=finds))

        yield start
