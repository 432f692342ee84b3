"""What is connected, as `bellpull connect` alone shows it, and what the doctor finds when it tries each connection."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from support.answers import done
from support.hub import Hub, HubMaker
from support.shell import Shell

HOOKED = ("claude-code", "codex", "gemini", "qwen")
ONLY_SERVERS = ("cursor", "vscode", "copilot")
CLIENTS = ("opencode", *HOOKED, *ONLY_SERVERS)


def connected(shell: Shell, *clients: str, options: tuple[str, ...] = (), **variables: str) -> None:
    for client in clients:
        assert shell.run("connect", client, *options, **variables).code == 0


def program(shell: Shell, name: str, text: str) -> Path:
    """A program on a PATH of its own."""
    file = shell.home / "bin" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)
    return file


def findings(shell: Shell, about: str, **variables: str) -> list[dict[str, Any]]:
    report = json.loads(shell.run("doctor", "--json", **variables).out)
    return [check for check in report["checks"] if check["about"] == about]


def entry(shell: Shell) -> tuple[Path, dict[str, Any]]:
    """The settings of Cursor, which have nothing but our entry."""
    file = shell.home / ".cursor" / "mcp.json"
    return file, json.loads(file.read_text())


def test_a_machine_without_any_client_says_so(alone: Shell) -> None:
    ended = alone.run("connect", PATH="/nowhere")
    assert (ended.code, ended.err) == (0, "")
    assert "No coding tool that Bellpull knows was found." in ended.out
    listed = alone.json("connect", PATH="/nowhere")
    assert listed["count"] == len(CLIENTS)
    assert [each["client"] for each in listed["clients"]] == list(CLIENTS)
    assert not any(each["connected"] or each["found_at"] for each in listed["clients"])


def test_clients_are_listed_with_what_they_have_and_where(alone: Shell) -> None:
    found = program(alone, "codex", "")
    path = f"{found.parent}:{os.environ['PATH']}"
    (alone.home / ".gemini").mkdir()
    connected(alone, "claude-code")
    lines = {line.split()[0]: line.split() for line in alone.run("connect", PATH=path).out.splitlines() if line}
    assert lines["CLIENT"] == ["CLIENT", "FOR", "MCP", "HOOKS/PLUGIN", "SKILL", "FILE", "FOUND", "AT"]
    assert lines["claude-code"][1:6] == ["user", "yes", "yes", "yes", str(alone.home / ".claude.json")]
    assert lines["codex"][1:] == ["user", "no", "no", "no", "-", str(found)]
    assert lines["gemini"][-1] == str(alone.home / ".gemini")
    assert "cursor" not in lines


def test_connections_of_a_project_are_listed_beside_those_of_a_person(alone: Shell) -> None:
    elsewhere = {"HOME": str(alone.home.parent / "elsewhere")}
    assert alone.run("connect", "codex", "--project", **elsewhere).code == 0
    (mine, projects) = [each for each in alone.json("connect", **elsewhere)["clients"] if each["client"] == "codex"]
    assert (mine["for"], projects["for"]) == ("user", "project")
    assert {piece["kind"]: piece["connected"] for piece in projects["pieces"]} == dict.fromkeys(
        ("mcp", "hooks", "skill"), True
    )
    assert projects["pieces"][0]["file"] == str(alone.home / ".codex" / "config.toml")


def test_a_file_that_is_broken_is_told_and_the_others_are_listed(alone: Shell) -> None:
    connected(alone, "cursor")
    (alone.home / ".claude.json").write_text("{")
    ended = alone.run("connect")
    assert ended.code == 0
    assert "note: " in ended.out
    assert ".claude.json is not right at line 1, column 2" in ended.out
    assert any(line.startswith("cursor ") and " yes " in line for line in ended.out.splitlines())


def test_doctor_says_how_to_connect_if_nothing_is_connected(shell: Shell) -> None:
    (finding,) = findings(shell, "clients")
    assert (finding["state"], "bellpull connect" in finding["remedy"]) == ("note", True)


def kept_of(hub: Hub) -> dict[str, Any]:
    """Everything that an agent leaves behind in a hub and in its folder."""
    lists = ("agents", "keys", "sessions", "audit")
    told = {name: done(hub.owner.get(f"/api/{name}")) for name in lists}
    for key in told["keys"]["keys"]:
        del key["last_used_at"]
    return told | {"files": sorted(file.name for file in (hub.data_dir / "keys").glob("*"))}


@pytest.mark.process
@pytest.mark.parametrize("agent", [(), ("--agent", "never-worked")])
def test_each_connection_is_proved_by_a_way_to_the_hub_and_back_that_leaves_nothing_behind(
    alone: Shell, fresh_hub: HubMaker, agent: tuple[str, ...]
) -> None:
    hub = fresh_hub()
    connected(alone.at(hub), *CLIENTS, options=agent)
    before = kept_of(hub)
    report = alone.json("doctor")
    found = {check["about"]: (check["state"], check["text"]) for check in report["checks"]}
    for client in CLIENTS:
        hooks = " and its hooks" if client in (*HOOKED, "copilot") else ""
        assert found[client] == ("ok", f"reaches the hub by its MCP server (8 tools){hooks}")
    assert report["problems"] == 0
    assert "clients" not in found
    assert kept_of(hub) == before


@pytest.mark.process
def test_the_trial_of_a_connection_takes_no_nudge_away(shell: Shell, hub: Hub) -> None:
    agent = hub.new_agent().name
    connected(shell, "opencode", "claude-code", "copilot", options=("--agent", agent))
    path = f"/api/agents/{agent}/nudges"
    done(hub.owner.post(path, {"message": "for the agent alone"}), 201)
    assert shell.json("doctor")["problems"] == 0
    (pending,) = done(hub.owner.get(path, state="pending"))["nudges"]
    assert (pending["state"], pending["repeat"]) == ("pending", False)
    assert done(hub.owner.get("/api/sessions", agent_name=agent))["count"] == 0


def test_a_connection_is_not_tried_while_its_hub_does_not_run_and_none_is_started(alone: Shell) -> None:
    connected(alone, "claude-code", "cursor")
    report = json.loads(alone.run("doctor", "--json").out)
    for client in ("claude-code", "cursor"):
        (finding,) = [check for check in report["checks"] if check["about"] == client]
        assert finding["state"] == "note"
        assert "its hub is not running" in finding["text"]
    assert not (alone.data_dir / "hub.json").exists()


@pytest.mark.process
def test_a_program_that_is_gone_is_a_problem_with_its_remedy(shell: Shell) -> None:
    connected(shell, "cursor")
    file, settings = entry(shell)
    settings["mcpServers"]["bellpull"]["command"] = str(shell.home / "gone")
    file.write_text(json.dumps(settings))
    problem = findings(shell, "cursor")[-1]
    assert problem["state"] == "problem"
    assert "No such file or directory" in problem["text"]
    assert problem["remedy"].startswith("bellpull connect cursor --data-dir ")


@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("print('hello')", "which is not JSON"),
        ("import sys; sys.exit('no such thing')", "no such thing"),
        ("import os; os.kill(os.getpid(), 9)", "ended before it answered initialize"),
        (
            "import json, sys\nfor line in sys.stdin:\n"
            "  print(json.dumps({'id': json.loads(line)['id'], 'error': 'no'}), flush=True)",
            'initialize was answered with "no"',
        ),
    ],
)
def test_a_program_that_answers_otherwise_is_a_problem(shell: Shell, script: str, words: str) -> None:
    connected(shell, "cursor")
    file, settings = entry(shell)
    other = program(shell, "other.py", script)
    settings["mcpServers"]["bellpull"] |= {"command": sys.executable, "args": [str(other)]}
    file.write_text(json.dumps(settings))
    problem = findings(shell, "cursor")[-1]
    assert (problem["state"], words in problem["text"]) == ("problem", True), problem


@pytest.mark.process
@pytest.mark.parametrize("client", ["cursor", "claude-code"])
def test_silent_program_is_ended_with_all_that_it_started(
    shell: Shell, client: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bellpull.cli import round_trip
    from bellpull.clients.client import Server

    monkeypatch.setattr(round_trip, "SECONDS", 0.5)
    silent = program(shell, "silent", "#!/bin/sh\nsleep 1000 | cat\n")
    with pytest.raises(round_trip.Failed, match=r"within 0 s|within 1 s"):
        if client == "cursor":
            round_trip.call_server(Server((str(silent),), {}), os.environ)
        else:
            round_trip.call_hook(f"'{silent}'", os.environ)


@pytest.mark.process
def test_a_hook_that_does_not_reach_the_hub_is_a_problem(shell: Shell) -> None:
    connected(shell, "gemini")
    file = shell.home / ".gemini" / "settings.json"
    settings = json.loads(file.read_text())
    for groups in settings["hooks"].values():
        groups[0]["hooks"][0]["command"] += " --url http://127.0.0.1:9"
    file.write_text(json.dumps(settings))
    (problem,) = [each for each in findings(shell, "gemini") if each["state"] == "problem"]
    assert "does not reach the hub" in problem["text"]
    assert "--url http://127.0.0.1:9" in problem["text"]


@pytest.mark.process
@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("claude-code", ".claude/settings.json", '{"disableAllHooks": true}'),
        ("gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}'),
        ("codex", ".codex/config.toml", "[features]\nhooks = false\n"),
    ],
)
def test_hooks_that_somebody_turned_off_are_a_problem(shell: Shell, client: str, file: str, text: str) -> None:
    (shell.home / file).parent.mkdir()
    (shell.home / file).write_text(text)
    ended = shell.run("connect", client)
    assert f"note: {shell.home / file} turns all hooks off" in ended.out
    (problem,) = [each for each in findings(shell, client) if each["state"] == "problem"]
    assert "turns all hooks off" in problem["text"]


@pytest.mark.process
def test_files_that_are_not_of_this_make_are_told(shell: Shell) -> None:
    connected(shell, "opencode")
    plugin = shell.home / ".config" / "opencode" / "plugins" / "bellpull.js"
    plugin.write_text(plugin.read_text() + "// mine\n")
    skill = shell.home / ".config" / "opencode" / "skills" / "notify" / "SKILL.md"
    skill.unlink()
    said = [each["text"] for each in findings(shell, "opencode") if each["state"] == "note"]
    assert any(f"{plugin} was changed by hand" in text for text in said)
    assert any(f"no skill of Bellpull in {skill}" in text for text in said)
    connected(shell, "opencode", BELLPULL_DATA_DIR=str(shell.data_dir) + "/")
    assert shell.json("doctor")["problems"] == 0


def test_a_broken_file_of_a_client_is_a_problem(shell: Shell) -> None:
    (shell.home / ".codex").mkdir()
    (shell.home / ".codex" / "config.toml").write_text("a = \n")
    (finding,) = findings(shell, "codex")
    assert finding["state"] == "problem"
    assert "line 1, column 5" in finding["text"]
