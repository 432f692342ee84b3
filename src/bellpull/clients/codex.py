"""Codex: config.toml, `mcp_servers`; hooks.json; skills. See https://developers.openai.com/codex/mcp, /hooks and
/skills.

The skill goes into Codex's own folder, not into `.agents/skills`, which other clients read too: they have a copy of
their own, or no tools to go with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bellpull.clients.change import text_of
from bellpull.clients.client import TOOL_TIMEOUT_SECONDS, Client, Launch, Part, Place, SettingsFile, home
from bellpull.clients.entry import stdio
from bellpull.clients.hook_lists import Groups, HookLists, command_line
from bellpull.clients.hooks.command import DIALOG, PERMISSION, WAKE
from bellpull.clients.hooks.permission import AWAY_SECONDS
from bellpull.clients.jsonc import Broken
from bellpull.clients.skill import skill_in
from bellpull.clients.toml_entry import TomlEntry
from bellpull.clients.toml_text import data_of
from bellpull.domain import errors

CLIENT = "codex"
HOOK_SECONDS = 5
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "SubagentStart", "SubagentStop", "Stop")
#: For these Codex waits no longer, and says so at each start if more is written.
LAST_EVENTS, LAST_SECONDS = ("Interrupt", "SessionEnd"), 3
#: The hook that waits for what wakes the session, or for the end of a dialog; Codex ends it with the session.
WAITING_SECONDS = 24 * 60 * 60
#: Codex gives its servers only a few variables of its own. These are names; what they hold is not written.
PASSED_ON = ("AGENT", "CONFIG", "DATA_DIR", "KEY", "URL")


def entry(launch: Launch, environ: Mapping[str, str]) -> dict[str, Any]:
    """Codex gives a call 60 seconds if nothing else is written, and its doctor warns of each name that is not set: so
    only those that are, unless others read this on their machines."""
    names = [*(f"BELLPULL_{name}" for name in PASSED_ON), "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    passed_on = [name for name in names if launch.shared or environ.get(name)]
    return {**stdio(launch), "env_vars": passed_on, "tool_timeout_sec": TOOL_TIMEOUT_SECONDS}


def hooks(launch: Launch) -> Groups:
    """What is `async` runs beside Codex's own work, until it ends or the session does. (Older releases leave it out.)
    A hook that answers a permission cannot be: Codex waits for it before it opens its dialog."""
    hook = {"type": "command", "command": command_line(launch, CLIENT), "timeout": HOOK_SECONDS}
    groups = {event: [{"hooks": [hook]}] for event in EVENTS}
    groups |= {event: [{"hooks": [hook | {"timeout": LAST_SECONDS}]}] for event in LAST_EVENTS}
    groups["PostModelRequest"] = [{"hooks": [hook | {"async": True}]}]
    groups["Stop"] = [{"hooks": [hook, _waiting(launch, WAKE)]}]
    line = command_line(launch, CLIENT, PERMISSION)
    asks = {"type": "command", "command": line, "timeout": AWAY_SECONDS + HOOK_SECONDS}
    first = asks if launch.permissions else hook
    groups["PermissionRequest"] = [{"hooks": [first, _waiting(launch, DIALOG)]}]
    return groups


def _waiting(launch: Launch, waits: str) -> dict[str, Any]:
    line = command_line(launch, CLIENT, waits)
    return {"type": "command", "command": line, "timeout": WAITING_SECONDS, "async": True}


def config_folder(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("CODEX_HOME") or home(environ) / ".codex")


def folder_of(place: Place) -> Path:
    return place.root / ".codex" if place.root else config_folder(place.environ)


def hooks_off(place: Place) -> str | None:
    """Also by the older name of the switch. A file that cannot be understood is told elsewhere."""
    file = folder_of(place) / "config.toml"
    try:
        features = data_of(text_of(file) or "").get("features")
    except (Broken, errors.Setup):
        return None
    names = features if isinstance(features, dict) else {}
    off = names.get("hooks", names.get("codex_hooks")) is False
    return f"{file} turns all hooks off (features.hooks)" if off else None


def parts(place: Place) -> tuple[Part, ...]:
    folder = folder_of(place)
    return (
        SettingsFile((folder / "config.toml",), "", (TomlEntry(lambda launch: entry(launch, place.environ)),)),
        SettingsFile((folder / "hooks.json",), "{}\n", (HookLists(CLIENT, hooks),)),
        skill_in(folder / "skills"),
    )


CODEX = Client(
    name=CLIENT,
    title="Codex",
    program="codex",
    parts=parts,
    traces=lambda environ: (config_folder(environ),),
    hooks_off=hooks_off,
    note="Codex runs hooks only once they are trusted: it asks at its next start (Hooks need review), or say /hooks to "
    "it. After each change of them it asks again.",
    project_note="Codex reads a project's settings and hooks only where the project is trusted.",
    permissions="""\
Codex asks you before it runs some commands. Bellpull can ask you the same on your other screens. But Codex opens its
own dialog only when Bellpull has stopped waiting: for up to five minutes its terminal only shows that a hook runs.
So this is for people who are often away from the terminal. If nobody answers in time, the dialog opens and the
question in Bellpull is withdrawn. Nothing is ever allowed without an answer of yours.""",
)
