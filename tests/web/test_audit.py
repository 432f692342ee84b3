"""The audit: who did what, when and from where, once each, and never a secret."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from support.accounts import (
    PASSWORD,
    add_user,
    audit,
    change_password,
    new_member,
    new_name,
    share,
    signed_in,
    try_log_in,
    try_share,
    unshare,
)
from support.answers import TIME, done, refused
from support.hub import Caller, Hub, HubMaker
from support.nudges import tell
from support.questions import YES, answer, ask, verb
from support.webhooks import call, make

FIELDS = {"seq", "at", "by", "scope", "key_id", "action", "subject", "agent_name", "detail", "origin"}
LOOPBACK = "127.0.0.1"


class Scene(NamedTuple):
    hub: Hub
    #: The owner of the agent, with a password.
    person: Caller
    agent: Caller
    friend: Caller


@pytest.fixture
def scene(own_hub: Hub) -> Scene:
    person = new_member(own_hub)
    return Scene(own_hub, person, own_hub.new_agent(person), own_hub.new_person())


def entries_of(hub: Hub, deed: Callable[[], Any]) -> list[dict[str, Any]]:
    """What this deed has left, oldest first."""
    newest = next((entry["seq"] for entry in audit(hub, limit=1)), 0)
    deed()
    found = [entry for entry in audit(hub, limit=500) if entry["seq"] > newest][::-1]
    assert all(set(entry) == FIELDS for entry in found)
    assert all(TIME.fullmatch(entry["at"]) for entry in found)
    return found


def actions_of(hub: Hub, deed: Callable[[], Any]) -> list[str]:
    return [entry["action"] for entry in entries_of(hub, deed)]


class Deed(NamedTuple):
    """What somebody does, the one action that this is, and what the entry is about."""

    action: str
    #: Prepares it, and gives what to do, by whom, and what about.
    prepared: Callable[[Scene], tuple[Callable[[], Any], Caller, str]]


def _revoking(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    spare = scene.hub.new_agent(scene.person, scene.agent.name)
    return lambda: done(scene.person.delete(f"/api/keys/{spare.key_id}")), scene.person, spare.key_id


def _removing_user(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    name = add_user(scene.hub)["name"]
    admin = scene.hub.owner
    return lambda: done(admin.delete(f"/api/users/{name}")), admin, name


def _adding_user(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    name, admin = new_name(), scene.hub.owner
    return lambda: done(admin.post("/api/users", {"name": name, "password": PASSWORD}), 201), admin, name


def _unsharing(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    share(scene.person, scene.agent.name, scene.friend.name)
    return (
        lambda: unshare(scene.person, scene.agent.name, scene.friend.name),
        scene.person,
        scene.agent.name,
    )


def _answering(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    asked = ask(scene.agent)["id"]
    share(scene.person, scene.agent.name, scene.friend.name)
    return lambda: answer(scene.friend, asked, choice=YES), scene.friend, asked


def _dismissing(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    asked = ask(scene.agent)["id"]
    return lambda: done(scene.person.post(f"/api/notifications/{asked}/dismiss")), scene.person, asked


def _cancelling(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    asked = ask(scene.agent)["id"]
    return lambda: answer(scene.person, asked, outcome="dismissed"), scene.person, asked


def _removing_webhook(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    made = make(scene.person, scene.agent.name)
    path = f"/api/agents/{scene.agent.name}/webhooks/{made['id']}"
    return lambda: done(scene.person.delete(path)), scene.person, made["id"]


def _signing_out(scene: Scene) -> tuple[Callable[[], Any], Caller, str]:
    caller = signed_in(scene.hub, scene.person.name)
    return lambda: done(caller.post("/api/logout")), caller, scene.person.name


DEEDS = [
    Deed(
        "key_created",
        lambda s: (lambda: s.hub.new_agent(s.person, s.agent.name), s.person, s.agent.name),
    ),
    Deed("key_revoked", _revoking),
    Deed("agent_removed", lambda s: (lambda: s.person.delete(f"/api/agents/{s.agent.name}"), s.person, s.agent.name)),
    Deed("agent_shared", lambda s: (lambda: share(s.person, s.agent.name, s.friend.name), s.person, s.agent.name)),
    Deed("agent_unshared", _unsharing),
    Deed("user_added", _adding_user),
    Deed("user_removed", _removing_user),
    Deed(
        "password_changed",
        lambda s: (lambda: done(change_password(s.person, s.person.name, "a new password")), s.person, s.person.name),
    ),
    Deed("signed_out", _signing_out),
    Deed("question_answered", _answering),
    Deed("question_dismissed", _dismissing),
    Deed("question_dismissed", _cancelling),
    Deed("nudge_told", lambda s: (lambda: tell(s.person, s.agent.name, "hello"), s.person, s.agent.name)),
    Deed("webhook_created", lambda s: (lambda: make(s.person, s.agent.name), s.person, s.agent.name)),
    Deed("webhook_removed", _removing_webhook),
    Deed("retention_run", lambda s: (lambda: done(s.hub.owner.post("/api/upkeep")), s.hub.owner, "")),
]


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.action)
def test_deed_leaves_one_entry_with_who_what_and_from_where(scene: Scene, deed: Deed) -> None:
    act, by, about = deed.prepared(scene)
    (entry,) = entries_of(scene.hub, act)
    assert (entry["action"], entry["by"], entry["scope"]) == (deed.action, by.name, "user")
    assert (entry["key_id"], entry["origin"]) == (by.key_id, LOOPBACK)
    assert not about or about in (entry["subject"], entry["agent_name"]), entry


def test_a_new_agent_and_its_key_are_two_entries(scene: Scene) -> None:
    name = new_name("agent")
    found = entries_of(scene.hub, lambda: scene.hub.new_agent(scene.person, name))
    assert [entry["action"] for entry in found] == ["agent_added", "key_created"]
    assert {(entry["by"], entry["agent_name"]) for entry in found} == {(scene.person.name, name)}


def test_a_new_person_and_their_key_are_two_entries(scene: Scene) -> None:
    assert actions_of(scene.hub, scene.hub.new_person) == ["user_added", "key_created"]


def test_agents_that_go_to_another_owner_are_entries_of_their_own(scene: Scene) -> None:
    admin = scene.hub.owner
    path = f"/api/users/{scene.person.name}?give_agents_to={scene.friend.name}"
    given, removed = entries_of(scene.hub, lambda: done(admin.delete(path)))
    assert (removed["action"], removed["subject"]) == ("user_removed", scene.person.name)
    told = (given["action"], given["by"], given["agent_name"], given["subject"])
    assert told == ("agent_given", admin.name, scene.agent.name, scene.friend.name)


def test_an_owners_key_that_the_hub_makes_anew_and_the_end_of_the_old_one_are_entries(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    ended: list[str] = []
    for _ in range(2):
        ended.append(hub.owner.key_id)
        hub.stop()
        (hub.data_dir / "owner.key").unlink()
        hub.start()
    made, revoked = audit(hub, limit=2)
    assert (made["action"], made["by"], made["detail"]) == ("key_created", "hub", "owner.key")
    assert (revoked["action"], revoked["by"], revoked["agent_name"]) == ("key_revoked", "hub", "owner")
    assert [entry["subject"] for entry in audit(hub, action="key_revoked")] == ended[::-1]


def test_signing_in_is_an_entry_of_who_came(scene: Scene) -> None:
    name = scene.person.name
    (entry,) = entries_of(scene.hub, lambda: done(try_log_in(scene.hub, name)))
    assert (entry["action"], entry["by"], entry["origin"]) == ("signed_in", name, LOOPBACK)
    assert name in (entry["subject"], entry["by"])


def test_a_wrong_password_is_an_entry_about_whose_it_was(scene: Scene) -> None:
    name = scene.person.name
    (entry,) = entries_of(scene.hub, lambda: refused(try_log_in(scene.hub, name, "a wrong password"), 401))
    assert (entry["action"], entry["subject"], entry["origin"]) == ("sign_in_failed", name, LOOPBACK)
    assert entry["by"] != scene.hub.owner.name
    assert entry["key_id"] in ("", None)


def test_a_password_in_the_place_of_the_name_is_not_kept(scene: Scene) -> None:
    typed = "hunter2-and-more"
    found = entries_of(scene.hub, lambda: refused(try_log_in(scene.hub, typed, "a wrong password"), 401))
    assert typed not in json.dumps(found)


def test_a_link_that_was_used_is_an_entry_of_who_came(scene: Scene) -> None:
    secret = done(scene.person.post("/api/sign-in-links"))["secret"]
    body = {"secret": secret}
    (entry,) = entries_of(scene.hub, lambda: done(scene.hub.nobody("POST", "/api/sign-in", json=body)))
    assert entry["action"] in ("signed_in", "key_created")  # the page's own key
    assert (entry["by"], entry["origin"]) == (scene.person.name, LOOPBACK)


def _again(deed: Callable[[], Any]) -> Callable[[], Any]:
    deed()
    return deed


def test_deed_that_changes_nothing_is_no_entry(scene: Scene) -> None:
    hub, person, agent, friend = scene
    spare = hub.new_agent(person, agent.name)
    asked = ask(agent)["id"]
    answer(person, asked, choice=YES)
    repeats: list[Callable[[], Any]] = [
        _again(lambda: done(person.delete(f"/api/keys/{spare.key_id}"))),
        _again(lambda: share(person, agent.name, friend.name)),
        lambda: refused(verb(person, asked, "answer", {"choice": YES}), 409),
        lambda: refused(try_share(friend, agent.name, hub.owner.name), 403),
        lambda: refused(hub.nobody("DELETE", f"/api/agents/{agent.name}"), 401),
        lambda: refused(hub.owner.post("/api/users", {"name": friend.name}), 409),
        lambda: done(hub.owner.get("/api/upkeep")),
        lambda: done(hub.owner.get("/api/audit")),
    ]
    for number, repeat in enumerate(repeats):
        assert entries_of(hub, repeat) == [], number


def test_notifications_and_questions_of_an_agent_are_no_entries(scene: Scene) -> None:
    def work() -> None:
        scene.agent.send()
        ask(scene.agent)

    assert entries_of(scene.hub, work) == []


def test_call_of_a_webhook_is_an_entry_of_that_webhook(scene: Scene) -> None:
    webhook = make(scene.person, scene.agent.name)
    (entry,) = entries_of(scene.hub, lambda: done(call(scene.hub, webhook, "red"), 202))
    assert (entry["action"], entry["by"]) == ("nudge_told", f"webhook:{webhook['id']}")
    assert (entry["agent_name"], entry["origin"]) == (scene.agent.name, LOOPBACK)


def test_the_address_is_the_one_before_a_trusted_proxy(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(trusted_proxies="127.0.0.1")
    agent = hub.new_agent()
    headers = {"X-Forwarded-For": "203.0.113.9"}
    done(hub.owner.call("POST", f"/api/agents/{agent.name}/nudges", json={"message": "x"}, headers=headers), 201)
    assert audit(hub, action="nudge_told")[0]["origin"] == "203.0.113.9"


def test_an_address_that_anybody_may_write_is_not_believed(own_hub: Hub, scene: Scene) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Real-IP": "203.0.113.9"}
    path = f"/api/agents/{scene.agent.name}/nudges"
    done(own_hub.owner.call("POST", path, json={"message": "x"}, headers=headers), 201)
    assert audit(own_hub, limit=1)[0]["origin"] == LOOPBACK


def test_the_newest_come_first_in_pages_and_filters_narrow_them(scene: Scene) -> None:
    hub, person, agent, friend = scene
    for number in range(5):
        tell(person, agent.name, f"nudge {number}")
    share(person, agent.name, friend.name)
    about = audit(hub, about=agent.name)
    assert [entry["seq"] for entry in about] == sorted((entry["seq"] for entry in about), reverse=True)
    assert [entry["action"] for entry in about] == [
        "agent_shared",
        *["nudge_told"] * 5,
        "key_created",
        "agent_added",
    ]
    assert audit(hub, about=agent.name, action="nudge_told") == about[1:6]
    assert audit(hub, about=agent.name, before=about[1]["seq"], limit=3) == about[2:5]
    assert {entry["by"] for entry in audit(hub, by=person.name)} == {person.name}
    assert audit(hub, by="nobody-here") == audit(hub, about="nobody-here") == []
    for limit in (0, 501, "x"):
        refused(hub.owner.get("/api/audit", limit=limit), 422)
