"""What the doctor says of the hub that the commands speak to, here and elsewhere, where it cannot be reached too."""

import json
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Server, answer

from support.hub import Hub, HubMaker
from support.shell import Ended, Shell

NOWHERE = "https://127.0.0.1:1"


def of_hub(ended: Ended) -> str:
    (line,) = (line for line in ended.out.splitlines() if " hub: " in line)
    return line


def about(shell: Shell, **variables: str) -> set[str]:
    checks: list[dict[str, Any]] = shell.json("doctor", **variables)["checks"]
    return {check["about"] for check in checks}


def test_a_chosen_hub_that_is_not_there_is_a_problem(alone: Shell) -> None:
    ended = alone.run("doctor", BELLPULL_URL=NOWHERE)
    assert (ended.code, ended.out.splitlines()[-1]) == (1, "Problems: 1.")
    assert of_hub(ended).startswith("problem  hub: The hub is not running at https://127.0.0.1:1")
    assert "check the address (variable BELLPULL_URL)" in ended.out


def test_address_in_the_settings_file_without_a_hub_is_a_problem(alone: Shell, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'url = "{NOWHERE}"\n')
    ended = alone.run("doctor", BELLPULL_CONFIG=str(file))
    assert ended.code == 1
    assert f"check the address (file {file})" in ended.out


def test_a_port_that_speaks_plain_http_where_https_is_expected_is_a_problem(alone: Shell, hub: Hub) -> None:
    ended = alone.run("doctor", BELLPULL_URL=hub.url.replace("http:", "https:"), BELLPULL_KEY=hub.owner.key)
    assert ended.code == 1
    assert "cannot be reached" in of_hub(ended)


def test_answer_that_is_not_of_a_hub_is_a_problem(alone: Shell) -> None:
    said = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    with Server(*[[answer(said)]] * 3) as server:
        ended = alone.run("doctor", BELLPULL_URL=server.url)
    assert ended.code == 1
    assert "is not a Bellpull hub" in of_hub(ended)


@pytest.mark.process
def test_a_killed_hub_is_a_problem_until_it_is_stopped_on_purpose(alone: Shell, hub_process: HubMaker) -> None:
    hub = hub_process()
    alone.at(hub)
    hub.kill()
    ended = alone.run("doctor")
    assert ended.code == 1
    assert of_hub(ended) == f"problem  hub: not running at {hub.url}, and nobody stopped it"
    (hub.data_dir / "stopped").touch(mode=0o600)
    ended = alone.run("doctor")
    assert (ended.code, of_hub(ended).split()[0]) == (1, "note")


def test_a_hub_that_ended_as_it_should_and_one_that_never_was_are_notes(alone: Shell, fresh_hub: HubMaker) -> None:
    assert of_hub(alone.run("doctor")).split()[0] == "note"
    hub = fresh_hub()
    alone.at(hub)
    hub.stop()
    ended = alone.run("doctor")
    assert of_hub(ended).split()[0] == "note"


def test_doctor_without_a_hub_finds_a_problem(alone: Shell) -> None:
    ended = alone.run("doctor")
    assert (ended.code, ended.out.splitlines()[-1]) == (1, "No problem was found, but no hub runs.")
    assert f"start it: bellpull up --data-dir {alone.data_dir}" in ended.out
    report = alone.run("doctor", "--json")
    assert (report.code, json.loads(report.out)["hub_runs"]) == (1, False)


def test_doctor_looks_at_nothing_here_if_the_hub_is_elsewhere(alone: Shell, hub: Hub) -> None:
    chosen = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": hub.owner.key}
    found = about(alone, **chosen)
    assert {"hub", "key", "python"} <= found
    assert not found & {"data folder", "file system", "space", "reach"}
    alone.data_dir.mkdir(mode=0o700)
    (alone.data_dir / "stopped").touch()
    (alone.data_dir / "bellpull.db").write_bytes(b"not a data file")
    found = about(alone, **chosen)
    assert "data folder" in found
    assert not found & {"stopped mark", "data file", "reach"}


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_the_hub_of_the_folder_is_looked_at_whole_by_whatever_address(shell: Shell, hub: Hub, name: str) -> None:
    assert {"data folder", "reach", "hub"} <= about(shell, BELLPULL_URL=hub.url.replace("127.0.0.1", name))
