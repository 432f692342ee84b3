"""The reference's lines for curl do what it says, typed into a shell."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.accounts import add_user, signed_in
from support.answers import PATIENCE, done
from support.curl import lines, preface
from support.hub import SOURCES, Caller, Hub, running
from support.nudges import sign, tell
from support.questions import answer, ask
from support.webhooks import make

LINES = lines()


def _curl_knows_json() -> bool:
    if shutil.which("curl") is None:
        return False
    said = subprocess.run(["curl", "--help", "all"], capture_output=True, text=True, check=False)
    return " --json " in said.stdout


pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not _curl_knows_json(), reason="there is no curl that knows --json (7.82 or newer)"),
]


class Shell:
    """A shell of the hub's owner that was told what the reference wants it to be told first."""

    def __init__(self, hub: Hub, folder: Path) -> None:
        self.hub = hub
        self._environment = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "CURL_HOME": str(folder)}
        (folder / ".curlrc").write_text('silent\nshow-error\nnoproxy = "*"\nwrite-out = "\\n%{http_code}"\n')
        (folder / ".local" / "share").mkdir(parents=True)
        (folder / ".local" / "share" / "bellpull").symlink_to(hub.data_dir)
        program = folder / "bellpull"
        program.write_text(f'#!/bin/sh\nPYTHONPATH={SOURCES} exec {sys.executable} -m bellpull.cli.main "$@"\n')
        program.chmod(0o755)
        for line in preface():
            name, _, value = line.partition("=")
            self._environment[name] = hub.url if name == "HUB" else self.run(f"printf %s {value}")
        self.agent = Caller(hub, self._environment["AGENT_KEY"], "builder", "")

    def run(self, line: str, **more: str) -> str:
        environment = self._environment | more
        ended = subprocess.run(
            ["/bin/sh", "-euc", line], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert ended.returncode == 0, f"{line}\n{ended.stdout}{ended.stderr}"
        return ended.stdout


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with running(tmp_path_factory.mktemp("hub")) as hub:
        add_user(hub, "ada")
        hub.new_agent(name="old-builder")
        shell = Shell(hub, tmp_path_factory.mktemp("home"))
        sign(shell.agent, "opencode:ses_1", "working")
        yield shell


def _question(shell: Shell) -> str:
    return str(ask(shell.agent, options=["Yes", "No"], wait=3600)["id"])


def _answered(shell: Shell) -> str:
    id = _question(shell)
    answer(shell.hub.owner, id, choice="Yes")
    return id


#: What earlier answers would have had.
EARLIER: dict[str, Callable[[Shell], str]] = {
    "NOTIFICATION": lambda shell: str(shell.agent.send()["id"]),
    "QUESTION": _question,
    "NUDGE": lambda shell: str(tell(shell.hub.owner, "builder")["id"]),
    "KEY_ID": lambda shell: shell.hub.new_agent(name="builder").key_id,
    "WEBHOOK": lambda shell: str(make(shell.hub.owner, "builder")["id"]),
    "WEBHOOK_TOKEN": lambda shell: str(make(shell.hub.owner, "builder")["token"]),
    "LINK": lambda shell: str(done(shell.hub.owner.post("/api/sign-in-links"))["secret"]),
    "TOKEN": lambda shell: signed_in(shell.hub, "ada").key,
}


@pytest.mark.parametrize("route", LINES)
def test_a_line_for_curl_gets_the_status_that_the_reference_names(shell: Shell, route: str) -> None:
    line = LINES[route]
    people = {user["name"] for user in done(shell.hub.owner.get("/api/users"))["users"]}
    if route == "POST /api/users" and "bob" in people:
        done(shell.hub.owner.delete("/api/users/bob"))
    elif route != "POST /api/users" and "bob" not in people:
        add_user(shell.hub, "bob")
    # One that is open would be waited for.
    makers = EARLIER | ({"QUESTION": _answered} if "wait=" in line.text else {})
    names = set(re.findall(r"\$(\w+)", line.text)) - {"HUB", "KEY", "AGENT_KEY"}
    body, _, status = shell.run(line.text, **{name: makers[name](shell) for name in names}).rpartition("\n")
    assert int(status) == line.status, body
