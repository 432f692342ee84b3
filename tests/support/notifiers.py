"""Notification servers on a test's own desktop: dunst, xfce4-notifyd, one that does as it is told; and who shows
banners on them."""

import asyncio
import json
import socket
import subprocess
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from dbus_fast.aio import MessageBus

from bellpull.desk import linux
from bellpull.desk import server as servers
from bellpull.desk.calls import DEADLINE, Place, answer
from bellpull.desk.linux import LinuxBanners
from bellpull.desk.notifications import Banner, Can, Happening, Left
from support.answers import PATIENCE, until
from support.desktop import Desktop, need_programs

T = TypeVar("T")
NAME = "org.freedesktop.Notifications"
DUNST = {
    "monitor": "0",
    "follow": "none",
    "origin": "top-right",
    "width": "400",
    "notification_limit": "0",
    "idle_threshold": "0",
    "markup": "full",
    "format": '"<b>%s</b>\\n%b"',
    "history_length": "100",
    "mouse_left_click": "do_action",
    "mouse_middle_click": "close_current",
}
#: Stands in for the menu: takes the line of the action whose label is in the file.
PICK = '#!/bin/sh\nexec grep -m1 -F "#$(cat {wanted}) ("\n'
XFCE_NOTIFYD = sorted(Path("/usr/lib").glob("*/xfce4/notifyd/xfce4-notifyd"))


