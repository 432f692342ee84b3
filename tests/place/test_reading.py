"""A place is read from the surroundings of a process, and nothing else of them is kept."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminals import ENVIRON, tmux_server

from bellpull.place import jumping
from bellpull.place.reading import is_alive, place_here, place_of, printed_by_ps, tty_name
from support.answers import until

HOST = os.uname().nodename
SOURCE = Path(__file__).parent.parent.parent / "src"
NEVER = 2**22 + 1  # Linux gives no higher number than 2**22
READ = (
    "import json, os, sys; from bellpull.place.reading import place_here; json.dump(place_here(os.environ), sys.stdout)"
)
needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="this system has no /proc")


def surroundings(**environ: str) -> dict[str, object]:
    told = place_here(environ)
    assert told.pop("host") == HOST
    told.pop("tty", None)
    return told


def test_each_surrounding_is_told_by_its_variables() -> None:
    assert surroundings() == {}
    assert surroundings(TMUX="/tmp/tmux-1000/default,371,0", TMUX_PANE="%3", PATH="/bin", API_KEY="secret") == {
        "tmux": {"socket": "/tmp/tmux-1000/default", "pane": "%3"}
    }
    assert surroundings(TMUX="/tmp/a,b/s,371,0", TMUX_PANE="%0") == {"tmux": {"socket": "/tmp/a,b/s", "pane": "%0"}}
    assert surroundings(KITTY_WINDOW_ID="7", KITTY_LISTEN_ON="unix:@kitty-12") == {
        "kitty": {"listen_on": "unix:@kitty-12", "window": "7"}
    }
    assert surroundings(WEZTERM_PANE="2", WEZTERM_UNIX_SOCKET="/run/wezterm/gui-sock-9") == {
        "wezterm": {"socket": "/run/wezterm/gui-sock-9", "pane": "2"}
    }
    assert surroundings(ITERM_SESSION_ID="w0t0p0:ABC") == {"iterm2": {"session": "w0t0p0:ABC"}}


@pytest.mark.parametrize(
    "environ",
    [
        {"TMUX_PANE": "%3"},
        {"TMUX": "", "TMUX_PANE": "%3"},
        {"KITTY_WINDOW_ID": "7"},
        {"WEZTERM_PANE": "2"},
        {"ITERM_SESSION_ID": "w0t0p0:\n"},
        {"ITERM_SESSION_ID": "\udc80"},
        {"ITERM_SESSION_ID": "w" * 301},
    ],
)
def test_half_of_a_surrounding_or_one_that_cannot_be_told_is_none(environ: dict[str, str]) -> None:
    assert surroundings(**environ) == {}


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere ps tells, and it is asked for the parent's")
def test_a_process_whose_ends_are_pipes_knows_its_terminal(tmp_path: Path) -> None:
    """As a hook: a coding tool reads what it prints, and the person types into the tool."""
    told = tmp_path / "place.json"
    master, slave = pty.openpty()
    terminal = os.ttyname(slave)
    # Who leads a session and opens a terminal has it from then on.
    command = f"exec 3<>{terminal}; {sys.executable} -c '{READ}' < /dev/null > {told} 2> /dev/null"
    environ = {**ENVIRON, "PYTHONPATH": str(SOURCE), "TMUX_PANE": "%1"}
    subprocess.run(["/bin/sh", "-c", command], env=environ, start_new_session=True, check=True, timeout=60)
    os.close(slave)
    os.close(master)
    assert json.loads(told.read_text()) == {"host": HOST, "tty": terminal}


@pytest.fixture
def process() -> Iterator["subprocess.Popen[bytes]"]:
    environ = {"ITERM_SESSION_ID": "w0t0p0:ABC", "OPENCODE_SERVER_PASSWORD": "secret", "WEZTERM_PANE": "2"}
    script = "print(flush=True); input()"
    command = [sys.executable, "-c", script]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, start_new_session=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"\n"
        yield started
        started.kill()


@pytest.mark.process
@needs_proc
def test_another_process_has_no_more_than_its_place_kept(process: "subprocess.Popen[bytes]") -> None:
    place = place_of(process.pid)
    assert place == {"host": HOST, "pid": process.pid, "iterm2": {"session": "w0t0p0:ABC"}}


@pytest.mark.process
@needs_proc
@pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
def test_a_process_in_a_pane_is_where_a_jump_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jumping, "SECONDS", 30.0)
    with tmux_server(tmp_path, tmp_path / "s") as tmux, tmux.attached("first") as person:
        pane = tmux.window("first")
        pid = int(tmux.told(pane, "pane_pid"))
        until(lambda: "tmux" in (place_of(pid) or {}), "the pane's program has not started")
        place = place_of(pid)
        assert place == {"pid": pid, "tty": tmux.told(pane, "pane_tty"), **tmux.place(pane)}
        assert jumping.jump(place, tmux.environ).done
        assert tmux.seen_by(person) == pane


@pytest.mark.parametrize("pid", [0, -1, NEVER, 10**30])
def test_a_process_that_is_none_has_no_place_and_does_not_live(pid: int) -> None:
    assert place_of(pid) is None
    assert is_alive(pid) is False


@pytest.mark.process
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a process of another user")
def test_a_process_of_another_user_lives_and_has_no_place() -> None:
    with subprocess.Popen(["sleep", "60"], user=65534) as other:
        assert is_alive(other.pid)
        assert place_of(other.pid) is None
        other.kill()


@pytest.mark.process
def test_a_process_lives_until_it_ends_whether_or_not_its_parent_has_noticed(
    process: "subprocess.Popen[bytes]",
) -> None:
    assert is_alive(os.getpid())
    assert is_alive(process.pid)
    process.send_signal(signal.SIGSTOP)
    assert is_alive(process.pid)
    process.kill()
    if Path("/proc/self/stat").exists():
        until(lambda: not is_alive(process.pid), "a dead process that nobody has waited for counts as living")
    process.wait()
    assert not is_alive(process.pid)


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (0, None),
        (0x8800, "/dev/pts/0"),
        (0x8804, "/dev/pts/4"),
        (0x108804, "/dev/pts/260"),
        (0x8904, "/dev/pts/260"),
        (0x0401, "/dev/tty1"),
        (0x0440, "/dev/ttyS0"),
        (0x0501, None),
        (0xCC40, None),
        (-1, None),
    ],
)
def test_a_terminal_is_known_by_its_number(number: int, name: str | None) -> None:
    assert tty_name(number) == name


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("ttys003\n", "/dev/ttys003"),
        ("pts/4   \n", "/dev/pts/4"),
        ("??\n", None),
        ("?\n", None),
        ("-\n", None),
        ("", None),
        ("ttys1\nttys2\n", None),
    ],
)
def test_the_output_of_ps_is_a_terminal_or_none(output: str, name: str | None) -> None:
    assert printed_by_ps(output) == name
