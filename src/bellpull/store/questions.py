"""The questions of SQLite: every look and every change of them, as SQL. A question's title, text and urgency stand in
its notification; the view `asked` joins the two."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from bellpull.domain.asking import Ask, Look
from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.question import Question
from bellpull.domain.question_order import Queued
from bellpull.domain.sign_size import LONGEST_ASK
from bellpull.store.sight import seen_by

Sql = Callable[..., sqlite3.Cursor]

#: What was asked, which never changes; and the question's life, in the order of its fields.
ASKED = (
    "id, agent_name, kind, options, free_text, action_label, look, secret, project, session, request, declines,"
    " opened_at"
)
LIFE = Question._fields[4:-1]
COLUMNS = f"{ASKED}, {', '.join(LIFE)}"
ADD = f"INSERT INTO questions ({COLUMNS}) VALUES ({', '.join('?' for _ in COLUMNS.split(','))})"
#: A call and its question are seconds apart; nobody says more than this in between.
MOST_ALIKE = 1_000
QUEUED = ", ".join(Queued._fields)
#: Where not all of an agent can be had, these are not among those left out. In which order people see them is the
#: domain's (`question_order.py`).
FIRST = (
    "CASE WHEN released IS NULL AND waiting_until > ? THEN waiting_until ELSE '~' END,"
    " released IS NOT NULL OR waiting_until IS NOT NULL,"
    " CASE urgency WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END, opened_at, id"
)
SAVE = f"UPDATE questions SET {', '.join(f'{field} = ?' for field in LIFE)} WHERE id = ?"


class SqliteQuestions:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def find(self, who: Principal, id: str) -> Question | None:
        seen, values = seen_by(who)
        row = self._sql(f"SELECT * FROM asked WHERE id = ? AND {seen}", [id, *values]).fetchone()
        return _question(row) if row else None

    def count_by_agent(self, who: Principal, agent_name: str | None) -> dict[str, int]:
        seen, values = _seen(who, agent_name)
        # Along an index that has nothing but these.
        sql = f"SELECT agent_name, count(*) FROM questions WHERE settled_at IS NULL AND {seen} GROUP BY agent_name"
        return dict(self._sql(sql, values).fetchall())

    def open(self, agents: Sequence[str]) -> list[Queued]:
        of_these = "agent_name IN (SELECT value FROM json_each(?))"
        sql = f"SELECT {QUEUED} FROM asked WHERE settled_at IS NULL AND {of_these}"
        return [Queued(*row) for row in self._sql(sql, [json.dumps(agents)])]

    def first_open(self, agent_name: str, now: Instant, limit: int) -> list[Queued]:
        # Few indexes, because each makes an answer slower: an agent's own are sorted, and no others are read.
        sql = f"SELECT {QUEUED} FROM asked WHERE settled_at IS NULL AND agent_name = ? ORDER BY {FIRST} LIMIT ?"
        return [Queued(*row) for row in self._sql(sql, [agent_name, now, limit])]

    def queued(self, who: Principal, id: str) -> Queued | None:
        seen, values = seen_by(who)
        row = self._sql(f"SELECT {QUEUED} FROM asked WHERE id = ? AND {seen}", [id, *values]).fetchone()
        return Queued(*row) if row else None

    def these(self, ids: Sequence[str]) -> list[Question]:
        sql = f"SELECT * FROM asked WHERE id IN ({', '.join('?' * len(ids))})"
        found = {row[0]: _question(row) for row in self._sql(sql, ids)}
        return [found[id] for id in ids]

    def settled(self, who: Principal, agent_name: str | None, limit: int, after: str | None = None) -> list[Question]:
        seen, values = _seen(who, agent_name)
        if after is not None:
            seen = f"{seen} AND (settled_at, id) < (SELECT settled_at, id FROM questions WHERE id = ?)"
            values = [*values, after]
        order = "settled_at DESC, id DESC"
        first = f"SELECT id FROM questions WHERE settled_at IS NOT NULL AND {seen} ORDER BY {order} LIMIT ?"
        sql = f"SELECT * FROM asked WHERE id IN ({first}) ORDER BY {order}"
        return [_question(row) for row in self._sql(sql, [*values, limit])]

    def joined(self, id: str) -> str | None:
        row = self._sql("SELECT joined FROM questions WHERE id = ?", [id]).fetchone()
        return row[0] if row else None

    def join(self, agent_name: str, id: str, session: str) -> bool:
        sql = "UPDATE questions SET joined = ? WHERE id = ? AND agent_name = ? AND joined IS NOT ?"
        return self._sql(sql, [session, id, agent_name, session]).rowcount > 0

    def stand_down(self, id: str) -> None:
        # It remains one of a client, and its key is free.
        self._sql("UPDATE questions SET request = request || '@' || id WHERE id = ?", [id])

    def alike(self, agent_name: str, title: str, beginning: str, since: Instant, until: Instant) -> str | None:
        # By the notifications of that time, which have an index; and not by all of a time that has no end.
        then = (
            "SELECT id, title, message FROM agent_notifications INDEXED BY idx_notifications_agent"
            " WHERE agent_name = ? AND created_at BETWEEN ? AND ? ORDER BY created_at LIMIT ?"
        )
        sql = (
            f"SELECT q.id FROM ({then}) n CROSS JOIN questions q ON q.id = n.id WHERE substr(n.message, 1, ?) = ?"
            " AND (n.title = ? OR q.kind = 'text') AND q.request IS NULL"
            " ORDER BY q.joined IS NOT NULL, q.opened_at, q.id LIMIT 1"
        )
        row = self._sql(sql, [agent_name, since, until, MOST_ALIKE, LONGEST_ASK, beginning, title]).fetchone()
        return row[0] if row else None

    def is_of(self, agent_name: str, id: str) -> bool:
        row = self._sql("SELECT 1 FROM questions WHERE id = ? AND agent_name = ?", [id, agent_name]).fetchone()
        return row is not None

    def open_of_session(self, agent_name: str, session: str) -> list[Question]:
        sql = (
            "SELECT * FROM asked WHERE settled_at IS NULL AND agent_name = ? AND coalesce(joined, session) = ?"
            " ORDER BY opened_at, id"
        )
        return [_question(row) for row in self._sql(sql, [agent_name, session])]

    def requested(self, agent_name: str, keys: Sequence[str]) -> list[Question]:
        sql = f"SELECT * FROM asked WHERE agent_name = ? AND request IN ({', '.join('?' * len(keys))})"
        found = [_question(row) for row in self._sql(sql, [agent_name, *keys])]
        place = {key: number for number, key in enumerate(keys)}
        return sorted(found, key=lambda one: place[one.ask.request or ""])

    def with_sessions(self, ids: Sequence[str]) -> list[tuple[Question, str | None]]:
        sql = f"SELECT * FROM asked WHERE id IN ({', '.join('?' * len(ids))})"
        return [(question := _question(row), row[-1] or question.ask.session) for row in self._sql(sql, ids)]

    def count_open(self, agent_name: str) -> int:
        sql = "SELECT count(*) FROM questions WHERE settled_at IS NULL AND agent_name = ?"
        return int(self._sql(sql, [agent_name]).fetchone()[0])

    def equal(self, agent_name: str, ask: Ask) -> Question | None:
        sql = (
            "SELECT * FROM asked WHERE settled_at IS NULL AND agent_name = ? AND session IS ? AND kind = ?"
            " AND title = ? AND question = ? AND options = ? AND declines IS ? AND secret = ? AND request IS NULL"
            " ORDER BY opened_at, id LIMIT 1"
        )
        options, declines = json.dumps(ask.options), _named(ask.declines)
        values = [agent_name, ask.session, ask.kind, ask.title, ask.question, options, declines, ask.secret]
        row = self._sql(sql, values).fetchone()
        return _question(row) if row else None

    def overdue(self, now: Instant, limit: int) -> list[Question]:
        sql = "SELECT * FROM asked WHERE settled_at IS NULL AND open_until <= ? ORDER BY open_until, id LIMIT ?"
        return [_question(row) for row in self._sql(sql, [now, limit])]

    def unhanded(self, before: Instant, ahead: Instant, limit: int) -> list[Question]:
        # Asked every second, and the planner would rather look at all that were ever settled.
        on_their_way = (
            "SELECT id FROM questions INDEXED BY idx_questions_on_their_way"
            " WHERE (settled_at <= ? OR settled_at > ?) AND settled_at IS NOT NULL AND handed_at IS NULL AND late = 0"
            " LIMIT ?"
        )
        sql = f"SELECT * FROM asked WHERE id IN ({on_their_way}) ORDER BY settled_at, id"
        return [_question(row) for row in self._sql(sql, [before, ahead, limit])]

    def exchanges(self, who: Principal, project: str | None, limit: int) -> list[Exchange]:
        seen, values = seen_by(who)
        if project is not None:
            seen, values = f"{seen} AND project = ?", [*values, project]
        sql = (
            "SELECT settled_at, agent_name, kind, question, CASE WHEN NOT secret THEN coalesce(choice, reply) END,"
            " outcome FROM asked WHERE settled_at IS NOT NULL AND outcome NOT IN ('withdrawn', 'expired')"
            f" AND request IS NULL AND {seen}"
            " ORDER BY settled_at DESC, id DESC LIMIT ?"
        )
        return [Exchange(*row) for row in self._sql(sql, [*values, limit])][::-1]

    def add(self, question: Question) -> None:
        ask = question.ask
        asked = (ask.kind, json.dumps(ask.options), ask.free_text, ask.action_label, json.dumps(ask.look))
        whose = (ask.secret, ask.project, ask.session, ask.request, _named(ask.declines), question.opened_at)
        self._sql(ADD, [question.id, question.agent_name, *asked, *whose, *_life(question)])

    def mark_late(self, id: str) -> None:
        self._sql("UPDATE questions SET late = 1 WHERE id = ?", [id])

    def save(self, question: Question) -> None:
        """Keep its life; what was asked never changes."""
        self._sql(SAVE, [*_life(question), question.id])


def _seen(who: Principal, agent_name: str | None) -> tuple[str, list[object]]:
    """The condition on the agent: all that one may see, or this one of them."""
    seen, values = seen_by(who)
    return (seen, values) if agent_name is None else (f"{seen} AND agent_name = ?", [*values, agent_name])


def _named(declines: tuple[str, ...] | None) -> str | None:
    """NULL: the asker has named none, and the labels decide."""
    return None if declines is None else json.dumps(declines)


def _life(question: Question) -> tuple[object, ...]:
    return question[4:-1]


def _question(row: tuple[Any, ...]) -> Question:
    id, agent_name, title, text, kind, options, free_text, label, urgency, look, secret, project, session = row[:13]
    request, declines, *life, _ = row[13:]
    ask = Ask(
        title,
        text,
        kind,
        tuple(json.loads(options)),
        bool(free_text),
        label,
        urgency,
        Look(*json.loads(look)),
        bool(secret),
        project,
        session,
        request,
        None if declines is None else tuple(json.loads(declines)),
    )
    return Question(id, agent_name, ask, *life)
