"""`bellpull jump`: the session that is meant, and the way to its terminal or at least where that is."""

import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from watched_agent import WatchedAgent

from support.answers import PATIENCE, done, until
from support.questions import ask
from support.shell import Shell

TMUX = ("tmux", "-f", "/dev/null")


def test_a_session_is_found_by_id_agent_or_a_part_of_its_title(watched: WatchedAgent) -> None:
    watched.sign("Build the menu", directory="/src/menu")
    whole = watched.id("Build the menu")
    for word in (whole, whole.partition(":")[2], watched.agent.name, "the MENU"):
        assert "Build the menu" in watched.run("jump", word).out, word


def test_the_session_that_waits_is_the_one_of_its_agent(watched: WatchedAgent) -> None:
    watched.sign("Idles")
    watched.sign("Works", "working")
    watched.permission("Waits")
    assert watched.run("jump", watched.agent.name).out.startswith("Waits of ")


def test_a_part_of_several_titles_says_which(watched: WatchedAgent) -> None:
    watched.sign("Fix the door")
    watched.sign("Fix the window")
    watched.sign("Fix")
    ended = watched.run("jump", "fix the")
    assert (ended.code, ended.out) == (2, "")
    assert watched.id("Fix the door") in ended.err
    assert watched.id("Fix the window") in ended.err
    assert watched.run("jump", "Fix").out.startswith("Fix of ")


def test_a_session_that_is_not_there_is_a_no(watched: WatchedAgent) -> None:
    ask(watched.agent)
    ended = watched.run("jump", watched.agent.name)
    assert (ended.code, ended.out) == (1, "")
    assert "hint: see: bellpull sessions" in ended.err


def test_ended_session_is_still_found(watched: WatchedAgent) -> None:
    watched.sign("Gone", "ended", directory="/src/gone")
    assert "/src/gone" in watched.run("jump", "Gone").out


def test_jump_to_another_machine_asks_its_watcher(watched: WatchedAgent) -> None:
    place = {"host": "another-machine", "tty": "/dev/pts/4"}
    watched.sign("Far", place=place)
    done(watched.person.post("/api/servers", [{"server": "http://127.0.0.1:4096", "host": "another-machine"}]))
    with watched.person.socket() as live:
        live.connected()
        ended = watched.run("jump", "Far")
        assert live.until_type("session_jump")["place"] == place
    assert (ended.code, ended.err) == (0, "")
    assert "another-machine" in ended.out
    assert ended.out.endswith("It was asked to show it.\n")


def test_jump_says_where_a_session_is_if_it_cannot_go_there(watched: WatchedAgent) -> None:
    watched.sign("Far", directory="/src/far", place={"host": "another-machine", "tty": "/dev/pts/4"})
    ended = watched.run("jump", "Far")
    assert (ended.code, ended.err) == (1, "")
    about, where = ended.out.splitlines()
    assert about == f"Far of {watched.agent.name} runs in /src/far, at http://127.0.0.1:4096."
    assert where == "on another-machine, /dev/pts/4"
    watched.sign("Nowhere")
    assert watched.run("jump", "Nowhere").out.splitlines()[1] == "Where its terminal is was not told."


def test_texts_of_sessions_cannot_move_the_terminal(watched: WatchedAgent) -> None:
    watched.sign("a", title="\x1b]0;evil\x07", directory="/\x1b[2J", place={"host": "\x1b[31m"})
    ended = watched.run("jump", watched.agent.name)
    assert "\x1b" not in ended.out + ended.err
    assert len(ended.out.splitlines()) == 2


@pytest.fixture
def panes() -> Iterator[Path]:
    """The socket of a tmux with two windows of one pane each, and somebody attached to it from inside another."""
    with tempfile.TemporaryDirectory(prefix="panes-") as folder:  # the name of a socket has to be short
        place, outer = Path(folder, "inner"), Path(folder, "outer")
        tmux(place, "new-session", "-d", "-s", "inner", "cat")
        try:
            tmux(place, "new-window", "-t", "inner", "cat")
            tmux(outer, "new-session", "-d", "env", "-u", "TMUX", *TMUX, "-S", str(place), "attach", "-t", "inner")
            until(lambda: tmux(place, "list-clients"), "somebody is attached")
            yield place
        finally:
            for server in (place, outer):
                subprocess.run([*TMUX, "-S", str(server), "kill-server"], capture_output=True, timeout=PATIENCE)


def tmux(place: Path, *words: str) -> str:
    without = {name: value for name, value in os.environ.items() if name not in ("TMUX", "TMUX_PANE")}
    ended = subprocess.run(
        [*TMUX, "-S", str(place), *words], capture_output=True, text=True, timeout=PATIENCE, env=without
    )
    assert ended.returncode == 0, ended
    return ended.stdout


@pytest.mark.process
def test_a_pane_of_tmux_comes_to_the_front_and_a_sub_agents_is_its_roots(watched: WatchedAgent, panes: Path) -> None:
    first, second = tmux(panes, "list-panes", "-a", "-F", "#{pane_id}").split()

    def place(pane: str) -> dict[str, object]:
        return {"host": socket.gethostname(), "tmux": {"socket": str(panes), "pane": pane}}

    def seen() -> str:
        return tmux(panes, "display-message", "-p", "-t", "inner", "#{pane_id}").strip()

    watched.sign("Root", place=place(first))
    watched.sign("Below", parent=watched.id("Root"))
    watched.sign("Other", place=place(second))
    for name, pane in (("Root", first), ("Other", second), ("Below", first)):
        ended = watched.run("jump", name)
        assert (ended.code, ended.err) == (0, ""), ended
        assert f"tmux pane {pane}" in ended.out
        assert seen() == pane


def test_jump_without_a_session_is_a_wrong_use(alone: Shell) -> None:
    ended = alone.run("jump")
    assert (ended.code, ended.out) == (2, "")
    assert "SESSION" in ended.err
