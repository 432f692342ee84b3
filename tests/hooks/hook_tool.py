"""A coding tool's side of its hooks: it starts the command that its settings name, gives it the event and takes what it
prints, as the clients document it. And the samples of what they say."""

import json
import os
import secrets
import subprocess
import sys
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hook_here import console, run_here, script

from bellpull.clients.hooks.command import hook_command
from support.answers import PATIENCE, done
from support.hub import KEPT_VARIABLES, SOURCES, Caller, Hub

SAMPLES = {
    file.stem: json.loads(file.read_text()) for file in sorted((Path(__file__).parent / "samples").glob("*.json"))
}
MESSAGE = "use the staging database"
TEXT = f'<notification source="user">\n{MESSAGE}\n</notification>'
WAYS = ("fast", "console")


def event_of(sample: str, **more: Any) -> dict[str, Any]:
    """The event of a sample, in a session of this test alone, by each of the names that the tool has for it."""
    event: dict[str, Any] = deepcopy(SAMPLES[sample]["event"])
    named = ("session_id", *(name for name in ("sessionId", "parent_agent_id") if name in event))
    return event | dict.fromkeys(named, secrets.token_hex(8)) | more


@dataclass(frozen=True)
class Hooked:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, ""), self
        return json.loads(self.out)

    @property
    def silent(self) -> bool:
        return (self.code, self.out, self.err) == (0, "", "")


@dataclass
class Tool:
    """One coding tool in one project; `way` is how its settings start the hook."""

    home: Path
    data_dir: Path
    way: str = "fast"
    agent: str | None = None

    def command(self, client: str, waits: str = "") -> list[str]:
        if self.way == "fast":
            return hook_command(client, self.agent, waits=waits)
        chosen = ["--agent", self.agent] if self.agent else []
        return [sys.executable, "-m", "bellpull.cli.main", "hook", client, *chosen, *([waits] if waits else [])]

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        own = {"HOME": str(self.home), "BELLPULL_DATA_DIR": str(self.data_dir), "PYTHONPATH": str(SOURCES)}
        return kept | own | more

    def start(self, client: str, waits: str = "", **variables: str) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        environment = self.environment(**variables)
        command = self.command(client, waits)
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=self.home)

    def hook(self, client: str, event: dict[str, Any] | bytes, **variables: str) -> Hooked:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        with self.start(client, **variables) as process:
            out, err = process.communicate(data, timeout=PATIENCE)
            return Hooked(process.returncode, out.decode(), err.decode())


@dataclass
class ToolHere(Tool):
    """Its hooks run in the test's process."""

    def hook(self, client: str, event: dict[str, Any] | bytes, **variables: str) -> Hooked:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        words = [client, *(["--agent", self.agent] if self.agent else [])]
        way = script if self.way == "fast" else console
        return Hooked(*run_here(way, words, data, self.home, self.environment(**variables)))


def nudge(hub: Hub, agent: str, message: str = MESSAGE, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = done(hub.owner.post(f"/api/agents/{agent}/nudges", {"message": message} | more), 201)
    return told


def nudges(hub: Hub, agent: str, state: str = "pending") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done(hub.owner.get(f"/api/agents/{agent}/nudges", state=state, limit=500))["nudges"]
    return found


def session(caller: Caller, agent: str, id: str) -> dict[str, Any] | None:
    listed = done(caller.get("/api/sessions", agent_name=agent, limit=500))["sessions"]
    return next((one for one in listed if one["id"] == id), None)
