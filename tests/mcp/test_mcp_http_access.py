"""Who may call `/mcp`, and what it says to those who may not or who send what is no call."""

import json
from pathlib import Path

import httpx2
import pytest
from http_client import REVISIONS, connected, raw_call

from support.answers import done, refused, until
from support.hub import SOURCES, Caller, Hub, HubMaker

NO_KEY = "MCP API key authentication required but no API key found in request context"
TELL = {"notification_type": "info", "title": "hello"}

both = pytest.mark.parametrize("mode", REVISIONS)


def post(hub: Hub, mode: str, key: str | None, **headers: str) -> httpx2.Response:
    sent, body = raw_call(mode, "send_notification", TELL)
    if key is not None:
        sent["Authorization"] = f"Bearer {key}"
    return hub.nobody("POST", "/mcp", headers=sent | headers, content=body)


@both
def test_a_client_without_a_key_is_told_what_is_missing(hub: Hub, mode: str) -> None:
    answer = post(hub, mode, None)
    refused(answer, 401, sentence=NO_KEY)
    assert answer.headers["www-authenticate"] == "Bearer"


@both
def test_a_wrong_key_is_refused_as_everywhere(hub: Hub, mode: str) -> None:
    answer = post(hub, mode, "bp_00000000_wrong")
    assert refused(answer, 401)["code"] == "invalid_key"
    assert answer.headers["www-authenticate"] == "Bearer"


@both
def test_a_revoked_key_ends_the_clients_calls(hub: Hub, mode: str) -> None:
    agent = hub.new_agent()
    assert post(hub, mode, agent.key).status_code == 200
    done(hub.owner.delete(f"/api/keys/{agent.key_id}"))
    refused(post(hub, mode, agent.key), 401)


@both
def test_pages_of_others_cannot_call(hub: Hub, agent: Caller, mode: str) -> None:
    refused(post(hub, mode, agent.key, Host="evil.example"), 421)
    refused(post(hub, mode, agent.key, Origin="http://evil.example"), 403)
    assert list(agent.every_notification()) == []


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_only_post_is_answered(hub: Hub, agent: Caller, method: str) -> None:
    answer = agent.call(method, "/mcp", headers={"Accept": "text/event-stream"})
    refused(answer, 405)
    assert answer.headers["allow"] == "POST"


@both
def test_a_body_that_is_too_large_is_refused(hub: Hub, agent: Caller, mode: str) -> None:
    headers, _ = raw_call(mode, "send_notification", TELL)
    answer = agent.call("POST", "/mcp", headers=headers, content=b" " * 4_000_001)
    assert refused(answer, 413)["code"] == "body_too_large"


@both
@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"jsonrpc": "2.0"}', b"[" * 100_000]
)
def test_a_body_that_is_no_call_is_an_error_and_breaks_nothing(hub: Hub, agent: Caller, mode: str, body: bytes) -> None:
    headers, _ = raw_call(mode, "send_notification", TELL)
    answer = agent.call("POST", "/mcp", headers=headers, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in (-32700, -32600, -32602)
    assert "Traceback" not in answer.text
    assert post(hub, mode, agent.key).status_code == 200


@both
def test_an_answer_has_no_more_than_text(hub: Hub, agent: Caller, mode: str) -> None:
    text = post(hub, mode, agent.key).text
    line = text if mode == "auto" else next(line for line in text.splitlines() if line.startswith("data: "))[6:]
    result = json.loads(line)["result"]
    assert [item["type"] for item in result["content"]] == ["text"]
    assert "structuredContent" not in result


@both
def test_a_person_may_call_the_tools_under_their_own_name(hub: Hub, person: Caller, mode: str) -> None:
    with connected(person, mode) as client:
        told = client.call("send_notification", **TELL)
    assert json.loads(told.items[0])["agent_name"] == person.name


def test_the_hub_answers_before_it_has_loaded_the_protocol(hub_process: HubMaker) -> None:
    hub = hub_process()
    assert hub.id
    if Path("/proc").is_dir():
        assert "pydantic_core" not in Path(f"/proc/{hub.pid}/maps").read_text(), "it was loaded without a call"
    assert post(hub, "legacy", hub.new_agent().key).status_code == 200


def test_a_hub_that_cannot_load_the_protocol_says_so_and_serves_the_rest(hub_process: HubMaker, tmp_path: Path) -> None:
    (tmp_path / "mcp_types.py").write_text("raise ImportError('no such thing here')")
    hub = hub_process()
    hub.settings["PYTHONPATH"] = f"{tmp_path}:{SOURCES}"
    hub.restart()
    agent = hub.new_agent()
    for _ in range(2):
        assert refused(post(hub, "auto", agent.key), 503)["code"] == "mcp_unavailable"
    agent.send("still at work")
    log = (hub.data_dir / "hub.log").read_text()
    assert until(lambda: "no such thing here" in log, "the log says why")
