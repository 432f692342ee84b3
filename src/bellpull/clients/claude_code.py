"""Claude Code: ~/.claude.json for a person, .mcp.json for a project, `mcpServers`. See https://code.claude.com/docs/en/mcp."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import NAME, TOOL_TIMEOUT_MS, Client, Form, Launch, home


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("CLAUDE_CONFIG_DIR") or home(environ))


def entry(launch: Launch) -> dict[str, Any]:
    """`timeout` is a hard limit for each call, whatever MCP_TOOL_TIMEOUT says; progress does not move it."""
    program, *arguments = launch.command
    environment = {"env": launch.environment} if launch.environment else {}
    return {"type": "stdio", "command": program, "args": arguments, **environment, "timeout": TOOL_TIMEOUT_MS}


MCP_SERVERS = Form(("mcpServers", NAME), entry)
CLAUDE_CODE = Client(
    name="claude-code",
    title="Claude Code",
    program="claude",
    blank="{}\n",
    forms=(MCP_SERVERS,),
    form_of=lambda settings: MCP_SERVERS,
    user_files=lambda environ: (config_folder(environ) / ".claude.json",),
    project_files=lambda root: (root / ".mcp.json",),
    traces=lambda environ: (config_folder(environ) / ".claude.json", home(environ) / ".claude"),
    project_note="Claude Code asks each person once whether the servers of a project may run.",
)
