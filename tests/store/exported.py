"""Exports written by hand: for what no hub would write, and what two hubs would."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bellpull.domain.asking import Look
from bellpull.domain.session import NOTHING
from bellpull.store.records import BY_TYPE, VERSION

AT = "2026-11-16T12:00:00.000Z"
Record = dict[str, Any]


def user(name: str, *, admin: bool = False) -> Record:
    return {"type": "user", "name": name, "admin": admin, "created_at": AT}


def agent(name: str, owner: str = "owner") -> Record:
    return {"type": "agent", "name": name, "owner": owner, "project": None, "created_at": AT}


def _record(type: str, given: Record) -> Record:
    empty = dict.fromkeys(BY_TYPE[type].fields)
    assert set(given) <= set(empty), "a field that there is not"
    return {"type": type} | empty | given


def notification(id: str, agent_name: str, **fields: Any) -> Record:
    told = {"notification_type": "question", "title": "T", "message": "M?", "priority": "normal", "status": "pending"}
    return _record("notification", {"id": id, "agent_name": agent_name, "created_at": AT} | told | fields)


def question(id: str, agent_name: str, **fields: Any) -> Record:
    asked = {"kind": "text", "options": [], "free_text": False, "secret": False, "look": Look()._asdict()}
    life = {"opened_at": AT, "open_until": AT, "late": False}
    return _record("question", {"id": id, "agent_name": agent_name} | asked | life | fields)


def asked(id: str, agent_name: str, **fields: Any) -> list[Record]:
    """A question and its notification."""
    return [notification(id, agent_name), question(id, agent_name, **fields)]


def nudge(id: str, agent_name: str, **fields: Any) -> Record:
    told = {"source": "ci", "message": "M", "created_at": AT, "repeat": False, "times": 1}
    return _record("nudge", {"id": id, "agent_name": agent_name} | told | fields)


def session(id: str, agent_name: str, **fields: Any) -> Record:
    seen = {"state": "working", "since": AT, "seen_at": AT, "wakes": False}
    lists = dict.fromkeys(("tools", "todos", "asks", "requests", "guesses"), NOTHING)
    return _record("session", {"id": id, "agent_name": agent_name} | seen | lists | fields)


def write(file: Path, *records: Record) -> Path:
    head = {"bellpull": "export", "version": VERSION, "schema": 7, "hub": "hub_x", "at": AT}
    lines = [head, *sorted(records, key=_place), {"type": "end", "count": len(records)}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="ascii")
    return file


def _place(record: Record) -> int:
    return list(BY_TYPE).index(record["type"])


def rows(database: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as file:
        return file.execute(sql).fetchall()
