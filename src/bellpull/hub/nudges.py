"""The verbs of nudges: tell an agent something, and what carriers do: wait for something to carry, claim it, confirm
what was written, give back what was not."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, takewhile
from time import monotonic
from typing import NamedTuple

from bellpull.domain import event, nudge
from bellpull.domain.errors import Conflict, Denied, Invalid, Unavailable
from bellpull.domain.identity import HUB, Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import LEASE, USER, Nudge, NudgeDraft
from bellpull.domain.session import FRESH, can_be_woken
from bellpull.hub.audit import note
from bellpull.hub.clocks import Steady
from bellpull.hub.handover import hand, marked
from bellpull.hub.ids import new_id
from bellpull.hub.meanwhile import Pending, Rates, Waiting
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.record_ports import Addressee
from bellpull.hub.repeats import hold_back, recall, remember
from bellpull.hub.rights import need_agent, need_valid

#: More sessions than this of one agent are too old to be woken.
SESSIONS = 100
SESSION, SUB_AGENT = "session", "sub-agent"


#: So many wait for an agent at most; beyond them there is room for what people say. Answers are never refused.
MOST_PENDING, MORE_FOR_PEOPLE = 1_000, 100
#: One claim takes no more: the next one finds the rest.
MOST_CLAIMED = 100
#: To find out whose turn it is, and how many are left.
MOST_LOOKED_AT = 2_000
MOST_LISTED = 500
#: A page of long ones ends after so many characters: to write it takes the time of all.
MOST_CHARACTERS = 100_000


class Page(NamedTuple):
    nudges: list[Nudge]
    #: How many there are of them.
    total: int


class Claimed(NamedTuple):
    nudges: list[Nudge]
    #: How many more this session could take now.
    left: int


class Nudges:
    def __init__(
        self,
        store: Store,
        pending: Pending,
        waiting: Waiting,
        rates: Rates,
        longest: int,
        clock: Steady,
    ) -> None:
        """`longest`: of a nudge's message, in bytes."""
        self._store = store
        self._pending = pending
        self._waiting = waiting
        self._rates = rates
        self._longest = longest
        self._clock = clock
        #: Called with the name of an agent whose carrier or hook is at work.
        self.on_sign_of_life: Callable[[str], Awaitable[None]] = _nobody

    async def tell(
        self, who: Principal, agent_name: str, draft: NudgeDraft, key: str | None = None
    ) -> tuple[Nudge, bool]:
        """Keep it for the agent: it, and whether it is new. `key` makes a repeat return the first one."""
        nudge.check(draft, self._longest)
        _check_source(who, draft)
        when, lived = self._clock(), self._clock.lived()

        def decide(writer: Writer) -> tuple[Nudge, bool]:
            need_valid(writer, who)
            _need_addressee(writer, who, agent_name)
            first = None if key is None else recall(writer, who, key, [agent_name, *draft], lived)
            if first and (told := writer.nudges.named(agent_name, [first])):
                return told[0], False
            hold_back(self._rates, who.name)
            new = _add(writer, who, agent_name, draft, when)
            if who.scope != "agent":  # what an agent's own programs see is not somebody's deed
                note(writer, who, "nudge_told", instant(when), new.id, agent_name, new.source)
            if key is not None:
                remember(writer, who, key, [agent_name, *draft], new.id, when)
            return new, True

        decided = await self._store.write(decide)
        self._pending.ring(agent_name)
        return decided

    async def wakes(self, agent_name: str, session: str | None) -> bool:
        """Whether what is told now comes as a new message, and not with a tool's result."""
        fresh = instant(self._clock() - FRESH)
        known = await self._store.read(lambda reader: reader.sessions.newest(agent_name, SESSIONS))
        return can_be_woken(known, session, self._pending.is_expected(agent_name), fresh)

    async def handed(self, who: Principal, agent_name: str, limit: int, after: str | None = None) -> Page:
        """Newest first, behind the one with the id `after`."""

        def look(reader: Reader) -> Page:
            need_agent(reader, who, agent_name)
            found = [_shown(reader, one) for one in _fitting(reader.nudges.handed(agent_name, limit, after))]
            return Page(found, reader.nudges.count_handed(agent_name))

        return await self._store.read(look)

    async def pending(
        self,
        who: Principal,
        agent_name: str,
        session: str | None,
        seconds: float,
        limit: int = MOST_LISTED,
        after: str | None = None,
    ) -> Page:
        """What waits, oldest first, behind the one with the id `after`: all of it, or what this session may take. As
        soon as there is something to claim, or as it is when the time is up."""
        deadline = monotonic() + seconds
        while True:
            with self._pending.expect(agent_name) as poll:
                can_be_claimed = await self._can_be_claimed(who, agent_name, session)
                left = deadline - monotonic()
                if left <= 0 or can_be_claimed:
                    return await self._listed(who, agent_name, session, limit, after)
                await poll.wait(left)
                if self._pending.stopping:
                    raise Unavailable("stopping", "The hub is stopping.", "try again in a moment")

    async def _can_be_claimed(self, who: Principal, agent_name: str, session: str | None) -> bool:
        """Most looks of those who wait end here: they read one row, and no message."""
        now = instant(self._clock())

        def look(reader: Reader) -> bool:
            of = _addressee(reader, who, agent_name, session)
            first = reader.nudges.pending(of, 1, brief=True)
            if not first or not first[0].is_leased(now):
                return bool(first)
            # This session has to wait for its first one, but another may begin with another.
            return of.is_anybody and nudge.is_claimable(reader.nudges.pending(of, MOST_LOOKED_AT, brief=True), now)

        return await self._store.glance(look)

    async def _listed(
        self, who: Principal, agent_name: str, session: str | None, limit: int, after: str | None
    ) -> Page:
        def look(reader: Reader) -> Page:
            of = _addressee(reader, who, agent_name, session)
            found = [_shown(reader, one) for one in _fitting(reader.nudges.pending(of, limit, after))]
            return Page(found, reader.nudges.count_for(of))

        return await self._store.read(look)

    def waiting(self) -> int:
        """How many calls wait for nudges."""
        return self._pending.count()

    def maybe_pending(self, agent_name: str) -> bool:
        """No only where nothing is."""
        return self._pending.maybe(agent_name)

    def ring(self, agent_name: str) -> None:
        """Something became pending for this agent, and is durable."""
        self._pending.ring(agent_name)

    async def claim(
        self,
        who: Principal,
        agent_name: str,
        session: str | None,
        carrier: str,
        *,
        limit: int | None = None,
        max_chars: int | None = None,
        except_questions: Collection[str] = (),
        lease: timedelta = LEASE,
        sure: bool = False,
    ) -> Claimed:
        """What is pending, leased to this carrier. `except_questions`: their answers come by calls of the same process.
        `sure`: the carrier knows that a sub-agent is not what will read it."""
        if who.name == agent_name and not self._pending.maybe(agent_name):
            return Claimed([], 0)
        when, mark = self._clock(), self._pending.mark()
        most = min(limit or MOST_CLAIMED, MOST_CLAIMED)
        since = instant(when - FRESH)
        reading = await self._store.glance(lambda reader: _reading(reader, who, agent_name, session, since, sure))
        if reading is None:
            self._pending.none(agent_name, mark)
            return Claimed([], 0)

        def decide(writer: Writer) -> Claimed:
            _need_own(writer, who, agent_name)
            of = Addressee(agent_name, session, only_own=reading == SUB_AGENT)
            pending = writer.nudges.pending(of, most + len(except_questions))
            wanted = [marked(self._waiting, one) for one in pending if one.question_id not in except_questions]
            taken = nudge.claim(wanted, carrier, instant(when), instant(when + lease), most, max_chars)
            held = not wanted or wanted[0].is_leased(instant(when))
            left = 0 if held else _left(writer, of, except_questions, len(taken), instant(when))
            for one in taken:
                writer.nudges.save(one._replace(handed_session=session))
            return Claimed([nudge.fitted(one, max_chars) for one in taken], left)

        return await self._store.write(decide, synced=False)  # with the machine the carrier would be gone too

    async def confirm(self, who: Principal, agent_name: str, ids: Sequence[str]) -> int:
        """They were written into the agent's context: how many of them were not known to be."""
        now, mark = instant(self._clock()), self._pending.mark()

        def decide(writer: Writer) -> tuple[int, int]:
            _need_own(writer, who, agent_name)
            handed = [one for one in writer.nudges.named(agent_name, ids) if one.handed_at is None]
            for one in handed:
                _hand(writer, one._replace(handed_at=now, handed_via=one.carrier, lease_until=None))
            return len(handed), writer.nudges.count_pending(agent_name)

        count, left = await self._store.write(decide)
        if left:
            self._pending.ring(agent_name)  # what stood behind them can be claimed now
        else:
            self._pending.none(agent_name, mark)
        return count

    async def release(self, who: Principal, agent_name: str, ids: Sequence[str], *, repeat: bool = False) -> int:
        """They were not written: somebody else may have them. `repeat`: they were, and perhaps nobody has read them."""

        def decide(writer: Writer) -> int:
            _need_own(writer, who, agent_name)
            given_back = [one for one in writer.nudges.named(agent_name, ids) if one.lease_until and not one.handed_at]
            for one in given_back:
                free = one._replace(lease_until=None, carrier=None, handed_session=None)
                give_back(writer, free._replace(repeat=free.repeat or repeat))
            return len(given_back)

        count = await self._store.write(decide)
        self._pending.ring(agent_name)
        return count


