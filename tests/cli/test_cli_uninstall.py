"""`bellpull uninstall` takes back what Bellpull did on this machine, and says what is left."""

import json
import sys
from pathlib import Path

import pytest

from bellpull.cli.at_login import Login, install
from bellpull.config import load
from support.answers import until
from support.shell import Shell

CONNECTED = ("opencode", "claude-code", "codex")
STEPS = ["disconnect OpenCode", "disconnect Claude Code", "disconnect Codex", "no longer start at login"]


@pytest.fixture
def connected(alone: Shell) -> Shell:
    """Three tools are connected."""
    (alone.home / "bin").mkdir()
    alone.variables["PATH"] = str(alone.home / "bin")
    written(alone, ".config/opencode/opencode.json", '{"theme": "dark"}\n')
    for client in CONNECTED:
        assert alone.run("connect", client).code == 0
    return alone


@pytest.fixture
def settled(connected: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Three tools are connected, and the hub starts at login. There is no systemd."""
    monkeypatch.setattr(Login, "ask", lambda *_: "there is no systemctl")
    environ = connected.environment()
    install(load({}, environ), environ, sys.platform)
    return connected


def written(shell: Shell, name: str, text: str) -> Path:
    file = shell.home / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def traces(shell: Shell) -> list[str]:
    """Files of this home that name Bellpull; what was kept of the time before does not count."""
    files = [file for file in shell.home.rglob("*") if file.is_file() and "bellpull-backup" not in file.name]
    return [str(file.relative_to(shell.home)) for file in files if "bellpull" in file.read_text().lower()]


@pytest.mark.process
def test_uninstall_takes_all_back_but_the_data(connected: Shell, own_hub: Shell) -> None:
    assert own_hub.run_process("up", "--at-login", "--port", "0", "--no-desk", PYTHONWARNINGS="").code == 0
    assert len(traces(own_hub)) > len(CONNECTED)
    refused = own_hub.run("uninstall")
    assert (refused.code, refused.out) == (1, "")
    assert "\n  ".join(["This will:", *STEPS, "stop the hub\nNo data are removed."]) in refused.err
    assert refused.err.endswith("hint: say it with --yes\n"), "there is no terminal to ask at"
    ended = own_hub.run("uninstall", "--yes")
    assert (ended.code, ended.err) == (0, "")
    for title in ("OpenCode", "Claude Code", "Codex"):
        assert f"Disconnected: {title}" in ended.out
    assert "no longer starts at login" in ended.out
    assert "has stopped" in ended.out
    assert f"  data     {own_hub.data_dir}\n" in ended.out
    assert "pip uninstall bellpull" in ended.out
    copies = list(own_hub.home.rglob("*.bellpull-backup-*"))
    left = ended.out.partition("Not removed:\n")[2]
    assert copies
    assert all(f"  before   {copy}\n" in left for copy in copies)
    assert traces(own_hub) == []
    assert (own_hub.home / ".config/opencode/opencode.json").read_text() == '{"theme": "dark"}\n'
    assert (own_hub.data_dir / "bellpull.db").exists()
    assert (own_hub.data_dir / "stopped").exists(), "an agent that still runs would start it again"
    again = own_hub.run("uninstall")
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith("Nothing of Bellpull is connected, starts at login or runs here.\n")
    assert str(own_hub.data_dir) in again.out


def test_uninstall_without_traces_says_so(alone: Shell) -> None:
    ended = alone.run("uninstall")
    assert (ended.code, ended.err) == (0, "")
    assert "There are no data." in ended.out
    assert not alone.data_dir.exists()


@pytest.mark.parametrize(("typed", "code"), [(b"\n", 1), (b"y\n", 0)])
def test_uninstall_says_what_it_will_do_and_asks(settled: Shell, typed: bytes, code: int) -> None:
    before = traces(settled)
    ended = settled.run_in_terminal("uninstall", typed=typed)
    assert ended.code == code
    assert "\n  ".join(["This will:", *STEPS]) + "\nNo data are removed." in ended.err
    assert "Uninstall Bellpull? [y/N]" in ended.err
    assert traces(settled) == ([] if code == 0 else before)


def test_failed_step_of_uninstall_stops_no_other_and_the_code_says_so(settled: Shell) -> None:
    broken = written(settled, ".claude.json", '{"mcpServers": {"bellpull": ')
    ended = settled.run("uninstall", "--yes")
    assert ended.code == 2
    assert str(broken) in ended.err
    assert "Disconnected: OpenCode" in ended.out
    assert "Disconnected: Codex" in ended.out
    assert "no longer starts at login" in ended.out
    assert broken.read_text() == '{"mcpServers": {"bellpull": '


def test_files_of_a_project_are_named_and_left(settled: Shell) -> None:
    project = settled.home / "project"
    (project / ".git").mkdir(parents=True)
    file = written(settled, "project/.mcp.json", json.dumps({"mcpServers": {}}))
    inside = Shell(project, settled.data_dir, settled.variables | {"HOME": str(settled.home)})
    assert inside.run("connect", "claude-code", "--project").code == 0
    said = inside.run("uninstall", "--yes").out
    assert "Left for all who work on this project: Claude Code" in said
    assert "bellpull disconnect claude-code --project" in said
    assert "bellpull" in file.read_text()


@pytest.mark.process
def test_a_hub_that_cannot_be_found_is_told_and_counts_as_failed(own_hub: Shell) -> None:
    with own_hub.running("up", "--port", "0") as hub:
        until((own_hub.data_dir / "hub.json").exists, "the hub is up")
        (own_hub.data_dir / "hub.json").unlink()
        ended = own_hub.run("uninstall", "--yes")
        assert ended.code == 2
        assert f"process {hub.pid}" in ended.err
        assert "Not removed:" in ended.out
