"""POST and GET of one notification: its twelve fields, and what is refused in which words."""

import itertools
from typing import Any

import pytest

from support.answers import NOTIFICATION_FIELDS, NOTIFICATION_ID, PRIORITIES, TIME, TYPES, done, refused
from support.hub import Caller, Hub

BAD_TYPE = "Invalid notification_type. Must be one of: alert, info, status, completion, question"
BAD_PRIORITY = "Invalid priority. Must be one of: low, normal, high, urgent"
LONG_TITLE = "Title too long (max 200 characters)"
NO_TITLE = "Title is required"
VALID = {"notification_type": "info", "title": "The report is ready"}


def test_a_minimal_notification_comes_back_with_all_twelve_fields(agent: Caller) -> None:
    sent = done(agent.post("/api/notifications", VALID), 201)
    assert list(sent) == NOTIFICATION_FIELDS
    assert NOTIFICATION_ID.fullmatch(sent["id"])
    assert TIME.fullmatch(sent["created_at"])
    assert sent == VALID | {
        "id": sent["id"],
        "agent_name": agent.name,
        "message": None,
        "priority": "normal",
        "category": None,
        "metadata": None,
        "status": "pending",
        "created_at": sent["created_at"],
        "acknowledged_at": None,
        "acknowledged_by": None,
    }


def test_a_full_notification_is_kept_as_sent(agent: Caller) -> None:
    body = {
        "notification_type": "completion",
        "title": "Daily report generated",
        "message": "Processed 15,000 records.\nSaved.",
        "priority": "high",
        "category": "progress",
        "metadata": {"records_processed": 15000, "output_path": "content/reports/2026-02-20.pdf"},
    }
    sent = done(agent.post("/api/notifications", body), 201)
    assert body.items() <= sent.items()
    assert agent.read(sent["id"]) == sent


def test_explicit_nulls_are_as_good_as_left_out(agent: Caller) -> None:
    sent = done(agent.post("/api/notifications", VALID | {"message": None, "category": None, "metadata": None}), 201)
    assert (sent["message"], sent["category"], sent["metadata"]) == (None, None, None)


@pytest.mark.parametrize(
    ("kind", "priority"), [*((kind, "normal") for kind in TYPES), *(("info", priority) for priority in PRIORITIES)]
)
def test_every_type_and_priority_is_taken(agent: Caller, kind: str, priority: str) -> None:
    sent = agent.send(notification_type=kind, priority=priority)
    assert (sent["notification_type"], sent["priority"]) == (kind, priority)


def test_the_name_comes_from_the_key_and_cannot_be_claimed(hub: Hub, agent: Caller, person: Caller) -> None:
    other = hub.new_agent()
    claim = VALID | {"agent_name": other.name, "id": "notif_0000000000000000", "status": "dismissed"}
    sent = done(agent.post("/api/notifications", claim), 201)
    assert sent["agent_name"] == agent.name
    assert sent["id"] != claim["id"]
    assert sent["status"] == "pending"
    assert person.send()["agent_name"] == person.name
    assert hub.owner.send()["agent_name"] == hub.owner.name


def test_unknown_fields_are_ignored_on_create(agent: Caller) -> None:
    sent = done(agent.post("/api/notifications", VALID | {"colour": "red", "created_at": 7, "x": [{}]}), 201)
    assert list(sent) == NOTIFICATION_FIELDS


@pytest.mark.parametrize("title", ["🔔" * 200, "  kept  ", "a\nb\tc", "<b>&amp;</b>", "‮\u200b.", "'; --"])
def test_titles_up_to_200_characters_are_kept_to_the_letter(agent: Caller, title: str) -> None:
    sent = agent.send(title)
    assert sent["title"] == title
    assert agent.read(sent["id"])["title"] == title


@pytest.mark.parametrize("title", ["🔔" * 201, "x" * 50_000])
def test_a_title_of_more_than_200_characters_is_refused(agent: Caller, title: str) -> None:
    refused(agent.post("/api/notifications", VALID | {"title": title}), 400, sentence=LONG_TITLE)


