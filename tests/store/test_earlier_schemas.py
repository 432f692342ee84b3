"""What an earlier version has written is there after an upgrade, and goes on where it was."""

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from kept import SIGNED_WITH, file_of, key_of, restore, text_of, token_of

from bellpull.store.migrate import _scripts
from support.answers import done, until
from support.hub import Caller, Hub
from support.local_hub import running_here
from support.nudges import tell
from support.questions import answer, claim, look, tell_of_nudges

NEWEST = max(_scripts())
EARLIER = range(1, NEWEST)
Rows = list[dict[str, Any]]


class Old:
    """What was in the file, and today's hub on it."""

    def __init__(self, hub: Hub, tables: dict[str, Rows]) -> None:
        self.hub = hub
        self.tables = tables

    def rows(self, table: str, **where: Any) -> Rows:
        """None where that version had no such table."""
        rows = self.tables.get(table, [])
        return [row for row in rows if all(row[name] == value for name, value in where.items())]

    def caller(self, name: str) -> Caller:
        key = self.rows("keys", name=name, revoked_at=None)[0]
        return Caller(self.hub, key_of(key["id"]), name, key["id"])


def tables_of(path: Path) -> dict[str, Rows]:
    with closing(sqlite3.connect(path)) as file:
        file.row_factory = sqlite3.Row
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
        return {name: [dict(row) for row in file.execute(f'SELECT * FROM "{name}"')] for name in names}


@pytest.fixture(params=EARLIER, ids="schema {}".format, scope="module")
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    """One hub for each schema; what a test changes, no other looks at."""
    folder = tmp_path_factory.mktemp("old")
    data = folder / "data"
    data.mkdir(mode=0o700)
    restore(request.param, data / "bellpull.db")
    tables = tables_of(data / "bellpull.db")
    (owner,) = (row for row in tables["keys"] if row["label"] == "owner.key")
    key = data / "owner.key"
    key.touch(mode=0o600)
    key.write_text(key_of(owner["id"]) + "\n")
    with running_here(folder, data_dir=data) as hub:
        yield Old(hub, tables)
    with closing(sqlite3.connect(data / "bellpull.db")) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (NEWEST,)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
    assert tables_of(data / f"bellpull.db.schema{request.param}") == tables, "the copy from before is another"


def test_every_earlier_schema_has_a_file() -> None:
    missing = [file_of(schema).name for schema in EARLIER if not file_of(schema).exists()]
    assert missing == [], "make it with the version before: scripts/keep-schema TREE"


@pytest.mark.parametrize("schema", EARLIER)
def test_kept_file_is_of_its_schema_and_has_something_in_every_table_that_could_be_filled(schema: int) -> None:
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(text_of(schema))
        assert file.execute("PRAGMA user_version").fetchone() == (schema,)
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        empty = {name for name in tables if not file.execute(f'SELECT 1 FROM "{name}"').fetchone()}
    assert empty <= {"shares"}, "before accounts there was no way to share"


def test_hub_keeps_its_id(old: Old) -> None:
    assert [{"name": "id", "value": old.hub.id}] == old.rows("hub", name="id")


def test_notifications_are_as_they_were(old: Old) -> None:
    for row in old.rows("agent_notifications"):
        if old.rows("questions", id=row["id"]):
            continue
        expected = {**row, "metadata": row["metadata"] and json.loads(row["metadata"])}
        assert old.hub.owner.read(row["id"]) == expected
    assert {row["status"] for row in old.rows("agent_notifications")} == {"pending", "acknowledged", "dismissed"}


def test_pending_notifications_are_counted(old: Old) -> None:
    for agent in old.rows("agents"):
        told = done(old.hub.owner.get(f"/api/agents/{agent['name']}/notifications/count"))
        pending = done(old.hub.owner.get(f"/api/agents/{agent['name']}/notifications", status="pending"))
        assert told["pending_count"] == pending["count"]
    listed = {one["id"] for one in old.hub.owner.every_notification(status="pending")}
    told_only = {row["id"] for row in old.rows("agent_notifications", status="pending")}
    assert told_only - {row["id"] for row in old.rows("questions")} <= listed


def test_events_can_still_be_followed_from_the_first(old: Old) -> None:
    first = old.rows("events")[0]["seq"] - 1
    with old.hub.owner.socket(since=first) as live:
        live.connected()
        for row in old.rows("events"):
            heard = json.loads(live.text())
            assert (heard["seq"], heard["type"], heard["agent_name"]) == (row["seq"], row["type"], row["agent_name"])


def test_people_agents_and_keys_are_who_they_were(old: Old) -> None:
    listed = {one["name"]: one for one in done(old.hub.owner.get("/api/agents"))["agents"]}
    for row in old.rows("agents"):
        told = listed[row["name"]]
        assert {name: told[name] for name in row} == row
    for row in old.rows("keys"):
        if row.get("expires_at"):  # a sign-in, which has no secret of its own
            continue
        caller = Caller(old.hub, key_of(row["id"]), row["name"], row["id"])
        answered = caller.get("/api/me")
        if row["revoked_at"] is not None:
            assert answered.status_code == 401
            continue
        me = done(answered)
        assert (me["scope"], me["name"], me["key_id"]) == (row["scope"], row["name"], row["id"])
        admins = old.rows("users", name=row["name"], admin=1) if row["scope"] == "user" else []
        assert me["admin"] is bool(admins)


