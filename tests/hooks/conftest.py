"""Coding tools in a project of their own, at the shared hub."""

from pathlib import Path

import pytest
from hook_tool import WAYS, Tool

from support.hub import Caller, Hub


def project(folder: Path) -> Path:
    home = folder / "home"
    home.mkdir()
    return home


@pytest.fixture(params=WAYS)
def tool(request: pytest.FixtureRequest, hub: Hub, agent: Caller, tmp_path: Path) -> Tool:
    """The tool of a fresh agent, once for each way to start a hook; the key is made by the first hook."""
    return Tool(project(tmp_path), hub.data_dir, request.param, agent.name)


@pytest.fixture
def fast_tool(hub: Hub, agent: Caller, tmp_path: Path) -> Tool:
    return Tool(project(tmp_path), hub.data_dir, "fast", agent.name)
