"""An OpenCode at work: sessions with scripted models, and nudges for them."""

import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from support.answers import done, until
from support.fake_model import Call, FakeModel, Step, serving, text_of
from support.hub import Hub
from support.opencode import FRUGAL, PATIENCE_WITH_IT, Server, installed

SMALL_SERVER = [sys.executable, str(Path(__file__).with_name("small_server.py"))]
ENDED = "Done."
#: What OpenCode has to ask for; all else it may do.
PERMISSIONS = {"bash": {"*": "allow", "touch *": "ask", "mkdir *": "ask"}, "edit": "ask"}
SEEDS_SENTENCE = (
    "You may see <notification> tags in tool results. These are external events "
    "(file changes, background task completions, etc.) that occurred while you "
    "were working. Consider them when deciding your next action."
)
POLLS = re.compile(r'bellpull_requests_total\{route="GET /api/agents/\{name\}/nudges",status="200"\} (\d+)')
QUESTION = {
    "question": "Which db?",
    "header": "DB",
    "options": [
        {"label": "sqlite", "description": "a file"},
        {"label": "postgres", "description": "a server"},
    ],
}
WAITS = re.compile(r'bellpull_waiting_calls\{for="nudges"\} [1-9]')
BLOCK = re.compile(r"<notification source=\"[^\"]*\"[^>]*>\n.*?\n</notification>", re.DOTALL)


@dataclass
class Work:
    """A session that was given a prompt."""

    at: "AtWork"
    session: str
    prompt: str

    @property
    def name(self) -> str:
        return f"opencode:{self.session}"

    def requests(self) -> list[dict[str, Any]]:
        return self.at.model.heard(self.prompt)

    def wait(self, condition: Callable[[], Any], why: str) -> Any:
        try:
            return until(condition, why, PATIENCE_WITH_IT)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self.at.server.opencode.output()}") from None

    def rest(self) -> "Work":
        """Once it idles."""
        self.wait(lambda: self.at.server.finished(self.session), "the session comes to an end")
        return self

    def read(self) -> list[dict[str, Any]]:
        """The messages that the model read last, once the session idles."""
        messages: list[dict[str, Any]] = self.rest().requests()[-1]["messages"]
        return messages

    def results(self) -> list[str]:
        return [text_of(message) for message in self.read() if message["role"] == "tool"]

    def asked(self) -> dict[str, Any]:
        """The question of the hub that it waits for."""

        def known() -> list[str]:
            return [id for one in self.at.watched(self.name).get("waits", []) if (id := one["question_id"])]

        (id,) = self.wait(known, "it is seen to wait for a person")
        return self.at.question(id)

    def knows_what_nudges_are(self) -> bool:
        """It was told so once."""
        system = " ".join(text_of(message) for message in self.read() if message["role"] == "system")
        return " ".join(system.split()).count(SEEDS_SENTENCE) == 1

    def said_by_people(self) -> list[str]:
        return [text_of(message) for message in self.read() if message["role"] == "user"]


class Polls(NamedTuple):
    """How often calls for nudges were answered, and if a call waits for an answer."""

    answered: int
    waits: bool


