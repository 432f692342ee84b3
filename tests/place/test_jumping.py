"""The jump: a real tmux shows the right pane, other terminals hear which window; else it is said in words."""

import asyncio
import os
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from terminals import Controls, Tmux, tmux_server

from bellpull.place import jumping
from bellpull.place.jumping import ITERM2_SCRIPT, Jumped, jump
from bellpull.watch.jumps import Jumps
from support.answers import until

HOST = os.uname().nodename
ALL_CONTROLS = ("tmux", "kitten", "kitty", "wezterm", "osascript")
ITERM2_ID = "0C3D5B2E-7A55-4E3F-9E0B-5A2C1F0D9B77"
needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine lets tmux wait for longer than a person would."""
    monkeypatch.setattr(jumping, "SECONDS", 30.0)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    with tmux_server(tmp_path, tmp_path / "s") as server:
        yield server


@pytest.fixture
def own_socket(tmp_path: Path) -> Iterator[str]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "own"))
        yield str(tmp_path / "own")


@pytest.mark.process
@needs_tmux
def test_a_terminal_is_brought_up_for_the_person_whose_watch_it_is(tmux: Tmux) -> None:
    wanted = tmux.window("first")
    frame = {"type": "session_jump", "session": "s", "place": tmux.place(wanted)}

    async def hear(*people: str) -> None:
        jumps = Jumps(tmux.environ)
        jumps.connected("ada")
        for by in people:
            jumps.heard(frame | {"by": by})
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not asyncio.current_task()))

    with tmux.attached("first") as person:
        asyncio.run(hear("grace", "owner", ""))
        assert tmux.seen_by(person) != wanted
        asyncio.run(hear("ada"))
        assert tmux.seen_by(person) == wanted


@pytest.mark.process
@needs_tmux
def test_a_pane_in_another_window_comes_to_the_front(tmux: Tmux) -> None:
    tmux.split(tmux.window("first"))
    wanted = tmux.window("first")
    beside = tmux.split(wanted)
    tmux("select-pane", "-t", beside)
    with tmux.attached("first") as person:
        assert tmux.seen_by(person) not in (wanted, beside)
        assert jump(tmux.place(wanted), tmux.environ) == Jumped(True, f"tmux pane {wanted} on {HOST}")
        assert tmux.seen_by(person) == wanted
        assert jump(tmux.place(beside), tmux.environ).done
        assert tmux.seen_by(person) == beside


@pytest.mark.process
@needs_tmux
def test_a_person_who_looks_at_another_session_is_brought_to_this_one(tmux: Tmux) -> None:
    tmux.session("second")
    wanted = tmux.split(tmux.window("second"))
    with tmux.attached("first") as person:
        assert jump(tmux.place(wanted), tmux.environ).done
        assert tmux.seen_by(person) == wanted


@pytest.mark.process
@needs_tmux
def test_a_person_who_looks_elsewhere_stays_there_while_another_one_sees_the_session(tmux: Tmux) -> None:
    tmux.session("second")
    wanted = tmux.window("second")
    with tmux.attached("second") as there, tmux.attached("first") as elsewhere:
        before = tmux.seen_by(elsewhere)
        assert jump(tmux.place(wanted), tmux.environ).done
        assert tmux.seen_by(there) == wanted
        assert tmux.seen_by(elsewhere) == before


@pytest.mark.process
@needs_tmux
def test_a_person_who_presses_the_key_inside_this_tmux_is_brought_there(tmux: Tmux) -> None:
    tmux.session("second")
    wanted = tmux.window("second")
    inside = {**tmux.environ, "TMUX": f"{tmux.socket},1,0"}
    with tmux.attached("second") as there:
        active_at = int(tmux("list-clients", "-F", "#{client_activity}"))
        until(lambda: time.time() > active_at + 1, "tmux counts whole seconds")
        with tmux.attached("first") as person:
            assert jump(tmux.place(wanted), inside).done
            assert tmux.seen_by(person) == tmux.seen_by(there) == wanted


@pytest.mark.process
@needs_tmux
def test_a_window_that_two_sessions_share_comes_to_the_front_for_who_is_attached(tmux: Tmux) -> None:
    wanted = tmux.window("first")
    tmux("new-session", "-d", "-s", "beside", "-t", "first")
    for session in ("first", "beside"):
        with tmux.attached(session) as person:
            assert tmux.seen_by(person) != wanted
            assert jump(tmux.place(wanted), tmux.environ).done
            assert tmux.seen_by(person) == wanted


@pytest.mark.process
@needs_tmux
def test_a_tmux_without_a_client_says_how_to_attach(tmux: Tmux) -> None:
    tmux.session("second")
    wanted = tmux.window("second")
    done, where = jump(tmux.place(wanted), tmux.environ)
    command = f"tmux -S {tmux.socket} attach -t {wanted}"
    assert (done, where) == (
        False,
        f"tmux pane {wanted} on {HOST}: nobody is attached to it; attach with: {command}",
    )
    with tmux.attached(wanted) as person:
        assert tmux.seen_by(person) == wanted


@pytest.mark.process
@needs_tmux
def test_a_pane_that_is_gone_is_not_taken_for_another(tmux: Tmux) -> None:
    gone = tmux.window("first")
    tmux("kill-pane", "-t", gone)
    place = {**tmux.place(gone), "tty": "/dev/pts/4", "pid": 123}
    with tmux.attached("first") as person:
        before = tmux.seen_by(person)
        told = f"tmux pane {gone} on {HOST}, /dev/pts/4, process 123: that pane is gone"
        assert jump(place, tmux.environ) == Jumped(False, told)
        assert tmux.seen_by(person) == before


@pytest.mark.process
@needs_tmux
def test_a_tmux_that_has_ended_is_said_and_nothing_else_is_spoken_to(
    tmux: Tmux, tmp_path: Path, own_socket: str
) -> None:
    ended = {"host": HOST, "tmux": {"socket": str(tmp_path / "nobody"), "pane": "%0"}}
    assert jump(ended, tmux.environ) == Jumped(False, f"tmux pane %0 on {HOST}: that tmux has ended")
    other = {"host": HOST, "tmux": {"socket": own_socket, "pane": "%0"}}
    assert jump(other, tmux.environ) == Jumped(False, f"tmux pane %0 on {HOST}: no tmux listens there")


@pytest.mark.process
@needs_tmux
def test_tmux_gets_nothing_of_the_environment_that_it_does_not_need(tmux: Tmux) -> None:
    pane = tmux.window("first")
    with tmux.attached("first"):
        assert jump(tmux.place(pane), {**tmux.environ, "A_SECRET": "x"}).done
    assert "A_SECRET" not in tmux("show-environment", "-g") + tmux("show-environment", "-t", "first")


@pytest.mark.process
@needs_tmux
def test_a_terminal_alone_is_looked_up_in_the_default_tmux(tmp_path: Path) -> None:
    with tmux_server(tmp_path, None) as tmux, tmux.attached("first") as person:
        wanted = tmux.window("first")
        tty, pid = tmux.told(wanted, "pane_tty"), int(tmux.told(wanted, "pane_pid"))
        place = {"host": HOST, "tty": tty, "pid": pid}
        assert jump({**place, "tty": "/dev/pts/9999999"}, tmux.environ).done is False
        assert jump({**place, "pid": 2**22 + 1}, tmux.environ).done is False
        assert tmux.seen_by(person) != wanted
        told = f"tmux pane {wanted} on {HOST}, {tty}, process {pid}"
        assert jump(place, tmux.environ) == Jumped(True, told)
        assert tmux.seen_by(person) == wanted


@pytest.mark.process
def test_kitty_is_told_which_window(tmp_path: Path, own_socket: str) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    place = {"host": HOST, "kitty": {"listen_on": f"unix:{own_socket}", "window": "7"}}
    assert jump(place, controls.environ) == Jumped(True, f"Kitty window 7 on {HOST}")
    assert controls.heard == [["kitten", "@", "--to", f"unix:{own_socket}", "focus-window", "--match", "id:7", ""]]


@pytest.mark.process
@pytest.mark.parametrize("listen_on", ["unix:@kitty-12", "tcp:localhost:5555", "tcp:[::1]:5555"])
def test_an_older_kitty_is_told_too(tmp_path: Path, listen_on: str) -> None:
    controls = Controls(tmp_path, "kitty")
    assert jump({"host": HOST, "kitty": {"listen_on": listen_on, "window": 7}}, controls.environ).done
    assert controls.heard == [["kitty", "@", "--to", listen_on, "focus-window", "--match", "id:7", ""]]


@pytest.mark.process
def test_wezterm_is_told_which_pane_of_which_server(tmp_path: Path, own_socket: str) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    place = {"host": HOST, "wezterm": {"socket": own_socket, "pane": "3"}}
    assert jump(place, controls.environ) == Jumped(True, f"WezTerm pane 3 on {HOST}")
    assert controls.heard == [["wezterm", "cli", "--no-auto-start", "activate-pane", "--pane-id", "3", own_socket]]


@pytest.mark.process
def test_iterm2_is_told_which_session_as_an_argument_of_a_fixed_script(tmp_path: Path) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    place = {"host": HOST, "iterm2": {"session": f"w0t1p2:{ITERM2_ID}"}}
    assert jump(place, controls.environ) == Jumped(True, f"iTerm2 session {ITERM2_ID} on {HOST}")
    heard = (tmp_path / "heard.txt").read_text()
    assert heard == f"osascript|-e|{ITERM2_SCRIPT}|{ITERM2_ID}||\n"


@pytest.mark.process
def test_a_terminal_that_refuses_or_is_not_there_is_said_in_words(tmp_path: Path, own_socket: str) -> None:
    controls = Controls(tmp_path, "kitten", "wezterm", failing=("kitten", "wezterm"))
    listens = {"listen_on": "unix:@kitty", "window": "7"}
    place: dict[str, Any] = {"host": HOST, "kitty": listens, "tty": "/dev/pts/4", "pid": 123}
    told = Jumped(False, f"Kitty window 7 on {HOST}, /dev/pts/4, process 123")
    assert jump(place, controls.environ) == told
    assert jump(place, {"PATH": "/nowhere"}) == jump(place, {}) == told
    tmux_place = {"host": HOST, "tmux": {"socket": own_socket, "pane": "%3"}}
    assert jump(tmux_place, {"PATH": "/nowhere"}) == Jumped(False, f"tmux pane %3 on {HOST}")


@pytest.mark.process
def test_a_terminal_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jumping, "SECONDS", 0.2)
    controls = Controls(tmp_path, "kitten", hanging=("kitten",))
    place = {"host": HOST, "kitty": {"listen_on": "unix:@kitty", "window": "7"}}
    assert jump(place, controls.environ) == Jumped(False, f"Kitty window 7 on {HOST}")


def test_a_place_on_another_machine_is_only_said(tmp_path: Path, own_socket: str) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    place = {"tmux": {"socket": own_socket, "pane": "%3"}, "kitty": {"listen_on": "unix:@k", "window": "1"}}
    assert jump({"host": "build.example", **place}, controls.environ) == Jumped(False, "tmux pane %3 on build.example")
    assert jump(place, controls.environ) == Jumped(False, "tmux pane %3")
    assert jump({}, controls.environ) == Jumped(False, "an unknown place")
    assert controls.heard == []


HOSTILE = ["-x", "--to", "%3\n", "%3;kill-server", "%1 -x", "$(id)", "`id`", "9" * 40, "\x1b[2J", "", "%٣", "²", "../x"]


@pytest.mark.parametrize("value", [*HOSTILE, 10**30, -1, 1.5, True, None, [], {"socket": "x"}])
@pytest.mark.parametrize(
    ("surrounding", "field"),
    [
        ("tmux", "pane"),
        ("tmux", "socket"),
        ("kitty", "window"),
        ("kitty", "listen_on"),
        ("wezterm", "pane"),
        ("wezterm", "socket"),
        ("iterm2", "session"),
    ],
)
def test_a_value_of_another_kind_runs_nothing(
    tmp_path: Path, own_socket: str, surrounding: str, field: str, value: object
) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    good = {
        "tmux": {"socket": own_socket, "pane": "%3"},
        "kitty": {"listen_on": f"unix:{own_socket}", "window": "7"},
        "wezterm": {"socket": own_socket, "pane": "3"},
        "iterm2": {"session": ITERM2_ID},
    }
    place = {"host": HOST, surrounding: {**good[surrounding], field: value}}
    assert jump(place, controls.environ) == Jumped(False, f"on {HOST}")
    assert controls.heard == []


@pytest.mark.parametrize("value", [*HOSTILE, 7, None, [], "/dev/tty;id", "/dev/../etc/passwd", "/dev/pts/1\n"])
def test_words_that_a_place_tells_do_not_reach_the_terminal(tmp_path: Path, value: object) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    for surrounding in ("tmux", "kitty", "wezterm", "iterm2"):
        place = {"host": HOST, "tty": value, "pid": str(value), surrounding: value}
        assert jump(place, controls.environ) == Jumped(False, f"on {HOST}")
    assert jump({"host": f"{HOST} {value}\n"}, controls.environ) == Jumped(False, "an unknown place")
    assert controls.heard == []


def test_a_socket_that_is_none_or_somebody_elses_is_not_spoken_to(tmp_path: Path, own_socket: str) -> None:
    controls = Controls(tmp_path, *ALL_CONTROLS)
    (tmp_path / "file").touch()
    paths = [str(tmp_path / "file"), str(tmp_path / "nothing"), str(tmp_path)]
    if os.geteuid() == 0:
        os.chown(own_socket, 65534, 65534)
        paths.append(own_socket)
    for path in paths:
        assert not jump({"host": HOST, "tmux": {"socket": path, "pane": "%3"}}, controls.environ).done
        assert not jump({"host": HOST, "wezterm": {"socket": path, "pane": "3"}}, controls.environ).done
        kitty = {"listen_on": f"unix:{path}", "window": "3"}
        assert not jump({"host": HOST, "kitty": kitty}, controls.environ).done
    assert controls.heard == []
