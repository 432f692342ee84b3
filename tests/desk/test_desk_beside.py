"""The desk that `bellpull up` starts where there is a display: it ends with the hub, unless that was killed."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bellpull.cli.beside import desk_display
from bellpull.config import load
from support.answers import PATIENCE, until
from support.desk import BELLPULL, desk_processes, end_desks
from support.desktop import Desktop

COMMAND = (sys.executable, "-P", *BELLPULL)


@pytest.fixture
def folder(desktop: Desktop) -> Iterator[Path]:
    """A data folder whose desks are ended, whatever the test finds."""
    yield (data_dir := desktop.folder / "data")
    end_desks(data_dir)


@contextmanager
def up(desktop: Desktop, folder: Path, *words: str) -> Iterator["subprocess.Popen[Any]"]:
    """A hub, once it says that it is up. By then it has started a desk, or it will not."""
    log = desktop.folder / "up.log"
    log.write_text("")
    command = (*BELLPULL, "up", "--port", "0", "--data-dir", str(folder), *words)
    process = desktop.python(*command, log="up")
    try:
        until(lambda: process.poll() is not None or "stop     " in log.read_text(), "the hub is up")
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)


def one_desk(folder: Path) -> int:
    """The desk that is there, once it has found the hub."""
    until(lambda: connected(folder), "a desk is there")
    [pid] = desk_processes(folder)
    return pid


def connected(folder: Path) -> int:
    """How many times a desk has told its log that it found the hub."""
    log = folder / "desk.log"
    return len(re.findall("connected to the hub", log.read_text())) if log.exists() else 0


def no_desk(folder: Path) -> None:
    until(lambda: not desk_processes(folder), "the desk ends")


def test_up_starts_one_desk_and_down_ends_it(desktop: Desktop, folder: Path) -> None:
    with up(desktop, folder) as hub:
        assert f"desk     on display {desktop.display}" in desktop.log("up")
        desk = one_desk(folder)
        words = [*COMMAND, "desk", "--data-dir", str(folder)]
        second = subprocess.run(words, env=desktop.environment, capture_output=True, text=True, timeout=PATIENCE)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("bellpull: ")
        assert "Traceback" not in second.stderr
        assert desk_processes(folder) == [desk]
        desktop.run(*COMMAND, "down", "--data-dir", str(folder))
        assert hub.wait(PATIENCE) == 0
        no_desk(folder)


@pytest.mark.slow
def test_uninstall_ends_the_hub_and_a_desk_that_a_person_started(desktop: Desktop, folder: Path) -> None:
    with up(desktop, folder, "--no-desk") as hub:
        desk = desktop.python(*BELLPULL, "desk", "--data-dir", str(folder), log="desk")
        one_desk(folder)
        said = desktop.run(*COMMAND, "uninstall", "--yes", "--data-dir", str(folder))
        assert "has stopped" in said
        assert "The desk has ended." in said
        assert (hub.wait(PATIENCE), desk.wait(PATIENCE)) == (0, 0)
        assert "Nothing of Bellpull" in desktop.run(*COMMAND, "uninstall", "--data-dir", str(folder))


@pytest.mark.slow
def test_ctrl_c_ends_the_desk_too(desktop: Desktop, folder: Path) -> None:
    with up(desktop, folder) as hub:
        one_desk(folder)
        hub.send_signal(signal.SIGINT)
        assert hub.wait(PATIENCE) == 0
        no_desk(folder)


def test_a_hub_that_is_killed_leaves_its_desk_to_the_next(desktop: Desktop, folder: Path) -> None:
    with up(desktop, folder) as hub:
        desk = one_desk(folder)
        hub.kill()
        hub.wait(PATIENCE)
    assert desk_processes(folder) == [desk]
    with up(desktop, folder):
        until(lambda: connected(folder) >= 2, "the desk finds the new hub")
        # The desk that the new hub started sees that there is one, and ends.
        until(lambda: desk_processes(folder) == [desk], "it is the same desk")
        desktop.run(*COMMAND, "down", "--data-dir", str(folder))
        no_desk(folder)


@pytest.mark.slow
def test_a_detached_hub_has_a_desk_too(desktop: Desktop, folder: Path) -> None:
    desktop.run(*COMMAND, "up", "--detach", "--port", "0", "--data-dir", str(folder))
    one_desk(folder)
    desktop.run(*COMMAND, "down", "--data-dir", str(folder))
    no_desk(folder)


@pytest.mark.parametrize(
    ("display", "setting", "starts"), [(":7", "true", ":7"), (":7", "false", None), ("", "true", None)]
)
def test_a_hub_starts_a_desk_if_there_is_a_display_and_the_setting_allows_it(
    monkeypatch: pytest.MonkeyPatch, display: str, setting: str, starts: str | None
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert desk_display(load({}, {"HOME": "/nowhere", "BELLPULL_DESK": setting}, "linux")) == starts


def test_up_without_a_desk_starts_none(desktop: Desktop, folder: Path) -> None:
    with up(desktop, folder, "--no-desk"):
        assert desk_processes(folder) == []
        assert "desk     " not in desktop.log("up")


def test_a_desk_without_a_display_refuses(desktop: Desktop, folder: Path) -> None:
    blind = {name: value for name, value in desktop.environment.items() if name != "DISPLAY"}
    words = [*COMMAND, "desk", "--data-dir", str(folder)]
    ended = subprocess.run(words, env=blind, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("bellpull: ")
    assert "hint: " in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_a_desk_waits_for_a_hub_that_is_not_there_yet(desktop: Desktop, folder: Path) -> None:
    desk = desktop.python(*BELLPULL, "desk", "--data-dir", str(folder), log="early")
    until(lambda: "The desk shows" in desktop.log("early"), "the desk is there")
    with up(desktop, folder, "--no-desk"):
        until(lambda: connected(folder), "the desk finds the hub")
        desktop.run(*COMMAND, "down", "--data-dir", str(folder))
    # It was started by hand, not beside the hub.
    assert desk.poll() is None
    desk.send_signal(signal.SIGTERM)
    assert desk.wait(PATIENCE) == 0
