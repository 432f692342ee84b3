"""The past in SQLite: what retention lets go of, counted and deleted by the same conditions."""

import sqlite3
from collections.abc import Callable
from itertools import takewhile

from bellpull.domain.instant import Instant
from bellpull.hub.record_ports import Bounds, Past

# What ended before then was told before then: that part the index finds without a look at the rest. An open question
# stays, and so does one whose answer has not reached its agent.
_ENDED = (
    "status IN ('acknowledged', 'dismissed') AND priority IN ('low', 'normal', 'high', 'urgent')"
    " AND created_at < ? AND acknowledged_at < ?"
    " AND id NOT IN (SELECT id FROM questions WHERE settled_at IS NULL)"
    " AND id NOT IN (SELECT id FROM questions WHERE settled_at IS NOT NULL AND handed_at IS NULL AND late = 0)"
    " AND id NOT IN (SELECT question_id FROM nudges WHERE handed_at IS NULL AND question_id IS NOT NULL)"
)
_HANDED = "handed_at < ?"
_UNSEEN = "seen_at < ?"
_FORGETTABLE = "until <= ?"
_SOME_KEYS = f"SELECT agent_name, key FROM idempotency WHERE {_FORGETTABLE} LIMIT ?"
_OLD = "at < ?"


class SqlitePast:
    def __init__(self, sql: Callable[..., sqlite3.Cursor]) -> None:
        self._sql = sql

    def count(self, bounds: Bounds) -> Past:
        ended = [bounds.ended, bounds.ended]
        asked = "id IN (SELECT id FROM questions)"
        return Past(
            self._count(f"agent_notifications WHERE {_ENDED}", *ended),
            self._count(f"agent_notifications WHERE {asked} AND {_ENDED}", *ended),
            self._count(f"nudges WHERE {_HANDED}", bounds.ended),
            self._count_events(bounds),
            self._count(f"sessions WHERE {_UNSEEN}", bounds.events),
            self._count(f"idempotency WHERE {_FORGETTABLE}", bounds.now),
            self._count(f"audit WHERE {_OLD}", bounds.audit),
        )

    def bytes(self) -> int:
        pages, size = (self._sql(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return int(pages * size)

    def prune(self, bounds: Bounds, limit: int) -> Past:
        ended = f"SELECT id FROM agent_notifications WHERE {_ENDED} LIMIT ?"
        ids = [row[0] for row in self._sql(ended, [bounds.ended, bounds.ended, limit])]
        asked = sum(self._delete("questions WHERE id = ?", id) for id in ids)
        for id in ids:
            self._delete("agent_notifications WHERE id = ?", id)
        return Past(
            len(ids),
            asked,
            self._delete_some("nudges", _HANDED, bounds.ended, limit),
            self._prune_events(bounds, limit),
            self._prune_sessions(bounds.events, limit),
            self._delete(f"idempotency WHERE (agent_name, key) IN ({_SOME_KEYS})", bounds.now, limit),
            self._delete_some("audit", _OLD, bounds.audit, limit),
        )

    def _count_events(self, bounds: Bounds) -> int:
        """The oldest ones, up to the first that is young and not too many."""
        young = self._sql("SELECT seq FROM events WHERE at >= ? ORDER BY seq LIMIT 1", [bounds.events]).fetchone()
        old = self._count("events WHERE seq < ?", young[0]) if young else self._count("events")
        return max(old, self._surplus(bounds))

    def _prune_events(self, bounds: Bounds, limit: int) -> int:
        rows = self._sql("SELECT seq, at FROM events ORDER BY seq LIMIT ?", [limit]).fetchall()
        surplus = self._surplus(bounds)
        old = list(takewhile(lambda row: row[1][1] < bounds.events or row[0] < surplus, enumerate(rows)))
        if not old:
            return 0
        last = old[-1][1][0]
        # Never back: after a restore it is ahead of all that is kept.
        known = self._sql("SELECT value FROM hub WHERE name = 'pruned'").fetchone()
        pruned = max(last, int(known[0]) if known else 0)
        self._sql("REPLACE INTO hub (name, value) VALUES ('pruned', ?)", [str(pruned)])
        return self._delete("events WHERE seq <= ?", last)

    def _surplus(self, bounds: Bounds) -> int:
        """Numbers are also used up by what was superseded: only if there could be too many are they counted."""
        oldest, newest = self._sql("SELECT min(seq), max(seq) FROM events").fetchone()
        many = oldest is not None and newest - oldest >= bounds.most_events
        return max(0, self._count("events") - bounds.most_events) if many else 0

    def _prune_sessions(self, before: Instant, limit: int) -> int:
        # A table without row ids has no LIMIT of its own.
        old = self._sql(f"SELECT agent_name, id FROM sessions WHERE {_UNSEEN} LIMIT ?", [before, limit]).fetchall()
        return sum(self._delete("sessions WHERE agent_name = ? AND id = ?", *row) for row in old)

    def _count(self, what: str, *values: object) -> int:
        return int(self._sql(f"SELECT count(*) FROM {what}", values).fetchone()[0])

    def _delete(self, what: str, *values: object) -> int:
        return self._sql(f"DELETE FROM {what}", values).rowcount

    def _delete_some(self, table: str, which: str, before: Instant, limit: int) -> int:
        return self._delete(f"{table} WHERE rowid IN (SELECT rowid FROM {table} WHERE {which} LIMIT ?)", before, limit)
