"""Records of the seed-style server: a connection for each operation, a commit for each change, the default journal."""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel

KEY = "seed-style-key"
AGENT = "bench-agent"
SCHEMA = Path(__file__).with_name("seedstyle.sql")


class NotificationCreate(BaseModel):
    notification_type: str
    title: str
    message: str | None = None
    priority: str = "normal"
    category: str | None = None
    metadata: dict[str, Any] | None = None


class Notification(BaseModel):
    id: str
    agent_name: str
    notification_type: str
    title: str
    message: str | None = None
    priority: str = "normal"
    category: str | None = None
    metadata: dict[str, Any] | None = None
    status: str = "pending"
    created_at: str
    acknowledged_at: str | None = None
    acknowledged_by: str | None = None


class User(BaseModel):
    username: str
    role: str
    agent_name: str | None = None


class Database:
    def __init__(self, path: str) -> None:
        self.path = path
        with self.connect() as connection:
            connection.executescript(SCHEMA.read_text(encoding="utf-8"))
            connection.execute("INSERT INTO users VALUES (1, 'owner', 'admin')")
            connection.execute("INSERT INTO keys VALUES (1, ?, 1, ?, 0, NULL)", (digest(KEY), AGENT))
            connection.commit()

    @contextmanager
    def connect(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path)
        connection.row_factory = sqlite3.Row
        try:
            yield connection
        finally:
            connection.close()

    def use_key(self, key: str) -> sqlite3.Row | None:
        with self.connect() as connection:
            row: sqlite3.Row | None = connection.execute(
                "SELECT id, user_id, agent_name FROM keys WHERE key_hash = ?", (digest(key),)
            ).fetchone()
            if row is not None:
                connection.execute(
                    "UPDATE keys SET usage_count = usage_count + 1, last_used_at = ? WHERE id = ?", (now(), row["id"])
                )
                connection.commit()
            return row

    def user(self, user_id: int, agent_name: str | None) -> User:
        with self.connect() as connection:
            row = connection.execute("SELECT username, role FROM users WHERE id = ?", (user_id,)).fetchone()
        return User(username=row["username"], role=row["role"], agent_name=agent_name)

    def create_notification(self, agent_name: str, data: NotificationCreate) -> Notification:
        notification = Notification(
            id=f"notif_{secrets.token_urlsafe(12)}", agent_name=agent_name, created_at=now(), **data.model_dump()
        )
        values = notification.model_dump()
        values["metadata"] = json.dumps(data.metadata) if data.metadata else None
        with self.connect() as connection:
            marks = ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO agent_notifications VALUES ({marks})", tuple(values.values()))
            connection.commit()
        return notification


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
