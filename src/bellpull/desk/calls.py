"""One call on a message bus that always comes back: with the answer, or with None when there is none in time.

A desktop's services may be absent, hang, or answer with something else than agreed; the desk goes on without them.
"""

import asyncio
import socket
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    # Only Linux has it; who asks can be loaded everywhere.
    from dbus_fast.aio import MessageBus

#: A person waits for what is to be shown.
DEADLINE = 2.0


class Place(NamedTuple):
    """Where a call goes."""

    name: str
    path: str
    interface: str


BUS = Place("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")


async def answer(
    bus: "MessageBus",
    place: Place,
    member: str,
    signature: str = "",
    *words: object,
    gives: str = "",
    seconds: float | None = DEADLINE,
) -> list[Any] | None:
    """The body of the answer if it has the signature `gives`. Nothing is started for the sake of a call."""
    from dbus_fast import Message, MessageFlag, MessageType

    message = Message(
        place.name,
        place.path,
        place.interface,
        member,
        flags=MessageFlag.NO_AUTOSTART,
        signature=signature,
        body=list(words),
    )
    try:
        async with asyncio.timeout(seconds):
            # A bus that is gone would never answer: its waiting calls were ended when it went.
            reply = await bus.call(message) if bus.connected else None
    except Exception:
        # Whatever it is, the bus's or the socket's: there is no answer.
        return None
    if reply is None or reply.message_type is not MessageType.METHOD_RETURN or reply.signature != gives:
        return None
    body: list[Any] = reply.body
    return body


async def owner(bus: "MessageBus", name: str) -> str | None:
    """The unique name of who has this name now."""
    found = await answer(bus, BUS, "GetNameOwner", "s", name, gives="s")
    return str(found[0]) if found else None


async def process(bus: "MessageBus", unique: str) -> int | None:
    """The number of the process behind a unique name."""
    found = await answer(bus, BUS, "GetConnectionUnixProcessID", "s", unique, gives="u")
    return int(found[0]) if found else None


async def wake(bus: "MessageBus", name: str) -> None:
    """Let the bus start who would have this name, if it knows how."""
    await answer(bus, BUS, "StartServiceByName", "su", name, 0, gives="u")


async def can_wake(bus: "MessageBus", name: str) -> bool:
    names = await answer(bus, BUS, "ListActivatableNames", gives="as")
    return names is not None and name in names[0]


class _PatientSocket:
    """Says of a socket that is full that nothing was sent. The library waits then until more can be."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def send(self, data: memoryview) -> int:
        try:
            return self._sock.send(data)
        except BlockingIOError:
            return 0


def made_patient(bus: "MessageBus") -> "MessageBus":
    """The same bus, which now outlives a burst. dbus-fast 5 takes a full socket for the end of the connection: some
    twenty banners at once, each with its picture, are enough."""
    writer: Any = getattr(bus, "_writer", None)
    if isinstance(getattr(writer, "sock", None), socket.socket) and not getattr(writer, "negotiate_unix_fd", True):
        writer.sock = _PatientSocket(writer.sock)
    return bus
