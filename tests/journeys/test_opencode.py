"""Ask, in the real OpenCode: connected by one command, answered by a person, the answer in what the model reads."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from support.answers import done, until
from support.fake_model import Call, FakeModel, Reply, Step, serving
from support.hub import Hub, HubMaker
from support.opencode import PATIENCE_WITH_IT, OpenCode, installed

CLIENTS_LIMIT = timedelta(seconds=60)
MERGE = {"title": "Merge?", "question": "Merge to main?", "options": ["Yes, merge", "No"]}
ACCEPTED = {"response": "accepted", "choice": "Yes, merge"}
#: The skill that is offered begins so.
SKILL = "How to reach the people you work for"
LATE = '<notification source="user" question='


@dataclass
class Work:
    """OpenCode works on a prompt with a scripted model."""

    hub: Hub
    agent: str
    model: FakeModel
    opencode: OpenCode
    process: "Popen[str]"

    def question(self) -> dict[str, Any]:
        """What the agent asks, as soon as it does."""

        def asked() -> list[dict[str, Any]]:
            assert self.process.poll() is None, self.opencode.output()
            open_ones: list[dict[str, Any]] = done(self.hub.owner.get("/api/questions", agent_name=self.agent))[
                "questions"
            ]
            return open_ones

        return until(asked, "the agent asks", PATIENCE_WITH_IT)[0]

    def answer(self, question: dict[str, Any], choice: str) -> None:
        done(self.hub.owner.post(f"/api/questions/{question['id']}/answer", {"choice": choice}))

    def results(self) -> list[str]:
        """What the tools had returned when the model was asked last, once OpenCode has done."""
        assert self.process.wait(PATIENCE_WITH_IT) == 0, self.opencode.output()
        return self.model.tool_results()


@contextmanager
def working(hub: Hub, folder: Path, *script: Step, limit_raised: bool = True) -> Iterator[Work]:
    agent = f"agent-{secrets.token_hex(4)}"
    opencode = installed(folder)
    with serving(FakeModel(*script)) as model:
        opencode.use(model)
        opencode.bellpull("connect", "opencode", "--user", "--agent", agent, "--data-dir", str(hub.data_dir))
        if not limit_raised:
            said = json.loads(opencode.settings.read_text())
            del said["mcp"]["bellpull"]["timeout"]
            opencode.settings.write_text(json.dumps(said))
        with opencode.working_on("Go on.") as process:
            yield Work(hub, agent, model, opencode, process)


@pytest.fixture(scope="module")
def patient(shared_process: Hub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Work]:
    """An agent whose question nobody answers for a minute."""
    ask = Call("bellpull_ask_user", MERGE | {"wait_for_response": True, "timeout": 600})
    with working(shared_process, tmp_path_factory.mktemp("patient"), ask, "Thank you.", limit_raised=False) as work:
        yield work


@pytest.mark.slow
def test_an_answer_reaches_the_model_and_nothing_else_does(shared_process: Hub, tmp_path: Path) -> None:
    ask = Call("bellpull_ask_user", MERGE | {"wait_for_response": True})
    with working(shared_process, tmp_path, ask, "Thank you.") as work:
        question = work.question()
        assert (question["title"], question["options"]) == (MERGE["title"], MERGE["options"])
        work.answer(question, "Yes, merge")
        (result,) = work.results()
    assert json.loads(result) == ACCEPTED
    assert SKILL in json.dumps(work.model.requests[0])


@pytest.mark.slow
def test_an_answer_that_nobody_waited_for_comes_with_a_later_result_once(shared_process: Hub, tmp_path: Path) -> None:
    """Mostly with the next; on a slow machine the plugin lets a result go rather than hold it up."""

    def tell_until_the_answer_came() -> Reply:
        if len(work.model.requests) == 2:
            work.answer(work.question(), "Yes, merge")
        if any(LATE in result for result in work.model.tool_results()):
            return "Thank you."
        return Call("bellpull_send_notification", {"notification_type": "status", "title": "Going on"})

    ask = Call("bellpull_ask_user", MERGE)
    with working(shared_process, tmp_path, ask, tell_until_the_answer_came) as work:
        question = work.question()
        asked, *told = work.results()
    assert asked.startswith("⚠️ Question sent: Merge?\n")
    assert json.dumps({"sent": True, "message": "Question sent", "question_id": question["id"]}) in asked
    (last,) = [result for result in told if LATE in result]
    assert last.count(f'{LATE}"{question["id"]}">') == 1
    assert json.dumps(ACCEPTED) in last


def test_an_answer_arrives_though_the_hub_was_killed_meanwhile(hub_process: HubMaker, tmp_path: Path) -> None:
    ask = Call("bellpull_ask_user", MERGE | {"wait_for_response": True, "timeout": 120})
    hub = hub_process()
    with working(hub, tmp_path, ask, "Thank you.") as work:
        question = work.question()
        hub.kill()
        hub.start()
        assert work.question()["id"] == question["id"]
        work.answer(question, "No")
        (result,) = work.results()
        assert SKILL in json.dumps(work.model.requests[0])
    assert json.loads(result) == {"response": "dismissed", "choice": "No"}


@pytest.mark.slow
def test_an_answer_after_more_than_the_clients_limit_still_arrives(patient: Work) -> None:
    """OpenCode gives a call sixty seconds; only the progress that Bellpull sends makes it wait longer."""
    question = patient.question()
    too_long = datetime.fromisoformat(question["opened_at"]) + CLIENTS_LIMIT + timedelta(seconds=5)
    until(lambda: datetime.now(UTC) > too_long, "a minute passes", patience=90)
    assert len(patient.model.requests) == 1, patient.model.tool_results()
    patient.answer(question, "Yes, merge")
    (result,) = patient.results()
    assert json.loads(result) == ACCEPTED
