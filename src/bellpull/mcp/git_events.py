"""`notify_commit`, `notify_merge` and `notify_sync`: what happened in a repository, in the words of the server that
they replace. Its types become ours: info is an info of low priority, warning an alert of normal priority."""

from __future__ import annotations

from bellpull.mcp.ask_user import label
from bellpull.mcp.tool import Result, Send, Tool, hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.mcp.tool import Call, Run

SHOWN_NAMES = 5
INFO = {"notification_type": "info", "priority": "low"}
WARNING = {"notification_type": "alert", "priority": "normal"}


def _commit(call: Call) -> Run:
    given = call.arguments
    lines = [given["message"]]
    if given["files"]:
        lines.append(f"Files: {_names(given['files'])}")
    yield _told(call, INFO, "Commit", given["branch"], lines)
    hash_ = label(given["hash"])
    return Result([f"Commit notified:{f' {hash_}' if hash_ else ''} on {given['branch']}"])


def _merge(call: Call) -> Run:
    given = call.arguments
    lines = [f"{given['source_branch']} → main"]
    counts = [_counted(given[f"{noun}s_count"], noun) for noun in ("commit", "file") if given[f"{noun}s_count"]]
    if counts:
        lines.append(", ".join(counts))
    if label(given["version"]):
        lines.append(f"Version: {given['version']}")
    yield _told(call, WARNING, "Merge sur main", label(given["repo"]), lines)
    return Result([f"Merge notified: {given['source_branch']} → main"])


def _sync(call: Call) -> Run:
    given = call.arguments
    count, conflicts = len(given["worktrees"]), given["conflicts"]
    lines = [f"{count} worktree(s) updated from {given['source']}", _names(given["worktrees"])]
    if conflicts:
        lines.append(f"⚠️ Conflicts: {_names(conflicts)}")
    yield _told(call, WARNING if conflicts else INFO, "Worktrees synchronisés", label(given["repo"]), lines)
    return Result([f"Sync notified: {count} worktrees updated"])


def _told(call: Call, kind: dict[str, str], title: str, subtitle: str | None, lines: list[str]) -> Send:
    """The subtitle and everything that was given go along as metadata, for whoever shows more than a message."""
    given = {name: value for name, value in call.arguments.items() if value not in (None, "", [])}
    agent = label(given.get("agent"))
    body = {
        **kind,
        "title": title,
        "message": (f"{agent} - " if agent else "") + "\n".join(lines),
        "category": "git",
        "metadata": {"subtitle": subtitle, **given} if subtitle else given,
    }
    return Send("POST", "/api/notifications", body, call.key)


def _names(names: list[str]) -> str:
    more = len(names) - SHOWN_NAMES
    return ", ".join(names[:SHOWN_NAMES]) + (f" (+{more} more)" if more > 0 else "")


def _counted(count: int, noun: str) -> str:
    return f"{count:g} {noun}{'' if count == 1 else 's'}"


def _text(description: str, **rules: Any) -> dict[str, Any]:
    return {"type": "string", **rules, "description": description}


def _texts(description: str, **rules: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, **rules, "description": description}


def _count(description: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "description": description}


def _schema(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


NOTIFY_COMMIT = Tool(
    "notify_commit",
    "Tell people that you made a commit. For other news use send_notification.",
    _schema(
        ["branch", "message"],
        branch=_text("The branch that it is on", minLength=1),
        message=_text("The commit message", minLength=1),
        files=_texts("The files that it changed"),
        hash=_text("The commit's hash"),
        agent=_text("The name to show as who did it"),
    ),
    hints("Tell of a commit"),
    _commit,
)
NOTIFY_MERGE = Tool(
    "notify_merge",
    "Tell people that you merged a branch into main. For other news use send_notification.",
    _schema(
        ["source_branch"],
        source_branch=_text("The branch that was merged", minLength=1),
        commits_count=_count("How many commits it brought"),
        files_count=_count("How many files changed"),
        version=_text("The version that main has now"),
        repo=_text("The repository"),
        agent=_text("The name to show as who did it"),
    ),
    hints("Tell of a merge"),
    _merge,
)
NOTIFY_SYNC = Tool(
    "notify_sync",
    "Tell people that you brought worktrees up to date, and which of them have conflicts.",
    _schema(
        ["worktrees"],
        worktrees=_texts("The worktrees that were updated", minItems=1),
        source=_text("The branch that they were updated from", minLength=1, default="main"),
        repo=_text("The repository"),
        conflicts=_texts("The worktrees, or files, that have conflicts"),
    ),
    hints("Tell of a sync"),
    _sync,
)
