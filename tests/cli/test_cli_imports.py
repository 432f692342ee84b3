"""Short commands stay short: neither asyncio nor anything that was installed is imported, and little else."""

import json
import subprocess
import sys

import pytest
from test_cli_failures import SHORT
from watched_agent import WatchedAgent

from bellpull.cli.main import COMMANDS
from support.answers import PATIENCE
from support.hub import Caller
from support.questions import ask
from support.shell import Shell
from support.webhooks import make as make_webhook

LOOK = """
import json, sys
before = set(sys.modules)
from bellpull.cli.main import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted(set(sys.modules) - before)]), file=sys.stderr)
"""
#: Slow to import, and easily brought in by accident.
HEAVY = {"asyncio", "http", "http.client", "urllib.request", "email", "typing", "dataclasses", "inspect", "logging"}
FREQUENT = ["status", "sessions", "send", "inbox", "show", "ack", "dismiss", "ask", "questions", "tell"]


def imported(shell: Shell, *words: str, input: bytes = b"", **variables: str) -> tuple[int, set[str]]:
    ended = subprocess.run(
        [sys.executable, "-c", LOOK, *words],
        env=shell.environment(**variables),
        capture_output=True,
        input=input,
        timeout=PATIENCE,
    )
    assert b"Traceback" not in ended.stderr and b"Warning" not in ended.stderr, ended
    code, modules = json.loads(ended.stderr.splitlines()[-1])
    return code, set(modules)


def test_commands_are_all_looked_at() -> None:
    long = {"up", "mcp", "wrap", "desk", "watcher", "follow", "diagnostics", "tui"}
    of_the_data_file = {"backup", "restore", "export", "import"}
    assert set(SHORT) | long | of_the_data_file == set(COMMANDS)


@pytest.mark.process
@pytest.mark.parametrize("name", SHORT)
def test_a_short_command_imports_neither_asyncio_nor_a_third_party(shell: Shell, agent: Caller, name: str) -> None:
    id = agent.send()["id"]
    words = {"show": [id], "ack": [id], "agent remove": [agent.name, "--yes"], "key revoke": [agent.key_id]}
    words |= {"dismiss": [id], "key create": ["--agent", agent.name], "answer": [ask(agent)["id"], "--dismiss"]}
    words |= {"webhook create": ["--agent", agent.name, "--source", "ci"], "trail": [agent.name]}
    words |= {"jump": [agent.name], "tell": [agent.name, "x"], "run": ["--agent", agent.name, "--", "true"]}
    words |= {"webhook remove": [make_webhook(agent.hub.owner, agent.name)["id"]]}
    person = agent.hub.new_person()
    words |= {"agent share": [agent.name, person.name], "agent unshare": [agent.name, person.name]}
    words |= {"user add": [f"{person.name}-2", "--no-password"], "user remove": [person.name, "--yes"]}
    words |= {"user password": [person.name, "--password-stdin"]}
    typed = b"correct horse battery\n" if name == "user password" else b""
    variables = {"BELLPULL_DATA_DIR": str(shell.home)} if name in ("down", "uninstall", "logs") else {}
    (shell.home / "hub.log").touch()
    code, modules = imported(shell, *name.split(), *words.get(name, SHORT[name]), input=typed, **variables)
    assert code == {"down": 1, "jump": 1, "confirm": 3}.get(name, 0)
    assert "asyncio" not in modules
    assert {module.partition(".")[0] for module in modules} <= {*sys.stdlib_module_names, "bellpull"}
    assert not {"bellpull.assemble", "bellpull.store", "bellpull.web"} & modules


@pytest.mark.process
@pytest.mark.parametrize("name", FREQUENT)
def test_a_frequent_command_imports_nothing_heavy(watched: WatchedAgent, name: str) -> None:
    """For somebody who sees this test's agent alone: texts of others may have marks, and reading those takes more."""
    id = watched.agent.send()["id"]
    words = {"show": [id], "ack": [id], "dismiss": [id], "send": ["x"], "ask": ["x", "--no-wait"]}
    words |= {"tell": [watched.agent.name, "x"]}
    code, modules = imported(watched.shell, name, *words.get(name, []))
    assert code == 0
    assert not modules & (HEAVY | {"ssl", "socket", "subprocess", "shutil", "tomllib", "selectors", "difflib"})


@pytest.mark.process
@pytest.mark.parametrize("format", ["plain", "json", "tmux", "waybar", "xbar"])
def test_a_bar_that_asks_every_two_seconds_imports_nothing_heavy(watched: WatchedAgent, format: str) -> None:
    ask(watched.agent)
    code, modules = imported(watched.shell, "status", "--format", format)
    assert code == 0
    assert not modules & (HEAVY | {"ssl", "socket", "subprocess", "shutil", "tomllib", "selectors", "difflib", "shlex"})
