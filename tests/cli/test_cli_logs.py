"""The hub's log in a terminal."""

import signal
from pathlib import Path

import pytest

from support.answers import PATIENCE
from support.hub import Hub
from support.shell import Shell


@pytest.fixture
def log(alone: Shell) -> Path:
    alone.data_dir.mkdir()
    return alone.data_dir / "hub.log"


def test_the_last_lines_are_shown(alone: Shell, log: Path) -> None:
    lines = [f"line {number}" for number in range(100_000)]
    log.write_text("\n".join(lines) + "\n")
    assert alone.run("logs").out.splitlines() == lines[-50:]
    assert alone.run("logs", "-n", "3").out.splitlines() == lines[-3:]
    assert alone.run("logs", "-n", "0").out == ""
    assert len(alone.run("logs", "-n", "20000").out.splitlines()) == 20_000


@pytest.mark.parametrize("text", ["", "one", "one\n", "one\ntwo", "\n\n"])
def test_a_short_log_is_shown_whole(alone: Shell, log: Path, text: str) -> None:
    log.write_text(text)
    assert alone.run("logs").out.splitlines() == text.splitlines()


def test_a_log_cannot_touch_the_terminal(alone: Shell, log: Path) -> None:
    log.write_bytes(b"\x1b]0;owned\x07 \xff\n")
    assert alone.run("logs").out == "\\x1b]0;owned\\x07 \ufffd\n"


@pytest.mark.process
def test_a_real_hub_leaves_a_log(alone: Shell, shared_process: Hub) -> None:
    ended = alone.at(shared_process).run(
        "logs", "-n", "1000000"
    )  # the hub of many tests may have said much since it began
    assert ended.code == 0
    assert "answers at http://" in ended.out


def test_logs_without_a_log_says_so(alone: Shell) -> None:
    ended = alone.run("logs")
    assert (ended.code, ended.out) == (1, "")
    assert "hub.log" in ended.err


@pytest.mark.process
def test_following_shows_what_is_added_and_survives_a_new_file(alone: Shell, log: Path) -> None:
    log.write_text("old\nlast\n")
    with alone.running("logs", "-n", "1", "--follow") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "last\n"
        with log.open("a") as added:
            added.write("half ")
            added.flush()
            added.write("and whole\n")
        assert process.stdout.readline() == "half and whole\n"
        log.rename(log.with_suffix(".1"))
        log.write_text("a new file\n")
        assert process.stdout.readline() == "a new file\n"
        log.write_text("cut\n")
        assert process.stdout.readline() == "cut\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, "", "")
