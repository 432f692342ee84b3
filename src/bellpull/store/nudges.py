"""The nudges of SQLite: kept in the order in which they came, until one carrier has confirmed them."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from bellpull.domain.instant import Instant
from bellpull.domain.nudge import Nudge

_COLUMNS = (
    "id, agent_name, session, source, label, message, question_id, created_at, by, dedup_key, lease_until, carrier,"
    " repeat, handed_at, handed_via"
)


class SqliteNudges:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def pending(self, agent_name: str, session: str | None) -> list[Nudge]:
        sql = (
            f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND agent_name = ?"
            " AND (session IS NULL OR session = ?) ORDER BY place"
        )
        return [_nudge(row) for row in self._sql(sql, [agent_name, session])]

    def count_pending(self, agent_name: str) -> int:
        sql = "SELECT count(*) FROM nudges WHERE handed_at IS NULL AND agent_name = ?"
        return int(self._sql(sql, [agent_name]).fetchone()[0])

    def named(self, agent_name: str, ids: Sequence[str]) -> list[Nudge]:
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT {_COLUMNS} FROM nudges WHERE agent_name = ? AND id IN ({marks}) ORDER BY place"
        return [_nudge(row) for row in self._sql(sql, [agent_name, *ids])]

    def add(self, nudge: Nudge) -> None:
        self._sql(f"INSERT INTO nudges ({_COLUMNS}) VALUES ({', '.join('?' * len(nudge))})", nudge)

    def save(self, nudge: Nudge) -> None:
        """Keep its message, who has it and whether it was handed; the rest of a nudge never changes."""
        self._sql(
            "UPDATE nudges SET message = ?, lease_until = ?, carrier = ?, repeat = ?, handed_at = ?, handed_via = ?"
            " WHERE id = ?",
            [nudge.message, *nudge[10:], nudge.id],
        )

    def drop(self, question_id: str) -> None:
        """The answer that it carries was handed another way."""
        self._sql("DELETE FROM nudges WHERE question_id = ? AND handed_at IS NULL", [question_id])

    def prune(self, before: Instant, limit: int) -> int:
        sql = "DELETE FROM nudges WHERE place IN (SELECT place FROM nudges WHERE handed_at < ? LIMIT ?)"
        return self._sql(sql, [before, limit]).rowcount


def _nudge(row: tuple[Any, ...]) -> Nudge:
    return Nudge(*row)._replace(repeat=bool(row[12]))
