"""The unit for systemd: systemd takes it, thinks well of its walls, and the hub says to it what it waits for."""

import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bellpull.config import SETTINGS, load
from bellpull.supervisor import READY, STOPPING, tell_supervisor
from support.answers import PATIENCE
from support.hub import Hub

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "bellpull.service"
GUIDE = ROOT / "docs" / "howto" / "operate-and-monitor.md"
#: Of 100, as systemd counts; the network, which a hub is for, is most of what is left.
MOST_EXPOSED = 15
has_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
has_unix = pytest.mark.skipif(sys.platform == "win32", reason="there is no systemd on Windows")


def _analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, timeout=PATIENCE)


@has_systemd
def test_systemd_understands_every_line_of_it(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    here.write_text(
        re.sub("(?m)^ExecStart=/opt/bellpull/bin/bellpull", f"ExecStart={sys.executable}", UNIT.read_text())
    )
    ended = _analyze("verify", "--man=no", str(here))
    ours = [line for line in (ended.stdout + ended.stderr).splitlines() if UNIT.name in line]
    assert ours == []


@has_systemd
def test_its_walls_are_high(tmp_path: Path) -> None:
    if "--offline" not in _analyze("--help").stdout:
        pytest.skip("this systemd looks at loaded units alone")
    ended = _analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(UNIT))
    assert ended.returncode == 0, ended.stdout[-500:]


def _variables() -> list[str]:
    return [word for line in re.findall("(?m)^#?Environment=(.*)$", UNIT.read_text()) for word in line.split()]


def test_the_variables_it_sets_are_settings_and_right() -> None:
    variables = dict(word.split("=", 1) for word in _variables())
    known = {setting.variable for setting in SETTINGS} | {"HOME", "XDG_CONFIG_HOME"}
    assert set(variables) <= known
    config = load({}, {name: value for name, value in variables.items() if "%d" not in value}, "linux")
    assert (config.log_to, config.data_dir) == ("stderr", Path("/var/lib/bellpull"))


def test_commands_of_the_guide_have_the_settings_of_the_service() -> None:
    (line,) = re.findall("(?m)^    alias hub='(.*)'$", GUIDE.read_text(encoding="utf-8"))
    given = [word for word in line.split() if "=" in word]
    assert set(given) <= set(_variables())
    assert {word.partition("=")[0] for word in given} >= {"XDG_CONFIG_HOME", "BELLPULL_DATA_DIR", "BELLPULL_LOG_TO"}
    (program,) = re.findall(r"(?m)^ExecStart=(\S+)", UNIT.read_text())
    assert line.endswith(f" {program}")


class Supervised(Hub):
    """A hub that somebody started who wants to hear how far it is."""

    def environment(self) -> dict[str, str]:
        return super().environment() | {"NOTIFY_SOCKET": str(self.folder / "notify")}


@has_unix
def test_the_hub_says_when_it_answers_and_when_it_stops(tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(PATIENCE)
        hub = Supervised(tmp_path)
        try:
            hub.start()
            assert supervisor.recv(100).decode() == READY
            hub.stop()
            assert supervisor.recv(100).decode() == STOPPING
        finally:
            hub.close()


@has_unix
@pytest.mark.skipif(sys.platform != "linux", reason="names without a file are Linux's")
def test_a_supervisor_may_have_a_name_without_a_file() -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as supervisor:
        name = f"bellpull-test-{os.getpid()}"
        supervisor.bind(f"\0{name}")
        supervisor.settimeout(PATIENCE)
        tell_supervisor(READY, {"NOTIFY_SOCKET": f"@{name}"})
        assert supervisor.recv(100).decode() == READY


@pytest.mark.parametrize("address", ["", "nowhere", "/nowhere/at/all", "@"])
def test_the_unit_s_messages_go_nowhere_without_a_supervisor(address: str) -> None:
    tell_supervisor(READY, {"NOTIFY_SOCKET": address})
    tell_supervisor(READY, {})
