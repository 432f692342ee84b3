"""What the doctor finds: settings and their origins, folders that are open to others, a hub that is or is not there."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bellpull.cli.checks import LITTLE_SPACE, check_file_system, check_space, tk_remedy
from bellpull.cli.finding import PROBLEM
from bellpull.config import SETTINGS
from support.answers import done
from support.local_hub import running_here
from support.shell import Shell


def findings(shell: Shell, about: str, **variables: str) -> list[dict[str, Any]]:
    report = json.loads(shell.run("doctor", "--json", **variables).out)
    return [check for check in report["checks"] if check["about"] == about]


def test_a_healthy_machine_with_a_hub_is_well(shell: Shell) -> None:
    ended = shell.run("doctor")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("All is well.\n")
    assert "problem" not in ended.out
    for about in ("data folder", "file system", "space", "python", "tk", "hub", "key"):
        assert f" {about}: " in ended.out


@pytest.mark.process
def test_an_ordinary_run_fits_into_a_terminal_of_24_lines(shell: Shell) -> None:
    for client in ("opencode", "claude-code", "codex", "gemini"):
        assert shell.run("connect", client).code == 0
    ended = shell.run_in_terminal("doctor", columns=80)
    assert ended.out.endswith("All is well.\n")
    rows = sum(max(-(-len(line) // 80), 1) for line in ended.out.splitlines())
    assert rows < 24, ended.out  # the prompt comes after it


def test_settings_are_all_shown_with_where_they_came_from(alone: Shell) -> None:
    file = alone.home / "config.toml"
    file.write_text("keep_events = 5\n")
    words = ["doctor", "--json", "--data-dir", "/nowhere/data"]
    variables = {"BELLPULL_CONFIG": str(file), "BELLPULL_TITLE_LIMIT": "9", "BELLPULL_KEY": "bp_secret"}
    # Where no hub of anybody's is.
    report = json.loads(alone.run(*words, BELLPULL_HOST="127.0.0.9", **variables).out)
    shown = {setting["name"]: (setting["value"], setting["from"]) for setting in report["settings"]}
    assert list(shown) == [setting.name for setting in SETTINGS]
    assert shown["data_dir"] == ("/nowhere/data", "flag --data-dir")
    assert shown["title_limit"] == ("9", "variable BELLPULL_TITLE_LIMIT")
    assert shown["keep_events"] == ("5", f"file {file}")
    assert shown["port"] == ("7717", "default")
    assert shown["key"] == ("(set)", "variable BELLPULL_KEY")
    text = alone.run("doctor", "--settings").out
    assert all(setting.name in text for setting in SETTINGS)


def test_settings_that_somebody_chose_are_shown_and_the_others_on_demand(alone: Shell) -> None:
    text = alone.run("doctor", BELLPULL_TITLE_LIMIT="9").out
    shown = [line.split()[0] for line in text.partition("\n\n")[0].splitlines()]
    assert shown == ["SETTING", "data_dir", "title_limit", "opencode_urls"]
    plain = alone.run("doctor", BELLPULL_DATA_DIR="", BELLPULL_OPENCODE_URLS="").out
    assert "SETTING" not in plain


def test_a_folder_or_key_that_others_can_read_is_a_problem(alone: Shell) -> None:
    alone.data_dir.mkdir(mode=0o755)
    key = alone.data_dir / "owner.key"
    key.touch()
    key.chmod(0o644)
    ended = alone.run("doctor")
    assert ended.code == 1
    assert f"chmod 700 {alone.data_dir}" in ended.out
    assert f"chmod 600 {key}" in ended.out
    assert ended.out.endswith("Problems: 2.\n")
    alone.data_dir.chmod(0o700)
    key.chmod(0o600)
    assert json.loads(alone.run("doctor", "--json").out)["problems"] == 0


@pytest.mark.usefixtures("rights_count")
def test_a_folder_that_cannot_be_written_is_a_problem(alone: Shell) -> None:
    alone.data_dir.mkdir(mode=0o500)
    assert findings(alone, "data folder")[0]["state"] == "problem"


@pytest.mark.usefixtures("rights_count")
def test_a_folder_that_cannot_even_be_looked_into_does_not_stop_the_other_checks(alone: Shell) -> None:
    alone.home.joinpath("shut").mkdir(mode=0)
    shut = str(alone.home / "shut" / "data")
    assert findings(alone, "data folder", BELLPULL_DATA_DIR=shut)[0]["state"] == "problem"
    assert findings(alone, "python", BELLPULL_DATA_DIR=shut)[0]["state"] == "ok"


def test_a_data_folder_that_is_a_file_is_a_problem(alone: Shell) -> None:
    alone.data_dir.touch()
    assert [finding["state"] for finding in findings(alone, "data folder")] == ["problem"]


def test_a_folder_that_is_not_there_yet_is_only_a_note(alone: Shell) -> None:
    assert [finding["state"] for finding in findings(alone, "data folder")] == ["note"]


def test_a_file_system_without_locks_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bellpull.cli.checks._mounts", lambda: [("/", "nfs4")])
    (finding,) = check_file_system(tmp_path / "not there yet")
    assert (finding.state, "nfs4" in finding.text) == (PROBLEM, True)


def test_a_full_disk_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usage = type("Usage", (), {"free": LITTLE_SPACE - 1})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    (finding,) = check_space(tmp_path)
    assert finding.state == PROBLEM


@pytest.mark.parametrize(
    ("distribution", "platform", "prefix", "words"),
    [
        (["ubuntu", "debian"], "linux", "/usr", "apt install python3-tk"),
        (["fedora"], "linux", "/usr", "python3-tkinter"),
        (["rocky", "rhel", "centos", "fedora"], "linux", "/usr", "python3-tkinter"),
        (["debian"], "linux", "/home/ada/.pyenv/versions/3.12.1", "pyenv install"),
        ([], "darwin", "/opt/homebrew", "brew install python-tk@"),
        ([], "linux", "/usr", "tkinter"),
    ],
)
def test_the_package_that_brings_tk_is_named(distribution: list[str], platform: str, prefix: str, words: str) -> None:
    assert words in tk_remedy(distribution, platform, prefix)


def test_a_key_that_the_hub_refuses_is_a_problem(shell: Shell) -> None:
    ended = shell.run("doctor", BELLPULL_KEY="bp_wrong")
    assert ended.code == 1


def test_a_hub_that_was_stopped_on_purpose_is_noted(alone: Shell) -> None:
    alone.data_dir.mkdir(mode=0o700)
    (alone.data_dir / "stopped").touch()
    assert findings(alone, "stopped mark")[0]["state"] == "note"


def make_data(shell: Shell, version: int = 1) -> Path:
    shell.data_dir.mkdir(mode=0o700)
    file = shell.data_dir / "bellpull.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(f"PRAGMA journal_mode = wal; PRAGMA user_version = {version}; CREATE TABLE t (x)")
        connection.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 200)
        connection.commit()
    return file


def test_a_whole_data_file_is_well_and_left_as_it_was(alone: Shell) -> None:
    file = make_data(alone)
    assert [finding["state"] for finding in findings(alone, "data file")] == ["ok"]
    assert list(alone.data_dir.iterdir()) == [file]


@pytest.mark.parametrize("damage", ["pages", "everything"])
def test_a_damaged_data_file_is_a_problem(alone: Shell, damage: str) -> None:
    file = make_data(alone)
    data = bytearray(file.read_bytes())
    start = 4096 if damage == "pages" else 0
    data[start:] = b"\x5a" * (len(data) - start)
    file.write_bytes(data)
    assert [finding["state"] for finding in findings(alone, "data file")] == ["problem"]


def test_a_data_file_of_a_newer_bellpull_is_a_problem(alone: Shell) -> None:
    make_data(alone, version=999)
    (finding,) = findings(alone, "data file")
    assert (finding["state"], "999" in finding["text"]) == ("problem", True)


def test_the_data_file_of_a_running_hub_is_left_alone(shell: Shell) -> None:
    assert findings(shell, "data file") == []


def test_a_hub_of_another_folder_at_the_address_is_a_problem(shell: Shell, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    named = json.loads((shell.data_dir / "hub.json").read_text())
    (other / "hub.json").write_text(json.dumps(named | {"hub": "hub_other"}))
    assert [finding["state"] for finding in findings(shell, "hub", BELLPULL_DATA_DIR=str(other))] == ["problem"]


def test_a_variable_that_is_no_setting_is_a_note(alone: Shell) -> None:
    (finding,) = findings(alone, "variable", BELLPULL_PROT="7800")
    assert (finding["state"], "BELLPULL_PROT" in finding["text"]) == ("note", True)


def test_a_settings_file_that_holds_a_key_and_that_others_may_read_is_a_problem(alone: Shell) -> None:
    file = alone.home / "config.toml"
    file.write_text('key = "bp_secret"\nhost = "127.0.0.9"\n')
    for mode, problems in ((0o644, 1), (0o600, 0)):
        file.chmod(mode)
        report = json.loads(alone.run("doctor", "--json", BELLPULL_CONFIG=str(file)).out)
        assert report["problems"] == problems, report
        assert any(check["remedy"] == f"chmod 600 {file}" for check in report["checks"]) is bool(problems)


def test_a_data_file_with_shares_is_whole(alone: Shell) -> None:
    """Some versions of SQLite take such a file for damaged when they look at it quickly."""
    with running_here(alone.home.parent / "home", data_dir=alone.data_dir) as hub:
        agent, person = hub.new_agent(), hub.new_person()
        done(hub.owner.call("PUT", f"/api/agents/{agent.name}/shares/{person.name}"))
    (found,) = findings(alone, "data file")
    assert found["state"] == "ok"
