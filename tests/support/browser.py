"""A real Chromium without a window, driven by playwright: one browser, many people, each with tabs of their own.

Playwright's loop runs on a thread of its own, so that what a page does is followed at any time, and tests of the same
worker may have loops too.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Browser as Chromium
from playwright.async_api import async_playwright

from support.tab import Person, Runner, Tab, Visit

__all__ = ["DESKTOP", "PHONE", "Browser", "Person", "Tab", "Visit", "find_browser", "running_browser"]

#: The one without windows does the same work in half of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
#: A hub that is reached by a name is reached by this one.
NAMED = "--host-resolver-rules=MAP bell.example 127.0.0.1"
FLAGS = ("--no-proxy-server", "--disable-gpu", "--disable-quic", NAMED)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 812},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self, run: Runner, chromium: Chromium) -> None:
        self._do = run
        self._chromium = chromium

    def new_person(self, **how: Any) -> Person:
        """Somebody with a storage of their own, as if it were another computer; `**PHONE` for a telephone."""
        return self._do(self._chromium.new_context(**(DESKTOP | {"locale": "en"} | how)))

    def tab(self, person: Person) -> Tab:
        return Tab(self._do, person)

    def forget_person(self, person: Person) -> None:
        self._do(person.close())


@contextlib.contextmanager
def running_browser(program: str) -> Iterator[Browser]:
    run = Runner()
    # Not pytest's folder: the path of a profile has to be short.
    with tempfile.TemporaryDirectory(prefix="bellpull-", ignore_cleanup_errors=True) as home:
        driver = run(async_playwright().start())
        chromium = run(
            driver.chromium.launch(
                executable_path=program,
                args=list(FLAGS),
                # Root may not have one.
                chromium_sandbox=not (hasattr(os, "geteuid") and os.geteuid() == 0),
                env={**os.environ, "HOME": home},
            )
        )
        try:
            yield Browser(run, chromium)
        finally:
            run(chromium.close())
            run(driver.stop())
            run.close()
