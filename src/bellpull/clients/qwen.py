"""Qwen Code: settings.json, `mcpServers` and `hooks`; skills. See https://qwenlm.github.io/qwen-code-docs, its pages on
MCP servers, hooks and skills, which it also brings with it.

It began as Gemini CLI, and its hooks are Claude Code's. Times of servers are milliseconds, times of hooks seconds. Its
tools are loaded at once (`alwaysLoadTools`): by default its model would have to search for those of MCP servers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import NAME, TOOL_TIMEOUT_MS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio
from bellpull.clients.hook_lists import Groups, HookLists, command_line, switched_off
from bellpull.clients.hooks.command import WAKE
from bellpull.clients.setting import AllowedTools
from bellpull.clients.skill import skill_in

CLIENT = "qwen"
HOOK_SECONDS = 5
OF_TOOLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")
OTHERS = (
    *("SessionStart", "UserPromptSubmit", "Notification", "SubagentStart", "SubagentStop"),
    *("Stop", "StopFailure", "SessionEnd"),
)
WITHOUT_DIALOG = AllowedTools(("permissions", "allow"), "mcp__bellpull")


def entry(launch: Launch) -> dict[str, Any]:
    return {**stdio(launch), "timeout": TOOL_TIMEOUT_MS, "alwaysLoadTools": True}


def hooks(launch: Launch) -> Groups:
    hook = {"name": NAME, "type": "command", "command": command_line(launch, CLIENT), "timeout": HOOK_SECONDS}
    # Of hooks with one name it runs the first.
    wake = {**hook, "name": f"{NAME}-wake", "command": command_line(launch, CLIENT, WAKE)}
    groups = {event: [{"hooks": [hook]}] for event in OTHERS} | {"Stop": [{"hooks": [hook, wake]}]}
    return {event: [{"matcher": "*", "hooks": [hook]}] for event in OF_TOOLS} | groups


def config_folder(environ: Mapping[str, str]) -> Path:
    chosen = environ.get("QWEN_HOME")
    return Path(chosen).expanduser() if chosen else home(environ) / ".qwen"


def settings_file(place: Place) -> Path:
    return (place.root / ".qwen" if place.root else config_folder(place.environ)) / "settings.json"


def parts(place: Place) -> tuple[Part, ...]:
    file = settings_file(place)
    pieces = (in_object("mcpServers", entry), HookLists(CLIENT, hooks), WITHOUT_DIALOG)
    return SettingsFile((file,), "{}\n", pieces), skill_in(file.parent / "skills")


QWEN = Client(
    name=CLIENT,
    title="Qwen Code",
    program="qwen",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
    hooks_off=lambda place: switched_off(settings_file(place), ("disableAllHooks",), True),
    project_note="Qwen Code reads a project's settings only where the folder is trusted.",
    allow_tools="""\
Qwen Code asks you before an agent uses one of Bellpull's tools, so before the agent can ask you anything.""",
)
