"""One real OpenCode, without the plugin, and the hub that watches it, for all tests of a worker that leave both as they
were."""

from collections.abc import Iterator

import pytest
from watching import Watched, at_work


@pytest.fixture(scope="session")
def watched_opencode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with at_work(tmp_path_factory.mktemp("watched")) as opencode:
        yield opencode


@pytest.fixture
def opencode(watched_opencode: Watched) -> Iterator[Watched]:
    """Each test has sessions of its own, which are removed."""
    yield watched_opencode
    watched_opencode.clear()
