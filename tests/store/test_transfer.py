"""What is copied, exported and taken in again is what was there, whatever people write and whoever writes meanwhile."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from kept import file_of
from kept import restore as kept_file

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import instant
from bellpull.domain.notification import PRIORITIES, STATUSES, TYPES
from bellpull.hub.record_ports import Bounds
from bellpull.store import backup
from bellpull.store.exporting import export
from bellpull.store.importing import take_in
from bellpull.store.migrate import newest_schema, upgrade
from bellpull.store.past import SqlitePast
from bellpull.store.records import KINDS
from bellpull.store.restore import AHEAD, leap, preparing, put_in_place

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
AT = instant(NOW)
TEXTS = some.text(some.characters(exclude_categories=["Cs"]), max_size=30)
ROWS = some.lists(
    some.tuples(
        TEXTS,
        some.none() | TEXTS,
        some.sampled_from(TYPES),
        some.sampled_from(PRIORITIES),
        some.sampled_from(STATUSES),
        some.lists(TEXTS, max_size=3),
        some.none() | TEXTS,
    ),
    max_size=5,
)


def new_file(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    upgrade(connection)
    return connection


def add(connection: sqlite3.Connection, table: str, **values: object) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", list(values.values()))


def fill(connection: sqlite3.Connection, rows: list[Any]) -> None:
    add(connection, "users", name="owner", admin=1, created_at=AT)
    add(connection, "agents", name="bot", owner="owner", created_at=AT)
    for number, (title, message, kind, priority, status, options, reply) in enumerate(rows):
        id = f"notif_{number}"
        add(
            connection,
            "agent_notifications",
            **{"id": id, "agent_name": "bot", "notification_type": kind, "title": title, "message": message},
            **{"priority": priority, "status": status, "created_at": AT, "metadata": json.dumps({title: options})},
        )
        if kind == "question" and message is not None:
            answered = {"settled_at": AT, "outcome": "accepted", "choice": reply, "reply": reply}
            add(
                connection,
                "questions",
                **{"id": id, "agent_name": "bot", "kind": "choice", "options": json.dumps(options), "free_text": 1},
                **{
                    "look": json.dumps([title, True, "auto", False, None, None, None, message, reply is None]),
                    "secret": 0,
                },
                **{"opened_at": AT, "open_until": AT},
                **({} if reply is None else answered),
            )
        add(connection, "nudges", id=f"nudge_{number}", agent_name="bot", source="user", message=title, created_at=AT)
        add(
            connection,
            "sessions",
            **{"agent_name": "bot", "id": f"{number} {title}", "state": "idle", "since": AT, "seen_at": AT},
            **{"title": message, "todos": json.dumps(options)},
        )


def rows_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {kind.type: connection.execute(kind.select()).fetchall() for kind in KINDS}


@settings(max_examples=40)
@given(ROWS)
def test_exported_rows_come_in_again_the_same_to_the_letter(rows: list[Any]) -> None:
    with TemporaryDirectory() as name:
        source, lines, target = (Path(name) / part for part in ("a.db", "hub.jsonl", "b.db"))
        with closing(new_file(source)) as connection:
            fill(connection, rows)
        with lines.open("w", encoding="ascii") as stream:
            counts = export(source, AT, stream.write)
        taken = take_in(lines, target, NOW)
        assert rows_of(target) == rows_of(source)
        assert taken.new == counts
        assert not taken.there


def test_an_export_of_a_version_that_did_not_say_who_listens_is_taken_in(tmp_path: Path) -> None:
    lines = tmp_path / "hub.jsonl"
    said: list[str] = []
    with closing(new_file(tmp_path / "a.db")) as connection:
        fill(connection, [("Open", "What?", "question", "low", "pending", [], None)])
    export(tmp_path / "a.db", AT, said.append)
    lines.write_text("".join(said).replace(', "listens": true', ""), encoding="ascii")
    assert "listens" not in lines.read_text()
    take_in(lines, tmp_path / "b.db", NOW)
    assert rows_of(tmp_path / "b.db") == rows_of(tmp_path / "a.db")


def test_a_secret_answer_is_not_exported_nor_the_nudge_that_would_bring_it(tmp_path: Path) -> None:
    said: list[str] = []
    with closing(new_file(tmp_path / "a.db")) as connection:
        fill(connection, [("Open", "What?", "question", "low", "pending", [], None)] * 2)
        connection.execute(
            "UPDATE questions SET secret = 1, settled_at = ?, outcome = 'accepted', choice = 'sesame', reply = 'sesame'"
            " WHERE id = 'notif_0'",
            [AT],
        )
        connection.execute("UPDATE nudges SET message = 'sesame', question_id = 'notif_0' WHERE id = 'nudge_0'")
        counts = export(tmp_path / "a.db", AT, said.append)
    assert "sesame" not in "".join(said)
    assert (counts["question"], counts["nudge"]) == (2, 1)
    (question,) = [json.loads(line) for line in said if '"question", "id": "notif_0"' in line]
    assert (question["outcome"], question["reply"], question["late"]) == ("accepted", None, True)


@pytest.mark.parametrize("schema", range(1, newest_schema()))
def test_a_backup_of_an_earlier_version_is_brought_up_to_date_as_it_is_restored(tmp_path: Path, schema: int) -> None:
    if not file_of(schema).exists():
        pytest.skip("no file of that schema is kept")
    kept_file(schema, tmp_path / "old.db")
    before = (tmp_path / "old.db").read_bytes()
    with preparing(tmp_path / "old.db", tmp_path / "data" / "bellpull.db") as prepared:
        assert (prepared.backup.schema, prepared.present.contents) == (schema, None)
        assert put_in_place(prepared, NOW) is None
    with closing(sqlite3.connect(tmp_path / "data" / "bellpull.db")) as restored:
        assert restored.execute("PRAGMA user_version").fetchone() == (newest_schema(),)
        assert restored.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert restored.execute("SELECT action FROM audit ORDER BY seq DESC").fetchone() == ("restored",)
        newest = restored.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()[0]
        assert newest == prepared.backup.newest + AHEAD
        assert restored.execute("SELECT value FROM hub WHERE name = 'pruned'").fetchone() == (str(newest),)
    assert (tmp_path / "old.db").read_bytes() == before
    assert sorted(file.name for file in (tmp_path / "data").iterdir()) == ["bellpull.db", "bellpull.db.lock"]


def test_retention_does_not_make_cursors_from_before_a_restore_good_again(tmp_path: Path) -> None:
    with closing(new_file(tmp_path / "a.db")) as connection:
        for _ in range(3):
            add(connection, "events", at=AT, type="x", agent_name="bot", data="{}")
        leap(connection, 1000)
        later = instant(NOW + timedelta(days=1))
        SqlitePast(connection.execute).prune(Bounds(later, later, later, 10, later), 100)
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)
        assert connection.execute("SELECT value FROM hub WHERE name = 'pruned'").fetchone() == ("1000",)


def test_every_column_is_exported_or_left_out_on_purpose(tmp_path: Path) -> None:
    left_out = {"users": {"password"}, "nudges": {"place"}}
    with closing(new_file(tmp_path / "a.db")) as connection:
        for kind in KINDS:
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({kind.table})")}
            assert columns - left_out.get(kind.table, set()) == set(kind.fields), kind.table


def test_every_table_is_exported_or_left_out_on_purpose(tmp_path: Path) -> None:
    left_out = {"keys", "webhooks", "signing_keys", "idempotency", "events", "audit", "hub", "pending_counts"}
    with closing(new_file(tmp_path / "a.db")) as connection:
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in named if not name.startswith("sqlite_")}
    assert tables - left_out == {kind.table for kind in KINDS}


def test_a_writer_that_commits_at_every_step_does_not_make_a_backup_begin_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 5)
    left_over: list[int] = []
    with closing(new_file(tmp_path / "a.db")) as writer:
        fill(writer, [("x" * 3000, None, "info", "low", "pending", [], None)] * 50)

        def write(left: int, pages: int) -> None:
            left_over.append(left)
            id = f"notif_late_{len(left_over)}"
            add(
                writer,
                "agent_notifications",
                id=id,
                agent_name="bot",
                notification_type="info",
                title="x",
                created_at=AT,
            )

        held = backup.back_up(tmp_path / "a.db", tmp_path / "copy.db", force=False, progress=write)
        assert writer.execute("SELECT count(*) FROM agent_notifications").fetchone()[0] == 50 + len(left_over)
    assert left_over == sorted(left_over, reverse=True)
    assert len(left_over) > 10
    assert (held.notifications, held.schema) == (50, newest_schema())


def test_a_question_without_what_it_asks_is_refused(tmp_path: Path) -> None:
    """Nobody could read it, nor any list that it is in."""
    lines: list[str] = []
    with closing(new_file(tmp_path / "a.db")) as connection:
        fill(connection, [("Open", "What?", "question", "low", "pending", [], None)])
        export(tmp_path / "a.db", AT, lines.append)
    hollow = tmp_path / "hollow.jsonl"
    hollow.write_text("".join(lines).replace('"message": "What?"', '"message": null'), encoding="utf-8")
    with pytest.raises(Invalid, match="Line 5: what it asks is not there"):
        take_in(hollow, tmp_path / "b.db", datetime.now(UTC))
    assert not (tmp_path / "b.db").exists()
