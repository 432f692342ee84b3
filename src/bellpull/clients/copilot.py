"""Copilot CLI: mcp-config.json, `mcpServers`; hooks in a file of their own. See
https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers and
https://docs.github.com/en/copilot/reference/hooks-reference.

It takes groups of hooks in Claude Code's form, and then tells them what happened in that form, too. Only the hook of a
permission has to be named in its own form: its matchers are others then.

A project gets no hooks: they would run for everybody, and Copilot CLI refuses every tool if the command of a hook that
comes before it is missing. So our command there never fails, even if Bellpull is gone.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import TOOL_TIMEOUT_MS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio
from bellpull.clients.hook_lists import Groups, HookLists, command_line, switched_off
from bellpull.clients.hooks.command import ALLOW, DIALOG, PERMISSION

CLIENT = "copilot"
HOOK_SECONDS = 5
#: As long as a person may take to answer, and a working day for a session that idles.
WAITING_SECONDS = 24 * 60 * 60
OF_TOOLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
OTHERS = ("UserPromptSubmit", "Stop", "SubagentStop", "ErrorOccurred", "SessionEnd")
OWN_TOOLS = "bellpull[/-].*"


def entry(launch: Launch) -> dict[str, Any]:
    """Without `tools` it would use none."""
    return {"type": "local", **stdio(launch), "tools": ["*"], "timeout": TOOL_TIMEOUT_MS}


def hooks(launch: Launch) -> Groups:
    """While a permission's dialog is shown, a hook of the notification of it waits: nothing else tells of Escape. What
    allows Bellpull's own tools comes last, because the last word counts."""
    plain, before = _hook(launch), _never_failing(_hook(launch))
    of_tools: dict[str, list[dict[str, Any]]] = {event: [{"matcher": "*", "hooks": [plain]}] for event in OF_TOOLS}
    of_tools["PreToolUse"] = [{"matcher": "*", "hooks": [before]}]
    others = {event: [{"hooks": [plain]}] for event in OTHERS}
    dialog = _hook(launch, DIALOG)
    notices = [
        {"matcher": "permission_prompt", "hooks": [dialog]},
        {"matcher": "elicitation_dialog", "hooks": [plain]},
    ]
    asked = [{"hooks": [_never_failing(_hook(launch, PERMISSION))]}] if launch.permissions else []
    allows = {"matcher": OWN_TOOLS, "hooks": [_never_failing(_hook(launch, ALLOW))]}
    allowed = [allows] if launch.allows_tools else []
    requests = {"permissionRequest": [*asked, *allowed]} if asked or allowed else {}
    return of_tools | others | {"Notification": notices} | requests


def _hook(launch: Launch, waits: str = "") -> dict[str, Any]:
    line = command_line(launch, CLIENT, waits)
    command = f"& {line}" if sys.platform == "win32" else line
    seconds = WAITING_SECONDS if waits in (DIALOG, PERMISSION) else HOOK_SECONDS
    return {"type": "command", "command": command, "timeout": seconds}


def _never_failing(hook: dict[str, Any]) -> dict[str, Any]:
    return hook | {"command": hook["command"] + ("; exit 0" if sys.platform == "win32" else " || true")}


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("COPILOT_HOME") or home(environ) / ".copilot")


def parts(place: Place) -> tuple[Part, ...]:
    """A project's file is one that no other client reads."""
    servers = in_object("mcpServers", entry)
    if place.root:
        return (SettingsFile((place.root / ".github" / "mcp.json",), "{}\n", (servers,)),)
    folder = config_folder(place.environ)
    return (
        SettingsFile((folder / "mcp-config.json",), "{}\n", (servers,)),
        SettingsFile((folder / "hooks" / "bellpull.json",), '{\n  "version": 1\n}\n', (HookLists(CLIENT, hooks),)),
    )


COPILOT = Client(
    name=CLIENT,
    title="Copilot CLI",
    program="copilot",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
    hooks_off=lambda place: switched_off(config_folder(place.environ) / "settings.json", ("disableAllHooks",), True),
    project_note="The hooks are for you alone and for everything you work on: each person connects with --user, too.",
    permissions="""\
Copilot CLI runs its hooks before it looks whether you have allowed something, and shows its dialog only afterwards. So
Bellpull asks you about every command and every change, and for ten minutes only Bellpull: this is for when you are
away. Then the dialog is shown in the terminal. `copilot -p` waits for up to a day. Nothing is ever allowed without an
answer of yours.""",
    allow_tools="""\
Copilot CLI asks you before an agent uses one of Bellpull's tools, so before the agent can ask you anything.""",
)
