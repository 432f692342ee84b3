"""Permissions and questions of the real OpenCode, which no watch sees: by the plugin alone they are questions of the
hub, and the agent goes on with what people answer there."""

from pathlib import Path

import pytest
from at_work import AtWork, bash, becomes, carried_out, none_open, project

from support.fake_model import Call

pytestmark = pytest.mark.slow


def test_a_running_tool_is_seen_with_what_it_works_on(opencode: AtWork, tmp_path: Path) -> None:
    command = f"timeout 60 sh -c 'while [ ! -e {tmp_path}/go ]; do sleep 0.05; done'"
    work = opencode.begin(bash(command))
    work.wait(lambda: opencode.watched(work.name).get("tools"), "the tool is seen")
    seen = opencode.watched(work.name)
    assert [(one["tool"], one["argument"]) for one in seen["tools"]] == [("bash", command)]
    assert seen["state"] == "working"
    assert seen["turn_at"] <= seen["tools"][0]["since"] <= seen["seen_at"]
    assert not seen["waits"]
    (tmp_path / "go").touch()
    assert becomes(work, "idle")["tools"] == []


def test_todos_are_seen(opencode: AtWork) -> None:
    todos = [{"content": "first", "status": "in_progress", "priority": "high"}]
    work = opencode.begin(Call("todowrite", {"todos": todos}))
    assert becomes(work, "idle")["todos"] == todos


def test_a_command_that_is_allowed_always_is_not_asked_again(opencode: AtWork) -> None:
    work = opencode.begin(bash("mkdir first && echo one"), bash("mkdir second && echo two"))
    asked = work.asked()
    opencode.answer(asked, choice="Allow always")
    assert work.results() == ["one\n", "two\n"]
    carried_out(opencode, asked)
    none_open(work)


def test_a_refusal_without_a_word_ends_the_turn(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch refused.txt"), bash("echo never"))
    asked = work.asked()
    opencode.answer(asked, choice="Reject")
    becomes(work, "idle")
    assert len(work.requests()) == 1
    assert carried_out(opencode, asked)["choice"] == "Reject"


def test_a_permission_to_edit_shows_its_difference(opencode: AtWork) -> None:
    file = project(opencode) / "notes.txt"
    work = opencode.begin(Call("write", {"filePath": str(file), "content": "first line\nsecond line\n"}))
    asked = work.asked()
    assert asked["title"].startswith("Permission: edit")
    assert "```diff" in asked["question"]
    assert "+second line" in asked["question"]
    assert not file.exists()
    opencode.answer(asked, choice="Allow once")
    work.rest()
    assert file.read_text() == "first line\nsecond line\n"


def test_a_permission_that_is_answered_in_opencode_is_withdrawn_at_the_hub(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch there.txt"))
    asked = work.asked()
    opencode.server.call("POST", f"/permission/{asked['request']}/reply", {"reply": "once"})
    work.rest()
    none_open(work)
    settled = opencode.question(asked["id"])
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")
    assert not becomes(work, "idle")["waits"]


def test_a_turn_that_is_aborted_leaves_no_permission_open(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch aborted.txt"))
    asked = work.asked()
    opencode.server.call("POST", f"/session/{work.session}/abort")
    seen = becomes(work, "idle")
    assert (seen["waits"], seen["tools"]) == ([], [])
    none_open(work)
    assert opencode.question(asked["id"])["via"] == "client"
