"""Journey 1, tell: an agent pulls the bell, it is stored, every surface shows it, a person takes note."""

from contextlib import ExitStack

from support.answers import done
from support.hub import Caller, Hub, HubMaker
from support.live import Live


def _surfaces(open_sockets: ExitStack, hub: Hub, person: Caller, agent: Caller, since: int | None = None) -> list[Live]:
    """An admin's two sockets, the person's own two, and the agent's."""
    opened = [
        hub.owner.socket("/ws", since=since),
        hub.owner.socket(since=since),
        person.socket(since=since),
        person.socket(since=since),
        agent.socket(since=since),
    ]
    for live in opened:
        open_sockets.enter_context(live)
        live.connected()
    return opened


def _agree(surfaces: list[Live], kind: str, notification_id: str) -> dict[str, object]:
    """All surfaces show the same event."""
    shown = [live.until_type(kind, notification_id=notification_id) for live in surfaces]
    assert all(event == shown[0] for event in shown)
    return shown[0]


def test_a_notification_is_shown_everywhere_and_taken_note_of_once(hub: Hub) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    with ExitStack() as open_sockets:
        surfaces = _surfaces(open_sockets, hub, person, agent)
        sent = agent.send("Analysis complete", notification_type="completion", priority="high", metadata={"rows": 7})
        shown = _agree(surfaces, "agent_notification", sent["id"])
        assert (shown["title"], shown["priority"]) == ("Analysis complete", "high")
        assert person.read(sent["id"]) == sent
        assert done(person.get("/api/notifications", status="pending"))["notifications"] == [sent]
        changed = done(person.post(f"/api/notifications/{sent['id']}/acknowledge"))
        noted = _agree(surfaces, "notification_acknowledged", sent["id"])
        assert (noted["status"], noted["by"]) == ("acknowledged", person.name)
    assert done(person.get("/api/notifications", status="pending"))["count"] == 0
    assert agent.read(sent["id"]) == sent | changed == hub.owner.read(sent["id"])
    trail = done(agent.get(f"/api/notifications/{sent['id']}/trail"))["events"]
    assert trail == [shown, noted]


def test_a_notification_outlives_a_hub_that_is_killed_before_it_is_shown_and_after_it_was_noted(
    hub_process: HubMaker,
) -> None:
    hub = hub_process()
    person = hub.new_person()
    agent = hub.new_agent(person)
    body = {"notification_type": "completion", "title": "Analysis complete"}
    with ExitStack() as open_sockets:
        surfaces = _surfaces(open_sockets, hub, person, agent)
        since = int(surfaces[0].frames[0]["seq"])
        sent = done(agent.post("/api/notifications", body, Idempotency_Key="analysis"), 201)
        hub.kill()
    hub.start()
    assert done(agent.post("/api/notifications", body, Idempotency_Key="analysis"), 200) == sent
    with ExitStack() as open_sockets:
        surfaces = _surfaces(open_sockets, hub, person, agent, since)
        shown = _agree(surfaces, "agent_notification", sent["id"])
        done(person.post(f"/api/notifications/{sent['id']}/acknowledge"))
        since = int(str(shown["seq"]))
        hub.kill()
    hub.start()
    with ExitStack() as open_sockets:
        surfaces = _surfaces(open_sockets, hub, person, agent, since)
        noted = _agree(surfaces, "notification_acknowledged", sent["id"])
        assert noted["by"] == person.name
        assert all(len(live.events()) == 1 for live in surfaces)
        later = agent.send("and goes on")
        _agree(surfaces, "agent_notification", later["id"])
    assert done(agent.get(f"/api/notifications/{sent['id']}/trail"))["events"] == [shown, noted]
