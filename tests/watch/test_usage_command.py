"""The command that says how much is used: run beside whoever asks, seldom, and never for long."""

import sys
from pathlib import Path
from shlex import quote
from time import monotonic

import pytest

from bellpull.domain.watched import Usage
from bellpull.watch.usage import UsageCommand
from support.answers import until


def python(program: str) -> str:
    return f"{quote(sys.executable)} -c {quote(program)}"


def told(command: str, longest: float = 10) -> Usage:
    usage = UsageCommand(command, longest=longest)
    return until(usage.now, "the command was run")


@pytest.mark.process
@pytest.mark.parametrize(
    ("output", "percent"),
    [
        ("45", 45),
        ("45%\n", 45),
        ("used: 44.6 of 100", 45),
        ("7% of 5h", 7),
        ("v2 0", 0),
        ("5-10", 5),
        ("112", 112),
        ("123456", 999),
    ],
)
def test_the_first_number_is_the_percentage(output: str, percent: int) -> None:
    usage = told(f"echo {quote(output)}")
    assert (usage.percent, usage.error) == (percent, None)


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("echo nothing", "the command printed no number"),
        ("echo -5", "the command printed a number below 0"),
        ("echo used: -0.5%", "the command printed a number below 0"),
        (python("print(45); raise SystemExit(3)"), "the command ended with 3"),
        ("/nowhere/at-all", "the command cannot be run: No such file or directory"),
        ("echo 'unfinished", "the command cannot be run: No closing quotation"),
    ],
)
def test_a_command_that_goes_wrong_is_said(command: str, why: str) -> None:
    usage = told(command)
    assert (usage.percent, usage.error) == (None, why)


def test_no_command_is_no_usage() -> None:
    assert UsageCommand("").now() is None
    assert UsageCommand("  ").now() is None


@pytest.mark.process
def test_the_command_gets_no_shell(tmp_path: Path) -> None:
    assert told(f"echo 45 ; touch {tmp_path / 'made'}").percent == 45
    assert not (tmp_path / "made").exists()


@pytest.mark.process
def test_a_command_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    inner = f"sh -c 'echo $$ > {pid}.new; mv {pid}.new {pid}; sleep 1000' & wait"
    usage = told(f"sh -c {quote(inner)}", longest=1)
    assert usage.error == "the command did not end within 1 seconds"
    until(lambda: not pid.exists() or not alive(int(pid.read_text())), "what it started is gone")


@pytest.mark.process
def test_a_command_that_prints_without_end_is_read_to_its_first_number() -> None:
    assert told(python("while True: print(45)")).percent == 45


@pytest.mark.process
def test_the_command_runs_when_it_is_asked_for_and_was_not_run_just_before(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    usage = UsageCommand(python(f"print(45); open({str(runs)!r}, 'a').write('x')"))
    assert not runs.exists()
    first = until(usage.now, "the command was run")
    assert all(usage.now() is first for _ in range(1000))
    assert runs.read_text() == "x"


@pytest.mark.process
def test_the_command_runs_again_when_it_is_time(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    program = f"open({str(runs)!r}, 'a').write('x'); print(len(open({str(runs)!r}).read()))"
    usage = UsageCommand(python(program), every=0)
    until(lambda: (now := usage.now()) and now.percent and now.percent >= 3, "it was run three times")


@pytest.mark.process
def test_the_usage_is_told_without_waiting_for_the_command(tmp_path: Path) -> None:
    usage = UsageCommand("sleep 1000")
    began = monotonic()
    assert usage.now() is None
    assert monotonic() - began < 5
    until(lambda: usage._run, "the command runs")
    usage.close()
    assert until(usage.now, "it was ended").error == "the command ended with -9"


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
