"""`POST /api/clients/{client}/hook`: for tools that call HTTP, and for our own command."""

import asyncio
import json
from typing import Any

import pytest
from hook_tool import MESSAGE, SAMPLES, TEXT, event_of, nudge, nudges, session

from bellpull.web.endpoint import Call, Endpoint, Reply, Route
from bellpull.web.metrics import Metrics
from bellpull.web.rules import Rule
from support.answers import done, refused, until
from support.hub import Caller, Hub

UNPLACED = [name for name, sample in SAMPLES.items() if not sample["place"]]


def path_of(sample: str) -> str:
    return f"/api/clients/{sample.partition('.')[0]}/hook"


def session_of(sample: str, event: dict[str, Any]) -> str:
    return f"{sample.partition('.')[0]}:{event['session_id']}"


def handed(hub: Hub, agent: Caller, count: int = 1) -> list[dict[str, Any]]:
    def all_there() -> list[dict[str, Any]] | None:
        found = nudges(hub, agent.name, "handed")
        return found if len(found) == count else None

    return until(all_there, "the nudges are handed")


@pytest.mark.parametrize("sample", UNPLACED)
def test_a_sample_whose_text_would_not_be_read_takes_nothing(hub: Hub, agent: Caller, sample: str) -> None:
    nudge(hub, agent.name)
    assert done(agent.post(path_of(sample), event_of(sample))) == {}
    assert [one["state"] for one in nudges(hub, agent.name)] == ["pending"]


@pytest.mark.parametrize("sample", [name for name, sample in SAMPLES.items() if sample["state"]])
def test_a_sample_becomes_the_state_of_its_session(hub: Hub, agent: Caller, sample: str) -> None:
    event, wanted = event_of(sample), SAMPLES[sample]
    root = session_of(sample, event)
    id = f"{root}/{event['agent_id']}" if wanted["parent"] else root
    done(agent.post(path_of(sample), event))
    seen = until(lambda: session(hub.owner, agent.name, id), "the session is known")
    assert (seen["state"], seen["reason"]) == (wanted["state"], wanted["reason"])
    assert [{"tool": tool["tool"], "argument": tool["argument"]} for tool in seen["tools"]] == wanted["tools"]
    assert (seen["title"], seen["todos"]) == (wanted["title"], wanted["todos"] or [])
    assert (seen["parent"], seen["source"]) == (root if wanted["parent"] else None, "hook")
    assert (seen["client"], seen["directory"]) == (sample.partition(".")[0], "/home/user/shop")


def test_a_turn_that_goes_on_is_not_idle(hub: Hub, agent: Caller) -> None:
    nudge(hub, agent.name)
    event = event_of("claude-code.Stop")
    done(agent.post("/api/clients/claude-code/hook", event))
    id = session_of("claude-code.Stop", event)
    seen = until(lambda: session(hub.owner, agent.name, id), "the session is known")
    assert seen["state"] == "working"
    done(agent.post("/api/clients/claude-code/hook", event | {"stop_hook_active": True}))
    until(lambda: (session(hub.owner, agent.name, id) or {}).get("state") == "idle", "the session idles")


def test_a_caller_that_confirms_later_is_told_the_nudges_and_the_agent(hub: Hub, agent: Caller) -> None:
    ids = [nudge(hub, agent.name, f"{MESSAGE} {number}")["id"] for number in (1, 2)]
    path, later = "/api/clients/codex/hook", {"Bellpull_Confirm": "later"}
    answer = agent.post(path, event_of("codex.PostToolUse"), **later)
    text = done(answer)["hookSpecificOutput"]["additionalContext"]
    assert text == "\n\n".join(TEXT.replace(MESSAGE, f"{MESSAGE} {number}") for number in (1, 2))
    assert answer.headers["Bellpull-Nudges"] == ",".join(ids)
    assert answer.headers["Bellpull-Agent"] == agent.name
    assert [one["state"] for one in nudges(hub, agent.name)] == ["carried", "carried"]
    assert done(agent.post(f"/api/agents/{agent.name}/nudges/confirm", {"ids": ids})) == {"count": 2}
    assert nudges(hub, agent.name) == []


