"""A hub that is killed comes back with everything that it has said yes to."""

import sqlite3
from contextlib import closing
from typing import Any

from support.accounts import new_member, share, signed_in
from support.answers import done, refused, until
from support.hub import Caller, Hub, HubMaker
from support.nudges import listed as nudges_of
from support.nudges import sign, tell
from support.questions import MERGE, YES, answer, ask, claim, surface, tell_of_nudges, try_ask
from support.webhooks import call, make

LONG_AGO = "2001-01-01T00:00:00.000Z"
INSTANTS = {"questions": ("opened_at", "settled_at"), "agent_notifications": ("created_at", "acknowledged_at")}
PERMISSION = {"id": "per_1", "kind": "permission", "permission": "bash", "metadata": {"command": "touch x"}}
SESSION = "opencode:ses_1"
#: What is read of the whole hub.
READ = {
    "agents": "/api/agents",
    "audit": "/api/audit?limit=500",
    "keys": "/api/keys",
    "notifications": "/api/notifications",
    "open questions": "/api/questions",
    "preferences": "/api/preferences",
    "sessions": "/api/sessions",
    "settled questions": "/api/questions?state=settled",
    "users": "/api/users",
    "webhooks": "/api/webhooks",
}
#: Times of use are written now and then.
NOT_AT_ONCE = {"last_used_at"}


def everything(hub: Hub, agent: Caller) -> dict[str, Any]:
    paths = READ | {
        f"{state} nudges": f"/api/agents/{agent.name}/nudges?state={state}" for state in ("pending", "handed")
    }
    paths |= {"trail": f"/api/agents/{agent.name}/trail?limit=500"}
    return {"id": hub.id} | {name: _without_uses(done(hub.owner.get(path))) for name, path in paths.items()}


def _without_uses(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _without_uses(value) for name, value in told.items() if name not in NOT_AT_ONCE}
    return [_without_uses(one) for one in told] if isinstance(told, list) else told


def killed(hub: Hub) -> None:
    hub.kill()
    hub.start()


def permission(agent: Caller) -> dict[str, Any]:
    told = done(agent.post("/api/sessions/signs", [{"session": SESSION, "state": "working", "requests": [PERMISSION]}]))
    (request,) = told["requests"]
    return dict(request)


def link(person: Caller) -> str:
    return str(done(person.post("/api/sign-in-links"))["secret"])


def sign_in(hub: Hub, secret: str) -> Caller:
    token = done(hub.nobody("POST", "/api/sign-in", json={"secret": secret}))["token"]
    return Caller(hub, token, "", "")


def test_records_of_every_kind_outlive_a_kill_as_they_were(hub_process: HubMaker) -> None:
    hub = hub_process()
    friend, member = hub.new_person("friend"), new_member(hub, "ada", admin=True)
    agent, gone = hub.new_agent(member), hub.new_agent(member)
    done(member.delete(f"/api/agents/{gone.name}"))
    share(member, agent.name, friend.name)
    agent.send(metadata={"b": 1.0})
    done(member.post(f"/api/notifications/{agent.send()['id']}/dismiss"))
    answer(member, ask(agent)["id"], choice=YES)
    (late,) = claim(agent)
    tell_of_nudges(agent, "confirm", [late["id"]])
    asked = done(try_ask(agent, MERGE, session="process:1", key="k"), 201)
    told = tell(member, agent.name, "kept")
    webhook = make(member, agent.name, secret=True)
    sign(agent, "opencode:ses_2", "idle", title="Other")
    request = permission(agent)
    done(hub.owner.call("PUT", "/api/preferences", json={"quiet_hours": "22:00-07:00"}))
    came, left = signed_in(hub, "ada"), signed_in(hub, "ada")
    done(left.post("/api/logout"))
    used, unused = link(member), link(member)
    page = sign_in(hub, used)
    before = everything(hub, agent)

    killed(hub)

    assert everything(hub, agent) == before
    for caller in (came, page):
        assert done(caller.get("/api/me"))["name"] == "ada"
    done(came.post("/api/login/renew"))
    refused(left.get("/api/me"), 401)
    for secret in (used, unused):  # a link is not written down: after the kill both are none
        refused(hub.nobody("POST", "/api/sign-in", json={"secret": secret}), 401)
    done(signed_in(hub, "ada").get("/api/me"))
    refused(gone.get("/api/me"), 401)
    assert done(try_ask(agent, MERGE, session="process:1", key="k"), 200)["id"] == asked["id"]
    refused(call(hub, webhook, "red"), 401)
    done(call(hub, webhook, "red", X_Gitlab_Token=webhook["secret"]), 202)
    answer(member, request["question_ids"][0], choice="Allow once")
    assert permission(agent)["state"] == "answered"

    assert agent.get("/api/me").headers["bellpull-pending"] == "1"
    assert claim(agent)[0]["id"] == told["id"]
    killed(hub)
    assert claim(agent) == [], "a carrier has it"
    assert tell_of_nudges(agent, "confirm", [told["id"]]) == 1
    handed = nudges_of(member, agent.name, state="handed")
    assert [(one["message"], one["handed_via"]) for one in handed if one["id"] == told["id"]] == [("kept", "shim")]


def test_an_answer_given_just_before_a_kill_is_not_swept_away_at_the_start(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    asked = ask(agent, wait=60)
    answer(hub.owner, asked["id"], choice=YES)
    hub.kill()
    with closing(sqlite3.connect(hub.database)) as file, file:
        for table, columns in INSTANTS.items():
            for column in columns:
                file.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", [LONG_AGO, asked["id"]])
    hub.start()
    done(hub.owner.post("/api/upkeep"))
    late = until(lambda: claim(agent), "the answer reaches its agent")
    assert [one["question_id"] for one in late] == [asked["id"]]


def test_a_surface_is_there_again_after_a_kill_once_it_says_hello(hub_process: HubMaker) -> None:
    hub = hub_process()
    person = hub.new_person()
    with surface(person, "text", name="before"):
        killed(hub)
    assert done(person.get("/api/surfaces"))["surfaces"] == []
    with surface(person, "text", name="after"):
        assert [one["name"] for one in done(person.get("/api/surfaces"))["surfaces"]] == ["after"]
        ask(hub.new_agent(person), must_show=True)


def test_a_hub_keeps_its_id_at_each_start_and_shares_it_with_no_other(hub_process: HubMaker) -> None:
    hub, other = hub_process(), hub_process()
    before = hub.id
    assert hub.restart().id == before
    assert other.id != before
