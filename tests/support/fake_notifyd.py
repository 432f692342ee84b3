"""A notification server that does as it is told, with what no server in Debian has: inline replies, hanging, signals
that come too early. A program of its own: it says on its output what it is asked, and obeys lines of JSON on its input.

    {"do": "action", "id": 1, "key": "yes"}
    {"do": "reply", "id": 1, "text": "…"}
    {"do": "closed", "id": 1, "reason": 2}
    {"do": "hang"}      answers nobody until {"do": "go on"}
    {"do": "refuse"}    answers the next Notify with an error
    {"do": "early", "key": "yes"}   signals this action of the next banner before it answers
"""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Annotated, Any

from dbus_fast import DBusError, ErrorType, NameFlag, PropertyAccess, RequestNameReply, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.annotations import DBusBool, DBusDict, DBusInt32, DBusSignature, DBusStr, DBusUInt32
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

NAME = "org.freedesktop.Notifications"
Words = Annotated[list[str], DBusSignature("as")]
FourWords = Annotated[tuple[str, str, str, str], DBusSignature("ssss")]
NumberAndWord = Annotated[tuple[int, str], DBusSignature("us")]
TwoNumbers = Annotated[tuple[int, int], DBusSignature("uu")]


def say(**words: Any) -> None:
    print(json.dumps(words), flush=True)


class FakeNotifyd(ServiceInterface):
    def __init__(self, name: str, capabilities: list[str], inhibited: bool) -> None:
        super().__init__(NAME)
        self.server, self.capabilities, self.inhibited = name, capabilities, inhibited
        self.last = 0
        self.going = asyncio.Event()
        self.going.set()
        self.refuses = False
        self.early: str | None = None

    @dbus_method()
    async def GetCapabilities(self) -> Words:
        await self.going.wait()
        return self.capabilities

    @dbus_method()
    async def GetServerInformation(self) -> FourWords:
        await self.going.wait()
        return self.server, "bellpull", "1", "1.2"

    @dbus_method()
    async def Notify(
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
        say(asked="Notify", replaces=replaces, summary=summary)
        await self.going.wait()
        if self.refuses:
            self.refuses = False
            raise DBusError(ErrorType.LIMITS_EXCEEDED, "too many")
        self.last += not replaces
        number = replaces or self.last
        told = {name: _plain(value) for name, value in hints.items()}
        say(notify=number, replaces=replaces, summary=summary, body=body, actions=actions, hints=told, expires=expires)
        if self.early is not None:
            self.ActionInvoked(number, self.early)
            self.early = None
        return number

    @dbus_method()
    async def CloseNotification(self, number: DBusUInt32) -> None:
        await self.going.wait()
        say(close=number)
        self.NotificationClosed(number, 3)

    @dbus_property(access=PropertyAccess.READ)
    def Inhibited(self) -> DBusBool:
        return self.inhibited

    @dbus_signal()
    def NotificationClosed(self, number: int, reason: int) -> TwoNumbers:
        return number, reason

    @dbus_signal()
    def ActionInvoked(self, number: int, key: str) -> NumberAndWord:
        return number, key

    @dbus_signal()
    def NotificationReplied(self, number: int, text: str) -> NumberAndWord:
        return number, text

    def obey(self, order: dict[str, Any]) -> None:
        match order:
            case {"do": "action", "id": number, "key": key}:
                self.ActionInvoked(number, key)
            case {"do": "reply", "id": number, "text": text}:
                self.NotificationReplied(number, text)
            case {"do": "closed", "id": number, "reason": reason}:
                self.NotificationClosed(number, reason)
            case {"do": "hang"}:
                self.going.clear()
            case {"do": "go on"}:
                self.going.set()
            case {"do": "refuse"}:
                self.refuses = True
            case {"do": "early", "key": key}:
                self.early = key
            case _:
                raise ValueError(order)


def _plain(value: Variant) -> Any:
    return (
        [len(part) if isinstance(part, bytes) else part for part in value.value]
        if value.signature[0] == "("
        else value.value
    )


async def main(settings: dict[str, Any]) -> None:
    bus = await MessageBus().connect()
    server = FakeNotifyd(
        settings.get("name", "fake"),
        settings.get("capabilities", ["body", "body-markup", "actions", "inline-reply", "persistence"]),
        settings.get("inhibited", False),
    )
    bus.export("/org/freedesktop/Notifications", server)
    assert await bus.request_name(NAME, NameFlag.DO_NOT_QUEUE) == RequestNameReply.PRIMARY_OWNER
    say(ready=True)
    if settings.get("stays"):
        # Started by the bus, it has nobody to obey. A loop cannot wait for /dev/null.
        with suppress(EOFError, OSError):
            await bus.wait_for_disconnect()
        return
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        server.obey(json.loads(line))
        say(done=json.loads(line))


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}))
