"""Notifications that people end together: those that they name, or all that a filter finds.

Open questions are left alone: whoever tidies up has not answered them. What ends here has an event of its own; only
`clear`, which takes all there is, tells it in one for each agent.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from bellpull.domain import event, notification
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.notification import ACKNOWLEDGED, PENDING, Notification
from bellpull.hub.ports import Filters, Place, Reader, Store, Writer
from bellpull.hub.rights import need_agent, need_person, need_valid

Ending = Callable[[Notification, str, Instant], Notification]

#: In one transaction: others want to write, too.
MOST_AT_ONCE = 500


class Endings:
    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def acknowledge(self, who: Principal, ids: Sequence[str]) -> int:
        """How many changed; ids of nothing that one may see are passed over."""
        return await self._end(who, ids, notification.acknowledge)

    async def dismiss(self, who: Principal, ids: Sequence[str]) -> int:
        return await self._end(who, ids, notification.dismiss)

    async def acknowledge_all(self, who: Principal, filters: Filters, up_to: str | None) -> int:
        """`up_to`: nothing newer than this one."""
        return await self._end_all(who, filters, up_to, notification.acknowledge, (PENDING,))

    async def dismiss_all(self, who: Principal, filters: Filters, up_to: str | None) -> int:
        return await self._end_all(who, filters, up_to, notification.dismiss, (PENDING, ACKNOWLEDGED))

    async def clear(self, who: Principal, agent_name: str | None = None) -> int:
        """Dismiss everything, in one transaction."""
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

        return await self._store.write(decide)

    async def _end(self, who: Principal, ids: Sequence[str], ending: Ending) -> int:
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> int:
            need_valid(writer, who)
            return sum(end(writer, one, ending, who.name, now) != one for one in writer.endable(who, ids))

        return await self._store.write(decide)

    async def _end_all(
        self, who: Principal, filters: Filters, up_to: str | None, ending: Ending, changes: tuple[str, ...]
    ) -> int:
        """They are looked for outside of the transactions: that may take long. What has ended is not found again."""
        need_person(who)
        statuses = tuple(status for status in filters.statuses or changes if status in changes)
        wanted = filters._replace(statuses=statuses or changes, limit=MOST_AT_ONCE, open=False)
        newest = await self._store.read(lambda reader: _newest(reader, who, wanted, up_to))
        if newest is None or not statuses:
            return 0
        wanted, total = wanted._replace(up_to=newest), 0
        while ids := await self._store.read(lambda reader: reader.ids(who, wanted)):
            total += await self._end(who, ids, ending)
        return total


def _newest(reader: Reader, who: Principal, filters: Filters, up_to: str | None) -> Place | None:
    """The first to end: what is told from now on stays. None if there is nothing to end."""
    if filters.agent_name is not None:
        need_agent(reader, who, filters.agent_name)
    found = [up_to] if up_to else reader.ids(who, filters._replace(limit=1))
    return reader.place(who, found[0], "up_to") if found else None


def end(writer: Writer, before: Notification, ending: Ending, by: str, now: Instant) -> Notification:
    after = ending(before, by, now)
    if after != before:
        writer.save(after)
        writer.append(event.ended(after, by, now))
    return after
