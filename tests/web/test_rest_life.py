"""Acknowledging and dismissing: a notification's life."""

import itertools
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from support.answers import TIME, done, refused
from support.hub import Caller, Hub

CHANGED = ["id", "status", "acknowledged_at", "acknowledged_by"]


def _do(caller: Caller, verb: str, notification_id: str) -> dict[str, Any]:
    changed: dict[str, Any] = done(caller.post(f"/api/notifications/{notification_id}/{verb}"))
    assert list(changed) == CHANGED
    return changed


def test_acknowledging_says_who_and_when(hub: Hub, person: Caller) -> None:
    sent = hub.new_agent(person).send()
    changed = _do(person, "acknowledge", sent["id"])
    assert TIME.fullmatch(changed["acknowledged_at"])
    assert changed["acknowledged_at"] >= sent["created_at"]
    assert (changed["status"], changed["acknowledged_by"]) == ("acknowledged", person.name)
    assert person.read(sent["id"]) == sent | changed


@pytest.mark.parametrize("content", [b"", b"{}"])
def test_dismiss_all_dismisses_all_that_the_person_sees(hub: Hub, content: bytes) -> None:
    person = hub.new_person()
    agents = [hub.new_agent(person), hub.new_agent(person)]
    foreign = hub.new_agent().send()
    rows = [agents[number % 2].send(f"row {number}") for number in range(6)] + [person.send("my own")]
    acknowledged = _do(hub.owner, "acknowledge", rows[0]["id"])
    dismissed = _do(hub.owner, "dismiss", rows[1]["id"])
    answer = person.call("POST", "/api/notifications/dismiss-all", content=content)
    assert done(answer) == {"dismissed": 6}
    assert {row["status"] for row in person.every_notification()} == {"dismissed"}
    assert person.read(rows[0]["id"]) == rows[0] | acknowledged | {"status": "dismissed"}
    assert person.read(rows[1]["id"]) == rows[1] | dismissed
    assert person.read(rows[2]["id"])["acknowledged_by"] == person.name
    assert TIME.fullmatch(person.read(rows[2]["id"])["acknowledged_at"])
    assert hub.owner.read(foreign["id"]) == foreign
    assert done(person.post("/api/notifications/dismiss-all", {})) == {"dismissed": 0}


def test_dismiss_all_of_one_agent_leaves_the_others(hub: Hub, person: Caller) -> None:
    one, other = hub.new_agent(person), hub.new_agent(person)
    gone, kept = [one.send(), one.send()], other.send()
    assert done(person.post("/api/notifications/dismiss-all", {"agent_name": one.name})) == {"dismissed": 2}
    assert {person.read(row["id"])["status"] for row in gone} == {"dismissed"}
    assert person.read(kept["id"]) == kept


@pytest.mark.parametrize(
    ("body", "field"),
    [({"agent": "x"}, "agent"), ({"agent_name": 7}, "agent_name"), ({"agent_name": "x", "state": "y"}, "state")],
)
def test_dismiss_all_refuses_unknown_and_mistyped_fields_by_name(person: Caller, body: Any, field: str) -> None:
    assert field in refused(person.post("/api/notifications/dismiss-all", body), 422)["detail"]


