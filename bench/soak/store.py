"""The data file as it is in the end: what is compared with the ledger."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.soak.ledger import ASK_KEY, DISMISSED, NUDGE_KEY, TELL_KEY

PUT_AWAY = ("dismissed", "cancelled")


class Question(NamedTuple):
    id: str
    agent: str
    outcome: str | None
    choice: str | None
    reply: str | None
    by: str | None
    via: str | None
    settled_at: str | None
    handed_at: str | None

    @property
    def said(self) -> str | None:
        """The person's words, as an agent reads them; None if no person settled it."""
        if self.outcome in PUT_AWAY:
            return DISMISSED
        return (self.choice or self.reply) if self.outcome in ("accepted", "declined") else None


class Nudge(NamedTuple):
    id: str
    agent: str
    message: str
    question_id: str | None
    handed_at: str | None
    handed_via: str | None


class Kept(NamedTuple):
    """What the file has, by the keys that are in its texts."""

    told: dict[str, list[str]]
    asked: dict[str, list[Question]]
    nudges: dict[str, list[Nudge]]
    late: dict[str, Nudge]
    """Answers that became nudges, by the id of their question."""
    events: int
    unknown: list[str]


@contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
        yield file


def on_their_way(file: sqlite3.Connection) -> int:
    """Answers of people, and nudges, that nobody has confirmed yet."""
    by_people = "outcome IN ('accepted', 'declined', 'dismissed', 'cancelled')"
    looks = (f"questions WHERE {by_people} AND handed_at IS NULL", "nudges WHERE handed_at IS NULL")
    return sum(int(file.execute(f"SELECT count(*) FROM {look}").fetchone()[0]) for look in looks)


def kept_in(file: sqlite3.Connection) -> Kept:
    told, asked = defaultdict[str, list[str]](list), defaultdict[str, list[Question]](list)
    nudges, unknown = defaultdict[str, list[Nudge]](list), list[str]()
    sql = "SELECT id, agent_name, outcome, choice, reply, by, via, settled_at, handed_at FROM questions"
    questions = {row[0]: Question(*row) for row in file.execute(sql)}
    for id, title in file.execute("SELECT id, title FROM agent_notifications"):
        if id in questions and (key := ASK_KEY.search(title)):
            asked[key[0]].append(questions[id])
        elif id not in questions and (key := TELL_KEY.fullmatch(title)):
            told[key[0]].append(id)
        else:
            unknown.append(f"{id} {title!r}")
    late: dict[str, Nudge] = {}
    for row in file.execute("SELECT id, agent_name, message, question_id, handed_at, handed_via FROM nudges"):
        nudge = Nudge(*row)
        if nudge.question_id is not None:
            late[nudge.question_id] = nudge
        elif key := NUDGE_KEY.search(nudge.message):
            nudges[key[0]].append(nudge)
        else:
            unknown.append(f"{nudge.id} {nudge.message!r}")
    events = file.execute("SELECT count(*) FROM events").fetchone()[0]
    return Kept(told, asked, nudges, late, events, unknown)


def lasting_events(file: sqlite3.Connection, last: int) -> list[int]:
    """All up to that one, but for those of which only the last is kept."""
    sql = "SELECT seq FROM events WHERE seq <= ? AND type <> 'session_changed' ORDER BY seq"
    return [row[0] for row in file.execute(sql, [last])]


def unsound(file: sqlite3.Connection) -> list[str]:
    """What SQLite, and the counts that triggers keep, say against the file."""
    wrong = [row[0] for row in file.execute("PRAGMA integrity_check") if row[0] != "ok"]
    wrong += [f"foreign key: {row}" for row in file.execute("PRAGMA foreign_key_check")]
    counted = dict(
        file.execute("SELECT agent_name, count(*) FROM agent_notifications WHERE status = 'pending' GROUP BY 1")
    )
    said = dict(file.execute("SELECT agent_name, pending FROM pending_counts WHERE pending <> 0"))
    return wrong if said == counted else [*wrong, "the counts of pending notifications differ from the notifications"]
