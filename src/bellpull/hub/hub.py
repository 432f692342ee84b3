"""The verbs of notifications. Each decides inside one transaction of the store; the store rings the feed after the
commit.

Surfaces call these and nothing else; what they add is a form. Keys, agents and users are in access.py.
"""

import base64
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from bellpull.domain import event, notification
from bellpull.domain.errors import Conflict, Invalid, NotFound, TooMany
from bellpull.domain.event import Event
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.notification import Draft, Limits, Notification
from bellpull.hub.access import Access, denied_agent, need_agent, need_person, need_valid
from bellpull.hub.ports import Filters, Rates, Reader, Store, Writer

#: How long a repeat of a create is recognised.
REMEMBERED = timedelta(hours=24)

#: Base64 in an alphabet that is url-safe and sorts as the numbers do.
_SORTED = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
)

Ending = Callable[[Notification, str, str], Notification]


def utc_now() -> datetime:
    return datetime.now(UTC)


class Hub:
    def __init__(
        self, id: str, store: Store, rates: Rates, limits: Limits, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self.id = id
        self.store = store
        self.access = Access(store, clock)
        self._rates = rates
        self._limits = limits
        self._clock = clock

    async def tell(self, who: Principal, draft: Draft, key: str | None = None) -> tuple[Notification, bool]:
        """Keep a notification: it, and whether it is new. `key` makes a repeat return the first one."""
        notification.check(draft, self._limits)
        if key is None:
            self._hold_back(who.name)
        when = self._clock()
        told = notification.create(draft, id=new_id(when), agent_name=who.name, now=instant(when))
        change = event.told(told)

        def decide(writer: Writer) -> tuple[Notification, bool]:
            need_valid(writer, who)
            if key is not None:
                if first := _recall(writer, who, key, draft, told.created_at):
                    return first, False
                self._hold_back(who.name)  # a repeat creates nothing, so only now
                writer.remember(who.name, key, _hash(draft), told.id, instant(when + REMEMBERED))
            writer.add(told)
            writer.append(change)
            return told, True

        return await self.store.write(decide)

    async def notification(self, who: Principal, id: str) -> Notification:
        return _found(await self.store.read(lambda reader: reader.notification(who, id)))

    async def notifications(self, who: Principal, filters: Filters) -> list[Notification]:
        def look(reader: Reader) -> list[Notification]:
            _check_sight(reader, who, filters.agent_name)
            return reader.notifications(who, filters)

        return await self.store.read(look)

    async def notifications_of(self, who: Principal, filters: Filters) -> list[Notification]:
        """Of one agent, which must exist."""

        def look(reader: Reader) -> list[Notification]:
            need_agent(reader, who, filters.agent_name or "")
            return reader.notifications(who, filters)

        return await self.store.read(look)

    async def pending_count(self, who: Principal) -> int:
        return await self.store.read(lambda reader: reader.pending_count(who))

    async def pending_count_of(self, who: Principal, agent_name: str) -> int:
        def look(reader: Reader) -> int:
            need_agent(reader, who, agent_name)
            return reader.pending_count(who, agent_name)

        return await self.store.read(look)

    async def trail(self, who: Principal, id: str) -> list[Event]:
        def look(reader: Reader) -> list[Event]:
            _found(reader.notification(who, id))
            return reader.trail(who, id)

        return await self.store.read(look)

    async def acknowledge(self, who: Principal, id: str) -> Notification:
        return await self._end(who, id, notification.acknowledge)

    async def dismiss(self, who: Principal, id: str) -> Notification:
        return await self._end(who, id, notification.dismiss)

    async def _end(self, who: Principal, id: str, ending: Ending) -> Notification:
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> Notification:
            need_valid(writer, who)
            before = _found(writer.notification(who, id))
            after = ending(before, who.name, now)
            if after != before:
                writer.save(after)
                writer.append(event.ended(after, who.name, now))
            return after

        return await self.store.write(decide)

    async def dismiss_all(self, who: Principal, agent_name: str | None = None) -> int:
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> int:
            need_valid(writer, who)
            if agent_name is not None:
                need_agent(writer, who, agent_name)
            counts = writer.clear(who, agent_name, now)
            for name, count in sorted(counts.items()):
                writer.append(event.cleared(name, count, who.name, now))
            return sum(counts.values())

        return await self.store.write(decide)

    def _hold_back(self, name: str) -> None:
        if seconds := self._rates.take(name):
            raise TooMany("too_many", "Too many notifications", "slow down and try again", retry_after=seconds)


def new_id(when: datetime) -> str:
    """16 url-safe characters: the millisecond, then 54 random bits.

    Ids that rise with time are appended to an index; random ones would each touch another page of it.
    """
    number = int(when.timestamp() * 1000) << 54 | next(_random_numbers)
    return "notif_" + base64.b64encode(number.to_bytes(12, "big")).translate(_SORTED).decode()


def _draw() -> Iterator[int]:
    """54 random bits at a time. The system is asked for many at once: each asking lets go of the interpreter."""
    while True:
        block = os.urandom(7 * 256)
        for start in range(0, len(block), 7):
            yield int.from_bytes(block[start : start + 7], "big") >> 2


_random_numbers = _draw()


def check_key(key: str) -> str:
    """An idempotency key: what a header can carry without surprises."""
    if 1 <= len(key) <= 200 and key.isascii() and key.isprintable():
        return key
    raise Invalid("invalid_idempotency_key", "Idempotency-Key: must be 1 to 200 printable ASCII characters")


def _recall(writer: Writer, who: Principal, key: str, draft: Draft, now: str) -> Notification | None:
    earlier = writer.recalled(who.name, key, now)
    if earlier is None:
        return None
    body_hash, id = earlier
    if body_hash != _hash(draft):
        raise Conflict(
            "idempotency_conflict", "This Idempotency-Key was used with another body", "use a new key for a new create"
        )
    return writer.notification(who, id)


def _hash(draft: Draft) -> bytes:
    return hashlib.sha256(json.dumps(draft).encode()).digest()


def _check_sight(reader: Reader, who: Principal, agent_name: str | None) -> None:
    sight = reader.sight(who)
    if agent_name is not None and sight is not None and agent_name not in sight:
        raise denied_agent()


def _found(notification: Notification | None) -> Notification:
    if notification is None:
        raise NotFound("notification_not_found", "Notification not found")
    return notification
