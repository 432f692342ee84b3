"""An agent's numbers, counted by SQLite over all that is kept."""

import sqlite3
from collections.abc import Callable
from typing import Any

from bellpull.domain.numbers import ANSWERED, Numbers

Sql = Callable[..., sqlite3.Cursor]

_OUTCOMES = ", ".join(f"'{outcome}'" for outcome in ANSWERED)
_ASKED = f"SELECT count(*), sum(outcome IN ({_OUTCOMES})), sum(settled_at IS NULL) FROM questions"
_WANTED = "agent_name = ? AND kind <> 'show'"
# Days to seconds; a clock that was set back makes no answer quicker than none.
_SECONDS = "max(0, (julianday(settled_at) - julianday(opened_at)) * 86400)"


def numbers_of(sql: Sql, agent_name: str) -> Numbers:
    all_told, first_told = _row(sql, "SELECT count(*), min(created_at) FROM agent_notifications", agent_name)
    asked, answered, still_open = sql(f"{_ASKED} WHERE {_WANTED}", [agent_name]).fetchone()
    nudged, handed, first_nudged = _row(
        sql, "SELECT count(*), count(handed_at), min(created_at) FROM nudges", agent_name
    )
    return Numbers(
        told=all_told - asked,
        asked=asked,
        answered=answered or 0,
        open=still_open or 0,
        median_seconds=_median(sql, agent_name, answered or 0),
        nudged=nudged,
        handed=handed,
        since=min(filter(None, (first_told, first_nudged)), default=None) or _made(sql, agent_name),
    )


def _row(sql: Sql, counted: str, agent_name: str) -> tuple[Any, ...]:
    row: tuple[Any, ...] = sql(f"{counted} WHERE agent_name = ?", [agent_name]).fetchone()
    return row


def _median(sql: Sql, agent_name: str, answered: int) -> float | None:
    """The one in the middle, or half way between the two that are."""
    if not answered:
        return None
    times = f"SELECT {_SECONDS} AS seconds FROM questions WHERE {_WANTED} AND outcome IN ({_OUTCOMES})"
    middle = f"SELECT avg(seconds) FROM ({times} ORDER BY seconds LIMIT ? OFFSET ?)"
    row = sql(middle, [agent_name, 2 - answered % 2, (answered - 1) // 2]).fetchone()
    return round(float(row[0]), 1)


def _made(sql: Sql, agent_name: str) -> str:
    made = "SELECT created_at FROM agents WHERE name = ? UNION ALL SELECT created_at FROM users WHERE name = ?"
    return str(sql(made, [agent_name, agent_name]).fetchone()[0])
