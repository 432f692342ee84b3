"""The nudges of SQLite: kept in the order in which they came, until one carrier has confirmed them."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from bellpull.domain.instant import Instant
from bellpull.domain.nudge import Nudge
from bellpull.hub.record_ports import Addressee

_COLUMNS = ", ".join(Nudge._fields)
#: What decides whose turn it is: the index has it, and no message is read.
_BRIEF = "session, lease_until, question_id"
# The planner would rather go through all that an agent was ever told.
_IS_PENDING = "FROM nudges INDEXED BY idx_nudges_pending WHERE handed_at IS NULL AND agent_name = ?"
#: Where a page goes on, also if the one that it names is gone: ids rise with time.
_PLACE_OF = "coalesce((SELECT place FROM nudges WHERE id <= ? ORDER BY id DESC LIMIT 1), 0)"


class SqliteNudges:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def pending(self, of: Addressee, limit: int, after: str | None = None, *, brief: bool = False) -> list[Nudge]:
        mine, values = _addressed(of)
        if after is not None:
            mine, values = f"{mine} AND place > {_PLACE_OF}", [*values, after]
        sql = f"SELECT {_BRIEF if brief else _COLUMNS} {_IS_PENDING}{mine} ORDER BY place LIMIT ?"
        if brief:
            return [_brief(of.agent_name, *row) for row in self._sql(sql, [*values, limit])]
        return self._listed(sql, [*values, limit])

    def handed(self, agent_name: str, limit: int, after: str | None = None) -> list[Nudge]:
        sql, values = f"SELECT {_COLUMNS} FROM nudges WHERE agent_name = ? AND handed_at IS NOT NULL", [agent_name]
        if after is not None:
            sql, values = f"{sql} AND place < {_PLACE_OF}", [*values, after]
        return self._listed(f"{sql} ORDER BY place DESC LIMIT ?", [*values, limit])

    def count_pending(self, agent_name: str) -> int:
        return self.count_for(Addressee(agent_name, is_anybody=True))

    def count_for(self, of: Addressee) -> int:
        mine, values = _addressed(of)
        return int(self._sql(f"SELECT count(*) {_IS_PENDING}{mine}", values).fetchone()[0])

    def count_handed(self, agent_name: str) -> int:
        # All that there are are counted along one index, and those that are not handed along another.
        sql = "SELECT count(*) FROM nudges INDEXED BY idx_nudges_of_agent WHERE agent_name = ?"
        return int(self._sql(sql, [agent_name]).fetchone()[0]) - self.count_pending(agent_name)

    def awaited_by(self) -> list[str]:
        return [str(row[0]) for row in self._sql("SELECT DISTINCT agent_name FROM nudges WHERE handed_at IS NULL")]

    def same(self, agent_name: str, session: str | None, source: str, dedup_key: str) -> Nudge | None:
        sql = (
            f"SELECT {_COLUMNS} FROM nudges INDEXED BY idx_nudges_said WHERE handed_at IS NULL AND agent_name = ?"
            " AND session IS ? AND source = ? AND dedup_key = ? AND lease_until IS NULL LIMIT 1"
        )
        found = self._listed(sql, [agent_name, session, source, dedup_key])
        return found[0] if found else None

    def named(self, agent_name: str, ids: Sequence[str]) -> list[Nudge]:
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT {_COLUMNS} FROM nudges WHERE agent_name = ? AND id IN ({marks}) ORDER BY place"
        return self._listed(sql, [agent_name, *ids])

    def of_answer(self, question_id: str) -> Nudge | None:
        found = self._listed(f"SELECT {_COLUMNS} FROM nudges WHERE question_id = ?", [question_id])
        return found[0] if found else None

    def overdue(self, now: Instant, ahead: Instant, limit: int) -> list[Nudge]:
        sql = (
            f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND lease_until IS NOT NULL"
            " AND (lease_until <= ? OR lease_until > ?) ORDER BY lease_until, place LIMIT ?"
        )
        return self._listed(sql, [now, ahead, limit])

    def stranded(self, before: Instant, ahead: Instant, limit: int) -> list[Nudge]:
        fresh = (
            "SELECT 1 FROM sessions s WHERE s.agent_name = nudges.agent_name AND s.id = nudges.session"
            " AND s.seen_at >= ? AND s.state <> 'ended'"
        )
        sql = (
            f"SELECT {_COLUMNS} FROM nudges WHERE handed_at IS NULL AND question_id IS NOT NULL"
            f" AND session IS NOT NULL AND (created_at < ? OR created_at > ?) AND NOT EXISTS ({fresh})"
            " ORDER BY place LIMIT ?"
        )
        return self._listed(sql, [before, ahead, before, limit])

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


def _addressed(of: Addressee) -> tuple[str, list[object]]:
    """The condition beside the agent's name, and the values of both."""
    if of.is_anybody:
        return "", [of.agent_name]
    mine = " AND session = ?" if of.only_own else " AND (session IS NULL OR session = ?)"
    return mine, [of.agent_name, of.session]


def _brief(agent_name: str, session: str | None, lease_until: Instant | None, question_id: str | None) -> Nudge:
    return Nudge("", agent_name, session, "", None, "", question_id, "", lease_until=lease_until)


def _nudge(row: tuple[Any, ...]) -> Nudge:
    nudge = Nudge(*row)
    return nudge._replace(repeat=bool(nudge.repeat))
