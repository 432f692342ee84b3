"""Banners on Linux and its kin: org.freedesktop.Notifications over D-Bus.

Servers differ in what they tell. Some say of a pressed button that the banner was closed too, some leave it on the
screen; some signal before they have answered `Notify`; some hang, die, are restarted, or end while nothing is shown and
are started again by the bus. Here they all look like the port. Not here: the words that are exchanged (`dialect`).
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from bellpull.desk.calls import BUS, DEADLINE, Place, answer, can_wake, made_patient, owner, wake
from bellpull.desk.dialect import can_of, meaning, notify_words
from bellpull.desk.notifications import (
    Banner,
    Can,
    Closed,
    Expired,
    Found,
    Happening,
    Layout,
    Left,
    Lost,
    Tell,
    laid_out,
)

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
MATCHES = (
    f"type='signal',sender='{NAME}',path='{PATH}',interface='{NAME}'",
    f"type='signal',sender='{BUS.name}',interface='{BUS.interface}',member='NameOwnerChanged',arg0='{NAME}'",
)
#: A server that has just started may be busy with its desktop; nobody waits for it.
PATIENT_DEADLINE = 30.0
INVISIBLE = "\u200b"


class LinuxBanners:
    """The port `Banners`, on a bus that somebody else connects and disconnects, or on its own."""

    def __init__(self, bus: MessageBus | None, on_happening: Tell) -> None:
        self.can: Can | None = None
        self._given, self._bus = bus, bus
        self._bus_id = ""
        self._tell = on_happening
        #: Who shows banners now, by the name that nobody else will ever have on this bus.
        self._owner: str | None = None
        self._wakes = False
        self._telling = False
        self._shown: dict[str, int] = {}
        self._texts: dict[str, tuple[str, str]] = {}
        #: One at a time for each key: a successor needs to know the number of what it replaces.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: And one at a time for all, so that each has the whole deadline for itself.
        self._one_by_one = asyncio.Lock()
        self._owed: asyncio.Task[None] | None = None
        self._asked = False
        #: What was signalled of numbers that `Notify` has not given us yet.
        self._early: dict[int, list[Message]] = {}
        self._acted: set[int] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> Can | None:
        bus = await self._connected()
        if bus is None:
            return None
        made_patient(bus).add_message_handler(self._heard)
        for match in MATCHES:
            await answer(bus, BUS, "AddMatch", "s", match)
        self._bus_id = ((await answer(bus, BUS, "GetId", gives="s")) or [""])[0]
        # It ends with the bus. Nobody may cancel it: it would cancel the waiting of all others for this bus.
        self._end_of_bus = asyncio.ensure_future(_end_of(bus))
        self._end_of_bus.add_done_callback(self._bus_gone)
        if await self._current(bus) is None:
            await wake(bus, NAME)
        if (server := await self._current(bus)) is not None:
            await asyncio.wait({self._begin(self._find(server))}, timeout=DEADLINE)
        self._telling = True
        return self.can

    async def show(self, banner: Banner) -> bool:
        async with self._turn(banner.key):
            server = await self._awake()
            if server is None or self.can is None:
                return False
            before = self._shown.get(banner.key)
            number = await self._notify(server, banner, before or 0, self.can)
            if number is None or self._owner != server:
                return False
            self._settle(banner.key, before, number)
            return True

    async def close(self, key: str) -> None:
        async with self._turn(key):
            if (number := self._shown.pop(key, None)) is not None:
                await self._close(number)

    def left(self) -> Left:
        return {"bus": self._bus_id, "server": self._owner or "", "ids": sorted(self._shown.values())}

    async def close_left(self, left: Left) -> None:
        # The numbers mean something to one run of one server only.
        if not self._owner or (left.get("bus"), left.get("server")) != (self._bus_id, self._owner):
            return
        ids = left.get("ids")
        old = {number for number in ids if isinstance(number, int)} if isinstance(ids, list) else set()
        await asyncio.gather(*(self._close(number) for number in old - set(self._shown.values())))

    async def stop(self) -> None:
        self._telling = False
        self._server_gone()
        for task in self._tasks:
            task.cancel()
        bus, self._bus = self._bus, None
        if bus is None:
            return
        bus.remove_message_handler(self._heard)
        for match in MATCHES:
            await answer(bus, BUS, "RemoveMatch", "s", match)
        if self._given is None and bus.connected:
            bus.disconnect()

    # Who shows them

    async def _connected(self) -> MessageBus | None:
        if self._bus is None:
            # No bus, or one that does not let us in: there are no banners here.
            with suppress(Exception):
                async with asyncio.timeout(DEADLINE):
                    self._bus = await MessageBus().connect()
        return self._bus

    def _bus_gone(self, waited: "asyncio.Future[None]") -> None:
        # A future wants to be asked for its error, even one that says nothing new.
        if not waited.cancelled() and (waited.exception() or True):
            self._server_gone()

    async def _current(self, bus: MessageBus) -> str | None:
        self._owner = self._owner or await owner(bus, NAME)
        return self._owner

    async def _awake(self) -> str | None:
        """The server; one that has gone to sleep is started again."""
        if self._owner is None and self.can is not None and self._bus is not None:
            await wake(self._bus, NAME)
            if await self._current(self._bus) is None:
                self._server_gone()
        return self._owner

    async def _find(self, server: str) -> None:
        place = Place(server, PATH, NAME)
        assert self._bus is not None
        told = await answer(self._bus, place, "GetServerInformation", gives="ssss", seconds=PATIENT_DEADLINE)
        words = await answer(self._bus, place, "GetCapabilities", gives="as", seconds=PATIENT_DEADLINE)
        wakes = await can_wake(self._bus, NAME)
        if words is None or self._owner != server:
            return
        can, self._wakes = can_of(told or ["", "", "", ""], words[0]), wakes
        if can != self.can:
            self.can = can
            self._say(Found(can))

    def _owner_changed(self, new: str) -> None:
        if new == self._owner:
            return
        if self._owner is not None and (new or self._shown or not self._wakes):
            self._server_gone()
        # Otherwise it sleeps, with nothing on the screen: it can do all that it could.
        self._owner = new or None
        if new:
            self._begin(self._find(new))

    def _server_gone(self) -> None:
        self._owner, had, self.can = None, self.can, None
        self._shown.clear()
        self._early.clear()
        self._acted.clear()
        if had is not None:
            self._say(Lost())

    # What is shown

    async def _notify(self, server: str, banner: Banner, before: int, can: Can) -> int | None:
        """The number that the server has given it; None if it refuses or takes too long."""
        async with self._one_by_one:
            # It answers in order: while it owes an answer, it will not give another.
            if self._bus is None or self._owner != server or not (self._owed is None or self._owed.done()):
                return None
            words = notify_words(banner, self._distinct(banner, can), can, before)
            place = Place(server, PATH, NAME)
            asking = self._begin(answer(self._bus, place, "Notify", "susssasa{sv}i", *words, gives="u", seconds=None))
            given = await self._given_in_time(asking, banner.key)
            if asking.done() and given is None:
                await self._forget(banner.key)
            return given

    async def _given_in_time(self, asking: "asyncio.Task[list[Any] | None]", key: str) -> int | None:
        self._early.clear()
        self._asked = True
        try:
            await asyncio.wait({asking}, timeout=DEADLINE)
        except asyncio.CancelledError:
            self._owed = self._begin(self._take_back(asking, key))
            raise
        finally:
            self._asked = False
        if not asking.done():
            self._owed = self._begin(self._take_back(asking, key))
            return None
        given = asking.result()
        return given[0] if given else None

    def _distinct(self, banner: Banner, can: Can) -> Layout:
        """Laid out so that no other banner has the same text. dunst would show one in the place of both."""
        layout = laid_out(banner, can)
        kept = {key: text for key, text in self._texts.items() if key in self._shown or self._turn(key).locked()}
        kept.pop(banner.key, None)
        while layout[:2] in kept.values():
            layout = layout._replace(body=layout.body + INVISIBLE)
        self._texts = kept | {banner.key: layout[:2]}
        return layout

    async def _take_back(self, asking: "asyncio.Task[list[Any] | None]", key: str) -> None:
        """What is shown too late is taken away again: whoever wanted it has gone another way by then."""
        given = await asking
        # Whoever has shown the same again since then goes on with the number.
        if given and not self._turn(key).locked() and self._shown.get(key) in (None, given[0]):
            self._shown.pop(key, None)
            await self._close(given[0])

    async def _forget(self, key: str) -> None:
        if (number := self._shown.pop(key, None)) is not None:
            await self._close(number)

    def _settle(self, key: str, before: int | None, number: int) -> None:
        early = self._early.pop(number, [])
        if before is not None and key not in self._shown:
            # It was answered or put away while its successor was on the way: that is true of the successor too.
            self._begin(self._close(number))
            return
        if before not in (None, number):
            self._begin(self._close(before))
        self._shown[key] = number
        for message in early:
            self._signalled(message)

    async def _close(self, number: int) -> None:
        if self._bus is not None and self._owner is not None:
            await answer(self._bus, Place(self._owner, PATH, NAME), "CloseNotification", "u", number)

    # What happens

    def _heard(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if message.sender == BUS.name and message.member == "NameOwnerChanged" and message.body[0] == NAME:
            self._owner_changed(message.body[2])
        # Anybody on the bus can send a signal: only the server's count.
        elif message.interface == NAME and message.sender == self._owner:
            self._signalled(message)

    def _signalled(self, message: Message) -> None:
        if message.signature not in ("us", "uu"):
            return
        number = message.body[0]
        if message.member == "NotificationClosed":
            self._acted.discard(number)
        key = next((key for key, shown in self._shown.items() if shown == number), None)
        if key is not None:
            self._happened(key, number, meaning(key, message))
        elif self._asked:
            self._early.setdefault(number, []).append(message)

    def _happened(self, key: str, number: int, happening: Happening | None) -> None:
        # The successor of one that expires meanwhile is shown all the same.
        if happening is None or (isinstance(happening, Expired) and self._turn(key).locked()):
            return
        del self._shown[key]
        if not isinstance(happening, Closed | Expired):
            self._acted.add(number)
            self._begin(self._tidy(number))
        self._say(happening)

    async def _tidy(self, number: int) -> None:
        """Take away what a server leaves on the screen after a button was pressed, unless it has just said that it is
        gone."""
        if number in self._acted:
            self._acted.discard(number)
            await self._close(number)

    def _say(self, happening: Happening) -> None:
        if self._telling:
            self._tell(happening)

    def _turn(self, key: str) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())

    def _begin(self, work: "Coroutine[Any, Any, Any]") -> "asyncio.Task[Any]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _end_of(bus: MessageBus) -> None:
    await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
