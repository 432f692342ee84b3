"""What clients and models are shown: names, schemas, descriptions, instructions, the prompt."""

import json

import pytest

from bellpull.clients.skill import BODY
from bellpull.mcp.tools import INSTRUCTIONS, PROMPTS, TOOLS, listed_prompts, prompt_messages

NOTIFY = json.loads("""
{
  "name": "notify",
  "description": "Display a message in a popup window and optionally wait for user text response. Use this for silent, text-based conversation instead of voice.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "message": {
        "type": "string",
        "minLength": 1,
        "maxLength": 10000,
        "description": "The message to display in the popup (1-10,000 characters)"
      },
      "wait_for_response": {
        "type": "boolean",
        "default": true,
        "description": "Whether to wait for user input. If false, just displays the message."
      },
      "timeout": {
        "type": "number",
        "minimum": 5,
        "maximum": 300,
        "description": "Optional timeout in seconds for user response (5-300 seconds, default: no timeout)"
      },
      "title": {
        "type": "string",
        "default": "VoiceMode",
        "description": "Window title for the popup"
      },
      "show_history": {
        "type": "boolean",
        "default": true,
        "description": "Whether to show recent conversation history in the popup"
      },
      "chime_enabled": {
        "type": "boolean",
        "default": false,
        "description": "Whether to play sound feedback (disabled by default for silent use)"
      },
      "theme": {
        "type": "string",
        "enum": ["auto", "light", "dark"],
        "default": "auto",
        "description": "Color theme for the popup. 'auto' matches system setting."
      }
    },
    "required": ["message"]
  }
}
""")  # noqa: E501 - the contract's own lines
PARAMETERS = {
    "send_notification": (
        {"notification_type": "string", "title": "string", "message": "string", "priority": "string"}
        | {"category": "string", "metadata": "object"},
        ["notification_type", "title"],
        {"priority": "normal"},
    ),
    "ask_user": (
        {"title": "string", "question": "string", "options": "array", "urgency": "string", "repo": "string"}
        | {"branch": "string", "agent": "string", "task": "string", "action_label": "string"}
        | {"wait_for_response": "boolean", "timeout": "number", "secret": "boolean"},
        ["title", "question"],
        {"urgency": "normal", "wait_for_response": False, "timeout": 60, "secret": False},
    ),
    "await_answer": ({"question_id": "string", "timeout": "number"}, ["question_id"], {"timeout": 60}),
    "withdraw_question": ({"question_id": "string"}, ["question_id"], {}),
    "notify_commit": (
        {"branch": "string", "message": "string", "files": "array", "hash": "string", "agent": "string"},
        ["branch", "message"],
        {},
    ),
    "notify_merge": (
        {"source_branch": "string", "commits_count": "integer", "files_count": "integer", "version": "string"}
        | {"repo": "string", "agent": "string"},
        ["source_branch"],
        {},
    ),
    "notify_sync": (
        {"worktrees": "array", "source": "string", "repo": "string", "conflicts": "array"},
        ["worktrees"],
        {"source": "main"},
    ),
}


def test_notify_is_its_contract_to_the_letter() -> None:
    shown = TOOLS["notify"].listed()
    assert json.dumps({name: shown[name] for name in NOTIFY}) == json.dumps(NOTIFY)


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_types_and_defaults_are_as_agreed(name: str) -> None:
    types, required, defaults = PARAMETERS[name]
    schema = TOOLS[name].input_schema
    rules = schema["properties"]
    assert {parameter: rule["type"] for parameter, rule in rules.items()} == types
    assert schema["required"] == required
    assert {parameter: rule["default"] for parameter, rule in rules.items() if "default" in rule} == defaults


def test_all_tools_are_there_in_the_order_in_which_a_model_needs_them() -> None:
    assert list(TOOLS) == ["send_notification", "ask_user", "notify", *list(PARAMETERS)[2:]]


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_says_what_it_is_for(name: str) -> None:
    shown = TOOLS[name].listed()
    assert len(shown["description"]) > 60
    assert all(rule["description"] for rule in shown["inputSchema"]["properties"].values())
    assert set(shown["annotations"]) == {
        "title",
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
    }
    assert shown["annotations"]["destructiveHint"] is False
    assert shown["annotations"]["readOnlyHint"] is (name == "await_answer")


def test_the_urgencies_and_ranges_of_ask_user() -> None:
    rules = TOOLS["ask_user"].input_schema["properties"]
    assert rules["urgency"]["enum"] == ["low", "normal", "high"]
    assert (rules["timeout"]["minimum"], rules["timeout"]["maximum"]) == (1, 86_400)
    assert (rules["options"]["maxItems"], rules["options"]["items"]["maxLength"]) == (20, 200)


def test_the_instructions_explain_notification_tags_in_the_agreed_words() -> None:
    assert INSTRUCTIONS.endswith(
        "You may see <notification> tags in tool results. These are external events\n"
        "(file changes, background task completions, etc.) that occurred while you\n"
        "were working. Consider them when deciding your next action."
    )
    assert all(name in INSTRUCTIONS for name in ("send_notification", "ask_user", "notify", "await_answer"))


def test_the_prompt_starts_a_talk_in_windows() -> None:
    assert [prompt["name"] for prompt in listed_prompts()] == ["notify"] == list(PROMPTS)
    [message] = prompt_messages("notify")["messages"]
    assert message["role"] == "user"
    assert "wait_for_response" in message["content"]["text"]


def test_models_are_told_what_declines() -> None:
    """By the tool and by the skill: a label that says no, and nothing else."""
    for text in (json.dumps(TOOLS["ask_user"].listed()), " ".join(BODY.split())):
        assert "of which one says no" in text
        assert "Not now" in text
        assert "second of two" not in text
