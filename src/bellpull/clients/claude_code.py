"""Claude Code: ~/.claude.json for a person, .mcp.json for a project, `mcpServers`; hooks in settings.json; skills. See
https://code.claude.com/docs/en/mcp, /hooks and /skills.

The hooks of a project go into settings.local.json, which is not committed: their command is one of this machine, for
speed.

What Claude Code's own defaults would spoil is set beside: its tools are loaded at once (`alwaysLoad`), and a call that
waits is not moved to the background after two minutes, which would tell the model that the answer is no consent.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.client import TOOL_TIMEOUT_MS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import in_object, stdio
from bellpull.clients.hook_lists import Groups, HookLists, command_line, switched_off
from bellpull.clients.hooks.command import DIALOG, PERMISSION, WAKE
from bellpull.clients.setting import AllowedTools, Setting
from bellpull.clients.skill import skill_in

CLIENT = "claude-code"
BLANK = "{}\n"
HOOK_SECONDS = 5
#: How long the one that waits in the background for an idle session's nudge may wait: a working day.
WAKE_SECONDS = 8 * 60 * 60
#: A person may take their time to answer a permission: as long as for a question.
PERMISSION_SECONDS = 24 * 60 * 60
OF_TOOLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")
OTHERS = (
    *("SessionStart", "UserPromptSubmit", "Notification", "Elicitation", "ElicitationResult"),
    *("SubagentStart", "SubagentStop", "Stop", "StopFailure", "SessionEnd"),
)

#: A call that waits for longer than this is moved to the background; 0: never. It holds for all MCP servers.
IN_FOREGROUND = Setting(("env", "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"), "0")
WITHOUT_DIALOG = AllowedTools(("permissions", "allow"), "mcp__bellpull")


def entry(launch: Launch) -> dict[str, Any]:
    """`timeout` is a hard limit for each call, whatever MCP_TOOL_TIMEOUT says; progress does not move it."""
    return {"type": "stdio", **stdio(launch), "timeout": TOOL_TIMEOUT_MS, "alwaysLoad": True}


def hooks(launch: Launch) -> Groups:
    """Tools may be matched by name, and are all meant. What ends a turn also starts what waits for the next nudge. A
    permission's hook waits as long as the dialog does: of a No and of Escape only a hook that still runs hears."""
    hook = {"type": "command", "command": command_line(launch, CLIENT, shared=False), "timeout": HOOK_SECONDS}
    wake = {
        "type": "command",
        "command": command_line(launch, CLIENT, WAKE, shared=False),
        "asyncRewake": True,
        "timeout": WAKE_SECONDS,
    }
    groups = {event: [{"hooks": [hook]}] for event in OTHERS}
    groups["Stop"] = [{"hooks": [hook, wake]}]
    of_tools = {event: [{"matcher": "*", "hooks": [hook]}] for event in OF_TOOLS}
    waits = PERMISSION if launch.permissions else DIALOG
    line = command_line(launch, CLIENT, waits, shared=False)
    asks = {"type": "command", "command": line, "timeout": PERMISSION_SECONDS}
    of_tools["PermissionRequest"] = [{"matcher": "*", "hooks": [asks]}]
    return of_tools | groups


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("CLAUDE_CONFIG_DIR") or home(environ) / ".claude")


def servers_file(environ: Mapping[str, str]) -> Path:
    """Beside its folder, unless that was chosen: then in it."""
    return Path(environ.get("CLAUDE_CONFIG_DIR") or home(environ)) / ".claude.json"


def hooks_file(place: Place) -> Path:
    return place.root / ".claude/settings.local.json" if place.root else config_folder(place.environ) / "settings.json"


def parts(place: Place) -> tuple[Part, ...]:
    servers = place.root / ".mcp.json" if place.root else servers_file(place.environ)
    return (
        SettingsFile((servers,), BLANK, (in_object("mcpServers", entry),)),
        SettingsFile((hooks_file(place),), BLANK, (HookLists(CLIENT, hooks), IN_FOREGROUND, WITHOUT_DIALOG)),
        skill_in(hooks_file(place).parent / "skills"),
    )


CLAUDE_CODE = Client(
    name=CLIENT,
    title="Claude Code",
    program="claude",
    parts=parts,
    traces=lambda environ: (servers_file(environ), config_folder(environ)),
    hooks_off=lambda place: switched_off(hooks_file(place), ("disableAllHooks",), True),
    note="CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 holds for all your MCP servers: their calls wait as long as they take. "
    "Otherwise Claude Code moves them to the background after two minutes, and calls an answer no consent.",
    project_note="Claude Code asks each person once whether the servers of a project may run. The hooks are for you "
    "alone: each person connects.",
    permissions="""\
Claude Code asks you before it runs a command or changes a file. Bellpull can ask you the same on your other screens.
The dialog in the terminal stays, and the first answer counts. Nothing is ever allowed without an answer of yours.
`claude -p` then waits for your answer for up to a day. Without this, it refuses at once.""",
    allow_tools="""\
Claude Code asks you before an agent uses one of Bellpull's tools, so before the agent can ask you anything.""",
)
