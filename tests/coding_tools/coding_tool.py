"""What the tests have to know of each coding tool: how it is started, and the least that it needs for that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from support.npm import cache_folder

#: Of its key Claude Code remembers the last twenty characters, as one that the person has agreed to.
KEY = "sk-ant-made-up-0123456789abcdefghij"


class CodingTool(NamedTuple):
    """`name` is how `bellpull connect` calls it, `program` how a person does."""

    name: str
    title: str
    program: str
    #: For a model at this address.
    variables: Callable[[str], dict[str, str]]
    #: Those of somebody who has used it in this project before: files of their home and what they hold.
    settings: Callable[[str, Path], dict[str, str]]
    #: Its options for a prompt without a terminal; it asks nobody for permission.
    headless: Callable[[str], list[str]]
    #: Its own list of MCP servers, and how that tells one that it has reached.
    listing: tuple[str, ...]
    reached: str
    #: At a terminal: its options, what it shows once it takes a prompt, what is typed to leave it.
    interactive: list[str]
    ready: str
    leave: str
    #: What it asks a person at its first start with our hooks, and the keys that agree.
    asks_first: tuple[str, tuple[str, ...]] | None = None


def _claude_code(url: str) -> dict[str, str]:
    quiet = ("DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_BUG_COMMAND")
    more = ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_INSTALLATION_CHECKS")
    return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY} | dict.fromkeys((*quiet, *more), "1")


def _claude_code_settings(url: str, project: Path) -> dict[str, str]:
    """Without the key among those that were agreed to, it wants to sign in at its maker's."""
    said = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "projects": {str(project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }
    return {".claude.json": json.dumps(said)}


CLAUDE_CODE = CodingTool(
    name="claude-code",
    title="Claude Code",
    program="claude",
    variables=_claude_code,
    settings=_claude_code_settings,
    headless=lambda prompt: ["-p", prompt, "--model", "claude-sonnet-4-5", "--allowedTools", "Bash", "mcp__bellpull"],
    listing=("mcp", "list"),
    reached="Connected",
    interactive=["--model", "claude-sonnet-4-5"],
    ready="? for shortcuts",
    leave="/exit",
)


def _codex_settings(url: str, project: Path) -> dict[str, str]:
    """It asks before commands that are to run outside of its sandbox, which does not work in a home beneath /tmp."""
    return {
        ".codex/config.toml": f"""\
model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
stream_max_retries = 0
request_max_retries = 0

[analytics]
enabled = false

[projects."{project}"]
trust_level = "trusted"
"""
    }


CODEX = CodingTool(
    name="codex",
    title="Codex",
    program="codex",
    variables=lambda url: {"SCRIPTED_KEY": "made-up"},
    settings=_codex_settings,
    headless=lambda prompt: ["exec", "--dangerously-bypass-hook-trust", "-s", "danger-full-access", prompt],
    listing=("mcp", "list"),
    reached="enabled",
    interactive=[],
    ready="? for shortcuts",
    leave="/exit",
    asks_first=("Hooks need review", ("2", "Enter")),
)


def _gemini(url: str) -> dict[str, str]:
    quiet = {"GEMINI_TELEMETRY_ENABLED": "false", "NO_UPDATE_NOTIFIER": "1"}
    return {"GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": KEY} | quiet


def _gemini_settings(url: str, project: Path) -> dict[str, str]:
    """In a folder that is not trusted it starts nothing of anybody's."""
    said = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False},
    }
    trusted = {str(project): "TRUST_FOLDER"}
    return {".gemini/settings.json": json.dumps(said), ".gemini/trustedFolders.json": json.dumps(trusted)}


GEMINI = CodingTool(
    name="gemini",
    title="Gemini CLI",
    program="gemini",
    variables=_gemini,
    settings=_gemini_settings,
    headless=lambda prompt: ["--yolo", "-p", prompt],
    listing=("mcp", "list"),
    reached="Connected",
    interactive=[],
    ready="Type your message",
    leave="/quit",
)


def _qwen(url: str) -> dict[str, str]:
    return {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": KEY, "OPENAI_MODEL": "scripted"}


def _qwen_settings(url: str, project: Path) -> dict[str, str]:
    said = {
        "security": {"auth": {"selectedType": "openai"}},
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        # What it would ask its model beside the conversation, with all of it.
        "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False, "enableAutoSkill": False},
        "ui": {"enableFollowupSuggestions": False},
        "tools": {"approvalMode": "default"},
    }
    return {".qwen/settings.json": json.dumps(said)}


QWEN = CodingTool(
    name="qwen",
    title="Qwen Code",
    program="qwen",
    variables=_qwen,
    settings=_qwen_settings,
    headless=lambda prompt: ["--yolo", "-p", prompt],
    listing=("mcp", "list"),
    reached="Connected",
    interactive=[],
    ready="Type your message",
    leave="/quit",
)


def _copilot(url: str) -> dict[str, str]:
    """Its program unpacks itself: 235 MB, once for all workplaces."""
    unpacked = cache_folder() / "copilot"
    own = {"BASE_URL": f"{url}/v1", "API_KEY": "made-up"}
    quiet = {"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": "scripted"}
    provider = {f"COPILOT_PROVIDER_{name}": value for name, value in own.items()}
    return quiet | provider | {"COPILOT_PKG_CACHE_HOME": str(unpacked)}


def _copilot_settings(url: str, project: Path) -> dict[str, str]:
    return {".copilot/config.json": json.dumps({"trustedFolders": [str(project)]})}


COPILOT = CodingTool(
    name="copilot",
    title="Copilot CLI",
    program="copilot",
    variables=_copilot,
    settings=_copilot_settings,
    headless=lambda prompt: ["--allow-all", "-p", prompt],
    listing=("mcp", "list"),
    reached="(local)",
    interactive=[],
    ready="? help",
    leave="/exit",
)


TOOLS = (CLAUDE_CODE, CODEX, COPILOT, GEMINI, QWEN)


def write_settings(tool: CodingTool, home: Path, project: Path, url: str) -> None:
    for name, text in tool.settings(url, project).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def every(*tools: CodingTool) -> pytest.MarkDecorator:
    """The test is one of each of these tools."""
    return pytest.mark.parametrize("tool", tools or TOOLS, ids=lambda tool: tool.name)
