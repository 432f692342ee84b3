"""Start at login: files that systemd, the desktop and launchd read as they were meant, and that go as they came.

Where a real reader of the files is there it reads them; `systemctl` and `launchctl` themselves are told to a log.
"""

import os
import plistlib
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bellpull.cli import at_login
from bellpull.cli.at_login import Login, install, installed, remove
from bellpull.config import Config, load
from bellpull.domain.errors import Setup
from bellpull.remote.find import running_in
from support.answers import PATIENCE, until
from support.hub import SOURCES
from support.shell import Shell

ODD = "o d%d $HOME 'q\"\\b é"
TOLD = """#!/bin/sh
printf '%s\\n' "$(basename "$0") $*" >> "{log}"
for word in "$@"; do
    case " {fails} " in *" $word "*) echo "$word is refused" >&2; exit 1;; esac
done
"""
RUN = """#!/bin/sh
printf '%s\\0' "$@" "config:$BELLPULL_CONFIG" > "{log}.unfinished"
mv "{log}.unfinished" "{log}"
"""


class Machine:
    """A home, and programs that write down what they are told; `pretend` is the same without a process."""

    def __init__(self, folder: Path, platform: str) -> None:
        self.folder = folder
        self.platform = platform
        self.home = folder / "home"
        self.settings = self.home / ".config"
        self.programs = folder / "bin"
        self.data = self.home / ODD / "data"
        self.environ = {"HOME": str(self.home), "PATH": f"{self.programs}:/usr/bin:/bin"}
        self._log = folder / "told"
        self._programs: dict[str, tuple[str, ...]] = {}
        for made in (self.programs, self.home, self.data.parent):
            made.mkdir()
        (folder / "run").mkdir(mode=0o700)
        self.program("systemctl")
        self.program("launchctl", "print")

    @property
    def unit(self) -> Path:
        return self.settings / "systemd" / "user" / "bellpull.service"

    @property
    def entry(self) -> Path:
        return self.settings / "autostart" / "bellpull.desktop"

    @property
    def agent(self) -> Path:
        return self.home / "Library" / "LaunchAgents" / "bellpull.hub.plist"

    def program(self, name: str, *fails: str) -> None:
        """It refuses a line with one of these words."""
        self._programs[name] = fails
        _script(self.programs / name, TOLD.format(log=self._log, fails=" ".join(fails)))

    def without_program(self, name: str) -> None:
        del self._programs[name]
        (self.programs / name).unlink()

    def pretend(self, name: str, *words: str) -> str | None:
        if name not in self._programs:
            return f"No such file or directory: {name!r}"
        with self._log.open("a") as log:
            log.write(" ".join((name, *words)) + "\n")
        return next((f"{word} is refused" for word in words if word in self._programs[name]), None)

    def without_systemd(self) -> None:
        self.program("systemctl", "show")

    def config(self, **flags: Any) -> Config:
        return load({"data_dir": str(self.data)} | flags, self.environ, self.platform)

    def install(self, **flags: Any) -> list[str]:
        return install(self.config(**flags), self.environ, self.platform)

    def remove(self) -> list[str]:
        return remove(self.config(), self.environ, self.platform)

    def installed(self, **flags: Any) -> str | None:
        return installed(self.config(**flags), self.environ, self.platform)

    def told(self) -> list[str]:
        """What the system was told since the last look, but for questions."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return [line for line in lines if line.split()[-1] != "--property=Version" and " is-enabled " not in line]

    def files(self) -> list[Path]:
        kept = [path for path in self.home.rglob("*") if not path.is_dir()]
        return sorted(path for path in kept if not path.is_relative_to(self.data.parent))


def _script(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path, "linux")
    monkeypatch.setattr(Login, "ask", lambda login, *words: made.pretend(*words))
    return made


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(at_login, "START_SECONDS", 0)  # nobody starts what this launchd takes
    made = Machine(tmp_path, "darwin")
    monkeypatch.setattr(Login, "ask", lambda login, *words: made.pretend(*words))
    return made


@pytest.fixture
def odd_python(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Python at a path with everything in it that must be quoted; it writes down with what it was run."""
    python = machine.data.parent / "python3"
    _script(python, RUN.format(log=machine.folder / "run-with"))
    monkeypatch.setattr(sys, "executable", str(python))
    return python


def launched(machine: Machine, entry: Path) -> list[str]:
    """The arguments with which the desktop's own code runs an entry."""
    log = machine.folder / "run-with"
    log.unlink(missing_ok=True)
    subprocess.run(["gio", "launch", str(entry)], env=machine.environ, timeout=PATIENCE, check=True)
    until(log.exists, "the entry runs")
    return log.read_text().split("\0")[:-1]


