"""The real OpenCode in a terminal, where it listens on no port: nobody but the plugin can see it and answer for it."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from at_work import ENDED, PERMISSIONS, bash

from support.answers import PATIENCE, done, until
from support.fake_model import Call, FakeModel, serving
from support.hub import Hub, HubMaker
from support.opencode import PATIENCE_WITH_IT, OpenCode, installed

pytestmark = pytest.mark.slow
AGENT = "in-a-terminal"
PROMPT = "Go on."
QUESTION = {"question": "Which db?", "header": "DB", "options": [{"label": "sqlite", "description": "a file"}]}


class Terminal:
    """A tmux of this test alone."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket

    def tmux(self, *words: str, **how: Any) -> str:
        command = ["tmux", "-S", str(self.socket), "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **how).stdout

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")


@contextmanager
def terminal(opencode: OpenCode, *words: str) -> Iterator[Terminal]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not on this machine")
    shown = Terminal(opencode.folder / "tmux")
    command = [str(opencode.program), *words]
    place = ["-x", "120", "-y", "40", "-c", str(opencode.project)]
    shown.tmux("new-session", "-d", *place, *command, env=opencode.environment(TERM="xterm-256color"), check=True)
    try:
        yield shown
    finally:
        shown.tmux("kill-server")


def waits(hub: Hub, title: str) -> dict[str, Any] | None:
    """The session, once it waits for this. It is not asked often: a screen that is drawn takes what a machine has."""
    sessions = done(hub.owner.get("/api/watch", until="waiting", wait=20))["sessions"]
    return next((one for one in sessions if [wait["title"] for wait in one["waits"]] == [title]), None)


def test_an_opencode_without_a_port_is_seen_and_answered(hub_process: HubMaker, tmp_path: Path) -> None:
    hub = hub_process()
    opencode = installed(tmp_path)
    with serving(FakeModel(bash("touch here.txt"), Call("question", {"questions": [QUESTION]}), ENDED)) as model:
        opencode.use(model)
        opencode.set(permission=PERMISSIONS)
        opencode.plug_in(AGENT, hub.data_dir)
        with terminal(opencode, "--prompt", PROMPT) as shown:

            def asked(title: str) -> dict[str, Any]:
                try:
                    return until(lambda: waits(hub, title), f"it waits: {title}", PATIENCE_WITH_IT)
                except AssertionError as late:
                    raise AssertionError(f"{late}\n{shown.screen()}") from None

            def answer(session: dict[str, Any], choice: str) -> None:
                path = f"/api/questions/{session['waits'][0]['question_id']}/answer"
                done(hub.owner.post(path, {"choice": choice}))

            first = asked("bash: touch here.txt")
            answer(first, "Allow once")
            answer(asked("DB"), "sqlite")
            until(lambda: ENDED in shown.screen(), "it comes to an end", PATIENCE_WITH_IT)
    assert first["server"] is None
    assert first["place"]["tmux"] == {"socket": str(shown.socket), "pane": "%0"}
    assert first["place"]["tty"].startswith("/dev/pts/")
    assert (opencode.project / "here.txt").exists()
    assert '"Which db?"="sqlite"' in model.tool_results()[-1]
