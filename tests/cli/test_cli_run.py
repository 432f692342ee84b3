"""`bellpull run`: the command runs as if nobody stood in between, then the agent is told how it ended."""

import os
import pty
import re
import signal
import subprocess
from pathlib import Path

import pytest

from support.answers import PATIENCE, done, until
from support.hub import Caller, HubMaker
from support.shell import COMMAND, Shell


def told(agent: Caller) -> list[str]:
    nudges = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert {nudge["source"] for nudge in nudges} <= {"background_task"}
    return [re.sub(r"in \d\.\ds$|in \ds$", "in 0s", nudge["message"], flags=re.M) for nudge in nudges]


def sh(agent: Caller, script: str, *options: str) -> list[str]:
    return ["run", "--agent", agent.name, *options, "--", "sh", "-c", script]


@pytest.mark.process
def test_output_and_code_pass_and_the_agent_is_told(shell: Shell, agent: Caller) -> None:
    ended = shell.run_process(
        *sh(agent, r"cat; printf 'out\033[1m\n'; echo err >&2; exit 3", "--label", "build"), input="in "
    )
    assert (ended.code, ended.out, ended.err) == (3, "in out\x1b[1m\n", "err\n")
    (said,) = told(agent)
    first, *lines = said.splitlines()
    assert first == "Build failed: exit 3 in 0s"
    assert sorted(lines) == ["err", "in out"]


@pytest.mark.process
def test_a_command_is_named_by_its_words_and_a_signal_by_its_name(shell: Shell, agent: Caller) -> None:
    assert shell.run_process("run", "--agent", agent.name, "--", "true").code == 0
    assert shell.run_process(*sh(agent, "kill -TERM $$")).code == 128 + 15
    killed = "sh -c 'kill -TERM $$' failed: killed by SIGTERM in 0s"
    assert told(agent) == ["true completed: exit 0 in 0s", killed]


@pytest.mark.process
def test_the_words_of_a_command_are_passed_on_as_they_are(shell: Shell, agent: Caller) -> None:
    ended = shell.run_process("run", "--agent", agent.name, "--", "printf", "%s|", "", "--", "--help", "a b", "é")
    assert ended.out == "|--|--help|a b|é|"


@pytest.mark.process
def test_last_lines_are_told_as_many_as_wanted(shell: Shell, agent: Caller) -> None:
    shell.run_process(*sh(agent, "seq 1 30"))
    shell.run_process(*sh(agent, "seq 1 30", "--lines", "2"))
    shell.run_process(*sh(agent, "seq 1 30", "--lines", "0"))
    usual, two, none = [said.splitlines()[1:] for said in told(agent)]
    assert (usual, two, none) == ([str(number) for number in range(11, 31)], ["29", "30"], [])


@pytest.mark.process
def test_both_streams_to_one_place_stay_in_order(shell: Shell, agent: Caller) -> None:
    script = "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done"
    command = [*COMMAND, *sh(agent, script)]
    ended = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=shell.environment(), timeout=PATIENCE
    )
    expected = [f"{stream} {number}" for number in range(1, 10) for stream in ("out", "err")]
    assert ended.stdout.decode().splitlines() == expected
    assert told(agent)[0].splitlines()[1:] == expected


@pytest.mark.process
def test_much_output_passes_unchanged(shell: Shell, agent: Caller) -> None:
    ended = shell.run_process(*sh(agent, "seq 1 200000"))
    assert ended.out == "".join(f"{number}\n" for number in range(1, 200_001))


@pytest.mark.process
def test_a_terminal_stays_a_terminal(shell: Shell, agent: Caller) -> None:
    words = sh(agent, "test -t 0 && test -t 1 && echo yes; stty size; read line; echo got $line")
    ended = shell.run_process_in_terminal(*words, columns=77, typed=b"typed\n")
    assert ended.code == 0
    assert ended.out.splitlines()[-3:] == ["yes", "24 77", "got typed"]
    assert told(agent)[0].splitlines()[1:] == ["yes", "24 77", "got typed"]