def run_by_systemd(machine: Machine, unit: Path) -> list[str]:
    """The command line as systemd has understood it; it finds nothing to complain about."""
    command = ["systemd-analyze", "verify", "--user", "--man=no", str(unit)]
    environ = machine.environ | {"XDG_RUNTIME_DIR": str(machine.folder / "run")}
    quiet = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    environ["SYSTEMD_LOG_LEVEL"] = "debug"
    dump = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    (line,) = [line for line in dump.splitlines() if "Command Line: " in line]
    # It is quoted for a shell, so a shell takes it apart.
    words = f"printf '%s\\0' {line.partition('Command Line: ')[2]}"
    return subprocess.run(["/bin/sh", "-c", words], capture_output=True, text=True, check=True).stdout.split("\0")[:-1]


needs_gio = pytest.mark.skipif(not shutil.which("gio"), reason="gio (libglib2.0-bin) is not there")
needs_validator = pytest.mark.skipif(
    not shutil.which("desktop-file-validate"), reason="desktop-file-validate (desktop-file-utils) is not there"
)
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not there")


def of_the_hub(machine: Machine, *words: str) -> list[str]:
    return ["-P", "-m", "bellpull.cli.main", *words, "--data-dir", str(machine.data)]


# With systemd


def test_hub_is_a_unit_of_systemd_and_the_desk_an_entry(machine: Machine) -> None:
    lines = machine.install()
    assert lines == [
        "Bellpull starts at login.",
        f"  wrote    {machine.unit} (the hub)",
        f"  wrote    {machine.entry} (the desk)",
        "  undo     bellpull up --no-at-login",
    ]
    assert machine.files() == sorted([machine.unit, machine.entry])
    assert machine.told() == ["systemctl --user daemon-reload", f"systemctl --user enable {machine.unit}"]
    said = machine.unit.read_text()
    for line in ("Restart=on-failure", "SuccessExitStatus=1", "StandardOutput=null", "WantedBy=default.target"):
        assert f"\n{line}\n" in said


@pytest.mark.process
@needs_systemd
def test_systemd_reads_the_unit_as_it_was_meant(machine: Machine, odd_python: Path) -> None:
    machine.environ["BELLPULL_CONFIG"] = str(machine.data.parent / "config.toml")
    (machine.data.parent / "config.toml").touch()
    machine.install(host="::1", port="7800")
    hub = [*of_the_hub(machine, "up", "--no-desk"), "--host", "::1", "--port", "7800"]
    assert run_by_systemd(machine, machine.unit) == ["/usr/bin/env", str(odd_python), *hub]
    assert "BELLPULL_CONFIG=" in machine.unit.read_text()


def test_flags_of_up_are_given_again_at_login(machine: Machine) -> None:
    words = "keys can be read on the way"
    machine.install(public_url="https://bell.example", without_tls=words, tls_cert="/tls/cert", json_logs=True)
    said = machine.unit.read_text()
    assert f'--tls-cert /tls/cert --public-url https://bell.example --without-tls "{words}" --json-logs' in said


