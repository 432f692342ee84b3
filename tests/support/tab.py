"""One tab of a browser: what a person sees in it and does with it."""

import asyncio
import contextlib
import json
import re
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from playwright.async_api import BrowserContext, CDPSession, ConsoleMessage, Error, Locator, Page, Request, WebSocket

from support.answers import PATIENCE, until

#: That the hub was away is not the page's fault.
AWAY = ("Failed to load resource", "WebSocket connection to")

T = TypeVar("T")
Person = BrowserContext


class Runner:
    """A loop on a thread of its own, and calls of it that wait for what comes of them."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="browser", daemon=True)
        self._thread.start()

    def __call__(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(2 * PATIENCE)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


@dataclass
class Record:
    """What a tab asked for and what it complained of."""

    requests: list[Request] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request))
        page.on("websocket", self._opened)
        page.on("pageerror", lambda error: self.errors.append(error.stack or error.message))
        page.on("console", self._logged)

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(AWAY):
            self.errors.append(message.text)


class Tab:
    """One tab. Expressions are JavaScript; clicks, keys and touches are real ones, at the place of the element."""

    def __init__(self, run: Runner, person: Person) -> None:
        self.person = person
        self._do = run
        self.record = Record()
        self.page = run(self._opened())
        self._wire: CDPSession = run(person.new_cdp_session(self.page))

    async def _opened(self) -> Page:
        page = await self.person.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        self.record.follow(page)
        return page

    def before_pages(self, script: str) -> None:
        """Run this in every page that is opened, before its own scripts."""
        self._do(self.page.add_init_script(script))

    def go(self, url: str) -> Self:
        self._do(self.page.goto(url, wait_until="commit"))
        return self

    def reload(self) -> Self:
        self._do(self.page.reload(wait_until="commit"))
        return self

    def back(self) -> Self:
        self._do(self.page.go_back(wait_until="commit"))
        return self

    def run(self, expression: str) -> Any:
        return self._do(self.page.evaluate(expression))

    def until(self, expression: str) -> Any:
        """Wait until it is true. A page that is being left answers nothing for a moment."""
        try:
            return until(lambda: self._try(expression), expression)
        except AssertionError:
            raise AssertionError(f"never: {expression}\n{self.text()}\n{self.errors()}") from None

    def _try(self, expression: str) -> Any:
        with contextlib.suppress(Error):
            return self.run(f"(found => found instanceof Node || found)({expression})")

    def text(self) -> str:
        return str(self.run("document.body?.innerText ?? ''"))

    def sees(self, words: str) -> None:
        self.until(f"document.body?.innerText.includes({json.dumps(words)})")

    def sees_no(self, words: str) -> None:
        self.until(f"document.readyState === 'complete' && !document.body.innerText.includes({json.dumps(words)})")

    def found(self, selector: str, label: str | None = None) -> Locator:
        """The first that one sees by this selector, with just this label if one is given."""
        every = self.page.locator(selector)
        if label is not None:
            every = every.filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*$"))
        return every.filter(visible=True).first

    def click(self, selector: str, label: str | None = None) -> None:
        """As a hand does: once it is there, may be used and holds still."""
        self._do(self.found(selector, label).click())

    def tap(self, selector: str, label: str | None = None) -> None:
        self._do(self.found(selector, label).tap())

    def point_at(self, selector: str, across: int = 5, down: int = 5) -> None:
        """The mouse rests there, so many pixels from the corner of the element."""
        self._do(self.found(selector).hover(position={"x": across, "y": down}, force=True))

    def press_at(self, x: float, y: float) -> None:
        self._do(self.page.mouse.click(x, y))

    def choose(self, selector: str, value: str) -> None:
        """One of a list's options, by its value."""
        self._do(self.found(selector).select_option(value))

    def swipe(self, selector: str, across: int, down: int = 0, steps: int = 8) -> None:
        """A finger goes over this element, so many pixels, and is lifted."""
        box = self._do(self._place(self.found(selector)))
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._touch("touchStart", x, y)
        for step in range(1, steps + 1):
            self._touch("touchMove", x + across * step / steps, y + down * step / steps)
        self._wire_call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def _place(self, found: Locator) -> Any:
        await found.scroll_into_view_if_needed()
        return await found.bounding_box()

    def _touch(self, kind: str, x: float, y: float) -> None:
        self._wire_call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])

    def type(self, text: str) -> None:
        self._do(self.page.keyboard.insert_text(text))

    def press(self, *keys: str) -> None:
        """Keys of the keyboard, one after the other, each by its name: `j`, `Enter`, `Shift+Tab`."""
        for key in keys:
            self._do(self.page.keyboard.press(key))

    def key(self, name: str, *, shift: bool = False, composing: bool = False) -> None:
        if composing:
            # As browsers tell of a key that an input method has taken.
            self._wire_call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, windowsVirtualKeyCode=229)
            self._wire_call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name, windowsVirtualKeyCode=229)
        else:
            self.press(f"Shift+{name}" if shift else name)

    def compose(self, text: str) -> None:
        """An input method holds this text and has not ended it yet."""
        self._wire_call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))

    def size(self, width: int, height: int, *, dark: bool = False, still: bool = False) -> None:
        self._do(self.page.set_viewport_size({"width": width, "height": height}))
        self._do(
            self.page.emulate_media(
                color_scheme="dark" if dark else "light", reduced_motion="reduce" if still else "no-preference"
            )
        )

    def zoom(self, width: int, height: int, factor: int) -> None:
        """A window of this size whose person made everything so many times larger: fewer, larger pixels of CSS."""
        size = {"width": width // factor, "height": height // factor}
        self._wire_call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=factor, mobile=False)

    def offline(self, away: bool) -> None:
        """All tabs of this person are cut off from the network, or back."""
        self._do(self.person.set_offline(away))
        if not away:
            # The browser goes on refusing for a moment after it was told.
            self.until("fetch('/health').then((answer) => answer.ok, () => false)")

    def lose(self, addresses: str) -> None:
        """What is asked for at these addresses (`**/file.js`) does not arrive, until it is found again."""
        self._do(self.page.route(addresses, lambda route: route.abort()))

    def find(self, addresses: str) -> None:
        self._do(self.page.unroute(addresses))

    def asked(self, part: str = "") -> list[str]:
        """The addresses that this tab asked for, sockets too, in which this occurs."""
        every = [*(request.url for request in self.record.requests), *self.record.sockets]
        return [url for url in every if part in url]

    def cookies(self) -> list[dict[str, Any]]:
        """All of this person's browser, also those that no script can read."""
        return [dict(one) for one in self._do(self.person.cookies())]

    def transferred(self) -> int:
        """The bytes that came over the wire for the page that is shown, heads and bodies. What was asked for again, as
        things happened, counts once."""
        asked = {(request.url, request.post_data): request for request in self.record.requests}
        return sum(self._do(self._bytes(request)) for request in asked.values())

    async def _bytes(self, request: Request) -> int:
        if await request.response() is None:
            return 0
        sizes = await request.sizes()
        return sizes["responseHeadersSize"] + sizes["responseBodySize"]

    def screenshot(self, file: Path, *, whole: bool = True) -> None:
        self._do(self.page.screenshot(path=file, full_page=whole, animations="disabled"))

    def errors(self) -> list[str]:
        """What the page did wrong, as the browser's console tells it."""
        self.run("0")
        return list(self.record.errors)

    def close(self) -> None:
        self._do(self.page.close())

    def _wire_call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._do(self._wire.send(method, parameters))


Visit = Callable[..., Tab]
