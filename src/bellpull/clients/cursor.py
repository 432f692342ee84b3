"""Cursor: mcp.json, `mcpServers`. See https://cursor.com/docs/mcp. Nudges come with the results of Bellpull's tools."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio


def entry(launch: Launch) -> dict[str, Any]:
    """No limit is known that an entry could raise."""
    return {"type": "stdio", **stdio(launch, lasting=False)}


def config_folder(environ: Mapping[str, str]) -> Path:
    return home(environ) / ".cursor"


def parts(place: Place) -> tuple[Part, ...]:
    folder = place.root / ".cursor" if place.root else config_folder(place.environ)
    return (SettingsFile((folder / "mcp.json",), "{}\n", (in_object("mcpServers", entry),)),)


CURSOR = Client(
    name="cursor",
    title="Cursor",
    program="cursor",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
)
