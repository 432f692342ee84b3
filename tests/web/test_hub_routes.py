"""What the hub says of itself: health, where it is, and its limit of creates."""

import json

import bellpull
from support.answers import TIME, done, refused
from support.hub import Hub, HubMaker


def test_health_needs_no_key_and_says_which_hub_it_is(hub: Hub) -> None:
    health = done(hub.nobody("GET", "/health"))
    assert list(health) == ["status", "hub", "version", "pid", "started_at"]
    assert (health["status"], health["version"], health["pid"]) == ("ready", bellpull.__version__, hub.pid)
    assert TIME.fullmatch(health["started_at"])
    assert health["hub"]


def test_too_many_creates_are_told_when_to_come_back(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(creates_per_minute="10")
    agent, other = hub.new_agent(), hub.new_agent()
    taken: list[str] = []
    while len(taken) < 60:
        answer = agent.post("/api/notifications", {"notification_type": "info", "title": "x"})
        if answer.status_code != 201:
            break
        taken.append(answer.json()["id"])
    assert 10 <= len(taken) < 60
    refused(answer, 429)
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert {row["id"] for row in agent.every_notification()} == set(taken)
    other.send("another agent is not held up")


def test_hub_json_says_where_the_hub_is(shared_process: Hub) -> None:
    hub = shared_process
    text = (hub.data_dir / "hub.json").read_text()
    said = json.loads(text)
    assert {"url", "pid", "version", "hub"} <= set(said)
    assert (said["pid"], said["hub"], said["version"]) == (hub.pid, hub.id, bellpull.__version__)
    assert hub.owner.key not in text
