"""What an export holds: each kind of record with its columns, in the order in which they are taken in.

Never in it: keys, passwords, webhooks with their tokens and secrets, what tokens of sign-ins are signed with. The
answer to a secret question is left out, too, and with it the nudge that was to carry it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bellpull.domain.answer_text import ACCEPTED, CANCELLED, DECLINED, DISMISSED, EMPTY, EXPIRED, SHOWN, WITHDRAWN
from bellpull.domain.asking import ALL_KINDS, Look
from bellpull.domain.notification import PRIORITIES, STATUSES, TYPES
from bellpull.domain.question import REASONS
from bellpull.domain.session import STATES
from bellpull.store.fitting import question_fits, user_fits
from bellpull.store.values import (
    Check,
    Record,
    flag,
    id,
    json_of,
    look,
    maybe,
    name,
    objects_of,
    quiet_hours,
    text,
    texts,
    times,
    when,
    word,
)

VERSION = 1
#: What the hub keeps of each ask and each request of a session.
ASK_SEEN = {
    "question_id": maybe(text),
    "title": text,
    "text": text,
    "tool": text,
    "at": maybe(when),
    "running": flag,
    "source": text,
}
REQUEST_SEEN = {"id": text, "kind": text, "subject": text, "source": text, "since": when}
named = maybe(texts)
OUTCOMES = (ACCEPTED, DECLINED, DISMISSED, CANCELLED, EMPTY, SHOWN, WITHDRAWN, EXPIRED)


class Kind(NamedTuple):
    type: str
    table: str
    #: What tells one from all others.
    key: tuple[str, ...]
    #: Each column with what may stand in it.
    fields: Mapping[str, Check]
    order: str
    which: str = "TRUE"
    #: What is read instead of a column that may hold a secret.
    instead: Mapping[str, str] = {}
    #: Fields that exports of earlier versions do not have, and what their absence means.
    later: Mapping[str, object] = {}
    #: Whether what stands in the columns fits together.
    fits: Callable[[Record], str | None] = lambda record: None

    def select(self) -> str:
        columns = ", ".join(self.instead.get(field, field) for field in self.fields)
        return f"SELECT {columns} FROM {self.table} WHERE {self.which} ORDER BY {self.order}"

    def insert(self) -> str:
        return f"INSERT INTO {self.table} ({', '.join(self.fields)}) VALUES ({', '.join('?' * len(self.fields))})"

    def find(self) -> str:
        return f"SELECT 1 FROM {self.table} WHERE {' AND '.join(f'{field} = ?' for field in self.key)}"

    def record(self, row: Sequence[Any]) -> Record:
        return {"type": self.type} | {
            field: _said(check, value) for (field, check), value in zip(self.fields.items(), row, strict=True)
        }

    def row(self, record: Record) -> list[Any]:
        return [_kept(check, record[field]) for field, check in self.fields.items()]

    def wrong(self, record: Record) -> str | None:
        """What is wrong with it, or nothing."""
        given = set(record) - {"type"}
        if given != set(self.fields):
            field = min(given ^ set(self.fields))
            return f"{field} is missing" if field in self.fields else f"{field} is unknown"
        said = ((field, check(record[field])) for field, check in self.fields.items())
        return next((f"{field} {wrong}" for field, wrong in said if wrong), None) or self.fits(record)


def _said(check: Check, value: Any) -> Any:
    """A column as the export has it."""
    if check is flag:
        return bool(value)
    if check in (texts, named):
        return None if value is None else json.loads(value)
    return Look(*json.loads(value))._asdict() if check is look else value


def _kept(check: Check, value: Any) -> Any:
    """And back again, to the letter."""
    if check in (texts, named):
        return None if value is None else json.dumps(value)
    return json.dumps(Look(**value)) if check is look else value


KINDS = (
    Kind("user", "users", ("name",), {"name": name, "admin": flag, "created_at": when}, "name", fits=user_fits),
    Kind(
        "agent",
        "agents",
        ("name",),
        {"name": name, "owner": name, "project": maybe(text), "created_at": when},
        "name",
    ),
    Kind("share", "shares", ("user", "agent_name"), {"agent_name": name, "user": name}, "user, agent_name"),
    Kind("preference", "preferences", ("user",), {"user": name, "quiet_hours": maybe(quiet_hours)}, "user"),
    Kind(
        "notification",
        "agent_notifications",
        ("id",),
        {
            "id": id,
            "agent_name": name,
            "notification_type": word(*TYPES),
            "title": text,
            "message": maybe(text),
            "priority": word(*PRIORITIES),
            "category": maybe(text),
            "metadata": maybe(json_of(dict)),
            "status": word(*STATUSES),
            "created_at": when,
            "acknowledged_at": maybe(when),
            "acknowledged_by": maybe(text),
        },
        "id",
    ),
    Kind(
        "question",
        "questions",
        ("id",),
        {
            "id": id,
            "agent_name": name,
            "kind": word(*ALL_KINDS),
            "options": texts,
            "free_text": flag,
            "action_label": maybe(text),
            "look": look,
            "secret": flag,
            "project": maybe(text),
            "session": maybe(text),
            "request": maybe(text),
            "declines": named,
            "joined": maybe(text),
            "opened_at": when,
            "waiting_until": maybe(when),
            "open_until": when,
            "settled_at": maybe(when),
            "outcome": maybe(word(*OUTCOMES)),
            "choice": maybe(text),
            "reply": maybe(text),
            "by": maybe(text),
            "via": maybe(text),
            "released": maybe(word(*REASONS)),
            "handed_at": maybe(when),
            "failure": maybe(text),
            "late": flag,
        },
        "id",
        instead={
            "choice": "CASE WHEN NOT secret THEN choice END",
            "reply": "CASE WHEN NOT secret THEN reply END",
            # There is nothing left that could be handed.
            "late": "late OR (secret AND settled_at IS NOT NULL AND handed_at IS NULL)",
        },
        later={"declines": None},
        fits=question_fits,
    ),
    Kind(
        "nudge",
        "nudges",
        ("id",),
        {
            "id": id,
            "agent_name": name,
            "session": maybe(text),
            "source": text,
            "label": maybe(text),
            "message": text,
            "question_id": maybe(id),
            "created_at": when,
            "by": maybe(text),
            "dedup_key": maybe(text),
            "lease_until": maybe(when),
            "carrier": maybe(text),
            "repeat": flag,
            "handed_at": maybe(when),
            "handed_via": maybe(text),
            "times": times,
            "handed_session": maybe(text),
        },
        "place",
        which="handed_at IS NOT NULL OR coalesce(question_id, '') NOT IN (SELECT id FROM questions WHERE secret)",
    ),
    Kind(
        "session",
        "sessions",
        ("agent_name", "id"),
        {
            "agent_name": name,
            "id": text,
            "client": maybe(text),
            "parent": maybe(text),
            "state": word(*STATES),
            "since": when,
            "seen_at": when,
            "source": maybe(text),
            "title": maybe(text),
            "directory": maybe(text),
            "server": maybe(text),
            "wakes": flag,
            "reason": maybe(text),
            "tools": json_of(list),
            "todos": json_of(list),
            "turn_at": maybe(when),
            "asks": objects_of(ASK_SEEN),
            "requests": objects_of(REQUEST_SEEN),
            "guesses": json_of(list),
            "trouble": maybe(text),
            "place": maybe(json_of(dict)),
            "plugin_at": maybe(when),
        },
        "agent_name, id",
    ),
)

BY_TYPE = {kind.type: kind for kind in KINDS}
