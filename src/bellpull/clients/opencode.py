"""OpenCode: opencode.json or opencode.jsonc, `mcp`. See https://opencode.ai/docs/mcp-servers and /docs/config."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import NAME, TOOL_TIMEOUT_MS, Client, Launch, home

BLANK = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n'


def config_folder(environ: Mapping[str, str]) -> Path:
    """The same on every system, macOS and Windows too."""
    return Path(environ.get("XDG_CONFIG_HOME") or home(environ) / ".config") / "opencode"


def files_in(folder: Path) -> tuple[Path, ...]:
    return folder / "opencode.jsonc", folder / "opencode.json"


def entry(launch: Launch) -> dict[str, Any]:
    """`timeout` bounds every request, also the first; progress begins it anew, but not every version asks for it."""
    environment = {"environment": launch.environment} if launch.environment else {}
    command = {"type": "local", "command": list(launch.command), "enabled": True}
    return {**command, **environment, "timeout": TOOL_TIMEOUT_MS}


OPENCODE = Client(
    name="opencode",
    title="OpenCode",
    program="opencode",
    path=("mcp", NAME),
    blank=BLANK,
    user_files=lambda environ: files_in(config_folder(environ)),
    project_files=files_in,
    entry=entry,
    traces=lambda environ: (config_folder(environ), home(environ) / ".opencode"),
    project_note="",
)
