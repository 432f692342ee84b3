"""A real Chromium without a window, driven over its DevTools protocol: one browser, many tabs."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from support.answers import PATIENCE, until

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-proxy-server",
    "--password-store=basic",
    "--use-mock-keychain",
    "--lang=en",
    "--hide-scrollbars",
)
BIG = 64 * 1024 * 1024


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Wire:
    """One connection of the protocol: calls with their answers, and the events that came meanwhile."""

    def __init__(self, address: str) -> None:
        self._open = contextlib.ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(address, proxy=None, max_size=BIG, ping_interval=None, open_timeout=PATIENCE, close_timeout=5)
        )
        self._calls = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._calls += 1
        self._socket.send(json.dumps({"id": self._calls, "method": method, "params": parameters}))
        deadline = time.monotonic() + PATIENCE
        while True:
            said = json.loads(self._socket.recv(timeout=max(0.0, deadline - time.monotonic())))
            if said.get("id") == self._calls:
                assert "error" not in said, (method, said["error"])
                answer: dict[str, Any] = said["result"]
                return answer
            self.events.append(said)

    def close(self) -> None:
        self._open.close()


class Tab:
    """One tab. Expressions are JavaScript; clicks and keys are real ones, at the place where the element is."""

    def __init__(self, browser: "Browser", person: str, target: str) -> None:
        self.person = person
        self._browser = browser
        self._target = target
        self._wire = Wire(f"{browser.address}/devtools/page/{target}")
        for domain in ("Page", "Runtime", "Log"):
            self._wire.call(f"{domain}.enable")

    def before_pages(self, script: str) -> None:
        """Run this in every page that is opened, before its own scripts."""
        self._wire.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def go(self, url: str) -> Self:
        self._wire.call("Page.navigate", url=url)
        return self

    def run(self, expression: str) -> Any:
        answer = self._wire.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression: str) -> Any:
        """Wait until it is true. A page that is being left answers nothing for a moment."""
        try:
            return until(lambda: self._try(expression), expression)
        except AssertionError:
            raise AssertionError(f"never: {expression}\n{self.text()}\n{self.errors()}") from None

    def _try(self, expression: str) -> Any:
        with contextlib.suppress(AssertionError):
            return self.run(f"(found => found instanceof Node || found)({expression})")

    def text(self) -> str:
        return str(self.run("document.body?.innerText ?? ''"))

    def sees(self, words: str) -> None:
        self.until(f"document.body?.innerText.includes({json.dumps(words)})")

    def sees_no(self, words: str) -> None:
        self.until(f"document.readyState === 'complete' && !document.body.innerText.includes({json.dumps(words)})")

    def click(self, selector: str, label: str | None = None) -> None:
        """Click what is there by this selector, with this label if one is given. As a hand does, again if it moved away
        just then: what was answered before folds away by itself."""
        until(lambda: self._hit(*self.place(selector, label)), f"{label or selector} holds still")

    def _hit(self, x: float, y: float) -> bool:
        self.press_at(x, y)
        return self.run("window.aimed?.hit") is not False

    def place(self, selector: str, label: str | None = None) -> tuple[float, float]:
        find = f"""(() => {{
            const label = {json.dumps(label)};
            const found = [...document.querySelectorAll({json.dumps(selector)})].find((one) =>
                (label === null || one.textContent.trim() === label) && one.checkVisibility() && !one.disabled);
            if (!found) return null;
            found.scrollIntoView({{block: "center", behavior: "instant"}});
            const box = found.getBoundingClientRect();
            const aimed = window.aimed = {{hit: false}};
            found.addEventListener("click", () => (aimed.hit = true), {{once: true, capture: true}});
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()"""
        self._wire.call("Page.bringToFront")
        x, y = self.until(find)
        return float(x), float(y)

    def press_at(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self._wire.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text: str) -> None:
        self._wire.call("Page.bringToFront")
        self._wire.call("Input.insertText", text=text)

    def key(self, name: str, *, shift: bool = False, composing: bool = False) -> None:
        codes = {"Enter": 13, "Tab": 9, "Escape": 27}
        text = {"text": "\r"} if name == "Enter" else {}
        code = 229 if composing else codes[name]
        how = {"key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self._wire.call("Page.bringToFront")
        self._wire.call("Input.dispatchKeyEvent", type="keyDown", **how, **({} if composing else text))
        self._wire.call("Input.dispatchKeyEvent", type="keyUp", **how)

    def compose(self, text: str) -> None:
        """An input method holds this text and has not ended it yet."""
        self._wire.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        self._wire.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._wire.call("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, file: Path) -> None:
        answer = self._wire.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(answer["data"]))

    def errors(self) -> list[str]:
        """What the page did wrong, as the browser's console tells it. That the hub was away is not its fault."""
        self.run("0")
        events = self._wire.events
        thrown = [one["params"]["exceptionDetails"] for one in events if one["method"] == "Runtime.exceptionThrown"]
        logged = [one["params"]["entry"] for one in events if one["method"] == "Log.entryAdded"]
        wrong = [one for one in logged if one["level"] == "error" and one["source"] != "network"]
        return [
            *(str(one.get("exception", {}).get("description", one["text"])) for one in thrown),
            *(one["text"] for one in wrong if "WebSocket connection" not in one["text"]),
        ]

    def close(self) -> None:
        self._wire.close()
        self._browser.call("Target.closeTarget", targetId=self._target)


class Browser:
    def __init__(self, program: str, folder: Path) -> None:
        self._folder = folder
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        with (folder / "browser.txt").open("wb") as log:
            self._process = subprocess.Popen(
                [program, *FLAGS, *sandbox, f"--user-data-dir={folder / 'profile'}", "about:blank"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | {"HOME": str(folder)},
            )
        port, path = until(self._listening, "the browser starts")
        self.address = f"ws://127.0.0.1:{port}"
        self._wire = Wire(self.address + path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(Exception):
            self.call("Browser.close")
        self._wire.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)

    def _listening(self) -> list[str] | None:
        assert self._process.poll() is None, (self._folder / "browser.txt").read_text(errors="replace")
        with contextlib.suppress(OSError):
            said = (self._folder / "profile" / "DevToolsActivePort").read_text().split()
            return said if len(said) == 2 else None
        return None

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._wire.call(method, **parameters)

    def new_person(self) -> str:
        """Somebody with a storage of their own, as if it were another computer."""
        return str(self.call("Target.createBrowserContext")["browserContextId"])

    def tab(self, person: str) -> Tab:
        made = self.call("Target.createTarget", url="about:blank", browserContextId=person, newWindow=True)
        return Tab(self, person, made["targetId"])

    def forget_person(self, person: str) -> None:
        self.call("Target.disposeBrowserContext", browserContextId=person)


@contextlib.contextmanager
def running_browser(program: str) -> Iterator[Browser]:
    # Not pytest's folder: the path of a profile has to be short.
    with (
        tempfile.TemporaryDirectory(prefix="bellpull-", ignore_cleanup_errors=True) as folder,
        Browser(program, Path(folder)) as browser,
    ):
        yield browser


Visit = Callable[..., Tab]
