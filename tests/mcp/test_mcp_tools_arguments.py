"""Arguments that are not right: an error that names the parameter, and nothing is sent to the hub."""

import json
from typing import Any

import pytest
from scripted import Scripted, question, settled

ASK = {"title": "Decision", "question": "Merge?"}
SEND = {"notification_type": "info", "title": "Done"}
LONG = "x" * 201

ASK_ERRORS: list[tuple[dict[str, Any], str]] = [
    ({"question": "Merge?"}, "The parameter title is required."),
    ({"title": "Decision"}, "The parameter question is required."),
    (ASK | {"title": "  "}, "The parameter title must not be blank."),
    (ASK | {"title": LONG}, "The parameter title has 201 characters; at most 200 are allowed."),
    (ASK | {"question": "\n"}, "The parameter question must not be blank."),
    (ASK | {"question": 5}, "The parameter question must be a string, not a whole number."),
    (ASK | {"options": "Yes"}, "The parameter options must be a list, not a string."),
    (ASK | {"options": ["Yes", "Yes"]}, "The parameter options has 'Yes' twice."),
    (ASK | {"options": ["Yes", " "]}, "Item 2 of the parameter options must not be blank."),
    (ASK | {"options": ["Yes", None]}, "Item 2 of the parameter options must be a string, not null."),
    (
        ASK | {"options": ["Yes", LONG]},
        "Item 2 of the parameter options has 201 characters; at most 200 are allowed.",
    ),
    (
        ASK | {"options": [str(number) for number in range(21)]},
        "The parameter options has 21 items; at most 20 are allowed.",
    ),
    (ASK | {"urgency": "urgent"}, "The parameter urgency must be one of: low, normal, high."),
    (ASK | {"wait_for_response": "yes"}, "The parameter wait_for_response must be a boolean, not a string."),
    (ASK | {"wait_for_response": 1}, "The parameter wait_for_response must be a boolean, not a whole number."),
    (ASK | {"timeout": True}, "The parameter timeout must be a number, not a boolean."),
    (ASK | {"timeout": "60"}, "The parameter timeout must be a number, not a string."),
    (ASK | {"timeout": 0}, "The parameter timeout must be a number from 1 to 86400."),
    (ASK | {"timeout": 0.99}, "The parameter timeout must be a number from 1 to 86400."),
    (ASK | {"timeout": 86_401}, "The parameter timeout must be a number from 1 to 86400."),
    (ASK | {"timeout": float("nan")}, "The parameter timeout must be a number from 1 to 86400."),
    (ASK | {"repo": LONG}, "The parameter repo has 201 characters; at most 200 are allowed."),
    (ASK | {"option": ["Yes"]}, "There is no parameter 'option'; did you mean options?"),
    (ASK | {"wait_for_reponse": True}, "There is no parameter 'wait_for_reponse'; did you mean wait_for_response?"),
]


@pytest.mark.parametrize(("arguments", "sentence"), ASK_ERRORS)
def test_ask_user_names_the_parameter(arguments: dict[str, Any], sentence: str) -> None:
    hub = Scripted()
    result = hub.run("ask_user", arguments)
    assert (result.items, result.is_error, hub.asked) == ([sentence], True, [])


@pytest.mark.parametrize("arguments", [[], "title", 7])
def test_arguments_that_are_no_object_are_refused(arguments: Any) -> None:
    result = Scripted().run("ask_user", arguments)
    assert result.is_error
    assert result.items[0].startswith("The arguments must be an object, not ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"message": ""}, "Error: Message cannot be empty"),
        ({"message": " \n\t"}, "Error: Message cannot be empty"),
        ({}, "Error: Message cannot be empty"),
        ({"message": "x" * 10_001}, "Error: Message exceeds maximum length of 10,000 characters"),
        ({"message": "Hi", "timeout": 4.9}, "Error: Timeout must be between 5 and 300 seconds"),
        ({"message": "Hi", "timeout": 300.1}, "Error: Timeout must be between 5 and 300 seconds"),
        ({"message": "Hi", "timeout": 1}, "Error: Timeout must be between 5 and 300 seconds"),
        ({"message": "Hi", "timeout": 500}, "Error: Timeout must be between 5 and 300 seconds"),
        ({"message": "Hi", "timeout": True}, "Error: The parameter timeout must be a number, not a boolean."),
        (
            {"message": "Hi", "show_history": 0},
            "Error: The parameter show_history must be a boolean, not a whole number.",
        ),
        ({"message": "Hi", "theme": "blue"}, "Error: The parameter theme must be one of: auto, light, dark."),
    ],
)
def test_notify_has_the_sentences_of_its_contract(arguments: dict[str, Any], sentence: str) -> None:
    hub = Scripted()
    result = hub.run("notify", arguments)
    assert (result.items, result.is_error, hub.asked) == ([sentence], True, [])


