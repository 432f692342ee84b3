"""Agents: listed with their owners and counts, and removed with all that is theirs."""

from concurrent.futures import ThreadPoolExecutor

from support.answers import PATIENCE, TIME, done, refused, until
from support.hub import Caller, Hub
from support.live import told

COUNTS = ("pending_notifications", "open_questions", "pending_nudges")


def _agents(caller: Caller) -> dict[str, dict[str, object]]:
    listed = done(caller.get("/api/agents"))
    assert list(listed) == ["count", "agents"]
    assert listed["count"] == len(listed["agents"])
    return {one["name"]: one for one in listed["agents"]}


def test_agents_are_listed_by_name_with_owner_and_pending_count(hub: Hub, person: Caller) -> None:
    names = [f"{prefix}-{person.name}" for prefix in ("b", "a", "c")]
    agents = [hub.new_agent(person, name) for name in names]
    sent = [agents[0].send() for _ in range(3)]
    done(person.post(f"/api/notifications/{sent[0]['id']}/acknowledge"))
    listed = _agents(person)
    assert list(listed) == sorted(names)
    assert [listed[name]["pending_count"] for name in names] == [2, 0, 0]
    for one in listed.values():
        assert list(one) == [*["name", "owner", "project", "created_at", "pending_count", "shared_with"], *COUNTS]
        assert one["owner"] == person.name
        assert one["project"] is None
        assert TIME.fullmatch(str(one["created_at"]))


def test_a_person_sees_own_agents_and_an_admin_all(hub: Hub, person: Caller) -> None:
    mine, other = hub.new_agent(person), hub.new_agent()
    assert set(_agents(person)) == {mine.name}
    assert {mine.name, other.name} <= set(_agents(hub.owner))