def test_the_trail_tells_a_life_oldest_first(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    sent = agent.send("A trail", priority="high", category="progress")
    changed = _do(person, "acknowledge", sent["id"])
    _do(person, "acknowledge", sent["id"])
    _do(hub.owner, "dismiss", sent["id"])
    _do(person, "dismiss", sent["id"])
    trail = done(person.get(f"/api/notifications/{sent['id']}/trail"))
    assert list(trail) == ["notification_id", "count", "events"]
    assert (trail["notification_id"], trail["count"]) == (sent["id"], 3)
    created, acknowledged, dismissed = trail["events"]
    common = {"agent_name": agent.name, "notification_id": sent["id"]}
    assert created == common | {
        "seq": created["seq"],
        "type": "agent_notification",
        "at": created["at"],
        "notification_type": "info",
        "title": "A trail",
        "priority": "high",
        "category": "progress",
        "timestamp": sent["created_at"],
    }
    stamps = {name: changed[name] for name in ("acknowledged_at", "acknowledged_by")}
    for event, status, by in ((acknowledged, "acknowledged", person.name), (dismissed, "dismissed", hub.owner.name)):
        own = {"seq": event["seq"], "at": event["at"], "type": f"notification_{status}", "status": status, "by": by}
        assert event == common | stamps | own
    assert created["seq"] < acknowledged["seq"] < dismissed["seq"]
    assert all(TIME.fullmatch(event["at"]) for event in trail["events"])


class Life(RuleBasedStateMachine):
    """One person's two agents over REST beside a model of their notifications."""

    hub: Hub

    def __init__(self) -> None:
        super().__init__()
        self.person = self.hub.new_person()
        self.agents = [self.hub.new_agent(self.person), self.hub.new_agent(self.person)]
        self.model: dict[str, dict[str, Any]] = {}
        self.changes: dict[str, list[str]] = {}

    def _end(self, row: dict[str, Any], status: str, caller: Caller, changed: dict[str, Any]) -> None:
        if row["status"] == "pending":
            assert TIME.fullmatch(changed["acknowledged_at"])
            row |= {"acknowledged_by": caller.name, "acknowledged_at": changed["acknowledged_at"]}
        row["status"] = status

    def _pick(self, number: int) -> dict[str, Any] | None:
        return list(self.model.values())[number % len(self.model)] if self.model else None

    def _caller(self, admin: bool) -> Caller:
        return self.hub.owner if admin else self.person

    @rule(number=st.integers(0, 1))
    def send(self, number: int) -> None:
        row = self.agents[number].send()
        self.model[row["id"]] = row
        self.changes[row["id"]] = ["agent_notification"]

    @rule(number=st.integers(0, 50), admin=st.booleans())
    def acknowledge(self, number: int, admin: bool) -> None:
        if row := self._pick(number):
            changed = _do(self._caller(admin), "acknowledge", row["id"])
            if row["status"] == "pending":
                self._end(row, "acknowledged", self._caller(admin), changed)
                self.changes[row["id"]].append("notification_acknowledged")
            assert changed == {name: row[name] for name in CHANGED}

    @rule(number=st.integers(0, 50), admin=st.booleans())
    def dismiss(self, number: int, admin: bool) -> None:
        if row := self._pick(number):
            changed = _do(self._caller(admin), "dismiss", row["id"])
            if row["status"] != "dismissed":
                self._end(row, "dismissed", self._caller(admin), changed)
                self.changes[row["id"]].append("notification_dismissed")
            assert changed == {name: row[name] for name in CHANGED}

    @rule(which=st.sampled_from([None, 0, 1]))
    def dismiss_all(self, which: int | None) -> None:
        body = {} if which is None else {"agent_name": self.agents[which].name}
        hit = [row for row in self.model.values() if row["status"] != "dismissed" and body.items() <= row.items()]
        assert done(self.person.post("/api/notifications/dismiss-all", body)) == {"dismissed": len(hit)}
        for row in hit:
            self._end(row, "dismissed", self.person, self.person.read(row["id"]))
            self.changes[row["id"]].append("*")

    @invariant()
    def the_list_and_the_counts_are_the_model(self) -> None:
        assert list(self.person.every_notification()) == list(self.model.values())[::-1]
        pending = [row for row in self.model.values() if row["status"] == "pending"]
        assert done(self.person.get("/api/notifications/count", status="pending"))["count"] == len(pending)
        listed = {one["name"]: one["pending_count"] for one in done(self.person.get("/api/agents"))["agents"]}
        for agent in self.agents:
            counted = done(self.person.get(f"/api/agents/{agent.name}/notifications/count"))["pending_count"]
            assert counted == len([row for row in pending if row["agent_name"] == agent.name]) == listed[agent.name]

    def teardown(self) -> None:
        for row, changes in itertools.islice(self.changes.items(), 5):
            events = done(self.person.get(f"/api/notifications/{row}/trail"))["events"]
            kinds = [event["type"] for event in events]
            assert [kind for kind in kinds if kind in changes] == [change for change in changes if change != "*"]


def test_acknowledging_and_dismissing_in_any_order_is_as_the_model_says(hub: Hub) -> None:
    machine = type("LifeOnThisHub", (Life,), {"hub": hub})
    run_state_machine_as_test(machine, settings=settings(max_examples=6, stateful_step_count=25))


def test_an_empty_name_is_no_agent_and_never_all_of_them(person: Caller) -> None:
    sent = person.send()
    refused(person.post("/api/notifications/dismiss-all", {"agent_name": ""}), 400, 404, 422)
    refused(person.get("/api/notifications?agent_name="), 400)
    assert done(person.get(f"/api/notifications/{sent['id']}"))["status"] == "pending"
