"""`bellpull hook codex`, as Codex runs it: an idle session is woken by a message in its queue, and a permission is
asked in Bellpull before the dialog opens, but not for long."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hook_tool import TEXT, Tool, event_of, nudge, session

from bellpull.cli.hook_wake import MESSAGE
from bellpull.clients.hooks.command import DIALOG, PERMISSION, WAKE
from bellpull.clients.hooks.permission import REFUSAL
from support.answers import PATIENCE, done, until
from support.hub import Hub

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which program a process runs"),
]
Process = subprocess.Popen[bytes]
Start = Callable[..., Process]
#: The hook runs beneath this program, so it takes this for Codex and runs it with `queue` and more words; and Python
#: takes the first one for a file.
QUEUE = "import json, sys\nopen('queued.json', 'w').write(json.dumps(sys.argv[1:]))\n"
IMPATIENT = """
import sys
from bellpull.cli import hook_permission
from bellpull.cli.main import main
hook_permission.AWAY_SECONDS = 1
sys.exit(main())
"""


@pytest.fixture
def start(fast_tool: Tool) -> Iterator[Start]:
    """Starts hooks that wait; none outlives the test."""
    started: list[Process] = []

    def one(event: dict[str, Any], waits: str, command: list[str] | None = None) -> Process:
        pipe, words = subprocess.PIPE, command or fast_tool.command("codex", waits)
        environment = fast_tool.environment()
        process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=fast_tool.home)
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


def ended(process: Process) -> str:
    """What it told Codex."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    return out.decode()


def known(hub: Hub, tool: Tool, event: dict[str, Any]) -> dict[str, Any]:
    return session(hub.owner, tool.agent or "", f"codex:{event['session_id']}") or {}


