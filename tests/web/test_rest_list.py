"""Lists: filters, order, paging, counts."""

import itertools
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.answers import PRIORITIES, STATUSES, TYPES, done, refused
from support.hub import Caller, Hub

BAD_STATUS = "Invalid status. Must be: pending, acknowledged, or dismissed"
CATEGORIES = [None, "progress", "a b,c", "é"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Shelf:
    """Notifications of two agents of one person, as they should be listed: newest first."""

    person: Caller
    agents: list[Caller]
    rows: list[Row]


@pytest.fixture(scope="module")
def shelf(hub: Hub) -> Iterator[Shelf]:
    person = hub.new_person()
    agents = [hub.new_agent(person), hub.new_agent(person)]
    kinds = itertools.cycle(itertools.product(TYPES, PRIORITIES, CATEGORIES))
    rows = []
    for number in range(60):
        kind, priority, category = next(kinds)
        sender = agents[number % 3 % 2]
        rows.append(sender.send(f"row {number}", notification_type=kind, priority=priority, category=category))
        for verb in [[], ["acknowledge"], ["dismiss"], ["acknowledge", "dismiss"]][number // 2 % 4]:
            done(person.post(f"/api/notifications/{rows[-1]['id']}/{verb}"))
        rows[-1] = person.read(rows[-1]["id"])
        next(kinds), next(kinds)
    hub.new_agent().send("of somebody else")
    yield Shelf(person, agents, rows[::-1])


def _wanted(row: Row, query: dict[str, Any]) -> bool:
    plain = ("agent_name", "status", "notification_type", "category")
    if any(name in query and row[name] != query[name] for name in plain):
        return False
    return "priority" not in query or row["priority"] in query["priority"].split(",")


def _expected(shelf: Shelf, query: dict[str, Any]) -> list[Row]:
    ids = [row["id"] for row in shelf.rows]
    start = ids.index(query["before"]) + 1 if "before" in query else 0
    return [row for row in shelf.rows[start:] if _wanted(row, query)][: query.get("limit", 50)]


@settings(max_examples=100)
@given(data=st.data())
def test_filters_in_any_combination_list_what_the_model_lists(shelf: Shelf, data: st.DataObject) -> None:
    filters = {
        "agent_name": st.sampled_from([agent.name for agent in shelf.agents] + [shelf.person.name]),
        "status": st.sampled_from(STATUSES),
        "priority": st.lists(st.sampled_from(PRIORITIES), min_size=1, max_size=4).map(",".join),
        "notification_type": st.sampled_from(TYPES),
        "category": st.sampled_from([*CATEGORIES[1:], "unused"]),
        "limit": st.sampled_from([1, 2, 7, 50, 500]),
        "before": st.sampled_from([row["id"] for row in shelf.rows]),
    }
    query = data.draw(st.fixed_dictionaries({}, optional=filters))
    listed = done(shelf.person.get("/api/notifications", **query))
    assert list(listed) == ["count", "notifications"]
    assert listed["notifications"] == _expected(shelf, query)
    assert listed["count"] == len(listed["notifications"])


@settings(max_examples=30)
@given(data=st.data())
def test_an_agent_s_list_takes_the_same_filters(shelf: Shelf, data: st.DataObject) -> None:
    agent = data.draw(st.sampled_from(shelf.agents))
    filters = {
        "status": st.sampled_from(STATUSES),
        "priority": st.lists(st.sampled_from(PRIORITIES), min_size=1, max_size=3).map(",".join),
        "notification_type": st.sampled_from(TYPES),
        "category": st.sampled_from(CATEGORIES[1:]),
        "limit": st.sampled_from([1, 3, 500]),
        "before": st.sampled_from([row["id"] for row in shelf.rows]),
    }
    query = data.draw(st.fixed_dictionaries({}, optional=filters))
    listed = done(shelf.person.get(f"/api/agents/{agent.name}/notifications", **query))
    assert listed["notifications"] == _expected(shelf, query | {"agent_name": agent.name})
    assert listed["count"] == len(listed["notifications"])


@pytest.mark.parametrize("limit", [1, 2, 7, 60, 500])
def test_pages_of_any_size_make_up_the_whole_list(shelf: Shelf, limit: int) -> None:
    assert list(shelf.person.every_notification(limit)) == shelf.rows


def test_the_default_is_fifty(shelf: Shelf) -> None:
    assert done(shelf.person.get("/api/notifications"))["notifications"] == shelf.rows[:50]


def test_paging_is_stable_while_new_ones_arrive(hub: Hub) -> None:
    person = hub.new_person()
    senders = [hub.new_agent(person) for _ in range(4)]
    old = {sender.send("old")["id"] for sender in senders for _ in range(50)}
    enough = Event()

    def keep_sending(sender: Caller) -> None:
        while not enough.is_set():
            sender.send("new")

    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(keep_sending, sender) for sender in senders]
        walks = [_walk(person, limit=9) for _ in range(5)]
        enough.set()
        [writer.result() for writer in writers]
    for walk in walks:
        assert len(walk) == len(set(walk)), "a notification was listed twice"
        assert old <= set(walk), "a notification was skipped"
    assert _walk(person, limit=500)[-len(walks[0]) :] == walks[0], "the order changed"


def _walk(person: Caller, limit: int) -> list[str]:
    return [row["id"] for row in person.every_notification(limit)]


def test_notifications_of_one_moment_are_paged_without_double_or_gap(hub: Hub) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    with ThreadPoolExecutor(16) as pool:
        made = {row["id"] for row in pool.map(lambda number: agent.send(f"at once {number}"), range(200))}
    walk = _walk(person, limit=3)
    assert len(walk) == 200
    assert set(walk) == made
    times = [row["created_at"] for row in person.every_notification()]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("path", ["/api/notifications", "/api/agents/{agent}/notifications"])
@pytest.mark.parametrize("limit", ["0", "501", "-1", "abc", "1.5", "", "1e2", "99999999999999999999", " ", "٣"])
def test_limits_outside_1_to_500_are_refused_by_name(shelf: Shelf, path: str, limit: str) -> None:
    answer = shelf.person.get(path.format(agent=shelf.agents[0].name), limit=limit)
    assert "limit" in refused(answer, 422)["detail"]


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("-1", "limit: Expected int >= 1"),
        ("-99999999999999999999", "limit: Expected int >= 1"),
        ("501", "limit: Expected int <= 500"),
        ("99999999999999999999", "limit: Expected int <= 500"),
        ("1.5", "limit: Expected a whole number"),
        ("abc", "limit: Expected a whole number"),
    ],
)
def test_limit_is_refused_with_what_is_wrong_with_it(shelf: Shelf, limit: str, sentence: str) -> None:
    refused(shelf.person.get("/api/notifications", limit=limit), 422, sentence=sentence)


