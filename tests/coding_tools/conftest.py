"""Workplaces with a hub of their own: these tests kill it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from coding_tool import CodingTool
from releases import installed
from workplace import At, Workplace, workplace

from support import tool_results
from support.hub import HubMaker


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    tool_results.tell(terminalreporter)


@pytest.fixture
def at(hub_process: HubMaker, request: pytest.FixtureRequest) -> Iterator[At]:
    """Somebody who works with this coding tool, connected to a hub: `at(CLAUDE_CODE)`; or not yet connected."""
    with ExitStack() as open:

        def make(tool: CodingTool, *, connected: bool = True) -> Workplace:
            tool_results.note(request.node, tool.name, installed(tool.name).version)
            made = open.enter_context(workplace(tool, hub_process()))
            if connected:
                made.connect()
            return made

        yield make