@pytest.mark.parametrize("title", ["", "\u00a0\u2003"])
def test_a_blank_title_is_refused(agent: Caller, title: str) -> None:
    refused(agent.post("/api/notifications", VALID | {"title": title}), 400, sentence=NO_TITLE)


@pytest.mark.parametrize("kind", ["", "Info", "info ", "info,alert"])
def test_an_unknown_type_is_refused_with_the_list_of_types(agent: Caller, kind: str) -> None:
    refused(agent.post("/api/notifications", VALID | {"notification_type": kind}), 400, sentence=BAD_TYPE)


@pytest.mark.parametrize("priority", ["", "High", "low,high"])
def test_an_unknown_priority_is_refused_with_the_list_of_priorities(agent: Caller, priority: str) -> None:
    refused(agent.post("/api/notifications", VALID | {"priority": priority}), 400, sentence=BAD_PRIORITY)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"notification_type": "?", "title": "x" * 201, "priority": "?"}, BAD_TYPE),
        ({"notification_type": "info", "title": " ", "priority": "?"}, BAD_PRIORITY),
        ({"notification_type": "info", "title": " " * 201, "priority": "low"}, LONG_TITLE),
    ],
)
def test_first_mistake_of_several_is_named_in_the_contract_s_order(
    agent: Caller, body: dict[str, str], sentence: str
) -> None:
    refused(agent.post("/api/notifications", body), 400, sentence=sentence)


@pytest.mark.parametrize("field", ["notification_type", "title"])
def test_a_missing_field_is_named(agent: Caller, field: str) -> None:
    body = {name: value for name, value in VALID.items() if name != field}
    assert field in refused(agent.post("/api/notifications", body), 422)["detail"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *itertools.product(["notification_type", "title", "priority", "message", "category"], [1, []]),
        *itertools.product(["notification_type", "title", "priority"], [None]),
        *itertools.product(["metadata"], ["{}", []]),
    ],
)
def test_a_field_of_the_wrong_type_is_named(agent: Caller, field: str, value: object) -> None:
    assert field in refused(agent.post("/api/notifications", VALID | {field: value}), 422)["detail"]


def test_a_missing_field_is_told_before_a_value_that_is_not_allowed(agent: Caller) -> None:
    assert "title" in refused(agent.post("/api/notifications", {"notification_type": "?"}), 422)["detail"]


@pytest.mark.parametrize("field", ["message", "metadata"])
def test_messages_and_metadata_over_64_kb_are_refused(agent: Caller, field: str) -> None:
    text = "x" * (64 * 1024 + 10)
    refused(agent.post("/api/notifications", VALID | {field: text if field == "message" else {"x": text}}), 400, 413)


@pytest.mark.parametrize(
    "message", ["", " ", "x" * 60_000, "line\r\nline\n", "<script>alert(1)</script>", "日本語 🔔 é"]
)
def test_messages_are_kept_to_the_letter(agent: Caller, message: str) -> None:
    sent = agent.send(message=message, category=message[:50])
    assert agent.read(sent["id"]) == sent
    assert (sent["message"], sent["category"]) == (message, message[:50])


def test_nothing_that_was_refused_is_stored(hub: Hub, agent: Caller) -> None:
    bodies: list[Any] = [
        {},
        {"title": "x"},
        VALID | {"title": " "},
        VALID | {"priority": "?"},
        VALID | {"metadata": []},
        [],
    ]
    for body in bodies:
        refused(agent.post("/api/notifications", body), 400, 422)
    assert done(agent.get("/api/notifications"))["count"] == 0
    assert done(hub.owner.get(f"/api/agents/{agent.name}/notifications/count"))["pending_count"] == 0


@pytest.mark.parametrize("unknown", ["notif_0000000000000000", "notif_%00", "n" * 3000])
@pytest.mark.parametrize(
    ("method", "path"), [("GET", ""), ("GET", "/trail"), ("POST", "/acknowledge"), ("POST", "/dismiss")]
)
def test_an_unknown_notification_is_not_found(person: Caller, method: str, path: str, unknown: str) -> None:
    answer = person.call(method, f"/api/notifications/{unknown}{path}")
    refused(answer, 404, sentence="Notification not found")
