"""`bellpull diagnostics`: a checker runs again when files change, and only what is new or gone is told."""

import contextlib
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import PATIENCE, done, until
from support.hub import Caller, HubMaker
from support.shell import Shell

pytestmark = pytest.mark.process
#: Finds every line with BAD; fails on a file named `crash`; counts its runs in a file that git ignores.
CHECKER = r"""
echo run >> .runs
if test -e src/crash; then echo "checker: broken" >&2; exit 2; fi
grep -Hn BAD src/*.py | sed 's/^\([^:]*:[^:]*\):/\1: /'
! grep -q BAD src/*.py
"""


@pytest.fixture
def project(alone: Shell) -> Path:
    """A work tree of git in which the shell stands, with one finding."""
    subprocess.run(["git", "init", "-q"], cwd=alone.home, check=True, timeout=PATIENCE)
    (alone.home / ".gitignore").write_text(".runs\n")
    (alone.home / "src").mkdir()
    (alone.home / "src" / "a.py").write_text("BAD one\n")
    return alone.home


@contextlib.contextmanager
def diagnosing(shell: Shell, agent: Caller, *options: str, script: str = CHECKER) -> "Iterator[subprocess.Popen[str]]":
    (shell.home / "check").write_text(script)
    with shell.running("diagnostics", "--agent", agent.name, *options, "--", "sh", "check") as process:
        yield process


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().partition(": ")[2]


def noted(process: "subprocess.Popen[str]") -> str:
    assert process.stderr
    return process.stderr.readline()


def told(agent: Caller) -> list[str]:
    nudges = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert {(nudge["source"], nudge["label"]) for nudge in nudges} <= {("ide", "sh check")}
    return [nudge["message"] for nudge in nudges]


def runs(project: Path) -> int:
    return len((project / ".runs").read_text().splitlines())


def test_findings_are_told_only_if_new_or_gone(shell: Shell, agent: Caller, project: Path) -> None:
    file = project / "src" / "a.py"
    with diagnosing(shell, agent) as process:
        assert noted(process) == "bellpull: sh check: 1 to begin with\n"
        file.write_text("\n\nBAD one\nBAD two\n")
        assert line(process) == "1 new\n"
        file.write_text("BAD two\nBAD three\n")
        assert line(process) == "1 new, 1 gone\n"
        file.write_text("good\n")
        assert line(process) == "2 gone, none left\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert told(agent) == [
        "1 new\n+ src/a.py:4: BAD two",
        "1 new, 1 gone\n+ src/a.py:2: BAD three\n- src/a.py:3: BAD one",
        "2 gone, none left\n- src/a.py:1: BAD two\n- src/a.py:2: BAD three",
    ]


@pytest.mark.usefixtures("project")
def test_the_beginning_is_told_if_wanted(shell: Shell, agent: Caller) -> None:
    with diagnosing(shell, agent, "--all") as process:
        assert line(process) == "1 new\n"
    assert told(agent) == ["1 new\n+ src/a.py:1: BAD one"]


def test_a_checker_that_fails_is_told_once(shell: Shell, agent: Caller, project: Path) -> None:
    crash = project / "src" / "crash"
    with diagnosing(shell, agent) as process:
        noted(process)
        crash.touch()
        assert line(process) == "sh check failed: exit 2\n"
        before = runs(project)
        (project / "src" / "other").touch()
        until(lambda: runs(project) > before, "it runs again")
        crash.unlink()
        assert line(process) == "sh check works again: nothing new, nothing gone\n"
    assert told(agent) == [
        "sh check failed: exit 2\nchecker: broken",
        "sh check works again: nothing new, nothing gone",
    ]


def test_a_run_that_is_overtaken_is_ended_and_begun_again(shell: Shell, agent: Caller, project: Path) -> None:
    slow = "if test -e src/slow; then echo slow >> .runs; exec sleep 60; fi" + CHECKER
    (project / "src" / "slow").touch()
    with diagnosing(shell, agent, "--all", script=slow) as process:
        until(lambda: (project / ".runs").exists(), "it runs")
        (project / "src" / "slow").unlink()
        assert line(process) == "1 new\n"
    assert runs(project) == 2


def test_a_checker_that_writes_files_itself_does_not_start_itself_without_end(
    shell: Shell, agent: Caller, project: Path
) -> None:
    with diagnosing(shell, agent, script=CHECKER + "\ndate +%N > report.txt; exit 0") as process:
        said = [noted(process) for _ in range(2)]
        assert any(text.endswith("no longer starts it again\n") for text in said), said
        (project / "src" / "a.py").write_text("BAD two\n")
        assert line(process) == "1 new, 1 gone\n"


def test_checker_is_started_only_by_changes_where_it_watches(shell: Shell, agent: Caller, project: Path) -> None:
    with diagnosing(shell, agent, "--watch", "src") as process:
        noted(process)
        (project / "elsewhere").touch()
        (project / "src" / "a.py").write_text("BAD two\n")
        assert line(process) == "1 new, 1 gone\n"
    assert runs(project) == 2


def test_findings_outlive_a_hub_that_is_away(hub_process: HubMaker, alone: Shell, project: Path) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    alone.at(hub)
    with diagnosing(alone, agent) as process:
        noted(process)
        hub.kill()
        (project / "src" / "b.py").write_text("BAD b\n")
        assert "kept until it is back" in noted(process)
        hub.start()
        assert line(process) == "1 new\n"
    assert told(agent) == ["1 new\n+ src/b.py:1: BAD b"]


@pytest.mark.usefixtures("project")
def test_a_checker_that_is_not_there_is_told_at_once(shell: Shell, agent: Caller) -> None:
    ended = shell.run("diagnostics", "--agent", agent.name, "--", "no-such-checker")
    assert (ended.code, ended.out) == (127, "")
    assert ended.err == "bellpull: There is no command no-such-checker.\n"
