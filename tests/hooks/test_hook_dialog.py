"""`bellpull hook gemini --dialog`: the hook ends at once, and what it leaves behind follows the dialog to its end."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hook_tool import Tool, event_of, session

from bellpull.cli.hook_dialog import Record
from bellpull.clients.hooks.command import DIALOG
from support.answers import PATIENCE, until
from support.hub import Hub


class Gemini:
    """Gemini CLI's side: it keeps a record of its session."""

    def __init__(self, tool: Tool, hub: Hub) -> None:
        self._tool, self._hub = tool, hub
        self.record = tool.home / "session.jsonl"
        self.record.write_text('{"kind": "main"}\n')
        self.id = event_of("gemini.Notification")["session_id"]

    def tells(self, sample: str, waits: str = "", **more: Any) -> None:
        event = event_of(f"gemini.{sample}", session_id=self.id, transcript_path=str(self.record), **more)
        process = self._tool.start("gemini", waits)
        out, err = process.communicate(json.dumps(event).encode(), timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, b"", b"")

    def shows_dialog(self, **more: Any) -> None:
        self.tells("BeforeTool")
        self.tells("Notification", DIALOG, **more)

    def adds(self, text: str) -> None:
        with self.record.open("a") as file:
            file.write(text)

    def ends(self, *states: str) -> None:
        self.adds(json.dumps({"type": "gemini", "toolCalls": [{"status": state} for state in states]}) + "\n")

    def seen(self) -> dict[str, Any]:
        return session(self._hub.owner, self._tool.agent or "", f"gemini:{self.id}") or {}

    def is_seen(self, state: str) -> dict[str, Any]:
        return until(lambda: self.seen() if self.seen().get("state") == state else None, f"it is {state}")


@pytest.fixture
def gemini(hub: Hub, fast_tool: Tool) -> Iterator[Gemini]:
    one = Gemini(fast_tool, hub)
    yield one
    one.ends("cancelled")


@pytest.mark.process
def test_the_dialog_is_told_with_its_command_before_it_is_shown(gemini: Gemini) -> None:
    gemini.shows_dialog()
    told = gemini.seen()
    assert (told["state"], told["reason"]) == ("waiting", "permission: Shell: npm publish")


@pytest.mark.process
def test_a_refusal_in_the_record_ends_the_lock(gemini: Gemini) -> None:
    gemini.shows_dialog()
    gemini.is_seen("waiting")
    gemini.ends("cancelled")
    assert gemini.is_seen("idle")["tools"] == []


@pytest.mark.process
def test_a_step_that_has_ended_is_left_to_its_own_hook(gemini: Gemini) -> None:
    gemini.shows_dialog()
    gemini.is_seen("waiting")
    gemini.tells("AfterTool")
    gemini.tells("AfterAgent")
    gemini.is_seen("idle")
    gemini.ends("success")
    gemini.shows_dialog()
    assert gemini.is_seen("waiting")


@pytest.mark.process
def test_a_lock_is_told_again_to_a_hub_that_was_killed(hub_process: Any, tmp_path: Path) -> None:
    hub = hub_process()
    home = tmp_path / "home"
    home.mkdir()
    gemini = Gemini(Tool(home, hub.data_dir, "fast", "builder"), hub)
    gemini.shows_dialog()
    gemini.is_seen("waiting")
    hub.kill()
    hub.start()
    gemini.ends("cancelled")
    gemini.is_seen("idle")


def test_a_record_tells_only_what_was_added_and_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text('{"toolCalls": [{"status": "cancelled"}]}\n')
    record = Record(str(file))
    assert record.state() is None
    with file.open("a") as more:
        more.write('{"$set": {}}\nnot JSON\n{"toolCalls": 7}\n[]\n{"toolCalls": [{"status": "success"}, {"sta')
        more.flush()
        assert record.state() is None
        more.write('tus": "cancelled"}]}\n')
        more.flush()
        assert record.state() == "cancelled"
    assert record.state() is None


def test_a_record_that_is_not_there_tells_nothing(tmp_path: Path) -> None:
    assert Record(str(tmp_path / "none.jsonl")).state() is None
    assert Record("").state() is None
