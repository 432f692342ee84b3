"""Visual Studio Code: mcp.json, `servers`. See https://code.visualstudio.com/docs/agents/reference/mcp-configuration.

Nudges come with the results of Bellpull's tools.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio


def entry(launch: Launch) -> dict[str, Any]:
    """No limit is known that an entry could raise."""
    return {"type": "stdio", **stdio(launch, lasting=False)}


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """That of the default profile, which differs from system to system."""
    if platform == "darwin":
        base = home(environ) / "Library" / "Application Support"
    elif platform == "win32":
        base = Path(environ.get("APPDATA") or home(environ) / "AppData" / "Roaming")
    else:
        base = Path(environ.get("XDG_CONFIG_HOME") or home(environ) / ".config")
    return base / "Code" / "User"


def parts(place: Place) -> tuple[Part, ...]:
    folder = place.root / ".vscode" if place.root else config_folder(place.environ)
    return (SettingsFile((folder / "mcp.json",), "{}\n", (in_object("servers", entry),)),)


VSCODE = Client(
    name="vscode",
    title="Visual Studio Code",
    program="code",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
    note="Visual Studio Code asks once whether it may trust a new server.",
)
