"""The verbs of sessions: take signs of them, list them, and say who waits for a person. What is concluded from signs
is the domain's (`session.py`, `bell.py`); what becomes of a client's permissions and questions is in `requests.py`."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from time import monotonic
from typing import NamedTuple

from bellpull.domain import event
from bellpull.domain.bell import KEPT_FOR_HOOKS, Asked, concluded, watch
from bellpull.domain.errors import NotFound, Unavailable
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.question import Question
from bellpull.domain.session import ENDED, FRESH, NOTHING, Session, Sign, check_sign, differs, is_late, observe
from bellpull.domain.watched import GUESS, ServerSeen, Watch, Watched
from bellpull.hub.joining import bequeath, join_asks
from bellpull.hub.meanwhile import Rates, Servers, UsageReading, Waiting
from bellpull.hub.open_questions import open_in_order
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.record_ports import SessionPlace
from bellpull.hub.repeats import hold_back
from bellpull.hub.requests import Opening, Told, take_requests, withdraw_before_turn
from bellpull.hub.rights import check_sight, need_person, need_valid
from bellpull.hub.whose import Whose

#: What calls that wait for a change of the watch are kept under.
CHANGES = "watch"
MOST_SHOWN = 1000
#: Of one agent, in the watch: whoever has more hides nobody else.
MOST_SHOWN_OF_AGENT = 100
#: Ages and silence change without an event.
GLANCE_SECONDS = 1.0
MOST_GLANCES = 1000


class Taken(NamedTuple):
    #: How many sessions look different now.
    changed: int
    requests: list[Told]
    settled: list[Question]


class Page(NamedTuple):
    sessions: list[Watched]
    #: How many there are.
    total: int
    #: Where the next page begins, if there may be one.
    next: SessionPlace | None


class Glance(NamedTuple):
    #: The number of the newest event then.
    newest: int
    at: float
    watch: Watch


#: Of one agent. Whoever begins more, by mistake or not, pushes out its own oldest.
MOST_OF_AGENT = 1000


class Sessions:
    def __init__(
        self,
        store: Store,
        waiting: Waiting,
        servers: Servers,
        usage: UsageReading,
        rates: Rates,
        opening: Opening,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._waiting = waiting
        self._servers = servers
        self._usage = usage
        self._rates = rates
        self._opening = opening
        self._clock = clock
        #: What was concluded for each person a moment ago: many surfaces ask at once.
        self._glances: dict[tuple[str, bool], Glance] = {}
        self._under_way: dict[tuple[str, bool], asyncio.Future[None]] = {}

    def count(self, who: Principal, cost: int) -> None:
        """They are about to say so much of sessions (`sign_size.py`): refused if that is too much."""
        hold_back(self._rates, who.name, cost, "signs")

    async def sign(self, who: Principal, signs: Sequence[Sign], cost: int | None = None) -> Taken:
        """Take what somebody saw: how many sessions it changed, and what became of the requests that it names. `cost`:
        as how many signs they count (`sign_size.py`); 0 if they are counted already."""
        for sign in signs:
            check_sign(sign)
        self.count(who, len(signs) if cost is None else cost)
        when = self._clock()

        def decide(writer: Writer) -> Taken:
            need_valid(writer, who)
            whose = Whose(writer, who, instant(when))
            taken = [
                one for sign in signs for one in self._take_with_children(writer, whose.agent_of(sign), sign, when)
            ]
            told = [one for _, requests, _ in taken for one in requests]
            return Taken(sum(changed for changed, _, _ in taken), told, [q for *_, settled in taken for q in settled])

        # They come again: only what people are asked has to outlive the machine.
        taken = await self._store.write(decide, synced=any(sign.requests or sign.opens for sign in signs))
        for question in taken.settled:
            self._waiting.wake(question.id, question)
        if taken.changed or taken.settled:
            self._waiting.wake(CHANGES)
        return taken

    def _take_with_children(
        self, writer: Writer, name: str, sign: Sign, when: datetime
    ) -> list[tuple[bool, list[Told], list[Question]]]:
        """Of its sub-agents no client says that they end with it."""
        taken = [self._take(writer, name, sign, when)]
        if sign.state == ENDED:
            ended = [Sign(id, ENDED) for id in writer.sessions.sub_agents(name, sign.session)]
            taken += [self._take(writer, name, one, when) for one in ended]
        return taken

    def _take(self, writer: Writer, name: str, sign: Sign, when: datetime) -> tuple[bool, list[Told], list[Question]]:
        now = instant(when)
        before = writer.sessions.find(name, sign.session)
        if is_late(before, sign, now):
            return False, [], []
        after = observe(before, sign, name, now, instant(when - FRESH))
        joined = False
        if sign.asks is not None:
            asks, joined = join_asks(writer, name, sign.session, sign.asks, now)
            after = after._replace(asks=asks)
        gone = withdraw_before_turn(writer, after, sign, when)
        requests, told, withdrawn = take_requests(writer, after, sign, when, self._opening)
        after = after._replace(requests=requests)
        if after == before and not joined:
            return False, told, [*gone, *withdrawn]
        writer.sessions.save(after)
        if before is None:
            writer.sessions.keep(name, MOST_OF_AGENT)
        if after.state == ENDED and after.parent is not None:
            joined |= bequeath(writer, after)
        changed = joined or differs(before, after)
        if changed:
            writer.supersede(event.session_changed(after, now))
        return changed, told, [*gone, *withdrawn]

    async def listed(
        self, who: Principal, agent_name: str | None, limit: int, after: SessionPlace | None = None
    ) -> Page:
        """Newest sign first, whatever has become of them, behind that place."""
        when = self._clock()

        def look(reader: Reader) -> Page:
            check_sight(reader, who, agent_name)
            sessions = reader.sessions.listed(who, agent_name, limit, after)
            last = sessions[-1] if len(sessions) == limit else None
            following = None if last is None else SessionPlace(last.seen_at, last.agent_name, last.id)
            found = concluded(sessions, _open(reader, who, when)[0], when)
            return Page(found, reader.sessions.count(who, agent_name), following)

        return await self._store.read(look)

    async def watch(self, who: Principal) -> Watch:
        """The same object, while nothing has changed and a second has not passed. One conclusion at a time for each
        person, however many ask: the others wait for it, and for the next one only if it began too early for them."""
        newest, now = await self._store.glance(lambda reader: _newest(reader, who)), monotonic()
        key = (who.name, who.admin)
        while (glance := self._glances.get(key)) is None or not self._is_fresh(glance, newest, now):
            looking = self._under_way.get(key)
            if looking is None or looking.done():  # to wait for one that is done would be to go round for ever
                looking = self._begin_look(key, who)
            await asyncio.shield(looking)
        return glance.watch

    def _is_fresh(self, glance: Glance, newest: int, now: float) -> bool:
        """For somebody who asked `now`, when `newest` had happened."""
        is_young = now - glance.at <= GLANCE_SECONDS and glance.watch.usage is self._usage.now()
        return glance.at >= now or (is_young and glance.newest >= newest)

    def _begin_look(self, key: tuple[str, bool], who: Principal) -> asyncio.Future[None]:
        looking = self._under_way[key] = asyncio.ensure_future(self._look(key, who))
        looking.add_done_callback(partial(self._forget_look, key))
        return looking

    def _forget_look(self, key: tuple[str, bool], looking: asyncio.Future[None]) -> None:
        if self._under_way.get(key) is looking:
            del self._under_way[key]

    async def _look(self, key: tuple[str, bool], who: Principal) -> None:
        at, newest = monotonic(), await self._store.glance(lambda reader: _newest(reader, who))
        watch = await self._concluded(who)
        if len(self._glances) > MOST_GLANCES:
            self._glances.clear()
        self._glances[key] = Glance(newest, at, watch)

    async def _concluded(self, who: Principal) -> Watch:
        when = self._clock()

        servers, usage = self._servers_of(who, when), self._usage.now()

        def look(reader: Reader) -> Watch:
            since = instant(when - KEPT_FOR_HOOKS)
            sessions = reader.sessions.seen_since(who, since, MOST_SHOWN_OF_AGENT, MOST_SHOWN)
            sessions = _without_twins(reader, who, sessions)
            asked, left_out = _open(reader, who, when)
            return watch(sessions, asked, when, servers, usage)._replace(left_out=left_out)

        return await self._store.read(look)  # beside the loop: there may be much to conclude

    async def until_waiting(self, who: Principal, seconds: float) -> Watch:
        """As soon as somebody waits for a person; as it is when the time is up."""
        deadline = monotonic() + seconds
        while True:
            with self._waiting.expect(CHANGES) as call:
                found = await self.watch(who)
                left = deadline - monotonic()
                if left <= 0 or any(wait.confidence != GUESS for wait in found.waits):
                    return found
                del found  # it may be large, and many wait
                await call.wait(left)
            if self._waiting.stopping:
                raise Unavailable("stopping", "The hub is stopping.", "try again in a moment")

    async def jump(self, who: Principal, id: str) -> tuple[Session, bool]:
        """Ask whoever watches the session's machine for this person to show its terminal; whether somebody does.
        Places and machines are only told: that nobody's terminal is brought up by others is seen to by each watcher,
        which heeds its own person alone."""
        need_person(who)
        when = self._clock()
        # A list: clients say what they say, and some of that no set takes.
        hosts = [one.host for one in self._servers_of(who, when)]

        def decide(writer: Writer) -> tuple[Session, bool]:
            need_valid(writer, who)
            agents = writer.sessions.agents_of(who, id)
            session = writer.sessions.find(agents[0], id) if agents else None
            if session is None:
                raise NotFound("session_not_found", "Session not found", "see: bellpull sessions")
            if session.place is None or json.loads(session.place).get("host") not in hosts:
                return session, False
            writer.supersede(event.session_jump(session, who.name, instant(when)))
            return session, True

        return await self._store.write(decide, synced=False)

    def serve(self, who: Principal, servers: Iterable[ServerSeen], gone: Iterable[ServerSeen] = ()) -> None:
        """Servers that somebody watches, as they are now, and those that are no more."""
        need_person(who)
        changed = self._servers.put(servers)
        if self._servers.drop(gone) or changed:
            self._glances.clear()
            self._waiting.wake(CHANGES)

    def servers(self, who: Principal) -> list[ServerSeen]:
        return self._servers_of(who, self._clock())

    def _servers_of(self, who: Principal, when: datetime) -> list[ServerSeen]:
        """A look that lies ahead is one of before the clock was set back; who still looks has said so since."""
        ahead = instant(when + FRESH)
        return [one for one in self._servers.seen_by(who, instant(when - FRESH)) if one.seen_at <= ahead]


def _newest(reader: Reader, who: Principal) -> int:
    """Asked each time: whoever waits may have lost the right to it meanwhile."""
    need_valid(reader, who)
    return reader.replay().newest


def _open(reader: Reader, who: Principal, when: datetime) -> tuple[list[Asked], int]:
    """The first of the open questions, and how many there are beside them."""
    line = open_in_order(reader, who, None, when, MOST_SHOWN)
    return [Asked(*one) for one in reader.questions.with_sessions(line.ids)], line.total - len(line.ids)


def _without_twins(reader: Reader, who: Principal, sessions: list[Session]) -> list[Session]:
    """Where several agents tell of one session, one's own is meant, and rather the one at home in its folder: anybody
    may name an id, but not whose project it is. But first one whose client waits for a person: no twin hides that."""
    count = Counter(one.id for one in sessions)
    if count and max(count.values()) == 1:
        return sessions
    agents = {agent.name: agent for agent in reader.agents(who)}

    def rank(session: Session) -> tuple[bool, bool, bool, Instant]:
        agent = agents.get(session.agent_name)
        project = None if agent is None else agent.project
        at_home = project is not None and (session.directory or "").startswith(project)
        own = agent is not None and agent.owner == who.name
        return session.requests != NOTHING, own, at_home, session.seen_at

    best = {one.id: one for one in sorted(sessions, key=rank)}
    return [one for one in sessions if best[one.id] is one]
