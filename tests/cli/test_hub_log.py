"""The hub's log as the settings have it: in a file that is put aside, on standard error, as JSON; and following it."""

import json
import logging
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bellpull.config import MEGABYTE
from bellpull.logs import JsonLines, LogFile
from support.answers import PATIENCE, TIME, until
from support.hub import Hub, HubMaker
from support.shell import Shell

SIZE = 1000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hub.log"


def _log(file: Path, kept: int, lines: range) -> None:
    with closing(LogFile(file, SIZE, kept)) as handler:
        handler.setFormatter(logging.Formatter("%(message)s"))
        for number in lines:
            handler.handle(logging.makeLogRecord({"msg": f"line {number:04}"}))


def test_a_full_file_is_put_aside_and_the_oldest_goes(file: Path) -> None:
    _log(file, 2, range(500))
    assert sorted(one.name for one in file.parent.iterdir()) == ["hub.log", "hub.log.1", "hub.log.2"]
    kept = [file.with_name(name).read_text() for name in ("hub.log.2", "hub.log.1", "hub.log")]
    assert all(len(text) <= SIZE for text in kept)
    lines = "".join(kept).splitlines()
    assert lines == [f"line {number:04}" for number in range(500 - len(lines), 500)]


def test_full_file_begins_again_if_none_is_kept(file: Path) -> None:
    _log(file, 0, range(500))
    assert [one.name for one in file.parent.iterdir()] == ["hub.log"]
    assert len(file.read_text()) <= SIZE
    assert file.read_text().endswith("line 0499\n")


def _record(**given: object) -> dict[str, object]:
    return dict(json.loads(JsonLines().format(logging.makeLogRecord(given))))


def test_a_line_of_json_says_when_how_grave_who_and_what() -> None:
    said = _record(name="bellpull.web", levelno=30, levelname="WARNING", msg="%s is\nodd", args=("ä",), created=0.25)
    assert said == {
        "at": "1970-01-01T00:00:00.250Z",
        "level": "warning",
        "logger": "bellpull.web",
        "message": "ä is\nodd",
    }
    assert list(said) == ["at", "level", "logger", "message"]


def test_given_fields_stand_under_their_names_and_replace_nothing() -> None:
    said = _record(msg="x", code="invalid_key", left_out=7, at="never", odd={1})
    assert (said["code"], said["left_out"], said["odd"]) == ("invalid_key", 7, "{1}")
    assert TIME.fullmatch(str(said["at"]))


def test_an_error_is_there_with_its_traceback() -> None:
    try:
        raise ValueError("broken")
    except ValueError as error:
        said = _record(msg="it failed", exc_info=(type(error), error, error.__traceback__))
    assert "ValueError: broken" in str(said["error"])
    assert "test_hub_log.py" in str(said["error"])


@pytest.mark.process
def test_log_of_a_hub_is_json_if_wanted(hub_process: HubMaker) -> None:
    hub = hub_process(json_logs="true")
    hub.stop()
    lines = [json.loads(line) for line in (hub.data_dir / "hub.log").read_text().splitlines()]
    assert {"stopped", "stopping: SIGTERM"} <= {line["message"] for line in lines}
    assert all(list(line)[:4] == ["at", "level", "logger", "message"] for line in lines)


@pytest.mark.process
def test_log_has_no_key_and_no_message_at_any_level(hub_process: HubMaker) -> None:
    hub = hub_process(log_level="debug", opencode_urls="http://127.0.0.1:9")
    until(lambda: "bellpull_sockets 1" in hub.owner.get("/metrics").text, "the hub's own watch follows it")
    agent = hub.new_agent()
    with hub.owner.socket("/ws") as live:
        live.connected()
        agent.send("a word between us")
        live.until_type("agent_notification")
    hub.stop()
    log = (hub.data_dir / "hub.log").read_text()
    assert "DEBUG" in log
    assert not [line for line in log.splitlines() if "bp_" in line or "Bearer" in line or "between us" in line]


@pytest.mark.process
def test_log_on_standard_error_is_whole_and_makes_no_file(hub_process: HubMaker) -> None:
    hub = hub_process(log_to="stderr")
    hub.stop()
    assert not (hub.data_dir / "hub.log").exists()
    assert "INFO    bellpull: stopped" in hub.output()


@pytest.mark.process
@pytest.mark.parametrize("kept", [0, 1])
def test_a_hub_keeps_as_much_of_its_log_as_it_is_told(tmp_path: Path, kept: int) -> None:
    hub = Hub(tmp_path, {"log_megabytes": "1", "log_files": str(kept)})
    hub.data_dir.mkdir()
    full = hub.data_dir / "hub.log"
    full.write_text("before\n" * (MEGABYTE // 7))
    try:
        hub.start()
    finally:
        hub.close()
    assert len(full.read_text()) < 1000
    assert "answers at http://" in full.read_text()
    assert len(list(hub.data_dir.glob("hub.log.*"))) == kept


@pytest.mark.process
def test_log_file_is_its_owners_alone(hub_process: HubMaker) -> None:
    assert ((hub_process().data_dir / "hub.log").stat().st_mode & 0o777) == 0o600


@pytest.fixture
def log(alone: Shell) -> Iterator[Path]:
    alone.data_dir.mkdir()
    yield alone.data_dir / "hub.log"


@pytest.mark.process
def test_follower_misses_nothing_if_the_file_is_put_aside(alone: Shell, log: Path) -> None:
    log.write_text("first\n")
    with alone.running("logs", "--follow") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        _log(log, 30, range(300))  # several files at once, faster than anybody looks
        shown = [process.stdout.readline() for _ in range(300)]
        assert shown == [f"line {number:04}\n" for number in range(300)]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.mark.process
def test_a_file_that_begins_again_is_followed_from_its_beginning(alone: Shell, log: Path) -> None:
    log.write_text("a long line before\n")
    with alone.running("logs", "--follow") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "a long line before\n"
        log.write_text("anew\n")
        assert process.stdout.readline() == "anew\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


def test_logs_says_where_the_log_is_if_not_in_the_file(alone: Shell, log: Path) -> None:
    ended = alone.run("logs", BELLPULL_LOG_TO="stderr")
    assert (ended.code, ended.out) == (1, "")
    assert "standard error (variable BELLPULL_LOG_TO)" in ended.err
    assert "journalctl" in ended.err
    log.write_text("old\n")
    ended = alone.run("logs", BELLPULL_LOG_TO="stderr")
    assert (ended.code, ended.out) == (0, "old\n")
    assert "standard error" in ended.err


@pytest.mark.process
def test_a_hub_in_the_background_writes_the_file_whatever_it_was_told(alone: Shell) -> None:
    try:
        alone.run_process("up", "--detach", "--port", "0", "--no-desk", BELLPULL_LOG_TO="stderr", PYTHONWARNINGS="")
        until((alone.data_dir / "hub.log").exists, "the log is there")
    finally:
        alone.run("down")
