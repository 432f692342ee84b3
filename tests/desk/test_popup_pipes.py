"""A window's process and its pipes: nothing of them is left to the end of the program, when asyncio complains."""

import asyncio
import gc
import os
import sys
from typing import Any

import pytest

from bellpull.desk import popup
from bellpull.desk.popup import Popup

#: They say one line and go on: until the input ends, as a window does; or until they are killed.
TALKS = "import sys; print('{}', flush=True); sys.stdin.read()"
STAYS = "import signal, time; signal.signal(15, signal.SIG_IGN); print('{}', flush=True); time.sleep(600)"


@pytest.mark.process
@pytest.mark.parametrize(("program", "how"), [(TALKS, "end"), (TALKS, "kill"), (STAYS, "kill")])
def test_pipes_are_closed_when_it_is_let_go(monkeypatch: pytest.MonkeyPatch, program: str, how: str) -> None:
    monkeypatch.setattr(popup, "COMMAND", (sys.executable, "-c", program))
    heard: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)

    async def use() -> None:
        opened = await Popup.open(os.environ)
        assert await anext(opened.lines()) == {}
        await getattr(opened, how)()

    asyncio.run(use())
    gc.collect()
    assert heard == []
