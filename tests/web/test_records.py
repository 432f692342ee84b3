"""The file: seed 004's table, column by column, as any SQLite tool sees it."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from support.answers import NOTIFICATION_FIELDS, done
from support.local_hub import running_here


@dataclass(frozen=True)
class Written:
    """A hub's file after the hub has ended, and what the hub had answered."""

    file: sqlite3.Connection
    plain: dict[str, Any]
    full: dict[str, Any]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    with running_here(tmp_path_factory.mktemp("hub")) as hub:
        agent = hub.new_agent()
        plain = agent.send()
        full = agent.send(message="m", priority="urgent", category="c", metadata={"b": 1.0, "a": {}})
        empty = agent.send(metadata={})
        done(hub.owner.post(f"/api/notifications/{full['id']}/acknowledge"))
        full = agent.read(full["id"])
        assert empty["metadata"] == {}
        assert hub.stop() == 0
        with closing(sqlite3.connect(f"file:{hub.database}?mode=ro", uri=True)) as file:
            file.row_factory = sqlite3.Row
            yield Written(file, plain, full)


def test_the_table_has_the_twelve_columns_with_their_defaults(written: Written) -> None:
    columns = [tuple(row)[1:] for row in written.file.execute("PRAGMA table_info(agent_notifications)")]
    assert columns == [
        ("id", "TEXT", 0, None, 1),
        ("agent_name", "TEXT", 1, None, 0),
        ("notification_type", "TEXT", 1, None, 0),
        ("title", "TEXT", 1, None, 0),
        ("message", "TEXT", 0, None, 0),
        ("priority", "TEXT", 0, "'normal'", 0),
        ("category", "TEXT", 0, None, 0),
        ("metadata", "TEXT", 0, None, 0),
        ("status", "TEXT", 0, "'pending'", 0),
        ("created_at", "TEXT", 1, None, 0),
        ("acknowledged_at", "TEXT", 0, None, 0),
        ("acknowledged_by", "TEXT", 0, None, 0),
    ]
    assert [column[0] for column in columns] == NOTIFICATION_FIELDS


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("idx_notifications_agent", [("agent_name", 0), ("created_at", 1)]),
        ("idx_notifications_status", [("status", 0)]),
        ("idx_notifications_priority", [("priority", 0)]),
    ],
)
def test_the_table_has_the_contract_s_indexes(written: Written, name: str, columns: list[tuple[str, int]]) -> None:
    table = written.file.execute("SELECT tbl_name FROM sqlite_master WHERE type = 'index' AND name = ?", [name])
    assert table.fetchone()["tbl_name"] == "agent_notifications"
    rows = written.file.execute(f"PRAGMA index_xinfo({name})")
    assert [(row["name"], row["desc"]) for row in rows if row["key"]] == columns


def test_a_row_holds_what_the_hub_answered(written: Written) -> None:
    for answered in (written.plain, written.full):
        query = "SELECT * FROM agent_notifications WHERE id = ?"
        row = dict(written.file.execute(query, [answered["id"]]).fetchone())
        metadata = row.pop("metadata")
        assert row == {name: value for name, value in answered.items() if name != "metadata"}
        assert (metadata and json.loads(metadata)) == answered["metadata"]
    assert written.plain["metadata"] is None
    assert list(written.full["metadata"]) == ["b", "a"]


def test_empty_metadata_and_none_are_two_things(written: Written) -> None:
    stored = written.file.execute("SELECT metadata FROM agent_notifications ORDER BY created_at, rowid").fetchall()
    assert [row["metadata"] for row in stored][::2] == [None, "{}"]


def test_the_file_is_whole_and_knows_its_version(written: Written) -> None:
    assert written.file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert written.file.execute("PRAGMA foreign_key_check").fetchall() == []
    assert written.file.execute("PRAGMA user_version").fetchone()[0] >= 1
    assert written.file.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
