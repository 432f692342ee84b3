"""The Writer of SQLite: every change the hub makes, as SQL inside the writer's transaction."""

import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from bellpull.domain.event import Change
from bellpull.domain.identity import Key, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.hub.ports import Writer
from bellpull.store.listing import COLUMNS
from bellpull.store.reading import SqliteReader, seen_by

T = TypeVar("T")

EVENT_COLUMNS = "seq, at, type, agent_name, subject, data"
_ROWS_AT_ONCE = 64


class SqliteWriter(SqliteReader):
    """One for all transactions of the writer's thread: `begin`, then `attempt` for each item, then `finish`.

    New notifications and events are held back and inserted many at once, as late as possible: each statement costs a
    switch between threads, so a group of creates is two statements. An item that asks or changes anything else finds
    them inserted, and gets a savepoint, first.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._execute = connection.execute
        self._connection = connection
        self.sql = self._ask  # type: ignore[assignment]
        self._valid: dict[str, bool] = {}
        self.begin()

    # A transaction and its items

    def begin(self) -> None:
        self._added: list[Notification] = []
        self._appended: list[tuple[object, ...]] = []
        self._next_seq = 0
        self._mark = (0, 0, 0)
        self._has_savepoint = False

    def attempt(self, decide: Callable[[Writer], T]) -> T:
        """Run one item; what it raises undoes its own changes and no others."""
        self._mark = (len(self._added), len(self._appended), self._next_seq)
        self._has_savepoint = False
        try:
            outcome = decide(self)
        except BaseException:
            self._undo()
            raise
        if self._has_savepoint:
            self._execute("RELEASE item")
        return outcome

    def finish(self) -> None:
        self._insert(len(self._added), len(self._appended))

    def _undo(self) -> None:
        added, appended, self._next_seq = self._mark
        del self._added[added:], self._appended[appended:]
        self._valid.clear()
        # A full disk may have ended the whole transaction: then there is nothing left to undo.
        if self._has_savepoint and self._connection.in_transaction:
            self._execute("ROLLBACK TO item")
            self._execute("RELEASE item")

    def _ask(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        if not self._has_savepoint:
            added, appended, _ = self._mark
            self._insert(added, appended)
            self._mark = (0, 0, self._mark[2])
            self._execute("SAVEPOINT item")
            self._has_savepoint = True
        self.finish()
        return self._execute(sql, values)

    def _insert(self, added: int, appended: int) -> None:
        for start in range(0, added, _ROWS_AT_ONCE):
            rows = self._added[start : min(start + _ROWS_AT_ONCE, added)]
            self._execute(_many("agent_notifications", COLUMNS, len(rows)), [value for row in rows for value in row])
        for start in range(0, appended, _ROWS_AT_ONCE):
            events = self._appended[start : min(start + _ROWS_AT_ONCE, appended)]
            self._execute(_many("events", EVENT_COLUMNS, len(events)), [value for row in events for value in row])
        del self._added[:added], self._appended[:appended]

    # What the hub changes

    def add(self, notification: Notification) -> None:
        self._added.append(notification)

    def append(self, change: Change) -> int:
        seq = self._next_seq or self.replay().newest + 1
        self._appended.append((seq, *change))
        self._next_seq = seq + 1
        return seq

    def holds(self, key_id: str) -> bool:
        # Asked by every write. Nobody but this writer changes keys, so it may remember.
        if key_id not in self._valid:
            self._valid[key_id] = super().holds(key_id)
        return self._valid[key_id]

    def save(self, notification: Notification) -> None:
        self.sql(
            "UPDATE agent_notifications SET status = ?, acknowledged_at = ?, acknowledged_by = ? WHERE id = ?",
            [notification.status, notification.acknowledged_at, notification.acknowledged_by, notification.id],
        )

    def clear(self, who: Principal, agent_name: str | None, now: Instant) -> dict[str, int]:
        seen, values = seen_by(who)
        if agent_name is not None:
            seen, values = f"{seen} AND agent_name = ?", [*values, agent_name]
        open_ones = f"status IN ('pending', 'acknowledged') AND {seen}"
        sql = f"SELECT agent_name, count(*) FROM agent_notifications WHERE {open_ones} GROUP BY agent_name"
        counts = dict(self.sql(sql, values).fetchall())
        sql = (
            "UPDATE agent_notifications SET status = 'dismissed', acknowledged_at = coalesce(acknowledged_at, ?),"
            f" acknowledged_by = coalesce(acknowledged_by, ?) WHERE {open_ones}"
        )
        self.sql(sql, [now, who.name, *values])
        return counts

    def remember(self, agent_name: str, key: str, body_hash: bytes, answer_id: str, until: Instant) -> None:
        # REPLACE: one that is past its time may still be there.
        self.sql("REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?)", [agent_name, key, body_hash, answer_id, until])

    def add_user(self, name: str, admin: bool, now: Instant) -> None:
        self.sql("INSERT INTO users (name, admin, created_at) VALUES (?, ?, ?)", [name, admin, now])

    def add_agent(self, name: str, owner: str, now: Instant) -> None:
        self.sql("INSERT INTO agents (name, owner, created_at) VALUES (?, ?, ?)", [name, owner, now])

    def add_key(self, key: Key, key_hash: bytes, by: str) -> None:
        self.sql(
            "INSERT INTO keys (id, hash, scope, name, label, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [key.id, key_hash, key.scope, key.name, key.label, key.created_at, by],
        )

    def revoke(self, key_id: str, now: Instant) -> None:
        self._valid.clear()
        self.sql("UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [now, key_id])

    def used(self, stamps: dict[str, Instant]) -> None:
        for key_id, at in stamps.items():
            self.sql("UPDATE keys SET last_used_at = ? WHERE id = ?", [at, key_id])

    def remove_agent(self, name: str) -> dict[str, int]:
        self._valid.clear()
        counts = {
            "notifications": self._delete("agent_notifications WHERE agent_name = ?", name),
            "keys": self._delete("keys WHERE scope = 'agent' AND name = ?", name),
            "events": self._delete("events WHERE agent_name = ?", name),
        }
        self._delete("idempotency WHERE agent_name = ?", name)
        self._delete("pending_counts WHERE agent_name = ?", name)
        self._delete("agents WHERE name = ?", name)
        return counts

    def note(self, name: str, value: str) -> None:
        self.sql("REPLACE INTO hub (name, value) VALUES (?, ?)", [name, value])

    def prune_ended(self, before: Instant, limit: int) -> int:
        # What ended before then was told before then: that part the index finds without a look at the rest.
        return self._delete(
            "agent_notifications WHERE rowid IN (SELECT rowid FROM agent_notifications"
            " WHERE status IN ('acknowledged', 'dismissed') AND priority IN ('low', 'normal', 'high', 'urgent')"
            " AND created_at < ? AND acknowledged_at < ? LIMIT ?)",
            before,
            before,
            limit,
        )

    def prune_events(self, before: Instant, keep: int, limit: int) -> int:
        newest = self.replay().newest
        rows = self.sql("SELECT seq, at FROM events ORDER BY seq LIMIT ?", [limit]).fetchall()
        old = [seq for seq, at in rows if at < before or seq <= newest - keep]
        if old:
            self._delete("events WHERE seq <= ?", old[-1])
            self.note("pruned", str(old[-1]))
        return len(old)

    def prune_recalled(self, now: Instant) -> int:
        return self._delete("idempotency WHERE until <= ?", now)

    def _delete(self, what: str, *values: object) -> int:
        return self.sql(f"DELETE FROM {what}", values).rowcount


@cache
def _many(table: str, columns: str, rows: int) -> str:
    row = "(" + ", ".join("?" * (columns.count(",") + 1)) + ")"
    return f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)}"
