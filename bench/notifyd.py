"""A notification server that nobody sees: whoever measures is told of each banner and presses its buttons."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Any

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.annotations import DBusDict, DBusInt32, DBusSignature, DBusStr, DBusUInt32
from dbus_fast.service import ServiceInterface, dbus_method, dbus_signal

from bench.calls import PATIENCE, BenchError

NAME = "org.freedesktop.Notifications"
Words = Annotated[list[str], DBusSignature("as")]
FourWords = Annotated[tuple[str, str, str, str], DBusSignature("ssss")]
NumberAndWord = Annotated[tuple[int, str], DBusSignature("us")]
TwoNumbers = Annotated[tuple[int, int], DBusSignature("uu")]


@dataclass(frozen=True)
class Shown:
    number: int
    keys: dict[str, str]
    """Of its buttons, by their labels."""


class Notifyd(ServiceInterface):
    def __init__(self, bus: MessageBus) -> None:
        super().__init__(NAME)
        self._bus = bus
        self._numbers = 0
        self._shown: asyncio.Queue[Shown] = asyncio.Queue()
        self._desk = ""
        bus.add_message_handler(self._see)

    async def shown(self) -> Shown:
        return await asyncio.wait_for(self._shown.get(), PATIENCE)

    def press(self, number: int, key: str) -> float:
        """The moment at which it was told."""
        told = perf_counter()
        self.ActionInvoked(number, key)
        return told

    async def round_trip(self) -> float:
        """Seconds until the desk, asked over the bus whether it is there, has said yes."""
        ping = Message(destination=self._desk, path="/", interface="org.freedesktop.DBus.Peer", member="Ping")
        before = perf_counter()
        reply = await asyncio.wait_for(self._bus.call(ping), PATIENCE)
        if reply is None or reply.message_type is not MessageType.METHOD_RETURN:
            raise BenchError(f"the desk does not answer on the bus: {reply and reply.body}")
        return perf_counter() - before

    def _see(self, message: Message) -> None:
        if message.member == "Notify":
            self._desk = message.sender or ""

    @dbus_method()
    def GetCapabilities(self) -> Words:
        return ["body", "body-markup", "actions", "persistence"]

    @dbus_method()
    def GetServerInformation(self) -> FourWords:
        return "bench", "bellpull", "1", "1.2"

    @dbus_method()
    def Notify(
        self,
        app: DBusStr,
        replaces: DBusUInt32,
        icon: DBusStr,
        summary: DBusStr,
        body: DBusStr,
        actions: Words,
        hints: DBusDict,
        expires: DBusInt32,
    ) -> DBusUInt32:
        self._numbers += 1
        self._shown.put_nowait(Shown(self._numbers, dict(zip(actions[1::2], actions[::2], strict=True))))
        return self._numbers

    @dbus_method()
    def CloseNotification(self, number: DBusUInt32) -> None:
        self.NotificationClosed(number, 3)

    @dbus_signal()
    def NotificationClosed(self, number: int, reason: int) -> TwoNumbers:
        return number, reason

    @dbus_signal()
    def ActionInvoked(self, number: int, key: str) -> NumberAndWord:
        return number, key


@asynccontextmanager
async def notifyd(address: str) -> AsyncIterator[Notifyd]:
    bus: Any = await MessageBus(address).connect()
    server = Notifyd(bus)
    bus.export("/org/freedesktop/Notifications", server)
    await bus.request_name(NAME)
    try:
        yield server
    finally:
        bus.disconnect()
