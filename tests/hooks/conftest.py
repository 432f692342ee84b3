"""Coding tools in a project of their own, at the shared hub."""

from pathlib import Path

import pytest
from hook_tool import WAYS, Tool, ToolHere

from support.hub import Caller, Hub


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture(params=WAYS)
def tool_here(request: pytest.FixtureRequest, hub: Hub, agent: Caller, home: Path) -> Tool:
    """The tool of a fresh agent, once for each way to start a hook; the key is made by the first hook."""
    assert hub.url
    return ToolHere(home, hub.data_dir, request.param, agent.name)


@pytest.fixture
def fast_tool(hub: Hub, agent: Caller, home: Path) -> Tool:
    """Its hooks are processes."""
    assert hub.url
    return Tool(home, hub.data_dir, "fast", agent.name)
