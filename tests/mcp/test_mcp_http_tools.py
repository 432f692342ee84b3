"""Every tool of `/mcp`, called by the official client in both revisions."""

import json
from collections.abc import Iterator

import pytest
from http_client import REVISIONS, McpClient, connected
from mcp.shared.exceptions import MCPError

from bellpull.mcp.tools import INSTRUCTIONS, TOOLS
from support.answers import NOTIFICATION_ID, TIME
from support.hub import Caller, Hub
from support.questions import ask, listed, look, nothing_stored, surface


@pytest.fixture(params=REVISIONS)
def client(agent: Caller, request: pytest.FixtureRequest) -> Iterator[McpClient]:
    with connected(agent, request.param) as made:
        yield made


def test_the_client_gets_every_tool_with_its_schema_and_annotations(client: McpClient) -> None:
    listed = client.ask("list_tools").tools
    assert {tool.name: tool.input_schema for tool in listed} == {
        tool.name: tool.input_schema for tool in TOOLS.values()
    }
    for tool in listed:
        assert tool.description == TOOLS[tool.name].description
        assert tool.annotations.model_dump(by_alias=True) == TOOLS[tool.name].annotations
        assert tool.output_schema is None


def test_the_client_is_told_when_to_tell_and_when_to_ask(client: McpClient) -> None:
    assert client.client.instructions == INSTRUCTIONS
    assert client.client.server_info.name == "bellpull"
    (prompt,) = client.ask("list_prompts").prompts
    assert prompt.name == "notify"
    assert "notify" in client.ask("get_prompt", "notify").messages[0].content.text


@pytest.mark.parametrize("mode", REVISIONS)
def test_copilot_is_given_texts_that_stand_apart(agent: Caller, mode: str) -> None:
    """It joins them."""
    with connected(agent, mode, "copilot-cli") as client:
        items = client.call("ask_user", title="Merge", question="Merge to main?").items
        assert [item[:1] == "\n" for item in items] == [False, *[True] * (len(items) - 1)]
        assert len(items) > 1


@pytest.mark.parametrize("mode", REVISIONS)
def test_gemini_is_offered_a_second_name_to_ask_by(agent: Caller, mode: str) -> None:
    with connected(agent, mode, "gemini-cli-mcp-client") as client:
        assert [tool.name for tool in client.ask("list_tools").tools] == [*TOOLS, "ask_person"]
        assert "ask_person" in client.client.instructions
        assert client.call("ask_person", title="Merge", question="Merge to main?").items[0].endswith("sent: Merge")
    with connected(agent, mode, "another") as client:
        assert [tool.name for tool in client.ask("list_tools").tools] == list(TOOLS)
        assert client.client.instructions == INSTRUCTIONS


def test_a_sent_notification_is_stored_as_the_agents(client: McpClient, agent: Caller) -> None:
    told = client.call("send_notification", notification_type="info", title="The report is ready")
    assert not told.is_error
    said = json.loads(told.items[0])
    assert list(said) == ["success", "notification_id", "agent_name", "created_at"]
    assert said["success"] is True
    assert NOTIFICATION_ID.fullmatch(said["notification_id"])
    assert said["agent_name"] == agent.name
    assert TIME.fullmatch(said["created_at"])
    assert agent.read(said["notification_id"])["title"] == "The report is ready"


def test_an_agent_that_does_not_wait_learns_the_question_id(client: McpClient, agent: Caller) -> None:
    told = client.call("ask_user", title="Merge", question="Merge to main?", options=["Yes, merge", "No"])
    assert told.items[0] == "⚠️ Question sent: Merge"
    (asked,) = listed(agent)
    assert json.loads(told.items[1]) == {"sent": True, "message": "Question sent", "question_id": asked["id"]}
    assert asked["waiting_until"] is None


def test_a_shown_message_wants_no_answer(client: McpClient, hub: Hub) -> None:
    with surface(hub.owner, "text"):
        told = client.call("notify", message="All done", wait_for_response=False)
    assert told == (["✓ Message displayed successfully"], False)


def test_a_message_that_nobody_could_see_is_refused_and_not_stored(client: McpClient, agent: Caller) -> None:
    sentence = "Cannot display popup - no display available. This feature requires a graphical environment."
    assert client.call("notify", message="Anybody there?") == ([f"Error: {sentence}"], True)
    nothing_stored(agent)


def test_a_question_is_taken_back(client: McpClient, agent: Caller) -> None:
    asked = ask(agent)
    told = client.call("withdraw_question", question_id=asked["id"])
    assert told == ([json.dumps({"withdrawn": True, "question_id": asked["id"]})], False)
    assert look(agent, asked["id"])["outcome"] == "withdrawn"


def test_commits_merges_and_syncs_are_told(client: McpClient, agent: Caller) -> None:
    assert client.call("notify_commit", branch="main", message="Fix it", hash="abc123").items == [
        "Commit notified: abc123 on main"
    ]
    assert client.call("notify_merge", source_branch="topic").items == ["Merge notified: topic → main"]
    assert client.call("notify_sync", worktrees=["a", "b"], source="main").items == [
        "Sync notified: 2 worktrees updated"
    ]
    assert {row["category"] for row in agent.every_notification()} == {"git"}


def test_a_wrong_argument_is_named_and_nothing_is_stored(client: McpClient, agent: Caller) -> None:
    told = client.call("ask_user", title="t", question="q", timeout=0)
    assert told.is_error
    assert "timeout" in told.items[0]
    nothing_stored(agent)


def test_an_unknown_tool_and_an_unknown_prompt_are_errors_of_the_protocol(client: McpClient) -> None:
    with pytest.raises(MCPError, match="Unknown tool: dig_a_hole"):
        client.call("dig_a_hole")
    with pytest.raises(MCPError, match="Unknown prompt: sing"):
        client.ask("get_prompt", "sing")
