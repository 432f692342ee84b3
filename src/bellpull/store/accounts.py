"""The people of SQLite: their passwords, their sign-ins, and what is shared with them."""

import sqlite3
from collections.abc import Callable

from bellpull.domain.identity import PAGE_LABEL, Key, Principal, User
from bellpull.domain.instant import Instant
from bellpull.hub.record_ports import SigningKey

KEY_COLUMNS = "id, scope, name, label, created_at, last_used_at, revoked_at, expires_at"

# A sign-in with a password or over https ends by itself; by a link without TLS the page holds a key of this label.
_IN_BROWSER = "(expires_at IS NOT NULL OR label = ?)"


class SqliteAccounts:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def listed(self, who: Principal) -> list[User]:
        mine, values = ("TRUE", []) if who.admin else ("name = ?", [who.name])
        sql = (
            "SELECT name, admin, created_at, password IS NOT NULL,"
            " (SELECT count(*) FROM agents WHERE owner = users.name),"
            " (SELECT max(created_at) FROM keys WHERE keys.name = users.name AND scope = 'user'"
            f" AND {_IN_BROWSER})"
            f" FROM users WHERE {mine} ORDER BY name"
        )
        rows = self._sql(sql, [PAGE_LABEL, *values])
        return [User(row[0], bool(row[1]), row[2], bool(row[3]), row[4], row[5]) for row in rows]

    def password(self, user: str) -> str | None:
        row = self._sql("SELECT password FROM users WHERE name = ?", [user]).fetchone()
        return row[0] if row else None

    def any_password(self) -> bool:
        return self._sql("SELECT 1 FROM users WHERE password IS NOT NULL LIMIT 1").fetchone() is not None

    def is_admin(self, user: str) -> bool:
        return self._sql("SELECT 1 FROM users WHERE name = ? AND admin", [user]).fetchone() is not None

    def count_admins(self) -> int:
        return int(self._sql("SELECT count(*) FROM users WHERE admin").fetchone()[0])

    def people_called(self, name: str) -> list[str]:
        return [row[0] for row in self._sql("SELECT name FROM users WHERE name = ? COLLATE NOCASE", [name])]

    def agents_called(self, name: str) -> list[str]:
        return [row[0] for row in self._sql("SELECT name FROM agents WHERE name = ? COLLATE NOCASE", [name])]

    def sign_in(self, id: str) -> Key | None:
        return next(iter(self._keys("id = ? AND expires_at IS NOT NULL AND revoked_at IS NULL", id)), None)

    def shares(self, agent_name: str) -> list[str]:
        return [row[0] for row in self._sql("SELECT user FROM shares WHERE agent_name = ? ORDER BY user", [agent_name])]

    def signing_key(self, id: str | None = None) -> SigningKey | None:
        which, values = ("TRUE", []) if id is None else ("id = ?", [id])
        sql = f"SELECT id, secret, created_at FROM signing_keys WHERE {which} ORDER BY created_at DESC, id DESC LIMIT 1"
        row = self._sql(sql, values).fetchone()
        return SigningKey(*row) if row else None

    def set_password(self, user: str, kept: str) -> None:
        self._sql("UPDATE users SET password = ? WHERE name = ?", [kept, user])

    def give_agents(self, giver: str, taker: str) -> list[str]:
        names = [row[0] for row in self._sql("SELECT name FROM agents WHERE owner = ? ORDER BY name", [giver])]
        self._sql("UPDATE agents SET owner = ? WHERE owner = ?", [taker, giver])
        # An owner needs no share of their own.
        self._sql(
            "DELETE FROM shares WHERE user = ? AND agent_name IN (SELECT name FROM agents WHERE owner = user)", [taker]
        )
        return names

    def share(self, agent_name: str, user: str) -> bool:
        sql = "INSERT INTO shares (agent_name, user) VALUES (?, ?) ON CONFLICT DO NOTHING"
        return self._sql(sql, [agent_name, user]).rowcount > 0

    def unshare(self, agent_name: str, user: str) -> bool:
        return self._sql("DELETE FROM shares WHERE agent_name = ? AND user = ?", [agent_name, user]).rowcount > 0

    def renew(self, key_id: str, until: Instant) -> None:
        self._sql("UPDATE keys SET expires_at = ? WHERE id = ? AND expires_at < ?", [until, key_id, until])

    def expired(self, now: Instant, limit: int) -> list[Key]:
        return self._keys(f"expires_at <= ? AND revoked_at IS NULL LIMIT {limit:d}", now)

    def in_browsers(self, user: str) -> list[Key]:
        return self._keys(f"scope = 'user' AND name = ? AND revoked_at IS NULL AND {_IN_BROWSER}", user, PAGE_LABEL)

    def forget_ended(self, before: Instant) -> None:
        same = "k.name = keys.name AND k.expires_at IS NOT NULL"
        later = f"SELECT 1 FROM keys k WHERE {same} AND k.created_at > keys.created_at"
        sql = f"DELETE FROM keys WHERE expires_at IS NOT NULL AND revoked_at < ? AND EXISTS ({later})"
        self._sql(sql, [before])
        newest = "SELECT max(created_at) FROM signing_keys"
        self._sql(f"DELETE FROM signing_keys WHERE created_at < ? AND created_at < ({newest})", [before])

    def add_signing_key(self, key: SigningKey) -> None:
        self._sql("INSERT INTO signing_keys (id, secret, created_at) VALUES (?, ?, ?)", key)

    def _keys(self, which: str, *values: object) -> list[Key]:
        return [Key(*row) for row in self._sql(f"SELECT {KEY_COLUMNS} FROM keys WHERE {which}", values)]