@pytest.mark.process
@pytest.mark.parametrize(("name", "code"), [("no-such-command", 127), ("./plain.txt", 126), ("./script", 126)])
def test_program_that_cannot_be_run_ends_as_in_a_shell_and_is_told(
    shell: Shell, agent: Caller, name: str, code: int
) -> None:
    (shell.home / "plain.txt").write_text("text")
    script = shell.home / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    ended = shell.run_process("run", "--agent", agent.name, "--", name)
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith("bellpull: ")
    assert name in ended.err
    (message,) = told(agent)
    assert message.startswith(f"{name} failed: exit {code} in ")
    assert message.splitlines()[1] in ended.err


@pytest.mark.process
@pytest.mark.parametrize(("script", "kind"), [("echo all green", "completion"), ("echo red; exit 1", "alert")])
def test_people_are_told_too_if_wanted(shell: Shell, agent: Caller, script: str, kind: str) -> None:
    label = f"Build of {agent.name}"
    shell.run_process(*sh(agent, script, "--notify", "--label", label))
    recent = done(agent.hub.owner.get("/api/notifications", limit=20))["notifications"]
    (notification,) = [each for each in recent if each["title"].startswith(label)]
    assert notification["notification_type"] == kind
    (said,) = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    assert said["message"] == f"{notification['title']}\n{notification['message']}"


def test_an_unknown_agent_is_told_before_anything_runs(shell: Shell) -> None:
    ended = shell.run("run", "--agent", "no-such-agent", "--", "touch", "ran")
    assert ended.code == 1
    assert "bellpull agent list" in ended.err
    assert not (shell.home / "ran").exists()


@pytest.mark.process
def test_command_runs_and_keeps_its_code_without_a_hub(fresh_hub: HubMaker, alone: Shell) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    alone.at(hub)
    go = alone.home / "go"
    hub.stop()
    with alone.running(*sh(agent, "echo works; while ! test -e go; do sleep 0.02; done; exit 4")) as process:
        assert process.stderr and process.stdout
        assert process.stderr.readline().endswith("The command runs all the same.\n")
        assert process.stdout.readline() == "works\n"
        go.touch()
        assert "kept until it is back" in process.stderr.readline()
        alone.at(hub.start())
        assert process.wait(PATIENCE) == 4
    assert told(agent)[0].splitlines()[0].startswith("sh -c 'echo works; ")


@pytest.mark.process
def test_ctrl_c_ends_the_command_and_the_agent_is_told(shell: Shell, agent: Caller) -> None:
    ours, theirs = pty.openpty()
    command = [*COMMAND, *sh(agent, "trap 'echo bye; exit 7' INT; echo ready; while :; do sleep 0.02; done")]

    def in_a_terminal_of_its_own() -> None:
        os.setsid()
        import fcntl
        import termios

        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=shell.environment(),
        preexec_fn=in_a_terminal_of_its_own,
    )
    os.close(theirs)
    try:
        seen = b""
        while b"ready" not in seen:
            seen += os.read(ours, 1000)
        os.write(ours, b"\x03")
        assert process.wait(PATIENCE) == 7
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(ours)
    (said,) = told(agent)
    assert "failed: exit 7" in said
    assert said.endswith("ready\nbye")


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_command_line_reaches_the_command(shell: Shell, agent: Caller, number: int) -> None:
    with shell.running(*sh(agent, "trap 'exit 9' TERM INT; echo ready; while :; do sleep 0.02; done")) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.wait(PATIENCE) == 9
    assert "failed: exit 9" in told(agent)[0]


@pytest.mark.process
def test_background_command_outlives_its_shell(shell: Shell, agent: Caller, tmp_path: Path) -> None:
    """Also where its output goes to somebody who has left."""
    go = tmp_path / "go"
    words = sh(agent, f"echo ready; while ! test -e {go}; do sleep 0.02; done; echo done", "--label", "job")
    with shell.running(*words) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == "ready\n"
        process.stdout.close()
        process.stderr.close()
        (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for number in (process.pid, int(child)):
            os.kill(number, signal.SIGHUP)
        go.touch()
        until(lambda: told(agent), "the end is told")
        assert process.wait(PATIENCE) == 0
        process.stdout = process.stderr = None
    assert told(agent) == ["Job completed: exit 0 in 0s\nready\ndone"]


@pytest.mark.process
def test_process_left_in_the_background_is_not_waited_for(shell: Shell, agent: Caller) -> None:
    ended = shell.run_process(*sh(agent, "sleep 60 & echo $!"))
    os.kill(int(ended.out), signal.SIGKILL)
    assert ended.code == 0
