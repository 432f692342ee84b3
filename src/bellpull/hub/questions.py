"""The verbs of questions: ask, wait, answer, release, withdraw, hand over. Each decides inside one transaction.

Whoever waits is woken after the commit and looks again. What belongs to a settled question is in settling.py; what
time does to questions is in deadlines.py.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain import event, notification, question
from bellpull.domain.answer_text import CANCELLED, DISMISSED
from bellpull.domain.asking import SHOW, Ask, AskLimits, check_ask
from bellpull.domain.errors import Conflict, Denied, Unavailable
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.notification import Limits
from bellpull.domain.question import BY_A_SURFACE, FAILED, Answer, Question
from bellpull.hub.access import Access
from bellpull.hub.audit import note
from bellpull.hub.clocks import Steady
from bellpull.hub.handover import hand, is_for, read_by_agent
from bellpull.hub.ids import new_id
from bellpull.hub.joining import join_opened
from bellpull.hub.meanwhile import Rates, Surfaces, Waiting
from bellpull.hub.nudges import Nudges
from bellpull.hub.open_questions import not_found_question, open_in_order
from bellpull.hub.opening import draft_of, open_question
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.repeats import hold_back, recall, remember
from bellpull.hub.rights import check_sight, need_person, need_valid
from bellpull.hub.sessions import CHANGES
from bellpull.hub.settling import settle


class Asking(NamedTuple):
    """How questions are asked on this hub."""

    limits: AskLimits = AskLimits()
    most_open: int = 100
    open_for: timedelta = timedelta(hours=24)
    #: The word on the button that dismisses.
    close: str = "Close"
    #: Are agents told who answered?
    tell_who: bool = False


class Page(NamedTuple):
    questions: list[Question]
    #: How many are open.
    total: int


class Questions:
    def __init__(
        self,
        store: Store,
        access: Access,
        nudges: Nudges,
        rates: Rates,
        limits: Limits,
        waiting: Waiting,
        surfaces: Surfaces,
        asking: Asking,
        clock: Steady,
    ) -> None:
        self.waiting = waiting
        self.asking = asking
        self._store = store
        self._access = access
        self._nudges = nudges
        self._rates = rates
        self._limits = limits
        self._surfaces = surfaces
        self._clock = clock

    async def ask(
        self, who: Principal, ask: Ask, *, wait: float | None = None, key: str | None = None, must_show: bool = False
    ) -> tuple[Question, bool]:
        """The question, and whether it is new: a repeat of the call, or an equal ask that is open, attaches.

        `wait`: so many seconds the caller means to wait, or what wants no answer is shown. `must_show`: refuse if
        nobody could see it now.
        """
        check_ask(ask, self.asking.limits)
        notification.check(draft_of(ask), self._limits)
        if who.is_person:  # nothing carries an answer to a person
            ask = ask._replace(look=ask.look._replace(listens=False))
        when, lived = self._clock(), self._clock.lived()
        id = new_id(when)  # before it waits for its turn to be written: the order of asking is the order of ids
        until = None if wait is None else instant(when + timedelta(seconds=wait))

        def decide(writer: Writer) -> tuple[Question, bool]:
            need_valid(writer, who)
            if earlier := self._earlier(writer, who, ask, key, when, lived):
                return self._attach(writer, *earlier, until, instant(when)), False
            if must_show:
                self._need_surface(writer, who.name)
            self._check_room(writer, who, ask)
            asking = self.asking
            opened = open_question(
                writer, who.name, ask, when, id=id, until=until, open_for=asking.open_for, close=asking.close
            )
            join_opened(writer, opened, when)
            if key is not None:
                remember(writer, who, key, _said(ask), opened.id, when)
            return opened, True

        asked = await self._store.write(decide)
        self.waiting.wake(CHANGES)
        return asked

    def _earlier(
        self, writer: Writer, who: Principal, ask: Ask, key: str | None, when: datetime, lived: datetime
    ) -> tuple[Question, bool] | None:
        """The question that this one attaches to, and whether the same call asked it."""
        if key is not None and (id := recall(writer, who, key, _said(ask), lived)):
            first = writer.questions.find(who, id)
            if first is not None:
                return first, True
        equal = None if ask.kind == SHOW else writer.questions.equal(who.name, ask)
        if equal is not None and key is not None:
            hold_back(self._rates, who.name)  # it makes no question, but a key that is kept for a day
            remember(writer, who, key, _said(ask), equal.id, when)
        return None if equal is None else (equal, False)

    def _attach(
        self, writer: Writer, before: Question, same_call: bool, until: Instant | None, now: Instant
    ) -> Question:
        after = question.attached(before, until, same_call=same_call)
        self._save_wait(writer, before, after, now)
        return read_by_agent(writer, self.waiting, after) if after.has_answer else after

    def _save_wait(self, writer: Writer, before: Question, after: Question, now: Instant) -> None:
        if after == before:
            return
        writer.questions.save(after)
        if before.released is not None and after.released is None:
            hold_back(self._rates, after.agent_name)  # each time an event with the whole question
            writer.append(event.question_opened(after, self.asking.close, now))

    def _check_room(self, writer: Writer, who: Principal, ask: Ask) -> None:
        if ask.kind != SHOW and writer.questions.count_open(who.name) >= self.asking.most_open:
            sentence = f"This agent already has {self.asking.most_open} open questions"
            raise Conflict("too_many_open", sentence, "wait for answers, or withdraw some")
        hold_back(self._rates, who.name)

    def _need_surface(self, reader: Reader, agent_name: str) -> None:
        people = {surface.who for surface in self._surfaces.all() if "text" in surface.shows}
        sights = (reader.sight(person) for person in people if reader.holds(person.key_id))
        if not any(sight is None or agent_name in sight for sight in sights):
            raise Conflict("headless", "Nobody who may answer has a surface that shows text", "open the hub's page")

    async def find(self, who: Principal, id: str) -> Question:
        return _found(await self._store.glance(lambda reader: reader.questions.find(who, id)))

    async def open(self, who: Principal, agent_name: str | None, limit: int, after: str | None = None) -> Page:
        """Those first that are to be answered first (`question_order.py`), behind the one with the id `after`."""
        when = self._clock()

        def look(reader: Reader) -> Page:
            check_sight(reader, who, agent_name)
            line = open_in_order(reader, who, agent_name, when, limit, after)
            return Page(reader.questions.these(line.ids), line.total)

        return await self._store.read(look)

    async def settled(
        self, who: Principal, agent_name: str | None, limit: int, after: str | None = None
    ) -> list[Question]:
        """Newest first, behind the one with the id `after`."""

        def look(reader: Reader) -> list[Question]:
            check_sight(reader, who, agent_name)
            if after is not None:
                _found(reader.questions.find(who, after))
            return reader.questions.settled(who, agent_name, limit, after)

        return await self._store.read(look)

    async def wait(
        self, who: Principal, id: str, seconds: float, is_there: Callable[[], bool] = lambda: True
    ) -> Question:
        """The question as soon as it is settled or released; as it is when the time is up. `is_there`: whether the
        caller can still read it."""
        rights = self._access.version
        with self.waiting.expect(id) as call:
            found = await self.find(who, id)
            if not seconds or not found.is_open or found.released in BY_A_SURFACE:
                return await self._read(who, found)
            del found  # thousands may wait: none of them keeps what it will read again
            news = await call.wait(seconds)
            if self.waiting.stopping:
                raise Unavailable("stopping", "The hub is stopping.", "try again in a moment")
            if news is None or rights != self._access.version:
                return await self._read(who, await self._store.glance(lambda reader: _still_seen(reader, who, id)))
            if is_for(who, news) and is_there():  # it was just settled, while this call waited: there is no nudge of it
                self.waiting.told(id, news.settled_at or "")
            return news

    async def _read(self, who: Principal, found: Question) -> Question:
        """Only if the answer is on another way too, that has to be written down."""
        if not is_for(who, found):
            return found
        if found.handed_at is not None:
            return found._replace(repeat=True)
        if await self._store.glance(lambda reader: reader.nudges.of_answer(found.id)) is None:
            self.waiting.told(found.id, found.settled_at or "")
            return found

        def decide(writer: Writer) -> Question:
            return read_by_agent(writer, self.waiting, self._own(writer, who, found.id))

        return await self._store.write(decide)

    async def await_again(self, who: Principal, id: str, seconds: float) -> Question:
        when = self._clock()

        def decide(writer: Writer) -> Question:
            before = self._own(writer, who, id)
            after = question.attached(before, instant(when + timedelta(seconds=seconds)), same_call=False)
            self._save_wait(writer, before, after, instant(when))
            return read_by_agent(writer, self.waiting, after) if is_for(who, after) else after

        return await self._store.write(decide)

    async def answer(self, who: Principal, id: str, answer: Answer, via: str) -> Question:
        need_person(who)
        question.check_answer(answer, self.asking.limits.question)
        when = self._clock()

        def decide(writer: Writer) -> tuple[Question, bool]:
            need_valid(writer, who)
            before = _found(writer.questions.find(who, id))
            after = question.answered(before, answer, who.name, via, instant(when))
            put_away = after.outcome in (DISMISSED, CANCELLED)
            action = "question_dismissed" if put_away else "question_answered"
            note(writer, who, action, instant(when), id, after.agent_name, via)
            return after, settle(writer, before, after, when)

        return await self._and_wake(id, decide)

    async def release(self, who: Principal, id: str, reason: str, detail: str | None = None) -> Question:
        """A caller stopped waiting, or a surface let it go: then `detail` says why its window `failed`."""
        if reason == FAILED:
            need_person(who)  # an agent has no window
        now = instant(self._clock())

        def decide(writer: Writer) -> tuple[Question, bool]:
            need_valid(writer, who)
            before = _found(writer.questions.find(who, id))
            after = question.released(before, reason, detail, now)
            if after != before:
                writer.questions.save(after)
                if after.waiting_until is None:
                    writer.append(event.question_released(after, now))
            return read_by_agent(writer, self.waiting, after) if is_for(who, after) else after, False

        return await self._and_wake(id, decide)

    async def withdraw(self, who: Principal, id: str) -> Question:
        when = self._clock()

        def decide(writer: Writer) -> tuple[Question, bool]:
            before = self._own(writer, who, id)
            after = question.withdrawn(before, instant(when))
            return after, settle(writer, before, after, when)

        return await self._and_wake(id, decide)

    async def handed(self, who: Principal, id: str) -> tuple[Question, bool]:
        """Its agent says that it has the answer: the question, and whether this was the first to say so."""
        now = instant(self._clock())

        def decide(writer: Writer) -> tuple[Question, bool]:
            before = self._own(writer, who, id)
            after = hand(writer, before, now)
            if after == before:
                return before, False
            writer.nudges.drop(id)
            return after, True

        return await self._store.write(decide)

    def _own(self, writer: Writer, who: Principal, id: str) -> Question:
        need_valid(writer, who)
        found = _found(writer.questions.find(who, id))
        # What a client asks is carried out by whoever watches it, with its owner's key where that is at hand.
        carried_out = found.ask.request is not None and writer.owner(found.agent_name) == who.name
        if found.agent_name != who.name and not carried_out:
            raise Denied("not_your_question", "Only the agent that asked may do this")
        return found

    async def _and_wake(self, id: str, decide: Callable[[Writer], tuple[Question, bool]]) -> Question:
        """`decide` also says whether a nudge became pending."""
        decided, nudged = await self._store.write(decide)
        # A carrier may have taken the nudge in the same commit: then a call that waits has to look.
        self.waiting.wake(id, None if nudged else decided)
        self.waiting.wake(CHANGES)
        if nudged:
            self._nudges.ring(decided.agent_name)
        await asyncio.sleep(0)  # whoever has waited longest is served first
        return decided


def _still_seen(reader: Reader, who: Principal, id: str) -> Question:
    """The key may have been revoked while its call waited."""
    need_valid(reader, who)
    return _found(reader.questions.find(who, id))


def _said(ask: Ask) -> Ask:
    """What makes a repeat a repeat: a call may come again from a process of another session."""
    return ask._replace(session=None)


def _found(found: Question | None) -> Question:
    if found is None:
        raise not_found_question()
    return found
