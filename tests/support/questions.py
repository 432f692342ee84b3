"""Asking and answering over REST, as shims and surfaces do it."""

import http.client
import json
import secrets
import select
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx2

from support.answers import PATIENCE, done
from support.hub import Caller, Hub

QUESTION_FIELDS = {
    "id",
    "agent_name",
    "kind",
    "title",
    "question",
    "options",
    "declines",
    "free_text",
    "action_label",
    "buttons",
    "urgency",
    "secret",
    "look",
    "project",
    "session",
    "request",
    "opened_at",
    "waiting_until",
    "open_until",
    "state",
    "settled_at",
    "outcome",
    "choice",
    "reply",
    "by",
    "via",
    "released",
    "failure",
    "handed_at",
    "repeat",
}
NUDGE_FIELDS = {
    "id",
    "agent_name",
    "session",
    "source",
    "label",
    "message",
    "question_id",
    "created_at",
    "by",
    "times",
    "dedup_key",
    "repeat",
    "state",
    "handed_at",
    "handed_via",
    "handed_session",
    "xml",
}
LOOK_FIELDS = {
    "window_title",
    "show_history",
    "theme",
    "chime_enabled",
    "repo",
    "branch",
    "asked_as",
    "task",
    "listens",
}
UNSETTLED = {
    "state": "open",
    "settled_at": None,
    "outcome": None,
    "choice": None,
    "reply": None,
    "by": None,
    "via": None,
    "released": None,
    "handed_at": None,
}
YES, NO = "Yes, merge", "No"
MERGE = {"title": "Merge", "question": "Merge to main?", "options": [YES, NO]}
TYPED = {"title": "Name", "question": "How shall it be called?"}

Question = dict[str, Any]


def new_session() -> str:
    return f"process:{secrets.token_hex(8)}"


def try_ask(
    agent: Caller, body: dict[str, Any], *, session: str | None = None, key: str | None = None
) -> httpx2.Response:
    """Ask, whatever comes of it. Without a session it is one of its own, so that equal asks stay apart."""
    headers = {"Bellpull_Session": session or new_session(), "Bellpull_Client": "tests/1"}
    if key is not None:
        headers["Idempotency_Key"] = key
    return agent.post("/api/questions", body, **headers)


def ask(agent: Caller, *, session: str | None = None, key: str | None = None, **fields: Any) -> Question:
    """Ask whether to merge, or what the fields say; it has to be a new question."""
    asked: Question = done(try_ask(agent, MERGE | fields, session=session, key=key), 201)
    assert set(asked) == QUESTION_FIELDS
    return asked


def ask_text(agent: Caller, *, session: str | None = None, key: str | None = None, **fields: Any) -> Question:
    """Ask for a typed reply."""
    asked: Question = done(try_ask(agent, TYPED | fields, session=session, key=key), 201)
    assert asked["kind"] == "text"
    return asked


def verb(caller: Caller, question_id: str, name: str, body: dict[str, Any] | None = None) -> httpx2.Response:
    return caller.post(f"/api/questions/{question_id}/{name}", body)


def do(caller: Caller, question_id: str, name: str, body: dict[str, Any] | None = None) -> Question:
    """A verb that has to succeed; the question after it."""
    question: Question = done(verb(caller, question_id, name, body))
    assert set(question) == QUESTION_FIELDS
    return question


def answer(person: Caller, question_id: str, **said: Any) -> Question:
    return do(person, question_id, "answer", said)


def look(caller: Caller, question_id: str) -> Question:
    question: Question = done(caller.get(f"/api/questions/{question_id}"))
    assert set(question) == QUESTION_FIELDS
    return question


def handed(agent: Caller, question_id: str) -> bool:
    """Confirm that the answer was written; whether this was the call that handed it."""
    told = done(verb(agent, question_id, "handed"))
    assert set(told) == {"id", "handed", "handed_at"}
    assert told["id"] == question_id
    assert told["handed_at"] is not None or told["handed"] is False
    return bool(told["handed"])


def listed(caller: Caller, **query: Any) -> list[Question]:
    told = done(caller.get("/api/questions", **query))
    assert set(told) == {"count", "questions", "total"}
    assert told["count"] == len(told["questions"])
    questions: list[Question] = told["questions"]
    return questions


def nothing_stored(agent: Caller) -> None:
    """This agent, which asked only what had to be refused, left nothing behind."""
    assert listed(agent) == listed(agent, state="settled") == []
    assert done(agent.get("/api/notifications"))["count"] == 0
    assert claim(agent) == []


def claim(agent: Caller, *, session: str | None = None, carrier: str = "shim", **more: Any) -> list[dict[str, Any]]:
    body = {"session": session or new_session(), "carrier": carrier} | more
    told = done(agent.post(f"/api/agents/{agent.name}/nudges/claim", body))
    assert set(told) == {"nudges", "left"}
    assert all(set(nudge) == NUDGE_FIELDS for nudge in told["nudges"])
    nudges: list[dict[str, Any]] = told["nudges"]
    return nudges


def tell_of_nudges(agent: Caller, how: str, ids: list[str]) -> int:
    """Confirm or release what was claimed; how many it was."""
    told = done(agent.post(f"/api/agents/{agent.name}/nudges/{how}", {"ids": ids}))
    assert set(told) == {"count"}
    return int(told["count"])


def seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


class Poll:
    """A long poll under way on a connection of its own."""

    def __init__(self, caller: Caller, question_id: str, wait: float = 25) -> None:
        where = urlsplit(caller.hub.url)
        self._http = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE + wait)
        self._began = time.monotonic()
        path = f"/api/questions/{question_id}?wait={wait:g}"
        self._http.request("GET", path, headers={"Authorization": f"Bearer {caller.key}"})
        # The hub answers this one after it has begun with the poll.
        done(caller.get("/api/me"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._http.close()

    def waits(self) -> bool:
        """Whether nothing has come yet."""
        return not select.select([self._http.sock], [], [], 0)[0]

    def end(self) -> tuple[int, Any]:
        with self._http.getresponse() as response:
            return response.status, json.loads(response.read())

    def question(self) -> Question:
        status, question = self.end()
        assert status == 200, question
        assert set(question) == QUESTION_FIELDS
        return dict(question)

    def seconds(self) -> float:
        return time.monotonic() - self._began


@contextmanager
def surface(
    person: Caller, *shows: str, kind: str = "desk", name: str | None = None, path: str = "/ws/events"
) -> Iterator[str]:
    """A surface that said hello and that the hub has heard; its name."""
    name = name or f"surface-{secrets.token_hex(4)}"
    with person.socket(path) as live:
        live.connected()
        live.say({"type": "hello", "surface": kind, "name": name, "shows": list(shows)})
        # Messages of a socket are taken in order: after the pong the hello was heard.
        live.say({"type": "ping"})
        while json.loads(live.text())["type"] != "pong":
            pass
        yield name


def stored_text(hub: Hub) -> str:
    """Every value of every row of the data file, as text."""
    parts: list[str] = []
    with closing(sqlite3.connect(f"file:{hub.database}?mode=ro", uri=True)) as file:
        file.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in file.execute(f'SELECT * FROM "{table}"'):
                parts += [value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in row]
    return "\n".join(parts)
