"""The real OpenCode with the plugin, in short: nudges for sessions that work and that idle, permissions, questions."""

import json
from typing import Any

import pytest
from at_work import ENDED, QUESTION, AtWork, bash, becomes, block, carried_out, project, say, teller

from support.fake_model import Call, text_of
from support.tool_results import ANSWERED, SEEN, TOLD_AT_WORK, WOKEN


@pytest.mark.shows(TOLD_AT_WORK)
def test_a_nudge_comes_with_the_result_of_a_built_in_tool(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, bash("echo one"), '1 < 2 & "so on"'), bash("echo two"))
    assert work.results() == [f"one\n\n\n{block(told[0])}", "two\n"]
    handed = opencode.handed(told[0])
    assert (handed["handed_via"], handed["handed_session"], handed["repeat"]) == ("plugin", work.name, False)


def test_a_sub_agent_does_not_take_what_is_meant_for_its_parent(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    job = "Look into the matter."
    opencode.model.play(job, teller(opencode, told, bash("echo sub")), say("sub again"), "Looked into.")
    task = Call("task", {"description": "a job", "prompt": job, "subagent_type": "general"})
    work = opencode.begin(task)
    (result,) = work.results()
    assert "Looked into." in result
    assert result.endswith(f"\n\n{block(told[0])}")
    assert "<notification source" not in json.dumps(opencode.model.heard(job)[-1])
    assert opencode.handed(told[0])["handed_session"] == work.name


def test_the_model_knows_what_nudges_are(opencode: AtWork) -> None:
    assert opencode.begin().knows_what_nudges_are()


@pytest.mark.shows(WOKEN)
def test_an_idle_session_wakes_with_the_blocks_and_nothing_around_them(opencode: AtWork) -> None:
    work = opencode.begin().rest()
    told = [opencode.tell("CI failed", source="ci")]
    opencode.handed(told[0])
    assert work.said_by_people() == [work.prompt, block(told[0])]
    last = opencode.server.messages(work.session)[-1]["parts"]
    assert [part["text"] for part in last if part["type"] == "text"] == [ENDED]


def test_the_session_that_was_prompted_last_wakes_alone(opencode: AtWork) -> None:
    older = opencode.begin().rest()
    newer = opencode.begin().rest()
    told = opencode.handed(opencode.tell("CI failed"))
    assert told["handed_session"] == newer.name
    assert newer.said_by_people() == [newer.prompt, block(told)]
    assert older.said_by_people() == [older.prompt]


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


def test_a_typed_refusal_is_read_by_the_model_which_goes_on(opencode: AtWork) -> None:
    work = opencode.begin(bash("touch refused.txt"), bash("echo another way"))
    opencode.answer(work.asked(), text="use mktemp instead")
    refused, then = work.results()
    assert "use mktemp instead" in refused
    assert then == "another way\n"
    assert not (project(opencode) / "refused.txt").exists()


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
