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
from bellpull.clients.jsonc import Broken
from bellpull.clients.skill import skill_in
from bellpull.clients.toml_entry import TomlEntry
from bellpull.clients.toml_text import data_of
from bellpull.domain import errors

CLIENT = "codex"
HOOK_SECONDS = 5
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest", "Stop")
#: Codex gives its servers only a few variables of its own. These are names; what they hold is not written.
PASSED_ON = ("AGENT", "CONFIG", "DATA_DIR", "KEY", "URL")


def entry(launch: Launch) -> dict[str, Any]:
    """Codex gives a call 60 seconds unless told."""
    names = [*(f"BELLPULL_{name}" for name in PASSED_ON), "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    return {**stdio(launch), "env_vars": names, "tool_timeout_sec": TOOL_TIMEOUT_SECONDS}


def hooks(launch: Launch) -> Groups:
    hook = {"type": "command", "command": command_line(launch, CLIENT), "timeout": HOOK_SECONDS}
    return {event: [{"hooks": [hook]}] for event in EVENTS}


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
        SettingsFile((folder / "config.toml",), "", (TomlEntry(entry),)),
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
    note="Codex runs hooks only once they are trusted: say /hooks to it, look at Bellpull's and trust them. After each "
    "change of them it asks again.",
    project_note="Codex reads a project's settings and hooks only where the project is trusted.",
)
