"""What the hub says of itself: health, metrics, and its limit of creates."""

import json
import math
import re

import bellpull
from support.answers import TIME, done, refused
from support.hub import Caller, Hub, HubMaker

SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)')


def test_health_needs_no_key_and_says_which_hub_it_is(hub: Hub) -> None:
    health = done(hub.nobody("GET", "/health"))
    assert list(health) == ["status", "hub", "version", "pid", "started_at"]
    assert (health["status"], health["version"], health["pid"]) == ("ok", bellpull.__version__, hub.pid)
    assert TIME.fullmatch(health["started_at"])
    assert health["hub"]


def test_the_hub_s_id_is_kept_with_its_data(fresh_hub: HubMaker) -> None:
    hub, other = fresh_hub(), fresh_hub()
    before = hub.id
    hub.kill()
    assert hub.start().id == before
    assert hub.restart().id == before
    assert other.id != before


def _samples(text: str) -> dict[str, float]:
    """Prometheus text, parsed strictly: every sample of a declared family, no sample twice."""
    kinds: dict[str, str] = {}
    samples: dict[str, float] = {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in {"counter", "gauge", "histogram", "summary"}
            assert name not in kinds
            kinds[name] = kind
        elif line and not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            family = re.sub(r"_(bucket|sum|count)$", "", match[1]) if match[1] not in kinds else match[1]
            assert family in kinds, line
            assert match[1] + (match[2] or "") not in samples, line
            samples[match[1] + (match[2] or "")] = float(match[3])
            assert not math.isnan(float(match[3]))
    return samples


def test_metrics_are_prometheus_text_and_move(hub: Hub, agent: Caller) -> None:
    answer = hub.owner.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    before = _samples(answer.text)
    for _ in range(3):
        agent.send()
    after = _samples(hub.owner.get("/metrics").text)
    assert set(before) <= set(after)
    moved = {name: after[name] - before.get(name, 0) for name in after if "notification" in name or "create" in name}
    assert [name for name, by in moved.items() if by >= 3], after


def test_metrics_are_for_admins(agent: Caller, person: Caller) -> None:
    refused(agent.get("/metrics"), 403)
    refused(person.get("/metrics"), 403)


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


def test_a_repeat_is_answered_even_when_there_were_too_many(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(creates_per_minute="3").new_agent()
    body = {"notification_type": "info", "title": "x"}
    first = done(agent.post("/api/notifications", body, Idempotency_Key="k"), 201)
    while agent.post("/api/notifications", body).status_code == 201:
        pass
    again = agent.post("/api/notifications", body, Idempotency_Key="k")
    if again.status_code == 200:
        assert again.json()["id"] == first["id"]
    else:
        refused(again, 429)


def test_the_hub_says_where_it_is(hub: Hub) -> None:
    text = (hub.data_dir / "hub.json").read_text()
    said = json.loads(text)
    assert {"url", "pid", "version", "hub"} <= set(said)
    assert (said["pid"], said["hub"], said["version"]) == (hub.pid, hub.id, bellpull.__version__)
    assert hub.owner.key not in text