class Server:
    """A notification server that runs."""

    def __init__(self, desktop: Desktop, process: Any) -> None:
        self.desktop, self.process = desktop, process
        desktop.run("gdbus", "wait", "--session", "--timeout", "20", NAME)

    @property
    def pid(self) -> int:
        return int(self.process.pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


class Dunst(Server):
    def count(self) -> int:
        return int(self.desktop.run("dunstctl", "count", "displayed"))

    def shows(self, count: int) -> None:
        until(lambda: self.count() == count, f"dunst shows {count}")

    def choose(self, label: str) -> None:
        """Pick the action with this label from dunst's menu."""
        until(self.count, "dunst shows something to choose from")
        (self.desktop.folder / "wanted").write_text(label)
        self.desktop.run("dunstctl", "context")

    def close(self) -> None:
        """Dismiss the newest."""
        until(self.count, "dunst shows something to close")
        self.desktop.run("dunstctl", "close")

    def close_all(self) -> None:
        """As a right click does unless it is configured."""
        self.desktop.run("dunstctl", "close-all")

    def history(self) -> list[dict[str, Any]]:
        """What was shown and is gone, the newest first."""
        told = json.loads(self.desktop.run("dunstctl", "history"))["data"][0]
        return [{name: field["data"] for name, field in entry.items()} for entry in told]


def dunst(desktop: Desktop, **settings: str) -> Dunst:
    need_programs("dunst", "dunstctl", "gdbus")
    menu = desktop.folder / "pick"
    menu.write_text(PICK.format(wanted=desktop.folder / "wanted"))
    menu.chmod(0o755)
    lines = [f"{name} = {value}" for name, value in (DUNST | {"dmenu": str(menu)} | settings).items()]
    rules = desktop.folder / "dunstrc"
    rules.write_text("\n".join(["[global]", *lines, ""]))
    return Dunst(desktop, desktop.start("dunst", "-conf", str(rules)))


class XfceNotifyd(Server):
    def window(self) -> tuple[int, int, int, int]:
        """Where the newest banner is, once it has stopped moving: it fades and slides in."""
        place = until(self._place, "xfce4-notifyd shows a window")
        return until(lambda: place if place == self._place() else None, "its window stays where it is")

    def shows_nothing(self) -> None:
        until(lambda: self._place() is None, "xfce4-notifyd takes its windows away")

    def _place(self) -> tuple[int, int, int, int] | None:
        # The windows of a class that are there may be gone before they are looked at.
        search = ("xdotool", "search", "--onlyvisible", "--class", "xfce4-notifyd")
        found = self.desktop.run(*search, check=False).split()
        try:
            return self.desktop.place(found[-1]) if found else None
        except AssertionError:
            return None


def xfce_notifyd(desktop: Desktop) -> XfceNotifyd:
    need_programs("xfconf-query", "gdbus")
    if not XFCE_NOTIFYD:
        pytest.skip("not on this machine: xfce4-notifyd (see scripts/desktop-packages)")
    return XfceNotifyd(desktop, desktop.start(str(XFCE_NOTIFYD[0])))


class Fake(Server):
    """`fake_notifyd`, and what it has said."""

    def __init__(self, desktop: Desktop, process: Any) -> None:
        super().__init__(desktop, process)
        self.said: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def do(self, what: str, **words: Any) -> None:
        order = {"do": what} | words
        before = len(self.said)
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        until(lambda: {"done": order} in self.said[before:], f"the server does {order}")

    def notified(self, count: int = 1) -> dict[str, Any]:
        """The last of so many banners that it was given."""
        until(lambda: len(self._all("notify")) >= count, f"the server is given {count} banners")
        return self._all("notify")[count - 1]

    def asked(self, count: int) -> None:
        """So many banners were sent to it, whether it answered or not."""
        until(lambda: len(self._all("asked")) >= count, f"the server is sent {count} banners")

    def closed(self) -> list[int]:
        return [said["close"] for said in self._all("close")]

    def _all(self, word: str) -> list[dict[str, Any]]:
        return [said for said in list(self.said) if word in said]

    def _listen(self) -> None:
        with self.process.stdin, self.process.stdout:
            for line in self.process.stdout:
                self.said.append(json.loads(line))


def fake_notifyd(desktop: Desktop, **settings: Any) -> Fake:
    need_programs("gdbus")
    program = str(Path(__file__).with_name("fake_notifyd.py"))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return Fake(desktop, desktop.python(program, json.dumps(settings), log="fake_notifyd", **pipes))


class Shower:
    """Shows banners from a loop in a thread of its own, so that a test can do and wait as a person does."""

    def __init__(self, desktop: Desktop) -> None:
        self.told: list[Happening] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.bus: MessageBus = self.run(self._connected(desktop.bus))
        self.banners = LinuxBanners(self.bus, self.told.append)

    def start(self) -> Can | None:
        return self.run(self.banners.start())

    def show(self, key: str, title: str = "A title", message: str = "A message", **more: Any) -> bool:
        return self.run(self.banners.show(Banner(key, "shop @ main", title, message, **more)))

    def begin_show(self, key: str, **more: Any) -> "Future[bool]":
        return self.begin(self.banners.show(Banner(key, "shop @ main", "A title", "A message", **more)))

    def begin(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self, key: str) -> None:
        self.run(self.banners.close(key))

    def left(self) -> Left:
        return self.banners.left()

    def happens(self, *happenings: Happening) -> None:
        """Exactly these were told, in this order, and nothing else."""
        until(lambda: len(self.told) >= len(happenings), f"{happenings} is told; so far: {self.told}")
        self.run(self._bus_is_idle())
        assert self.told == list(happenings)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, PATIENCE), self._loop).result(PATIENCE + 5)

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """With the deadlines that people have, for servers that do not answer."""
        with _deadline(DEADLINE):
            yield

    def cut_off(self) -> None:
        """As if the bus had ended: its socket is shut."""
        self._loop.call_soon_threadsafe(self.bus._sock.shutdown, socket.SHUT_RDWR)  # type: ignore[union-attr]

    def end(self) -> None:
        self.run(self._ended())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _connected(self, address: str) -> MessageBus:
        return await MessageBus(address).connect()

    async def _bus_is_idle(self) -> None:
        """Everything that was on its way to us from the server has come: it answers calls in their order."""
        await answer(self.bus, Place(NAME, "/", "org.freedesktop.DBus.Peer"), "Ping")

    async def _ended(self) -> None:
        await self.banners.stop()
        if self.bus.connected:
            self.bus.disconnect()
            await self.bus.wait_for_disconnect()  # type: ignore[no-untyped-call]


@contextmanager
def showing(desktop: Desktop) -> Iterator[Shower]:
    # A busy machine is not a server that hangs.
    with _deadline(PATIENCE * 2 / 3):
        shower = Shower(desktop)
        try:
            yield shower
        finally:
            shower.end()


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linux, "DEADLINE", seconds)
        patch.setattr(servers, "DEADLINE", seconds)
        yield