def test_a_sub_agent_gets_only_what_is_addressed_to_it(hub: Hub, agent: Caller) -> None:
    event = event_of("claude-code.PostToolUse-subagent")
    own = f"{session_of('claude-code.', event)}/{event['agent_id']}"
    nudge(hub, agent.name, "for the parent")
    path = "/api/clients/claude-code/hook"
    assert done(agent.post(path, event)) == {}
    nudge(hub, agent.name, "for the sub-agent", session=own)
    assert "for the sub-agent" in json.dumps(done(agent.post(path, event)))
    root = {name: value for name, value in event.items() if not name.startswith("agent_")}
    assert "for the parent" in json.dumps(done(agent.post(path, root)))
    handed(hub, agent, 2)


def test_a_nudge_for_a_session_reaches_no_other(hub: Hub, agent: Caller) -> None:
    mine, other = event_of("claude-code.PostToolUse"), event_of("claude-code.PostToolUse")
    nudge(hub, agent.name, session=session_of("claude-code.", mine))
    path = "/api/clients/claude-code/hook"
    assert done(agent.post(path, other)) == {}
    assert done(agent.post(path, mine))["hookSpecificOutput"]["additionalContext"] == TEXT


@pytest.mark.parametrize(
    ("sample", "most"),
    [("claude-code.PostToolUse", 10_000), ("codex.PostToolUse", 9_000), ("gemini.AfterTool", 20_000)],
)
def test_nudges_that_do_not_fit_stay_pending_in_order(hub: Hub, agent: Caller, sample: str, most: int) -> None:
    messages = [f"{number} {'x' * 3000}" for number in range(9)]
    for message in messages:
        nudge(hub, agent.name, message)
    event, seen = event_of(sample), ""
    while (answer := done(agent.post(path_of(sample), event))) != {}:
        text = answer["hookSpecificOutput"]["additionalContext"]
        assert most - 3100 < len(text) <= most or messages[-1] in text
        seen += text + "\n\n"
        handed(hub, agent, seen.count("</notification>"))
    assert seen == "".join(TEXT.replace(MESSAGE, message) + "\n\n" for message in messages)


def test_a_turns_end_is_put_off_as_often_as_the_tool_allows(hub: Hub, agent: Caller) -> None:
    path, event = "/api/clients/claude-code/hook", event_of("claude-code.Stop")
    told = []
    for number in range(9):
        nudge(hub, agent.name, f"thing {number}")
        told.append(done(agent.post(path, event | {"stop_hook_active": number > 0})) != {})
        handed(hub, agent, sum(told))
    assert told == [True] * 7 + [False] * 2
    said = done(agent.post(path, event | {"stop_hook_active": False}))
    text = said["hookSpecificOutput"]["additionalContext"]
    assert [f"thing {number}" in text for number in (6, 7, 8)] == [False, True, True]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[1]", b'"x"', b"null"])
def test_a_body_that_is_no_json_object_is_refused(agent: Caller, body: bytes) -> None:
    answer = agent.call("POST", "/api/clients/codex/hook", content=body)
    assert refused(answer, 400)["code"] == "invalid_json"


@pytest.mark.parametrize("event", [{}, {"session_id": "s"}, {"hook_event_name": "Stop"}, {"hook_event_name": 1}])
def test_an_event_that_names_little_is_accepted_and_does_nothing(
    hub: Hub, agent: Caller, event: dict[str, Any]
) -> None:
    nudge(hub, agent.name)
    assert done(agent.post("/api/clients/claude-code/hook", event)) == {}
    assert [one["state"] for one in nudges(hub, agent.name)] == ["pending"]


def test_an_unknown_tool_is_not_found(agent: Caller) -> None:
    said = refused(agent.post("/api/clients/emacs/hook", {}), 404)
    assert (said["code"], said["hint"]) == ("client_not_found", "there are: claude-code, codex, copilot, gemini, qwen")


@pytest.mark.parametrize("gone", [True, False])
def test_the_work_after_an_answer_knows_whether_the_client_was_there(gone: bool) -> None:
    told: list[bool] = []

    async def after(written: bool) -> None:
        told.append(written)

    async def answer(call: Call) -> Reply:
        return Reply(200, b"{}", after=after)

    messages = [{"type": "http.request", "body": b"{}"}, *([{"type": "http.disconnect"}] if gone else [])]

    async def receive() -> Any:
        return messages.pop(0) if messages else await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        assert not told

    route = Route("POST", "/x", answer, "", "", raw=True, may=Rule.ANYBODY)
    endpoint = Endpoint(route, None, Metrics(), 1000)  # type: ignore[arg-type]
    asyncio.run(
        endpoint({"bellpull.headers": {}, "path_params": {}, "query_string": b"", "scheme": "http"}, receive, send)
    )
    assert told == [not gone]
