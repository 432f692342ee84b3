"""The Writer of SQLite: every change the hub makes, as SQL inside the writer's transaction."""

import json
from collections.abc import Sequence

from bellpull.domain.event import Change
from bellpull.domain.identity import Key, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.store.listing import COLUMNS
from bellpull.store.reading import SqliteReader
from bellpull.store.sight import seen_by
from bellpull.store.transaction import Transaction


class SqliteWriter(SqliteReader):
    """Nobody but the writer changes the file, so it may remember a little between transactions that succeed."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction.sql)
        self._hold = transaction.hold
        self.wants_wipe = False
        self.forget()

    def forget(self) -> None:
        """Something was undone: what is remembered may be untrue."""
        self._next_seq = 0
        self._valid: dict[str, bool] = {}

    def add(self, notification: Notification) -> None:
        self._hold("agent_notifications", notification)

    def append(self, change: Change) -> int:
        seq = self._next_seq or self.replay().newest + 1
        self._next_seq = seq + 1
        self._hold("events", (seq, *change))
        return seq

    def supersede(self, change: Change) -> int:
        self.sql(
            "DELETE FROM events WHERE subject = ? AND type = ? AND agent_name = ?",
            [change.subject, change.type, change.agent_name],
        )
        return self.append(change)

    def holds(self, key_id: str) -> bool:
        # Every write asks this.
        if key_id not in self._valid:
            self._valid[key_id] = super().holds(key_id)
        return self._valid[key_id]

    def save(self, notification: Notification) -> None:
        self.sql(
            "UPDATE agent_notifications SET status = ?, acknowledged_at = ?, acknowledged_by = ? WHERE id = ?",
            [notification.status, notification.acknowledged_at, notification.acknowledged_by, notification.id],
        )

    def endable(self, who: Principal, ids: Sequence[str]) -> list[Notification]:
        seen, values = seen_by(who)
        sql = (
            f"SELECT {COLUMNS} FROM agent_notifications WHERE id IN (SELECT value FROM json_each(?)) AND {seen}"
            " AND NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = agent_notifications.id AND settled_at IS NULL)"
            " ORDER BY created_at, id"
        )
        return [Notification(*row) for row in self.sql(sql, [json.dumps(ids), *values])]

    def clear(self, who: Principal, agent_name: str | None, now: Instant) -> dict[str, int]:
        seen, values = seen_by(who)
        if agent_name is not None:
            seen, values = f"{seen} AND agent_name = ?", [*values, agent_name]
        # Open questions stay: whoever tidies up has not answered them.
        asked = "id NOT IN (SELECT id FROM questions WHERE settled_at IS NULL)"
        open_ones = f"status IN ('pending', 'acknowledged') AND {asked} AND {seen}"
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

    def set_project(self, name: str, project: str) -> None:
        self.sql("UPDATE agents SET project = ? WHERE name = ?", [project, name])

    def add_key(self, key: Key, key_hash: bytes, by: str) -> None:
        self.sql(
            "INSERT INTO keys (id, hash, scope, name, label, created_at, created_by, expires_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [key.id, key_hash, key.scope, key.name, key.label, key.created_at, by, key.expires_at],
        )

    def revoke(self, key_id: str, now: Instant) -> None:
        self._valid.clear()
        self.sql("UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [now, key_id])

    def used(self, stamps: dict[str, Instant]) -> None:
        for key_id, at in stamps.items():
            self.sql("UPDATE keys SET last_used_at = ? WHERE id = ?", [at, key_id])
            self.sql("UPDATE webhooks SET last_used_at = ? WHERE id = ?", [at, key_id])

    def remove_agent(self, name: str) -> dict[str, int]:
        counts = self._remove_records(name, "agent")
        self._delete("agents WHERE name = ?", name)
        return counts

    def remove_user(self, name: str) -> dict[str, int]:
        counts = self._remove_records(name, "user")
        self._delete("users WHERE name = ?", name)
        return counts

    def _remove_records(self, name: str, scope: str) -> dict[str, int]:
        self._valid.clear()
        counts = {
            "notifications": self._delete("agent_notifications WHERE agent_name = ?", name),
            "keys": self._delete("keys WHERE scope = ? AND name = ?", scope, name),
            "events": self._delete("events WHERE agent_name = ?", name),
        }
        self._delete("nudges WHERE agent_name = ?", name)
        self._delete("sessions WHERE agent_name = ?", name)
        self._delete("webhooks WHERE agent_name = ?", name)
        self._delete("idempotency WHERE agent_name = ?", name)
        self._delete("pending_counts WHERE agent_name = ?", name)
        self.wipe()  # a secret answer that it had not got is nobody's now
        return counts

    def note(self, name: str, value: str) -> None:
        self.sql("REPLACE INTO hub (name, value) VALUES (?, ?)", [name, value])

    def wipe(self) -> None:
        self.wants_wipe = True

    def _delete(self, what: str, *values: object) -> int:
        return self.sql(f"DELETE FROM {what}", values).rowcount
