"""`bellpull hook claude-code --wake`: an idle session of Claude Code is woken, once, and nobody piles up."""

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hook_tool import MESSAGE, TEXT, Tool, event_of, nudge, nudges, session

from bellpull.cli.hook_wake import POINTER, pointer
from bellpull.clients.hooks.command import WAKE
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub

pytestmark = pytest.mark.process

Start = Callable[[dict[str, Any]], "subprocess.Popen[bytes]"]


@pytest.fixture
def start(fast_tool: Tool) -> Iterator[Start]:
    """Starts wakers as Claude Code does at the end of a turn; none outlives the test."""
    started: list[subprocess.Popen[bytes]] = []

    def one(event: dict[str, Any]) -> "subprocess.Popen[bytes]":
        process = fast_tool.start("claude-code", WAKE)
        started.append(process)
        assert process.stdin
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
        process.stdin = None
        return process

    yield one
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    out, err = process.communicate(timeout=PATIENCE)
    assert out == b""
    return process.returncode, err.decode()


def carried(tool: Tool, event: dict[str, Any]) -> str:
    """What the next tool's result brings. The hook of a prompt, which Claude Code runs for what woke it, brings
    nothing: beside it the model reads that no person has said anything."""
    prompt = event_of("claude-code.UserPromptSubmit", session_id=event["session_id"], prompt=f"[SYSTEM]\n{POINTER}")
    assert tool.hook("claude-code", prompt).silent
    after = tool.hook("claude-code", event_of("claude-code.PostToolUse", session_id=event["session_id"]))
    return str(after.json["hookSpecificOutput"]["additionalContext"])


def known(hub: Hub, tool: Tool, event: dict[str, Any]) -> dict[str, Any]:
    return session(hub.owner, tool.agent or "", f"claude-code:{event['session_id']}") or {}


def waits(hub: Hub, tool: Tool, event: dict[str, Any]) -> None:
    until(lambda: known(hub, tool, event).get("wakes"), "the waker has said that it is there")


def stopped(tool: Tool, **more: Any) -> dict[str, Any]:
    """A session whose turn has just ended."""
    event = event_of("claude-code.Stop", **more)
    assert tool.hook("claude-code", event).silent
    return event


