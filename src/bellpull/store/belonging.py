"""Whom and what the records of an import belong to: who is called how here and there, whose an agent is, and which
notification, question and nudge are of one another.

A person of the same name is the same person. Whatever else could hand one person's records to another stops the import.
"""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from bellpull.domain.errors import BellpullError, Conflict, Invalid
from bellpull.hub.access import OWNER
from bellpull.store.records import Kind
from bellpull.store.values import Record

NOUNS = {"users": "a user", "agents": "an agent"}
HERE, THERE = "here", "in the export"


class Named(NamedTuple):
    table: str
    name: str
    #: In the data file, or in the export.
    where: str


class Belonging:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._sql = connection.execute
        self._taken = {named.name.casefold(): named for named in self._named()}
        self._known = {named.name for named in self._named()}
        #: Agents that were here before: they stay shared with whom they are, whatever was taken away since the export.
        self._agents = {name for (name,) in self._sql("SELECT name FROM agents")}
        #: Questions that were here before: they and what became of them stay as they are.
        self._left: set[str] = set()
        #: Of the nudges that were here before, the last.
        (self._last_place,) = self._sql("SELECT coalesce(max(place), 0) FROM nudges").fetchone()

    def _named(self) -> Iterator[Named]:
        yield Named("users", OWNER, HERE)  # whom the hub makes when it starts
        for table in NOUNS:
            yield from (Named(table, name, HERE) for (name,) in self._sql(f"SELECT name FROM {table}"))

    def is_there(self, number: int, kind: Kind, record: Record) -> bool:
        """Whether it, or what it belongs to, is there already and is to be left as it is."""
        found = self._sql(kind.find(), [record[field] for field in kind.key]).fetchone() is not None
        if found and kind.type == "agent":
            self._need_same_owner(number, record)
        if found and kind.type == "question":
            self._left.add(record["id"])
        return found or self._is_of_what_is_left(kind, record)

    def _is_of_what_is_left(self, kind: Kind, record: Record) -> bool:
        if kind.type == "share":
            return record["agent_name"] in self._agents
        return kind.type == "nudge" and (record["question_id"] in self._left or self._has_its_like(record))

    def _has_its_like(self, record: Record) -> bool:
        """Of one dedup key one nudge is pending: that which is here. And what was said anew here since, and read, was
        said in the place of this one, which would now be read last."""
        if record["handed_at"] is not None or record["dedup_key"] is None:
            return False
        like = "agent_name = ? AND session IS ? AND source = ? AND dedup_key = ?"
        sql = f"SELECT 1 FROM nudges WHERE place <= ? AND {like} AND (handed_at IS NULL OR created_at >= ?)"
        said = (record[field] for field in ("agent_name", "session", "source", "dedup_key", "created_at"))
        return self._sql(sql, [self._last_place, *said]).fetchone() is not None

    def check(self, number: int, kind: Kind, record: Record) -> None:
        """Whether it may come in as something new."""
        if kind.table in NOUNS:
            self._take(number, Named(kind.table, record["name"], THERE))
        elif "agent_name" in record and record["agent_name"] not in self._known:
            raise bad_line(number, f"there is no agent {record['agent_name']}")
        if kind.type == "question":
            self._check_asked(number, record)
        elif kind.type == "nudge":
            self._check_answer(number, record)

    def _need_same_owner(self, number: int, record: Record) -> None:
        name, owner = record["name"], record["owner"]
        (here,) = self._sql("SELECT owner FROM agents WHERE name = ?", [name]).fetchone()
        if here != owner:
            sentence = f"Line {number}: {name} is {here}'s agent here, and {owner}'s {THERE}."
            raise Conflict("other_owner", sentence, "remove it here or there first; nothing was imported")

    def _take(self, number: int, new: Named) -> None:
        taken = self._taken.setdefault(new.name.casefold(), new)
        if (taken.table, taken.name) != (new.table, new.name):
            raise _name_taken(number, new.name, taken)
        self._known.add(new.name)

    def _check_asked(self, number: int, record: Record) -> None:
        """What a question asks is its notification's message, which others may lack."""
        sql = "SELECT agent_name, notification_type, message FROM agent_notifications WHERE id = ?"
        agent, type, message = self._sql(sql, [record["id"]]).fetchone() or (None, None, None)
        if type != "question" or message is None:
            raise bad_line(number, f"what it asks is not there: the notification {record['id']} has no message")
        if agent != record["agent_name"]:
            raise bad_line(number, f"what it asks is not there: the notification {record['id']} is of another agent")

    def _check_answer(self, number: int, record: Record) -> None:
        """The hub sends one nudge for an answer, and only if its question says that none was sent. Retention may have
        taken a question before its nudge."""
        sql = "SELECT agent_name = ? AND late FROM questions WHERE id = ?"
        asked = self._sql(sql, [record["agent_name"], record["question_id"]]).fetchone()
        if asked is not None and not asked[0]:
            raise bad_line(number, f"it is not the answer to {record['question_id']} that its agent was to get")


def _name_taken(number: int, name: str, taken: Named) -> BellpullError:
    whose = f"the name of {NOUNS[taken.table]} {taken.where}"
    differ = f"{name} and {taken.name}, {whose}, differ in large and small letters alone"
    said = f"{name} is {whose}" if name == taken.name else differ
    return Conflict(
        "name_taken", f"Line {number}: {said}.", "users and agents share one namespace; nothing was imported"
    )


def bad_line(number: int, wrong: str) -> BellpullError:
    return Invalid("bad_line", f"Line {number}: {wrong}.", "nothing was imported")
