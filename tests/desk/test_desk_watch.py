"""The tray's menu at the desk: the lines of the hub's watch, live, and what a click on one does."""

import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.answers import PATIENCE, done, until
from support.desk import desk_of
from support.desktop import Desktop, need_programs
from support.hub import Caller, Hub
from support.notifiers import fake_notifyd
from support.panel import BADGE, panel
from support.questions import ask
from support.tray_menu import TrayMenu

ALWAYS = ["Quiet for an hour", "Open inbox", "Quit"]
NOTHING = "Nothing waits for you"


def sign(agent: Caller, session: str, state: str = "working", **more: Any) -> None:
    told = {"session": f"claude-code:{session}", "state": state, "source": "hook", "title": session} | more
    done(agent.post("/api/sessions/signs", [told]))


def watch_lines(hub: Hub) -> list[str]:
    shown = done(hub.owner.get("/api/watch"))["lines"]
    return [f"{'    ' * line['depth']}{line['text']}" for line in shown]


def test_the_menu_follows_the_watch_and_outlives_the_hub(desktop: Desktop, own_hub_process: Hub) -> None:
    panel(desktop)
    agent = own_hub_process.new_agent(name="builder")
    with desk_of(desktop, own_hub_process) as desk:
        tray = TrayMenu(desk)
        tray.shows(NOTHING, *ALWAYS)
        until(lambda: tray.tip() == f"🤖 · {NOTHING}", "the tooltip begins with the title")
        sign(agent, "Fix parser", tools=[{"tool": "bash", "argument": "make test"}])
        tray.shows("🤖 Fix parser", "    🔧 bash: make test", NOTHING, *ALWAYS)
        assert watch_lines(own_hub_process) == tray.labels()[:2]
        until(lambda: tray.tip() == f"🤖 1 · {NOTHING}", "the title counts who works")
        sign(agent, "Fix parser", "waiting", reason="permission: Bash: make install", tools=[])
        tray.shows("🤖 Fix parser", "    🔒 Bash: make install", NOTHING, *ALWAYS)
        own_hub_process.kill()
        tray.shows("The hub is not running", *ALWAYS)
        assert tray.tip() == "The hub is not running"
        own_hub_process.restart()
        tray.shows("🤖 Fix parser", "    🔒 Bash: make install", NOTHING)
        sign(agent, "Fix parser", "idle")
        tray.shows("💤 Fix parser", NOTHING, *ALWAYS)
        sign(agent, "Fix parser", "ended")
        tray.shows(NOTHING, *ALWAYS)


def test_a_question_stands_once_in_the_menu_and_a_click_on_it_opens_it(desktop: Desktop, own_hub: Hub) -> None:
    fake_notifyd(desktop)
    tray_panel = panel(desktop)
    agent = own_hub.new_agent(name="builder")
    with desk_of(desktop, own_hub) as desk:
        tray = TrayMenu(desk)
        asked = ask(agent, title="Merge", question="Merge to main?", options=["Yes", "No"])
        tray.shows("🔔 builder", '    └ "Merge"', "1 question waits for you", *ALWAYS)
        sign(agent, "Fix parser", "idle", asks=[{"question_id": asked["id"]}])
        tray.shows("🔔 Fix parser", '    └ "Merge"', "1 question waits for you", *ALWAYS)
        until(lambda: tray.tip() == "🤖 🔔 · 1 question waits for you", "the title has its bell")
        until(lambda: tray_panel.shows(BADGE), "the icon has the count")
        tray.click('└ "Merge"')
        desktop.close(desk.window("Merge"))
        tray.shows("💤 Fix parser", NOTHING, *ALWAYS)


class Multiplexer:
    """A tmux of the test's own, with a window that is not the current one."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        self._do("new-session", "-d", "-s", "work", "-x", "80", "-y", "24", "cat")
        self.pane = self._do("new-window", "-d", "-P", "-F", "#{pane_id}", "-n", "agent", "cat")

    def _do(self, *words: str) -> str:
        command = ["tmux", "-S", self.socket, "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout.strip()

    def current(self) -> str:
        return self._do("display-message", "-p", "-t", "work", "#{window_name}")

    def end(self) -> None:
        self._do("kill-server")


def test_a_click_on_a_session_brings_its_terminal_to_the_front(desktop: Desktop, own_hub: Hub, tmp_path: Path) -> None:
    need_programs("tmux")
    panel(desktop)
    agent = own_hub.new_agent(name="builder")
    tmux = Multiplexer(tmp_path)
    try:
        inside = {"socket": tmux.socket, "pane": tmux.pane}
        sign(agent, "Fix parser", place={"host": socket.gethostname(), "tmux": inside})
        child = {
            "parent": "claude-code:Fix parser",
            "title": "Explore",
            "tools": [{"tool": "Read", "argument": "a.py"}],
        }
        sign(agent, "Fix parser/1", **child)
        with desk_of(desktop, own_hub) as desk:
            tray = TrayMenu(desk)
            tray.shows("🤖 Fix parser", "    └ ● Explore", "        🔧 Read: a.py")
            assert tmux.current() != "agent"
            tray.click("🔧 Read: a.py")
            until(lambda: tmux.current() == "agent", "the pane's window is the current one")
    finally:
        tmux.end()


@pytest.mark.slow
def test_a_session_that_cannot_be_brought_to_the_front_is_named(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    panel(desktop)
    agent = own_hub.new_agent(name="builder")
    sign(agent, "Fix parser", place={"host": socket.gethostname(), "tty": "/dev/pts/999", "pid": os.getpid()})
    with desk_of(desktop, own_hub) as desk:
        tray = TrayMenu(desk)
        tray.shows("🤖 Fix parser")
        tray.click("🤖 Fix parser")
        assert "/dev/pts/999" in json.dumps(server.notified())
