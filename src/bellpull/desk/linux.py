"""Banners on Linux and its kin: org.freedesktop.Notifications over D-Bus.

Servers differ in what they tell. Some say of a pressed button that the banner was closed too, some leave it on the
screen; some signal before they have answered `Notify`, and some answer too late. Here they all look like the port. Not
here: who the server is (`server`), and the words that are exchanged with it (`dialect`).
"""

import asyncio
from typing import Any
from weakref import WeakValueDictionary

from dbus_fast import Message
from dbus_fast.aio import MessageBus

from bellpull.desk.calls import DEADLINE
from bellpull.desk.dialect import meaning, notify_words
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
from bellpull.desk.server import Server

INVISIBLE = "\u200b"
TIDY_SECONDS = 0.02


class LinuxBanners:
    """The port `Banners`, on a bus that somebody else connects and disconnects, or on its own."""

    def __init__(self, bus: MessageBus | None, on_happening: Tell) -> None:
        self._server = Server(
            bus, on_signal=self._signalled, on_change=self._changed, shows_nothing=lambda: not self._shown
        )
        self._tell = on_happening
        self._telling = False
        #: The server's number of each banner, by our key.
        self._shown: dict[str, int] = {}
        self._texts: dict[str, tuple[str, str]] = {}
        #: One at a time for each key: a successor needs to know the number of what it replaces.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: And one at a time for all, so that each has the whole deadline for itself.
        self._one_by_one = asyncio.Lock()
        self._asked = False
        self._owed: asyncio.Task[None] | None = None
        #: What was signalled of numbers that `Notify` has not given us yet.
        self._early: dict[int, list[Message]] = {}
        self._acted: set[int] = set()

    @property
    def can(self) -> Can | None:
        return self._server.can

    async def start(self) -> Can | None:
        await self._server.start()
        self._telling = True
        return self.can

    async def show(self, banner: Banner) -> bool:
        async with self._turn(banner.key):
            server = await self._server.awake()
            before = self._shown.get(banner.key)
            number = await self._notify(banner, before or 0)
            if number is None or self._server.owner != server:
                return False
            self._settle(banner.key, before, number)
            return True

    async def close(self, key: str) -> None:
        async with self._turn(key):
            await self._forget(key)

    def left(self) -> Left:
        return {"bus": self._server.bus_id, "server": self._server.owner or "", "ids": sorted(self._shown.values())}

    async def close_left(self, left: Left) -> None:
        # The numbers mean something to one run of one server only.
        here = (self._server.bus_id, self._server.owner)
        ids = left.get("ids")
        if (left.get("bus"), left.get("server")) != here or not isinstance(ids, list):
            return
        old = {number for number in ids if isinstance(number, int)} - set(self._shown.values())
        await asyncio.gather(*(self._close(number) for number in old))

    async def stop(self) -> None:
        self._telling = False
        self._shown.clear()
        await self._server.stop()

    # What is shown

    async def _notify(self, banner: Banner, before: int) -> int | None:
        """The number that the server has given it; None if there is none, it refuses, or it takes too long."""
        async with self._one_by_one:
            # It answers in order: while it owes an answer, it will not give another.
            if self.can is None or not (self._owed is None or self._owed.done()):
                return None
            words = notify_words(banner, self._distinct(banner, self.can), self.can, before)
            asking = self._server.begin(self._server.ask("Notify", "susssasa{sv}i", *words, gives="u", seconds=None))
            given = await self._given_in_time(asking, banner.key)
            if given is None and asking.done():
                await self._forget(banner.key)
            return given

    async def _given_in_time(self, asking: "asyncio.Task[list[Any] | None]", key: str) -> int | None:
        self._early.clear()
        self._asked = True
        try:
            await asyncio.wait({asking}, timeout=DEADLINE)
        except asyncio.CancelledError:
            self._owed = self._server.begin(self._take_back(asking, key))
            raise
        finally:
            self._asked = False
        if not asking.done():
            self._owed = self._server.begin(self._take_back(asking, key))
            return None
        given = asking.result()
        return given[0] if given else None

    async def _take_back(self, asking: "asyncio.Task[list[Any] | None]", key: str) -> None:
        """What is shown too late is taken away again: whoever wanted it has gone another way by then."""
        given = await asking
        # Whoever shows the same again meanwhile goes on with the number.
        if given and not self._turn(key).locked() and self._shown.get(key) in (None, given[0]):
            self._shown.pop(key, None)
            await self._close(given[0])

    def _distinct(self, banner: Banner, can: Can) -> Layout:
        """Laid out so that no other banner has the same text. dunst would show one in the place of both."""
        layout = laid_out(banner, can)
        kept = {key: text for key, text in self._texts.items() if key in self._shown or self._turn(key).locked()}
        kept.pop(banner.key, None)
        while layout[:2] in kept.values():
            layout = layout._replace(body=layout.body + INVISIBLE)
        self._texts = kept | {banner.key: layout[:2]}
        return layout

    def _settle(self, key: str, before: int | None, number: int) -> None:
        if before is not None and key not in self._shown:
            # It was answered or put away while its successor was on the way: that is true of the successor too.
            self._server.begin(self._close(number))
            return
        if before is not None and before != number:
            self._server.begin(self._close(before))
        self._shown[key] = number
        for message in self._early.pop(number, []):
            self._signalled(message)

    async def _forget(self, key: str) -> None:
        if (number := self._shown.pop(key, None)) is not None:
            await self._close(number)

    async def _close(self, number: int) -> None:
        await self._server.ask("CloseNotification", "u", number)

    def _turn(self, key: str) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())

    # What happens

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
            self._server.begin(self._tidy(number))
        self._say(happening)

    async def _tidy(self, number: int) -> None:
        """Take away what a server leaves on the screen after a button was pressed, unless it has just said that it is
        gone. A moment later: the answer goes first."""
        await asyncio.sleep(TIDY_SECONDS)
        if number in self._acted:
            self._acted.discard(number)
            await self._close(number)

    def _changed(self, can: Can | None) -> None:
        if can is None:
            self._shown.clear()
        self._say(Lost() if can is None else Found(can))

    def _say(self, happening: Happening) -> None:
        if self._telling:
            self._tell(happening)
