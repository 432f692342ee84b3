"""`bellpull hook copilot`: what waits for the end of a dialog hears of every end, and stays to wake the session; hooks
of another tool that Copilot CLI runs do nothing."""

import json
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hook_tool import TEXT, Tool, event_of, nudge, nudges, session

from bellpull.clients.hooks.command import ALLOW, DIALOG, PERMISSION, WAKE
from support.answers import PATIENCE, until
from support.hub import Caller, Hub

pytestmark = pytest.mark.process

APPROVED, DENIED = "approved", "denied-interactively-by-user"


class Client:
    """Copilot CLI's side: one session with its record, and a dialog in it."""

    def __init__(self, tool: Tool, hub: Hub) -> None:
        self.tool, self.hub = tool, hub
        self.id = event_of("copilot.Stop")["session_id"]
        self.record = tool.home / ".copilot/session-state" / self.id / "events.jsonl"
        self.started: list[subprocess.Popen[bytes]] = []

    def tells(self, sample: str, **more: Any) -> None:
        own = {"session_id": self.id} | ({"sessionId": self.id} if "Notification" in sample else {})
        assert self.tool.hook("copilot", event_of(f"copilot.{sample}", **own, **more)).code == 0

    def writes(self, kind: str, **data: Any) -> None:
        """As it writes a line, beside others that mean nothing here."""
        self.record.parent.mkdir(parents=True, exist_ok=True)
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self.record.open("a") as file:
            for each in ({"type": "hook.end", "data": {}}, {"type": kind, "data": data}):
                file.write(json.dumps(each | {"timestamp": at}, separators=(",", ":")) + "\n")

    def shows_dialog(self) -> "subprocess.Popen[bytes]":
        self.tells("PreToolUse", tool_input={"command": "touch made.txt"})
        self.writes("tool.execution_start", toolCallId="call_1", toolName="bash")
        self.writes("permission.requested", requestId="r1", permissionRequest={"kind": "shell", "toolCallId": "call_1"})
        event = event_of("copilot.Notification-permission_prompt", sessionId=self.id, session_id=self.id)
        event["timestamp"] = int(datetime.now(UTC).timestamp() * 1000)
        return self.starts(event, DIALOG)

    def starts(self, event: dict[str, Any], waits: str, **variables: str) -> "subprocess.Popen[bytes]":
        process = self.tool.start("copilot", waits, **variables)
        self.started.append(process)
        assert process.stdin
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
        process.stdin = None
        return process

    def closes_dialog(self, kind: str) -> None:
        self.writes("permission.completed", requestId="r1", toolCallId="call_1", result={"kind": kind})

    @property
    def known(self) -> dict[str, Any]:
        return session(self.hub.owner, self.tool.agent or "", f"copilot:{self.id}") or {}

    def becomes(self, state: str, *tools: str) -> None:
        def is_so() -> bool:
            known = self.known
            return known.get("state") == state and [tool["tool"] for tool in known["tools"]] == [*tools]

        until(is_so, f"it is {state}, with {tools}")


@pytest.fixture
def client(hub: Hub, fast_tool: Tool) -> Iterator[Client]:
    one = Client(fast_tool, hub)
    yield one
    for process in one.started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_yes_ends_the_lock_while_the_command_runs(client: Client) -> None:
    client.shows_dialog()
    client.becomes("waiting", "Bash")
    client.closes_dialog(APPROVED)
    client.becomes("working", "Bash")


def test_a_no_ends_the_lock_and_the_tool(client: Client) -> None:
    client.shows_dialog()
    client.becomes("waiting", "Bash")
    client.closes_dialog(DENIED)
    client.writes("assistant.turn_start", turnId="1")
    client.becomes("working")


@pytest.mark.parametrize("order", [1, -1])
def test_escape_ends_the_lock_and_the_turn(client: Client, order: int) -> None:
    """It tells of both at once."""
    client.shows_dialog()
    client.becomes("waiting", "Bash")
    ends = [lambda: client.writes("abort", reason="user_initiated"), lambda: client.closes_dialog(DENIED)]
    for tell in ends[::order]:
        tell()
    client.becomes("idle")


def test_an_end_that_is_told_late_leaves_the_session_as_it_is(client: Client) -> None:
    client.shows_dialog()
    client.becomes("waiting", "Bash")
    client.tells("PostToolUse")
    client.tells("Stop")
    client.becomes("idle")
    client.closes_dialog(APPROVED)
    until(lambda: client.known["wakes"], "the end has been told, and it can be woken")
    assert client.known["state"] == "idle"


def test_the_process_that_stays_after_a_dialog_wakes_an_idle_session(client: Client) -> None:
    process = client.shows_dialog()
    client.becomes("waiting", "Bash")
    client.closes_dialog(APPROVED)
    client.becomes("working", "Bash")
    client.tells("PostToolUse")
    client.tells("Stop")
    client.becomes("idle")
    until(lambda: client.known["wakes"], "it can be woken")
    told = nudge(client.hub, client.tool.agent or "")
    assert told["delivery"] == "new_message"
    out, err = process.communicate(timeout=PATIENCE)
    assert (json.loads(out), err) == ({"additionalContext": TEXT}, b"")
    until(lambda: nudges(client.hub, client.tool.agent or "", "handed"), "it is confirmed")
    assert not client.known["wakes"]


def test_bellpulls_own_tools_are_allowed_and_nobody_is_asked(client: Client) -> None:
    event = event_of("copilot.PermissionRequest", sessionId=client.id, toolName="bellpull/ask_user")
    allowed, _ = client.starts(event, ALLOW).communicate(timeout=PATIENCE)
    assert json.loads(allowed) == {"behavior": "allow"}
    silent, _ = client.starts(event, PERMISSION).communicate(timeout=PATIENCE)
    assert silent == b""


def test_a_person_who_has_allowed_everything_is_not_asked(client: Client) -> None:
    event = event_of("copilot.PermissionRequest", sessionId=client.id)
    out, _ = client.starts(event, PERMISSION, COPILOT_ALLOW_ALL="true").communicate(timeout=PATIENCE)
    assert out == b""


@pytest.mark.parametrize("waits", ["", WAKE, DIALOG, PERMISSION])
def test_hooks_of_claude_code_do_nothing_in_copilot(hub: Hub, fast_tool: Tool, agent: Caller, waits: str) -> None:
    """It runs those of a project, and says nowhere in the event that it is another tool."""
    event = event_of("claude-code.Stop")
    with fast_tool.start("claude-code", waits, COPILOT_PROJECT_DIR=str(Path.cwd())) as process:
        out, err = process.communicate(json.dumps(event).encode(), timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, b"", b"")
    assert session(hub.owner, agent.name, f"claude-code:{event['session_id']}") is None
