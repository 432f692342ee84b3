"""People: who is there, made and removed by admins, with passwords that are long enough."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from support.accounts import PASSWORD, USER_FIELDS, add_user, change_password, new_member, new_name, signed_in
from support.answers import TIME, done, refused, until
from support.hub import Caller, Hub, HubMaker
from support.live import told
from support.questions import ask, listed

SHORT = "123456789"


def users(caller: Caller) -> dict[str, dict[str, Any]]:
    listed = done(caller.get("/api/users"))
    assert set(listed) == {"count", "users"}
    assert listed["count"] == len(listed["users"])
    assert all(set(user) == set(USER_FIELDS) for user in listed["users"])
    return {user["name"]: user for user in listed["users"]}


def test_an_admin_makes_somebody_who_can_sign_in(hub: Hub) -> None:
    name = new_name()
    made = add_user(hub, name)
    assert set(made) == set(USER_FIELDS)
    assert TIME.fullmatch(made["created_at"])
    assert {**made, "created_at": ""} == {
        "name": name,
        "admin": False,
        "created_at": "",
        "has_password": True,
        "agents": 0,
        "last_sign_in_at": None,
    }
    caller = signed_in(hub, name)
    assert set(users(caller)) == {name}


def test_user_without_a_password_has_keys_only(hub: Hub) -> None:
    made = add_user(hub, password=None)
    assert made["has_password"] is False
    person = hub.new_person(made["name"])
    assert done(person.get("/api/me"))["has_password"] is False
    done(change_password(person, person.name, PASSWORD))
    assert done(signed_in(hub, person.name).get("/api/me"))["has_password"] is True


def test_new_user_may_be_an_admin(hub: Hub) -> None:
    made = add_user(hub, admin=True)
    assert made["admin"] is True
    admin = signed_in(hub, made["name"])
    name = new_name()
    done(admin.post("/api/users", {"name": name}), 201)
    assert name in users(admin)
    done(admin.delete(f"/api/users/{name}"))


def test_people_see_themselves_and_admins_everybody(hub: Hub, person: Caller, agent: Caller) -> None:
    other = new_member(hub)
    assert set(users(person)) == {person.name}
    assert {person.name, other.name, hub.owner.name} <= set(users(hub.owner))
    assert agent.name not in users(hub.owner)
    assert refused(agent.get("/api/users"), 403)["code"] == "person_required"


def test_users_are_listed_with_their_agents_and_last_sign_in(hub: Hub) -> None:
    member = new_member(hub)
    assert (users(member)[member.name]["agents"], users(member)[member.name]["last_sign_in_at"]) == (0, None)
    hub.new_agent(member)
    hub.new_agent(member)
    signed_in(hub, member.name)
    user = users(hub.owner)[member.name]
    assert user["agents"] == 2
    assert TIME.fullmatch(user["last_sign_in_at"])


def test_users_and_agents_share_one_namespace(hub: Hub, person: Caller, agent: Caller) -> None:
    for name in (person.name, agent.name, hub.owner.name):
        assert refused(hub.owner.post("/api/users", {"name": name}), 409)["code"] == "name_taken"
    made = add_user(hub)
    refused(hub.owner.post("/api/keys", {"agent_name": made["name"]}), 409)


def test_agents_differ_in_more_than_large_and_small_letters(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for caller in (person, hub.new_person(), hub.owner):
        told = refused(caller.post("/api/keys", {"agent_name": agent.name.upper()}), 409)
        assert (told["code"], told["detail"]) == ("name_taken", f"{agent.name.upper()} is an agent's name")
    assert hub.new_agent(person, agent.name).name == agent.name


def test_agents_of_before_that_differ_in_their_case_alone_go_on(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    hub.new_agent(name="bot")
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file, file:
        file.execute("INSERT INTO agents SELECT 'BOT', owner, project, created_at FROM agents")
    hub.start()
    for name in ("bot", "BOT"):
        assert hub.new_agent(name=name).send()["id"]


@pytest.mark.parametrize("name", ["", "../x"])
def test_names_are_like_those_of_agents(hub: Hub, name: str) -> None:
    before = len(users(hub.owner))
    refused(hub.owner.post("/api/users", {"name": name}), 400, 422)
    assert len(users(hub.owner)) == before


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password_too_short"),
        (SHORT, "password_too_short"),
        ("é" * 9, "password_too_short"),
        ("x" * 1025, "password_too_long"),
        ("é" * 513, "password_too_long"),
    ],
)
def test_a_password_has_ten_characters_and_no_more_than_a_kilobyte(
    hub: Hub, person: Caller, password: str, code: str
) -> None:
    name = new_name()
    assert refused(hub.owner.post("/api/users", {"name": name, "password": password}), 400)["code"] == code
    assert refused(change_password(person, person.name, password), 400)["code"] == code
    assert name not in users(hub.owner)
    assert done(person.get("/api/me"))["has_password"] is False


@pytest.mark.parametrize("password", ["x" * 10, "é" * 512, "  spaces  and\ttabs ", "パスワードはとても長いです"])
def test_other_passwords_are_taken_as_they_are(hub: Hub, password: str) -> None:
    made = add_user(hub, password=password)
    done(signed_in(hub, made["name"], password).get("/api/me"))


def test_a_password_is_not_the_name(hub: Hub) -> None:
    name = new_name("somebody-with-a-long-name")
    assert refused(hub.owner.post("/api/users", {"name": name, "password": name}), 400)["code"] == "password_is_name"
    made = add_user(hub, name, None)
    person = hub.new_person(made["name"])
    assert refused(change_password(person, name, name), 400)["code"] == "password_is_name"


@pytest.mark.parametrize(
    "body",
    [{}, {"name": 1}, {"name": "x", "password": 1}, {"name": "x", "admin": "yes"}, {"name": "x", "colour": 1}, []],
)
def test_user_with_a_wrong_field_is_refused(hub: Hub, body: Any) -> None:
    refused(hub.owner.post("/api/users", body), 422)


def test_password_is_changed_by_its_owner_or_an_admin(hub: Hub, person: Caller, agent: Caller) -> None:
    other = new_member(hub)
    assert done(change_password(person, person.name, PASSWORD)) == {"name": person.name, "sign_ins_ended": 0}
    assert refused(change_password(person, other.name, "another password"), 403)["code"] == "admin_required"
    refused(change_password(agent, other.name, "another password"), 403)
    refused(change_password(agent, agent.name, "another password"), 403, 404)
    refused(change_password(person, "nobody-here", "another password"), 403)
    assert refused(change_password(hub.owner, "nobody-here", PASSWORD), 404)["code"] == "user_not_found"
    assert refused(change_password(hub.owner, agent.name, PASSWORD), 404)["code"] == "user_not_found"
    done(signed_in(hub, other.name).get("/api/me"))
    done(change_password(hub.owner, other.name, "another password"))
    done(signed_in(hub, other.name, "another password").get("/api/me"))


def test_removing_somebody_takes_their_keys_and_what_they_sent(hub: Hub, person: Caller) -> None:
    spare = hub.new_person(person.name)
    sent = [person.send()["id"], person.send()["id"]]
    with person.socket() as live:
        live.connected()
        removed = done(hub.owner.delete(f"/api/users/{person.name}"))
        assert removed == {"name": person.name, "notifications": 2, "keys": 2, "agents_given": 0}
        assert live.closed() == 4001
    for caller in (person, spare):
        refused(caller.get("/api/me"), 401)
    for id in sent:
        refused(hub.owner.get(f"/api/notifications/{id}"), 404)
    assert person.name not in users(hub.owner)
    assert refused(hub.owner.delete(f"/api/users/{person.name}"), 404)["code"] == "user_not_found"


def test_an_agent_is_no_user_to_be_removed(hub: Hub, agent: Caller) -> None:
    assert refused(hub.owner.delete(f"/api/users/{agent.name}"), 404)["code"] == "user_not_found"
    done(agent.get("/api/me"))


def test_owner_of_agents_is_removed_only_with_an_heir(hub: Hub, person: Caller) -> None:
    agents = [hub.new_agent(person), hub.new_agent(person)]
    asked, sent = ask(agents[0]), agents[1].send()
    heir = new_member(hub)
    path = f"/api/users/{person.name}"
    assert refused(hub.owner.delete(path), 409)["code"] == "owns_agents"
    assert refused(hub.owner.delete(f"{path}?give_agents_to=nobody-here"), 404)["code"] == "user_not_found"
    refused(hub.owner.delete(f"{path}?give_agents_to={person.name}"), 400, 404, 409)
    refused(hub.owner.delete(f"{path}?give_agents_to={agents[0].name}"), 400, 404, 409)
    done(person.get("/api/me"))
    with heir.socket() as live:
        live.connected()
        assert done(hub.owner.delete(f"{path}?give_agents_to={heir.name}"))["agents_given"] == 2
        later = agents[1].send()
        live.until_type("agent_notification", notification_id=later["id"])
        assert sent["id"] not in told(live.events())
    assert [one["id"] for one in listed(heir)] == [asked["id"]]
    assert heir.read(sent["id"])["agent_name"] == agents[1].name
    owners = {one["name"]: one["owner"] for one in done(heir.get("/api/agents"))["agents"]}
    assert owners == {agent.name: heir.name for agent in agents}
    done(heir.delete(f"/api/agents/{agents[0].name}"))


def test_the_first_account_and_the_last_admin_stay(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    assert refused(hub.owner.delete(f"/api/users/{hub.owner.name}"), 409)["code"] == "last_admin"
    second = new_member(hub, admin=True)
    assert refused(second.delete(f"/api/users/{hub.owner.name}"), 409)["code"] == "last_admin"
    done(second.get("/api/me"))
    done(hub.owner.delete(f"/api/users/{second.name}"))
    refused(second.get("/api/me"), 401)


def test_an_admin_who_removes_themselves_is_gone(hub: Hub) -> None:
    admin = new_member(hub, admin=True)
    done(admin.delete(f"/api/users/{admin.name}"))
    refused(admin.get("/api/me"), 401)


def test_changes_of_people_are_told_to_admins(hub: Hub) -> None:
    """They are told what changed, and never a secret."""
    with hub.owner.socket() as live:
        live.connected()
        member = new_member(hub)
        signed_in(hub, member.name)
        done(change_password(hub.owner, member.name, "another password"))
        done(signed_in(hub, member.name, "another password").post("/api/logout"))
        done(hub.owner.delete(f"/api/users/{member.name}"))

        def changes() -> list[str]:
            return [one["change"] for one in live.events() if one["type"] == "access_changed"]

        wanted = ["user_added", "signed_in", "password_changed", "signed_in", "signed_out", "user_removed"]

        def all_there() -> bool:
            live.frame()
            return [change for change in changes() if change in wanted] == wanted

        until(all_there, f"all changes are told: {changes()}")
        assert "another password" not in str(live.frames)


def test_changes_of_people_are_not_told_to_others(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        member = new_member(hub)
        signed_in(hub, member.name)
        done(hub.owner.delete(f"/api/users/{member.name}"))
        last = agent.send()
        live.until_type("agent_notification", notification_id=last["id"])
        assert [event["notification_id"] for event in live.events()] == [last["id"]]


def test_link_counts_as_a_sign_in(person: Caller) -> None:
    assert users(person)[person.name]["last_sign_in_at"] is None
    secret = done(person.post("/api/sign-in-links"))["secret"]
    done(person.hub.nobody("POST", "/api/sign-in", json={"secret": secret}))
    assert TIME.fullmatch(users(person)[person.name]["last_sign_in_at"])
