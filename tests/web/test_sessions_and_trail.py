"""What is seen of sessions, and what passed between an agent and its people."""

from support.answers import done, refused
from support.hub import Caller, Hub
from support.nudges import sign, tell, trail
from support.questions import MERGE, YES, answer, ask, ask_text, claim, tell_of_nudges


def test_a_session_is_listed_as_its_last_sign_left_it(hub: Hub, agent: Caller) -> None:
    more = {"client": "opencode/1.18.34", "title": "Fix it", "directory": "/src", "server": "http://127.0.0.1:4096"}
    assert sign(agent, "opencode:ses_1", "working", **more, tools=[{"call": "c", "tool": "bash"}]) == 1
    sign(agent, "opencode:ses_1", "waiting", reason="permission: bash touch x", source="plugin", wakes=True)
    (session,) = done(hub.owner.get("/api/sessions", agent_name=agent.name))["sessions"]
    assert session.pop("since") <= session.pop("seen_at")
    (wait,) = session.pop("waits")
    assert [wait[name] for name in ("kind", "title", "source", "confidence")] == [
        *("permission", "bash touch x", "event", "certain")
    ]
    assert session == {
        "id": "opencode:ses_1",
        "agent_name": agent.name,
        "parent": None,
        "state": "waiting",
        "source": "plugin",
        "wakes": True,
        "reason": "permission: bash touch x",
        "tools": [],
        "todos": [],
        "todo_counts": {"all": 0, "done": 0, "left_out": 0},
        "busy": True,
        "trouble": None,
        "place": None,
        "turn_at": None,
        "has_pending_ask_user": False,
        "ask_user_title": "",
        **more,
    }


def test_a_change_of_state_is_an_event_and_a_repeat_is_none(hub: Hub, agent: Caller) -> None:
    with hub.owner.socket() as live:
        live.connected()
        sign(agent, "opencode:ses_1", "working")
        assert live.until_type("session_changed", agent_name=agent.name)["state"] == "working"
        sign(agent, "opencode:ses_1", "working")
        sign(agent, "opencode:ses_1", "idle")
        assert live.until_type("session_changed", agent_name=agent.name)["state"] == "idle"


def test_signs_are_given_by_the_agent_itself_or_by_its_people(hub: Hub, agent: Caller) -> None:
    other = hub.new_agent()
    one = {"session": "s", "state": "idle"}
    refused(agent.post("/api/sessions/signs", [one | {"agent": other.name}]), 403, "not_your_session")
    refused(hub.owner.post("/api/sessions/signs", [one]), 400, "agent_required")
    refused(hub.owner.post("/api/sessions/signs", [one | {"agent": "nobody"}]), 404, "agent_not_found")
    refused(agent.post("/api/sessions/signs", [one | {"state": "asleep"}]), 400, "invalid_state")
    refused(agent.post("/api/sessions/signs", [one | {"at": "yesterday"}]), 400, "invalid_at")
    assert agent.post("/api/sessions/signs", {"session": "s", "state": "idle"}).status_code == 422
    assert sign(hub.owner, "s", "idle", agent=agent.name) == 1
    assert done(other.get("/api/sessions"))["sessions"] == []
    assert hub.new_person().get("/api/sessions", agent_name=agent.name).status_code == 403


def test_a_late_answer_goes_to_the_session_that_asked_while_it_is_there(hub: Hub, agent: Caller) -> None:
    question = ask_text(agent)
    sign(agent, "opencode:ses_1", "idle", asks=[{"question_id": question["id"]}])
    answer(hub.owner, question["id"], text="staging")
    assert claim(agent, session="opencode:ses_2") == []
    (nudge,) = claim(agent, session="opencode:ses_1")
    assert (nudge["question_id"], nudge["session"]) == (question["id"], "opencode:ses_1")


def test_a_trail_tells_in_order_what_passed(hub: Hub, agent: Caller) -> None:
    agent.send("Started", message="on it")
    question = ask(agent, wait=60)
    answer(hub.owner, question["id"], choice=YES)
    done(agent.post(f"/api/questions/{question['id']}/handed"))
    told = tell(hub.owner, agent.name, "use the staging database", label="db")
    (taken,) = claim(agent, session="opencode:ses_1", carrier="plugin")
    tell_of_nudges(agent, "confirm", [taken["id"]])
    entries = trail(hub.owner, agent.name)
    assert [entry["kind"] for entry in entries] == ["told", "asked", "answered", "nudged", "handed"]
    said, asked, answered, nudged, handed = entries
    assert (said["title"], said["message"], said["notification_type"]) == ("Started", "on it", "info")
    assert (asked["title"], asked["options"]) == (MERGE["title"], MERGE["options"])
    assert (answered["outcome"], answered["text"]) == ("accepted", YES)
    assert (nudged["nudge_id"], nudged["source"], nudged["label"]) == (told["id"], "user", "db")
    assert nudged["message"] == handed["message"] == "use the staging database"
    assert (handed["via"], handed["session"]) == ("plugin", "opencode:ses_1")
    assert [entry["seq"] for entry in entries] == sorted(entry["seq"] for entry in entries)


def test_a_trail_is_read_page_by_page(hub: Hub, agent: Caller) -> None:
    for number in range(7):
        tell(hub.owner, agent.name, str(number))
    newest = trail(hub.owner, agent.name, limit=3)
    older = trail(hub.owner, agent.name, limit=10, before=newest[0]["seq"])
    assert [entry["message"] for entry in older + newest] == [str(number) for number in range(7)]


def test_a_trail_never_shows_a_secret(hub: Hub, agent: Caller) -> None:
    question = ask_text(agent, secret=True)
    answer(hub.owner, question["id"], text="hunter2")
    assert "hunter2" not in hub.owner.get(f"/api/agents/{agent.name}/trail").text
    assert "hunter2" not in hub.owner.get(f"/api/agents/{agent.name}/nudges").text
