"""OpenCode: opencode.json or opencode.jsonc, `mcp`; `plugins/` and `skills/` in its folder. See
https://opencode.ai/docs/mcp-servers, /docs/plugins and /docs/skills.

Version 2 keeps the servers in `mcp.servers`; version 1 reads that form too. Settings in either form stay in it.
Version 1 loads plugins from `plugin/` and from `plugins/`, version 2 from `plugins/` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import (
    NAME,
    PLUGIN,
    TOOL_TIMEOUT_MS,
    Client,
    Launch,
    OwnFile,
    Part,
    Place,
    SettingsFile,
    home,
)
from bellpull.clients.entry import Form, JsonEntry
from bellpull.clients.opencode_plugin import plugin_text
from bellpull.clients.own_file import marked
from bellpull.clients.skill import skill_in

BLANK = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n'


def config_folder(environ: Mapping[str, str]) -> Path:
    """The same on every system, macOS and Windows too."""
    return Path(environ.get("XDG_CONFIG_HOME") or home(environ) / ".config") / "opencode"


def files_in(folder: Path) -> tuple[Path, ...]:
    return folder / "opencode.jsonc", folder / "opencode.json"


def entry(launch: Launch) -> dict[str, Any]:
    """`timeout` bounds every request. Progress begins it anew, but older versions never ask for progress."""
    return {
        "type": "local",
        "command": list(launch.lasting_command),
        "enabled": True,
        **_environment(launch),
        "timeout": TOOL_TIMEOUT_MS,
    }


def entry_of_version_2(launch: Launch) -> dict[str, Any]:
    return {
        "type": "local",
        "command": list(launch.lasting_command),
        **_environment(launch),
        "timeout": {"request": TOOL_TIMEOUT_MS},
    }


def form_of(settings: Any) -> Form:
    """A `servers` that begins no server itself is the newer form."""
    mcp = settings.get("mcp") if isinstance(settings, dict) else None
    servers = mcp.get("servers") if isinstance(mcp, dict) else None
    newer = isinstance(servers, dict) and not {"type", "enabled"} & {
        name for name, value in servers.items() if not isinstance(value, dict)
    }
    return VERSION_2 if newer else VERSION_1


def _environment(launch: Launch) -> dict[str, Any]:
    return {"environment": dict(launch.environment)} if launch.environment else {}


def plugin(launch: Launch) -> str:
    return marked(plugin_text(launch.program, launch.agent, launch.data_dir, launch.url))


def parts(place: Place) -> tuple[Part, ...]:
    """A project's settings lie in its root, everything else beneath `.opencode`."""
    folder = place.root / ".opencode" if place.root else config_folder(place.environ)
    return (
        SettingsFile(files_in(place.root or folder), BLANK, (JsonEntry((VERSION_1, VERSION_2), form_of),)),
        OwnFile(PLUGIN, folder / "plugins" / "bellpull.js", plugin, folders=1),
        skill_in(folder / "skills"),
    )


VERSION_1 = Form(("mcp", NAME), entry)
VERSION_2 = Form(("mcp", "servers", NAME), entry_of_version_2)
OPENCODE = Client(
    name="opencode",
    title="OpenCode",
    program="opencode",
    parts=parts,
    traces=lambda environ: (config_folder(environ), home(environ) / ".opencode"),
)
