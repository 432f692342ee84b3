"""Any order of what can happen to a hub, and a kill at any commit: it keeps what it has promised.

A hub over a real store is driven beside a model of it, which is a few lists. A kill leaves the files as they are just
before a commit, in the middle of it or just after it. What was acknowledged to a caller is there then; what was not is
there as a whole or not at all; and an answer reaches its agent once, or the second time says that it is the second.
"""

import functools
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from crash import AFTER, MOMENTS, Killer
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bellpull.domain.answer_text import ACCEPTED, CANCELLED, DECLINED, DISMISSED, EMPTY, EXPIRED, WITHDRAWN
from bellpull.domain.asking import CHOICE, TEXT, Ask
from bellpull.domain.errors import BellpullError, Conflict
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import Nudge, NudgeDraft
from bellpull.domain.question import BY_A_SURFACE, FAILED, GONE, REPLACED, TIMEOUT, Answer, Question
from bellpull.domain.question_order import Queued, in_order
from bellpull.hub.deadlines import meet_deadlines
from bellpull.hub.hub import Rules
from bellpull.hub.ports import Filters, Store
from bellpull.hub.questions import Asking
from bellpull.store.sqlite import SqliteStore
from support.in_process import START, Stage
from support.stores import Ring, sqlite

T = TypeVar("T")
LEASE, HAND_OVER, DAY = timedelta(seconds=10), timedelta(seconds=2), timedelta(days=1)
YES, NO, SAID = "Yes", "No", "Ada"
BY_A_PERSON = {ACCEPTED, DECLINED, DISMISSED, CANCELLED, EMPTY}
SEEN = {ACCEPTED, DECLINED, EMPTY}
ALL = 1_000
SOME = st.integers(0, 5)


@dataclass
class Told:
    """A notification: of a question too."""

    id: str
    title: str
    status: str = "pending"
    ended_by: str | None = None

    def acknowledge(self, by: str) -> None:
        if self.status == "pending":
            self.status, self.ended_by = "acknowledged", by

    def dismiss(self, by: str) -> None:
        if self.status == "pending":
            self.ended_by = by
        self.status = "dismissed"


@dataclass
class Asked:
    id: str
    ask: Ask
    told: Told
    waiting_until: datetime | None
    open_until: datetime
    opened_at: datetime
    outcome: str | None = None
    said: str | None = None
    by: str | None = None
    settled_at: datetime | None = None
    released: str | None = None
    failure: str | None = None
    handed: bool = False
    #: Its answer goes, or went, as a nudge.
    late: bool = False
    #: A call has read the answer, as far as this life of the hub knows.
    read: bool = False

    def is_awaited(self, now: datetime) -> bool:
        return self.outcome is None and self.waiting_until is not None and self.waiting_until > now


@dataclass
class Said:
    """A nudge. The id of an answer's is known when a carrier has it."""

    message: str
    id: str | None = None
    session: str | None = None
    key: str | None = None
    times: int = 1
    asked: Asked | None = None
    lease_until: datetime | None = None
    repeat: bool = False
    #: A carrier has had it and has not given it back: its agent may have read it.
    maybe_read: bool = False

    def is_leased(self, now: datetime) -> bool:
        return self.lease_until is not None and self.lease_until > now

    @property
    def shape(self) -> tuple[Any, ...]:
        lease = None if self.lease_until is None else instant(self.lease_until)
        return self.session, self.key, self.times, self.asked and self.asked.id, lease, self.repeat


class Killed(Exception):
    """The hub was killed before what was asked of it was durable."""


Rule = Callable[..., None]


def happening(**how: Any) -> Callable[[Rule], Rule]:
    """A rule, of which nothing has happened if the hub is killed too soon."""

    def decorate(does: Rule) -> Rule:
        @functools.wraps(does)
        def survived(self: "HubMachine", **drawn: Any) -> None:
            self.stage.passes(0.013, looks=False)
            life = self.lives
            try:
                does(self, **drawn)
            except Killed:
                self.kills["nothing kept"] += 1
            if life != self.lives:
                self._forget()

        decorated: Rule = rule(**how)(survived)
        return decorated

    return decorate


class HubMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="bellpull-machine-"))
        self.killer = Killer()
        self.kills: Counter[str] = Counter()
        self.lives = 0
        self.started_at = START
        folder = self.home / "0"
        folder.mkdir()
        self.stage = Stage(folder, self._opened, Rules(asking=Asking(most_open=ALL)))
        self.owner = self.stage.owner
        self.ada = self.stage.person("ada")
        self.bot = self.stage.agent("bot", self.ada)
        self.told: list[Told] = []
        self.questions: list[Asked] = []
        #: In the order in which they are to be read.
        self.line: list[Said] = []
        self.handed: list[Said] = []
        #: What each idempotency key stands for, and until when.
        self.keys: dict[str, tuple[Any, datetime]] = {}

    def _opened(self, folder: Path, ring: Ring) -> Store:
        store: SqliteStore = sqlite(folder, ring)
        self.killer.watch(store, folder)
        return store

    @property
    def now(self) -> datetime:
        return self.stage.clock.now

    @property
    def hub(self) -> Any:
        return self.stage.hub

    def do(self, verb: Awaitable[T]) -> T | BellpullError:
        """What its caller hears; or what they would have heard, had the hub not been killed just then."""
        (outcome,) = self.do_at_once(verb)
        return outcome  # type: ignore[no-any-return]

    def do_at_once(self, *verbs: Awaitable[Any]) -> list[Any]:
        outcomes = self.stage.at_once(*verbs)
        assert all(isinstance(one, BellpullError) or not isinstance(one, BaseException) for one in outcomes), outcomes
        moment = self.killer.moment
        if (image := self.killer.struck()) is None:
            return outcomes
        self.stage.close()
        self.lives += 1
        self.stage.folder = image.write(self.home / str(self.lives))
        self.stage.open()
        if moment != AFTER:
            raise Killed
        self.kills["all kept"] += 1
        return outcomes

    def _forget(self) -> None:
        """What only a running hub knows."""
        for one in self.questions:
            one.read = False
        self.started_at = self.now

    def pick(self, number: int) -> Asked:
        """Rather one of the newest, since much has happened to the old ones."""
        return self.questions[-1 - number % len(self.questions)]

    def known(self, key: str | None) -> Any:
        found = self.keys.get(key or "")
        return found[0] if found is not None and instant(found[1]) > instant(self.now) else None

    def remember(self, key: str | None, made: object) -> None:
        if key is not None:
            self.keys[key] = (made, self.now + DAY)

    @initialize(waits=st.lists(st.sampled_from([None, 30, 600]), min_size=1, max_size=4))
    def begin(self, waits: list[int | None]) -> None:
        """Much of what can happen needs a question."""
        for number, wait in enumerate(waits):
            self.ask(number=number, wait=wait, key=None, kind=(CHOICE, TEXT)[number % 2])

    # Notifications

    @happening(key=st.sampled_from([None, "told a", "told b"]))
    def tell(self, key: str | None) -> None:
        title = key or f"Number {len(self.told)}"
        told, new = self.do(self.hub.tell(self.bot, Draft("info", title), key))  # type: ignore[misc]
        first = self.known(key)
        assert new is (first is None), "told twice, or not at all"
        if first is not None:
            assert told.id == first.id
            return
        self.told.append(Told(told.id, title))
        self.remember(key, self.told[-1])

    @precondition(lambda self: self.told)
    @happening(number=SOME, how=st.sampled_from(["acknowledge", "acknowledge", "dismiss", "dismiss all"]))
    def end_notifications(self, number: int, how: str) -> None:
        one = self.told[-1 - number % len(self.told)]
        asked = next((question for question in self.questions if question.id == one.id), None)
        if how == "dismiss all":
            self.dismiss_all()
            return
        self.do((self.hub.dismiss if how == "dismiss" else self.hub.acknowledge)(self.owner, one.id))
        if how == "acknowledge":
            one.acknowledge(self.owner.name)
        elif asked is not None and asked.outcome is None:
            self.settle(asked, DISMISSED, None, self.owner)
        else:
            one.dismiss(self.owner.name)

    def dismiss_all(self) -> None:
        still = {question.id for question in self.questions if question.outcome is None}
        hit = [one for one in self.told if one.id not in still and one.status != "dismissed"]
        assert self.do(self.hub.endings.dismiss_all(self.ada, Filters(), None)) == len(hit)
        for one in hit:
            one.dismiss(self.ada.name)

    # Questions

    @happening(
        number=st.integers(0, 7),
        wait=st.sampled_from([None, 30, 600]),
        key=st.sampled_from([None, "a", "b"]),
        kind=st.sampled_from([CHOICE, TEXT]),
    )
    def ask(self, number: int, wait: int | None, key: str | None, kind: str) -> None:
        ask = Ask("Merge", f"Number {number}?", kind, (YES, NO) if kind == CHOICE else ())
        key = key and f"asked {number} {kind} {key}"
        asked, new = self.do(self.hub.questions.ask(self.bot, ask, wait=wait, key=key))  # type: ignore[misc]
        until = None if wait is None else self.now + timedelta(seconds=wait)
        of_call: Asked | None = self.known(key)
        first = of_call or next((one for one in self.questions if one.outcome is None and one.ask == ask), None)
        assert new is (first is None), "asked twice, or not at all"
        if first is None:
            told = Told(asked.id, "Merge")
            open_until = max(self.now + DAY, until or self.now)
            first = Asked(asked.id, ask, told, until, open_until, self.now)
            self.told.append(told)
            self.questions.append(first)
        else:
            self.attach(first, until, same_call=of_call is not None)
            assert asked.id == first.id
            self.reads(first, asked)
        if of_call is None:
            self.remember(key, first)

    def attach(self, one: Asked, until: datetime | None, *, same_call: bool) -> None:
        if one.outcome is not None or until is None:
            return
        one.waiting_until = max(until, one.waiting_until or until)
        one.open_until = max(one.waiting_until, one.open_until)
        if not (same_call and one.released in BY_A_SURFACE):
            one.released = one.failure = None

    def answer_of(self, one: Asked, first: bool) -> tuple[Answer, str, str | None]:
        """What is said, and what it counts as."""
        if one.ask.kind == CHOICE:
            return (Answer(choice=YES), ACCEPTED, YES) if first else (Answer(choice=NO), DECLINED, NO)
        return (Answer(text=SAID), ACCEPTED, SAID) if first else (Answer(text=" "), EMPTY, None)

    @precondition(lambda self: self.questions)
    @happening(number=SOME, first=st.booleans())
    def answer(self, number: int, first: bool) -> None:
        one = self.pick(number)
        answer, outcome, said = self.answer_of(one, first)
        self.ends(one, self.do(self.hub.questions.answer(self.ada, one.id, answer, "page")), outcome, said, self.ada)

    @precondition(lambda self: self.questions)
    @happening(number=SOME, first=st.booleans())
    def two_people_answer_at_once(self, number: int, first: bool) -> None:
        one = self.pick(number)
        answers = [self.answer_of(one, first), self.answer_of(one, not first)]
        people = [self.ada, self.owner]
        verbs = [
            self.hub.questions.answer(who, one.id, answer[0], "page")
            for who, answer in zip(people, answers, strict=True)
        ]
        outcomes = self.do_at_once(*verbs)
        was_open = one.outcome is None
        for who, (_, outcome, said), told in zip(people, answers, outcomes, strict=True):
            self.ends(one, told, outcome, said, who)
        assert sum(isinstance(told, Question) for told in outcomes) == was_open, "one answer counts"

    @precondition(lambda self: self.questions)
    @happening(number=SOME, outcome=st.sampled_from([DISMISSED, CANCELLED]))
    def close(self, number: int, outcome: str) -> None:
        one = self.pick(number)
        told = self.do(self.hub.questions.answer(self.owner, one.id, Answer(outcome=outcome), "rest"))
        self.ends(one, told, outcome, None, self.owner)

    @precondition(lambda self: self.questions)
    @happening(number=SOME)
    def withdraw(self, number: int) -> None:
        one = self.pick(number)
        self.ends(one, self.do(self.hub.questions.withdraw(self.bot, one.id)), WITHDRAWN, None, None)

    def ends(self, one: Asked, told: object, outcome: str, said: str | None, by: Principal | None) -> None:
        if one.outcome is not None:
            assert isinstance(told, Conflict)
            assert told.code == "already_settled"
            return
        assert isinstance(told, Question), told
        self.settle(one, outcome, said, by)

    def settle(self, one: Asked, outcome: str, said: str | None, by: Principal | None) -> None:
        awaited = one.is_awaited(self.now)
        one.outcome, one.said, one.settled_at = outcome, said, self.now
        one.by = by and by.name
        one.handed = outcome not in BY_A_PERSON
        ended_by = by.name if by is not None else "agent" if outcome == WITHDRAWN else "hub"
        (one.told.acknowledge if outcome in SEEN else one.told.dismiss)(ended_by)
        if not one.handed and not awaited:
            self.send_late(one, repeat=False)

    def send_late(self, one: Asked, *, repeat: bool) -> None:
        one.late = True
        self.line.append(Said(f"the answer to {one.id}", asked=one, repeat=repeat))

    @precondition(lambda self: self.questions)
    @happening(number=SOME, reason=st.sampled_from([TIMEOUT, REPLACED, GONE]), by_the_agent=st.booleans())
    def release(self, number: int, reason: str, by_the_agent: bool) -> None:
        one = self.pick(number)
        told = self.do(self.hub.questions.release(self.bot if by_the_agent else self.ada, one.id, reason))
        if by_the_agent:
            self.reads(one, told)
        if one.outcome is None:
            one.waiting_until, one.released, one.failure = None, reason, None

    @precondition(lambda self: self.questions)
    @happening(number=SOME, detail=st.sampled_from(["no display", "exit code 1"]))
    def the_window_fails(self, number: int, detail: str) -> None:
        one = self.pick(number)
        told = self.do(self.hub.questions.release(self.ada, one.id, FAILED, detail))
        if one.outcome is not None:
            return
        if not one.is_awaited(self.now):
            assert isinstance(told, Conflict)
            assert told.code == "nobody_waits"
            return
        one.failure = detail
        if one.ask.kind == TEXT:
            one.waiting_until, one.released = None, FAILED

    @precondition(lambda self: self.questions)
    @happening(number=SOME, seconds=st.sampled_from([30, 600]))
    def wait_again(self, number: int, seconds: int) -> None:
        one = self.pick(number)
        told = self.do(self.hub.questions.await_again(self.bot, one.id, seconds))
        self.attach(one, self.now + timedelta(seconds=seconds), same_call=False)
        self.reads(one, told)

    @precondition(lambda self: self.questions)
    @happening(number=SOME)
    def read(self, number: int) -> None:
        one = self.pick(number)
        told = self.do(self.hub.questions.wait(self.bot, one.id, 0))
        self.reads(one, told, again=True)

    def reads(self, one: Asked, told: object, *, again: bool = False) -> None:
        """An answer that a nudge has told, or may have, is marked; one that nobody has told yet is not. A call that
        only looks is not told of the looks before it."""
        assert isinstance(told, Question), told
        if one.outcome not in BY_A_PERSON:
            assert not told.repeat
            return
        nudge = next((said for said in self.line if said.asked is one), None)
        if one.handed:
            assert told.repeat
            return
        assert told.repeat is (nudge is not None and (nudge.repeat or nudge.lease_until is not None))
        one.read = True
        if nudge is not None:
            nudge.repeat = True

    @precondition(lambda self: self.questions)
    @happening(number=SOME)
    def hand(self, number: int) -> None:
        """The agent says that a call has brought it the answer."""
        one = self.pick(number)
        _, first = self.do(self.hub.questions.handed(self.bot, one.id))  # type: ignore[misc]
        assert first is (one.outcome is not None and not one.handed)
        if first:
            one.handed = True
            self.line = [said for said in self.line if said.asked is not one]

    # Nudges

    @happening(
        session=st.sampled_from([None, "a"]),
        dedup=st.sampled_from([None, "build"]),
        key=st.sampled_from([None, "said a", "said b"]),
    )
    def say(self, session: str | None, dedup: str | None, key: str | None) -> None:
        key = key and f"{key} {session} {dedup}"
        message = key or f"Number {len(self.line) + len(self.handed)}"
        draft = NudgeDraft("ci", message, dedup_key=dedup, session=session)
        told, new = self.do(self.hub.nudges.tell(self.ada, "bot", draft, key))  # type: ignore[misc]
        first: Said | None = self.known(key)
        if first is not None and (first in self.line or first in self.handed):  # what was replaced is said again
            assert (told.id, new) == (first.id, False)
            return
        assert new
        same = self.same(session, dedup)
        times = 1
        if same is not None:
            self.line.remove(same)
            times += same.times
        self.line.append(Said(message, told.id, session, dedup, times))
        self.remember(key, self.line[-1])

    def same(self, session: str | None, dedup: str | None) -> Said | None:
        wanted = (said for said in self.line if dedup and (said.session, said.key) == (session, dedup))
        return next((said for said in wanted if said.lease_until is None), None)

    @happening(
        session=st.sampled_from([None, "a", "b"]), limit=st.sampled_from([None, 1, 2]), leave_out=st.none() | SOME
    )
    def claim(self, session: str | None, limit: int | None, leave_out: int | None) -> None:
        left_out = [self.pick(leave_out).id] if leave_out is not None and self.questions else []
        claimed = self.do(
            self.hub.nudges.claim(self.bot, "bot", session, "shim", limit=limit, except_questions=left_out)
        )
        mine = [said for said in self.line if said.session in (None, session)]
        mine = [said for said in mine if said.asked is None or said.asked.id not in left_out]
        first_leased = next((place for place, said in enumerate(mine) if said.is_leased(self.now)), len(mine))
        taken = mine[: min(first_leased, limit or ALL)]
        assert len(claimed.nudges) == len(taken)  # type: ignore[union-attr]
        assert claimed.left == first_leased - len(taken)  # type: ignore[union-attr]
        for nudge, said in zip(claimed.nudges, taken, strict=True):  # type: ignore[union-attr]
            self.carries(nudge, said)

    def carries(self, nudge: Nudge, said: Said) -> None:
        was_read = said.asked is not None and said.asked.read
        said.repeat = said.repeat or said.lease_until is not None or was_read
        assert nudge.repeat is said.repeat
        assert nudge.repeat or not (said.maybe_read or was_read), "told twice, and the second does not say so"
        assert (nudge.question_id, nudge.times) == (said.asked and said.asked.id, said.times)
        assert said.id in (None, nudge.id)
        assert said.asked is not None or nudge.message == said.message
        said.id, said.lease_until, said.maybe_read = nudge.id, self.now + LEASE, True

    def carried(self, number: int) -> Said:
        had = [said for said in self.line + self.handed if said.id is not None]
        return had[-1 - number % len(had)]

    @precondition(lambda self: any(said.id is not None for said in self.line + self.handed))
    @happening(numbers=st.lists(SOME, min_size=1, max_size=3))
    def confirm(self, numbers: list[int]) -> None:
        chosen = {said.id: said for said in map(self.carried, numbers)}
        count = self.do(self.hub.nudges.confirm(self.bot, "bot", list(chosen)))
        pending = [said for said in chosen.values() if said in self.line]
        assert count == len(pending), "a nudge counts as handed once"
        for said in pending:
            self.is_handed(said)

    def is_handed(self, said: Said) -> None:
        self.line = [one for one in self.line if one is not said]
        self.handed.append(said)
        said.lease_until = None
        if said.asked is not None:
            assert not said.asked.handed, "an answer is handed twice"
            said.asked.handed = True

    @precondition(lambda self: any(said.id is not None for said in self.line + self.handed))
    @happening(numbers=st.lists(SOME, min_size=1, max_size=3), repeat=st.booleans())
    def give_back(self, numbers: list[int], repeat: bool) -> None:
        chosen = {said.id: said for said in map(self.carried, numbers)}
        count = self.do(self.hub.nudges.release(self.bot, "bot", list(chosen), repeat=repeat))
        had = [said for said in self.line if said.id in chosen and said.lease_until is not None]
        assert count == len(had)
        for said in had:
            said.repeat = said.repeat or repeat
            said.maybe_read = repeat
            self.is_free(said)

    def is_free(self, said: Said) -> None:
        """Of two that were said under one key, the newer stays for both."""
        other = self.same(said.session, said.key)
        said.lease_until = None
        if other is None:
            return
        older, newer = sorted((said, other), key=lambda one: one.id or "")
        self.line = [one for one in self.line if one is not older]
        newer.times += older.times

    # Time

    @happening(seconds=st.sampled_from([0.7, 3.1, 3.1, 11.3, 11.3, 61.7, 86_401]), looks=st.booleans())
    def time_passes(self, seconds: float, looks: bool) -> None:
        self.passes(timedelta(seconds=seconds), looks=looks)

    def passes(self, time: timedelta, *, looks: bool) -> None:
        self.stage.passes(time, looks=False)
        if looks:
            self.do(meet_deadlines(self.hub, self.hub.clock(), self.hub.lived()))
            self.is_looked_at()

    def is_looked_at(self) -> None:
        now = self.now
        late = [one for one in self.questions if one.settled_at and not one.handed and not one.late]
        for one in sorted(late, key=lambda one: (one.settled_at or now, one.id)):
            assert one.settled_at is not None
            if instant(one.settled_at) <= instant(now - HAND_OVER):
                self.send_late(one, repeat=one.read or instant(one.settled_at) <= instant(self.started_at))
        for one in self.questions:
            if one.outcome is None and instant(one.open_until) <= instant(now):
                self.settle(one, EXPIRED, None, None)
        over = [said for said in self.line if said.lease_until and instant(said.lease_until) <= instant(now)]
        place = {id(said): number for number, said in enumerate(self.line)}
        for said in sorted(over, key=lambda said: (said.lease_until, place[id(said)])):
            said.repeat = True
            self.is_free(said)

    # Kills

    @rule(moment=st.sampled_from([*MOMENTS, None]), part=st.floats(0, 1, exclude_max=True))
    def a_kill_is_near(self, moment: str | None, part: float) -> None:
        """It comes with the next commit. Or the hub is told to end now."""
        if moment is not None:
            self.killer.arm(moment, part)
            return
        self.stage.reopen()
        self._forget()

    # The promises

    @invariant()
    def questions_are_as_the_model_says(self) -> None:
        page = self.stage.do(self.hub.questions.open(self.owner, None, ALL))
        settled = self.stage.do(self.hub.questions.settled(self.owner, None, ALL))
        for one in self.questions:
            assert (one.outcome is None) is (one.id in {asked.id for asked in page.questions})
        shown = {asked.id: self._shape(asked) for asked in [*page.questions, *settled]}
        assert shown == {one.id: self._expected(one) for one in self.questions}
        queued = [
            Queued(
                one.id,
                "bot",
                "normal",
                instant(one.opened_at),
                one.waiting_until and instant(one.waiting_until),
                one.released,
            )
            for one in self.questions
            if one.outcome is None
        ]
        assert [asked.id for asked in page.questions] == [one.id for one in in_order(queued, lambda one: one, self.now)]

    def _shape(self, asked: Question) -> tuple[Any, ...]:
        said = asked.reply if asked.ask.kind == TEXT else asked.choice
        life = (asked.waiting_until, asked.released, asked.failure) if asked.is_open else (None, None, None)
        return (asked.outcome, said, asked.by, asked.settled_at, asked.handed_at is not None, *life)

    def _expected(self, one: Asked) -> tuple[Any, ...]:
        waiting = one.waiting_until and instant(one.waiting_until)
        life = (waiting, one.released, one.failure) if one.outcome is None else (None, None, None)
        settled_at = one.settled_at and instant(one.settled_at)
        return (one.outcome, one.said, one.by, settled_at, one.handed, *life)

    @invariant()
    def notifications_are_as_the_model_says(self) -> None:
        listed = self.stage.do(self.hub.notifications(self.owner, Filters(limit=ALL)))
        assert [(one.id, one.title, one.status, one.acknowledged_by) for one in reversed(listed)] == [
            (one.id, one.title, one.status, one.ended_by) for one in self.told
        ]

    @invariant()
    def nudges_wait_in_the_order_of_the_model(self) -> None:
        page = self.stage.do(self.hub.nudges.pending(self.ada, "bot", None, 0))
        shown = [
            (one.session, one.dedup_key, one.times, one.question_id, one.lease_until, one.repeat) for one in page.nudges
        ]
        assert shown == [said.shape for said in self.line]
        assert page.total == len(self.line)
        done = self.stage.do(self.hub.nudges.handed(self.ada, "bot", ALL))
        assert {one.id for one in done.nudges} == {said.id for said in self.handed}

    def teardown(self) -> None:
        try:
            self.killer.moment = None
            self._nothing_is_lost()
            self._each_happening_was_told_once()
        finally:
            self.stage.end()
            shutil.rmtree(self.home)

    def _nothing_is_lost(self) -> None:
        """In the end what a person said and was not handed comes now, in order and once."""
        self.passes(LEASE + HAND_OVER, looks=True)
        for session in ("a", "b"):
            due = [said for said in self.line if said.session in (None, session)]
            claimed = self.stage.do(self.hub.nudges.claim(self.bot, "bot", session, "end")).nudges
            assert len(claimed) == min(len(due), 100)
            for nudge, said in zip(claimed, due, strict=True):
                self.carries(nudge, said)
                self.is_handed(said)
            self.stage.do(self.hub.nudges.confirm(self.bot, "bot", [one.id for one in claimed]))
        assert self.line == []
        assert all(one.handed for one in self.questions if one.outcome is not None), "an answer is lost"

    def _each_happening_was_told_once(self) -> None:
        """A record and the event that tells of it are durable together."""
        events = self.stage.do(self.stage.store.read(lambda reader: reader.events(self.owner, 0, 10**9, 10**6)))
        assert [one.seq for one in events] == sorted({one.seq for one in events})
        counted = Counter((one.type, about(json.loads(one.data))) for one in events)
        assert {id for type, id in counted if type == "agent_notification"} == {one.id for one in self.told}
        for one in self.questions:
            assert counted["question_opened", one.id] >= 1
            assert counted["question_settled", one.id] == (one.outcome is not None)
        for said in self.handed:
            assert counted["nudge_handed", said.id] == 1


def about(data: dict[str, Any]) -> str | None:
    """The id of what an event tells of."""
    if "question" in data:
        return str(data["question"]["id"])
    return next((data[name] for name in ("nudge_id", "question_id", "notification_id") if name in data), None)


def test_any_order_of_what_can_happen_and_any_kill_keeps_the_promises() -> None:
    run_state_machine_as_test(HubMachine, settings=settings(max_examples=30, stateful_step_count=40))


@pytest.mark.slow
def test_many_orders_of_what_can_happen_and_many_kills_keep_the_promises() -> None:
    run_state_machine_as_test(HubMachine, settings=settings(max_examples=400, stateful_step_count=60))
