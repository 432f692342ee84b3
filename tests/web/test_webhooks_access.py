"""Who sees and calls webhooks, and by which names they may be called. Who may make them is in test_access_table.py."""

import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub
from support.webhooks import call, make, nudges


def test_webhooks_are_seen_by_their_owner_and_by_admins(hub: Hub, person: Caller) -> None:
    mine = make(person, hub.new_agent(person).name)
    other = make(hub.owner, hub.new_agent().name)

    def seen(caller: Caller) -> set[str]:
        listed: dict[str, Any] = done(caller.get("/api/webhooks"))
        assert listed["count"] == len(listed["webhooks"])
        return {one["id"] for one in listed["webhooks"]}

    assert seen(person) == {mine["id"]}
    assert {mine["id"], other["id"]} <= seen(hub.owner)


def test_tokens_and_secrets_of_webhooks_are_never_shown_again(hub: Hub, agent: Caller) -> None:
    made = make(hub.owner, agent.name, secret=True)
    for path in ("/api/webhooks", f"/api/agents/{agent.name}/webhooks", "/metrics", f"/api/agents/{agent.name}/nudges"):
        text = hub.owner.get(path).text
        assert made["token"] not in text
        assert made["secret"] not in text


@pytest.mark.parametrize("name", ["nobody-here", "owner"])
def test_webhook_of_a_person_is_refused(hub: Hub, name: str) -> None:
    assert refused(hub.owner.post(f"/api/agents/{name}/webhooks", {"source": "ci"}), 404)["code"] == "agent_not_found"


def test_a_webhook_is_removed_under_its_own_agent_only(hub: Hub, agent: Caller) -> None:
    made, other = make(hub.owner, agent.name), hub.new_agent()
    for path in (f"{other.name}/webhooks/{made['id']}", f"{agent.name}/webhooks/wh_nothing"):
        assert refused(hub.owner.delete(f"/api/agents/{path}"), 404)["code"] == "webhook_not_found"
    done(call(hub, made, "red"), 202)


@pytest.mark.parametrize("token", ["x", "bpw_", "%00", "..", "%ff", "a" * 5000, "' OR 1=1 --", "%F0%9F%94%94"])
def test_guess_at_a_webhook_s_token_finds_nothing(hub: Hub, token: str) -> None:
    answer = refused(hub.nobody("POST", f"/api/webhooks/{token}", content=b"red"), 404)
    assert answer["code"] in ("webhook_not_found", "not_found")


def test_call_without_a_token_is_refused_before_its_body_is_read(hub: Hub) -> None:
    address = urlsplit(hub.url)
    head = f"POST /api/webhooks/nothing HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 1000000\r\n\r\n"
    with socket.create_connection((address.hostname, address.port or 0), PATIENCE) as connection:
        connection.sendall(head.encode() + b"x" * 1000)
        assert connection.recv(1000).startswith(b"HTTP/1.1 404 ")


def test_a_token_is_no_key_and_a_key_no_token(hub: Hub, agent: Caller) -> None:
    made = make(hub.owner, agent.name)
    bearer = {"Authorization": f"Bearer {made['token']}"}
    refused(hub.nobody("GET", "/api/me", headers=bearer), 401)
    refused(hub.nobody("POST", f"/api/webhooks/{agent.key}", content=b"red"), 404)
    refused(hub.nobody("POST", f"/api/webhooks/{made['id']}", content=b"red"), 404)


def test_a_key_beside_the_token_changes_nothing(hub: Hub, agent: Caller) -> None:
    done(call(hub, make(hub.owner, agent.name), "red", Authorization=f"Bearer {hub.owner.key}"), 202)
    (nudge,) = nudges(hub, agent)
    assert nudge["source"] == "ci"
    assert nudge["by"].startswith("webhook:")


def test_tunnel_may_call_a_webhook_by_any_host_and_reaches_nothing_else(hub: Hub, agent: Caller) -> None:
    made = make(hub.owner, agent.name)
    done(call(hub, made, "red", Host="abc.tunnel.example"), 202)
    refused(hub.nobody("POST", "/api/webhooks/unknown", headers={"Host": "abc.tunnel.example"}), 404)
    key = {"Host": "abc.tunnel.example", "Authorization": f"Bearer {hub.owner.key}"}
    for method, path in (("GET", "/api/webhooks"), ("GET", "/health"), ("POST", "/api/keys"), ("GET", made["path"])):
        refused(hub.nobody(method, path, headers=key), 421)
    assert len(nudges(hub, agent)) == 1


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://abc.tunnel.example"])
@pytest.mark.parametrize("host", [None, "abc.tunnel.example"])
def test_page_of_another_origin_calls_no_webhook(hub: Hub, agent: Caller, host: str | None, origin: str) -> None:
    made = make(hub.owner, agent.name)
    answer = call(hub, made, "red", Origin=origin, **({"Host": host} if host else {}))
    refused(answer, 403, 421)
    assert nudges(hub, agent) == []


def test_webhook_is_called_by_post_alone(hub: Hub, agent: Caller) -> None:
    made = make(hub.owner, agent.name)
    for method in ("GET", "PUT", "DELETE"):
        assert refused(hub.nobody(method, made["path"]), 405)["code"] == "method_not_allowed"
