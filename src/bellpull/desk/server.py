"""Who shows notifications on a bus: found, started by the bus where it can be, lost, and found again.

A server may hang while its desktop starts, be replaced by another one, or end while it shows nothing and be started by
the bus for the next banner. Not here: what is shown (`linux`).
"""

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from dbus_fast import Message
from dbus_fast.aio import MessageBus

from bellpull.desk.calls import BUS, DEADLINE, Place, answer, can_wake, made_patient, owner, process, wake
from bellpull.desk.dialect import can_of
from bellpull.desk.dunst import Choosing, choosing
from bellpull.desk.notifications import Can

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
MATCHES = (
    f"type='signal',sender='{NAME}',path='{PATH}',interface='{NAME}'",
    f"type='signal',sender='{BUS.name}',interface='{BUS.interface}',member='NameOwnerChanged',arg0='{NAME}'",
)
#: A server that has just started may be busy with its desktop; nobody waits for it.
PATIENT_DEADLINE = 30.0


class Server:
    """On a bus that somebody else connects and disconnects, or on its own."""

    def __init__(
        self,
        bus: MessageBus | None,
        *,
        on_signal: Callable[[Message], None],
        on_change: Callable[[Can | None], None],
        shows_nothing: Callable[[], bool],
    ) -> None:
        self.can: Can | None = None
        self.bus_id = ""
        #: By the name that nobody else will ever have on this bus.
        self.owner: str | None = None
        self._given, self._bus = bus, bus
        self._on_signal, self._on_change, self._shows_nothing = on_signal, on_change, shows_nothing
        self._wakes = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Look for one. It may be found later, too."""
        bus = await self._connected()
        if bus is None:
            return
        made_patient(bus).add_message_handler(self._heard)
        for match in MATCHES:
            await answer(bus, BUS, "AddMatch", "s", match)
        self.bus_id = ((await answer(bus, BUS, "GetId", gives="s")) or [""])[0]
        # It ends with the bus. Nobody may cancel it: it would cancel the waiting of all others for this bus.
        self._end_of_bus = asyncio.ensure_future(_end_of(bus))
        self._end_of_bus.add_done_callback(lambda _: self._gone())
        if await self._current(bus) is None:
            await wake(bus, NAME)
        if (found := await self._current(bus)) is not None:
            await asyncio.wait({self.begin(self._read(found))}, timeout=DEADLINE)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        bus, self._bus, self.owner, self.can = self._bus, None, None, None
        if bus is None:
            return
        bus.remove_message_handler(self._heard)
        for match in MATCHES:
            await answer(bus, BUS, "RemoveMatch", "s", match)
        if self._given is None and bus.connected:
            bus.disconnect()

    async def awake(self) -> str | None:
        """Its name on the bus, after it was started again if it has gone to sleep."""
        if self.owner is None and self.can is not None and self._bus is not None:
            await wake(self._bus, NAME)
            if await self._current(self._bus) is None:
                self._gone()
        return self.owner

    async def ask(
        self, member: str, signature: str, *words: object, gives: str = "", seconds: float | None = DEADLINE
    ) -> list[Any] | None:
        if self._bus is None or self.owner is None:
            return None
        place = Place(self.owner, PATH, NAME)
        return await answer(self._bus, place, member, signature, *words, gives=gives, seconds=seconds)

    def begin(self, work: "Coroutine[Any, Any, Any]") -> "asyncio.Task[Any]":
        """Work that nobody waits for, ended by `stop`."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _connected(self) -> MessageBus | None:
        if self._bus is None:
            # No bus, or one that does not let us in: there are no banners here.
            with suppress(Exception):
                async with asyncio.timeout(DEADLINE):
                    self._bus = await MessageBus().connect()
        return self._bus

    async def _current(self, bus: MessageBus) -> str | None:
        self.owner = self.owner or await owner(bus, NAME)
        return self.owner

    async def _read(self, found: str) -> None:
        told = await self.ask("GetServerInformation", "", gives="ssss", seconds=PATIENT_DEADLINE)
        words = await self.ask("GetCapabilities", "", gives="as", seconds=PATIENT_DEADLINE)
        wakes = self._bus is not None and await can_wake(self._bus, NAME)
        if words is None or self.owner != found:
            return
        can, self._wakes = can_of(told or ["", "", "", ""], words[0]), wakes
        if told and told[0] == "dunst":
            how = await self._choosing(found)
            can = can._replace(click=how.click, why_not=how.why_not)
        if can != self.can:
            self.can = can
            self._on_change(can)

    async def _choosing(self, found: str) -> Choosing:
        pid = None if self._bus is None else await process(self._bus, found)
        return await asyncio.to_thread(choosing, pid, os.environ)

    def _heard(self, message: Message) -> None:
        if message.sender == BUS.name and message.member == "NameOwnerChanged" and message.body[0] == NAME:
            self._owner_changed(message.body[2])
        # Anybody on the bus can send a signal: only the server's count.
        elif message.interface == NAME and message.sender == self.owner:
            self._on_signal(message)

    def _owner_changed(self, new: str) -> None:
        if new == self.owner:
            return
        if self.owner is not None and (new or not self._wakes or not self._shows_nothing()):
            self._gone()
        # Otherwise it sleeps, with nothing on the screen: it can do all that it could.
        self.owner = new or None
        if new:
            self.begin(self._read(new))

    def _gone(self) -> None:
        self.owner, had, self.can = None, self.can, None
        if had is not None:
            self._on_change(None)


async def _end_of(bus: MessageBus) -> None:
    # That it ended is enough; why is for who has made it.
    with suppress(Exception):
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
