"""A data file grows with Bellpull: never backwards, never without a copy."""

import sqlite3
from pathlib import Path

import pytest

from bellpull.domain.errors import Setup
from bellpull.store import migrate as migration
from bellpull.store.migrate import migrate

TWO = {1: "CREATE TABLE a (x);", 2: "ALTER TABLE a ADD COLUMN y;"}


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def test_an_upgrade_leaves_a_copy_of_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bellpull.db"
    monkeypatch.setattr(migration, "_scripts", lambda: {1: TWO[1]})
    connection = opened(path)
    migrate(connection, path)
    connection.execute("INSERT INTO a VALUES (7)")
    assert list(tmp_path.iterdir()) == [path]

    monkeypatch.setattr(migration, "_scripts", lambda: TWO)
    migrate(connection, path)
    assert connection.execute("SELECT x, y FROM a").fetchall() == [(7, None)]
    connection.close()
    copy = opened(tmp_path / "bellpull.db.schema1")
    assert copy.execute("SELECT * FROM a").fetchall() == [(7,)]
    assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    copy.close()


def test_a_failing_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bellpull.db"
    connection = opened(path)
    monkeypatch.setattr(migration, "_scripts", lambda: {1: "CREATE TABLE a (x); CREATE TABLE a (x);"})
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, path)
    connection.close()
    connection = opened(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    connection = opened(tmp_path / "bellpull.db")
    connection.execute("PRAGMA user_version = 9999")
    with pytest.raises(Setup, match="newer Bellpull") as refused:
        migrate(connection, tmp_path / "bellpull.db")
    assert refused.value.code == "newer_data"
    connection.close()
