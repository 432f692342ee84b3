"""The nudges of SQLite: kept in the order in which they came, until one carrier has confirmed them."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from bellpull.domain.instant import Instant
from bellpull.domain.nudge import Nudge

_COLUMNS = ", ".join(Nudge._fields)
_PENDING = f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND agent_name = ?"


class SqliteNudges:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def pending(self, agent_name: str, session: str | None, *, only_own: bool = False) -> list[Nudge]:
        mine = "session = ?" if only_own else "(session IS NULL OR session = ?)"
        return self._listed(f"{_PENDING} AND {mine} ORDER BY place", [agent_name, session])

    def all_pending(self, agent_name: str) -> list[Nudge]:
        return self._listed(f"{_PENDING} ORDER BY place", [agent_name])

    def handed(self, agent_name: str, limit: int) -> list[Nudge]:
        sql = f"SELECT {_COLUMNS} FROM nudges WHERE agent_name = ? AND handed_at IS NOT NULL"
        return self._listed(f"{sql} ORDER BY place DESC LIMIT ?", [agent_name, limit])

    def count_pending(self, agent_name: str) -> int:
        sql = "SELECT count(*) FROM nudges WHERE handed_at IS NULL AND agent_name = ?"
        return int(self._sql(sql, [agent_name]).fetchone()[0])

    def awaited_by(self) -> list[str]:
        return [str(row[0]) for row in self._sql("SELECT DISTINCT agent_name FROM nudges WHERE handed_at IS NULL")]

    def same(self, agent_name: str, session: str | None, source: str, dedup_key: str) -> Nudge | None:
        sql = f"{_PENDING} AND session IS ? AND source = ? AND dedup_key = ? AND lease_until IS NULL"
        found = self._listed(sql, [agent_name, session, source, dedup_key])
        return found[0] if found else None

    def named(self, agent_name: str, ids: Sequence[str]) -> list[Nudge]:
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT {_COLUMNS} FROM nudges WHERE agent_name = ? AND id IN ({marks}) ORDER BY place"
        return self._listed(sql, [agent_name, *ids])

    def overdue(self, now: Instant, limit: int) -> list[Nudge]:
        sql = f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND lease_until IS NOT NULL AND lease_until <= ?"
        return self._listed(f"{sql} ORDER BY lease_until, place LIMIT ?", [now, limit])

    def stranded(self, before: Instant, limit: int) -> list[Nudge]:
        fresh = (
            "SELECT 1 FROM sessions s WHERE s.agent_name = nudges.agent_name AND s.id = nudges.session"
            " AND s.seen_at >= ? AND s.state <> 'ended'"
        )
        sql = (
            f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND question_id IS NOT NULL"
            f" AND session IS NOT NULL AND created_at < ? AND NOT EXISTS ({fresh}) ORDER BY place LIMIT ?"
        )
        return self._listed(sql, [before, before, limit])

    def add(self, nudge: Nudge) -> None:
        self._sql(f"INSERT INTO nudges ({_COLUMNS}) VALUES ({', '.join('?' * len(nudge))})", nudge)

    def save(self, nudge: Nudge) -> None:
        """Keep whom it is for, its message, how often it was said, who has it and whether it was handed."""
        self._sql(
            "UPDATE nudges SET session = ?, message = ?, lease_until = ?, carrier = ?, repeat = ?, handed_at = ?,"
            " handed_via = ?, handed_session = ?, times = ? WHERE id = ?",
            [
                nudge.session,
                nudge.message,
                nudge.lease_until,
                nudge.carrier,
                nudge.repeat,
                nudge.handed_at,
                nudge.handed_via,
                nudge.handed_session,
                nudge.times,
                nudge.id,
            ],
        )

    def drop(self, question_id: str) -> None:
        """The answer that it carries was handed another way."""
        self._sql("DELETE FROM nudges WHERE question_id = ? AND handed_at IS NULL", [question_id])

    def remove(self, id: str) -> None:
        self._sql("DELETE FROM nudges WHERE id = ?", [id])

    def _listed(self, sql: str, values: Sequence[object]) -> list[Nudge]:
        return [_nudge(row) for row in self._sql(sql, values)]


def _nudge(row: tuple[Any, ...]) -> Nudge:
    nudge = Nudge(*row)
    return nudge._replace(repeat=bool(nudge.repeat))