def test_a_create_that_is_repeated_after_the_upgrade_finds_the_first(old: Old) -> None:
    (row,) = old.rows("agent_notifications", title="Low")
    body = {"notification_type": "completion", "title": "Low", "priority": "low"}
    again = old.caller("reviewer").post("/api/notifications", body, Idempotency_Key="key of Low")
    assert (again.status_code, again.json()["id"]) == (200, row["id"])


def test_settled_questions_are_as_they_were(old: Old) -> None:
    settled = [row for row in old.rows("questions") if row["settled_at"] is not None]
    for row in settled:
        told = look(old.hub.owner, row["id"])
        same = ("agent_name", "kind", "outcome", "choice", "settled_at", "opened_at", "project", "via", "by")
        assert {name: told[name] for name in same} == {name: row[name] for name in same}
        assert told["reply"] == (None if row["secret"] else row["reply"])
        assert told["options"] == json.loads(row["options"])
        assert row["handed_at"] in (None, told["handed_at"])
    outcomes = {"accepted", "declined", "cancelled", "dismissed", "empty", "withdrawn", "shown"}
    assert not settled or {row["outcome"] for row in settled} == outcomes


def test_open_questions_are_open_and_can_be_answered(old: Old) -> None:
    still = [row for row in old.rows("questions") if row["settled_at"] is None]
    for row in still:
        told = look(old.hub.owner, row["id"])
        (asked,) = old.rows("agent_notifications", id=row["id"])
        assert (told["state"], told["title"], told["question"]) == ("open", asked["title"], asked["message"])
        assert (told["session"], told["urgency"]) == (row["session"], asked["priority"])
        said = {"choice": told["options"][0]} if told["options"] else {"text": "Belfry"}
        assert answer(old.hub.owner, row["id"], **said)["outcome"] == "accepted"
    assert not old.rows("questions") or len(still) >= 5


def test_answers_and_nudges_that_nobody_had_are_handed_once(old: Old) -> None:
    """Those that were pending, those on a lease when the hub was killed, and the answer that was on its way."""
    waiting = old.rows("nudges", handed_at=None)
    on_their_way = [row for row in old.rows("questions", handed_at=None, late=0) if row["outcome"] == "declined"]
    for name in {row["agent_name"] for row in (*waiting, *on_their_way)}:
        agent, taken = old.caller(name), set()
        expected = {row["id"] for row in waiting if row["agent_name"] == name}
        answered = {row["id"] for row in on_their_way if row["agent_name"] == name}

        def takes(agent: Caller = agent, taken: set[str] = taken, wanted: set[str] = expected | answered) -> bool:
            for session in ("process:1", "process:of-reviewer"):
                nudges = claim(agent, session=session, sure=True)
                ids = [nudge["id"] for nudge in nudges]
                assert not taken & set(ids), "a nudge came twice"
                assert tell_of_nudges(agent, "confirm", ids) == len(ids) if ids else True
                taken |= {*ids, *(nudge["question_id"] for nudge in nudges)}
            return wanted <= taken

        until(takes, f"{name} gets everything that waits for it")
    assert not old.rows("questions") or on_their_way


def test_sessions_are_as_they_were(old: Old) -> None:
    if not old.rows("sessions"):
        return
    listed = {one["id"]: one for one in done(old.hub.owner.get("/api/sessions", limit=500))["sessions"]}
    for row in old.rows("sessions"):
        same = ("agent_name", "client", "parent", "title", "directory", "server", "source", "since")
        assert {name: listed[row["id"]][name] for name in same} == {name: row[name] for name in same}
        assert listed[row["id"]]["todos"] == json.loads(row["todos"])
        assert listed[row["id"]]["place"] == (row.get("place") and json.loads(row["place"]))


def test_webhooks_still_ring(old: Old) -> None:
    for row in old.rows("webhooks"):
        body = b'{"message": "main is green"}'
        proof = hmac.new(SIGNED_WITH.encode(), body, hashlib.sha256).hexdigest()
        signed = {"X-Bellpull-Signature": f"sha256={proof}"} if row["secret"] else {}
        rung = old.hub.nobody("POST", f"/api/webhooks/{token_of(row['id'])}", content=body, headers=signed)
        assert rung.status_code == (202 if row["removed_at"] is None else 404)
        if row["secret"]:
            unsigned = old.hub.nobody("POST", f"/api/webhooks/{token_of(row['id'])}", content=body)
            assert unsigned.status_code == 401


def test_preferences_are_kept_and_can_be_changed(old: Old) -> None:
    for row in old.rows("preferences"):
        assert done(old.caller(row["user"]).get("/api/preferences"))["quiet_hours"] == row["quiet_hours"]
    ada = old.caller("ada")
    changed = done(ada.call("PUT", "/api/preferences", json={"quiet_hours": "21:00-06:00"}))
    assert changed["quiet_hours"] == "21:00-06:00"


def test_an_agent_of_then_can_be_told_something_now(old: Old) -> None:
    told = tell(old.caller("ada"), "reviewer", "welcome")
    assert (told["state"], told["agent_name"]) == ("pending", "reviewer")
