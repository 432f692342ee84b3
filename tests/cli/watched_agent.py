"""A person with an agent of their own, whose sessions a test signs; nobody else's are seen with this person's key."""

import secrets
from typing import Any

from support.answers import done
from support.hub import Caller
from support.shell import Ended, Shell

SERVER = "http://127.0.0.1:4096"
LONG_AGO = "2026-01-01T00:00:00.000Z"


class WatchedAgent:
    def __init__(self, shell: Shell, person: Caller) -> None:
        self.person = person
        self.agent = person.hub.new_agent(person)
        self.shell = shell
        shell.variables |= {"BELLPULL_URL": person.hub.url, "BELLPULL_KEY": person.key}
        self._own = secrets.token_hex(4)

    def id(self, name: str) -> str:
        """Of a session: other tests sign theirs at the same hub."""
        return f"opencode:ses_{self._own}_{name}"

    def sign(self, name: str, state: str = "idle", **fields: Any) -> dict[str, Any]:
        usual = {"agent": self.agent.name, "title": name, "server": SERVER, "source": "watcher"}
        sign = {"session": self.id(name), "state": state} | usual | fields
        taken: dict[str, Any] = done(self.person.post("/api/sessions/signs", [sign]))
        return taken

    def permission(self, name: str, command: str = "npm install") -> str:
        """The session waits for a permission; the id of the question that stands for it."""
        request = {"id": f"per_{secrets.token_hex(8)}", "kind": "permission", "permission": "bash", "always": ["npm *"]}
        told = {**request, "since": LONG_AGO, "patterns": [command], "metadata": {"command": command}}
        tools = [{"tool": "bash", "argument": command}]
        taken = self.sign(name, "working", requests=[told], tools=tools)
        return str(taken["requests"][0]["question_ids"][0])

    def run(self, *words: str, **variables: str) -> Ended:
        return self.shell.run(*words, **variables)
