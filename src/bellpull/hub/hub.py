"""The hub: the verbs of notifications here, and the ways to the others: access, questions, nudges, sign-in.

Each verb decides inside one transaction of the store; the store rings the feed after the commit. Surfaces call these
and nothing else; what they add is a form.
"""

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from bellpull.domain import event, notification, question
from bellpull.domain.answer_text import DISMISSED
from bellpull.domain.errors import NotFound
from bellpull.domain.event import Event
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.notification import Draft, Limits, Notification
from bellpull.domain.numbers import Counts
from bellpull.domain.question import Answer
from bellpull.domain.surface import Surface
from bellpull.hub.access import Access
from bellpull.hub.accounts import Accounts
from bellpull.hub.audit import Audit, note
from bellpull.hub.clocks import Steady, utc_now
from bellpull.hub.ending import Endings, end
from bellpull.hub.ids import new_id
from bellpull.hub.logins import Logins
from bellpull.hub.meanwhile import Meanwhile
from bellpull.hub.nudges import Nudges
from bellpull.hub.passwords import Passwords
from bellpull.hub.places import Places
from bellpull.hub.ports import Filters, Reader, Store, Writer
from bellpull.hub.preferences import Preferences
from bellpull.hub.questions import Asking, Questions
from bellpull.hub.repeats import hold_back, recall, remember
from bellpull.hub.requests import Opening
from bellpull.hub.rights import check_sight, need_agent, need_person, need_valid
from bellpull.hub.sessions import Sessions
from bellpull.hub.settling import settle
from bellpull.hub.sharing import Sharing
from bellpull.hub.sign_in import SignIn
from bellpull.hub.turns import Searches, Turns
from bellpull.hub.upkeep import Retention, Upkeep
from bellpull.hub.webhooks import Webhooks

#: A search among a million notifications takes about one. What takes longer is told to look among fewer, instead of
#: holding others up.
SEARCH_SECONDS = 5.0
#: So many more characters of Markdown count as one more text.
MARKUP_STEP = 4_096


class Rules(NamedTuple):
    """What the settings say."""

    limits: Limits = Limits()
    asking: Asking = Asking()
    retention: Retention = Retention()
    quiet_hours: str = ""
    public_url: str = ""
    #: So many requests of each agent are served in a second; 0 is no limit.
    requests: float = 0


