"""One agent of the demo, and what agents do: work, tell, ask and wait, need a permission, read what they are told.

Everything goes to the hub with the agent's own key, by the routes that real agents and watches use. A hub that is
restarted meanwhile is waited for. Not here: what the three of them say (`builder`, `reviewer`, `writer`).
"""

import os
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from bellpull.demo.line import CLIENT
from bellpull.demo.pace import Pace
from bellpull.remote.address import quote
from bellpull.remote.line import Line
from bellpull.remote.waiting import GRACE_SECONDS, answered, handed, opened

#: How long a hub is waited for that is away.
AWAY_SECONDS = 30.0
#: A poll is as short as this, because somebody may want to end the demo.
POLL_SECONDS = 5
IDLE, WORKING, ENDED = "idle", "working", "ended"

Say = Callable[..., None]


class Scene(NamedTuple):
    """What people see of an agent's session."""

    title: str
    directory: str
    branch: str
    todos: Sequence[str]


class Permission(NamedTuple):
    """What a coding tool asks before it edits a file."""

    path: str
    diff: str
    always: str


class Actor:
    def __init__(self, line: Line, name: str, scene: Scene, pace: Pace, say: Say) -> None:
        self.name = name
        self.pace = pace
        self.session = session_of(name)
        self._line = line
        self._scene = scene
        self._say = say
        self._done = 0
        #: Everything that it was told so far.
        self.told: list[str] = []
        #: Does what it is told without having asked to be; whether it could.
        self.heeds: Callable[[str], bool] = lambda text: False

    def say(self, text: str, *commands: str) -> None:
        """To whoever watches the demo; commands are what to try now."""
        self._say(f"{self.name} {text}", *commands)

    # To people.

    def tell(self, kind: str, title: str, message: str, priority: str = "normal", category: str | None = None) -> None:
        body = {"notification_type": kind, "title": title, "message": message, "priority": priority}
        self._create("/api/notifications", {**body, "category": category})

    def ask(self, title: str, question: str, options: Sequence[str] = (), **more: object) -> dict[str, Any]:
        """The question as it was when the answer came, or nobody was waited for any longer."""
        look = {"repo": self._scene.directory.rpartition("/")[2], "branch": self._scene.branch}
        body = {"title": title, "question": question, "options": list(options), **look}
        asked = opened(self._line, {**body, **more}, self.pace.patience)
        found = answered(self._line, asked, monotonic() + self.pace.patience)
        if found["state"] == "settled":
            handed(self._line, found)
        return found

    def need(self, permission: Permission) -> Mapping[str, Any] | None:
        """What a person decided, as a coding tool is told it; None where nobody did, and then nothing is allowed."""
        request = _request(permission)
        told = self.sign(WORKING, ("edit", permission.path), requests=[request])["requests"][0]
        self._await(told["question_ids"][0])
        told = self.sign(WORKING, ("edit", permission.path), requests=[request])["requests"][0]
        if told["reply"]:
            for id in told["question_ids"]:
                self._persist("POST", f"/api/questions/{quote(id)}/handed")
        self.sign(WORKING, requests=[])
        reply: Mapping[str, Any] | None = told["reply"]
        return reply

    def _await(self, question_id: str) -> None:
        deadline = monotonic() + self.pace.patience
        state = "open"
        while state == "open" and (left := deadline - monotonic()) > 0:
            self.pace.check()
            query = {"wait": _whole_seconds(left)}
            state = self._poll(f"/api/questions/{quote(question_id)}", query)["state"]

    # What a watch would see.

    def work(self, tool: str, argument: str, moments: float) -> None:
        """Use a tool for so long. Its result carries what the agent was told meanwhile."""
        self.sign(WORKING, (tool, argument))
        self.pace.pass_by(moments)
        self.respond(self.hear(0))

    def finish(self) -> None:
        """One more of its todos is done."""
        self._done += 1

    def sign(self, state: str, tool: tuple[str, str] | None = None, **more: object) -> dict[str, Any]:
        tools = [{"tool": tool[0], "argument": tool[1]}] if tool else []
        seen = {"session": self.session, "state": state, "client": CLIENT, "source": CLIENT, "wakes": True}
        scene = {"title": self._scene.title, "directory": self._scene.directory, "todos": self._todos()}
        return self._signed({**seen, **scene, "tools": tools, **more})

    def sign_helper(self, name: str, state: str, title: str, tool: tuple[str, str]) -> None:
        """Of a sub-agent that works for this one."""
        seen = {"session": f"{self.session}/{name}", "parent": self.session, "state": state, "title": title}
        tools = [{"tool": tool[0], "argument": tool[1]}]
        self._signed({**seen, "client": CLIENT, "source": CLIENT, "tools": tools if state == WORKING else []})

    def _signed(self, sign: Mapping[str, object]) -> dict[str, Any]:
        taken: dict[str, Any] = self._persist("POST", "/api/sessions/signs", [sign])
        return taken

    def _todos(self) -> list[dict[str, str]]:
        words = ["completed"] * self._done + ["in_progress"] + ["pending"] * len(self._scene.todos)
        return [{"content": todo, "status": word} for todo, word in zip(self._scene.todos, words, strict=False)]

    # From people.

    def hear(self, seconds: float) -> list[dict[str, Any]]:
        """What this agent is told within that time, as soon as there is something."""
        deadline = monotonic() + seconds
        while True:
            self.pace.check()
            left = deadline - monotonic()
            query = {"state": "pending", "session": self.session, "limit": 1, "wait": _whole_seconds(left)}
            if self._poll(self._nudges(), query)["nudges"] and (nudges := self._take()):
                return nudges
            if left <= 0:
                return []

    def respond(self, nudges: Sequence[Mapping[str, Any]]) -> None:
        """To what it was told though it had not asked to be, and to answers that came late."""
        for nudge in nudges:
            late = nudge["question_id"] is not None
            if not late and self.heeds(nudge["message"]):
                continue
            title = "Your answer came late, and still reached me" if late else "I have read what you told me"
            self.say(f"{'has your late answer' if late else 'read what it was told'}: “{nudge['message']}”")
            self.tell("info", title, nudge["message"], category="told")

    def _take(self) -> list[dict[str, Any]]:
        body = {"session": self.session, "carrier": CLIENT, "sure": True}
        nudges: list[dict[str, Any]] = self._persist("POST", self._nudges("/claim"), body)["nudges"]
        if nudges:
            self._persist("POST", self._nudges("/confirm"), {"ids": [nudge["id"] for nudge in nudges]})
            self.told += [nudge["message"] for nudge in nudges]
        return nudges

    def _nudges(self, verb: str = "") -> str:
        return f"/api/agents/{quote(self.name)}/nudges{verb}"

    # Over the line.

    def _create(self, path: str, body: Mapping[str, object]) -> None:
        self._line.create(path, body, os.urandom(16).hex())

    def _poll(self, path: str, query: Mapping[str, Any]) -> dict[str, Any]:
        said: dict[str, Any] = self._persist("GET", path, query=query, seconds=query["wait"] + GRACE_SECONDS)
        return said

    def _persist(self, method: str, path: str, body: object = None, **how: Any) -> Any:
        return self._line.persist(
            lambda: self._line.request(method, path, body=body, **how), monotonic() + AWAY_SECONDS
        )


def session_of(name: str) -> str:
    return f"{CLIENT}:{name}"


def _whole_seconds(left: float) -> int:
    return min(int(left) + 1, POLL_SECONDS) if left > 0 else 0


def _request(permission: Permission) -> dict[str, object]:
    said = {"permission": "edit", "patterns": [permission.path], "always": [permission.always]}
    metadata = {"filepath": permission.path, "diff": permission.diff}
    return {"id": f"per_{os.urandom(8).hex()}", "kind": "permission", "source": "event", **said, "metadata": metadata}