@dataclass
class AtWork:
    hub: Hub
    agent: str
    model: FakeModel
    server: Server

    def begin(self, *script: Step, session: str | None = None, **more: Any) -> Work:
        """Give a prompt whose script this is to this session, or to a new one."""
        prompt = f"Do {secrets.token_hex(4)}."
        self.model.play(prompt, *script, ENDED)
        session = session or self.server.new_session()
        self.server.prompt(session, prompt, **more)
        return Work(self, session, prompt)

    def tell(self, message: str, **fields: Any) -> dict[str, Any]:
        told: dict[str, Any] = done(self.hub.owner.post(self._path, {"message": message, **fields}), 201)
        return told

    def tell_and_see_it_noticed(self, message: str, **fields: Any) -> dict[str, Any]:
        """The plugin, the only carrier here, waits for what comes; then it is answered, and waits no more."""
        until(lambda: self._polls().waits, "the plugin asks", PATIENCE_WITH_IT)
        before = self._polls()
        told = self.tell(message, **fields)

        def knows() -> bool:
            now = self._polls()
            return now.answered > before.answered and not now.waits

        until(knows, "the plugin is told of it", PATIENCE_WITH_IT)
        return told

    def handed(self, nudge: dict[str, Any]) -> dict[str, Any]:
        """The nudge, once a carrier has confirmed it."""

        def found() -> list[dict[str, Any]]:
            listed = done(self.hub.owner.get(self._path, state="handed", limit=500))["nudges"]
            return [one for one in listed if one["id"] == nudge["id"]]

        return until(found, "it is confirmed", PATIENCE_WITH_IT)[0]

    def pending(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = done(self.hub.owner.get(self._path, limit=500))["nudges"]
        return listed

    def sessions(self) -> dict[str, dict[str, Any]]:
        listed = done(self.hub.owner.get("/api/sessions", agent_name=self.agent, limit=500))["sessions"]
        return {one["id"]: one for one in listed}

    def watched(self, name: str) -> dict[str, Any]:
        """A session as everybody sees it."""
        shown = done(self.hub.owner.get("/api/watch"))["sessions"]
        return next((one for one in shown if one["id"] == name), {})

    def open_questions(self, name: str) -> list[dict[str, Any]]:
        """Of a session, at the hub."""
        listed = done(self.hub.owner.get("/api/questions", agent_name=self.agent, limit=100))["questions"]
        return [one for one in listed if one["session"] == name]

    def question(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = done(self.hub.owner.get(f"/api/questions/{id}"))
        return found

    def answer(self, question: dict[str, Any], **given: str) -> None:
        done(self.hub.owner.post(f"/api/questions/{question['id']}/answer", given))

    @property
    def _path(self) -> str:
        return f"/api/agents/{self.agent}/nudges"

    def _polls(self) -> Polls:
        told = self.hub.owner.get("/metrics").text
        answered = POLLS.search(told)
        return Polls(int(answered[1]) if answered else 0, WAITS.search(told) is not None)


@contextmanager
def at_work(
    hub: Hub,
    folder: Path,
    *,
    agent: str | None = None,
    plugin: bool = True,
    connected: bool = False,
    **servers: list[str],
) -> Iterator[AtWork]:
    """With the plugin alone, and a patient one; or `connected` as people do it, with all that is written then."""
    agent = agent or f"agent-{secrets.token_hex(4)}"
    opencode = installed(folder)
    with serving(FakeModel(ENDED)) as model:
        opencode.use(model)
        opencode.set(permission=PERMISSIONS, **FRUGAL)
        opencode.add_servers(small=SMALL_SERVER, **servers)
        if connected:
            opencode.bellpull("connect", "opencode", "--user", "--agent", agent, "--data-dir", str(hub.data_dir))
        elif plugin:
            opencode.plug_in(agent, hub.data_dir)
        with opencode.serve() as server:
            server.new_session("The first, which loads the plugin")
            if plugin:
                until(lambda: _is_known(hub, agent), "the plugin makes the agent a key", PATIENCE_WITH_IT)
            yield AtWork(hub, agent, model, server)


def _is_known(hub: Hub, agent: str) -> bool:
    return agent in [one["name"] for one in done(hub.owner.get("/api/agents"))["agents"]]


def bash(command: str) -> Call:
    return Call("bash", {"command": command, "description": "run"})


def block(told: dict[str, Any]) -> str:
    return f'<notification source="{told["source"]}">\n{told["message"]}\n</notification>'


def project(opencode: AtWork) -> Path:
    return opencode.server.opencode.project


def none_open(work: Work) -> None:
    work.wait(lambda: not work.at.open_questions(work.name), "the hub has no open question of it")


def becomes(work: Work, state: str) -> dict[str, Any]:
    def so() -> dict[str, Any] | None:
        seen = work.at.watched(work.name)
        return seen if seen.get("state") == state else None

    return dict(work.wait(so, f"it is seen to be {state}"))


def carried_out(opencode: AtWork, asked: dict[str, Any]) -> dict[str, Any]:
    until(lambda: opencode.question(asked["id"])["handed_at"], "the hub hears of it", PATIENCE_WITH_IT)
    return opencode.question(asked["id"])


def say(text: str) -> Call:
    return Call("small_say", {"text": text})


def teller(opencode: AtWork, told: list[dict[str, Any]], then: Call, message: str = "CI failed", **fields: Any) -> Any:
    """A step of a script: something is told while the session works, and then a tool is called."""

    def step() -> Call:
        told.append(opencode.tell_and_see_it_noticed(message, **fields))
        return then

    return step
