"""Idempotency-Key: a repeated create is safe."""

import secrets
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.live import told

BODY = {"notification_type": "status", "title": "Step 3 of 7", "metadata": {"step": 3.0}}


def test_the_same_key_and_body_again_answer_with_the_first_notification(agent: Caller) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key="step-3"), 201)
    for _ in range(3):
        assert done(agent.post("/api/notifications", BODY, Idempotency_Key="step-3"), 200) == first
    assert done(agent.get("/api/notifications"))["count"] == 1
    assert done(agent.get(f"/api/notifications/{first['id']}/trail"))["count"] == 1


def test_a_repeat_shows_the_notification_as_it_is_now(hub: Hub, agent: Caller) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 201)
    done(hub.owner.post(f"/api/notifications/{first['id']}/acknowledge"))
    again = done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 200)
    assert again == agent.read(first["id"])
    assert again["status"] == "acknowledged"


@pytest.mark.parametrize("change", [{"title": "Step 4 of 7"}, {"priority": "high"}, {"metadata": {"step": 3}}])
def test_the_same_key_with_another_body_is_a_conflict(agent: Caller, change: dict[str, object]) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 201)
    refused(agent.post("/api/notifications", BODY | change, Idempotency_Key="k"), 409)
    assert [row["id"] for row in agent.every_notification()] == [first["id"]]
    assert done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 200) == first


def test_keys_differ_by_letter_and_by_agent(hub: Hub, agent: Caller, person: Caller) -> None:
    callers = [(agent, "k"), (agent, "K"), (agent, "k-"), (hub.new_agent(), "k"), (person, "k")]
    made = [done(caller.post("/api/notifications", BODY, Idempotency_Key=key), 201) for caller, key in callers]
    assert len({row["id"] for row in made}) == 5


def test_without_a_key_every_create_is_its_own(agent: Caller) -> None:
    assert len({done(agent.post("/api/notifications", BODY), 201)["id"] for _ in range(3)}) == 3


@pytest.mark.parametrize("key", ["x", "a b", "~!@#$%^&*()_+{}|:<>?", "k" * 200])
def test_keys_of_1_to_200_printable_characters_are_taken(agent: Caller, key: str) -> None:
    first = done(agent.post("/api/notifications", BODY, Idempotency_Key=key), 201)
    assert done(agent.post("/api/notifications", BODY, Idempotency_Key=key), 200) == first


@pytest.mark.parametrize("key", [b"", b"k" * 201, "é".encode(), b"\xff\xfe", b"a\tb"])
def test_other_keys_are_refused(agent: Caller, key: bytes) -> None:
    refused(agent.call("POST", "/api/notifications", json=BODY, headers={b"Idempotency-Key": key}), 400, 422)
    assert done(agent.get("/api/notifications"))["count"] == 0


def test_a_refused_create_does_not_use_up_its_key(agent: Caller) -> None:
    refused(agent.post("/api/notifications", BODY | {"title": " "}, Idempotency_Key="k"), 400)
    done(agent.post("/api/notifications", BODY, Idempotency_Key="k"), 201)


def test_of_many_creates_at_once_with_one_key_exactly_one_is_stored(hub: Hub, agent: Caller) -> None:
    for _ in range(5):
        key = secrets.token_hex(8)
        together = Barrier(16)

        def create(_: int, key: str = key, together: Barrier = together) -> tuple[int, str]:
            together.wait(30)
            answer = agent.post("/api/notifications", BODY, Idempotency_Key=key)
            return answer.status_code, answer.json()["id"]

        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(create, range(16)))
        assert Counter(status for status, _ in answers) == {201: 1, 200: 15}
        assert len({notification_id for _, notification_id in answers}) == 1
    assert done(agent.get("/api/notifications"))["count"] == 5


def test_refusals_in_the_middle_of_a_burst_cost_the_others_nothing(agent: Caller) -> None:
    done(agent.post("/api/notifications", BODY, Idempotency_Key="taken"), 201)

    def create(number: int) -> int:
        if number % 3 == 0:
            return agent.post("/api/notifications", BODY | {"title": "other"}, Idempotency_Key="taken").status_code
        if number % 3 == 1:
            return agent.post("/api/notifications", BODY | {"title": "\u0000"}).status_code
        return agent.post("/api/notifications", BODY | {"title": f"row {number}"}).status_code

    with ThreadPoolExecutor(24) as pool:
        statuses = list(pool.map(create, range(300)))
    assert statuses == [409, 400, 201] * 100
    titles = sorted(row["title"] for row in agent.every_notification())
    assert titles == sorted([BODY["title"], *(f"row {number}" for number in range(2, 300, 3))], key=str)
    with agent.socket(since=0) as live:
        live.connected()
        agent.send("the end")
        live.until_type("agent_notification", title="the end")
        assert len(told(live.events())) == 102


def test_of_many_different_bodies_at_once_with_one_key_one_wins(agent: Caller) -> None:
    together = Barrier(8)

    def create(number: int) -> int:
        together.wait(30)
        return agent.post("/api/notifications", BODY | {"title": f"{number}"}, Idempotency_Key="k").status_code

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(create, range(8))) == {201: 1, 409: 7}
    assert done(agent.get("/api/notifications"))["count"] == 1


def test_a_repeat_does_not_count_against_the_rate(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(creates_per_minute="2").new_agent()
    body = {"notification_type": "info", "title": "once"}
    answers = [agent.post("/api/notifications", body, idempotency_key="k") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [201] + [200] * 5
