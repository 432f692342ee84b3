"""`bellpull follow`: one nudge for each burst of changes, over every restart of the hub, until Ctrl-C."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bellpull.sources.burst import STILL
from support.answers import PATIENCE, done, until
from support.hub import Caller, HubMaker
from support.shell import Shell


@pytest.fixture
def project(alone: Shell) -> Path:
    """A work tree of git in which the shell stands."""
    subprocess.run(["git", "init", "-q"], cwd=alone.home, check=True, timeout=PATIENCE)
    (alone.home / ".gitignore").write_text("out/\n")
    (alone.home / "src").mkdir()
    (alone.home / "src" / "lib.rs").write_text("fn main() {}\n")
    return alone.home


@contextlib.contextmanager
def following(shell: Shell, agent: Caller, *words: str) -> "Iterator[subprocess.Popen[str]]":
    with shell.running("follow", *words, "--agent", agent.name) as process:
        assert process.stderr
        assert (
            process.stderr.readline() == f"bellpull: Following {', '.join(words)} for {agent.name}. Ctrl-C ends it.\n"
        )
        yield process


def told(agent: Caller) -> list[str]:
    nudges = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert {nudge["source"] for nudge in nudges} <= {"file_watcher"}
    return [nudge["message"] for nudge in nudges]


def next_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline()


@pytest.mark.process
def test_a_file_that_changes_is_told_and_ctrl_c_ends_it(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, "src") as process:
        (project / "src" / "lib.rs").write_text("fn main() { panic!() }\n")
        assert next_line(process) == f"Told {agent.name}: src/lib.rs was modified externally\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    (nudge,) = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert nudge["xml"] == '<notification source="file_watcher">\nsrc/lib.rs was modified externally\n</notification>'
    assert nudge["dedup_key"] is None


@pytest.mark.process
def test_a_burst_is_one_nudge_without_what_git_ignores(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, ".") as process:
        (project / "out").mkdir()
        for number in range(60):
            (project / "out" / f"{number}.o").touch()
            (project / "src" / f"{number:02}.rs").touch()
        (project / "src" / "lib.rs").rename(project / "src" / "main.rs")
        assert next_line(process) == f"Told {agent.name}: src/00.rs was created externally and 60 more\n"
    (said,) = told(agent)
    lines = said.splitlines()
    assert lines[:2] == ["src/00.rs was created externally", "src/01.rs was created externally"]
    assert lines[50:] == ["… and 11 more"]


@pytest.mark.process
def test_file_that_comes_and_goes_is_told_by_its_outcome(shell: Shell, agent: Caller, project: Path) -> None:
    lib, scratch = project / "src" / "lib.rs", project / "src" / "scratch"
    with following(shell, agent, "src") as process:
        scratch.touch()
        scratch.unlink()
        (project / "src" / "new").write_text("saved by replacing")
        (project / "src" / "new").rename(lib)
        assert next_line(process) == f"Told {agent.name}: src/lib.rs was modified externally\n"
        lib.unlink()
        assert next_line(process) == f"Told {agent.name}: src/lib.rs was deleted externally\n"
    assert told(agent) == ["src/lib.rs was modified externally", "src/lib.rs was deleted externally"]


@pytest.mark.process
def test_a_file_is_followed_by_its_name_and_nothing_beside_it(shell: Shell, agent: Caller, project: Path) -> None:
    (project / "out").mkdir()
    log = project / "out" / "build.log"
    log.touch()
    with following(shell, agent, "out/build.log", "src/lib.rs") as process:
        (project / "out" / "other.log").touch()
        for text in ("one", "two"):
            (project / "out" / "next").write_text(text)
            (project / "out" / "next").rename(log)
            assert next_line(process) == f"Told {agent.name}: out/build.log was modified externally\n"


@pytest.mark.process
def test_a_folder_that_is_made_again_is_followed_on(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, "src") as process:
        (project / "src").rename(project / "gone")
        assert next_line(process) == f"Told {agent.name}: src/lib.rs was deleted externally\n"
        (project / "src").mkdir()
        (project / "src" / "a").touch()
        assert next_line(process) == f"Told {agent.name}: src/a was created externally\n"
        (project / "src" / "b").touch()
        assert next_line(process) == f"Told {agent.name}: src/b was created externally\n"


@pytest.mark.process
def test_names_that_are_no_text_are_escaped(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, ".") as process:
        Path(os.fsdecode(os.fsencode(project) + b"/two\nlines \xff")).touch()
        assert next_line(process) == f"Told {agent.name}: two\\nlines \\xff was created externally\n"
        (project / "plain").touch()
        assert next_line(process) == f"Told {agent.name}: plain was created externally\n"


@pytest.mark.process
def test_follow_tells_one_session_with_the_agents_own_key(shell: Shell, agent: Caller, project: Path) -> None:
    shell.variables["BELLPULL_KEY"] = agent.key
    with shell.running("follow", "src", "--agent", agent.name, "--session", "test:1") as process:
        assert process.stderr
        process.stderr.readline()
        (project / "src" / "a").touch()
        assert next_line(process) == f"Told {agent.name}: src/a was created externally\n"
    (nudge,) = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert nudge["session"] == "test:1"


@pytest.mark.process
def test_changes_while_the_hub_is_away_are_told_when_it_is_back(
    hub_process: HubMaker, alone: Shell, project: Path
) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    alone.at(hub)
    with following(alone, agent, "src") as process:
        assert process.stderr
        hub.kill()
        (project / "src" / "first").touch()
        assert "kept until it is back" in process.stderr.readline()
        for name in ("second", "third"):
            (project / "src" / name).touch()
        hub.start()
        until(lambda: "src/third" in "\n".join(told(agent)), "everything is told")
        lines = "\n".join(told(agent)).splitlines()
    assert lines == [f"src/{name} was created externally" for name in ("first", "second", "third")]


@pytest.mark.process
def test_changes_that_are_not_yet_told_are_told_at_the_end(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, "src") as process:
        (project / "src" / "last").touch()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr
        assert process.stderr.read() == ""
    assert told(agent) == ["src/last was created externally"]


def test_a_path_that_is_not_there_and_an_unknown_agent_are_refused(shell: Shell, agent: Caller) -> None:
    (shell.home / "src").mkdir()
    nowhere = shell.run("follow", "nowhere", "--agent", agent.name)
    assert (nowhere.code, nowhere.out) == (2, "")
    assert nowhere.err.startswith("bellpull: There is no nowhere.\n")
    unknown = shell.run("follow", "src", "--agent", agent.name + "x")
    assert (unknown.code, unknown.out) == (1, "")
    assert agent.name in unknown.err


@pytest.mark.process
def test_a_burst_without_end_is_told_and_says_so(shell: Shell, agent: Caller, project: Path) -> None:
    with following(shell, agent, "src"):
        writer = subprocess.Popen(
            ["sh", "-c", "i=0; while :; do i=$((i+1)); echo $i > src/busy; sleep 0.05; done"], cwd=project
        )
        try:
            # On a busy machine the writer may pause for so long that a first burst ends.
            until(lambda: any(one.endswith(STILL) for one in told(agent)), "an endless burst is told")
        finally:
            writer.kill()
            writer.wait(PATIENCE)
    assert told(agent)[0].startswith("src/busy was created externally")
