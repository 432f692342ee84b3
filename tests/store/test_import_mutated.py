"""However the lines of an export were altered: they are refused, or a hub starts on them, shows everything and goes on.

Many altered records go into one file, each of which would be taken by itself: a hub is slower to start than a line to
check.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from exported import AT, Record, agent, asked, notification, nudge, session, user, write
from hypothesis import Phase, given, settings
from hypothesis import strategies as some

from bellpull.domain.asking import ALL_KINDS
from bellpull.feed.memory import MemoryFeed
from bellpull.hub.deadlines import meet_deadlines
from bellpull.hub.hub import Hub
from bellpull.store.importing import take_in
from bellpull.store.records import BY_TYPE, OUTCOMES
from bellpull.store.sqlite import SqliteStore
from bellpull.web.app import Settings, create_app
from support.in_process import hub_over

NOW = datetime(2026, 11, 16, 12, 1, tzinfo=UTC)
LATER = "2026-11-17T12:00:00.000Z"
PERMISSION = {"kind": "permission", "options": ["Allow once", "Reject"], "request": "per_1", "session": "s1"}
ENDED = {"settled_at": AT, "by": "owner", "via": "page"}
REQUEST = {"id": "per_1", "kind": "permission", "subject": "bash: ls", "source": "list", "since": AT}
#: Something of everything, as a hub would write it.
WHOLE = [
    user("owner", admin=True),
    user("ada"),
    agent("bot"),
    agent("hers", "ada"),
    {"type": "share", "agent_name": "bot", "user": "ada"},
    {"type": "preference", "user": "ada", "quiet_hours": "22:00-07:00"},
    notification("n0", "bot", notification_type="info", metadata='{"a": [1.50]}', category="c"),
    notification("n00", "ada", status="dismissed", acknowledged_at=AT, acknowledged_by="ada"),
    *asked("n1", "bot", open_until=LATER, session="s1"),
    *asked("n2", "bot", kind="choice", options=["Yes", "No"], waiting_until=LATER, joined="s1"),
    *asked("n3", "bot", open_until=LATER, **PERMISSION),
    *asked("n4", "hers", outcome="accepted", reply="x", **ENDED),
    *asked("n5", "hers", kind="choice", options=["Yes", "No"], outcome="declined", choice="No", late=True, **ENDED),
    *asked("n6", "bot", kind="show", outcome="shown", settled_at=AT, handed_at=AT),
    *asked("n7", "bot", outcome="accepted", secret=True, late=True, **ENDED),
    nudge("d1", "hers", question_id="n5", session="s2"),
    nudge("d2", "bot", dedup_key="k", lease_until=AT, carrier="shim", times=2),
    nudge("d3", "bot", dedup_key="k", label="l", by="ada"),
    nudge("d4", "bot", handed_at=AT, handed_via="shim", handed_session="s1"),
    session("s1", "bot", tools='[{"tool": "bash", "argument": "ls", "since": null}]', source="hook", client="opencode"),
    session("s2", "bot", parent="s1", state="idle", wakes=True, todos='[{"content": "Go", "status": "pending"}]'),
    session("s3", "bot", requests=json.dumps([REQUEST]), place='{"host": "desk"}', turn_at=AT, plugin_at=AT),
    session("s4", "hers", asks=json.dumps([{"title": "T", "text": "M?", "at": AT, "running": True}])),
]
ODD = (None, True, False, 0, 1, -1, 2**63 - 1, 2**63, 1.5, "", "x", "ADA", "\ud800", "\0", [], ["x"], [1], {}, {"a": 1})
WRITTEN = (
    "[]",
    "[1]",
    "[{}]",
    "[[]]",
    "{}",
    '{"host": []}',
    '[{"title": 1}]',
    '[{"since": 1}]',
    '[{"at": "x"}]',
    "null",
)
WRITTEN_IN = ("metadata", "tools", "todos", "asks", "requests", "guesses", "place")
TIMES = (AT, LATER, "2026-02-31T25:61:61.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2026")
VALUES = sorted({value for record in WHOLE for value in record.values() if isinstance(value, str)})
PEOPLE = [record for record in WHOLE if record["type"] in ("user", "agent", "share", "preference")]
ALTERED = [record for record in WHOLE if record not in PEOPLE]
#: What they belong to and are known by, which is another test's.
NOT_ALTERED = {"type", "id", "agent_name", "question_id", "request"}
LISTS = ("notifications?status=pending,acknowledged,dismissed&limit=500", "questions?state=settled&limit=500")
LISTS += ("sessions?limit=500", "watch", "users", "keys", "upkeep", "preferences", "audit")
OF_AN_AGENT = ("numbers", "trail", "nudges?state=pending", "nudges?state=handed", "notifications/count", "shares")


def altered(chance: Random) -> Record:
    record = dict(chance.choice(ALTERED))
    for field in chance.sample(sorted(set(record) - NOT_ALTERED), chance.randint(1, 3)):
        record[field] = chance.choice(chance.choice([likely(field), [*ODD, *VALUES]]))
    return record


def numbered(number: int, record: Record) -> list[Record]:
    """As one of its own, with the notification that a question needs."""
    own = record | {"id": f"{record['id']}-{number}"}
    if own.get("request") is not None:
        own["request"] += f"-{number}"
    if own.get("question_id") is not None:
        own["question_id"] = None
    return [notification(own["id"], own["agent_name"]), own] if own["type"] == "question" else [own]


def likely(field: str) -> list[Any]:
    """What stands there in others, and what could be mistaken for that."""
    if field in WRITTEN_IN:
        return list(WRITTEN)
    if field.endswith(("_at", "_until")) or field == "since":
        return list(TIMES)
    return [*(one[field] for one in WHOLE if field in one), *{"kind": ALL_KINDS, "outcome": OUTCOMES}.get(field, ())]


class Owner:
    """Who looks at everything and goes on working with it. Refusals are answers too; a hub that fails gives none."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self._http = http

    async def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        answer = await self._http.request(method, path, headers=headers, **({} if body is None else {"json": body}))
        assert answer.status_code < 500, f"{method} {path} {body}: {answer.status_code} {answer.text}"
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    async def looks(self) -> None:
        agents = [one["name"] for one in (await self.call("GET", "/api/agents"))["agents"]]
        lists = [*(f"/api/{part}" for part in LISTS), "/metrics"]
        for path in [*lists, *(f"/api/agents/{name}/{part}" for name in agents for part in OF_AN_AGENT)]:
            answer = await self._http.get(path)
            assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"

    async def answers(self) -> None:
        for one in (await self.call("GET", "/api/questions?limit=500"))["questions"]:
            said = {"text": "Yes"} if one["kind"] == "text" else one["buttons"][-2]["answer"]
            answered = await self.call("POST", f"/api/questions/{one['id']}/answer", said)
            assert answered["state"] == "settled", answered

    async def works(self, name: str) -> None:
        """As this agent, where it is an agent."""
        key = (await self.call("POST", "/api/keys", {"agent_name": name})).get("key")
        await self.call("POST", "/api/questions", {"title": "T", "question": "M?", "kind": "text"}, key)
        request = {"id": "per_1", "kind": "permission"}
        for id in [one["id"] for one in (await self.call("GET", "/api/sessions?limit=500"))["sessions"]]:
            sign = {"session": id, "state": "working", "requests": [request], "asks": [{"title": "T", "at": AT}]}
            await self.call("POST", "/api/sessions/signs", [sign], key)
            await self.call("POST", "/api/sessions/jump", {"session": id})
        told = {"message": "M", "source": "ci", "dedup_key": "k"}
        await self.call("POST", f"/api/agents/{name}/nudges", told, key)
        taken = await self.call("POST", f"/api/agents/{name}/nudges/claim", {"carrier": "shim"}, key)
        ids = [one["id"] for one in taken.get("nudges", [])]
        await self.call("POST", f"/api/agents/{name}/nudges/confirm", {"ids": ids}, key)


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[Hub, Owner]]:
    """A hub on this file, and its owner."""
    store = SqliteStore(database, lambda: None)
    try:
        hub = hub_over(store, lambda: NOW, awaited_by=await store.read(lambda reader: reader.nudges.awaited_by()))
        made = await hub.access.ensure_owner(None)
        assert made is not None
        app = create_app(hub, MemoryFeed(), _no_history, {}, Settings("127.0.0.1", (), 10**6, 10**6, "", "en", 5))
        headers = {"Authorization": f"Bearer {made.secret}"}
        transport = httpx2.ASGITransport(app=app.serve)
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:7717", headers=headers) as http:
            yield hub, Owner(http)
    finally:
        await store.close()


async def _no_history(*_: object) -> list[Any]:
    return []


async def lives_on(database: Path) -> None:
    async with opened(database) as (hub, owner):
        for later in (timedelta(), timedelta(days=2)):
            await meet_deadlines(hub, NOW + later)
            await owner.looks()
            await owner.answers()
            await owner.works("bot")
        await owner.call("POST", "/api/upkeep")


def live_with(records: list[Record]) -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "bellpull.db"
        take_in(write(Path(folder) / "hub.jsonl", *records), database, NOW)
        asyncio.run(lives_on(database))


def test_export_of_a_hub_is_taken_and_lives_on() -> None:
    live_with(WHOLE)


@settings(max_examples=20, phases=[Phase.generate])
@given(some.randoms())
def test_lines_that_were_altered_are_refused_or_the_hub_lives_on_with_them(chance: Random) -> None:
    records = [altered(chance) for _ in range(60)]
    taken = [record for record in records if BY_TYPE[record["type"]].wrong(record) is None]
    live_with([*PEOPLE, *(one for number, record in enumerate(taken) for one in numbered(number, record))])
