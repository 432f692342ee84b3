"""A desk that stops while the process of a window starts: the process goes with it, and nothing waits for ever."""

import asyncio
import gc
import os
import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from bellpull.desk import popup, showing
from bellpull.desk.answering import Answering
from bellpull.desk.chime import Chime
from bellpull.desk.popup import Popup
from bellpull.desk.showing import WindowShow
from bellpull.desk.theme import Look
from bellpull.domain.words import words
from support.answers import PATIENCE

#: Until its input ends, and a moment longer, as a window that is drawn.
TALKS = "import sys, time; print('{}', flush=True); sys.stdin.read(); time.sleep(0.1)"


class Started(Popup):
    """All that were started, for whoever asks what became of them."""

    all: list[Popup] = []  # noqa: RUF012

    @classmethod
    async def open(cls, environ: Any) -> Popup:
        opened = await super().open(environ)
        cls.all.append(opened)
        return opened


@pytest.mark.process
@pytest.mark.parametrize(
    "moment", [pytest.param(moment, marks=[pytest.mark.slow] if moment % 6 else []) for moment in range(0, 24, 2)]
)
def test_a_window_that_starts_while_the_desk_stops_is_not_left(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    monkeypatch.setattr(popup, "COMMAND", (sys.executable, "-c", TALKS))
    monkeypatch.setattr(showing, "Popup", Started)
    monkeypatch.setattr(Started, "all", [])
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)

    async def use() -> None:
        show = made()
        preparing = asyncio.create_task(show.prepare())
        for _ in range(moment):
            await asyncio.sleep(0)
        await show.end()
        preparing.cancel()
        await asyncio.gather(preparing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(use(), PATIENCE))
    gc.collect()
    assert heard == []
    assert not any(one.is_alive for one in Started.all)


@pytest.mark.process
def test_a_window_that_is_wanted_while_the_desk_stops_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(popup, "COMMAND", (sys.executable, "-c", TALKS))
    monkeypatch.setattr(showing, "Popup", Started)
    monkeypatch.setattr(Started, "all", [])

    async def use() -> None:
        show = made()
        await show.prepare()
        ending = asyncio.create_task(show.end())
        await asyncio.sleep(0)
        await asyncio.wait_for(show.open({"id": "one"}, plain=False), PATIENCE)
        await show.prepare()
        await ending

    asyncio.run(use())
    assert len(Started.all) == 1
    assert not Started.all[0].is_alive


def made() -> WindowShow:
    async def look(wanted: str) -> Look:
        raise AssertionError("no window is drawn here")

    answering = Answering(None, "", words("en"), "")  # type: ignore[arg-type]
    chime = Chime(os.environ, sys.platform)
    return WindowShow(answering, look, chime, os.environ, "en", 12, lambda: datetime.now(UTC))
