"""How much waits for somebody, counted along the indexes of just that, and only so far: no table is read through."""

import sqlite3
from collections.abc import Callable

from bellpull.domain.numbers import Counts
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

# A question's notification is pending until somebody has seen it, and a question either way.
_ASKED = (
    "SELECT agent_name, count(*), sum((SELECT status FROM agent_notifications n WHERE n.id = q.id) = 'pending')"
    " FROM questions q INDEXED BY idx_questions_open_of_agent WHERE settled_at IS NULL AND kind <> 'show'"
)


def standing_of(sql: Callable[..., sqlite3.Cursor], newest_event: int) -> Standing:
    pending = sql(_PENDING).fetchone()[0]
    questions, oldest = sql(_OPEN).fetchone()
    return Standing(pending, questions, oldest, sql(_NUDGES).fetchone()[0], newest_event)


def counts_of(sql: Callable[..., sqlite3.Cursor], seen: str, values: list[object]) -> dict[str, Counts]:
    """By the name of the agent; `seen` is the condition on it."""
    told = dict(sql(f"SELECT agent_name, pending FROM pending_counts WHERE pending > 0 AND {seen}", values).fetchall())
    asked = {row[0]: row[1:] for row in sql(f"{_ASKED} AND {seen} GROUP BY agent_name", values)}
    waiting = f"SELECT agent_name, count(*) FROM nudges WHERE handed_at IS NULL AND {seen} GROUP BY agent_name"
    nudges = dict(sql(waiting, values).fetchall())
    found = {}
    for name in {*told, *asked, *nudges}:
        questions, unseen = asked.get(name, (0, 0))
        found[name] = Counts(told.get(name, 0) - unseen, questions, nudges.get(name, 0))
    return found