@pytest.mark.process
@needs_systemd
def test_systemd_runs_a_program_at_an_odd_path_itself_where_it_can(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = machine.folder / "o d%d $HOME é"
    _script(python, "#!/bin/sh\n")
    monkeypatch.setattr(sys, "executable", str(python))
    machine.install()
    assert run_by_systemd(machine, machine.unit) == [str(python), *of_the_hub(machine, "up", "--no-desk")]


@pytest.mark.process
@needs_gio
@needs_validator
def test_the_desktop_reads_the_entry_of_the_desk_as_it_was_meant(machine: Machine, odd_python: Path) -> None:
    named = machine.data.parent / "config.toml"
    named.touch()
    machine.environ["BELLPULL_CONFIG"] = str(named)
    machine.install(port="7800")
    subprocess.run(["desktop-file-validate", str(machine.entry)], timeout=PATIENCE, check=True)
    del machine.environ["BELLPULL_CONFIG"]
    assert launched(machine, machine.entry) == [*of_the_hub(machine, "desk", "--beside"), f"config:{named}"]


def test_a_unit_that_systemd_refuses_leaves_nothing_behind(machine: Machine) -> None:
    machine.program("systemctl", "enable")
    with pytest.raises(Setup, match="enable is refused") as refused:
        machine.install()
    assert refused.value.hint == "nothing is installed"
    assert machine.files() == []


# Without systemd


@pytest.mark.process
@needs_gio
@needs_validator
def test_entry_starts_both_without_systemd(machine: Machine, odd_python: Path) -> None:
    machine.without_systemd()
    lines = machine.install()
    assert lines[1] == f"  wrote    {machine.entry} (the hub and the desk)"
    assert machine.files() == [machine.entry]
    assert machine.told() == []
    subprocess.run(["desktop-file-validate", str(machine.entry)], timeout=PATIENCE, check=True)
    assert launched(machine, machine.entry) == [*of_the_hub(machine, "up", "--detach"), "config:"]


@pytest.mark.process
@needs_gio
def test_the_entry_really_starts_a_hub_and_prints_no_link_that_signs_in(machine: Machine) -> None:
    machine.without_systemd()
    machine.install(port="0")
    shell = Shell(machine.home, machine.data)
    began = subprocess.run(
        ["gio", "launch", str(machine.entry)],
        env=machine.environ | {"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    try:
        until(lambda: running_in(machine.data), "the hub starts")
        assert "sign-in" not in began.stdout
    finally:
        shell.run("down")


@pytest.mark.process
def test_flags_of_the_running_hub_are_kept_at_login(own_hub: Shell) -> None:
    machine = Machine(own_hub.home, "linux")
    machine.without_systemd()
    own_hub.home = machine.home
    own_hub.variables["PATH"] = f"{machine.programs}:{os.environ['PATH']}"
    own_hub.run_process("up", "--detach", "--port", "0", "--json-logs", "--no-desk", PYTHONWARNINGS="")
    ended = own_hub.run_process("up", "--at-login")
    assert ended.code == 0
    assert "As the running hub was started, also at login: --port 0 --json-logs --no-desk\n" in ended.out
    (line,) = [line for line in machine.entry.read_text().splitlines() if line.startswith("Exec=")]
    assert line.endswith("--port 0 --json-logs --no-desk")
    own_hub.run_process("up", "--at-login", "--port", "7790")
    assert "--port 7790 --json-logs --no-desk" in machine.entry.read_text()


def test_missing_systemctl_is_as_no_systemd(machine: Machine) -> None:
    machine.without_program("systemctl")
    machine.install()
    assert machine.files() == [machine.entry]
    assert machine.remove()[1:] == [f"  removed  {machine.entry}"]
    assert machine.files() == []


def test_install_without_systemd_and_desktop_says_what_the_entry_needs(machine: Machine) -> None:
    assert not any("desktop session" in line for line in machine.install())
    machine.without_systemd()
    assert sum("only with a desktop session" in line for line in machine.install()) == 1
    machine.environ["DISPLAY"] = ":0"
    assert not any("desktop session" in line for line in machine.install())


def test_files_of_the_other_way_go(machine: Machine) -> None:
    machine.install()
    wants = machine.unit.parent / "default.target.wants" / "bellpull.service"
    wants.parent.mkdir()
    wants.symlink_to(machine.unit)
    machine.without_systemd()
    machine.install()
    assert machine.files() == [machine.entry]
    assert "--detach" in machine.entry.read_text()
    machine.program("systemctl")
    machine.install()
    assert machine.files() == sorted([machine.unit, machine.entry])
    assert "--beside" in machine.entry.read_text()


# Both


def test_installing_it_again_changes_nothing(machine: Machine) -> None:
    machine.install()
    before = {file: (file.read_bytes(), file.stat().st_ino) for file in machine.files()}
    lines = machine.install()
    assert lines[1:3] == [f"  kept     {machine.unit} (the hub)", f"  kept     {machine.entry} (the desk)"]
    assert {file: (file.read_bytes(), file.stat().st_ino) for file in machine.files()} == before
    machine.install(port="7800")
    assert "--port 7800" in machine.unit.read_text()


def test_removing_takes_away_what_was_installed_and_stops_nothing(machine: Machine) -> None:
    machine.install()
    machine.told()
    assert machine.remove() == [
        "Bellpull no longer starts at login.",
        f"  removed  {machine.unit}",
        f"  removed  {machine.entry}",
    ]
    assert machine.files() == []
    assert machine.told() == ["systemctl --user disable bellpull.service", "systemctl --user daemon-reload"]
    assert machine.remove() == ["Bellpull does not start at login."]
    assert machine.told() == []


def test_removing_it_where_systemd_cannot_be_asked_leaves_no_link_behind(machine: Machine) -> None:
    machine.install()
    wants = machine.unit.parent / "default.target.wants" / "bellpull.service"
    wants.parent.mkdir()
    wants.symlink_to(machine.unit)
    machine.without_systemd()
    machine.remove()
    assert machine.files() == []


@pytest.mark.parametrize("place", ["unit", "entry", "masked"])
def test_a_file_that_somebody_else_wrote_is_left_alone(machine: Machine, place: str) -> None:
    file = machine.entry if place == "entry" else machine.unit
    file.parent.mkdir(parents=True)
    if place == "masked":  # as systemd does it
        file.symlink_to("/dev/null")
    else:
        file.write_text("[Unit]\nDescription=My own bell\n")
    with pytest.raises(Setup, match="did not write") as refused:
        machine.install()
    assert refused.value.hint == "move it away first"
    assert machine.told() == []
    lines = machine.remove()
    assert lines == ["Bellpull does not start at login.", f"  left     {file} (Bellpull did not write it)"]
    assert machine.files() == [file]


def test_a_place_that_cannot_be_written_is_an_error_and_half_of_it_does_not_stay(machine: Machine) -> None:
    machine.settings.mkdir()
    machine.entry.parent.touch()
    with pytest.raises(Setup, match="cannot be used"):
        machine.install()
    assert machine.files() == [machine.entry.parent]


def test_the_folder_for_settings_may_be_another(machine: Machine) -> None:
    machine.settings = machine.home / "elsewhere"
    machine.environ["XDG_CONFIG_HOME"] = str(machine.settings)
    machine.install()
    assert machine.files() == sorted([machine.unit, machine.entry])
    machine.remove()
    machine.environ["XDG_CONFIG_HOME"] = "relative/paths/do/not/count"
    machine.settings = machine.home / ".config"
    machine.install()
    assert machine.files() == sorted([machine.unit, machine.entry])


def test_files_are_for_everybody_to_read_and_hold_no_key(machine: Machine) -> None:
    machine.environ |= {"BELLPULL_KEY": "bp_secret", "BELLPULL_LANGUAGE": "fr", "BELLPULL_PORT": "7800"}
    lines = machine.install()
    assert lines[-1].endswith("put them into config.toml: BELLPULL_KEY, BELLPULL_LANGUAGE")
    assert "--port 7800" in machine.unit.read_text()
    for file in machine.files():
        assert "bp_secret" not in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def test_a_path_that_would_break_the_file_is_refused(machine: Machine) -> None:
    machine.environ |= {"HOME": f"{machine.home}\nExecStartPost=/bin/evil"}
    config = load({}, machine.environ, "linux")
    with pytest.raises(Setup, match="cannot stand in a file"):
        install(config, machine.environ, "linux")
    assert machine.files() == []


def test_installed_says_what_starts_at_login(machine: Machine) -> None:
    assert machine.installed() is None
    machine.install()
    assert machine.installed() == f"{machine.unit} and {machine.entry}"
    assert machine.installed(port="7800") == f"{machine.unit} and {machine.entry}, with other settings than these"
    machine.program("systemctl", "is-enabled")
    assert machine.installed() == f"{machine.unit} and {machine.entry}, but systemd has it disabled"
    machine.remove()
    assert machine.installed() is None
    machine.without_systemd()
    machine.install()
    assert machine.installed() == str(machine.entry)


# macOS


def test_hub_is_an_agent_of_launchd_on_macos(mac: Machine) -> None:
    named = mac.data.parent / "config.toml"
    named.touch()
    mac.environ["BELLPULL_CONFIG"] = str(named)
    lines = mac.install(port="7800")
    assert lines[1] == f"  wrote    {mac.agent} (the hub and the desk)"
    assert mac.files() == [mac.agent]
    with mac.agent.open("rb") as file:
        said = plistlib.load(file)
    assert said["ProgramArguments"] == [sys.executable, *of_the_hub(mac, "up"), "--port", "7800"]
    assert said["EnvironmentVariables"] == {"BELLPULL_CONFIG": str(named)}
    assert (said["Label"], said["RunAtLoad"], said["KeepAlive"]) == ("bellpull.hub", True, {"SuccessfulExit": False})
    domain = f"gui/{os.getuid()}"
    assert mac.told() == [f"launchctl print {domain}/bellpull.hub", f"launchctl bootstrap {domain} {mac.agent}"]
    assert mac.installed(port="7800") == str(mac.agent)


def test_an_agent_that_launchd_has_is_not_started_twice(mac: Machine) -> None:
    mac.program("launchctl")
    mac.install()
    assert not [line for line in mac.told() if "bootstrap" in line]


def test_a_session_without_a_screen_has_the_agent_from_the_next_login_on(mac: Machine) -> None:
    mac.program("launchctl", "print", "bootstrap")
    assert "  note     launchd takes it with the next login, not now: bootstrap is refused" in mac.install()
    assert mac.files() == [mac.agent]


def test_removing_the_agent_does_not_stop_the_hub(mac: Machine) -> None:
    mac.install()
    mac.told()
    assert mac.remove() == ["Bellpull no longer starts at login.", f"  removed  {mac.agent}"]
    assert (mac.files(), mac.told()) == ([], [])


# Windows


def test_start_at_login_is_refused_on_windows(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "win32")
    for call in (machine.install, machine.remove):
        with pytest.raises(Setup, match="not there yet on Windows") as refused:
            call()
        assert "shell:startup" in (refused.value.hint or "")
    assert machine.installed() is None
