"""However much is said of sessions, what is kept and shown is bounded: real clients' lists are cut, not refused."""

import json
from typing import Any

import pytest

from bellpull import assemble
from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker

SESSION = "opencode:ses_1"
LONGEST_TODOS, LONGEST_LIST, LONGEST_PLACE = 16_384, 8_192, 2_048


def give(caller: Caller, session: str = SESSION, state: str = "working", **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = done(caller.post("/api/sessions/signs", [{"session": session, "state": state, **more}]))
    return told


def listed(caller: Caller, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done(caller.get("/api/sessions", **query))["sessions"]
    return found


def watched(caller: Caller) -> dict[str, Any]:
    found: dict[str, Any] = done(caller.get("/api/watch"))
    return found


def todo(number: int, status: str = "pending", content: str = "do it") -> dict[str, Any]:
    return {"content": f"{number} {content}", "status": status, "priority": "high", "id": "x" * 4000, "notes": [1, 2]}


def size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def test_todos_are_cut_to_what_is_shown_of_them(agent: Caller) -> None:
    give(agent, todos=[todo(1, content="é" * 3000), {"content": 7}, "odd", None])
    (seen,) = listed(agent)
    assert seen["todos"] == [{"content": f"1 {'é' * 197}…", "status": "pending", "priority": "high"}]


def test_todos_are_kept_as_far_as_there_is_room(agent: Caller) -> None:
    give(agent, todos=[todo(number, content="漢" * 300) for number in range(200)])
    (seen,) = listed(agent)
    assert 20 < len(seen["todos"]) < 200
    assert LONGEST_TODOS - 1000 < size(seen["todos"]) <= LONGEST_TODOS


def test_a_hundred_todos_of_a_real_client_are_all_kept(agent: Caller) -> None:
    give(agent, todos=[{"content": f"{number} {'word ' * 16}", "status": "pending"} for number in range(100)])
    (seen,) = listed(agent)
    assert len(seen["todos"]) == 100


def test_tools_asks_and_guesses_are_kept_as_far_as_there_is_room(agent: Caller) -> None:
    tools = [{"tool": f"{number}", "argument": "x" * 1000} for number in range(100)]
    asks = [{"title": f"{number}", "text": "y" * 9000, "running": True} for number in range(60)]
    give(agent, tools=tools, guesses=tools, asks=asks)
    (seen,) = listed(agent)
    assert [tool["tool"] for tool in seen["tools"]] == [str(number) for number in range(15)]
    assert size(seen["tools"]) <= LONGEST_LIST
    asked = [wait["title"] for wait in seen["waits"] if wait["kind"] == "ask"]
    assert 0 < len(asked) <= 5
    assert "59" in asked  # the newest
    assert 0 < sum(wait["confidence"] == "guess" for wait in seen["waits"]) <= 5


def test_a_place_that_is_too_long_is_refused_by_name(agent: Caller) -> None:
    place = {
        "host": "laptop",
        "pid": 7,
        "tty": "/dev/pts/4",
        "tmux": {"socket": "/tmp/tmux-1000/default", "pane": "%3"},
    }
    give(agent, place=place)
    told = agent.post("/api/sessions/signs", [{"session": SESSION, "state": "idle", "place": {"host": "h" * 2048}}])
    assert refused(told, 400)["code"] == "place_too_long"
    (seen,) = listed(agent)
    assert (seen["state"], seen["place"]) == ("working", place)


def test_the_watch_has_twenty_todos_of_a_session_and_says_how_many_there_are(hub: Hub, agent: Caller) -> None:
    done_ones = [todo(number, "completed") for number in range(30)]
    open_ones = [todo(number) for number in range(30, 45)]
    give(agent, todos=[*done_ones, *open_ones, todo(45, "cancelled")])
    (seen,) = watched(agent)["sessions"]
    assert len(seen["todos"]) == 20
    shown = [one["content"].split()[0] for one in seen["todos"]]
    assert shown == [str(number) for number in (*range(26, 45), 45)]
    assert seen["todo_counts"] == {"all": 45, "done": 30, "left_out": 26}
    (whole,) = listed(agent)
    assert (len(whole["todos"]), whole["todo_counts"]) == (46, {"all": 45, "done": 30, "left_out": 0})


def test_a_long_sign_counts_as_several(fresh_hub: HubMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "SIGNS_PER_MINUTE", 2_000)
    hub = fresh_hub()
    agent, other = hub.new_agent(), hub.new_agent()
    long = [{"session": SESSION, "state": "working", "todos": [{"content": "x" * 4096, "status": "p"}] * 200}]
    answers = [agent.post("/api/sessions/signs", long) for _ in range(20)]
    refusals = [one for one in answers if one.status_code != 200]
    assert refusals, "a minute's allowance had no end"
    assert refused(refusals[-1], 429)["code"] == "too_many"
    assert int(refusals[-1].headers["retry-after"]) >= 1
    give(other)


def test_a_session_of_another_agent_is_seen_beside_a_thousand(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    flood, calm = hub.new_agent(), hub.new_agent()
    request = {"id": "per_1", "kind": "permission", "permission": "bash", "patterns": ["make deploy"]}
    give(calm, "calm", requests=[request])
    for part in range(6):
        signs = [{"session": f"s{part}.{number}", "state": "working"} for number in range(200)]
        done(flood.post("/api/sessions/signs", signs))
    seen = watched(hub.owner)
    assert len(seen["sessions"]) == 101
    assert seen["sessions"][0]["id"] == "calm"
    assert seen["sessions"][0]["waits"][0]["title"] == "bash: make deploy"


def test_sessions_are_listed_in_pages_that_say_how_many_there_are(hub: Hub, agent: Caller) -> None:
    for number in range(7):
        give(agent, f"s{number}")
    read: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = done(agent.get("/api/sessions", limit=3, **after))
        assert (page["count"], page["total"]) == (len(page["sessions"]), 7)
        read += [one["id"] for one in page["sessions"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
        give(agent, "s6")  # it is the newest again, and on no further page
    assert sorted(read) == [f"s{number}" for number in range(7)]
    refused(agent.get("/api/sessions", after="odd"), 400, sentence="after: must be the `next` of the page before")
