"""What this desktop has to show things with, found and held as long as the desk runs. Here the systems are named."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from bellpull.desk.notifications import Banners, Can, Tell
from bellpull.desk.popup import Line, probe

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus

    from bellpull.desk.tray import Tray

BUS_SECONDS = 2.0


class Desktop(NamedTuple):
    bus: "MessageBus | None"
    banners: Banners
    #: What the notification server could do at the start; None: there was none.
    can: Can | None
    tray: "Tray | None"
    #: What a window can be, or in words why there can be none.
    window: Line | str

    @property
    def has_window(self) -> bool:
        return not isinstance(self.window, str)

    @property
    def shows(self) -> list[str]:
        """As the hub wants to hear it."""
        buttons = self.has_window or (self.can is not None and self.can.buttons)
        text = self.has_window or (self.can is not None and self.can.reply)
        said = {"notification": self.can is not None or self.has_window, "buttons": buttons, "text": text}
        return [name for name, shown in said.items() if shown]


@asynccontextmanager
async def opened(
    environ: Mapping[str, str], on_happening: Tell, on_choose: Callable[[str], None]
) -> AsyncIterator[Desktop]:
    bus = await _bus(environ)
    banners = _banners(bus, on_happening)
    tray = _tray(bus, on_choose)
    can, window, _ = await asyncio.gather(banners.start(), probe(environ), _started(tray))
    try:
        yield Desktop(bus, banners, can, tray, window)
    finally:
        if tray is not None:
            await tray.stop()
        await banners.stop()
        if bus is not None and bus.connected:
            bus.disconnect()


async def _bus(environ: Mapping[str, str]) -> "MessageBus | None":
    """The session's bus. Where it cannot be reached there are windows and nothing else."""
    if sys.platform in ("win32", "darwin"):
        return None
    from dbus_fast.aio import MessageBus

    with suppress(Exception):
        async with asyncio.timeout(BUS_SECONDS):
            return await MessageBus(bus_address=environ.get("DBUS_SESSION_BUS_ADDRESS")).connect()
    return None


def _banners(bus: "MessageBus | None", on_happening: Tell) -> Banners:
    if sys.platform in ("win32", "darwin"):
        from bellpull.desk.elsewhere import ElsewhereBanners

        return ElsewhereBanners(on_happening)
    from bellpull.desk.linux import LinuxBanners

    return LinuxBanners(bus, on_happening)


def _tray(bus: "MessageBus | None", on_choose: Callable[[str], None]) -> "Tray | None":
    if bus is None:
        return None
    from bellpull.desk.tray import Tray

    return Tray(bus, on_choose)


async def _started(tray: "Tray | None") -> None:
    if tray is not None:
        await tray.start()
