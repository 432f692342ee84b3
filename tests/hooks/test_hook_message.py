"""`bellpull hook qwen --wake`: what it leaves behind sends the idle session a pointer to what has come."""

import json
import socket
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hook_tool import MESSAGE, Tool, event_of, nudge, nudges, session

from bellpull.cli.hook_message import INBOX, TOKEN, send
from bellpull.clients.hooks.command import WAKE
from support.answers import PATIENCE, until
from support.hub import Hub


def received(inbox: socket.socket) -> list[dict[str, Any]]:
    inbox.settimeout(PATIENCE)
    line, _ = inbox.accept()
    with line, line.makefile("rb") as lines:
        return [json.loads(one) for one in lines]


@pytest.mark.process
def test_an_idle_session_is_sent_a_pointer_and_its_next_result_brings_the_thing(hub: Hub, fast_tool: Tool) -> None:
    agent = fast_tool.agent or ""
    event = event_of("qwen.Stop")
    assert fast_tool.hook("qwen", event).silent
    with TemporaryDirectory(prefix="q-") as folder, socket.socket(socket.AF_UNIX) as inbox:
        inbox.bind(f"{folder}/inbox")
        inbox.listen()
        process = fast_tool.start("qwen", WAKE, **{INBOX: f"{folder}/inbox", TOKEN: "word"})
        out, err = process.communicate(json.dumps(event).encode(), timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, b"", b"")
        until(lambda: (session(hub.owner, agent, f"qwen:{event['session_id']}") or {}).get("wakes"), "it can be woken")
        nudge(hub, agent)
        told, frame = received(inbox)
    assert told == {"msgV": 1, "type": "auth", "token": "word"}
    assert (frame["type"], frame["toSessionId"]) == ("user", event["session_id"])
    assert MESSAGE not in frame["message"]["content"]
    assert len(nudges(hub, agent)) == 1
    result = event_of("qwen.PostToolUse", session_id=event["session_id"])
    assert MESSAGE in fast_tool.hook("qwen", result).json["hookSpecificOutput"]["additionalContext"]


def test_an_inbox_that_is_gone_takes_nothing(tmp_path: Path) -> None:
    assert not send(str(tmp_path / "none"), "word", "s1", "text")