@pytest.mark.parametrize("path", ["/api/notifications", "/api/agents/{agent}/notifications"])
@pytest.mark.parametrize("status", ["open", "Pending", "pending,gone", "all"])
def test_an_unknown_status_is_refused(shelf: Shelf, path: str, status: str) -> None:
    answer = shelf.person.get(path.format(agent=shelf.agents[0].name), status=status)
    refused(answer, 400, sentence=BAD_STATUS)


@pytest.mark.parametrize("path", ["/api/notifications", "/api/agents/{agent}/notifications"])
@pytest.mark.parametrize(
    ("priority", "named"), [("critical", ["critical"]), ("high,Low,urgent,max", ["Low", "max"]), ("HIGH", ["HIGH"])]
)
def test_unknown_priorities_are_named(shelf: Shelf, path: str, priority: str, named: list[str]) -> None:
    answer = shelf.person.get(path.format(agent=shelf.agents[0].name), priority=priority)
    sentence = refused(answer, 400)["detail"]
    assert sentence.startswith("Invalid priorities: ")
    assert all(word in sentence for word in named)
    assert "urgent" not in sentence.removeprefix("Invalid priorities: ")


def test_an_unknown_type_in_a_filter_is_refused(shelf: Shelf) -> None:
    refused(shelf.person.get("/api/notifications", notification_type="warning"), 400)


def test_a_page_before_something_unknown_or_foreign_is_refused_alike(hub: Hub, shelf: Shelf) -> None:
    foreign = hub.new_agent().send()["id"]
    answers = [
        refused(shelf.person.get("/api/notifications", before=one), 400, 404, 422)
        for one in ("notif_0000000000000000", foreign)
    ]
    assert answers[0]["code"] == answers[1]["code"]


def test_the_pending_count_is_a_true_total(hub: Hub) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    with ThreadPoolExecutor(16) as pool:
        ids = [row["id"] for row in pool.map(lambda number: agent.send(f"{number}"), range(520))]
    assert done(person.get("/api/notifications/count", status="pending")) == {"status": "pending", "count": 520}
    done(person.post(f"/api/notifications/{ids[0]}/acknowledge"))
    done(person.post(f"/api/notifications/{ids[1]}/dismiss"))
    assert done(person.get("/api/notifications/count", status="pending"))["count"] == 518
    assert done(agent.get("/api/notifications/count", status="pending"))["count"] == 518
    counted = done(person.get(f"/api/agents/{agent.name}/notifications/count"))
    assert counted == {"agent_name": agent.name, "pending_count": 518}


@pytest.mark.parametrize("status", ["acknowledged", "dismissed", "x"])
def test_count_of_another_status_than_pending_is_refused(person: Caller, status: str) -> None:
    refused(person.get("/api/notifications/count", status=status), 400)


@pytest.mark.parametrize("path", ["/api/agents/{name}/notifications", "/api/agents/{name}/notifications/count"])
def test_the_list_of_an_unknown_agent_is_not_found(person: Caller, path: str) -> None:
    answer = person.get(path.format(name=f"nobody-{secrets.token_hex(4)}"))
    refused(answer, 404, sentence="Agent not found")
