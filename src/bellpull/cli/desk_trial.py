"""`bellpull desk --test`: one of everything that the desk can show, what was done with it, and what this desktop can
and cannot do. It is the desk itself, with somebody who only says what they are told where a hub would be."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bellpull import __version__
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.terminal import plain
from bellpull.desk.answering import Answering
from bellpull.desk.board import Board, Settings
from bellpull.desk.chime import Chime
from bellpull.desk.desk import local_now, tick
from bellpull.desk.desktop import Desktop, opened
from bellpull.desk.display import display
from bellpull.desk.looks import Looks
from bellpull.desk.presenter import Parts, Presenter
from bellpull.desk.quiet import Quiet
from bellpull.desk.report import Ability, report
from bellpull.desk.showing import WindowShow
from bellpull.desk.words import desk_words
from bellpull.domain import question
from bellpull.domain.asking import CHOICE, TEXT, Ask, Look
from bellpull.domain.errors import Setup, Unavailable
from bellpull.domain.instant import instant
from bellpull.domain.question_shape import question_shape
from bellpull.domain.words import language_of, words
from bellpull.remote.live import LiveHub

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bellpull.config import Config

#: So long it waits for somebody who tries things.
PATIENCE = timedelta(seconds=60)
AGENT = "bellpull"
SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")
LOOK = Look(repo="bellpull", branch="main", show_history=False)
MESSAGE = """A **typed** question: what shall the release be called?

- `Enter` sends, `Shift+Enter` makes a line
- `Escape` cancels

```python
print("code looks like this")
```"""
#: By their ids. The typed one has the window first.
ASKED = {
    "typed-question": Ask("A typed question", MESSAGE, TEXT, look=LOOK),
    "question-with-buttons": Ask("A question", "Tea or coffee?", CHOICE, ("Tea", "Coffee"), urgency="high", look=LOOK),
}
TOLD = {
    "id": "notification",
    "agent_name": AGENT,
    "title": "A notification",
    "message": "This is how an agent tells you something.",
    "priority": "normal",
    "status": "pending",
}


class TrialHub(LiveHub):
    """In the place of a hub: it keeps nothing, and says what it is told."""

    def __init__(self, config: Config, on_settled: Callable[[str, Mapping[str, str]], None]) -> None:
        super().__init__(config, client=f"desk/{__version__}")
        self._on_settled = on_settled

    async def request(self, method: str, path: str, query: dict[str, object] | None = None, body: Any = None) -> Any:
        match path.removeprefix("/api/").split("/"):
            case ["questions", id, "answer"]:
                answer = {name: said for name, said in body.items() if name != "via"}
                _say(_words(id, answer))
                self._on_settled(id, answer)
            case ["notifications", _, "acknowledge"]:
                _say("You closed the notification.")
            case ["notifications", _]:
                return TOLD
            case ["sign-in-links"]:
                _say("You clicked the notification. The inbox opens then.")
                raise Unavailable("trial", "There is no hub in a test.")
        return {"surfaces": [], "exchanges": []}


def show_everything(config: Config) -> int:
    if display(os.environ, sys.platform) is None:
        raise Setup("no_display", "There is no display here.", "try it in a desktop")
    # What the desk would write into its log is not for the terminal.
    logging.getLogger("bellpull").addHandler(logging.NullHandler())
    return asyncio.run(_Trial(config).run())


class _Trial:
    def __init__(self, config: Config) -> None:
        self._config = config
        self._language = language_of(config.language, os.environ)
        self._open = set(ASKED)
        self._over = asyncio.Event()
        self._hub = TrialHub(config, self._settled)
        own = desk_words(self._language)
        self._answering = Answering(self._hub, AGENT, words(self._language), own.no_longer_there)
        self._board = Board(Settings(words(self._language), own, remind=None), Quiet())
        self._presenter = Presenter(
            self._board, self._hub, self._answering, own, local_now, self._over.set, self._hub, lambda place: None
        )

    async def run(self) -> int:
        for name in SIGNALS:
            with suppress(AttributeError, NotImplementedError):  # Windows
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self._over.set)
        async with opened(os.environ, self._presenter.happened, self._presenter.chosen) as desktop:
            chime = Chime(os.environ, sys.platform)
            abilities = await report(desktop, os.environ, chimed=await chime.play("start"))
            for ability in abilities:
                _say_ability(ability)
            await self._show(desktop, chime)
        await self._hub.close()
        return DONE if any(one.there for one in abilities if one.about in ("notifications", "window")) else NO

    async def _show(self, desktop: Desktop, chime: Chime) -> None:
        looks = Looks(desktop.bus, os.environ, self._config.theme)
        size = self._config.text_size
        window = WindowShow(self._answering, looks.look, chime, os.environ, self._language, size, local_now)
        presenter = self._presenter
        presenter.listen(window)
        presenter.equip(Parts(desktop.banners, desktop.tray, window, chime))
        presenter.connected = True
        self._board.equip(desktop.can, has_window=desktop.has_window)
        running = [asyncio.create_task(work) for work in (presenter.show_banners(), tick(presenter))]
        try:
            self._tell_and_ask()
            seconds = PATIENCE.total_seconds()
            _say(f"\nOne of everything is on your screen now. Try it; it goes away after {seconds:.0f} seconds.")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), seconds)
        finally:
            for one in running:
                one.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await presenter.stop()

    def _tell_and_ask(self) -> None:
        now = local_now()
        event = TOLD | {"notification_id": TOLD["id"], "notification_type": "info"}
        self._presenter.perform(self._board.told(event, now))
        until = instant(now + PATIENCE)
        for id, ask in ASKED.items():
            asked = question.opened(
                ask, id=id, agent_name=AGENT, now=instant(now), waiting_until=until, open_until=until
            )
            shape = question_shape(asked, words(self._language).close, None)
            self._presenter.perform(self._board.opened(shape, now))

    def _settled(self, id: str, answer: Mapping[str, str]) -> None:
        """As a hub tells it."""
        self._presenter.perform(self._board.settled(id, answer.get("outcome", "accepted"), "desk"))
        self._open.discard(id)
        if not self._open:
            self._over.set()


def _say(text: str) -> None:
    sys.stdout.write("\n".join(map(plain, text.split("\n"))) + "\n")
    sys.stdout.flush()


def _say_ability(ability: Ability) -> None:
    _say(f"{'yes' if ability.there else 'no':<4}{ability.about:<16}{ability.words}")
    if ability.hint and not ability.there:
        _say(f"{'':<20}{ability.hint}")


def _words(id: str, answer: Mapping[str, str]) -> str:
    match answer:
        case {"choice": choice}:
            return f"You pressed: {choice}."
        case {"text": text}:
            return f"You sent: {text}" if text.strip() else "You sent an empty reply."
    did = "closed" if answer["outcome"] == "dismissed" else "cancelled"
    return f"You {did} the {id.replace('-', ' ')}."