async def _nobody(agent_name: str) -> None: ...


def _reading(
    reader: Reader, who: Principal, agent_name: str, session: str | None, since: Instant, sure: bool
) -> str | None:
    """Who may read what is pending, and None where nothing is."""
    _need_same(reader, who, agent_name)
    if not reader.nudges.pending(Addressee(agent_name, is_anybody=True), 1, brief=True):
        return None
    works = not sure and reader.sessions.has_working_sub_agent(agent_name, since)
    return SUB_AGENT if works or _is_sub_agent(reader, agent_name, session) else SESSION


def _left(writer: Writer, of: Addressee, except_questions: Collection[str], taken: int, now: Instant) -> int:
    """How many more could be taken behind these, which are not leased yet."""
    pending = writer.nudges.pending(of, MOST_LOOKED_AT, brief=True)
    wanted = [one for one in pending if one.question_id not in except_questions]
    return len(list(takewhile(lambda one: not one.is_leased(now), wanted[taken:])))


def _need_own(writer: Writer, who: Principal, agent_name: str) -> None:
    need_valid(writer, who)
    _need_same(writer, who, agent_name)


def _need_same(reader: Reader, who: Principal, agent_name: str) -> None:
    """Whose key is valid is there; of others it is first said whether there are such."""
    if who.name == agent_name:
        return
    need_agent(reader, who, agent_name)
    if not who.is_person or reader.owner(agent_name) != who.name:
        raise Denied("not_your_nudges", "Only the agent itself, or a program of its owner, may take its nudges")


