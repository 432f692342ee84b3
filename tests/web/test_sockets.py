"""Sockets: who gets one, and what it says."""

import json
import socket
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bellpull.web import live as live_sockets
from bellpull.web import sockets
from support.answers import PATIENCE, TIME, done
from support.hub import Caller, Hub, HubMaker
from support.live import Live

PATHS = ["/ws", "/ws/events"]
EVENT = ["seq", "type", "agent_name", "at"]
NOTIFICATION_EVENT = [*EVENT, "notification_id", "notification_type", "title", "priority", "category", "timestamp"]
CHANGE_EVENT = [*EVENT, "notification_id", "status", "acknowledged_at", "acknowledged_by", "by"]


def _say_nothing(live: Live, key: str) -> None:
    """The key went along with the handshake."""


def _say_bearer(live: Live, key: str) -> None:
    live.say(f"Bearer {key}")


def _say_json(live: Live, key: str) -> None:
    live.say({"type": "auth", "token": key})


FORMS = {
    "header": (lambda key: {"key": key}, _say_nothing),
    "query": (lambda key: {"token": key}, _say_nothing),
    "first message": (lambda key: {}, _say_bearer),
    "first message in JSON": (lambda key: {}, _say_json),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("form", FORMS)
def test_the_key_is_taken_in_all_its_forms(hub: Hub, path: str, form: str) -> None:
    agent, owner = hub.new_agent(), hub.owner
    handshake, say = FORMS[form]
    with Live(hub.url, path, **handshake(owner.key)) as live:
        say(live, owner.key)
        frame = live.connected()
        assert set(frame) == {"type", "hub", "seq", "scope", "name", "agents"}
        assert (frame["hub"], frame["scope"], frame["name"]) == (hub.id, "user", owner.name)
        assert agent.name in frame["agents"]
        sent = agent.send()
        assert live.until_type("agent_notification")["notification_id"] == sent["id"]


def test_the_first_frame_says_whose_socket_it_is(hub: Hub, person: Caller) -> None:
    agents = [hub.new_agent(person), hub.new_agent(person)]
    agents[0].send()
    with person.socket() as live, agents[0].socket() as own:
        told, own_told = live.connected(), own.connected()
    assert (told["scope"], told["name"], sorted(told["agents"])) == (
        "user",
        person.name,
        sorted(agent.name for agent in agents),
    )
    assert (own_told["scope"], own_told["name"], own_told["agents"]) == ("agent", agents[0].name, [agents[0].name])
    assert told["seq"] == own_told["seq"] > 0


def test_a_notification_event_has_the_contract_s_fields(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        seq = live.connected()["seq"]
        sent = agent.send("Analysis complete", notification_type="completion", category="progress", message="m")
        event = live.frame()
    assert sorted(event) == sorted(NOTIFICATION_EVENT)
    assert event["seq"] > seq
    assert TIME.fullmatch(event["at"])
    assert {name: event[name] for name in NOTIFICATION_EVENT if name not in ("seq", "at")} == {
        "type": "agent_notification",
        "notification_id": sent["id"],
        "agent_name": agent.name,
        "notification_type": "completion",
        "title": "Analysis complete",
        "priority": "normal",
        "category": "progress",
        "timestamp": sent["created_at"],
    }


def test_notification_is_stored_before_its_event_is_told(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        for number in range(20):
            sent = agent.send(f"{number}")
            assert person.read(live.frame()["notification_id"]) == sent


def test_changes_are_told_once_with_who_made_them(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = agent.send()
    with person.socket() as live:
        live.connected()
        changed = done(person.post(f"/api/notifications/{sent['id']}/acknowledge"))
        done(hub.owner.post(f"/api/notifications/{sent['id']}/acknowledge"))
        done(hub.owner.post(f"/api/notifications/{sent['id']}/dismiss"))
        done(person.post(f"/api/notifications/{sent['id']}/dismiss"))
        done(person.post(f"/api/notifications/{sent['id']}/acknowledge"))
        last = agent.send("the end")
        live.until_type("agent_notification", notification_id=last["id"])
        acknowledged, dismissed, _ = live.events()
    assert sorted(acknowledged) == sorted(dismissed) == sorted(CHANGE_EVENT)
    stamps = {"notification_id": sent["id"], "agent_name": agent.name, "acknowledged_by": person.name}
    stamps["acknowledged_at"] = changed["acknowledged_at"]
    assert stamps.items() <= acknowledged.items()
    assert stamps.items() <= dismissed.items()
    kinds = [(event["type"], event["status"], event["by"]) for event in (acknowledged, dismissed)]
    assert kinds == [
        ("notification_acknowledged", "acknowledged", person.name),
        ("notification_dismissed", "dismissed", hub.owner.name),
    ]


def test_dismissing_all_is_told_once_for_each_agent(hub: Hub, person: Caller) -> None:
    agents = [hub.new_agent(person), hub.new_agent(person), hub.new_agent(person)]
    for agent, many in zip(agents, (2, 1, 0), strict=True):
        for _ in range(many):
            agent.send()
    with person.socket() as live:
        live.connected()
        assert done(person.post("/api/notifications/dismiss-all", {})) == {"dismissed": 3}
        last = agents[0].send("the end")
        live.until_type("agent_notification", notification_id=last["id"])
        cleared = [frame for frame in live.events() if frame["type"] == "notifications_cleared"]
    assert all(sorted(frame) == sorted([*EVENT, "count", "cleared_by"]) for frame in cleared)
    assert {frame["agent_name"]: frame["count"] for frame in cleared} == {agents[0].name: 2, agents[1].name: 1}
    assert {frame["cleared_by"] for frame in cleared} == {person.name}


def _changes(live: Live, last: dict[str, Any]) -> list[tuple[str, str, str]]:
    live.until_type("agent_notification", notification_id=last["id"])
    told = [frame for frame in live.events() if frame["type"] == "access_changed"]
    assert all(sorted(frame) == sorted([*EVENT, "change", "by"]) for frame in told)
    return [(frame["change"], frame["agent_name"], frame["by"]) for frame in told]


def test_changes_of_access_are_told_to_admins(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    owner, teller = hub.owner, hub.new_agent()
    with owner.socket("/ws") as live:
        live.connected()
        agent = hub.new_agent()
        spare = hub.new_agent(name=agent.name)
        done(owner.delete(f"/api/keys/{spare.key_id}"))
        hub.new_person()
        _changes(live, teller.send("so far"))  # with the agent go the events that nobody has heard yet
        done(owner.delete(f"/api/agents/{agent.name}"))
        changes = _changes(live, teller.send("the end"))
    assert {by for _, _, by in changes} == {owner.name}
    mine = [change for change, name, _ in changes if name == agent.name]
    assert mine == ["agent_added", "key_created", "key_created", "key_revoked", "agent_removed"]
    assert "user_added" in [change for change, _, _ in changes]
    assert all(spare.key not in json.dumps(frame) for frame in live.frames)


def test_every_socket_gets_what_it_may_see_and_nothing_else(hub: Hub) -> None:
    people = [hub.new_person(), hub.new_person()]
    agents = [hub.new_agent(people[0]), hub.new_agent(people[0]), hub.new_agent(people[1])]
    sockets = [caller.socket() for caller in (*people, *agents)] + [hub.owner.socket("/ws"), hub.owner.socket()]
    try:
        for live in sockets:
            live.connected()
        sent = [caller.send()["id"] for caller in (*agents, *people)]
        ends = [caller.send("the end")["id"] for caller in (*agents, *people)]
        seen = [[0, 1, 3], [2, 4], [0], [1], [2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]
        for live, numbers in zip(sockets, seen, strict=True):
            live.until_type("agent_notification", notification_id=ends[numbers[-1]])
            got = [frame["notification_id"] for frame in live.events()]
            assert got == [sent[number] for number in numbers] + [ends[number] for number in numbers]
    finally:
        for live in sockets:
            live.close()


def test_an_agent_made_later_is_seen_on_an_open_socket(hub: Hub, person: Caller) -> None:
    with person.socket() as live:
        assert live.connected()["agents"] == []
        agent = hub.new_agent(person)
        sent = agent.send()
        assert live.until_type("agent_notification")["notification_id"] == sent["id"]
        assert {frame["agent_name"] for frame in live.events()} == {agent.name}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("key", ["", "wrong", "k" * 5000, "ключ"])
@pytest.mark.parametrize("form", ["query", "first message", "first message in JSON"])
def test_a_wrong_key_is_closed_with_4001_and_no_event(
    hub: Hub, path: str, key: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if form == "query" and key == "":  # which is no key: the socket has yet to say one
        monkeypatch.setattr(sockets, "KEY_SECONDS", 0.1)
    handshake, say = FORMS[form]
    with Live(hub.url, path, **handshake(key)) as live:
        hub.owner.send()
        if not (form == "query" and key == ""):
            say(live, key)
        assert live.closed() == 4001
        assert live.frames == []


@pytest.mark.parametrize("key", ["wrong", "k" * 2000])
def test_a_wrong_key_in_the_header_is_closed_with_4001(hub: Hub, key: str) -> None:
    with Live(hub.url, key=key) as live:
        assert live.closed() == 4001
        assert live.frames == []


@pytest.mark.parametrize(
    ("query", "more"),
    [
        ("?token=" + "k" * 10_000, ""),
        ("?token=" + "k" * 70_000, ""),
        ("", f"Cookie: {'c' * 10_000}\r\n"),
        ("", "X: y\r\n" * 300),
    ],
    ids=["long key", "longer key", "long header", "many headers"],
)
def test_a_handshake_that_is_too_large_is_answered_and_not_left_hanging(hub: Hub, query: str, more: str) -> None:
    host = hub.url.removeprefix("http://")
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=PATIENCE) as raw:
        raw.sendall(
            f"GET /ws/events{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        while raw.recv(65536):
            pass


@pytest.mark.parametrize("path", PATHS)
def test_a_socket_that_never_says_its_key_is_closed_with_4001(
    hub: Hub, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "KEY_SECONDS", 0.1)
    with Live(hub.url, path) as live:
        hub.owner.send()
        assert live.closed() == 4001
        assert live.frames == []


@pytest.mark.parametrize(
    "message", [b"\x00\xff", b"Bearer ", "garbage", "{", "[]", "null", "7", '{"type": "auth"}', '{"token": 7}', "ping"]
)
def test_a_first_message_that_is_no_key_is_closed_with_4001(hub: Hub, message: str | bytes) -> None:
    with Live(hub.url) as live:
        live.say(message)
        hub.owner.send()
        assert live.closed() == 4001
        assert [frame for frame in live.frames if frame["type"] != "pong"] == []


@pytest.mark.parametrize("form", FORMS)
def test_socket_for_everything_is_for_admins_alone(hub: Hub, agent: Caller, person: Caller, form: str) -> None:
    handshake, say = FORMS[form]
    for caller in (agent, person):
        with Live(hub.url, "/ws", **handshake(caller.key)) as live:
            say(live, caller.key)
            agent.send()
            assert live.closed() == 4003
            assert live.frames == []


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"])
def test_a_page_of_another_origin_gets_no_socket(hub: Hub, path: str, origin: str) -> None:
    sent = origin.format(port=hub.url.rsplit(":", 1)[1])
    with pytest.raises(InvalidStatus) as refusal, Live(hub.url, path, key=hub.owner.key, headers={"Origin": sent}):
        pass
    assert refusal.value.response.status_code == 403


def test_the_hub_s_own_page_gets_a_socket(hub: Hub, agent: Caller) -> None:
    with Live(hub.url, token=agent.key, headers={"Origin": hub.url}) as live:
        live.connected()


def test_a_foreign_host_gets_no_socket(hub: Hub, agent: Caller) -> None:
    port = int(hub.url.rsplit(":", 1)[1])
    address = f"ws://evil.example:{port}/ws/events?token={agent.key}"
    raw = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with raw, pytest.raises(InvalidStatus) as refusal, connect(address, sock=raw, proxy=None):
        pass
    assert refusal.value.response.status_code in (403, 421)


def test_pings_are_answered_in_kind(agent: Caller) -> None:
    with agent.socket() as live:
        live.connected()
        live.say("ping")
        assert live.text() == "pong"
        live.say({"type": "ping"})
        assert json.loads(live.text()) == {"type": "pong"}


def test_a_quiet_socket_gets_a_sign_of_life(fresh_hub: HubMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_sockets, "PING_SECONDS", 0.1)
    agent = fresh_hub().new_agent()
    agent.send()
    with agent.socket() as live:
        seq = live.connected()["seq"]
        sign = json.loads(live.text())
        assert set(sign) == {"type", "seq"}
        assert sign["type"] == "ping"
        assert sign["seq"] >= seq


ODD_MESSAGES: list[str | bytes] = [
    b"\x00\xff\xfe",
    b"",
    "",
    "garbage",
    "{",
    "[" * 50_000,
    "null",
    "[1, 2]",
    '{"type": 7}',
    '{"type": "auth", "token": "wrong"}',
    '{"type": "no such thing", "since": -1}',
    '{"type": "\\ud800"}',
    "x" * 60_000,
    "x" * 2_000_000,
]


@pytest.mark.parametrize("message", ODD_MESSAGES, ids=range(len(ODD_MESSAGES)))
def test_odd_messages_hurt_nobody(hub: Hub, agent: Caller, message: str | bytes) -> None:
    with agent.socket() as odd, agent.socket() as other:
        odd.connected()
        other.connected()
        try:
            odd.say(message)
            sent = agent.send()
            assert odd.until_type("agent_notification")["notification_id"] == sent["id"]
        except ConnectionClosed as end:
            assert end.rcvd is None or end.rcvd.code != 1011, "the hub broke on it"
        last = agent.send("the end")
        other.until_type("agent_notification", notification_id=last["id"])