def asked(hub: Hub, tool: Tool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done(hub.owner.get("/api/questions", agent_name=tool.agent))["questions"]
    return found


def stopped(tool: Tool) -> dict[str, Any]:
    """A session whose turn has just ended."""
    event = event_of("codex.Stop")
    assert tool.hook("codex", event_of("codex.UserPromptSubmit", session_id=event["session_id"])).silent
    assert tool.hook("codex", event).silent
    return event


def queued(tool: Tool) -> list[str]:
    file: Path = tool.home / "queued.json"
    until(file.exists, "a message is queued")
    words: list[str] = json.loads(file.read_text())
    return words


def test_an_idle_session_is_woken_by_its_queue(hub: Hub, fast_tool: Tool, start: Start) -> None:
    (fast_tool.home / "queue").write_text(QUEUE)
    event = stopped(fast_tool)
    waker = start(event, WAKE)
    until(lambda: known(hub, fast_tool, event).get("wakes"), "it can be woken")
    assert nudge(hub, fast_tool.agent or "")["delivery"] == "new_message"
    assert ended(waker) == ""
    assert queued(fast_tool) == ["--thread", event["session_id"], "--message", MESSAGE]
    prompt = event_of("codex.UserPromptSubmit-ours", session_id=event["session_id"])
    assert fast_tool.hook("codex", prompt).json["hookSpecificOutput"]["additionalContext"] == TEXT


def test_a_tool_that_has_ended_is_not_waited_for(hub: Hub, fast_tool: Tool, start: Start) -> None:
    """`codex exec` ends right after its turn, perhaps before what waits has begun, and then that is nobody's child."""
    event = event_of("codex.UserPromptSubmit")
    tool = "import subprocess, sys; subprocess.run(sys.argv[1:], check=True)"
    subprocess.run(
        [sys.executable, "-c", tool, *fast_tool.command("codex")],
        input=json.dumps(event).encode(),
        env=fast_tool.environment(),
        cwd=fast_tool.home,
        timeout=PATIENCE,
        check=True,
    )
    stop = event_of("codex.Stop", session_id=event["session_id"])
    assert fast_tool.hook("codex", stop).silent
    assert ended(start(stop, WAKE)) == ""
    assert not known(hub, fast_tool, event)["wakes"]


@pytest.mark.parametrize("sample", ["Interrupt", "PostModelRequest-failed"])
def test_a_session_whose_turn_was_cut_off_is_not_said_to_wake(
    hub: Hub, fast_tool: Tool, start: Start, sample: str
) -> None:
    (fast_tool.home / "queue").write_text(QUEUE)
    event = stopped(fast_tool)
    waker = start(event, WAKE)
    until(lambda: known(hub, fast_tool, event).get("wakes"), "it can be woken")
    assert fast_tool.hook("codex", event_of("codex.UserPromptSubmit", session_id=event["session_id"])).silent
    assert fast_tool.hook("codex", event_of(f"codex.{sample}", session_id=event["session_id"])).silent

    def cut_off() -> bool:
        seen = known(hub, fast_tool, event)
        return (seen["state"], seen["wakes"]) == ("idle", False)

    until(cut_off, "it idles, and cannot be woken")
    nudge(hub, fast_tool.agent or "")
    assert ended(waker) == ""
    assert not (fast_tool.home / "queued.json").exists()


def test_the_answers_of_a_model_cost_nothing(fast_tool: Tool) -> None:
    """They come with each step: the hub hears of those that failed, and of no others."""
    nowhere = Tool(fast_tool.home, fast_tool.home / "no-hub", "fast", "builder")
    said = [
        nowhere.hook("codex", event_of(f"codex.{sample}"), BELLPULL_LOG_LEVEL="debug")
        for sample in ("PostModelRequest", "PostModelRequest-failed")
    ]
    assert said[0].silent
    assert said[1].err


def permission() -> dict[str, Any]:
    event = event_of("codex.PermissionRequest")
    return event | {"permission_suggestions": None}


@pytest.mark.parametrize(
    ("answer", "decided"),
    [
        ({"choice": "Allow once"}, {"behavior": "allow"}),
        (
            {"text": "not today"},
            {"behavior": "deny", "message": f"{REFUSAL}, and says: not today"},
        ),
    ],
)
def test_an_answer_in_time_decides(
    hub: Hub, fast_tool: Tool, start: Start, answer: dict[str, str], decided: dict[str, str]
) -> None:
    event = permission()
    hook = start(event, PERMISSION)
    (question,) = until(lambda: asked(hub, fast_tool), "people are asked")
    assert question["options"] == ["Allow once", "Reject"]
    done(hub.owner.post(f"/api/questions/{question['id']}/answer", answer))
    said = json.loads(ended(hook))["hookSpecificOutput"]
    assert said == {"hookEventName": "PermissionRequest", "decision": decided}
    until(lambda: known(hub, fast_tool, event)["state"] == "working", "it goes on")


def test_a_question_that_is_closed_opens_the_dialog(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = permission()
    hook = start(event, PERMISSION)
    (question,) = until(lambda: asked(hub, fast_tool), "people are asked")
    done(hub.owner.post(f"/api/notifications/{question['id']}/dismiss"))
    assert ended(hook) == ""
    assert known(hub, fast_tool, event)["state"] == "waiting"


def test_a_question_that_is_not_answered_in_time_is_withdrawn(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = permission()
    words = [sys.executable, "-c", IMPATIENT, "hook", "codex", "--agent", fast_tool.agent or "", PERMISSION]
    hook = start(event, PERMISSION, words)
    until(lambda: asked(hub, fast_tool), "people are asked")
    assert ended(hook) == ""
    until(lambda: not asked(hub, fast_tool), "the question is withdrawn")
    still = known(hub, fast_tool, event)
    assert (still["state"], still["reason"]) == ("waiting", "permission: Bash: cargo publish")


def test_a_hub_that_is_away_holds_no_dialog_back(fast_tool: Tool, start: Start) -> None:
    nowhere = Tool(fast_tool.home, fast_tool.home / "no-hub", "fast", "builder")
    hook = start(permission(), PERMISSION, [*nowhere.command("codex", PERMISSION), "--data-dir", str(nowhere.data_dir)])
    assert ended(hook) == ""


def test_an_event_that_is_too_large_to_be_read_holds_no_dialog_back(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = permission() | {"tool_input": {"command": "x" * 600_000}}
    assert ended(start(event, PERMISSION)) == ""
    until(lambda: known(hub, fast_tool, event).get("state") == "waiting", "the dialog is known")
    assert asked(hub, fast_tool) == []


def test_an_interrupt_withdraws_the_question(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = permission()
    hook = start(event, PERMISSION)
    until(lambda: asked(hub, fast_tool), "people are asked")
    assert fast_tool.hook("codex", event_of("codex.Interrupt", session_id=event["session_id"])).silent
    assert ended(hook) == ""
    until(lambda: known(hub, fast_tool, event)["state"] == "idle", "it idles")
    assert asked(hub, fast_tool) == []


def test_a_dialog_is_followed_beside_its_question(hub: Hub, fast_tool: Tool, start: Start) -> None:
    event = permission()
    follows = start(event, DIALOG)
    until(lambda: known(hub, fast_tool, event).get("state") == "waiting", "the dialog is known")
    asks = start(event, PERMISSION)
    (question,) = until(lambda: asked(hub, fast_tool), "people are asked")
    done(hub.owner.post(f"/api/questions/{question['id']}/answer", {"choice": "Allow once"}))
    assert "allow" in ended(asks)
    assert ended(follows) == ""
    until(lambda: known(hub, fast_tool, event)["state"] == "working", "it goes on")
