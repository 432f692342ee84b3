"""Idempotency-Key: a repeated create is safe."""

import pytest

from support.answers import done, refused
from support.hub import Caller

BODY = {"notification_type": "status", "title": "Step 3 of 7", "metadata": {"step": 3.0}}


def test_the_same_key_and_body_again_answer_with_the_first_notification(agent: Caller) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key="step-3"), 201)
    for _ in range(3):
        assert done(agent.post("/api/notifications", BODY, Idempotency_Key="step-3"), 200) == first
    assert done(agent.get("/api/notifications"))["count"] == 1
    assert done(agent.get(f"/api/notifications/{first['id']}/trail"))["count"] == 1


@pytest.mark.parametrize("change", [{"title": "Step 4 of 7"}, {"metadata": {"step": 3}}])
def test_the_same_key_with_another_body_is_a_conflict(agent: Caller, change: dict[str, object]) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 201)
    refused(agent.post("/api/notifications", BODY | change, Idempotency_Key="k"), 409)
    assert [row["id"] for row in agent.every_notification()] == [first["id"]]
    assert done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 200) == first


def test_creates_without_a_key_are_notifications_of_their_own(agent: Caller) -> None:
    assert len({done(agent.post("/api/notifications", BODY), 201)["id"] for _ in range(3)}) == 3


@pytest.mark.parametrize("key", ["x", "a b", "~!@#$%^&*()_+{}|:<>?", "k" * 200])
def test_keys_of_1_to_200_printable_characters_are_taken(agent: Caller, key: str) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key=key), 201)
    assert done(agent.post("/api/notifications", BODY, Idempotency_Key=key), 200) == first


@pytest.mark.parametrize("key", [b"", b"k" * 201, "é".encode(), b"\xff\xfe", b"a\tb"])
def test_other_keys_are_refused(agent: Caller, key: bytes) -> None:
    refused(agent.call("POST", "/api/notifications", json=BODY, headers={b"Idempotency-Key": key}), 400, 422)
    assert done(agent.get("/api/notifications"))["count"] == 0