def test_an_idle_session_is_woken_with_what_comes(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = stopped(fast_tool)
    waker = start(event)
    waits(hub, fast_tool, event)
    assert fast_tool.agent
    told = nudge(hub, fast_tool.agent)
    assert told["delivery"] == "new_message"
    assert ended(waker) == (2, pointer([]))
    assert [one["id"] for one in nudges(hub, fast_tool.agent)] == [told["id"]]
    assert carried(fast_tool, event) == TEXT
    (taken,) = nudges(hub, fast_tool.agent, "handed")
    assert (taken["handed_via"], taken["id"]) == ("hook:claude-code", told["id"])


def test_a_waking_text_is_not_taken_for_a_prompt_of_the_person(
    hub: Hub, fast_tool: Tool, agent: Caller, start: Start
) -> None:
    asked = done(agent.post("/api/questions", {"title": "Merge", "question": "Merge?", "options": ["Yes", "No"]}), 201)
    event = event_of("claude-code.Stop")
    response = f'{{"question_id": "{asked["id"]}"}}'
    told = event_of("claude-code.PostToolUse-ask_user", session_id=event["session_id"], tool_response=response)
    assert fast_tool.hook("claude-code", told).silent
    assert fast_tool.hook("claude-code", event).silent
    waker = start(event)
    waits(hub, fast_tool, event)
    nudge(hub, agent.name)
    assert ended(waker) == (2, pointer([]))
    assert carried(fast_tool, event) == TEXT
    assert done(hub.owner.get(f"/api/questions/{asked['id']}"))["state"] == "open"


def test_a_session_that_left_a_question_open_is_woken_by_the_answer(
    hub: Hub, fast_tool: Tool, agent: Caller, start: Start
) -> None:
    asked = done(agent.post("/api/questions", {"title": "Merge", "question": "Merge?", "options": ["Yes", "No"]}), 201)
    event = event_of("claude-code.Stop")
    response = f'{{"question_id": "{asked["id"]}"}}'
    told = event_of("claude-code.PostToolUse-ask_user", session_id=event["session_id"], tool_response=response)
    assert fast_tool.hook("claude-code", told).silent
    child = event_of("claude-code.SubagentStart", session_id=event["session_id"])  # it works on beside
    assert fast_tool.hook("claude-code", child).silent
    assert fast_tool.hook("claude-code", event).silent
    waker = start(event)
    waits(hub, fast_tool, event)
    assert known(hub, fast_tool, event)["state"] == "waiting"
    done(hub.owner.post(f"/api/questions/{asked['id']}/answer", {"choice": "Yes"}))
    assert ended(waker) == (2, pointer([asked["id"]]))
    assert '"choice": "Yes"' in carried(fast_tool, event)


def test_a_waker_waits_for_the_plain_hook_to_say_that_the_turn_ended(hub: Hub, fast_tool: Tool, start: Start) -> None:
    assert fast_tool.hook("claude-code", event_of("claude-code.SessionStart")).silent
    event = event_of("claude-code.Stop")
    waker = start(event)
    assert fast_tool.hook("claude-code", event).silent
    waits(hub, fast_tool, event)
    assert fast_tool.agent
    nudge(hub, fast_tool.agent)
    assert ended(waker) == (2, pointer([]))


def test_a_newer_waker_takes_the_place_of_the_older(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = stopped(fast_tool)
    first = start(event)
    waits(hub, fast_tool, event)
    second = start(event)
    assert ended(first) == (0, "")
    assert fast_tool.agent
    nudge(hub, fast_tool.agent)
    assert ended(second) == (2, pointer([]))


def test_a_waker_leaves_a_session_that_goes_on_to_its_tools(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = stopped(fast_tool)
    waker = start(event)
    waits(hub, fast_tool, event)
    prompt = event_of("claude-code.UserPromptSubmit", session_id=event["session_id"])
    assert fast_tool.hook("claude-code", prompt).silent
    until(lambda: known(hub, fast_tool, event).get("state") == "working", "the session works")
    assert fast_tool.agent
    nudge(hub, fast_tool.agent)
    assert ended(waker) == (0, "")
    after = fast_tool.hook("claude-code", event_of("claude-code.PostToolUse", session_id=event["session_id"]))
    assert after.json["hookSpecificOutput"]["additionalContext"] == TEXT


def test_a_waker_ends_with_its_session(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = stopped(fast_tool)
    waker = start(event)
    waits(hub, fast_tool, event)
    end = event_of("claude-code.SessionEnd", session_id=event["session_id"])
    assert fast_tool.hook("claude-code", end).silent
    until(lambda: known(hub, fast_tool, event).get("state") == "ended", "the session has ended")
    assert fast_tool.agent
    nudge(hub, fast_tool.agent, MESSAGE)  # it looks when something comes, or every half minute
    assert ended(waker) == (0, "")
    assert [one["state"] for one in nudges(hub, fast_tool.agent)] == ["pending"]


@pytest.mark.parametrize("sample", ["claude-code.PostToolUse", "claude-code.SubagentStop"])
def test_a_waker_waits_at_the_end_of_turns_only(fast_tool: Tool, start: Start, sample: str) -> None:
    assert ended(start(event_of(sample))) == (0, "")


def test_a_session_that_nobody_sits_at_is_not_waited_for(fast_tool: Tool) -> None:
    event = stopped(fast_tool)
    with fast_tool.start("claude-code", WAKE, CLAUDE_CODE_ENTRYPOINT="sdk-cli") as process:
        said = process.communicate(json.dumps(event).encode(), timeout=PATIENCE)
        assert (process.returncode, said) == (0, (b"", b""))


def test_a_nudge_for_another_session_does_not_wake_this_one(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = stopped(fast_tool)
    waker = start(event)
    waits(hub, fast_tool, event)
    assert fast_tool.agent
    nudge(hub, fast_tool.agent, "not for you", session="claude-code:another")
    nudge(hub, fast_tool.agent, session=f"claude-code:{event['session_id']}")
    assert ended(waker) == (2, pointer([]))
    assert carried(fast_tool, event) == TEXT
    assert [one["message"] for one in nudges(hub, fast_tool.agent)] == ["not for you"]


def test_a_hub_that_was_killed_wakes_it_after_all(hub_process: Any, fast_tool: Tool, start: Start) -> None:
    hub = hub_process()
    fast_tool.data_dir, fast_tool.agent = hub.data_dir, "builder"
    event = stopped(fast_tool)
    waker = start(event)
    waits(hub, fast_tool, event)
    hub.kill()
    hub.restart()
    assert done(hub.owner.get("/api/agents"))["agents"]
    nudge(hub, "builder")
    assert ended(waker) == (2, pointer([]))
    assert [one["message"] for one in nudges(hub, "builder")] == [MESSAGE]
