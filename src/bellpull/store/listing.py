"""The SQL of lists. Each list is a merge of branches that an index already holds in order, so its cost does not grow
with the table.

A branch is one (status, priority) for those who see everything, or one (agent, status) for those who see some agents.
Newest first is (created_at, rowid) descending: rowid keeps the order of what was told in the same millisecond.
"""

import json
from typing import NamedTuple

from bellpull.domain.notification import PRIORITIES, STATUSES
from bellpull.hub.ports import Filters

COLUMNS = (
    "id, agent_name, notification_type, title, message, priority, category, metadata, status,"
    " created_at, acknowledged_at, acknowledged_by"
)

# SQLite merges at most 500 selects; so many agents are rare enough to be filtered instead.
MOST_BRANCHES = 300

Values = list[object]


class Cursor(NamedTuple):
    """The place of the last notification of the page before."""

    created_at: str
    rowid: int


def list_query(agents: list[str] | None, filters: Filters, cursor: Cursor | None) -> tuple[str, Values]:
    """`agents`: those one may see, None for all."""
    branches: list[str] = []
    values: Values = []
    rest, rest_values = _rest(filters, cursor)
    for condition, branch_values in _branches(agents, filters):
        branches.append(f"SELECT rowid AS place, created_at AS told FROM agent_notifications WHERE {condition}{rest}")
        values += [*branch_values, *rest_values]
    page = " UNION ALL ".join(branches) + " ORDER BY told DESC, place DESC LIMIT ?"
    sql = f"SELECT {COLUMNS} FROM ({page}) JOIN agent_notifications n ON n.rowid = place ORDER BY told DESC, place DESC"
    return sql, [*values, filters.limit]


def _branches(agents: list[str] | None, filters: Filters) -> list[tuple[str, Values]]:
    statuses = [filters.status] if filters.status else list(STATUSES)
    if agents is not None and len(agents) * len(statuses) <= MOST_BRANCHES:
        where = "agent_name = ? AND status = ?"
        if filters.priorities:
            where += f" AND priority IN ({', '.join('?' * len(filters.priorities))})"
        return [(where, [agent, status, *filters.priorities]) for agent in agents for status in statuses]
    where, seen = "status = ? AND priority = ?", Values()
    if agents is not None:
        where += " AND agent_name IN (SELECT value FROM json_each(?))"
        seen.append(json.dumps(agents))
    chosen = filters.priorities or PRIORITIES
    return [(where, [status, priority, *seen]) for status in statuses for priority in chosen]


def _rest(filters: Filters, cursor: Cursor | None) -> tuple[str, Values]:
    sql, values = "", Values()
    for column, wanted in (("notification_type", filters.notification_type), ("category", filters.category)):
        if wanted is not None:
            sql += f" AND {column} = ?"
            values.append(wanted)
    if cursor is not None:
        # The first comparison is the one that the index can jump to.
        sql += " AND created_at <= ? AND (created_at, rowid) < (?, ?)"
        values += [cursor.created_at, cursor.created_at, cursor.rowid]
    return sql, values
