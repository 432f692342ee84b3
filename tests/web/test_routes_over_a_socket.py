"""Each route over a socket, as the reference's lines for curl call it: sent as a request, and typed into a shell."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Template
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bellpull.web.openapi import document
from support.accounts import add_user, signed_in
from support.answers import PATIENCE, done
from support.curl import Line, lines, preface
from support.hub import SOURCES, Caller, Hub, running
from support.nudges import sign, tell
from support.questions import answer, ask
from support.routes import ROUTES, SERVED
from support.webhooks import make

pytestmark = pytest.mark.process

LINES = lines()
DOCUMENT = document(SERVED.values())
#: One for each way in which the lines say what they want; a shell is given the others in `make test-all`.
TYPED = {
    "GET /api/notifications",
    "POST /api/notifications",
    "POST /api/notifications/dismiss",
    "PUT /api/preferences",
    "DELETE /api/keys/{id}",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with running(tmp_path_factory.mktemp("hub")) as own:
        add_user(own, "ada")
        sign(own.new_agent(name="builder"), "opencode:ses_1", "working")
        yield own


def _builder(hub: Hub) -> Caller:
    return hub.new_agent(name="builder")


def _question(hub: Hub) -> str:
    return str(ask(_builder(hub), options=["Yes", "No"], wait=3600)["id"])


def _answered(hub: Hub) -> str:
    id = _question(hub)
    answer(hub.owner, id, choice="Yes")
    return id


#: What earlier answers would have had.
EARLIER: dict[str, Callable[[Hub], str]] = {
    "NOTIFICATION": lambda hub: str(_builder(hub).send()["id"]),
    "QUESTION": _question,
    "NUDGE": lambda hub: str(tell(hub.owner, "builder")["id"]),
    "KEY_ID": lambda hub: _builder(hub).key_id,
    "WEBHOOK": lambda hub: str(make(hub.owner, "builder")["id"]),
    "WEBHOOK_TOKEN": lambda hub: str(make(hub.owner, "builder")["token"]),
    "LINK": lambda hub: str(done(hub.owner.post("/api/sign-in-links"))["secret"]),
    "TOKEN": lambda hub: signed_in(hub, "ada").key,
}


def _prepared(hub: Hub, route: str) -> dict[str, str]:
    """What the names in the route's line stand for, once there is all that the line speaks of."""
    hub.new_agent(name="old-builder")
    people = {user["name"] for user in done(hub.owner.get("/api/users"))["users"]}
    if route == "POST /api/users" and "bob" in people:
        done(hub.owner.delete("/api/users/bob"))
    elif route != "POST /api/users" and "bob" not in people:
        add_user(hub, "bob")
    text = LINES[route].text
    # One that is open would be waited for.
    makers = EARLIER | ({"QUESTION": _answered} if "wait=" in text else {})
    return {name: makers[name](hub) for name in set(re.findall(r"\$(\w+)", text)) - {"HUB", "KEY", "AGENT_KEY"}}


def _fits(route: str, status: int, body: Any) -> None:
    method, path = route.split(" ")
    content = DOCUMENT["paths"][path][method.lower()]["responses"][str(status)]["content"]
    schema = content["application/json"]["schema"]
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(body)


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_answers_its_example_with_the_documented_status_and_shape(served: Hub, route: str) -> None:
    line = LINES[route]
    values = {"HUB": served.url, "KEY": served.owner.key, "AGENT_KEY": _builder(served).key} | _prepared(served, route)
    words = [Template(word).substitute(values) for word in shlex.split(line.text)]
    (url,) = (word for word in words if word.startswith(served.url))
    headers = dict(word.split(": ", 1) for word in words if word.startswith("Authorization: "))
    body = words[words.index("--json") + 1].encode() if "--json" in words else None
    if body:
        headers["Content-Type"] = "application/json"
    answered = served.http.request(line.method, url, headers=headers, content=body)
    assert answered.status_code == line.status, answered.text
    if route == "GET /metrics":
        assert answered.headers["content-type"].startswith("text/plain")
    else:
        _fits(route, line.status, answered.json())


def _curl_knows_json() -> bool:
    if shutil.which("curl") is None:
        return False
    said = subprocess.run(["curl", "--help", "all"], capture_output=True, text=True, check=False)
    return " --json " in said.stdout


class Shell:
    """A shell of the hub's owner that was told what the reference wants it to be told first."""

    def __init__(self, hub: Hub, folder: Path) -> None:
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

    def run(self, line: str, **more: str) -> str:
        environment = self._environment | more
        ended = subprocess.run(
            ["/bin/sh", "-euc", line], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert ended.returncode == 0, f"{line}\n{ended.stdout}{ended.stderr}"
        return ended.stdout


@pytest.fixture(scope="module")
def shell(served: Hub, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    if not _curl_knows_json():
        pytest.skip("there is no curl that knows --json (7.82 or newer)")
    return Shell(served, tmp_path_factory.mktemp("home"))


@pytest.mark.parametrize(
    "route", [pytest.param(route, marks=() if route in TYPED else pytest.mark.slow) for route in LINES]
)
def test_a_line_for_curl_gets_the_status_that_the_reference_names(served: Hub, shell: Shell, route: str) -> None:
    line: Line = LINES[route]
    body, _, status = shell.run(line.text, **_prepared(served, route)).rpartition("\n")
    assert int(status) == line.status, body
