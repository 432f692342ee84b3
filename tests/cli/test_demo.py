"""The demo: three scripted agents that tell, ask, need a permission and listen, react to people, and leave nothing."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from bellpull.demo.pace import usual
from support.answers import PATIENCE, done, until
from support.hub import Caller, HubMaker
from support.nudges import tell, trail
from support.questions import answer, listed
from support.shell import Shell

LEFT_ALONE = "I left src/checkout.py alone"
BUILDER, REVIEWER, WRITER = NAMES = ("demo-builder", "demo-reviewer", "demo-writer")
#: As `bellpull demo`, but at a quick pace that has time for a test's answers.
QUICKLY = """
import argparse, sys
from bellpull.cli.demo import perform
from bellpull.cli.parser import settings
from bellpull.demo.pace import Pace
sys.exit(perform(settings(argparse.Namespace()), Pace(moment=0.02, patience=float(sys.argv[1]), length=60.0)))
"""


class Audience:
    """A person of the shared hub who watches the demo, and answers."""

    def __init__(self, shell: Shell, person: Caller) -> None:
        self.person = person
        self.shell = shell
        shell.variables |= {"BELLPULL_URL": person.hub.url, "BELLPULL_KEY": person.key}

    @contextmanager
    def demo(self, patience: float = PATIENCE) -> "Iterator[subprocess.Popen[str]]":
        command = [sys.executable, "-c", QUICKLY, str(patience)]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        process = subprocess.Popen(command, env=self.shell.environment(), cwd=self.shell.home, **pipes)
        try:
            yield process
        finally:
            process.kill()
            process.communicate(timeout=PATIENCE)

    def end(self, process: "subprocess.Popen[str]", how: int = signal.SIGINT) -> str:
        """What it printed until then."""
        process.send_signal(how)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
        return out

    def agents(self) -> list[str]:
        return [agent["name"] for agent in done(self.person.get("/api/agents"))["agents"]]

    def asked(self, kind: str) -> str:
        """The question of this kind, as soon as it is open."""
        return until(lambda: next((q["id"] for q in listed(self.person) if q["kind"] == kind), ""), f"{kind} is asked")

    def told(self, title: str) -> dict[str, Any]:
        """The notification whose title begins so, as soon as it is there."""

        def found() -> dict[str, Any] | None:
            told = self.person.every_notification()
            return next((one for one in told if one["title"].startswith(title)), None)

        return until(found, f"{title} is told")

    def session(self, agent: str) -> dict[str, Any]:
        sessions = done(self.person.get("/api/watch"))["sessions"]
        return next((one for one in sessions if one["agent_name"] == agent and one["parent"] is None), {})

    def finds_nothing(self) -> None:
        for path, field in (("agents", "agents"), ("notifications", "notifications"), ("questions", "questions")):
            assert done(self.person.get(f"/api/{path}"))[field] == []
        assert done(self.person.get("/api/sessions"))["sessions"] == []
        assert listed(self.person, state="settled") == []
        assert [key["scope"] for key in done(self.person.get("/api/keys"))["keys"]] == ["user"]


@pytest.fixture
def audience(alone: Shell, person: Caller) -> Audience:
    return Audience(alone, person)


def test_demo_goes_on_without_answers_and_leaves_nothing(audience: Audience) -> None:
    ended = audience.shell.run("demo", "--fast")
    assert (ended.code, ended.err) == (0, "")
    assert all(f"{name} has finished" in ended.out for name in NAMES)
    assert "silence is never consent" in ended.out
    assert 'tell demo-builder "use staging"' in ended.out
    assert "It waits 1 s for a word, and a later one counts too:" in ended.out
    assert audience.person.hub.url in ended.out
    audience.finds_nothing()


@pytest.mark.process
def test_three_sessions_are_seen_and_the_one_that_asks_waits(audience: Audience) -> None:
    with audience.demo() as process:
        audience.asked("text")
        until(lambda: audience.session(WRITER).get("state") == "waiting", "the writer's session waits")
        assert audience.session(WRITER)["waits"][0]["kind"] == "ask"
        assert len(audience.session(BUILDER)["todos"]) == 5
        assert audience.session(REVIEWER)["title"] == "Review of pull request 42"
        assert sorted(audience.agents()) == list(NAMES)
        audience.end(process)
    audience.finds_nothing()


@pytest.mark.process
def test_a_choice_and_a_typed_answer_come_back_to_the_asker(audience: Audience) -> None:
    with audience.demo() as process:
        answer(audience.person, audience.asked("choice"), choice="Fix the tests")
        answer(audience.person, audience.asked("text"), text="Blue door")
        assert "Fix the tests" in audience.told("The tests are fixed")["message"]
        audience.told("The release notes are ready: Blue door")
        out = audience.end(process)
    assert "“Fix the tests”" in out
    assert "“Blue door”" in out


@pytest.mark.process
def test_told_words_change_what_the_builder_does_next(audience: Audience) -> None:
    with audience.demo() as process:
        audience.told("Which orders should I move?")
        tell(audience.person, BUILDER, "please use staging")
        audience.told("The orders are moved: staging")
        assert {"nudged", "handed"} <= {entry["kind"] for entry in trail(audience.person, BUILDER)}
        audience.end(process)


@pytest.mark.process
def test_a_late_word_makes_the_builder_use_staging_after_all(audience: Audience) -> None:
    with audience.demo(patience=1) as process:
        audience.told("The orders are moved: copy")
        tell(audience.person, BUILDER, "use staging")
        assert "use staging" in audience.told("The orders are moved: staging")["message"]
        audience.told("The checkout page is done")
        until(lambda: audience.session(BUILDER)["state"] == "idle", "the builder idles")
        out = audience.end(process)
    assert "was told nothing so far" in out
    assert "“use staging”. It runs the migration again, on staging." in out


@pytest.mark.slow
@pytest.mark.process
def test_a_word_to_the_idle_builder_makes_it_use_staging_too(audience: Audience) -> None:
    with audience.demo(patience=1) as process:
        audience.told("The checkout page is done")
        until(lambda: audience.session(BUILDER)["state"] == "idle", "the builder idles")
        tell(audience.person, BUILDER, "Staging, please")
        audience.told("The orders are moved: staging")
        tell(audience.person, BUILDER, "staging, once more")
        assert audience.told("I have read what you told me")["message"] == "staging, once more"
        audience.end(process)


def test_readers_have_45_seconds_for_the_invitation() -> None:
    assert usual().patience >= 45


@pytest.mark.process
@pytest.mark.parametrize(
    ("said", "title", "reason"),
    [
        pytest.param({"choice": "Allow once"}, "src/checkout.py is fixed", "discount", id="allowed"),
        pytest.param({"choice": "Reject"}, LEFT_ALONE, "You said no.", id="rejected", marks=pytest.mark.slow),
        pytest.param({"text": "not yet"}, LEFT_ALONE, "not yet", id="rejected with a reason"),
        pytest.param({"outcome": "dismissed"}, LEFT_ALONE, "Nobody allowed", id="closed", marks=pytest.mark.slow),
    ],
)
def test_a_permission_is_carried_out_as_it_was_answered(
    audience: Audience, said: dict[str, str], title: str, reason: str
) -> None:
    with audience.demo() as process:
        audience.told("Which orders should I move?")
        tell(audience.person, BUILDER, "go on")
        id = audience.asked("permission")
        assert (
            "+    amount = max(amount - cart.discount, 0)"
            in done(audience.person.get(f"/api/questions/{id}"))["question"]
        )
        until(lambda: audience.session(BUILDER)["waits"], "the builder's session waits")
        answer(audience.person, id, **said)
        assert reason in audience.told(title)["message"]
        audience.end(process)


@pytest.mark.process
def test_a_late_answer_and_a_word_to_an_idle_agent_still_reach_it(audience: Audience) -> None:
    with audience.demo(patience=1) as process:
        audience.told("The release notes are ready: without a name")
        late = next(question for question in listed(audience.person) if question["agent_name"] == WRITER)
        answer(audience.person, late["id"], text="Blue door")
        assert "Blue door" in audience.told("Your answer came late")["message"]
        until(lambda: audience.session(WRITER)["state"] == "idle", "the writer idles")
        until(lambda: tell(audience.person, WRITER, "thank you")["delivery"] == "new_message", "it can be woken")
        assert audience.told("I have read what you told me")["message"] == "thank you"
        audience.end(process)


@pytest.mark.process
@pytest.mark.parametrize(
    "how",
    [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow), signal.SIGHUP],
    ids=lambda how: how.name,
)
def test_demo_that_is_ended_leaves_nothing(audience: Audience, how: signal.Signals) -> None:
    with audience.demo() as process, audience.person.socket() as live:
        live.connected()
        audience.asked("choice")
        out = audience.end(process, how)
        assert any(frame.get("change") == "agent_removed" for frame in iter(live.frame, None))
    assert "Everything of the demo is gone." in out
    audience.finds_nothing()


def test_a_name_that_is_taken_is_left_alone(audience: Audience) -> None:
    own = audience.person.hub.new_agent(audience.person, BUILDER)
    kept = own.send("Mine")
    ended = audience.shell.run("demo", "--fast")
    assert ended.code == 0
    assert "demo-builder-2 has finished" in ended.out
    assert audience.agents() == [BUILDER]
    assert own.read(kept["id"])["status"] == "pending"
    done(audience.person.delete(f"/api/agents/{BUILDER}"))


@pytest.mark.process
def test_removed_agent_is_missed_and_the_others_go_on(audience: Audience) -> None:
    with audience.demo(patience=1) as process:
        audience.asked("text")
        done(audience.person.delete(f"/api/agents/{WRITER}"))
        audience.told("The checkout page is done")
        audience.told("Pull request 42 is reviewed")
        out = audience.end(process)
    assert "demo-writer was removed by somebody." in out
    audience.finds_nothing()


@pytest.mark.process
def test_traces_of_a_killed_demo_are_removed_by_the_next(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    alone.at(hub)
    audience = Audience(alone, hub.owner)
    with audience.demo() as process:
        audience.asked("text")
        process.kill()
        process.wait(PATIENCE)
    assert sorted(audience.agents()) == list(NAMES)
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file, file:
        file.execute("UPDATE keys SET created_at = '2026-01-01T00:00:00.000Z' WHERE scope = 'agent'")
    hub.start()
    ended = alone.run("demo", "--fast", BELLPULL_URL=hub.url)
    assert ended.code == 0
    assert f"{BUILDER} has finished" in ended.out
    assert audience.agents() == []


@pytest.mark.process
def test_a_hub_that_is_restarted_meanwhile_is_waited_for(alone: Shell, hub_process: HubMaker) -> None:
    hub = hub_process()
    alone.at(hub)
    audience = Audience(alone, hub.owner)
    alone.variables.clear()
    with audience.demo() as process:
        id = audience.asked("text")
        hub.kill()
        hub.start()
        answer(hub.owner, id, text="Blue door")
        audience.told("The release notes are ready: Blue door")
        audience.end(process)
    assert audience.agents() == []


def test_agent_cannot_play_the_demo(shell: Shell, agent: Caller) -> None:
    ended = shell.run("demo", "--fast", BELLPULL_KEY=agent.key)
    assert (ended.code, ended.out) == (2, "")
    assert "person" in ended.err