def test_a_second_key_makes_no_second_agent(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    again = hub.new_agent(person, agent.name)
    assert again.key != agent.key
    assert set(_agents(person)) == {agent.name}
    assert agent.read(again.send()["id"])["agent_name"] == agent.name


def test_removing_an_agent_removes_what_is_its_own(hub: Hub, person: Caller) -> None:
    agent, kept = hub.new_agent(person), hub.new_agent(person)
    hub.new_agent(person, agent.name)
    sent = [agent.send() for _ in range(3)]
    stays = kept.send()
    done(person.post(f"/api/notifications/{sent[0]['id']}/acknowledge"))
    removed = done(person.delete(f"/api/agents/{agent.name}"))
    assert list(removed) == ["agent_name", "notifications", "keys", "events"]
    assert (removed["agent_name"], removed["notifications"], removed["keys"]) == (agent.name, 3, 2)
    assert removed["events"] >= 4
    refused(agent.get("/api/me"), 401)
    for caller in (person, hub.owner):
        refused(caller.get(f"/api/notifications/{sent[0]['id']}"), 404, sentence="Notification not found")
        refused(caller.get(f"/api/notifications/{sent[0]['id']}/trail"), 404)
        refused(caller.get(f"/api/agents/{agent.name}/notifications"), 404, sentence="Agent not found")
        refused(caller.delete(f"/api/agents/{agent.name}"), 404, sentence="Agent not found")
        assert agent.name not in _agents(caller)
    assert [row["id"] for row in person.every_notification()] == [stays["id"]]
    assert done(person.get("/api/notifications/count", status="pending"))["count"] == 1
    assert {key["agent_name"] for key in done(person.get("/api/keys"))["keys"]} <= {None, kept.name}


def test_an_agent_of_a_removed_one_s_name_starts_afresh(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    body = {"notification_type": "info", "title": "x"}
    old = done(agent.post("/api/notifications", body, Idempotency_Key="k"), 201)
    done(person.delete(f"/api/agents/{agent.name}"))
    again = hub.new_agent(hub.owner, agent.name)
    assert done(again.get("/api/notifications"))["count"] == 0
    other = body | {"title": "the same key with another body"}
    assert done(again.post("/api/notifications", other, Idempotency_Key="k"), 201)["id"] != old["id"]
    assert _agents(hub.owner)[agent.name]["owner"] == hub.owner.name
    assert done(person.get("/api/notifications"))["count"] == 0
    refused(agent.get("/api/me"), 401)


def test_an_agent_removed_while_it_writes_leaves_nothing_behind(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    answered: list[str] = []

    def write(_: int) -> int:
        while (
            answer := agent.post("/api/notifications", {"notification_type": "info", "title": "x"})
        ).status_code == 201:
            answered.append(answer.json()["id"])
        return answer.status_code

    with ThreadPoolExecutor(9) as pool:
        writers = [pool.submit(write, number) for number in range(8)]
        until(lambda: len(answered) > 40, "the writers are at work")
        removed = done(person.delete(f"/api/agents/{agent.name}"))
        assert {writer.result(PATIENCE) for writer in writers} == {401}
    assert removed["notifications"] == len(answered)
    assert done(hub.owner.get("/api/notifications", agent_name=agent.name))["count"] == 0
    again = hub.new_agent(person, agent.name)
    with again.socket(since=0) as live:
        live.connected()
        sent = again.send()
        live.until_type("agent_notification")
        assert told(live.events()) == [sent["id"]]


def test_agent_is_removed_by_its_owner_or_an_admin_alone(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(hub.new_person())
    for caller in (agent, hub.new_agent(), person):
        refused(caller.delete(f"/api/agents/{agent.name}"), 403)
    agent.send()
    assert done(hub.owner.delete(f"/api/agents/{agent.name}"))["notifications"] == 1


def test_a_person_is_no_agent_to_remove(hub: Hub, person: Caller) -> None:
    person.send()
    refused(hub.owner.delete(f"/api/agents/{person.name}"), 404)
    assert done(person.get("/api/me"))["name"] == person.name


def test_the_owner_and_admins_see_an_agent_s_notifications_and_others_do_not(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = agent.send()
    stranger, rival = hub.new_person(), hub.new_agent()
    for caller in (agent, person, hub.owner):
        assert caller.read(sent["id"]) == sent
        assert done(caller.get(f"/api/agents/{agent.name}/notifications"))["notifications"] == [sent]
        assert sent in done(caller.get("/api/notifications", agent_name=agent.name))["notifications"]
    for caller in (stranger, rival):
        refused(caller.get(f"/api/notifications/{sent['id']}"), 404, sentence="Notification not found")
        for path in ("notifications", "notifications/count"):
            answer = caller.get(f"/api/agents/{agent.name}/{path}")
            refused(answer, 403, sentence="Access denied to agent")
        assert done(caller.get("/api/notifications"))["count"] == 0
        assert done(caller.get("/api/notifications/count", status="pending"))["count"] == 0
        by_name = [caller.get("/api/notifications", agent_name=name) for name in (agent.name, "nobody-of-that-name")]
        assert by_name[0].status_code == by_name[1].status_code, "a foreign agent is told from one that is not there"
        if by_name[0].status_code != 200:
            refused(by_name[0], 403, sentence="Access denied to agent")
        else:
            assert by_name[0].json()["count"] == 0


def test_notification_of_a_person_is_seen_by_that_person_and_admins_alone(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = person.send()
    assert person.read(sent["id"]) == sent == hub.owner.read(sent["id"])
    assert done(person.get("/api/notifications"))["notifications"] == [sent]
    for caller in (agent, hub.new_person()):
        refused(caller.get(f"/api/notifications/{sent['id']}"), 404)
        assert done(caller.get("/api/notifications"))["count"] == 0


def test_foreign_notification_looks_as_if_it_were_not_there(hub: Hub, agent: Caller, person: Caller) -> None:
    foreign, absent = hub.new_agent().send()["id"], "notif_0000000000000000"
    for caller in (agent, person):
        for method, path in (("GET", ""), ("GET", "/trail"), ("POST", "/acknowledge"), ("POST", "/dismiss")):
            answers = [caller.call(method, f"/api/notifications/{one}{path}") for one in (foreign, absent)]
            assert answers[0].status_code == answers[1].status_code
            assert answers[0].text.replace(foreign, absent) == answers[1].text
