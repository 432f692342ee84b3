"""The Reader of SQLite: every question the hub asks, as SQL over one connection.

Who may see what is a condition of each query (`sight.py`).
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bellpull.domain.errors import Invalid
from bellpull.domain.event import Event
from bellpull.domain.identity import WEBHOOK, Agent, Key, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.notification import DISMISSED, Notification
from bellpull.domain.numbers import Counts, Numbers
from bellpull.hub.ports import Filters, Place, Replay, Standing
from bellpull.store.accounts import KEY_COLUMNS, SqliteAccounts
from bellpull.store.audit import SqliteAudit
from bellpull.store.listing import COLUMNS, list_query
from bellpull.store.nudges import SqliteNudges
from bellpull.store.numbers import numbers_of
from bellpull.store.past import SqlitePast
from bellpull.store.preferences import SqlitePreferences
from bellpull.store.questions import SqliteQuestions
from bellpull.store.sessions import SqliteSessions
from bellpull.store.sight import NAMES_OF_USER, seen_by
from bellpull.store.standing import counts_of, standing_of
from bellpull.store.webhooks import SqliteWebhooks

#: Of one notification, the newest: an agent may wait for its question again and again.
MOST_IN_TRAIL = 100


class SqliteReader:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self.sql = sql
        self.questions = SqliteQuestions(sql)
        self.nudges = SqliteNudges(sql)
        self.sessions = SqliteSessions(sql)
        self.webhooks = SqliteWebhooks(sql)
        self.preferences = SqlitePreferences(sql)
        self.accounts = SqliteAccounts(sql)
        self.audit = SqliteAudit(sql)
        self.past = SqlitePast(sql)

    def notification(self, who: Principal, id: str) -> Notification | None:
        seen, values = seen_by(who)
        row = self.sql(f"SELECT {COLUMNS} FROM agent_notifications WHERE id = ? AND {seen}", [id, *values]).fetchone()
        return Notification(*row) if row else None

    def notifications(self, who: Principal, filters: Filters) -> list[Notification]:
        return [Notification(*row) for row in self._page(who, filters, COLUMNS)]

    def ids(self, who: Principal, filters: Filters) -> list[str]:
        return [row[0] for row in self._page(who, filters, "id")]

    def _page(self, who: Principal, filters: Filters, columns: str) -> Iterable[tuple[Any, ...]]:
        agents = self._listed(who, filters.agent_name)
        before = self.place(who, filters.before, "before") if filters.before else None
        return () if agents == [] else self.sql(*list_query(agents, filters, before, columns))

    def _listed(self, who: Principal, agent_name: str | None) -> list[str] | None:
        """The agents of a list, None for all."""
        sight = self.sight(who)
        if agent_name is None:
            return None if sight is None else sorted(sight)
        return [agent_name] if sight is None or agent_name in sight else []

    def place(self, who: Principal, id: str, field: str) -> Place:
        seen, values = seen_by(who)
        sql = f"SELECT created_at, id FROM agent_notifications WHERE id = ? AND {seen}"
        if row := self.sql(sql, [id, *values]).fetchone():
            return Place(*row)
        raise Invalid(f"unknown_{field}", f"{field}: no such notification", f"begin again without {field}")

    def pending_count(self, who: Principal, agent_name: str | None = None) -> int:
        seen, values = seen_by(who)
        if agent_name is not None:
            seen, values = f"{seen} AND agent_name = ?", [*values, agent_name]
        sql = f"SELECT coalesce(sum(pending), 0) FROM pending_counts WHERE {seen}"
        return int(self.sql(sql, values).fetchone()[0])

    def counts(self, who: Principal) -> dict[str, Counts]:
        return counts_of(self.sql, *seen_by(who))

    def trail(self, who: Principal, id: str) -> list[Event]:
        notification = self.notification(who, id)
        if notification is None:
            return []
        sql = "SELECT seq, at, type, agent_name, data FROM events WHERE subject = ? ORDER BY seq DESC LIMIT ?"
        events = [Event(*row) for row in self.sql(sql, [id, MOST_IN_TRAIL])][::-1]
        dismissed_alone = any(event.type == "notification_dismissed" for event in events)
        if notification.status == DISMISSED and not dismissed_alone:
            events += self._clearing(notification, events[-1].seq if events else 0)
        return events

    def _clearing(self, notification: Notification, after: int) -> list[Event]:
        # A clearing dismisses all that its agent has, so the first one after the last event of its own is the one.
        sql = (
            "SELECT seq, at, type, agent_name, data FROM events WHERE agent_name = ? AND seq > ?"
            " AND type = 'notifications_cleared' AND at >= ? ORDER BY seq LIMIT 1"
        )
        rows = self.sql(sql, [notification.agent_name, after, notification.created_at])
        return [Event(*row) for row in rows]

    def happenings(self, agent_name: str, types: Sequence[str], before: int, limit: int) -> list[Event]:
        sql = (
            "SELECT seq, at, type, agent_name, data FROM events WHERE agent_name = ? AND seq < ?"
            f" AND type IN ({', '.join('?' * len(types))}) ORDER BY seq DESC LIMIT ?"
        )
        return [Event(*row) for row in self.sql(sql, [agent_name, before, *types, limit])]

    def numbers(self, agent_name: str) -> Numbers:
        return numbers_of(self.sql, agent_name)

    def events(self, who: Principal, after: int, upto: int, limit: int) -> list[Event]:
        seen, values = seen_by(who)
        sql = (
            "SELECT seq, at, type, agent_name, data FROM events"
            f" WHERE seq > ? AND seq <= ? AND {seen} ORDER BY seq LIMIT ?"
        )
        return [Event(*row) for row in self.sql(sql, [after, upto, *values, limit])]

    def replay(self) -> Replay:
        row = self.sql("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
        return Replay(newest=row[0] if row else 0, pruned=int(self.fact("pruned") or 0))

    def principal(self, key_hash: bytes) -> Principal | None:
        sql = (
            "SELECT scope, keys.name, coalesce(admin, 0), id FROM keys LEFT JOIN users"
            " ON keys.scope = 'user' AND users.name = keys.name WHERE hash = ? AND revoked_at IS NULL"
        )
        row = self.sql(sql, [key_hash]).fetchone()
        return Principal(row[0], row[1], bool(row[2]), row[3]) if row else None

    def holds(self, key_id: str) -> bool:
        sql = (
            "SELECT 1 FROM keys WHERE id = ? AND revoked_at IS NULL"
            " UNION ALL SELECT 1 FROM webhooks WHERE id = ? AND removed_at IS NULL"
        )
        return self.sql(sql, [key_id, key_id]).fetchone() is not None

    def sight(self, who: Principal) -> frozenset[str] | None:
        if who.admin:
            return None
        if who.is_person:
            return frozenset(row[0] for row in self.sql(NAMES_OF_USER, [who.name] * 3))
        if who.scope == WEBHOOK:
            sql = "SELECT agent_name FROM webhooks WHERE id = ? AND removed_at IS NULL"
            return frozenset(row[0] for row in self.sql(sql, [who.key_id]))
        return frozenset([who.name])

    def owner(self, agent_name: str) -> str | None:
        sql = "SELECT owner FROM agents WHERE name = ? UNION ALL SELECT name FROM users WHERE name = ?"
        row = self.sql(sql, [agent_name, agent_name]).fetchone()
        return row[0] if row else None

    def agents(self, who: Principal) -> list[Agent]:
        seen, values = seen_by(who)
        sql = (
            "SELECT agent_name, owner, project, created_at, coalesce(pending, 0), (SELECT group_concat(user)"
            " FROM (SELECT user FROM shares WHERE shares.agent_name = one.agent_name ORDER BY user)) FROM"
            " (SELECT name AS agent_name, owner, project, created_at FROM agents) one"
            f" LEFT JOIN pending_counts USING (agent_name) WHERE {seen} ORDER BY agent_name"
        )
        rows = self.sql(sql, values)
        return [Agent(*row)._replace(shared_with=tuple(row[5].split(",") if row[5] else ())) for row in rows]

    def is_user(self, name: str) -> bool:
        return self.sql("SELECT 1 FROM users WHERE name = ?", [name]).fetchone() is not None

    def keys(self, who: Principal) -> list[Key]:
        mine = "TRUE" if who.admin else "name IN (SELECT name FROM agents WHERE owner = ? UNION SELECT ?)"
        sql = f"SELECT {KEY_COLUMNS} FROM keys WHERE {mine} ORDER BY created_at, id"
        return [Key(*row) for row in self.sql(sql, [] if who.admin else [who.name] * 2)]

    def recalled(self, agent_name: str, key: str, now: Instant) -> tuple[bytes, str] | None:
        sql = "SELECT body_hash, answer_id FROM idempotency WHERE agent_name = ? AND key = ? AND until > ?"
        row = self.sql(sql, [agent_name, key, now]).fetchone()
        return (row[0], row[1]) if row else None

    def fact(self, name: str) -> str | None:
        row = self.sql("SELECT value FROM hub WHERE name = ?", [name]).fetchone()
        return row[0] if row else None

    def standing(self) -> Standing:
        return standing_of(self.sql, self.replay().newest)
