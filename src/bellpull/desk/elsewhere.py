"""Banners on macOS and Windows, by desktop-notifier 6.

What it cannot do is made up for here or said: it keeps failures to itself, so a banner counts as shown only when it was
dispatched; macOS lets only signed programs show notifications, and there is no server then; nobody tells of expiry. A
banner that nobody touches just stays in the list of the system.
"""

import asyncio
import ctypes
import ctypes.util
import importlib
import sys
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from bellpull.desk.icon import png
from bellpull.desk.notifications import (
    Banner,
    Can,
    Closed,
    Found,
    Happening,
    Left,
    Opened,
    Pressed,
    Replied,
    Tell,
    laid_out,
    one_line,
)

DEADLINE = 2.0
#: macOS may ask the person first, who may be away.
PATIENT_DEADLINE = 3600.0
ICON_SIZE = 128
SYSTEMS = {"darwin": "macOS", "win32": "Windows"}
#: Windows draws five, one of them for sending a reply; macOS unfolds four.
MOST_BUTTONS = 4
URGENCIES = {"low": "Low", "normal": "Normal", "high": "Critical", "urgent": "Critical"}
TURN_SECONDS = 0.1
HANDLED = 4


class ElsewhereBanners:
    """The port `Banners`. The library is loaded when it starts: it is there on these systems only."""

    def __init__(self, on_happening: Tell) -> None:
        self.can: Can | None = None
        self._tell = on_happening
        self._telling = False
        self._library: Any = None
        self._notifier: Any = None
        self._icon: Path | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        #: The keys of the buttons of each banner, in their order.
        self._shown: dict[str, tuple[str, ...]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turning: asyncio.Task[Any] | None = None

    async def start(self) -> Can | None:
        self._loop = asyncio.get_running_loop()
        await asyncio.wait({self._begin(self._find())}, timeout=DEADLINE)
        self._telling = True
        return self.can

    async def show(self, banner: Banner) -> bool:
        if self.can is None:
            return False
        dispatched: list[str] = []
        before = self._shown.get(banner.key)
        # What comes back may come before the library has come back.
        self._shown[banner.key] = tuple(button.key for button in banner.buttons)
        notification = self._notification(banner, self.can, lambda: dispatched.append(banner.key))
        sending = self._begin(_quietly(self._notifier.send_notification(notification), PATIENT_DEADLINE))
        await asyncio.wait({sending}, timeout=DEADLINE)
        if dispatched:
            self._turn_while_shown()
            return True
        if not sending.done():
            self._begin(self._take_back(sending, banner.key))
        self._shown.pop(banner.key, None)
        if before is not None:
            await self._clear(banner.key)
        return False

    async def close(self, key: str) -> None:
        if self._shown.pop(key, None) is not None:
            await self._clear(key)

    def left(self) -> Left:
        return {"keys": sorted(self._shown)}

    async def close_left(self, left: Left) -> None:
        keys = left.get("keys")
        old = {key for key in keys if isinstance(key, str)} if isinstance(keys, list) else set()
        await asyncio.gather(*(self._clear(key) for key in old - set(self._shown)))

    async def stop(self) -> None:
        self._telling, self.can = False, None
        for task in self._tasks:
            task.cancel()
        if self._folder is not None:
            self._folder.cleanup()

    # Whether there is a server

    async def _find(self) -> None:
        # Missing parts, an unsigned Python, a refusal: whatever it is, there is no server.
        with suppress(Exception):
            self._library = importlib.import_module("desktop_notifier")
            self._notifier = self._library.DesktopNotifier(app_name="Bellpull", app_icon=None)
            self._listen()
            if not await self._notifier.request_authorisation():
                return
            abilities = await self._notifier.get_capabilities()
            # The library's stand-in for systems that it cannot serve accepts everything and shows nothing.
            if self._library.Capability.MESSAGE in abilities:
                self._draw_icon()
                self.can = _can(self._library.Capability, abilities)
                self._say(Found(self.can))

    def _draw_icon(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="bellpull-")
        self._icon = Path(self._folder.name) / "bellpull.png"
        self._icon.write_bytes(png(ICON_SIZE))

    # What is shown

    def _notification(self, banner: Banner, can: Can, on_dispatched: Any) -> Any:
        library, layout = self._library, laid_out(banner, can)
        # By their place: macOS remembers buttons by their labels, and gives the first that were called so.
        buttons = [
            library.Button(title=one_line(button.label), identifier=str(place))
            for place, button in enumerate(banner.buttons[: can.most_buttons] if can.buttons else ())
        ]
        return library.Notification(
            title=layout.summary,
            message=layout.body,
            urgency=getattr(library.Urgency, URGENCIES.get(banner.urgency, "Normal")),
            icon=library.Icon(path=self._icon),
            buttons=tuple(buttons),
            reply_field=library.ReplyField(title=banner.reply) if banner.reply and can.reply else None,
            on_dispatched=on_dispatched,
            timeout=0 if banner.stays else -1,
            identifier=banner.key,
        )

    async def _take_back(self, sending: "asyncio.Task[Any]", key: str) -> None:
        await sending
        if key not in self._shown:
            await self._clear(key)

    async def _clear(self, key: str) -> None:
        if self._notifier is not None:
            await _quietly(self._notifier.clear(key), DEADLINE)

    # What happens

    def _listen(self) -> None:
        notifier = self._notifier
        notifier.on_clicked = lambda key: self._from_anywhere(Opened(key))
        notifier.on_dismissed = lambda key: self._from_anywhere(Closed(key))
        notifier.on_replied = lambda key, text: self._from_anywhere(Replied(key, text))
        notifier.on_button_pressed = lambda key, place: self._from_anywhere(Pressed(key, place))

    def _from_anywhere(self, happening: Pressed | Opened | Replied | Closed) -> None:
        """The systems call back from threads of their own."""
        self._loop.call_soon_threadsafe(self._happened, happening)

    def _happened(self, happening: Pressed | Opened | Replied | Closed) -> None:
        buttons = self._shown.get(happening.key)
        if buttons is None:
            return
        if isinstance(happening, Pressed):
            if not happening.button.isdecimal() or int(happening.button) >= len(buttons):
                return
            happening = Pressed(happening.key, buttons[int(happening.button)])
        del self._shown[happening.key]
        if not isinstance(happening, Closed):
            self._begin(self._clear(happening.key))
        self._say(happening)

    def _say(self, happening: Happening) -> None:
        if self._telling:
            self._tell(happening)

    def _turn_while_shown(self) -> None:
        if sys.platform == "darwin" and (self._turning is None or self._turning.done()):
            self._turning = self._begin(self._turn())

    async def _turn(self) -> None:
        """macOS tells what happens only while somebody turns its own loop, which asyncio does not."""
        core = ctypes.CDLL(ctypes.util.find_library("CoreFoundation"))
        core.CFRunLoopRunInMode.argtypes = (ctypes.c_void_p, ctypes.c_double, ctypes.c_bool)
        mode = ctypes.c_void_p.in_dll(core, "kCFRunLoopDefaultMode")
        while self._shown:
            while core.CFRunLoopRunInMode(mode, 0.0, True) == HANDLED:
                pass
            await asyncio.sleep(TURN_SECONDS)

    def _begin(self, work: "Coroutine[Any, Any, Any]") -> "asyncio.Task[Any]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _can(capability: Any, abilities: frozenset[Any]) -> Can:
    return Can(
        server=f"the notifications of {SYSTEMS.get(sys.platform, sys.platform)}",
        # A button is an answer, so it has to come back; and so has putting the banner away.
        buttons=capability.BUTTONS in abilities and capability.ON_DISMISSED in abilities,
        most_buttons=MOST_BUTTONS,
        reply=capability.REPLY_FIELD in abilities,
        markup=False,
        kept=True,
        expiry_told=False,
    )


async def _quietly(work: "Coroutine[Any, Any, Any]", seconds: float) -> None:
    with suppress(Exception):
        async with asyncio.timeout(seconds):
            await work
