"""Another program holds the data file: a clear refusal, and it goes on afterwards."""

import sqlite3
from contextlib import closing

from support.answers import done, refused
from support.hub import HubMaker


def test_a_file_that_another_program_locks_refuses_creates_until_it_is_free(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    kept = agent.send()
    body = {"notification_type": "info", "title": "meanwhile"}
    with closing(sqlite3.connect(hub.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused(agent.post("/api/notifications", body, Idempotency_Key="k"), 503)
        assert done(hub.nobody("GET", "/health"))["status"] == "ready"
        assert agent.read(kept["id"]) == kept
        other.execute("ROLLBACK")
    sent = done(agent.post("/api/notifications", body, Idempotency_Key="k"), 201)
    assert [row["id"] for row in agent.every_notification()] == [sent["id"], kept["id"]]
    assert done(agent.get("/api/notifications/count", status="pending"))["count"] == 2


def test_a_program_that_reads_the_file_for_long_holds_up_nobody(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with closing(sqlite3.connect(f"file:{hub.database}?mode=ro", uri=True, isolation_level=None)) as other:
        other.execute("BEGIN")
        before = other.execute("SELECT count(*) FROM agent_notifications").fetchone()[0]
        sent = [agent.send(message="m" * 10_000)["id"] for _ in range(600)]
        assert other.execute("SELECT count(*) FROM agent_notifications").fetchone()[0] == before
        other.execute("COMMIT")
        assert other.execute("SELECT count(*) FROM agent_notifications").fetchone()[0] == before + len(sent)
    assert [row["id"] for row in agent.every_notification()] == sent[::-1]