class Hub:
    def __init__(
        self,
        id: str,
        store: Store,
        now: Meanwhile,
        rules: Rules,
        clock: Callable[[], datetime] = utc_now,
        passed: Callable[[], float] = monotonic,
        since: datetime | None = None,
    ) -> None:
        """`since`: the last time that the store knows of."""
        clock = Steady(clock, passed, since)
        self.id = id
        self.store = store
        self.clock = clock
        self.lived = clock.lived
        self.surfaces = now.surfaces
        self.places, self.turns = Places(), Turns(rules.requests)
        self.access = Access(store, clock)
        limits, asking = rules.limits, rules.asking
        self.nudges = Nudges(store, now.pending, now.waiting, now.rates, limits.nudge, clock)
        opening = Opening(asking.open_for, asking.close, asking.most_open, now.rates)
        self.sessions = Sessions(store, now.waiting, now.servers, now.usage, now.signs, opening, clock)
        self.questions = Questions(
            store, self.access, self.nudges, now.rates, limits, now.waiting, now.surfaces, asking, clock
        )
        self.webhooks = Webhooks(store, self.access, self.nudges, now.outside, clock)
        self.sign_in = SignIn(store, clock, rules.public_url)
        self.passwords = Passwords()
        self.logins = Logins(store, self.access, self.passwords, now.attempts, clock)
        self.accounts = Accounts(store, self.access, self.logins, self.passwords, clock)
        self.sharing = Sharing(store, self.access, clock)
        self.audit = Audit(store)
        self.upkeep = Upkeep(store, self.access, self.logins, rules.retention, clock)
        self.endings = Endings(store, clock)
        self.preferences = Preferences(store, clock, rules.quiet_hours)
        self._rates = now.rates
        self._markup = now.markup
        self._limits = limits
        self._searches = Searches()

    def admit_markup(self, who: Principal, characters: int) -> None:
        """So much Markdown is to be read for them: that costs the machine as much as anything."""
        hold_back(self._markup, who.name, 1 + characters // MARKUP_STEP, "texts")

    async def tell(self, who: Principal, draft: Draft, key: str | None = None) -> tuple[Notification, bool]:
        """Keep a notification: it, and whether it is new. `key` makes a repeat return the first one."""
        notification.check(draft, self._limits)
        if key is None:
            hold_back(self._rates, who.name)
        when = self.clock()
        told = notification.create(draft, id=new_id(when), agent_name=who.name, now=instant(when))
        change = event.told(told)
        lived = when if key is None else self.lived()

        def decide(writer: Writer) -> tuple[Notification, bool]:
            need_valid(writer, who)
            if key is not None:
                if (id := recall(writer, who, key, draft, lived)) and (first := writer.notification(who, id)):
                    return first, False
                hold_back(self._rates, who.name)  # a repeat creates nothing, so only now
                remember(writer, who, key, draft, told.id, when)
            writer.add(told)
            writer.append(change)
            return told, True

        return await self.store.write(decide)

    async def notification(self, who: Principal, id: str) -> Notification:
        return _found(await self.store.read(lambda reader: reader.notification(who, id)))

    async def notifications(self, who: Principal, filters: Filters) -> list[Notification]:
        def look(reader: Reader) -> list[Notification]:
            check_sight(reader, who, filters.agent_name)
            return reader.notifications(who, filters)

        return await self._search(who, look, filters)

    async def notifications_of(self, who: Principal, filters: Filters) -> list[Notification]:
        """Of one agent, which must exist."""

        def look(reader: Reader) -> list[Notification]:
            need_agent(reader, who, filters.agent_name or "")
            return reader.notifications(who, filters)

        return await self._search(who, look, filters)

    async def _search(
        self, who: Principal, look: Callable[[Reader], list[Notification]], filters: Filters
    ) -> list[Notification]:
        if not filters.words:
            return await self.store.read(look)
        async with self._searches.turn(who):
            return await self.store.read(look, seconds=SEARCH_SECONDS)

    async def pending_count(self, who: Principal) -> int:
        return await self.store.read(lambda reader: reader.pending_count(who))

    async def pending_count_of(self, who: Principal, agent_name: str) -> int:
        def look(reader: Reader) -> int:
            need_agent(reader, who, agent_name)
            return reader.pending_count(who, agent_name)

        return await self.store.read(look)

    async def counts(self, who: Principal) -> Counts:
        """What waits now, of all that one sees."""
        found = await self.store.read(lambda reader: reader.counts(who))
        return Counts(*map(sum, zip(*found.values(), strict=True)))

    async def trail(self, who: Principal, id: str) -> list[Event]:
        def look(reader: Reader) -> list[Event]:
            _found(reader.notification(who, id))
            return reader.trail(who, id)

        return await self.store.read(look)

    async def acknowledge(self, who: Principal, id: str) -> Notification:
        """It was seen. That settles no question."""
        need_person(who)
        now = instant(self.clock())

        def decide(writer: Writer) -> Notification:
            need_valid(writer, who)
            return end(writer, _found(writer.notification(who, id)), notification.acknowledge, who.name, now)

        return await self.store.write(decide)

    async def dismiss(self, who: Principal, id: str) -> Notification:
        """Put it away. Of an open question this is an answer: it is settled as dismissed."""
        need_person(who)
        when = self.clock()

        def decide(writer: Writer) -> tuple[Notification, bool]:
            need_valid(writer, who)
            before = _found(writer.notification(who, id))
            asked = writer.questions.find(who, id) if before.notification_type == "question" else None
            if asked is not None and asked.is_open:
                answer = Answer(outcome=DISMISSED)
                after = question.answered(asked, answer, who.name, "rest", instant(when))
                nudged = settle(writer, asked, after, when)
                note(writer, who, "question_dismissed", instant(when), id, asked.agent_name, "rest")
                return _found(writer.notification(who, id)), nudged
            return end(writer, before, notification.dismiss, who.name, instant(when)), False

        ended, nudged = await self.store.write(decide)
        self.questions.waiting.wake(id)
        if nudged:
            self.nudges.ring(ended.agent_name)
        return ended

    async def shown_on(self, who: Principal) -> list[Surface]:
        """The surfaces of this person; everybody's for an admin."""
        need_person(who)
        return [surface for surface in self.surfaces.all() if who.admin or surface.who.name == who.name]


def _found(notification: Notification | None) -> Notification:
    if notification is None:
        raise NotFound("notification_not_found", "Notification not found")
    return notification
