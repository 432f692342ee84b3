"""Calls at `/mcp` that end without an answer: the client closes, the hub stops or is killed, too many wait."""

import contextlib
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from http_client import REVISIONS, connected, raw_call

from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import YES, answer, claim, listed, look

ASK = {"title": "Merge", "question": "Merge to main?", "options": [YES, "No"], "wait_for_response": True}
ACCEPTED = '{"response": "accepted", "choice": "Yes, merge"}'

both = pytest.mark.parametrize("mode", REVISIONS)


@pytest.fixture(autouse=True)
def with_the_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hubs of this file have it from the start: it costs each a second. Those that load it when they are called are
    in test_mcp_http_access.py."""
    monkeypatch.setattr(Hub, "loaded", (*Hub.loaded, "bellpull.mcp.server.sdk"))


@contextlib.contextmanager
def raw_ask(agent: Caller, mode: str) -> Iterator[socket.socket]:
    """A waiting call on a connection that the test holds in its own hands."""
    headers, body = raw_call(mode, "ask_user", ASK)
    where = urlsplit(agent.hub.url)
    sent = {"Host": where.netloc, "Authorization": f"Bearer {agent.key}", "Content-Length": str(len(body))} | headers
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE) as raw:
        raw.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body)
        yield raw


def waiting(hub: Hub) -> int:
    """How many calls the hub says are waiting at /mcp."""
    lines = hub.owner.get("/metrics").text.splitlines()
    return int(next(line for line in lines if line.startswith("bellpull_mcp_waiting_calls ")).split()[1])


def the_question(agent: Caller) -> str:
    return str(until(lambda: listed(agent), "the question is asked")[0]["id"])


@both
def test_a_closed_connection_ends_the_wait_and_not_the_question(fresh_hub: HubMaker, mode: str) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    with raw_ask(agent, mode):
        asked = the_question(agent)
        until(lambda: waiting(hub) == 1, "the call waits")
    until(lambda: look(agent, asked)["released"] == "gone", "the question is released")
    assert look(agent, asked)["state"] == "open"
    assert waiting(hub) == 0
    answer(hub.owner, asked, choice=YES)
    with connected(agent, mode) as client:
        told = client.call("send_notification", notification_type="info", title="back again")
    assert ACCEPTED in told.items[1]


@both
def test_an_answer_whose_connection_was_reset_comes_as_a_nudge(hub: Hub, agent: Caller, mode: str) -> None:
    with raw_ask(agent, mode) as raw:
        asked = the_question(agent)
        # The connection is reset in the very moment of the answer.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    answer(hub.owner, asked, choice=YES)
    (nudge,) = until(lambda: claim(agent), "the answer becomes a nudge")
    assert nudge["question_id"] == asked
    assert ACCEPTED in nudge["xml"]


@both
def test_a_cancelled_call_is_released_and_not_withdrawn(hub: Hub, agent: Caller, mode: str) -> None:
    with connected(agent, mode) as client:
        call = client.begin("ask_user", **ASK)
        asked = the_question(agent)
        call.cancel()
        until(lambda: look(agent, asked)["released"] == "gone", "the question is released")
        assert look(agent, asked)["state"] == "open"
        answer(hub.owner, asked, choice=YES)
        told = client.call("send_notification", notification_type="info", title="went on")
    assert ACCEPTED in told.items[1]


def test_a_cancellation_that_could_mean_two_calls_ends_none_and_loses_no_answer(hub: Hub, agent: Caller) -> None:
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    headers, _ = raw_call("legacy", "ask_user", ASK)
    with raw_ask(agent, "legacy"), raw_ask(agent, "legacy") as second:
        asked = the_question(agent)
        until(lambda: waiting(hub) >= 2, "both wait")
        # The calls in the hand of this test name no user agent, and so must this.
        told = hub.http.post(
            f"{hub.url}/mcp",
            json=cancelled,
            headers=headers | {"Authorization": f"Bearer {agent.key}", "User-Agent": ""},
        )
        assert told.status_code == 202
        answer(hub.owner, asked, choice=YES)
        heard = b""
        while ACCEPTED.replace('"', '\\"').encode() not in heard:
            heard += second.recv(4096)
    (nudge,) = until(lambda: claim(agent), "nobody knows who has read it, so it comes as a nudge, too")
    assert nudge["question_id"] == asked


@both
def test_a_hub_that_stops_answers_those_who_wait_and_ends_at_once(hub_process: HubMaker, mode: str) -> None:
    hub = hub_process(stop_seconds="20")
    agents = [hub.new_agent() for _ in range(5)]
    with contextlib.ExitStack() as clients:
        opened = [clients.enter_context(connected(agent, mode)) for agent in agents]
        calls = [client.begin("ask_user", **ASK, progress=True) for client in opened]
        asked = [the_question(agent) for agent in agents]
        until(lambda: waiting(hub) == 5, "all are waiting")
        assert hub.process is not None
        hub.process.send_signal(signal.SIGTERM)
        for call, id in zip(calls, asked, strict=True):
            told = call.result(PATIENCE)
            assert told.is_error
            assert told.items[0] == "The hub is stopping."
            assert told.question_id == id
        began = time.monotonic()
        assert hub.process.wait(PATIENCE) == 0
        assert time.monotonic() - began < 10, "it waited for its deadline"
    hub.start()
    answer(hub.owner, asked[0], choice=YES)
    with connected(agents[0], mode) as client:
        assert client.call("await_answer", question_id=asked[0]).items == [ACCEPTED]


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def test_a_killed_hub_keeps_the_question_for_whoever_asks_again(hub_process: HubMaker, mode: str) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with raw_ask(agent, mode):
        asked = the_question(agent)
        hub.kill()
    hub.start()
    with connected(agent, mode) as client:
        call = client.begin("ask_user", **ASK)  # an equal ask attaches to the one that is open
        until(lambda: waiting(hub) == 1, "the call waits")
        assert [one["id"] for one in listed(agent)] == [asked]
        answer(hub.owner, asked, choice=YES)
        assert call.result(PATIENCE).items == [ACCEPTED]


def test_a_call_too_many_is_told_so_and_nothing_is_stored(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(mcp_waiting_limit="2")
    agent, other = hub.new_agent(), hub.new_agent()
    with connected(agent, "auto") as client, connected(other, "legacy") as refused:
        calls = [client.begin("ask_user", title="t", question=str(i), wait_for_response=True) for i in range(2)]
        until(lambda: waiting(hub) == 2, "two are waiting")
        told = refused.call("ask_user", **ASK)
        assert told.is_error
        assert "max 2" in told.items[0]
        assert listed(other) == []
        assert not refused.call("ask_user", **ASK | {"wait_for_response": False}).is_error
        for asked in listed(agent):
            answer(hub.owner, asked["id"], text="yes")
        assert [call.result(PATIENCE).is_error for call in calls] == [False, False]
        assert waiting(hub) == 0
        assert not refused.call("ask_user", **ASK | {"timeout": 1}).is_error


def test_a_storm_of_asks_loses_and_mixes_up_nothing(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agents = [hub.new_agent() for _ in range(4)]
    with contextlib.ExitStack() as clients, ThreadPoolExecutor(8) as people:
        opened = [
            clients.enter_context(connected(agent, mode)) for agent, mode in zip(agents, [*REVISIONS] * 2, strict=True)
        ]
        calls = {
            (agent.name, str(i)): client.begin("ask_user", title="t", question=str(i), wait_for_response=True)
            for agent, client in zip(agents, opened, strict=True)
            for i in range(10)
        }
        until(lambda: len(listed(hub.owner, limit=100)) == 40, "all are asked")
        asked = listed(hub.owner, limit=100)
        said = [people.submit(answer, hub.owner, q["id"], text=f"{q['agent_name']} {q['question']}") for q in asked]
        [one.result(PATIENCE) for one in said]
        for (name, number), call in calls.items():
            assert f'"{name} {number}"' in call.result(PATIENCE).items[0]
        for client in opened:
            client.call("send_notification", notification_type="info", title="I have read them")
        assert all(one["handed_at"] for one in listed(hub.owner, state="settled", limit=100))
