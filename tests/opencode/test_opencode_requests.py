"""Permissions and questions of the real OpenCode, which no watch sees: by the plugin alone they are questions of the
hub, and the agent goes on with what people answer there."""

from pathlib import Path
from typing import Any

import pytest
from at_work import AtWork, Work, bash

from support.answers import until
from support.fake_model import Call, text_of
from support.opencode import PATIENCE_WITH_IT
from support.tool_results import ANSWERED, SEEN

QUESTION = {
    "question": "Which db?",
    "header": "DB",
    "options": [
        {"label": "sqlite", "description": "a file"},
        {"label": "postgres", "description": "a server"},
    ],
}


def project(opencode: AtWork) -> Path:
    return opencode.server.opencode.project


def none_open(work: Work) -> None:
    work.wait(lambda: not work.at.open_questions(work.name), "the hub has no open question of it")


def becomes(work: Work, state: str) -> dict[str, Any]:
    def so() -> dict[str, Any] | None:
        seen = work.at.watched(work.name)
        return seen if seen.get("state") == state else None

    return dict(work.wait(so, f"it is seen to be {state}"))


def carried_out(opencode: AtWork, asked: dict[str, Any]) -> dict[str, Any]:
    until(lambda: opencode.question(asked["id"])["handed_at"], "the hub hears of it", PATIENCE_WITH_IT)
    return opencode.question(asked["id"])


@pytest.mark.slow
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


@pytest.mark.slow
def test_todos_are_seen(opencode: AtWork) -> None:
    todos = [{"content": "first", "status": "in_progress", "priority": "high"}]
    work = opencode.begin(Call("todowrite", {"todos": todos}))
    assert becomes(work, "idle")["todos"] == todos


@pytest.mark.shows(SEEN, ANSWERED)
def test_a_command_that_is_allowed_once_at_the_hub_is_run(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch once.txt && echo made"))
    asked = work.asked()
    assert (asked["kind"], asked["free_text"]) == ("permission", True)
    assert asked["title"].startswith("Permission: bash")
    assert asked["options"] == ["Allow once", "Allow always", "Reject"]
    assert "touch once.txt && echo made" in asked["question"]
    (wait,) = becomes(work, "waiting")["waits"]
    assert (wait["kind"], wait["source"], wait["confidence"]) == ("permission", "event", "certain")
    assert wait["question_id"] == asked["id"]
    opencode.answer(asked, choice="Allow once")
    assert work.results() == ["made\n"]
    assert (project(opencode) / "once.txt").exists()
    assert carried_out(opencode, asked)["by"] == opencode.hub.owner.name
    assert not becomes(work, "idle")["waits"]


@pytest.mark.slow
def test_what_is_allowed_always_is_not_asked_again(opencode: AtWork) -> None:
    work = opencode.begin(bash("mkdir first && echo one"), bash("mkdir second && echo two"))
    asked = work.asked()
    opencode.answer(asked, choice="Allow always")
    assert work.results() == ["one\n", "two\n"]
    carried_out(opencode, asked)
    none_open(work)


def test_a_typed_refusal_is_read_by_the_model_which_goes_on(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch refused.txt"), bash("echo another way"))
    opencode.answer(work.asked(), text="use mktemp instead")
    refused, then = work.results()
    assert "use mktemp instead" in refused
    assert then == "another way\n"
    assert not (project(opencode) / "refused.txt").exists()


@pytest.mark.slow
def test_a_refusal_without_a_word_ends_the_turn(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch refused.txt"), bash("echo never"))
    asked = work.asked()
    opencode.answer(asked, choice="Reject")
    becomes(work, "idle")
    assert len(work.requests()) == 1
    assert carried_out(opencode, asked)["choice"] == "Reject"


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("given", "said"),
    [({"choice": "postgres"}, "postgres"), pytest.param({"text": "duckdb"}, "duckdb", marks=pytest.mark.slow)],
)
def test_the_built_in_question_is_answered_at_the_hub(opencode: AtWork, given: dict[str, str], said: str) -> None:
    work = opencode.begin(Call("question", {"questions": [QUESTION]}))
    asked = work.asked()
    assert (asked["kind"], asked["title"], asked["options"]) == ("choice", "DB", ["sqlite", "postgres"])
    seen = becomes(work, "waiting")
    assert (seen["has_pending_ask_user"], seen["ask_user_title"]) == (True, "DB")
    opencode.answer(asked, **given)
    (result,) = work.results()
    assert f'"Which db?"="{said}"' in result
    carried_out(opencode, asked)


@pytest.mark.slow
def test_what_is_answered_in_opencode_is_withdrawn_at_the_hub(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch there.txt"))
    asked = work.asked()
    opencode.server.call("POST", f"/permission/{asked['request']}/reply", {"reply": "once"})
    work.rest()
    none_open(work)
    settled = opencode.question(asked["id"])
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")
    assert not becomes(work, "idle")["waits"]


def test_a_permission_of_a_sub_agent_is_seen_at_its_root_and_answered(opencode: AtWork) -> None:
    job = "Look into the permission."
    opencode.model.play(job, bash("touch by_sub_agent.txt && echo sub"), "Looked into.")
    work = opencode.begin(Call("task", {"description": "a job", "prompt": job, "subagent_type": "general"}))
    (wait,) = becomes(work, "waiting")["waits"]
    child = opencode.watched(wait["session"])
    assert (child["parent"], child["state"], wait["kind"]) == (work.name, "waiting", "permission")
    opencode.answer({"id": wait["question_id"]}, choice="Allow once")
    assert "Looked into." in work.results()[0]
    last = opencode.model.heard(job)[-1]["messages"]
    assert [text_of(one) for one in last if one["role"] == "tool"] == ["sub\n"]
    assert not becomes(work, "idle")["waits"]


@pytest.mark.slow
def test_a_turn_that_is_aborted_leaves_no_permission_open(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch aborted.txt"))
    asked = work.asked()
    opencode.server.call("POST", f"/session/{work.session}/abort")
    seen = becomes(work, "idle")
    assert (seen["waits"], seen["tools"]) == ([], [])
    none_open(work)
    assert opencode.question(asked["id"])["via"] == "client"
