"""The webhooks of SQLite: found by the hash of their token. Removed ones stay, without their secret."""

import sqlite3
from collections.abc import Callable

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.webhook_address import Webhook
from bellpull.store.sight import seen_by

_COLUMNS = "id, agent_name, source, label, secret, created_at, created_by, last_used_at, removed_at"


class SqliteWebhooks:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def find(self, token_hash: bytes) -> Webhook | None:
        sql = f"SELECT {_COLUMNS} FROM webhooks WHERE hash = ? AND removed_at IS NULL"
        row = self._sql(sql, [token_hash]).fetchone()
        return Webhook(*row) if row else None

    def named(self, agent_name: str, id: str) -> Webhook | None:
        row = self._sql(f"SELECT {_COLUMNS} FROM webhooks WHERE agent_name = ? AND id = ?", [agent_name, id]).fetchone()
        return Webhook(*row) if row else None

    def listed(self, who: Principal, agent_name: str | None) -> list[Webhook]:
        seen, values = seen_by(who)
        if agent_name is not None:
            seen, values = f"{seen} AND agent_name = ?", [*values, agent_name]
        sql = f"SELECT {_COLUMNS} FROM webhooks WHERE removed_at IS NULL AND {seen} ORDER BY created_at, id"
        return [Webhook(*row) for row in self._sql(sql, values)]

    def add(self, webhook: Webhook, token_hash: bytes) -> None:
        columns = f"{_COLUMNS}, hash"
        sql = f"INSERT INTO webhooks ({columns}) VALUES ({', '.join('?' * (len(webhook) + 1))})"
        self._sql(sql, [*webhook, token_hash])

    def remove(self, id: str, now: Instant) -> None:
        self._sql("UPDATE webhooks SET removed_at = ?, secret = NULL WHERE id = ?", [now, id])
