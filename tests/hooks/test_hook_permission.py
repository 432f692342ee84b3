"""`bellpull hook claude-code --permission`: a person answers a permission in Bellpull or in the tool's own dialog, the
first answer wins, and nothing of it stays behind."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hook_tool import Tool, event_of, session

from bellpull.clients.hooks.command import DIALOG, PERMISSION
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub

pytestmark = pytest.mark.process

HEADLESS = {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
SUGGESTIONS = [
    {
        "type": "addRules",
        "rules": [{"toolName": "Bash", "ruleContent": "npm test"}],
        "behavior": "allow",
        "destination": "localSettings",
    }
]
Process = subprocess.Popen[bytes]


class Client:
    """Claude Code's side: one session, in which tools want to run."""

    def __init__(self, tool: Tool, caller: Callable[[], Caller]) -> None:
        self.tool = tool
        self._caller = caller
        self.id = event_of("claude-code.Stop")["session_id"]
        self.started: list[Process] = []

    def tells(self, sample: str, **more: Any) -> None:
        event = event_of(f"claude-code.{sample}", session_id=self.id, **more)
        assert self.tool.hook("claude-code", event).code == 0

    def wants(self, command: str = "npm test", waits: str = PERMISSION, id: str = "a", **more: Any) -> Process:
        """A tool is about to run, and the dialog is shown."""
        given = more.pop("tool_input", {"command": command})
        self.tells("PreToolUse", tool_use_id=id, tool_input=given, **more)
        event = event_of("claude-code.PermissionRequest", session_id=self.id, tool_input=given, **more)
        event.pop("tool_use_id")  # the real one names none
        return self.asks(event, waits)

    def asks(self, event: dict[str, Any], waits: str = PERMISSION, **variables: str) -> Process:
        process = self.tool.start("claude-code", waits, **variables)
        self.started.append(process)
        assert process.stdin
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
        process.stdin = None
        return process

    @property
    def person(self) -> Caller:
        return self._caller()

    @property
    def state(self) -> str | None:
        known = session(self.person, self.tool.agent or "", f"claude-code:{self.id}")
        return known and known["state"]

    @property
    def open(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = done(self.person.get("/api/questions", agent_name=self.tool.agent))["questions"]
        return listed

    def asked(self, count: int = 1) -> list[dict[str, Any]]:
        until(lambda: len(self.open) == count, f"{count} questions are open")
        return self.open

    def answer(self, **said: Any) -> None:
        (question,) = self.asked()
        done(self.person.post(f"/api/questions/{question['id']}/answer", said))

    def is_quiet(self, state: str) -> None:
        until(lambda: (self.state, self.open) == (state, []), f"it is {state}, and nobody is asked")


@pytest.fixture
def client(hub: Hub, fast_tool: Tool) -> Iterator[Client]:
    one = Client(fast_tool, lambda: hub.owner)
    yield one
    for process in one.started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def ended(process: Process) -> Any:
    """What it told the tool; None: nothing."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    return json.loads(out)["hookSpecificOutput"]["decision"] if out else None


def test_a_permission_is_a_question_with_all_of_the_command(client: Client) -> None:
    command = "echo 'it is\tlong' && " + "x" * 2000
    client.wants(command, permission_suggestions=SUGGESTIONS)
    (question,) = client.asked()
    assert (question["kind"], question["title"]) == ("permission", "Permission: Bash")
    assert question["options"] == ["Allow once", "Allow always", "Reject"]
    assert command in question["question"]
    assert "Allow always: Bash(npm test) in this project" in question["question"]
    assert client.state == "waiting"


def test_an_answer_allows_once(client: Client) -> None:
    hook = client.wants()
    client.answer(choice="Allow once")
    assert ended(hook) == {"behavior": "allow"}
    client.is_quiet("working")


def test_an_answer_allows_always_what_the_tool_offers(client: Client) -> None:
    hook = client.wants(permission_suggestions=SUGGESTIONS)
    client.answer(choice="Allow always")
    assert ended(hook) == {"behavior": "allow", "updatedPermissions": SUGGESTIONS}
    client.is_quiet("working")


def test_a_mode_that_is_offered_for_always_is_named_by_what_it_means(client: Client) -> None:
    client.wants(permission_suggestions=[{"type": "setMode", "mode": "acceptEdits", "destination": "session"}])
    (question,) = client.asked()
    assert "Allow always: all edits of files for this session" in question["question"]


def test_always_is_not_offered_if_the_tool_does_not(client: Client) -> None:
    client.wants(permission_suggestions=[])
    assert client.asked()[0]["options"] == ["Allow once", "Reject"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"choice": "Reject"}, "A person has refused this in Bellpull. Do not try"),
        ({"text": "use staging"}, "A person has refused this in Bellpull, and says: use staging"),
    ],
)
def test_a_refusal_tells_the_model_why(client: Client, said: dict[str, str], words: str) -> None:
    hook = client.wants()
    client.answer(**said)
    decided = ended(hook)
    assert decided["behavior"] == "deny"
    assert decided["message"].startswith(words)
    client.is_quiet("working")


def test_a_yes_in_the_tool_withdraws_the_question_when_its_step_has_ended(client: Client) -> None:
    hook = client.wants()
    client.asked()
    client.tells("PostToolUse", tool_use_id="a")
    assert ended(hook) is None
    client.is_quiet("working")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a tool has started")
@pytest.mark.parametrize("waits", [PERMISSION, DIALOG])
def test_a_yes_in_the_tool_is_seen_while_the_command_runs(client: Client, waits: str) -> None:
    command = f'read until_{client.id} # "it\'s quoted"'
    hook = client.wants(command, waits)
    until(lambda: client.state == "waiting", "the dialog is known")
    shell = subprocess.Popen(["sh", "-c", f"eval '{command.replace(chr(39), '')}'"], stdin=subprocess.PIPE)
    try:
        assert ended(hook) is None
        client.is_quiet("working")
    finally:
        shell.kill()
        shell.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("waits", [PERMISSION, DIALOG])
def test_a_no_in_the_tool_leaves_nothing_behind(client: Client, waits: str) -> None:
    hook = client.wants(waits=waits)
    until(lambda: client.state == "waiting", "the dialog is known")
    assert len(client.open) == (waits == PERMISSION)
    hook.send_signal(signal.SIGTERM)
    assert ended(hook) is None
    client.is_quiet("idle")


def test_a_permission_without_the_switch_asks_nobody(client: Client) -> None:
    hook = client.wants(waits=DIALOG)
    until(lambda: client.state == "waiting", "the dialog is known")
    assert client.open == []
    client.tells("PostToolUse", tool_use_id="a")
    assert ended(hook) is None


def test_a_question_that_is_closed_leaves_the_dialog_alone(client: Client) -> None:
    hook = client.wants()
    (question,) = client.asked()
    done(client.person.post(f"/api/notifications/{question['id']}/dismiss"))
    until(lambda: client.open == [], "it is closed")
    assert client.state == "waiting"
    hook.send_signal(signal.SIGTERM)
    assert ended(hook) is None
    client.is_quiet("idle")


def test_a_session_that_nobody_sits_at_can_be_answered(client: Client) -> None:
    event = event_of("claude-code.PermissionRequest", session_id=client.id)
    hook = client.asks(event, **HEADLESS)
    client.answer(choice="Allow once")
    assert ended(hook) == {"behavior": "allow"}


def test_a_session_that_nobody_sits_at_does_not_wait_for_a_closed_question(client: Client) -> None:
    hook = client.asks(event_of("claude-code.PermissionRequest", session_id=client.id), **HEADLESS)
    (question,) = client.asked()
    done(client.person.post(f"/api/notifications/{question['id']}/dismiss"))
    assert ended(hook) is None


def test_a_session_that_nobody_sits_at_waits_for_nobody_without_the_switch(client: Client) -> None:
    hook = client.asks(event_of("claude-code.PermissionRequest", session_id=client.id), DIALOG, **HEADLESS)
    assert ended(hook) is None


def test_two_permissions_of_one_session_are_answered_one_by_one(client: Client) -> None:
    first, second = client.wants("make one", id="a"), client.wants("make two", id="b")
    for question in client.asked(2):
        choice = "Allow once" if "make two" in question["question"] else "Reject"
        done(client.person.post(f"/api/questions/{question['id']}/answer", {"choice": choice}))
    assert (ended(first)["behavior"], ended(second)["behavior"]) == ("deny", "allow")
    client.is_quiet("working")


def test_a_change_of_a_file_is_shown_as_a_diff(client: Client) -> None:
    file = client.tool.home / "shop.py"
    file.write_text("price = 1\nname = 2\n")
    edit = {"file_path": str(file), "old_string": "price = 1", "new_string": "price = 3"}
    client.wants(tool_name="Edit", tool_input=edit)
    (question,) = client.asked()
    assert question["title"] == "Permission: Edit"
    assert f"--- a{file}\n+++ b{file}\n@@ -1,2 +1,2 @@\n-price = 1\n+price = 3\n name = 2\n" in question["question"]


@pytest.mark.parametrize("name", ["AskUserQuestion", "ExitPlanMode"])
def test_a_dialog_that_wants_more_than_yes_or_no_stays_in_the_tool(client: Client, name: str) -> None:
    hook = client.wants(tool_name=name, tool_input={"plan": "Write it"})
    until(lambda: client.state == "waiting", "the dialog is known")
    assert client.open == []
    hook.send_signal(signal.SIGTERM)
    assert ended(hook) is None
    client.is_quiet("idle")


def test_a_session_that_nobody_sits_at_waits_for_no_hub(client: Client) -> None:
    gone = Tool(client.tool.home, client.tool.home / "no-hub", "fast", "builder")
    hook = Client(gone, lambda: client.person).asks(event_of("claude-code.PermissionRequest"), **HEADLESS)
    assert ended(hook) is None


@pytest.fixture
def moved(hub_process: Callable[..., Hub], tmp_path: Any) -> Iterator[tuple[Hub, Client]]:
    """A client whose hub comes and goes."""
    hub = hub_process()
    (tmp_path / "home").mkdir()
    one = Client(Tool(tmp_path / "home", hub.data_dir, "fast", hub.new_agent().name), lambda: hub.owner)
    yield hub, one
    for process in one.started:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("waits", [PERMISSION, DIALOG])
def test_a_dialog_that_opens_while_the_hub_is_away_is_known_when_it_comes(
    moved: tuple[Hub, Client], waits: str
) -> None:
    hub, client = moved
    client.tells("SessionStart")
    hub.kill()
    hook = client.asks(event_of("claude-code.PermissionRequest", session_id=client.id), waits)
    hub.restart()
    until(lambda: client.state == "waiting", "the dialog is known")
    assert len(client.open) == (waits == PERMISSION)
    hook.send_signal(signal.SIGTERM)
    assert ended(hook) is None
    client.is_quiet("idle")


@pytest.mark.parametrize("waits", [PERMISSION, DIALOG])
def test_a_no_while_the_hub_is_away_is_told_when_it_comes(moved: tuple[Hub, Client], waits: str) -> None:
    hub, client = moved
    hook = client.wants(waits=waits)
    until(lambda: client.state == "waiting", "the dialog is known")
    hub.kill()
    hook.send_signal(signal.SIGTERM)
    assert ended(hook) is None
    hub.restart()
    client.is_quiet("idle")


@pytest.mark.parametrize(("goes_on", "state"), [(True, "working"), (False, "idle")])
def test_a_yes_while_the_hub_is_away_is_read_in_the_record(
    moved: tuple[Hub, Client], tmp_path: Any, goes_on: bool, state: str
) -> None:
    hub, client = moved
    record = tmp_path / "record.jsonl"

    def adds(role: str, **part: Any) -> None:
        stopped = "end_turn" if part["type"] == "text" else "tool_use"
        line = {"type": role, "message": {"role": role, "content": [part], "stop_reason": stopped}}
        with record.open("a") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")

    adds("assistant", type="tool_use", id="toolu_1", name="Bash", input={"command": "touch x"})
    hook = client.wants("touch x", transcript_path=str(record))
    client.asked()
    hub.kill()
    adds("user", type="tool_result", tool_use_id="toolu_0", content="of another call")
    adds("user", type="tool_result", tool_use_id="toolu_1", content="")
    if not goes_on:
        adds("assistant", type="text", text="It is made.")
    hub.restart()
    assert ended(hook) is None
    client.is_quiet(state)


def test_a_killed_hub_asks_the_same_again_and_loses_no_answer(hub_process: Callable[..., Hub], tmp_path: Any) -> None:
    hub = hub_process()
    (tmp_path / "home").mkdir()
    client = Client(Tool(tmp_path / "home", hub.data_dir, "fast", hub.new_agent().name), lambda: hub.owner)
    first, second = client.wants("make one", id="a"), client.wants("make two", id="b")
    try:
        before = {one["id"] for one in client.asked(2)}
        hub.kill()
        hub.restart()
        until(lambda: {one["id"] for one in client.open} == before, "the same are open")
        for id in before:
            done(hub.owner.post(f"/api/questions/{id}/answer", {"choice": "Allow once"}))
        assert (ended(first), ended(second)) == ({"behavior": "allow"}, {"behavior": "allow"})
        client.is_quiet("working")
    finally:
        for process in (first, second):
            process.kill()
            process.communicate(timeout=PATIENCE)
