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
from bellpull.store.sight import seen_by

Sql = Callable[..., sqlite3.Cursor]

#: What was asked, which never changes; and the question's life, in the order of its fields.
ASKED = (
    "id, agent_name, kind, options, free_text, action_label, look, secret, project, session, request, declines,"
    " opened_at"
)
LIFE = Question._fields[4:]
COLUMNS = f"{ASKED}, {', '.join(LIFE)}"
ADD = f"INSERT INTO questions ({COLUMNS}) VALUES ({', '.join('?' for _ in COLUMNS.split(','))})"
#: Where not all can be had, who waits is not among those left out. In which order people see them is the domain's.
WAITING_FIRST = "CASE WHEN released IS NULL AND waiting_until > ? THEN waiting_until ELSE '~' END, opened_at, id"
SAVE = f"UPDATE questions SET {', '.join(f'{field} = ?' for field in LIFE)} WHERE id = ?"


class SqliteQuestions:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def find(self, who: Principal, id: str) -> Question | None:
        seen, values = seen_by(who)
        row = self._sql(f"SELECT * FROM asked WHERE id = ? AND {seen}", [id, *values]).fetchone()
        return _question(row) if row else None

    def open(self, who: Principal, agent_name: str | None, now: Instant, limit: int) -> list[Queued]:
        seen, values = _seen(who, agent_name)
        # Few indexes, because each makes an answer slower: what has none is sorted before anything is joined to it.
        first = f"SELECT id FROM questions WHERE settled_at IS NULL AND {seen} ORDER BY {WAITING_FIRST} LIMIT ?"
        sql = f"SELECT {', '.join(Queued._fields)} FROM asked WHERE id IN ({first})"
        return [Queued(*row) for row in self._sql(sql, [*values, now, limit])]

    def these(self, ids: Sequence[str]) -> list[Question]:
        sql = f"SELECT * FROM asked WHERE id IN ({', '.join('?' * len(ids))})"
        found = {row[0]: _question(row) for row in self._sql(sql, ids)}
        return [found[id] for id in ids]

    def settled(self, who: Principal, agent_name: str | None, limit: int) -> list[Question]:
        seen, values = _seen(who, agent_name)
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

    def alike(self, agent_name: str, title: str, text: str, since: Instant, until: Instant) -> str | None:
        sql = (
            "SELECT id FROM asked WHERE agent_name = ? AND opened_at BETWEEN ? AND ? AND question = ?"
            " AND (title = ? OR kind = 'text') AND request IS NULL ORDER BY joined IS NOT NULL, opened_at, id LIMIT 1"
        )
        row = self._sql(sql, [agent_name, since, until, text, title]).fetchone()
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
        return sorted(found, key=lambda one: keys.index(one.ask.request or ""))

    def open_with_sessions(self, who: Principal, now: Instant, limit: int) -> list[tuple[Question, str | None]]:
        seen, values = seen_by(who)
        sql = f"SELECT * FROM asked WHERE settled_at IS NULL AND {seen} ORDER BY {WAITING_FIRST} LIMIT ?"
        rows = self._sql(sql, [*values, now, limit]).fetchall()
        return [(question := _question(row), row[-1] or question.ask.session) for row in rows]

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

    def unhanded(self, before: Instant, limit: int) -> list[Question]:
        # Asked every second, and the planner would rather look at all that were ever settled.
        on_their_way = (
            "SELECT id FROM questions INDEXED BY idx_questions_on_their_way"
            " WHERE settled_at <= ? AND settled_at IS NOT NULL AND handed_at IS NULL AND late = 0 LIMIT ?"
        )
        sql = f"SELECT * FROM asked WHERE id IN ({on_their_way}) ORDER BY settled_at, id"
        return [_question(row) for row in self._sql(sql, [before, limit])]

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


def _life(question: Question) -> tuple[str | None, ...]:
    return question[4:]


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
