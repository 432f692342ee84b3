"""The audit of SQLite: rows that are added, read and, when they are old, let go; never changed."""

import sqlite3
from collections.abc import Callable

from bellpull.domain.audit import Deed, Entry

_COLUMNS = "at, by, scope, key_id, action, subject, agent_name, detail, origin"


class SqliteAudit:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def listed(self, by: str | None, action: str | None, about: str | None, before: int, limit: int) -> list[Entry]:
        conditions: list[str] = ["seq < ?"]
        values: list[object] = [before]
        if by is not None:
            conditions.append("by = ?")
            values.append(by)
        if action is not None:
            conditions.append("action = ?")
            values.append(action)
        if about is not None:
            conditions.append("(subject = ? OR agent_name = ?)")
            values += [about, about]
        sql = f"SELECT seq, {_COLUMNS} FROM audit WHERE {' AND '.join(conditions)} ORDER BY seq DESC LIMIT ?"
        return [Entry(row[0], Deed(*row[1:])) for row in self._sql(sql, [*values, limit])]

    def add(self, deed: Deed) -> None:
        self._sql(f"INSERT INTO audit ({_COLUMNS}) VALUES ({', '.join('?' * len(deed))})", deed)
