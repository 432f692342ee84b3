"""Settings of a coding tool that are no file: a link out of the project, a pipe, a device."""

import os
from pathlib import Path

import pytest
from client_person import Person

COMMANDS = ("connect", "disconnect")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("link", [".mcp.json", ".claude"])
def test_a_link_that_leaves_the_project_is_not_written_through(ada: Person, command: str, link: str) -> None:
    """As somebody else may have committed it."""
    outside = ada.home / "outside"
    outside.mkdir()
    file = ada.write(outside / "settings.json", '{"mcpServers": {}, "hooks": {}}\n')
    (ada.home / "project" / link).symlink_to(file if link == ".mcp.json" else outside)
    before = {path: path.read_bytes() for path in outside.iterdir()}
    said = ada.run(command, "claude-code", "--project", code=2)
    assert "cannot be used: it leads out of the project, to " in said
    assert str(outside) in said
    assert {path: path.read_bytes() for path in outside.iterdir()} == before


def test_a_link_to_nowhere_that_leaves_the_project_makes_no_file(ada: Person) -> None:
    (ada.home / "project" / ".mcp.json").symlink_to(ada.home / "made.json")
    ada.run("connect", "claude-code", "--project", code=2)
    assert not (ada.home / "made.json").exists()


def test_a_link_within_the_project_is_written_through(ada: Person) -> None:
    real = ada.write(ada.home / "project" / "shared" / "mcp.json", "{}\n")
    (ada.home / "project" / ".mcp.json").symlink_to(Path("shared") / "mcp.json")
    ada.run("connect", "claude-code", "--project")
    assert '"bellpull"' in real.read_text()


def test_a_project_that_is_itself_behind_a_link_is_connected(ada: Person) -> None:
    (ada.home / "work").symlink_to(ada.home / "project")
    ada.run("connect", "claude-code", "--project", folder="work")
    assert '"bellpull"' in (ada.home / "project" / ".mcp.json").read_text()


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("connect", "pipe"),
        ("disconnect", "pipe"),
        ("connect", "link to a pipe"),
        ("connect", "device"),
        ("connect", "folder"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_not_waited_for(ada: Person, command: str, kind: str) -> None:
    ada.opencode.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(ada.opencode)
    elif kind == "folder":
        ada.opencode.mkdir()
    else:
        os.mkfifo(ada.home / "pipe")
        ada.opencode.symlink_to(ada.home / "pipe" if kind == "link to a pipe" else "/dev/zero")
    said = ada.run_program(command, "opencode", code=2)
    assert f"{ada.opencode} cannot be used: it is not a regular file." in said


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_the_list_of_clients_does_not_wait_for_a_pipe(ada: Person) -> None:
    ada.opencode.parent.mkdir(parents=True)
    os.mkfifo(ada.opencode)
    assert "it is not a regular file" in ada.run_program("connect", "--json")
