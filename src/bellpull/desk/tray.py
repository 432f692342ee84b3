"""The tray icon on Linux: how many wait, in the panel, with a menu. Over D-Bus, without a toolkit.

A panel that shows such icons is called a host. Where there is none, nothing is shown and nothing fails; where one comes
later, or comes again after a crash, the icon appears there. What the icon and its menu say is decided elsewhere.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from dbus_fast import Message
from dbus_fast.aio import MessageBus

from bellpull.desk.calls import BUS, Place, answer
from bellpull.desk.notifications import one_line
from bellpull.desk.tray_item import MENU_PATH, Item
from bellpull.desk.tray_menu import Entry, Menu

__all__ = ["ACTIVATE", "Entry", "Tray"]

#: What `on_choose` is told when the icon itself is clicked.
ACTIVATE = "activate"
_ITEM_PATH = "/StatusNotifierItem"
_WATCHER = Place("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher")
_WATCHED = f"type='signal',sender='{BUS.name}',member='NameOwnerChanged',arg0='{_WATCHER.name}'"


class Tray:
    """One for each bus. `on_choose` is called on the loop with an entry's key, or ACTIVATE."""

    def __init__(self, bus: MessageBus, on_choose: Callable[[str], None]) -> None:
        self._bus = bus
        self._item = Item(lambda: on_choose(ACTIVATE))
        self._menu = Menu(on_choose)
        self._name = f"org.kde.StatusNotifierItem-{os.getpid()}-1"
        self._registering: asyncio.Task[None] | None = None
        self._started = False
        #: Whether a host shows the icon now; kept current.
        self.there = False

    async def start(self) -> bool:
        """Whether a host is there. One that comes later is found by itself."""
        self._bus.export(_ITEM_PATH, self._item)
        self._bus.export(MENU_PATH, self._menu)
        self._bus.add_message_handler(self._heard)
        self._started = True
        await answer(self._bus, BUS, "RequestName", "su", self._name, 0, gives="u")
        # First listen, then look: who comes in between is not missed.
        await answer(self._bus, BUS, "AddMatch", "s", _WATCHED)
        await self._register()
        return self.there

    def show(self, count: int, urgent: bool, words: str, entries: Sequence[Entry]) -> None:
        """What is to be seen from now on."""
        item, status = self._item, self._item.status
        pictured, said = (item.count, item.urgent), item.words
        item.count, item.urgent, item.words = count, urgent and count > 0, _without_markup(words)
        listed = self._menu.fill(entries)
        if not self._started or not self._bus.connected:
            return
        # A bus may be gone before it says so: then there is no panel either.
        with suppress(OSError, ValueError, KeyError):
            self._tell(pictured, status, said, listed)

    def _tell(self, pictured: tuple[int, bool], status: str, said: str, listed: bool) -> None:
        item = self._item
        if pictured != (item.count, item.urgent):
            item.NewIcon()
            item.NewAttentionIcon()
        if status != item.status:
            item.NewStatus()
        if said != item.words:
            item.NewToolTip()
        if listed:
            self._menu.LayoutUpdated()

    async def stop(self) -> None:
        """The icon disappears; nothing is told any more."""
        if not self._started:
            return
        self._started = self.there = False
        if self._registering is not None:
            self._registering.cancel()
        if not self._bus.connected:
            return
        self._bus.remove_message_handler(self._heard)
        await answer(self._bus, BUS, "RemoveMatch", "s", _WATCHED)
        await answer(self._bus, BUS, "ReleaseName", "s", self._name, gives="u")
        self._bus.unexport(_ITEM_PATH, self._item)
        self._bus.unexport(MENU_PATH, self._menu)

    def _heard(self, message: Message) -> None:
        if message.member != "NameOwnerChanged" or message.sender != BUS.name or message.body[0] != _WATCHER.name:
            return
        self.there = False
        if self._registering is not None:
            self._registering.cancel()
        self._registering = asyncio.ensure_future(self._register()) if message.body[2] else None

    async def _register(self) -> None:
        registered = await answer(self._bus, _WATCHER, "RegisterStatusNotifierItem", "s", self._name)
        self.there = registered is not None


def _without_markup(words: str) -> str:
    """Some hosts read markup in it and some do not, so escaping would show in the others."""
    return one_line(words).replace("&", "＆").replace("<", "‹")