@pytest.mark.parametrize(
    ("tool", "arguments", "parameter"),
    [
        ("notify", {"message": "a\0b"}, "message"),
        ("notify", {"message": "x", "title": "a\0b"}, "title"),
        ("ask_user", {"title": "x", "question": "y", "agent": "a\0b"}, "agent"),
        ("send_notification", SEND | {"category": "a\0b"}, "category"),
    ],
)
def test_a_nul_is_refused_with_the_callers_own_name_of_the_parameter(
    tool: str, arguments: dict[str, Any], parameter: str
) -> None:
    hub = Scripted()
    result = hub.run(tool, arguments)
    assert f"The parameter {parameter} must not contain the NUL character." in result.items[0]
    assert (result.is_error, hub.asked) == (True, [])


@pytest.mark.parametrize("arguments", [{"message": "x"}, {"message": "x" * 10_000}])
@pytest.mark.parametrize("timeout", [{}, {"timeout": 5}, {"timeout": 300}])
def test_notify_takes_what_is_just_right(arguments: dict[str, Any], timeout: dict[str, Any]) -> None:
    hub = Scripted(settled("accepted", kind="text", reply="Hello"))
    assert hub.run("notify", arguments | timeout).items == ["User response: Hello"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (SEND | {"title": ""}, "Title is required"),
        (SEND | {"title": "   "}, "Title is required"),
        ({"notification_type": "info"}, "Title is required"),
        (SEND | {"title": LONG}, "Title too long (max 200 characters)"),
        (
            SEND | {"notification_type": "news"},
            "Invalid notification_type. Must be one of: alert, info, status, completion, question",
        ),
        (SEND | {"priority": "top"}, "Invalid priority. Must be one of: low, normal, high, urgent"),
        ({"title": "Done"}, "The parameter notification_type is required."),
        (SEND | {"metadata": []}, "The parameter metadata must be an object, not a list."),
        (SEND | {"message": {}}, "The parameter message must be a string, not an object."),
    ],
)
def test_send_notification_says_in_json_what_is_wrong(arguments: dict[str, Any], sentence: str) -> None:
    hub = Scripted()
    result = hub.run("send_notification", arguments)
    assert [json.loads(item) for item in result.items] == [{"success": False, "error": sentence}]
    assert (result.is_error, hub.asked) == (True, [])


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("await_answer", {}, "The parameter question_id is required."),
        (
            "await_answer",
            {"question_id": "q", "timeout": -1},
            "The parameter timeout must be a number from 0 to 86400.",
        ),
        ("withdraw_question", {"question_id": ""}, "The parameter question_id must not be blank."),
        ("notify_commit", {"branch": "main"}, "The parameter message is required."),
        (
            "notify_merge",
            {"source_branch": "x", "commits_count": 1.5},
            "The parameter commits_count must be a whole number, not a number.",
        ),
        (
            "notify_merge",
            {"source_branch": "x", "files_count": -1},
            "The parameter files_count must be a whole number of at least 0.",
        ),
        ("notify_sync", {"worktrees": []}, "The parameter worktrees must have at least 1 item."),
        ("notify_sync", {"worktrees": [1]}, "Item 1 of the parameter worktrees must be a string, not a whole number."),
    ],
)
def test_the_other_tools_name_the_parameter_too(tool: str, arguments: dict[str, Any], sentence: str) -> None:
    hub = Scripted()
    result = hub.run(tool, arguments)
    assert (result.items, result.is_error, hub.asked) == ([sentence], True, [])


def test_null_stands_for_not_given() -> None:
    hub = Scripted(question())
    hub.run("ask_user", ASK | {"options": None, "urgency": None, "repo": None, "timeout": None})
    assert hub.body["options"] == []
    assert (hub.body["urgency"], hub.body["repo"], hub.body["wait"]) == ("normal", None, None)


def test_a_parameter_that_a_client_adds_of_its_own_is_ignored() -> None:
    hub = Scripted(question())
    assert not hub.run("ask_user", ASK | {"task_progress": "1/3", "toolSummary": "asks"}).is_error
    assert "task_progress" not in hub.body


def test_blank_labels_are_no_labels() -> None:
    hub = Scripted(question())
    result = hub.run("ask_user", ASK | {"agent": "", "branch": " ", "action_label": ""})
    assert result.items[0] == "⚠️ Question sent: Decision"
    assert (hub.body["asked_as"], hub.body["branch"], hub.body["action_label"]) == (None, None, None)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    hub = Scripted({"id": "notif_1"})
    hub.run("notify_merge", {"source_branch": "x", "commits_count": 3.0})
    assert hub.body["message"] == "x → main\n3 commits"
