"""A restored file does nothing but what Bellpull's own schema says: whatever else is in it is seen, under any name."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bellpull.domain.errors import Setup
from bellpull.store.migrate import upgrade
from bellpull.store.restore import preparing, put_in_place

PROMOTING = "AFTER INSERT ON events BEGIN UPDATE users SET admin = 1; END"


def forged(type: str, name: str, table: str, sql: str) -> str:
    """What no command can make, but whoever writes the file can."""
    return (
        "PRAGMA writable_schema = ON;"
        f"INSERT INTO sqlite_master VALUES ('{type}', '{name}', '{table}', 0, '{sql}');"
        "PRAGMA writable_schema = OFF"
    )


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as file:
        upgrade(file)
        file.execute("INSERT INTO hub (name, value) VALUES ('id', 'hub_1')")
    return tmp_path / "copy.db"


@pytest.mark.parametrize(
    "change",
    [
        f"CREATE TRIGGER sqliteevil {PROMOTING}",
        f"CREATE TRIGGER SQLITEevil {PROMOTING}",
        "CREATE VIEW sqliteview AS SELECT * FROM users",
        "CREATE INDEX sqliteindex ON users (created_at)",
        "CREATE TABLE sqlitetable (x)",
        forged("trigger", "sqlite_evil", "events", f"CREATE TRIGGER sqlite_evil {PROMOTING}"),
        forged("trigger", "sqlite_stat1", "events", f"CREATE TRIGGER sqlite_stat1 {PROMOTING}"),
        forged("view", "sqlite_stat1", "sqlite_stat1", "CREATE VIEW sqlite_stat1 AS SELECT * FROM keys"),
    ],
)
def test_object_that_is_named_like_one_of_sqlite_is_foreign_all_the_same(backup: Path, change: str) -> None:
    with closing(sqlite3.connect(backup)) as file:
        file.executescript(change)
    with pytest.raises(Setup, match="is not as Bellpull makes it"), preparing(backup, backup.parent / "bellpull.db"):
        pass
    assert not (backup.parent / "bellpull.db").exists()


def test_statistics_of_sqlite_do_not_keep_a_file_from_being_restored(backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as file:
        file.executescript("ANALYZE; INSERT INTO users (name, created_at) VALUES ('ada', ''); ANALYZE")
        assert "sqlite_stat1" in {row[0] for row in file.execute("SELECT name FROM sqlite_master")}
    with preparing(backup, backup.parent / "bellpull.db") as prepared:
        put_in_place(prepared, datetime.now(UTC))
    assert (backup.parent / "bellpull.db").exists()
