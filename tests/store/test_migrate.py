"""A data file grows with Bellpull: never backwards, never without a copy."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bellpull.domain.errors import Setup
from bellpull.store import migrate as migration
from bellpull.store.migrate import migrate
from support.local_hub import running_here
from support.questions import answer, do, look

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


BEFORE = "2026-01-02T03:04:05.678Z"


def file_of_schema_2(path: Path) -> None:
    """A data file as the version before left it: an agent of a person, a question that is open and one that is not."""
    scripts = {number: script for number, script in migration._scripts().items() if number <= 2}
    with pytest.MonkeyPatch.context() as patch, closing(opened(path)) as file:
        patch.setattr(migration, "_scripts", lambda: scripts)
        migrate(file, path)
        for id, settled, outcome in (("open", None, None), ("done", BEFORE, "accepted")):
            id = f"notif_{id:0>16}"
            told = (id, "bot", "question", "Name", "Who are you?", "normal", None, None, "pending", BEFORE, None, None)
            file.execute(f"INSERT INTO agent_notifications VALUES ({', '.join('?' * 12)})", told)
            look = json.dumps([None, True, "auto", False, None, None, None, None])
            life = (None, "2099-01-01T00:00:00.000Z", settled, outcome, None, settled and "Ada", None, None, "timeout")
            asked = (id, "bot", "text", "[]", 0, None, look, 0, None, None, BEFORE)
            values = (*asked, *life, settled, 1 if settled else 0)
            file.execute(f"INSERT INTO questions VALUES ({', '.join('?' * len(values))})", values)


def test_questions_of_the_version_before_go_on_where_they_were(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    file_of_schema_2(data / "bellpull.db")
    with running_here(tmp_path, data_dir=data) as hub:
        agent = hub.new_agent(name="bot")
        done, waiting = f"notif_{'done':0>16}", f"notif_{'open':0>16}"
        told = look(hub.owner, done)
        assert (told["outcome"], told["reply"], told["handed_at"], told["failure"]) == ("accepted", "Ada", BEFORE, None)
        assert look(agent, waiting)["released"] == "timeout"
        do(agent, waiting, "await", {"seconds": 60})
        failed = do(hub.owner, waiting, "release", {"reason": "failed", "detail": "no display"})
        assert (failed["released"], failed["failure"]) == ("failed", "no display")
        hub.restart()
        assert look(hub.owner, waiting)["failure"] == "no display"
        assert answer(hub.owner, waiting, text="Bob")["reply"] == "Bob"
    with closing(opened(data / "bellpull.db.schema2")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (2,)
        assert copy.execute("SELECT count(*) FROM asked").fetchone() == (2,)
