"""`bellpull uninstall` takes back what Bellpull did on this machine, and says what is left."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.answers import until
from support.shell import Shell

CONNECTED = ("opencode", "claude-code", "codex")


@pytest.fixture
def settled(own_hub: Shell) -> Shell:
    """Somebody who connected three tools, starts the hub at login, and has one running. There is no systemd."""
    (own_hub.home / "bin").mkdir()
    own_hub.variables["PATH"] = str(own_hub.home / "bin")
    written(own_hub, ".config/opencode/opencode.json", '{"theme": "dark"}\n')
    for client in CONNECTED:
        assert own_hub.run("connect", client).code == 0
    assert own_hub.run_process("up", "--at-login", "--port", "0", "--no-desk", PYTHONWARNINGS="").code == 0
    return own_hub


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
def test_uninstall_takes_all_back_but_the_data_and_finds_nothing_the_second_time(settled: Shell) -> None:
    assert len(traces(settled)) > len(CONNECTED)
    refused = settled.run("uninstall")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.endswith("hint: say it with --yes\n"), "there is no terminal to ask at"
    ended = settled.run("uninstall", "--yes")
    assert (ended.code, ended.err) == (0, "")
    for title in ("OpenCode", "Claude Code", "Codex"):
        assert f"Disconnected: {title}" in ended.out
    assert "no longer starts at login" in ended.out
    assert "has stopped" in ended.out
    assert f"  data     {settled.data_dir}\n" in ended.out
    assert "pip uninstall bellpull" in ended.out
    copies = list(settled.home.rglob("*.bellpull-backup-*"))
    left = ended.out.partition("Not removed:\n")[2]
    assert copies
    assert all(f"  before   {copy}\n" in left for copy in copies)
    assert traces(settled) == []
    assert (settled.home / ".config/opencode/opencode.json").read_text() == '{"theme": "dark"}\n'
    assert (settled.data_dir / "bellpull.db").exists()
    assert (settled.data_dir / "stopped").exists(), "an agent that still runs would start it again"
    again = settled.run("uninstall")
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith("Nothing of Bellpull is connected, starts at login or runs here.\n")
    assert str(settled.data_dir) in again.out


def test_uninstall_without_traces_says_so(alone: Shell) -> None:
    ended = alone.run("uninstall")
    assert (ended.code, ended.err) == (0, "")
    assert "There are no data." in ended.out
    assert not alone.data_dir.exists()


@pytest.mark.process
@pytest.mark.parametrize(("typed", "code"), [(b"\n", 1), (b"y\n", 0)])
def test_uninstall_says_what_it_will_do_and_asks(settled: Shell, typed: bytes, code: int) -> None:
    before = traces(settled)
    ended = settled.run_in_terminal("uninstall", typed=typed)
    assert ended.code == code
    steps = ["disconnect OpenCode", "disconnect Claude Code", "disconnect Codex", "no longer start at login"]
    assert "\n  ".join(["This will:", *steps, "stop the hub\nNo data are removed."]) in ended.err
    assert "Uninstall Bellpull? [y/N]" in ended.err
    assert traces(settled) == ([] if code == 0 else before)
    assert settled.run("status").code == (1 if code == 0 else 0)


@pytest.mark.process
def test_failed_step_of_uninstall_stops_no_other_and_the_code_says_so(settled: Shell) -> None:
    broken = written(settled, ".claude.json", '{"mcpServers": {"bellpull": ')
    ended = settled.run("uninstall", "--yes")
    assert ended.code == 2
    assert str(broken) in ended.err
    assert "Disconnected: OpenCode" in ended.out
    assert "Disconnected: Codex" in ended.out
    assert "has stopped" in ended.out
    assert str(settled.data_dir) in ended.out
    assert broken.read_text() == '{"mcpServers": {"bellpull": '


@pytest.mark.process
def test_files_of_a_project_are_named_and_left(settled: Shell) -> None:
    project = settled.home / "project"
    (project / ".git").mkdir(parents=True)
    file = written(settled, "project/.mcp.json", json.dumps({"mcpServers": {}}))

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "bellpull.cli.main", *words]
        return subprocess.run(
            command, cwd=project, env=settled.environment(), capture_output=True, text=True, check=True
        ).stdout

    run("connect", "claude-code", "--project")
    said = run("uninstall", "--yes")
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
