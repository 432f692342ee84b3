"""Commits, merges and syncs are told in the words of the server that these tools replace."""

from typing import Any

import pytest
from scripted import ID, Scripted

FILES = [f"file{number}.py" for number in range(1, 8)]


def told(tool: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    hub = Scripted({"id": ID})
    result = hub.run(tool, arguments)
    [text] = result.items
    assert not result.is_error
    return text, hub.body


@pytest.mark.parametrize(
    ("given", "text", "message"),
    [
        ({}, "Commit notified: on feature/x", "Fix the bell"),
        ({"hash": "abc1234"}, "Commit notified: abc1234 on feature/x", "Fix the bell"),
        ({"files": FILES[:2]}, "Commit notified: on feature/x", "Fix the bell\nFiles: file1.py, file2.py"),
        (
            {"files": FILES},
            "Commit notified: on feature/x",
            "Fix the bell\nFiles: file1.py, file2.py, file3.py, file4.py, file5.py (+2 more)",
        ),
        ({"agent": "QA-Bot"}, "Commit notified: on feature/x", "QA-Bot - Fix the bell"),
    ],
)
def test_a_commit(given: dict[str, Any], text: str, message: str) -> None:
    said, body = told("notify_commit", {"branch": "feature/x", "message": "Fix the bell"} | given)
    assert (said, body["title"], body["message"]) == (text, "Commit", message)
    assert (body["notification_type"], body["priority"], body["category"]) == ("info", "low", "git")
    assert body["metadata"]["subtitle"] == "feature/x"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "feature/x → main"),
        ({"commits_count": 3, "files_count": 5}, "feature/x → main\n3 commits, 5 files"),
        ({"commits_count": 1, "files_count": 1}, "feature/x → main\n1 commit, 1 file"),
        ({"files_count": 2, "version": "v1.2.0"}, "feature/x → main\n2 files\nVersion: v1.2.0"),
    ],
)
def test_a_merge(given: dict[str, Any], message: str) -> None:
    said, body = told("notify_merge", {"source_branch": "feature/x", "repo": "app"} | given)
    assert (said, body["title"], body["message"]) == (
        "Merge notified: feature/x → main",
        "Merge sur main",
        message,
    )
    assert (body["notification_type"], body["priority"]) == ("alert", "normal")
    assert body["metadata"]["subtitle"] == "app"


def test_a_sync() -> None:
    said, body = told("notify_sync", {"worktrees": ["a", "b"], "repo": "app"})
    assert said == "Sync notified: 2 worktrees updated"
    assert (body["title"], body["message"]) == ("Worktrees synchronisés", "2 worktree(s) updated from main\na, b")
    assert (body["notification_type"], body["priority"]) == ("info", "low")


def test_a_sync_with_conflicts_is_an_alert() -> None:
    trees = list("abcdefg")
    said, body = told("notify_sync", {"worktrees": trees, "source": "develop", "conflicts": ["c", "d"]})
    assert said == "Sync notified: 7 worktrees updated"
    assert body["message"] == ("7 worktree(s) updated from develop\na, b, c, d, e (+2 more)\n⚠️ Conflicts: c, d")
    assert (body["notification_type"], body["priority"]) == ("alert", "normal")
