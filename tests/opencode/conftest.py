"""The real OpenCode with the plugin, a scripted model and a hub of its own, shared by the tests of this folder that one
worker runs, and no longer: one that idles costs its share of a processor."""

from collections.abc import Iterator

import pytest
from at_work import AtWork, at_work

from support import tool_results
from support.hub import running
from support.opencode import version


@pytest.fixture(scope="package")
def opencode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AtWork]:
    """The plugin is the only carrier. Each test has sessions of its own and leaves nothing pending."""
    with running(tmp_path_factory.mktemp("hub")) as hub, at_work(hub, tmp_path_factory.mktemp("opencode")) as shared:
        yield shared


@pytest.fixture(autouse=True)
def is_a_journey(request: pytest.FixtureRequest) -> None:
    tool_results.note(request.node, "opencode", version())
