"""Brings a data file to this version's schema: numbered SQL files, forward only, a copy of the file before each
upgrade."""

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from bellpull.domain.errors import Setup

#: What SQLite counts for itself when somebody lets it: of the whole schema, all that may be in one file and not in
#: another. Named to the letter, because a name like these alone says nothing of what it does.
COUNTED_BY_SQLITE = {
    ("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("sqlite_stat3", "CREATE TABLE sqlite_stat3(tbl,idx,neq,nlt,ndlt,sample)"),
    ("sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
}


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    version, newest = schema_of(connection), newest_schema()
    if version > newest:
        raise Setup(
            "newer_data",
            f"The data file {path} was written by a newer Bellpull (schema {version}, this one knows {newest}).",
            "upgrade Bellpull, or use another data folder: --data-dir",
        )
    if 0 < version < newest:
        _copy(connection, path.with_name(f"{path.name}.schema{version}"))
    upgrade(connection)


def schema_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def newest_schema() -> int:
    return max(_scripts())


def upgrade(connection: sqlite3.Connection) -> None:
    """Without a copy: for a file that is one."""
    scripts = _scripts()
    for number in range(schema_of(connection) + 1, max(scripts) + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{scripts[number]}\nPRAGMA user_version = {number};\nCOMMIT;")


def differences(connection: sqlite3.Connection) -> set[str]:
    """The names of tables, indexes, triggers and views that are not those of its schema."""
    version = schema_of(connection)
    with closing(sqlite3.connect(":memory:")) as fresh:
        for number in range(1, version + 1):
            fresh.executescript(_scripts()[number])
        return {name for name, _ in _shape(connection) ^ _shape(fresh)}


def _shape(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The indexes that SQLite makes by itself have no words."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(name, " ".join(sql.split())) for name, sql in rows} - COUNTED_BY_SQLITE


def _scripts() -> dict[int, str]:
    folder = files("bellpull.store") / "schema"
    found = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return {int(file.name.removesuffix(".sql")): file.read_text(encoding="utf-8") for file in found}


def _copy(connection: sqlite3.Connection, path: Path) -> None:
    """The copy is whole or not there: an interrupted one never takes its name."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    unfinished.chmod(0o600)
    unfinished.replace(path)
