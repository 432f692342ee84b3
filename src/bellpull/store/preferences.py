"""The preferences of SQLite: one row for each person who has chosen something."""

import sqlite3
from collections.abc import Callable


class SqlitePreferences:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def quiet_hours(self, user: str) -> str | None:
        row = self._sql("SELECT quiet_hours FROM preferences WHERE user = ?", [user]).fetchone()
        return row[0] if row else None

    def set_quiet_hours(self, user: str, hours: str | None) -> None:
        sql = (
            "INSERT INTO preferences (user, quiet_hours) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET quiet_hours = excluded.quiet_hours"
        )
        self._sql(sql, [user, hours])
