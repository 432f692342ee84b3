"""What people who back up, restore and export are told of a file that cannot be used, and what a copy holds."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from bellpull.domain.errors import BellpullError, Conflict, Setup, Unavailable
from bellpull.store import backup, placing
from bellpull.store.backup import back_up, explained, is_broken
from bellpull.store.contents import Contents, connect, contents_of
from bellpull.store.exporting import export
from bellpull.store.lock import DataLock
from bellpull.store.migrate import newest_schema, upgrade
from bellpull.store.placing import chosen_file, need_room, placed
from bellpull.store.restore import preparing

AT = "2026-01-01T00:00:00.000Z"
BACKUP = "name one that `bellpull backup` has written"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "bellpull.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        upgrade(connection)
    return file


@contextmanager
def refused(kind: type[BellpullError], code: str, sentence: str, hint: str) -> Iterator[None]:
    with pytest.raises(kind) as error:
        yield
    assert (error.value.code, error.value.sentence, error.value.hint) == (code, sentence, hint)


def change(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(sql)


def restore(file: Path, database: Path) -> None:
    with preparing(file, database):
        pass


def failed(code: int, text: str = "it failed") -> sqlite3.Error:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize("use", [lambda file: back_up(file, file, force=False), lambda file: export(file, AT, print)])
def test_missing_data_file_is_named_with_what_is_missing(tmp_path: Path, use: Callable[[Path], object]) -> None:
    hint = "run it on the machine of the hub, or choose its folder: --data-dir"
    with refused(Setup, "no_data_file", f"There is no data file {tmp_path / 'a.db'}.", hint):
        use(tmp_path / "a.db")
    with refused(Setup, "no_data_file", f"There is no data folder {tmp_path / 'no'}.", hint):
        use(tmp_path / "no" / "a.db")


def test_backup_tells_how_far_it_is_and_what_it_holds(database: Path, tmp_path: Path) -> None:
    change(database, "INSERT INTO users (name, admin, created_at) VALUES ('ada', 1, '" + AT + "')")
    steps: list[tuple[int, int]] = []
    target = tmp_path / "copy.db"
    held = back_up(database, target, force=False, progress=lambda left, pages: steps.append((left, pages)))
    left, pages = steps[-1]
    assert (left, held.users, held.agents, held.schema) == (0, 1, 0, newest_schema())
    assert pages > 0
    assert target.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy.db"]
    with closing(connect(target)) as connection:
        assert contents_of(connection) == held


def test_backup_replaces_a_file_only_if_it_is_told_to(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("mine")
    hint = "choose another name, or replace it: --force"
    with refused(Conflict, "file_exists", f"{target} is there already.", hint):
        back_up(database, target, force=False)
    assert target.read_text() == "mine"
    back_up(database, target, force=True)
    assert target.read_bytes().startswith(b"SQLite format 3")


def test_backup_replaces_no_folder(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with refused(Conflict, "file_exists", f"{tmp_path / 'copy'} is there already.", "choose another name"):
        back_up(database, tmp_path / "copy", force=True)


def test_backup_makes_no_folder(database: Path, tmp_path: Path) -> None:
    sentence = f"There is no folder {tmp_path / 'no'}."
    with refused(Setup, "no_such_folder", sentence, "make it first, or choose another place"):
        back_up(database, tmp_path / "no" / "copy.db", force=True)


@pytest.mark.parametrize("name", ["bellpull.db", "bellpull.db-wal", "BELLPULL.DB.unfinished"])
def test_backup_is_not_written_over_what_the_hub_lives_on(database: Path, name: str) -> None:
    target = database.with_name(name)
    with refused(Conflict, "is_the_data_file", f"{target} is the hub's own.", "choose another place"):
        back_up(database, target, force=True)


def test_backup_beside_the_data_file_is_written_under_a_name_of_its_own(database: Path) -> None:
    back_up(database, database.with_name("backup.db"), force=False)
    assert database.with_name("backup.db").is_file()


def test_link_in_the_place_of_an_unfinished_file_is_not_followed(tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (tmp_path / "copy.db.unfinished").symlink_to(elsewhere)
    with pytest.raises(Setup) as error, placed(target, force=False):
        pass
    assert error.value.code == "in_the_way"
    assert error.value.hint == "remove it, or choose another place"
    assert elsewhere.read_text() == "mine"


def test_file_that_fails_halfway_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("before")
    with pytest.raises(ZeroDivisionError), placed(target, force=True) as unfinished:
        unfinished.write_text("half")
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]
    assert target.read_text() == "before"


def test_unfinished_file_of_a_killed_command_is_emptied(tmp_path: Path) -> None:
    (tmp_path / "copy.db.unfinished").write_text("half")
    (tmp_path / "copy.db.unfinished-journal").write_text("half")
    with placed(tmp_path / "copy.db", force=False) as unfinished:
        assert unfinished.read_text() == ""
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]


def test_unfinished_file_of_another_command_is_left_to_it(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    sentence = f"Another command is writing {tmp_path / 'copy.db.unfinished'}."
    with (
        placed(target, force=False),
        refused(Conflict, "being_written", sentence, "wait for it, or choose another name"),
        placed(target, force=False),
    ):
        pass


@pytest.mark.parametrize(
    "named, expected", [("", "name"), ("x.db", "x.db"), ("new/", "new/name"), ("there", "there/name")]
)
def test_named_folder_gets_the_file_and_is_made_if_it_ends_as_one(tmp_path: Path, named: str, expected: str) -> None:
    (tmp_path / "there").mkdir()
    assert chosen_file(f"{tmp_path}/{named}", "name") == tmp_path / expected
    assert (tmp_path / "new").exists() == (named == "new/")


@pytest.mark.parametrize("free, enough", [(0, False), (2047, False), (2048, True), (4096, True)])
def test_copy_needs_its_size_in_free_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, enough: bool
) -> None:
    monkeypatch.setattr(placing.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    if enough:
        need_room(tmp_path, 2048)
        return
    with pytest.raises(Setup) as error:
        need_room(tmp_path, 2048)
    assert error.value.code == "no_room"
    assert error.value.sentence.startswith(f"There is no room in {tmp_path}: it takes 2")
    assert error.value.hint == "make room there, or choose another place"


def test_restore_needs_a_backup(database: Path, tmp_path: Path) -> None:
    with refused(Setup, "no_backup", f"There is no file {tmp_path / 'no.db'}.", BACKUP):
        restore(tmp_path / "no.db", database)


def test_restore_does_not_take_the_data_file_itself(database: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    os.link(database, link)
    for file in (database, link):
        sentence = f"{file} is the data file itself."
        with refused(Conflict, "is_the_data_file", sentence, "name a backup of it"):
            restore(file, database)


def test_restore_does_not_take_the_file_that_it_writes(database: Path, tmp_path: Path) -> None:
    copy = database.with_name("bellpull.db.unfinished")
    back_up(database, tmp_path / "copy.db", force=False)
    (tmp_path / "copy.db").rename(copy)
    sentence = f"{copy} lies where a restore writes."
    with refused(Conflict, "is_the_data_file", sentence, "give it another name first"):
        restore(copy, database)
    assert copy.is_file()


def test_restore_refuses_a_file_of_another_program(database: Path, tmp_path: Path) -> None:
    change(tmp_path / "other.db", "CREATE TABLE users (name); PRAGMA user_version = 3")
    with refused(Setup, "not_bellpull", "The file is none of Bellpull.", BACKUP):
        restore(tmp_path / "other.db", database)
    (tmp_path / "text.db").write_text("no database at all" * 100)
    with refused(Setup, "not_bellpull", "The file is none of Bellpull.", BACKUP):
        restore(tmp_path / "text.db", database)


@pytest.mark.parametrize("use", [restore, lambda file, database: export(file, AT, str)])
def test_file_of_a_newer_version_is_left_to_it(
    database: Path, tmp_path: Path, use: Callable[[Path, Path], object]
) -> None:
    newer = tmp_path / "newer.db"
    back_up(database, newer, force=False)
    change(newer, f"PRAGMA user_version = {newest_schema() + 1}")
    known = f"schema {newest_schema() + 1}, this one knows {newest_schema()}"
    sentence = f"{newer} was written by a newer Bellpull ({known})."
    with refused(Setup, "newer_data", sentence, "upgrade Bellpull first"):
        use(newer, database)


def test_export_of_an_older_file_needs_an_upgrade_first(database: Path) -> None:
    change(database, f"PRAGMA user_version = {newest_schema() - 1}")
    sentence = f"{database} was written by an older Bellpull (schema {newest_schema() - 1})."
    hint = "start the hub once, which brings it up to date: bellpull up"
    with refused(Setup, "older_data", sentence, hint):
        export(database, AT, str)


def test_restore_refuses_a_row_that_refers_to_nothing(database: Path, tmp_path: Path) -> None:
    stray = tmp_path / "stray.db"
    back_up(database, stray, force=False)
    change(stray, f"INSERT INTO agents (name, owner, created_at) VALUES ('bot', 'nobody', '{AT}')")
    sentence = f"{stray} is damaged: a row of agents refers to nothing."
    with refused(Setup, "damaged_file", sentence, "use another copy"):
        restore(stray, database)


@pytest.mark.parametrize(
    "code, kind, name, sentence, hint",
    [
        (
            sqlite3.SQLITE_FULL,
            Setup,
            "no_room",
            "There is no room left in /data.",
            "make room there, or choose another place",
        ),
        (
            sqlite3.SQLITE_BUSY,
            Unavailable,
            "file_busy",
            "Another program uses the file: it failed.",
            "try again in a moment",
        ),
        (
            sqlite3.SQLITE_BUSY_SNAPSHOT,
            Unavailable,
            "file_busy",
            "Another program uses the file: it failed.",
            "try again in a moment",
        ),
        (
            sqlite3.SQLITE_LOCKED,
            Unavailable,
            "file_busy",
            "Another program uses the file: it failed.",
            "try again in a moment",
        ),
        (sqlite3.SQLITE_NOTADB, Setup, "not_bellpull", "The file is none of Bellpull.", BACKUP),
        (sqlite3.SQLITE_CORRUPT, Setup, "damaged_file", "The file is damaged: it failed.", "use another copy"),
        (
            sqlite3.SQLITE_CANTOPEN,
            Setup,
            "file_unusable",
            "The file cannot be read or written: it failed.",
            "look into it with: bellpull doctor",
        ),
    ],
)
def test_failure_of_the_file_is_explained(
    code: int, kind: type[BellpullError], name: str, sentence: str, hint: str
) -> None:
    error = explained(failed(code), Path("/data"))
    assert (type(error), error.code, error.sentence, error.hint) == (kind, name, sentence, hint)
    assert is_broken(failed(code)) == (code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))


def test_data_folder_is_one_programs_at_a_time(tmp_path: Path) -> None:
    lock = DataLock(tmp_path / "bellpull.db.lock")
    hint = "stop it with: bellpull down; or choose another folder: --data-dir"
    with refused(Setup, "data_in_use", f"A hub is using the data folder {tmp_path}.", hint):
        DataLock(tmp_path / "bellpull.db.lock")
    lock.release()
    DataLock(tmp_path / "bellpull.db.lock").release()


def test_copy_that_holds_something_else_is_damaged(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = contents_of_file(database)
    held = iter([there, there._replace(users=7)])
    monkeypatch.setattr(backup, "contents_of", lambda connection: next(held))
    with pytest.raises(Setup) as error:
        back_up(database, tmp_path / "copy.db", force=False)
    told = f"it holds {there._replace(users=7)}, and the data file {there}"
    assert (error.value.code, error.value.sentence) == ("damaged_file", f"The copy is damaged: {told}.")
    assert not (tmp_path / "copy.db").exists()


def contents_of_file(file: Path) -> Contents:
    with closing(connect(file)) as connection:
        return contents_of(connection)
