"""Webhooks from the command line, against a real hub."""

import shlex
import subprocess
from typing import Any

import pytest

from support.answers import PATIENCE
from support.hub import Caller, Hub
from support.shell import Shell
from support.webhooks import call, make, nudges


def listed(shell: Shell, *words: str) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in shell.json("webhook", "list", *words)["webhooks"]}


def printed_curl(out: str) -> list[str]:
    (line,) = [line for line in out.splitlines() if line.startswith("  curl ")]
    return shlex.split(line)


@pytest.mark.process
@pytest.mark.parametrize("secret", [[], ["--secret"]])
def test_the_line_that_create_prints_reaches_the_agent(
    shell: Shell, hub: Hub, agent: Caller, secret: list[str]
) -> None:
    ended = shell.run("webhook", "create", "--agent", agent.name, "--source", "ci", *secret)
    assert (ended.code, ended.err) == (0, "")
    curl = subprocess.run(
        [*printed_curl(ended.out), "--silent", "--noproxy", "*"], capture_output=True, timeout=PATIENCE, check=True
    )
    (nudge,) = nudges(hub, agent)
    assert nudge["id"] in curl.stdout.decode()
    assert (nudge["source"], nudge["message"]) == ("ci", "The nightly build failed")


def test_create_shows_the_address_and_the_secret_once_and_says_where_they_go(shell: Shell, agent: Caller) -> None:
    lines = shell.run("webhook", "create", "--agent", agent.name, "--source", "ci", "--secret").out.splitlines()
    assert lines[1].startswith("http://127.0.0.1:")
    assert "/api/webhooks/bpw_" in lines[1]
    assert lines[2] == "Its secret, shown this once:"
    text = "\n".join(lines)
    assert text.count(lines[1]) == text.count(lines[3]) == 2  # alone, and in the line for curl
    for place in ("In GitHub (Settings, Webhooks", "Content type  application/json", "In GitLab", "Secret token"):
        assert place in text
    assert "put a tunnel in front of it" in text
    again = shell.run("webhook", "list").out + shell.run("webhook", "list", "--json").out
    assert lines[1].rpartition("/")[2] not in again
    assert lines[3] not in again


def test_webhook_without_a_secret_speaks_of_none(shell: Shell, agent: Caller) -> None:
    ended = shell.run("webhook", "create", "--agent", agent.name, "--source", "ci")
    assert "secret" not in ended.out.lower()


def test_json_has_the_whole_address(shell: Shell, hub: Hub, agent: Caller) -> None:
    made = shell.json("webhook", "create", "--agent", agent.name, "--source", "deploys", "--label", "blue")
    assert made["url"] == hub.url + made["path"]
    assert (made["source"], made["label"], made["secret"]) == ("deploys", "blue", None)
    assert call(hub, made).status_code == 202


def test_a_list_is_of_all_agents_or_of_one(shell: Shell, hub: Hub, agent: Caller) -> None:
    mine, other = make(hub.owner, agent.name, secret=True), make(hub.owner, hub.new_agent().name)
    assert set(listed(shell, "--agent", agent.name)) == {mine["id"]}
    assert {mine["id"], other["id"]} <= set(listed(shell))
    head, row = shell.run("webhook", "list", "--agent", agent.name).out.splitlines()
    assert head.split() == ["ID", "AGENT", "SOURCE", "LABEL", "SECRET", "CREATED", "LAST", "USED"]
    assert row.split()[:4] == [mine["id"], agent.name, "ci", "yes"]
    assert row.split()[-1] == "never"


def test_an_agent_without_webhooks_has_none(shell: Shell, agent: Caller) -> None:
    assert shell.run("webhook", "list", "--agent", agent.name).out == "No webhooks yet.\n"
    assert shell.run("webhook", "list", "--agent", "nobody-here").code == 1


def test_a_removed_webhook_is_called_in_vain(shell: Shell, hub: Hub, agent: Caller) -> None:
    made = make(hub.owner, agent.name)
    assert shell.run("webhook", "remove", made["id"]).out == f"Removed {made['id']}.\n"
    assert call(hub, made).status_code == 404
    assert made["id"] not in listed(shell)
    ended = shell.run("webhook", "remove", made["id"])
    assert (ended.code, ended.out) == (1, "")
    assert "There is no such webhook." in ended.err
    another = make(hub.owner, agent.name)
    assert list(shell.json("webhook", "remove", another["id"])) == ["id", "removed_at"]


@pytest.mark.parametrize("source", ["user", "User"])
def test_a_webhook_is_never_a_person(shell: Shell, agent: Caller, source: str) -> None:
    ended = shell.run("webhook", "create", "--agent", agent.name, "--source", source)
    assert (ended.code, ended.out) == (2, "")
    assert "never speaks as a person" in ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--agent"),
        (["--agent", "a"], "--source"),
        (["--agent", "a", "--source", ""], "is empty"),
        (["--agent", "a", "--source", "x" * 65], "64 are allowed"),
        (["--agent", "a", "--source", "ci", "--label", "x" * 201], "200 are allowed"),
    ],
)
def test_a_wrong_use_is_explained(alone: Shell, words: list[str], said: str) -> None:
    ended = alone.run("webhook", "create", *words)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_webhook_in_a_shell_of_a_coding_tool_needs_a_person(shell: Shell, hub: Hub, agent: Caller) -> None:
    words = ("webhook", "create", "--agent", agent.name, "--source", "ci")
    ended = shell.run(*words, CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert "only a person opens an agent to the world" in ended.err
    assert listed(shell, "--agent", agent.name) == {}
    assert shell.run(*words, "--as-person", CLAUDECODE="1").code == 0
