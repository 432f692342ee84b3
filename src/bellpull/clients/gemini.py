"""Gemini CLI: settings.json, `mcpServers` and `hooks`; skills. See https://geminicli.com/docs/tools/mcp-server,
/docs/hooks/reference and /docs/cli/skills.

Hooks and skills are on unless somebody turned them off. Its times are milliseconds, those of hooks too.

The hook of a notification comes before the dialog, which waits for it. So it starts a process of its own that follows
the dialog, and ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import NAME, TOOL_TIMEOUT_MS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio
from bellpull.clients.hook_lists import Groups, HookLists, command_line, switched_off
from bellpull.clients.hooks.command import DIALOG
from bellpull.clients.setting import Trusted
from bellpull.clients.skill import skill_in

CLIENT = "gemini"
HOOK_MS = 5000
EVENTS = ("SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd")

WITHOUT_DIALOG = Trusted(("mcpServers", NAME, "trust"))


def entry(launch: Launch) -> dict[str, Any]:
    return {**stdio(launch), "timeout": TOOL_TIMEOUT_MS}


def hooks(launch: Launch) -> Groups:
    hook = {"name": NAME, "type": "command", "command": command_line(launch, CLIENT), "timeout": HOOK_MS}
    follows = {**hook, "command": command_line(launch, CLIENT, DIALOG)}
    groups = {event: [{"hooks": [hook]}] for event in EVENTS} | {"Notification": [{"hooks": [follows]}]}
    return {event: [{"matcher": "*", "hooks": [hook]}] for event in ("BeforeTool", "AfterTool")} | groups


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("GEMINI_CLI_HOME") or home(environ)) / ".gemini"


def settings_file(place: Place) -> Path:
    return (place.root / ".gemini" if place.root else config_folder(place.environ)) / "settings.json"


def parts(place: Place) -> tuple[Part, ...]:
    file = settings_file(place)
    pieces = (in_object("mcpServers", entry), WITHOUT_DIALOG, HookLists(CLIENT, hooks))
    return SettingsFile((file,), "{}\n", pieces), skill_in(file.parent / "skills")


GEMINI = Client(
    name=CLIENT,
    title="Gemini CLI",
    program="gemini",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
    hooks_off=lambda place: switched_off(settings_file(place), ("hooksConfig", "enabled"), False),
    project_note="Gemini CLI reads a project's settings only where the folder is trusted.",
    allow_tools="""\
Gemini CLI asks you before an agent uses one of Bellpull's tools, so before the agent can ask you anything.""",
)
