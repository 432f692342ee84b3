"""OpenCode: opencode.json or opencode.jsonc, `mcp`. See https://opencode.ai/docs/mcp-servers and /docs/config.

Version 2 keeps the servers in `mcp.servers`; version 1 reads that form too. Settings in either form stay in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import NAME, TOOL_TIMEOUT_MS, Client, Form, Launch, home

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
        "command": list(launch.command),
        "enabled": True,
        **_environment(launch),
        "timeout": TOOL_TIMEOUT_MS,
    }


def entry_of_version_2(launch: Launch) -> dict[str, Any]:
    return {
        "type": "local",
        "command": list(launch.command),
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
    return {"environment": launch.environment} if launch.environment else {}


VERSION_1 = Form(("mcp", NAME), entry)
VERSION_2 = Form(("mcp", "servers", NAME), entry_of_version_2)
OPENCODE = Client(
    name="opencode",
    title="OpenCode",
    program="opencode",
    blank=BLANK,
    forms=(VERSION_1, VERSION_2),
    form_of=form_of,
    user_files=lambda environ: files_in(config_folder(environ)),
    project_files=files_in,
    traces=lambda environ: (config_folder(environ), home(environ) / ".opencode"),
    project_note="",
)
