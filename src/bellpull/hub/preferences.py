"""What a person prefers on all their surfaces: the hub keeps it, and surfaces obey."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bellpull.domain import event
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.quiet_hours import checked
from bellpull.hub.ports import Store, Writer
from bellpull.hub.rights import need_person, need_valid


class Preferred(NamedTuple):
    #: None: as the hub's setting, which is the second.
    quiet_hours: str | None
    default_quiet_hours: str


class Preferences:
    """`quiet_hours`: the hub's setting, for people who have chosen nothing."""

    def __init__(self, store: Store, clock: Callable[[], datetime], quiet_hours: str) -> None:
        self._store = store
        self._clock = clock
        self._quiet_hours = quiet_hours

    async def of(self, who: Principal) -> Preferred:
        need_person(who)
        hours = await self._store.read(lambda reader: reader.preferences.quiet_hours(who.name))
        return Preferred(hours, self._quiet_hours)

    async def keep_quiet(self, who: Principal, hours: str | None) -> Preferred:
        """From one time of the day to another; nothing for never, None for the hub's setting."""
        need_person(who)
        chosen = checked(hours)
        now = instant(self._clock())

        def decide(writer: Writer) -> None:
            need_valid(writer, who)
            if writer.preferences.quiet_hours(who.name) != chosen:
                writer.preferences.set_quiet_hours(who.name, chosen)
                writer.supersede(event.preferences_changed(who.name, chosen, now))

        await self._store.write(decide)
        return Preferred(chosen, self._quiet_hours)
