"""The sessions of SQLite: one row for each, as the last sign left it."""

import sqlite3
from collections.abc import Callable
from typing import Any

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.session import Session
from bellpull.store.sight import seen_by

_COLUMNS = ", ".join(Session._fields)


class SqliteSessions:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def find(self, agent_name: str, id: str) -> Session | None:
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE agent_name = ? AND id = ?"
        row = self._sql(sql, [agent_name, id]).fetchone()
        return _session(row) if row else None

    def listed(self, who: Principal, agent_name: str | None, limit: int) -> list[Session]:
        seen, values = seen_by(who)
        if agent_name is not None:
            seen, values = f"{seen} AND agent_name = ?", [*values, agent_name]
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE {seen} ORDER BY seen_at DESC, id, agent_name LIMIT ?"
        return [_session(row) for row in self._sql(sql, [*values, limit])]

    def agents_of(self, who: Principal, id: str) -> list[str]:
        seen, values = seen_by(who)
        sql = f"SELECT agent_name FROM sessions WHERE id = ? AND {seen} ORDER BY seen_at DESC, agent_name"
        return [row[0] for row in self._sql(sql, [id, *values])]

    def asking(self, agent_name: str, since: Instant) -> list[Session]:
        there = "agent_name = ? AND seen_at >= ? AND state <> 'ended'"
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE {there} AND asks <> '[]'"
        return [_session(row) for row in self._sql(sql, [agent_name, since])]

    def seen_since(self, who: Principal, since: Instant, limit: int) -> list[Session]:
        seen, values = seen_by(who)
        sql = (
            f"SELECT {_COLUMNS} FROM sessions WHERE seen_at >= ? AND state <> 'ended' AND {seen}"
            " ORDER BY seen_at DESC, id, agent_name LIMIT ?"
        )
        return [_session(row) for row in self._sql(sql, [since, *values, limit])]

    def has_working_sub_agent(self, agent_name: str, since: Instant) -> bool:
        sql = (
            "SELECT 1 FROM sessions WHERE agent_name = ? AND parent IS NOT NULL AND state = 'working'"
            " AND seen_at >= ? LIMIT 1"
        )
        return self._sql(sql, [agent_name, since]).fetchone() is not None

    def save(self, session: Session) -> None:
        marks = ", ".join("?" * len(session))
        self._sql(f"REPLACE INTO sessions ({_COLUMNS}) VALUES ({marks})", session)

    def keep(self, agent_name: str, most: int) -> None:
        if self._sql("SELECT count(*) FROM sessions WHERE agent_name = ?", [agent_name]).fetchone()[0] <= most:
            return
        sql = "SELECT id FROM sessions WHERE agent_name = ? ORDER BY seen_at DESC, id LIMIT -1 OFFSET ?"
        for (id,) in self._sql(sql, [agent_name, most]).fetchall():
            self._sql("DELETE FROM sessions WHERE agent_name = ? AND id = ?", [agent_name, id])
            told = "subject = ? AND type = 'session_changed' AND agent_name = ?"
            self._sql(f"DELETE FROM events WHERE {told}", [id, agent_name])


def _session(row: tuple[Any, ...]) -> Session:
    session = Session(*row)
    return session._replace(wakes=bool(session.wakes))
