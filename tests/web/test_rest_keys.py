"""Keys: shown once, stored hashed, revoked at once."""

import secrets
import stat
from typing import Any

import pytest

from support.answers import TIME, done, refused
from support.hub import Caller, Hub, HubMaker

KEY_FIELDS = ["id", "scope", "agent_name", "user", "label", "created_at", "last_used_at", "revoked_at", "expires_at"]


def _keys(caller: Caller) -> dict[str, dict[str, Any]]:
    listed = done(caller.get("/api/keys"))
    assert list(listed) == ["count", "keys"]
    assert listed["count"] == len(listed["keys"])
    assert all(list(key) == KEY_FIELDS for key in listed["keys"])
    return {key["id"]: key for key in listed["keys"]}


def test_a_new_key_is_shown_once(hub: Hub, person: Caller) -> None:
    name = f"agent-{secrets.token_hex(4)}"
    made = done(person.post("/api/keys", {"agent_name": name, "label": "laptop"}), 201)
    assert made == {"id": made["id"], "key": made["key"], "scope": "agent", "agent_name": name}
    listed = _keys(person)[made["id"]]
    assert listed == {
        "id": made["id"],
        "scope": "agent",
        "agent_name": name,
        "user": None,
        "label": "laptop",
        "created_at": listed["created_at"],
        "last_used_at": None,
        "revoked_at": None,
        "expires_at": None,
    }
    assert TIME.fullmatch(listed["created_at"])
    for path in ("/api/keys", "/api/agents", "/api/me", "/metrics"):
        assert made["key"] not in hub.owner.get(path).text


def test_an_admin_makes_users(hub: Hub) -> None:
    name = f"person-{secrets.token_hex(4)}"
    made = done(hub.owner.post("/api/keys", {"user": name}), 201)
    assert made == {"id": made["id"], "key": made["key"], "scope": "user", "user": name}
    listed = _keys(hub.owner)[made["id"]]
    assert (listed["scope"], listed["user"], listed["agent_name"]) == ("user", name, None)
    again = done(hub.owner.post("/api/keys", {"user": name}), 201)
    assert again["key"] != made["key"]


def test_me_says_who_calls_by_which_key(hub: Hub, agent: Caller, person: Caller) -> None:
    for caller, scope, admin in ((agent, "agent", False), (person, "user", False), (hub.owner, "user", True)):
        assert done(caller.get("/api/me")) == {
            "scope": scope,
            "name": caller.name,
            "admin": admin,
            "key_id": caller.key_id,
            "expires_at": None,
            "has_password": False,
        }


def test_a_revoked_key_is_refused_at_once_and_the_others_stay(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    spare = hub.new_agent(person, agent.name)
    revoked = done(person.delete(f"/api/keys/{agent.key_id}"))
    assert list(revoked) == ["id", "revoked_at"]
    assert revoked["id"] == agent.key_id
    assert TIME.fullmatch(revoked["revoked_at"])
    refused(agent.get("/api/me"), 401)
    refused(agent.post("/api/notifications", {"notification_type": "info", "title": "x"}), 401)
    spare.send()
    assert _keys(person)[agent.key_id]["revoked_at"] == revoked["revoked_at"]


def test_a_person_sees_and_revokes_own_keys_only(hub: Hub, person: Caller) -> None:
    mine, other = hub.new_agent(person), hub.new_agent(hub.new_person())
    assert {mine.key_id, person.key_id} == set(_keys(person))
    assert {mine.key_id, other.key_id, person.key_id} <= set(_keys(hub.owner))
    foreign = refused(person.delete(f"/api/keys/{other.key_id}"), 403, 404)
    absent = refused(person.delete("/api/keys/0123456789abcdef"), 404)
    assert foreign == absent
    assert done(other.get("/api/me"))["name"] == other.name


def test_agents_cannot_make_or_revoke_keys(hub: Hub, agent: Caller) -> None:
    refused(agent.post("/api/keys", {"agent_name": agent.name}), 403)
    refused(agent.post("/api/keys", {"agent_name": f"new-{agent.name}"}), 403)
    refused(agent.post("/api/keys", {"user": f"new-{agent.name}"}), 403)
    refused(agent.delete(f"/api/keys/{agent.key_id}"), 403, 404)
    assert done(agent.get("/api/me"))["name"] == agent.name


def test_people_make_no_users_and_no_keys_of_others_agents(hub: Hub, person: Caller) -> None:
    refused(person.post("/api/keys", {"user": f"new-{person.name}"}), 403)
    refused(person.post("/api/keys", {"user": hub.owner.name}), 403)
    refused(person.post("/api/keys", {"agent_name": hub.new_agent().name}), 403, 409)


def test_agents_and_users_share_one_namespace(hub: Hub, agent: Caller, person: Caller) -> None:
    refused(hub.owner.post("/api/keys", {"user": agent.name}), 409)
    refused(hub.owner.post("/api/keys", {"agent_name": person.name}), 409)
    refused(hub.owner.post("/api/keys", {"agent_name": hub.owner.name}), 409)
    refused(person.post("/api/keys", {"agent_name": person.name}), 409)


@pytest.mark.parametrize("name", ["a", "7", "a.b_c-d@e", "Ab", "x" * 64])
def test_proper_names_are_taken(hub: Hub, person: Caller, name: str) -> None:
    name = (name + secrets.token_hex(8))[:64] if len(name) < 64 else secrets.token_hex(32)
    assert hub.new_agent(person, name).name == name


NAMES = ["", "-a", "a/b", "a\n", "é", "x" * 65, "a\u0000b", "../x"]


@pytest.mark.parametrize("field", ["agent_name", "user"])
@pytest.mark.parametrize("name", NAMES)
def test_other_names_are_refused(hub: Hub, field: str, name: str) -> None:
    before = len(_keys(hub.owner))
    refused(hub.owner.post("/api/keys", {field: name}), 400, 422)
    assert len(_keys(hub.owner)) == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"agent_name": "a1", "user": "u1"},
        {"agent_name": 1},
        {"user": None},
        {"agent_name": "a1", "label": 1},
        {"agent_name": "a1", "scope": "admin"},
        {"user": "u1", "admin": True},
        [],
        "agent",
    ],
)
def test_a_key_request_that_is_not_understood_is_refused(hub: Hub, body: Any) -> None:
    refused(hub.owner.post("/api/keys", body), 400, 422)


@pytest.mark.parametrize("field", ["scope", "admin", "colour"])
def test_an_unknown_field_is_named(hub: Hub, field: str) -> None:
    assert field in refused(hub.owner.post("/api/keys", {"agent_name": "a1", field: "x"}), 422)["detail"]


def test_the_owner_s_key_is_for_the_owner_s_eyes(hub: Hub) -> None:
    assert stat.S_IMODE((hub.data_dir / "owner.key").stat().st_mode) == 0o600


def test_the_last_use_of_a_key_appears(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    used, unused = hub.new_agent(), hub.new_agent()
    used.send()
    hub.restart()
    keys = _keys(hub.owner)
    assert TIME.fullmatch(keys[used.key_id]["last_used_at"] or "")
    assert keys[unused.key_id]["last_used_at"] is None
