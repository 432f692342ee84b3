"""What is over is let go after its time; what waits for a person never is."""

import sqlite3
from contextlib import closing

from support.answers import done, refused
from support.hub import Hub, HubMaker

LONG_AGO = "2001-01-01T00:00:00.000Z"


def _age(hub: Hub, table: str, *columns: str) -> None:
    """Put the times in a stopped hub's file far into the past."""
    with closing(sqlite3.connect(hub.database)) as file, file:
        for column in columns:
            file.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS NOT NULL", [LONG_AGO])


def test_old_notifications_that_ended_go_and_pending_ones_stay(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    pending, dismissed, acknowledged = agent.send(), agent.send(), agent.send()
    done(hub.owner.post(f"/api/notifications/{dismissed['id']}/dismiss"))
    done(hub.owner.post(f"/api/notifications/{acknowledged['id']}/acknowledge"))
    hub.stop()
    _age(hub, "agent_notifications", "created_at", "acknowledged_at")
    hub.start()
    recent = agent.send()
    done(hub.owner.post(f"/api/notifications/{recent['id']}/dismiss"))
    gone = f"/api/notifications/{dismissed['id']}"
    assert done(hub.owner.get(gone))["id"] == dismissed["id"], "a start deletes nothing: one can look first"
    assert done(hub.owner.get("/api/upkeep"))["notifications"] == 2
    done(hub.owner.post("/api/upkeep"))
    refused(hub.owner.get(gone), 404, sentence="Notification not found")
    refused(hub.owner.get(f"{gone}/trail"), 404)
    assert agent.read(pending["id"]) == pending | {"created_at": LONG_AGO}
    left = [row["id"] for row in agent.every_notification()]
    assert left == [recent["id"], pending["id"]]
    assert done(agent.get("/api/notifications/count", status="pending"))["count"] == 1


def test_after_its_time_an_idempotency_key_is_new_again(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    body = {"notification_type": "info", "title": "x"}
    first = done(agent.post("/api/notifications", body, Idempotency_Key="k"), 201)
    hub.stop()
    _age(hub, "idempotency", "until")
    hub.start()
    again = done(agent.post("/api/notifications", body, Idempotency_Key="k"), 201)
    assert again["id"] != first["id"]
    assert done(agent.post("/api/notifications", body, Idempotency_Key="k"), 200) == again
