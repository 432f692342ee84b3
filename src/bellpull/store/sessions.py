"""The sessions of SQLite: one row for each, as the last sign left it."""

import sqlite3
from collections.abc import Callable
from typing import Any

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.session import Session
from bellpull.hub.record_ports import SessionPlace
from bellpull.store.sight import seen_by

_COLUMNS = ", ".join(Session._fields)
_LONG = ("tools", "todos", "asks", "requests", "guesses")
_BRIEF = ", ".join(f"'[]' AS {field}" if field in _LONG else field for field in Session._fields)
_NEWEST_FIRST = "ORDER BY seen_at DESC, id, agent_name"


class SqliteSessions:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def find(self, agent_name: str, id: str) -> Session | None:
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE agent_name = ? AND id = ?"
        row = self._sql(sql, [agent_name, id]).fetchone()
        return _session(row) if row else None

    def listed(
        self, who: Principal, agent_name: str | None, limit: int, after: SessionPlace | None = None
    ) -> list[Session]:
        seen, values = _seen(who, agent_name)
        if after is not None:
            seen = f"{seen} AND (seen_at < ? OR seen_at = ? AND (id, agent_name) > (?, ?))"
            values = [*values, after.seen_at, after.seen_at, after.id, after.agent_name]
        # They are sorted without what is long in them.
        first = f"SELECT agent_name, id FROM sessions WHERE {seen} {_NEWEST_FIRST} LIMIT ?"
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE (agent_name, id) IN ({first}) {_NEWEST_FIRST}"
        return [_session(row) for row in self._sql(sql, [*values, limit])]

    def count(self, who: Principal, agent_name: str | None) -> int:
        seen, values = _seen(who, agent_name)
        return int(self._sql(f"SELECT count(*) FROM sessions WHERE {seen}", values).fetchone()[0])

    def agents_of(self, who: Principal, id: str) -> list[str]:
        seen, values = seen_by(who)
        sql = f"SELECT agent_name FROM sessions WHERE id = ? AND {seen} ORDER BY seen_at DESC, agent_name"
        return [row[0] for row in self._sql(sql, [id, *values])]

    def sub_agents(self, agent_name: str, parent: str) -> list[str]:
        sql = "SELECT id FROM sessions WHERE agent_name = ? AND parent = ? AND state <> 'ended'"
        return [row[0] for row in self._sql(sql, [agent_name, parent])]

    def asking(self, agent_name: str, since: Instant, limit: int) -> list[Session]:
        newest = (
            "SELECT agent_name, id FROM sessions INDEXED BY idx_sessions_seen"
            " WHERE seen_at >= ? AND agent_name = ? ORDER BY seen_at DESC LIMIT ?"
        )
        there = f"(agent_name, id) IN ({newest}) AND state <> 'ended'"
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE {there} AND asks <> '[]'"
        return [_session(row) for row in self._sql(sql, [since, agent_name, limit])]

    def newest(self, agent_name: str, limit: int) -> list[Session]:
        first = "SELECT id FROM sessions WHERE agent_name = ? ORDER BY seen_at DESC, id LIMIT ?"
        sql = f"SELECT {_BRIEF} FROM sessions WHERE agent_name = ? AND id IN ({first})"
        return [_session(row) for row in self._sql(sql, [agent_name, agent_name, limit])]

    def seen_since(self, who: Principal, since: Instant, of_each: int, limit: int) -> list[Session]:
        seen, values = seen_by(who)
        turns = (
            "SELECT agent_name, id, seen_at, row_number() OVER"
            " (PARTITION BY agent_name ORDER BY state <> 'waiting', seen_at DESC, id) AS turn"
            f" FROM sessions WHERE seen_at >= ? AND state <> 'ended' AND {seen}"
        )
        first = f"SELECT agent_name, id FROM ({turns}) WHERE turn <= ? ORDER BY turn, seen_at DESC LIMIT ?"
        sql = f"SELECT {_COLUMNS} FROM sessions WHERE (agent_name, id) IN ({first}) {_NEWEST_FIRST}"
        return [_session(row) for row in self._sql(sql, [since, *values, of_each, limit])]

    def has_working_sub_agent(self, agent_name: str, since: Instant) -> bool:
        sql = (
            "SELECT 1 FROM sessions INDEXED BY idx_sessions_sub_agents"
            " WHERE agent_name = ? AND parent IS NOT NULL AND state = 'working'"
            " AND seen_at >= ? LIMIT 1"
        )
        return self._sql(sql, [agent_name, since]).fetchone() is not None

    def any_ahead(self, ahead: Instant) -> bool:
        return self._sql("SELECT 1 FROM sessions WHERE seen_at > ? LIMIT 1", [ahead]).fetchone() is not None

    def set_back(self, ahead: Instant, now: Instant) -> None:
        plugin_at = "CASE WHEN plugin_at > ? THEN ? ELSE plugin_at END"
        sql = f"UPDATE sessions SET plugin_at = {plugin_at}, seen_at = ? WHERE seen_at > ?"
        self._sql(sql, [ahead, now, now, ahead])

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


def _seen(who: Principal, agent_name: str | None) -> tuple[str, list[object]]:
    seen, values = seen_by(who)
    return (seen, values) if agent_name is None else (f"{seen} AND agent_name = ?", [*values, agent_name])


def _session(row: tuple[Any, ...]) -> Session:
    session = Session(*row)
    return session._replace(wakes=bool(session.wakes))
