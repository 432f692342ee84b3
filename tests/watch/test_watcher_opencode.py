"""The real OpenCode without the plugin: a watcher alone wakes it, and reaches it while it works."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from watch_nudging import Nudged, Watch

from support.answers import done, until
from support.fake_model import Call, FakeModel, serving, text_of
from support.hub import Hub
from support.opencode import FRUGAL, PATIENCE_WITH_IT, Server, installed

pytestmark = pytest.mark.process


@dataclass
class AtWork:
    agent: Nudged
    model: FakeModel
    server: Server

    def begin(self, *script: Any, **more: Any) -> tuple[str, str]:
        """A session that follows this script, and its prompt."""
        prompt = f"Do {secrets.token_hex(4)}."
        self.model.play(prompt, *script, "Done.")
        session = self.server.new_session()
        self.server.prompt(session, prompt, **more)
        return session, prompt

    def rest(self, session: str) -> list[dict[str, Any]]:
        """Its messages once it idles."""
        until(lambda: self.server.finished(session), f"the session ends its turn: {session}", PATIENCE_WITH_IT)
        return self.server.messages(session)


@pytest.fixture(scope="module")
def opencode(calm_hub: Hub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AtWork]:
    found = installed(tmp_path_factory.mktemp("opencode"))
    agent = Nudged(calm_hub, f"agent-{secrets.token_hex(4)}", found.project)
    done(calm_hub.owner.post("/api/keys", {"agent_name": agent.name, "project": str(found.project)}), 201)
    with serving(FakeModel("Done.")) as model:
        found.use(model)
        found.set(**FRUGAL)
        with found.serve() as server:
            yield AtWork(agent, model, server)


def said(message: dict[str, Any]) -> list[str]:
    return [part["text"] for part in message["parts"] if part["type"] == "text"]


def test_an_idle_session_wakes_with_exactly_the_blocks_marked_as_ours(
    calm_hub: Hub, opencode: AtWork, watch: Watch
) -> None:
    session, prompt = opencode.begin(agent="plan")
    opencode.rest(session)
    opencode.agent.tell("It is red.", source="ci", label="main")
    opencode.agent.tell("Use <staging>.")
    watch(calm_hub, opencode.server.url)
    handed = opencode.agent.all_handed()[-2:]
    *_, woken, answer = until(
        lambda: messages if len(messages := opencode.rest(session)) == 4 else None, "it answers", PATIENCE_WITH_IT
    )
    text = '<notification source="ci" label="main">\nIt is red.\n</notification>\n\n'
    text += '<notification source="user">\nUse <staging>.\n</notification>'
    (part,) = woken["parts"]
    assert part["text"] == text
    assert part["metadata"] == {"bellpull": True, "nudges": [one["id"] for one in handed]}
    assert (woken["info"]["role"], woken["info"]["agent"], answer["info"]["agent"]) == ("user", "plan", "plan")
    assert any(text in text_of(one) for one in opencode.model.heard(prompt)[-1]["messages"] if one["role"] == "user")


def test_a_session_that_works_reads_it_at_its_next_step(calm_hub: Hub, opencode: AtWork, watch: Watch) -> None:
    go_on = opencode.agent.project / "go-on"
    wait = Call("bash", {"command": f"until [ -e {go_on} ]; do sleep 0.05; done; echo built", "description": "Build"})
    session, prompt = opencode.begin(wait)
    until(lambda: opencode.model.heard(prompt) and opencode.server.is_busy(session), "it works", PATIENCE_WITH_IT)
    watch(calm_hub, opencode.server.url)
    opencode.agent.tell("Stop after this.", session=f"opencode:{session}")
    opencode.agent.all_handed()
    go_on.touch()
    opencode.rest(session)
    read = opencode.model.heard(prompt)[1]["messages"]
    assert [one["role"] for one in read if one["role"] != "system"] == ["user", "assistant", "tool", "user"]
    assert "built" in text_of(read[-2])
    assert text_of(read[-1]) == '<notification source="user">\nStop after this.\n</notification>'
