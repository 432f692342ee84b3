"""`/api/upkeep`: it says what retention would delete, deletes exactly that, and keeps what somebody still waits for."""

import sqlite3
from contextlib import closing
from typing import Any

from support.accounts import audit, new_member, signed_in
from support.answers import done, refused, until
from support.hub import Caller, Hub, HubMaker
from support.nudges import listed as nudges_of
from support.nudges import sign, tell
from support.questions import YES, answer, ask, claim, do, handed, look, tell_of_nudges

LONG_AGO = "2001-01-01T00:00:00.000Z"
#: Where the number of each kind of record is counted.
TABLES = {
    "notifications": "agent_notifications",
    "questions": "questions",
    "nudges": "nudges",
    "events": "events",
    "sessions": "sessions",
    "idempotency": "idempotency",
    "audit": "audit",
}
INSTANTS = {
    "agent_notifications": ("created_at", "acknowledged_at"),
    "questions": ("opened_at", "settled_at", "handed_at"),
    "nudges": ("created_at", "handed_at"),
    "events": ("at",),
    "sessions": ("since", "seen_at"),
    "idempotency": ("until",),
    "audit": ("at",),
}
NOTHING = dict.fromkeys(TABLES, 0)


def change(hub: Hub, *statements: str) -> None:
    """Write into the data file beside the hub."""
    with closing(sqlite3.connect(hub.database, timeout=30)) as file, file:
        for statement in statements:
            file.execute(statement)


def age(hub: Hub) -> None:
    """All that has happened so far was long ago."""
    change(
        hub,
        *(
            f"UPDATE {table} SET {column} = '{LONG_AGO}' WHERE {column} IS NOT NULL"
            for table, columns in INSTANTS.items()
            for column in columns
        ),
    )


def counted(hub: Hub) -> dict[str, int]:
    with closing(sqlite3.connect(f"file:{hub.database}?mode=ro", uri=True)) as file:
        return {kind: file.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for kind, table in TABLES.items()}


def without_size(told: dict[str, Any]) -> dict[str, int]:
    assert set(told) == {*TABLES, "bytes", "keep"}
    assert told["bytes"] > 0
    return {kind: told[kind] for kind in TABLES}


def planned(hub: Hub) -> dict[str, int]:
    return without_size(done(hub.owner.get("/api/upkeep")))


def done_now(hub: Hub) -> dict[str, int]:
    return without_size(done(hub.owner.post("/api/upkeep")))


def some_of_everything(hub: Hub, agent: Caller) -> None:
    """Of each kind of record some that ended, and some that have not."""
    sent = [agent.send()["id"] for _ in range(3)]
    done(hub.owner.post(f"/api/notifications/{sent[0]}/dismiss"))
    done(hub.owner.post(f"/api/notifications/{sent[1]}/acknowledge"))
    done(agent.post("/api/notifications", {"notification_type": "info", "title": "x"}, Idempotency_Key="k"), 201)
    over, _ = ask(agent, wait=60), ask(agent)
    answer(hub.owner, over["id"], choice=YES)
    assert handed(agent, over["id"])
    do(agent, ask(agent)["id"], "withdraw")
    tell(hub.owner, agent.name, "read")
    (read,) = claim(agent)
    tell_of_nudges(agent, "confirm", [read["id"]])
    tell(hub.owner, agent.name, "unread")
    sign(agent, "opencode:ses_1", "ended")


def test_upkeep_tells_exactly_what_it_then_deletes(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    some_of_everything(hub, agent)
    age(hub)
    agent.send("recent")
    plan, before = planned(hub), counted(hub)
    assert all(plan.values()), f"of each kind something ended: {plan}"
    assert counted(hub) == before, "only asking deletes nothing"
    assert done_now(hub) == plan
    gone = {kind: before[kind] - left for kind, left in counted(hub).items()}
    # The run itself is in the audit.
    assert gone == plan | {"audit": plan["audit"] - 1}
    assert planned(hub) == done_now(hub) == NOTHING


def test_upkeep_deletes_thousands_in_one_call(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)"
    columns = "id, agent_name, notification_type, title, status, created_at, acknowledged_at"
    values = f"printf('notif_%016d', i), '{agent.name}', 'info', 'x', 'dismissed', '{LONG_AGO}', '{LONG_AGO}'"
    change(hub, f"INSERT INTO agent_notifications ({columns}) {numbers} SELECT {values} FROM n")
    assert planned(hub) == NOTHING | {"notifications": 1300}
    assert done_now(hub) == NOTHING | {"notifications": 1300}
    assert list(agent.every_notification()) == []


def test_upkeep_deletes_nothing_of_today(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    some_of_everything(hub, hub.new_agent())
    assert planned(hub) == done_now(hub) == NOTHING


def test_records_that_are_pending_or_open_stay_however_old(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    pending, open_one, nudge = agent.send(), ask(agent), tell(hub.owner, agent.name, "unread")
    acknowledged = ask(agent)
    done(hub.owner.post(f"/api/notifications/{acknowledged['id']}/acknowledge"))
    age(hub)
    assert planned(hub) | {"events": 0, "audit": 0} == NOTHING
    done_now(hub)
    assert agent.read(pending["id"])["status"] == "pending"
    for one in (open_one, acknowledged):
        assert look(agent, one["id"])["state"] == "open"
        answer(hub.owner, one["id"], choice=YES)
    assert nudge["id"] in [one["id"] for one in nudges_of(agent, agent.name)]


def test_an_answer_stays_until_its_agent_has_it(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    asked = ask(agent)
    answer(hub.owner, asked["id"], choice=YES)
    until(lambda: nudges_of(agent, agent.name), "the answer waits as a nudge")
    age(hub)
    assert planned(hub) | {"events": 0, "audit": 0} == NOTHING
    done_now(hub)
    assert look(agent, asked["id"])["choice"] == YES
    (late,) = claim(agent)
    assert (late["question_id"], YES in late["message"]) == (asked["id"], True)
    tell_of_nudges(agent, "confirm", [late["id"]])
    age(hub)
    went = done_now(hub)
    assert (went["notifications"], went["questions"], went["nudges"]) == (1, 1, 1)
    refused(agent.get(f"/api/questions/{asked['id']}"), 404)


def test_sign_ins_that_ended_long_ago_are_forgotten_but_each_person_s_last(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    ada, bob = new_member(hub, "ada"), new_member(hub, "bob")
    for name in ("ada", "ada", "bob"):
        signed_in(hub, name)
    ended = ", ".join(f"{column} = '{LONG_AGO}'" for column in ("expires_at", "revoked_at"))
    hub.stop()
    change(hub, f"UPDATE keys SET {ended} WHERE expires_at IS NOT NULL")
    hub.start()

    def sign_ins(person: Caller) -> list[str]:
        return [key["id"] for key in done(person.get("/api/keys"))["keys"] if key["expires_at"] is not None]

    assert len(sign_ins(ada)) == 2
    done_now(hub)
    assert (len(sign_ins(ada)), len(sign_ins(bob))) == (1, 1)
    for person in (ada, bob):
        assert done(person.get("/api/users"))["users"][0]["last_sign_in_at"] is not None


def test_upkeep_keeps_each_kind_for_its_own_setting(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(keep_audit_days="36500")
    hub.new_agent()
    age(hub)
    plan = planned(hub)
    assert plan["audit"] == 0
    assert plan["events"] > 0
    done_now(hub)
    assert "agent_added" in [entry["action"] for entry in audit(hub, limit=500)]
