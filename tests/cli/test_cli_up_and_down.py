"""Starting, finding and stopping hubs from the command line: real processes, real folders."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from bellpull import __version__
from support.answers import PATIENCE, until
from support.hub import Hub
from support.shell import Shell


def first_lines(process: "subprocess.Popen[str]") -> dict[str, str]:
    assert process.stdout is not None
    assert process.stdout.readline() == "The hub is up.\n"
    return dict(process.stdout.readline().split(maxsplit=1) for _ in range(6))


def named(shell: Shell) -> dict[str, object]:
    said: dict[str, object] = json.loads((shell.data_dir / "hub.json").read_text())
    return said


@pytest.mark.process
def test_up_prints_one_address_where_the_data_lies_and_what_to_try(alone: Shell) -> None:
    with alone.running("up", "--port", "0") as process:
        lines = first_lines(process)
        assert re.fullmatch(re.escape(f"{named(alone)['url']}/#sign-in=") + r"[\w-]{32}", lines["open"].strip())
        assert lines["data"].strip() == str(alone.data_dir)
        assert lines["try"].startswith("bellpull ask ")
        assert lines["connect"].startswith("bellpull connect opencode ")
        assert lines["demo"].startswith("bellpull demo ")
        assert "Ctrl-C" in lines["stop"]
        assert alone.run("send", "Hello").code == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.process
def test_ctrl_c_stops_the_hub_and_a_second_start_finds_its_data(alone: Shell) -> None:
    with alone.running("up", "--port", "0") as process:
        first_lines(process)
        sent = alone.json("send", "Still here")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
    assert (alone.data_dir / "stopped").exists()
    assert not (alone.data_dir / "hub.json").exists()
    with alone.running("up", "--port", "0") as process:
        first_lines(process)
        assert not (alone.data_dir / "stopped").exists()
        assert alone.json("inbox")["notifications"][0]["id"] == sent["id"]


@pytest.mark.process
def test_command_to_try_works_as_printed_for_another_folder(alone: Shell, tmp_path: Path) -> None:
    other = tmp_path / "two words"
    with alone.running("up", "--port", "0", "--data-dir", str(other)) as process:
        words = first_lines(process)["try"]
        folder = alone.home / "bin"
        folder.mkdir()
        (folder / "bellpull").write_text(f'#!/bin/sh\nexec {sys.executable} -m bellpull.cli.main "$@"\n')
        (folder / "bellpull").chmod(0o755)
        path = f"{folder}:{os.environ['PATH']}"
        ended = subprocess.run(
            f"{words.strip()} --no-wait",
            shell=True,
            env=alone.environment(PATH=path),
            capture_output=True,
            timeout=PATIENCE,
        )
        assert ended.returncode == 0, ended
        assert alone.json("questions", "--data-dir", str(other))["count"] == 1


@pytest.mark.process
def test_command_to_try_has_the_path_by_which_up_was_started(alone: Shell, tmp_path: Path) -> None:
    script = tmp_path / "bellpull"
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom bellpull.cli.main import main\nsys.exit(main())\n")
    script.chmod(0o755)
    environment = alone.environment(PATH="/usr/bin:/bin")
    with subprocess.Popen([script, "up", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert first_lines(process)["try"].startswith(f"{script} ask ")
        finally:
            process.terminate()
    assert process.returncode == 0


@pytest.mark.process
def test_detached_hub_answers_when_the_command_returns_and_outlives_it_without_other_files(own_hub: Shell) -> None:
    ended = own_hub.run_process("up", "--detach", "--port", "0", PYTHONWARNINGS="")
    assert (ended.code, ended.err) == (0, "")
    assert f"open     {named(own_hub)['url']}/#sign-in=" in ended.out
    assert f"data     {own_hub.data_dir}\n" in ended.out
    assert f"stop     bellpull down --data-dir {own_hub.data_dir}\n" in ended.out
    assert f"try      bellpull ask --data-dir {own_hub.data_dir} " in ended.out
    status = own_hub.json("status")
    assert status["pid"] == named(own_hub)["pid"]
    assert os.getsid(status["pid"]) == status["pid"]
    assert not [file.name for file in own_hub.data_dir.iterdir() if file.name.startswith(("tmp", "start"))]
    stderr = Path(f"/proc/{status['pid']}/fd/2")
    if stderr.is_symlink():
        assert "hub.log" not in str(stderr.readlink())


@pytest.mark.parametrize("words", [(), ("--detach",)], ids=str)
def test_up_says_that_the_hub_runs_already(shell: Shell, words: tuple[str, ...]) -> None:
    before = named(shell)
    again = shell.run("up", *words, "--port", "0")
    assert (again.code, again.err) == (0, "")
    assert str(before["url"]) in again.out
    assert "Restart" not in again.out
    assert named(shell) == before


@pytest.mark.process
def test_up_with_the_flags_that_the_hub_runs_with_has_nothing_to_add(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", "--json-logs", "--no-desk", PYTHONWARNINGS="")
    port = str(named(own_hub)["url"]).rpartition(":")[2]
    for words in ([], ["--detach"]):
        again = own_hub.run("up", *words, "--port", port, "--host", "127.0.0.1", "--json-logs", "--no-desk")
        assert (again.code, "Restart" in again.out) == (0, False), again


@pytest.mark.parametrize("words", [(), ("--detach",)], ids=str)
def test_up_with_other_flags_than_the_hub_runs_with_says_which_wait_for_a_restart(
    shell: Shell, words: tuple[str, ...]
) -> None:
    again = shell.run("up", *words, "--port", "1", "--host", "127.0.0.1")
    assert again.code == 1
    restart = f"Restart it to use --port 1: bellpull down --data-dir {shell.data_dir}, then this command again.\n"
    assert restart in again.out


@pytest.mark.process
@pytest.mark.parametrize("port", [pytest.param("any", marks=pytest.mark.slow), "the same"])
def test_several_starts_at_once_end_with_one_hub(own_hub: Shell, port: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        chosen = "0" if port == "any" else str(free.getsockname()[1])
    words = ("up", "--detach", "--port", chosen)
    starts = [own_hub.start(*words, variables={"PYTHONWARNINGS": ""}, stdout=-1, stderr=-1) for _ in range(4)]
    ended = [(process.communicate(timeout=2 * PATIENCE), process.returncode) for process in starts]
    assert [code for _, code in ended] == [0, 0, 0, 0], ended
    url = str(named(own_hub)["url"]).encode()
    assert all(url in out for (out, _), _ in ended)


@pytest.mark.process
def test_a_taken_port_is_an_error_with_a_way_out(alone: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for words in ([], ["--detach"]):
            ended = alone.run_process("up", "--port", port, *words, PYTHONWARNINGS="")
            assert (ended.code, ended.out) == (2, "")
            sentence, hint = ended.err.splitlines()
            assert sentence.startswith("bellpull: ")
            assert port in sentence
            assert hint.startswith("hint: ")
            assert "--port" in hint


def test_a_wrong_port_is_an_error_that_names_the_flag(alone: Shell) -> None:
    ended = alone.run("up", "--port", "seven")
    assert (ended.code, ended.out) == (2, "")
    assert "flag --port" in ended.err


@pytest.mark.process
@pytest.mark.parametrize(
    ("folder", "named", "words"),
    [("file", "file", ()), ("file/beneath", "file", ("--detach",)), ("/proc/nothing", "/proc/nothing", ())],
)
def test_a_data_folder_that_cannot_be_is_an_error(
    alone: Shell, tmp_path: Path, folder: str, named: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "file").touch()
    ended = alone.run_process("up", "--port", "0", "--data-dir", str(tmp_path / folder), *words)
    assert (ended.code, ended.out) == (2, "")
    assert str(tmp_path / named) in ended.err


@pytest.mark.process
def test_down_stops_the_hub_and_marks_it_as_stopped(alone: Shell) -> None:
    alone.run_process("up", "--detach", "--port", "0", PYTHONWARNINGS="")
    pid, url = named(alone)["pid"], named(alone)["url"]
    ended = alone.run("down")
    assert (ended.code, ended.err) == (0, "")
    assert str(url) in ended.out
    assert (alone.data_dir / "stopped").exists()
    assert not (alone.data_dir / "hub.json").exists()
    assert not Path(f"/proc/{pid}/exe").exists()
    assert alone.run_process("up", "--detach", "--port", "0", PYTHONWARNINGS="").code == 0
    assert not (alone.data_dir / "stopped").exists()
    assert alone.run("down").code == 0


def test_down_without_a_hub_is_a_no(alone: Shell) -> None:
    ended = alone.run("down")
    assert (ended.code, ended.err) == (1, "")
    assert str(alone.data_dir) in ended.out
    assert not alone.data_dir.exists()


@pytest.mark.process
def test_down_never_stops_a_process_that_only_has_the_number(alone: Shell) -> None:
    alone.data_dir.mkdir()
    bystander = subprocess.Popen(["sleep", "60"])
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    stale = {"url": f"http://127.0.0.1:{port}", "pid": bystander.pid, "version": __version__, "hub": "hub_gone"}
    (alone.data_dir / "hub.json").write_text(json.dumps(stale))
    try:
        assert alone.run("down").code == 1
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_hub_of_another_folder_at_the_same_address_is_left_alone(alone: Shell, shell: Shell, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "hub.json").write_text(json.dumps(named(shell) | {"hub": "hub_other"}))
    ended = alone.run("down", "--data-dir", str(other))
    assert ended.code == 1
    assert shell.run("status").code == 0


@pytest.mark.process
def test_a_hub_that_was_killed_is_not_running_and_starts_again(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", PYTHONWARNINGS="")
    pid = int(str(named(own_hub)["pid"]))
    os.kill(pid, signal.SIGKILL)
    until(lambda: own_hub.run("status").code == 1, "the killed hub is gone")
    assert own_hub.run("down").code == 1
    assert own_hub.run_process("up", "--detach", "--port", "0", PYTHONWARNINGS="").code == 0
    assert own_hub.run("status").code == 0


def test_status_tells_where_what_since_when_and_who_you_are(shell: Shell, hub: Hub) -> None:
    said = named(shell) | {"pid": hub.pid}
    status = shell.json("status")
    assert status["running"] is True
    assert [status[name] for name in ("url", "pid", "version", "hub")] == [
        said[name] for name in ("url", "pid", "version", "hub")
    ]
    assert status["data_dir"] == str(shell.data_dir)
    assert (status["me"]["name"], status["me"]["admin"]) == ("owner", True)
    assert isinstance(status["pending_count"], int)
    text = shell.run("status")
    assert text.code == 0
    since = datetime.fromisoformat(status["started_at"]).astimezone().isoformat(" ", "seconds")
    for value in (said["url"], said["pid"], said["version"], since, shell.data_dir, "owner (admin)"):
        assert str(value) in text.out


def test_status_with_a_wrong_key_still_tells_that_the_hub_runs(shell: Shell) -> None:
    ended = shell.run("status", BELLPULL_KEY="bp_wrong")
    assert (ended.code, ended.err) == (0, "")
    assert "The hub is running" in ended.out
    assert shell.json("status", BELLPULL_KEY="bp_wrong")["me"] is None


def test_status_without_a_hub_is_a_no(alone: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    ended = alone.run("status", BELLPULL_PORT=port)
    assert (ended.code, ended.err) == (1, "")
    assert f"No hub is running at http://127.0.0.1:{port}." in ended.out
    as_json = alone.run("status", "--json", BELLPULL_PORT=port)
    assert as_json.code == 1
    assert json.loads(as_json.out)["running"] is False


def test_url_and_key_reach_a_hub_without_its_folder(alone: Shell, shell: Shell, tmp_path: Path) -> None:
    url, key = str(named(shell)["url"]), (shell.data_dir / "owner.key").read_text().strip()
    nowhere = str(tmp_path / "nowhere")
    by_variable = alone.run("status", "--json", BELLPULL_DATA_DIR=nowhere, BELLPULL_URL=url, BELLPULL_KEY=key)
    by_flag = alone.run("--url", url, "status", "--json", "--data-dir", nowhere, BELLPULL_KEY=key)
    assert by_variable.json["me"] == by_flag.json["me"] == {**by_flag.json["me"], "name": "owner"}
