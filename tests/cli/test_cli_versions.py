"""A command and a hub of different versions: both are named, and what does not work says what to do."""

import os
import signal
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bellpull import PROTOCOL, __version__
from bellpull.cli import hub_checks, status
from bellpull.remote import fast, versions
from bellpull.remote.versions import advice, differs, is_older
from support.altered import altered
from support.deploy import make_pair
from support.hub import Hub
from support.shell import Shell

OLD, NEW = "0.0.1", "99.0.0"
RESTART = "restart the hub: bellpull up"
#: A hub in the background outlives the command that started it, of which Python warns.
CALM = {"PYTHONWARNINGS": ""}


@pytest.fixture
def newer(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command is newer than the hub."""
    for module in (hub_checks, status, versions):
        monkeypatch.setattr(module, "__version__", NEW)
    return shell


def test_status_names_the_versions_of_hub_and_command(newer: Shell) -> None:
    ended = newer.run("status")
    assert (ended.code, ended.err) == (0, "")
    assert f"  version        {__version__}, but this command is {NEW}: {RESTART}\n" in ended.out
    said = newer.json("status")
    assert (said["version"], said["command_version"]) == (__version__, NEW)


def test_doctor_names_the_versions_of_hub_and_command(newer: Shell) -> None:
    ended = newer.run("doctor")
    assert ended.code == 1
    assert f"version: the hub is Bellpull {__version__}, this command is {NEW}\n" in ended.out
    assert RESTART in ended.out


def test_older_hub_is_named_only_if_a_command_fails(newer: Shell) -> None:
    assert newer.run("inbox").err == ""
    ended = newer.run("show", "notif_x")
    assert ended.code == 1
    note = f"note: the hub is Bellpull {__version__}, this command is {NEW}; {RESTART}"
    assert ended.err.splitlines()[1:] == [note]


@pytest.mark.parametrize("chosen", [False, True], ids=["its folder's hub", "an address with a key"])
def test_a_command_that_an_older_hub_does_not_know_says_to_restart_it(
    newer: Shell, hub: Hub, monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    ask = fast.Hub.request

    def of_tomorrow(line: fast.Hub, method: str, path: str, *more: Any, **named: Any) -> Any:
        return ask(line, method, path.replace("/api/notifications", "/api/of-tomorrow"), *more, **named)

    monkeypatch.setattr(fast.Hub, "request", of_tomorrow)
    named = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": hub.owner.key}
    ended = newer.run("inbox", **(named if chosen else {}))
    assert ended.code == 2
    sentence = f"The hub at {hub.url} is Bellpull {__version__} and does not know what {NEW} asks for."
    assert ended.err == f"bellpull: {sentence}\nhint: {RESTART}\n"


def test_a_command_that_the_hub_does_not_understand_says_to_restart_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "PROTOCOL", PROTOCOL + 1)
    ended = shell.run("inbox")
    assert (ended.code, ended.out) == (2, "")
    assert f"hint: {RESTART}\n" in ended.err


@pytest.mark.process
def test_up_does_not_stop_a_hub_whose_data_it_could_not_read(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", **CALM)
    before = own_hub.json("status")
    with closing(sqlite3.connect(own_hub.data_dir / "bellpull.db")) as file:
        file.execute("PRAGMA user_version = 9999")
    older = altered(own_hub.home, __version__=OLD)
    ended = own_hub.run_process("up", "--detach", "--port", "0", PYTHONPATH=str(older))
    assert ended.code == 2
    assert "too new for" in ended.err
    assert "It was left as it is." in ended.err
    assert own_hub.json("status")["pid"] == before["pid"]


@pytest.mark.process
def test_the_new_hub_has_the_flags_of_the_old_one_which_stops_for_nothing_less(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", "--public-url", "https://bell.example", **CALM)
    before, newer = own_hub.json("status"), str(altered(own_hub.home, __version__=NEW))
    refused = own_hub.run_process("up", "--detach", "--tls-cert", "gone.pem", "--tls-key", "gone.pem", PYTHONPATH=newer)
    assert (refused.code, "gone.pem cannot be read" in refused.err) == (2, True)
    refused = own_hub.run_process("up", "--detach", "--host", "0.0.0.0", PYTHONPATH=newer)
    assert (refused.code, "without TLS" in refused.err) == (2, True)
    pair = make_pair(own_hub.home, named="DNS:other.example")
    refused = own_hub.run_process("up", "--detach", "--tls-cert", pair.cert, "--tls-key", pair.key, PYTHONPATH=newer)
    assert (refused.code, "is not for bell.example" in refused.err) == (2, True)
    assert own_hub.json("status")["pid"] == before["pid"]
    replaced = own_hub.run_process("up", "--detach", PYTHONPATH=newer, **CALM)
    assert replaced.code == 0
    assert "https://bell.example/#sign-in=" in replaced.out
    after = own_hub.json("status")
    assert (after["version"], after["pid"] != before["pid"]) == (NEW, True)


@pytest.mark.process
def test_a_hub_that_is_newer_is_left_alone(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", **CALM)
    before = own_hub.json("status")
    ended = own_hub.run_process("up", "--detach", "--port", "0", PYTHONPATH=str(altered(own_hub.home, __version__=OLD)))
    assert (ended.code, ended.out) == (2, "")
    assert f"The hub is Bellpull {__version__}, newer than this command ({OLD})." in ended.err
    assert own_hub.json("status")["pid"] == before["pid"]


@pytest.mark.process
def test_a_hub_that_was_killed_comes_back_as_it_was_started_and_one_that_was_stopped_does_not(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", "--public-url", "https://bell.example", **CALM)
    os.kill(own_hub.json("status")["pid"], signal.SIGKILL)
    again = own_hub.run_process("up", "--detach", "--port", "0", **CALM)
    assert "The hub was killed, and starts again as before: --public-url https://bell.example\n" in again.out
    assert "https://bell.example/#sign-in=" in again.out
    os.kill(own_hub.json("status")["pid"], signal.SIGKILL)
    own_hub.run("down")
    assert "bell.example" not in own_hub.run_process("up", "--detach", "--port", "0", **CALM).out


@pytest.mark.slow
@pytest.mark.process
def test_a_hub_that_was_killed_comes_back_with_its_log_and_with_what_variables_said(own_hub: Shell) -> None:
    told = {**CALM, "BELLPULL_PUBLIC_URL": "https://bell.example"}
    own_hub.run_process("up", "--detach", "--port", "0", "--json-logs", "--no-desk", **told)
    os.kill(own_hub.json("status")["pid"], signal.SIGKILL)
    again = own_hub.run_process("up", "--detach", "--port", "0", **CALM)
    assert "as before: --public-url https://bell.example --json-logs --no-desk\n" in again.out
    lines = (own_hub.data_dir / "hub.log").read_text().splitlines()
    assert all(line.startswith('{"at"') for line in lines)


@pytest.mark.process
def test_a_hub_beside_the_one_that_the_commands_speak_to_says_so(own_hub: Shell) -> None:
    ended = own_hub.run_process("up", "--detach", "--port", "0", BELLPULL_URL="https://bell.example", **CALM)
    assert ended.code == 0
    assert "the commands of this machine speak to https://bell.example (variable BELLPULL_URL)" in ended.err


@pytest.mark.process
def test_flags_for_a_hub_that_runs_already_are_said_not_to_count(own_hub: Shell) -> None:
    own_hub.run_process("up", "--detach", "--port", "0", **CALM)
    again = own_hub.run_process("up", "--detach", "--public-url", "https://bell.example", **CALM)
    assert again.code == 1
    assert "Restart it to use --public-url https://bell.example: bellpull down " in again.out


@pytest.mark.parametrize(
    ("one", "other"), [("0.1.0", "0.2.0"), ("0.9.0", "0.10.0"), ("1.0", "1.0.1"), ("0.1.9", "1"), ("", "0.1")]
)
def test_which_one_is_older_is_told_by_the_numbers(one: str, other: str) -> None:
    assert is_older(one, other)
    assert not is_older(other, one)


def test_a_hub_that_says_nothing_of_its_version_is_not_called_another() -> None:
    assert not differs("")
    assert not differs(__version__)
    assert differs(NEW)
    assert advice(NEW) == "upgrade Bellpull here"
