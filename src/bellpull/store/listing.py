"""The SQL of lists. Each list is a merge of branches that an index already holds in order, so its cost does not grow
with the table.

A branch is one (status, priority) for those who see everything, or one (agent, status) for those who see some agents.
Newest first is (created_at, id) descending: ids keep the order of what was told in the same millisecond. Words are
looked for along the branches, newest first, until the page is full.
"""

import json
import re

from bellpull.domain.notification import PRIORITIES, STATUSES
from bellpull.hub.ports import Filters, Place

COLUMNS = (
    "id, agent_name, notification_type, title, message, priority, category, metadata, status,"
    " created_at, acknowledged_at, acknowledged_by"
)

# SQLite merges at most 500 selects; so many agents are rare enough to be filtered instead. Each word makes each longer.
MOST_BRANCHES = 300

# No word has a line break in it, so none is found across two fields.
SEARCHED = "title || char(10) || agent_name || char(10) || coalesce(category, '') || char(10) || coalesce(message, '')"
#: A function that every connection has: without upper and lower case in any script, where LIKE knows English letters.
FOLDED = "folded"

_LIKE = re.compile(r"([\\%_])")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")

Values = list[object]


def list_query(
    agents: list[str] | None, filters: Filters, before: Place | None, columns: str = COLUMNS
) -> tuple[str, Values]:
    """`agents`: those one may see, None for all."""
    branches: list[str] = []
    values: Values = []
    rest, rest_values = _rest(filters, before)
    for condition, branch_values in _branches(agents, filters):
        branches.append(f"SELECT id AS place, created_at AS told FROM agent_notifications WHERE {condition}{rest}")
        values += [*branch_values, *rest_values]
    page = " UNION ALL ".join(branches) + " ORDER BY told DESC, place DESC LIMIT ?"
    sql = f"SELECT {columns} FROM ({page}) JOIN agent_notifications n ON n.id = place ORDER BY told DESC, place DESC"
    return sql, [*values, filters.limit]


def _branches(agents: list[str] | None, filters: Filters) -> list[tuple[str, Values]]:
    statuses = filters.statuses or STATUSES
    if agents is not None and len(agents) * len(statuses) * max(1, len(filters.words)) <= MOST_BRANCHES:
        where = "agent_name = ? AND status = ?"
        if filters.priorities:
            where += f" AND priority IN ({_marks(filters.priorities)})"
        return [(where, [agent, status, *filters.priorities]) for agent in agents for status in statuses]
    where, seen = "status = ? AND priority = ?", Values()
    if agents is not None:
        where += " AND agent_name IN (SELECT value FROM json_each(?))"
        seen.append(json.dumps(agents))
    chosen = filters.priorities or PRIORITIES
    return [(where, [status, priority, *seen]) for status in statuses for priority in chosen]


def _rest(filters: Filters, before: Place | None) -> tuple[str, Values]:
    sql, values = "", Values()
    if filters.types:
        sql += f" AND notification_type IN ({_marks(filters.types)})"
        values += filters.types
    if filters.category is not None:
        sql += " AND category = ?"
        values.append(filters.category)
    for place, comparison in ((before, "<"), (filters.up_to, "<=")):
        if place is not None:
            # The first comparison is the one that the index can jump to.
            sql += f" AND created_at <= ? AND (created_at, id) {comparison} (?, ?)"
            values += [place.created_at, *place]
    for word in filters.words:
        condition, word_values = _occurs(word)
        sql += f" AND {condition}"
        values += word_values
    return sql + _without_questions(filters), values


def _occurs(word: str) -> tuple[str, Values]:
    """Only what could be it is folded, because that is done far slower than all the rest."""
    like, values = f"({SEARCHED}) LIKE ? ESCAPE '\\'", Values([f"%{_NOT_ASCII.sub('%', _literal(word))}%"])
    if word.isascii():
        return like, values
    folded = f"{FOLDED}({SEARCHED}) LIKE ? ESCAPE '\\'"
    return f"{like} AND {folded}", [*values, f"%{_literal(word.casefold())}%"]


def _literal(word: str) -> str:
    return _LIKE.sub(r"\\\1", word)


def _without_questions(filters: Filters) -> str:
    unwanted = [] if filters.open else ["settled_at IS NULL"]
    unwanted += [] if filters.asked else ["kind <> 'show'"]
    if not unwanted:
        return ""
    asked = f"SELECT 1 FROM questions q WHERE q.id = agent_notifications.id AND ({' OR '.join(unwanted)})"
    return f" AND (notification_type <> 'question' OR NOT EXISTS ({asked}))"


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