def _check_source(who: Principal, draft: NudgeDraft) -> None:
    """Only people speak as people, however it is spelt."""
    if draft.source.strip().casefold() == USER and not who.is_person:
        raise Denied("not_a_person", 'Only a person\'s key may nudge with the source "user"', "choose another source")


def _need_addressee(writer: Writer, who: Principal, agent_name: str) -> None:
    need_agent(writer, who, agent_name)
    if writer.is_user(agent_name):
        raise Invalid("not_an_agent", f"{agent_name} is a person: only agents are nudged", "see: bellpull agent list")


def _add(writer: Writer, who: Principal, agent_name: str, draft: NudgeDraft, when: datetime) -> Nudge:
    now, count = instant(when), writer.nudges.count_pending(agent_name)
    replaced = None
    if draft.dedup_key is not None:
        replaced = writer.nudges.same(agent_name, draft.session, draft.source, draft.dedup_key)
    if replaced is None:
        _check_room(count, agent_name, draft)
    else:
        writer.nudges.remove(replaced.id)  # the newest comes after everything that was said before it
    told = nudge.create(
        draft, id=new_id(when, "nudge_"), agent_name=agent_name, by=who.name, now=now, replaces=replaced
    )
    writer.nudges.add(told)
    writer.append(event.nudge_pending(told, count if replaced else count + 1, now))
    return told


def _check_room(count: int, agent_name: str, draft: NudgeDraft) -> None:
    most = MOST_PENDING + (MORE_FOR_PEOPLE if draft.source == USER else 0)
    if count >= most:
        hint = "start the agent, so that it reads them; a dedup key replaces what was said before"
        raise Conflict("too_many_pending", f"{agent_name} has {most} nudges that it has not read", hint)


def give_back(writer: Writer, nudge: Nudge) -> bool:
    """Whether it is pending again: of two that were said under one dedup key, the newer takes the place of both."""
    other = None
    if nudge.dedup_key is not None:
        other = writer.nudges.same(nudge.agent_name, nudge.session, nudge.source, nudge.dedup_key)
    if other is None:
        writer.nudges.save(nudge)
        return True
    older, newer = sorted((nudge, other), key=lambda one: one.id)
    writer.nudges.remove(older.id)
    writer.nudges.save(newer._replace(times=newer.times + older.times))
    return newer is nudge


def _addressee(reader: Reader, who: Principal, agent_name: str, session: str | None) -> Addressee:
    need_valid(reader, who)  # it may have been revoked while it waited
    need_agent(reader, who, agent_name)
    if session is None:
        return Addressee(agent_name, is_anybody=True)
    return Addressee(agent_name, session, only_own=_is_sub_agent(reader, agent_name, session))


def _is_sub_agent(reader: Reader, agent_name: str, session: str | None) -> bool:
    """It takes nothing that is meant for its parent."""
    known = None if session is None else reader.sessions.find(agent_name, session)
    return known is not None and known.parent is not None


def _fitting(found: list[Nudge]) -> list[Nudge]:
    """The first of them, at least one."""
    sizes = accumulate(len(one.message) for one in found)
    return found[: max(1, sum(size <= MOST_CHARACTERS for size in sizes))]


def _shown(reader: Reader, nudge: Nudge) -> Nudge:
    """As it is listed: a secret answer is for its agent alone, and only once."""
    asked = reader.questions.find(HUB, nudge.question_id) if nudge.question_id else None
    return nudge._replace(message="(a secret answer)") if asked is not None and asked.ask.secret else nudge


def _hand(writer: Writer, handed: Nudge) -> None:
    now = handed.handed_at or ""
    if handed.question_id is not None and (asked := writer.questions.find(HUB, handed.question_id)):
        hand(writer, asked, now)
        handed = handed._replace(message="") if asked.ask.secret else handed
    writer.nudges.save(handed)
    writer.append(event.nudge_handed(handed, now))
