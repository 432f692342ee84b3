"""`bellpull desk --test`: one of everything that the desk can show, what was done with it, and what this desktop can
and cannot do. It needs no hub."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bellpull.cli.outcome import DONE, NO
from bellpull.cli.terminal import plain
from bellpull.desk.chime import Chime
from bellpull.desk.desktop import Desktop, opened
from bellpull.desk.display import display
from bellpull.desk.notifications import Banner, Button, Closed, Expired, Happening, Opened, Pressed, Replied
from bellpull.desk.popup import Popup
from bellpull.desk.report import Ability, report
from bellpull.desk.theme import system_look
from bellpull.desk.tray import Entry
from bellpull.domain.errors import Setup
from bellpull.domain.words import language_of

if TYPE_CHECKING:
    from bellpull.config import Config

#: So long it waits for somebody who tries things.
PATIENCE_SECONDS = 60
TELLING = Banner("told", "bellpull @ main", "A notification", "This is how an agent tells you something.")
ASKING = Banner(
    "asked",
    "bellpull @ main",
    "A question",
    "Tea or coffee?",
    (Button("tea", "Tea"), Button("coffee", "Coffee")),
    urgency="high",
    stays=True,
)
NAMES = {TELLING.key: "notification", ASKING.key: "question with buttons"}
CHOICES = [{"label": label, "answer": {"choice": label}} for label in ("Tea", "Coffee")]
MESSAGE = """A **typed** question: what shall the release be called?

- `Enter` sends, `Shift+Enter` makes a line
- `Escape` cancels

```python
print("code looks like this")
```"""


def show_everything(config: Config) -> int:
    if display(os.environ, sys.platform) is None:
        raise Setup("no_display", "There is no display here.", "try it in a desktop")
    return asyncio.run(_show_everything(config))


async def _show_everything(config: Config) -> int:
    happenings: asyncio.Queue[Happening] = asyncio.Queue()
    async with opened(os.environ, happenings.put_nowait, _say_chosen) as desktop:
        abilities = await report(desktop, os.environ)
        for ability in abilities:
            _say_ability(ability)
        await _show(desktop, config, happenings)
    return DONE if all(one.there for one in abilities if one.about in ("notifications", "window")) else NO


def _say(text: str) -> None:
    sys.stdout.write(plain(text) + "\n")
    sys.stdout.flush()


def _say_ability(ability: Ability) -> None:
    _say(f"{'yes' if ability.there else 'no':<4}{ability.about:<16}{ability.words}")
    if ability.hint and not ability.there:
        _say(f"{'':<20}{ability.hint}")


def _say_chosen(key: str) -> None:
    _say(f"You chose in the tray: {key}.")


async def _show(desktop: Desktop, config: Config, happenings: asyncio.Queue[Happening]) -> None:
    if desktop.tray is not None:
        desktop.tray.show(3, False, "A test", [Entry("first", "An entry of the menu"), Entry("second", "Another one")])
    for banner in (TELLING, ASKING):
        await desktop.banners.show(banner)
    sys.stdout.write("\n")
    _say(f"One of everything is on your screen now. Try it; it goes away after {PATIENCE_SECONDS} seconds.")
    chime = Chime(os.environ, sys.platform)
    if not await chime.play("start"):
        _say("The chime could not be played.")
    following = asyncio.create_task(_say_happenings(happenings))
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await asyncio.gather(_window(desktop, config, chime), following)
    finally:
        following.cancel()
        for banner in (TELLING, ASKING):
            await desktop.banners.close(banner.key)


async def _say_happenings(happenings: asyncio.Queue[Happening]) -> None:
    """Until the question was answered or closed."""
    while True:
        happening = await happenings.get()
        if (said := _words(happening)) is not None:
            _say(said)
        if getattr(happening, "key", None) == ASKING.key:
            return


def _words(happening: Happening) -> str | None:
    match happening:
        case Pressed(_, button):
            return f"You pressed: {button}."
        case Replied(_, text):
            return f"You replied: {text}"
        case Opened(key):
            return f"You clicked the {NAMES[key]}."
        case Closed(key):
            return f"You closed the {NAMES[key]}."
        case Expired(key):
            return f"The {NAMES[key]} went away by itself."
    return None


def _said_in_window(line: dict[str, Any]) -> str:
    answer = line.get("answer") or {}
    if "text" in answer:
        return f"You sent: {answer['text']}" if answer["text"].strip() else "You sent an empty reply."
    if "choice" in answer:
        return f"You pressed: {answer['choice']}."
    return f"You {answer['outcome']} the window." if answer else "The window closed by itself."


async def _window(desktop: Desktop, config: Config, chime: Chime) -> None:
    if not desktop.has_window:
        return
    await _window_with(desktop, config, chime, {"message": MESSAGE})
    if desktop.can is None or not desktop.can.buttons:
        asked = {"message": ASKING.message, "kind": "choice", "title": ASKING.title, "buttons": CHOICES}
        await _window_with(desktop, config, chime, asked)


async def _window_with(desktop: Desktop, config: Config, chime: Chime, asked: dict[str, Any]) -> None:
    look = await system_look(desktop.bus, os.environ, sys.platform)
    popup = await Popup.open(os.environ)
    request: dict[str, Any] = {
        **asked,
        "window_title": "Bellpull",
        "source": TELLING.source,
        "seconds": PATIENCE_SECONDS,
        "theme": look.theme,
        "high_contrast": look.high_contrast,
        "text_size": config.text_size,
        "language": language_of(config.language, os.environ),
    }
    try:
        await popup.tell(request)
        async for line in popup.lines():
            _say(_said_in_window(line))
            chime.play("end")
    finally:
        await popup.kill()
