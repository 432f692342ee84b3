"""The tray of a running desk as a panel reads it: its menu and its tooltip over the bus."""

import asyncio
from typing import Any, NamedTuple

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from support.answers import PATIENCE, until
from support.desk import Desk

MENU = ("/MenuBar", "com.canonical.dbusmenu")
ITEM = ("/StatusNotifierItem", "org.kde.StatusNotifierItem")
PROPERTIES = "org.freedesktop.DBus.Properties"


class Line(NamedTuple):
    id: int
    label: str
    enabled: bool


class TrayMenu:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def lines(self) -> list[Line]:
        """Without separators."""
        _, (_, _, children) = self._ask(MENU, "GetLayout", "iias", 0, -1, [])
        plain = [(child.value[0], {name: told.value for name, told in child.value[1].items()}) for child in children]
        return [Line(id, told["label"], told["enabled"]) for id, told in plain if "label" in told]

    def labels(self) -> list[str]:
        return [line.label for line in self.lines()]

    def tip(self) -> str:
        (told,) = self._ask((ITEM[0], PROPERTIES), "Get", "ss", ITEM[1], "ToolTip")
        return str(told.value[3])

    def shows(self, *labels: str) -> None:
        """At its beginning, soon."""
        until(lambda: self.labels()[: len(labels)] == list(labels), f"the menu shows {labels}, not {self.labels()}")

    def click(self, label: str) -> None:
        id = next(line.id for line in self.lines() if line.label.strip() == label)
        self._ask(MENU, "Event", "isvu", id, "clicked", Variant("i", 0), 0)

    def _ask(self, part: tuple[str, str], member: str, signature: str, *body: object) -> Any:
        return asyncio.run(asyncio.wait_for(self._asked(part, member, signature, list(body)), PATIENCE))

    async def _asked(self, part: tuple[str, str], member: str, signature: str, body: list[object]) -> Any:
        bus = await MessageBus(bus_address=self._desk.desktop.bus).connect()
        name = f"org.kde.StatusNotifierItem-{self._desk.pid}-1"
        try:
            reply = await bus.call(Message(name, part[0], part[1], member, signature=signature, body=body))
        finally:
            bus.disconnect()
        assert reply is not None
        assert reply.message_type is MessageType.METHOD_RETURN, reply.body
        return reply.body
