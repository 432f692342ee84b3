"""How much waits for somebody, counted along the indexes of just that, and only so far: no table is read through."""

import sqlite3
from collections.abc import Callable

from bellpull.hub.ports import MOST_COUNTED, Standing

_PENDING = "SELECT coalesce(sum(pending), 0) FROM pending_counts"
_OPEN = (
    "SELECT count(*), min(opened_at) FROM (SELECT opened_at FROM questions INDEXED BY idx_questions_open_of_agent"
    f" WHERE settled_at IS NULL LIMIT {MOST_COUNTED})"
)
_NUDGES = (
    "SELECT count(*) FROM (SELECT 1 FROM nudges INDEXED BY idx_nudges_pending"
    f" WHERE handed_at IS NULL LIMIT {MOST_COUNTED})"
)


def standing_of(sql: Callable[..., sqlite3.Cursor], newest_event: int) -> Standing:
    pending = sql(_PENDING).fetchone()[0]
    questions, oldest = sql(_OPEN).fetchone()
    return Standing(pending, questions, oldest, sql(_NUDGES).fetchone()[0], newest_event)
