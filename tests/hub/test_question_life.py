"""Any order of what can happen to questions keeps the promises, over REST in this process with a clock of our own."""

import asyncio
import shutil
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from bellpull.domain.question_order import in_order, queued
from bellpull.feed.memory import MemoryFeed
from bellpull.hub.deadlines import meet_deadlines
from bellpull.hub.hub import Rules
from bellpull.hub.questions import Asking
from bellpull.store.sqlite import SqliteStore
from bellpull.web.app import Settings, create_app
from support.in_process import hub_over

LEASE, HAND_OVER, DAY = 10.0, 2.0, 86400.0
YES, NO = "Yes", "No"
BY_A_PERSON = {"accepted", "declined", "dismissed", "cancelled", "empty"}
NOT_BY_A_PERSON = {"withdrawn", "expired"}
NOTIFICATION = {
    "accepted": "acknowledged",
    "declined": "acknowledged",
    "empty": "acknowledged",
    "dismissed": "dismissed",
    "cancelled": "dismissed",
    "withdrawn": "dismissed",
    "expired": "dismissed",
}


async def _no_history(*_: object) -> list[Any]:
    return []


class Bench:
    """A hub in this process, called over its REST routes; it can be closed and opened again on the same file."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bellpull-life-"))
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.runner = asyncio.Runner()
        self.owner_key: str | None = None
        self.open()

    def open(self) -> None:
        self.runner.run(self._open())

    async def _open(self) -> None:
        self.store = SqliteStore(self.folder / "bellpull.db", lambda: None)
        awaited_by = await self.store.read(lambda reader: reader.nudges.awaited_by())
        self.hub = hub_over(self.store, lambda: self.now, Rules(asking=Asking(most_open=1000)), awaited_by)
        if made := await self.hub.access.ensure_owner(self.owner_key):
            self.owner_key = made.secret
        look = Settings("127.0.0.1", (), 1_000_000, 1_000_000, "", "en", 5)
        app = create_app(self.hub, MemoryFeed(), _no_history, {}, look)
        transport = httpx2.ASGITransport(app=app.serve)
        self.http = httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:7717")

    def close(self) -> None:
        async def end() -> None:
            await self.http.aclose()
            await self.store.close()

        self.runner.run(end())

    def call(self, key: str, method: str, path: str, body: Any = None) -> httpx2.Response:
        how: dict[str, Any] = {} if body is None else {"json": body}
        headers = {"Authorization": f"Bearer {key}"}
        return self.runner.run(self.http.request(method, path, headers=headers, **how))

    def meet_deadlines(self) -> None:
        self.runner.run(meet_deadlines(self.hub, self.now))

    def end(self) -> None:
        self.close()
        self.runner.close()
        shutil.rmtree(self.folder)


@dataclass
class Model:
    """What one question must be."""

    id: str
    kind: str
    opened: datetime
    waiting_until: datetime | None
    released: str | None = None
    failure: str | None = None
    outcome: str | None = None
    said: str | None = None
    settled: datetime | None = None
    was_waited_for: bool = False
    handed: bool = False
    status: str = "pending"
    ended_by: str | None = None
    #: Its nudge, as the carriers saw it.
    lease_until: datetime | None = None
    repeat: bool = False
    repeat_is_known: bool = True
    #: A call of its agent has read the answer, unmarked.
    read_by_call: bool = False
    #: Whether its caller's time to confirm was over when the hub last looked.
    overdue: bool = False
    first_seen: dict[str, Any] = field(default_factory=dict)


class Life(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.bench = Bench()
        assert self.bench.owner_key
        self.person = self.bench.owner_key
        self.person_name = self._done(self.person, "GET", "/api/me")["name"]
        self.agent = self._done(self.person, "POST", "/api/keys", {"agent_name": "robot"}, 201)["key"]
        self.questions: list[Model] = []
        self.nudges: dict[str, Model] = {}
        self.steps = 0

    def _done(self, key: str, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.bench.call(key, method, path, body)
        assert answer.status_code == status, f"{method} {path} {body}: {answer.status_code} {answer.text}"
        return answer.json()

    def _verb(self, key: str, one: Model, name: str, body: Any = None) -> httpx2.Response:
        return self.bench.call(key, "POST", f"/api/questions/{one.id}/{name}", body)

    def _pick(self, number: int) -> Model:
        """Rather one of the newest, since much has happened to the old ones."""
        return self.questions[-1 - number % len(self.questions)]

    def _settle(self, one: Model, outcome: str, said: str | None, by: str) -> None:
        now = self.bench.now
        one.was_waited_for = self._is_waited_for(one)
        one.outcome, one.said, one.settled = outcome, said, now
        if one.status == "pending":
            one.ended_by = by
        # Who acknowledged before stays so; what was dismissed is never revived.
        if one.status != "dismissed" and not (one.status == "acknowledged" and NOTIFICATION[outcome] == "acknowledged"):
            one.status = NOTIFICATION[outcome]

    def _is_waited_for(self, one: Model) -> bool:
        return one.released is None and one.waiting_until is not None and one.waiting_until > self.bench.now

    def _must_be_offered(self, one: Model) -> bool:
        due = one.outcome in BY_A_PERSON and not one.handed and (not one.was_waited_for or one.overdue)
        return due and not self._is_leased(one)

    def _may_be_offered(self, one: Model) -> bool:
        return one.outcome in BY_A_PERSON and not one.handed and not self._is_leased(one)

    def _is_leased(self, one: Model) -> bool:
        return one.lease_until is not None and one.lease_until > self.bench.now

    # What happens

    @rule(wait=st.sampled_from([None, 30, 600]), kind=st.sampled_from(["choice", "text"]))
    def ask(self, wait: int | None, kind: str) -> None:
        self.bench.now += timedelta(milliseconds=1)
        body = {"title": "Merge", "question": f"Number {len(self.questions)}?", "kind": kind, "wait": wait}
        body |= {"options": [YES, NO]} if kind == "choice" else {}
        asked = self._done(self.agent, "POST", "/api/questions", body, 201)
        until = None if wait is None else self.bench.now + timedelta(seconds=wait)
        self.questions.append(Model(asked["id"], kind, self.bench.now, until, first_seen=asked))

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5), first=st.booleans())
    def answer(self, number: int, first: bool) -> None:
        one = self._pick(number)
        said = {"text": "Ada" if first else " "} if one.kind == "text" else {"choice": YES if first else NO}
        outcome = {"text": ("empty", "accepted"), "choice": ("declined", "accepted")}[one.kind][first]
        word = None if outcome == "empty" else next(iter(said.values()))
        self._end(one, self._verb(self.person, one, "answer", said), outcome, word, self.person_name)

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5), outcome=st.sampled_from(["dismissed", "cancelled"]))
    def close(self, number: int, outcome: str) -> None:
        one = self._pick(number)
        self._end(one, self._verb(self.person, one, "answer", {"outcome": outcome}), outcome, None, self.person_name)

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5))
    def withdraw(self, number: int) -> None:
        one = self._pick(number)
        self._end(one, self._verb(self.agent, one, "withdraw"), "withdrawn", None, "agent")

    def _end(self, one: Model, answer: httpx2.Response, outcome: str, said: str | None, by: str) -> None:
        if one.outcome is None:
            assert answer.status_code == 200, answer.text
            self._settle(one, outcome, said, by)
        else:
            assert (answer.status_code, answer.json()["code"]) == (409, "already_settled")

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5))
    def dismiss_the_notification(self, number: int) -> None:
        one = self._pick(number)
        self._done(self.person, "POST", f"/api/notifications/{one.id}/dismiss")
        if one.outcome is None:
            self._settle(one, "dismissed", None, self.person_name)
        one.status = "dismissed"

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5))
    def acknowledge(self, number: int) -> None:
        one = self._pick(number)
        self._done(self.person, "POST", f"/api/notifications/{one.id}/acknowledge")
        if one.status == "pending":
            one.status, one.ended_by = "acknowledged", self.person_name

    @rule()
    def dismiss_all(self) -> None:
        hit = [one for one in self.questions if one.outcome is not None and one.status != "dismissed"]
        assert self._done(self.person, "POST", "/api/notifications/dismiss-all", {}) == {"dismissed": len(hit)}
        for one in hit:
            one.status = "dismissed"

    @precondition(lambda self: self.questions)
    @rule(
        number=st.integers(0, 5),
        reason=st.sampled_from(["timeout", "replaced", "gone"]),
        by_the_agent=st.booleans(),
    )
    def release(self, number: int, reason: str, by_the_agent: bool) -> None:
        one = self._pick(number)
        answer = self._verb(self.agent if by_the_agent else self.person, one, "release", {"reason": reason})
        assert answer.status_code == 200, answer.text
        if by_the_agent:
            self._read(one, answer.json())
        if one.outcome is None:
            one.released, one.failure = reason, None

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5), detail=st.sampled_from(["no display", "exit code 1"]))
    def the_window_fails(self, number: int, detail: str) -> None:
        one = self._pick(number)
        answer = self._verb(self.person, one, "release", {"reason": "failed", "detail": detail})
        if one.outcome is None and not self._is_waited_for(one):
            assert (answer.status_code, answer.json()["code"]) == (409, "nobody_waits")
            return
        assert answer.status_code == 200, answer.text
        if one.outcome is None:
            one.failure = detail
            one.released = "failed" if one.kind == "text" else None

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5), seconds=st.sampled_from([30, 600]))
    def wait_again(self, number: int, seconds: int) -> None:
        one = self._pick(number)
        answer = self._verb(self.agent, one, "await", {"seconds": seconds})
        assert answer.status_code == 200, answer.text
        self._read(one, answer.json())
        if one.outcome is None:
            one.released, one.failure = None, None
            one.waiting_until = self.bench.now + timedelta(seconds=seconds)

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5))
    def hand(self, number: int) -> None:
        one = self._pick(number)
        told = self._verb(self.agent, one, "handed").json()
        assert told["handed"] is (one.outcome is not None and not one.handed) or one.outcome in NOT_BY_A_PERSON
        one.handed = one.handed or told["handed"]

    @precondition(lambda self: self.questions)
    @rule(number=st.integers(0, 5))
    def read(self, number: int) -> None:
        one = self._pick(number)
        self._read(one, self._done(self.agent, "GET", f"/api/questions/{one.id}"))

    def _read(self, one: Model, now: dict[str, Any]) -> None:
        """An answer that a nudge has told, or may have, is marked; what nobody has told yet is not."""
        if one.outcome not in BY_A_PERSON:
            assert now["repeat"] is False
        elif one.handed or one.lease_until is not None:
            assert now["repeat"] is True
        else:
            assert now["repeat"] is one.repeat or one.read_by_call or not one.repeat_is_known
            one.read_by_call = one.read_by_call or not now["repeat"]
            one.repeat = True

    # Carriers

    @rule(limit=st.sampled_from([None, 1, 2]), leave_out=st.none() | st.integers(0, 5))
    def claim(self, limit: int | None, leave_out: int | None) -> None:
        left = self._pick(leave_out) if leave_out is not None and self.questions else None
        body: dict[str, Any] = {"session": f"process:{self.steps}", "carrier": "shim"}
        body |= {} if limit is None else {"limit": limit}
        body |= {} if left is None else {"except_question": left.id}
        claimed = self._done(self.agent, "POST", "/api/agents/robot/nudges/claim", body)["nudges"]
        known = {one.id: one for one in self.questions}
        got = [known[nudge["question_id"]] for nudge in claimed]
        held = [one for one in self.questions if not one.handed and self._is_leased(one)]
        assert len({one.id for one in got}) == len(got) <= (limit or len(got))
        assert all(self._may_be_offered(one) for one in got), "offered what is open, handed or leased"
        assert left is None or left not in got
        must = [one for one in self.questions if one is not left and self._must_be_offered(one)]
        missing = [one for one in must if one not in got]
        # Order is kept: behind one that another carrier has, none goes.
        assert not missing or len(got) == limit or held, "an answer is neither handed nor on its way"
        for nudge, one in zip(claimed, got, strict=True):
            # A lease that ran out marks it for good; one that was given back does not.
            one.repeat = one.repeat or one.lease_until is not None
            assert nudge["repeat"] is one.repeat or not one.repeat_is_known
            assert nudge["repeat"] or not one.read_by_call, "told by a call and as a nudge, and neither says so"
            assert ('repeat="true"' in nudge["xml"]) is nudge["repeat"]
            assert self.nudges.setdefault(nudge["id"], one) is one, "one nudge, two questions"
            one.lease_until = self.bench.now + timedelta(seconds=LEASE)

    @precondition(lambda self: self.nudges)
    @rule(number=st.integers(0, 5))
    def confirm(self, number: int) -> None:
        id = list(self.nudges)[-1 - number % len(self.nudges)]
        one = self.nudges[id]
        counted = self._done(self.agent, "POST", "/api/agents/robot/nudges/confirm", {"ids": [id]})["count"]
        if not one.handed and self._is_leased(one):
            assert counted == 1
        one.handed = one.handed or counted == 1

    @precondition(lambda self: self.nudges)
    @rule(number=st.integers(0, 5))
    def let_go(self, number: int) -> None:
        id = list(self.nudges)[-1 - number % len(self.nudges)]
        one = self.nudges[id]
        counted = self._done(self.agent, "POST", "/api/agents/robot/nudges/release", {"ids": [id]})["count"]
        if not one.handed and self._is_leased(one):
            assert counted == 1
            one.lease_until = None
        elif counted:
            # Its lease had run out, and nobody has it: it may or may not have been written.
            one.lease_until, one.repeat_is_known = None, False

    # Time

    @rule(seconds=st.sampled_from([0.7, 3.1, 11.3, 61.7]), looks=st.booleans())
    def time_passes(self, seconds: float, looks: bool) -> None:
        self._pass(seconds, looks)

    @rule()
    def a_day_passes(self) -> None:
        self._pass(DAY + 1, looks=True)

    def _pass(self, seconds: float, looks: bool) -> None:
        self.steps += 1
        self.bench.now += timedelta(seconds=seconds, milliseconds=13 * self.steps)
        if not looks:
            return
        self.bench.meet_deadlines()
        for one in self.questions:
            if one.outcome is None and one.opened + timedelta(seconds=DAY) <= self.bench.now:
                self._settle(one, "expired", None, "hub")
            if one.settled and one.settled + timedelta(seconds=HAND_OVER) <= self.bench.now:
                one.overdue = True

    @rule()
    def the_hub_is_started_again(self) -> None:
        self.bench.close()
        self.bench.open()
        for one in self.questions:
            if one.outcome is not None and not one.handed:
                one.repeat_is_known = False  # which calls have read it is forgotten

    # The promises

    @invariant()
    def every_question_is_as_the_model_says(self) -> None:
        self.steps += 1
        for one in self.questions[-6:]:
            now = self._done(self.person, "GET", f"/api/questions/{one.id}")
            said = now["reply"] if one.kind == "text" else now["choice"]
            assert (now["state"], now["outcome"], said) == (
                "open" if one.outcome is None else "settled",
                one.outcome,
                one.said,
            )
            # What no person has said may count as handed from the start: there is nothing to hand.
            assert (now["handed_at"] is not None) is one.handed or one.outcome in NOT_BY_A_PERSON
            assert (now["settled_at"] is not None) is (one.outcome is not None)
            if one.outcome is None:
                assert (now["released"], now["failure"]) == (one.released, one.failure)
            for name in ("settled_at", "handed_at"):
                before = one.first_seen[name]
                assert before is None or now[name] == before, f"{name} changed"
            one.first_seen = now

    @invariant()
    def every_notification_follows_the_table(self) -> None:
        for one in self.questions[-6:]:
            now = self._done(self.person, "GET", f"/api/notifications/{one.id}")
            assert now["status"] == one.status
            assert now["acknowledged_by"] == one.ended_by

    @invariant()
    def the_lists_are_the_model(self) -> None:
        told = self._done(self.person, "GET", "/api/questions?limit=100")["questions"]
        assert sorted(one["id"] for one in told) == [one.id for one in self.questions if one.outcome is None]
        assert told == in_order(told, queued, self.bench.now)

    def teardown(self) -> None:
        try:
            self._nothing_is_lost()
        finally:
            self.bench.end()

    def _nothing_is_lost(self) -> None:
        """In the end every answer of a person was handed, or comes now, once."""
        self._pass(LEASE + HAND_OVER, looks=True)
        due = sorted(one.id for one in self.questions if self._must_be_offered(one))
        body = {"session": "process:end", "carrier": "end", "limit": 1000}
        claimed = self._done(self.agent, "POST", "/api/agents/robot/nudges/claim", body)["nudges"]
        found = [nudge["question_id"] for nudge in claimed]
        assert sorted(found) == due
        ids = {"ids": [nudge["id"] for nudge in claimed]}
        assert self._done(self.agent, "POST", "/api/agents/robot/nudges/confirm", ids) == {"count": len(claimed)}
        self._pass(LEASE + HAND_OVER, looks=True)
        assert self._done(self.agent, "POST", "/api/agents/robot/nudges/claim", body)["nudges"] == []


def test_any_order_of_what_can_happen_keeps_the_promises() -> None:
    run_state_machine_as_test(Life, settings=settings(max_examples=40, stateful_step_count=30))
