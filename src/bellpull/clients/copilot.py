"""Copilot CLI: mcp-config.json, `mcpServers`. See
https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers.

Nudges come with the results of Bellpull's tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import TOOL_TIMEOUT_MS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio


def entry(launch: Launch) -> dict[str, Any]:
    """Without `tools` it would use none."""
    return {"type": "local", **stdio(launch), "tools": ["*"], "timeout": TOOL_TIMEOUT_MS}


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("COPILOT_HOME") or home(environ) / ".copilot")


def parts(place: Place) -> tuple[Part, ...]:
    """A project's file is one that no other client reads."""
    file = place.root / ".github" / "mcp.json" if place.root else config_folder(place.environ) / "mcp-config.json"
    return (SettingsFile((file,), "{}\n", (in_object("mcpServers", entry),)),)


COPILOT = Client(
    name="copilot",
    title="Copilot CLI",
    program="copilot",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
)
