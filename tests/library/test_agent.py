"""A program tells and asks from Python, and a person answers."""

import asyncio
import inspect
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import bellpull
from bellpull import Agent, Answer
from bellpull.domain import errors
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.local_hub import LocalHub, come_back, vanish
from support.questions import answer, claim, listed, look

OPTIONS = ["Yes, merge", "No"]


def key_of(agent: Agent, hub: Hub) -> Caller:
    """The agent as REST knows it, with the key that the library kept."""
    kept = json.loads((hub.data_dir / "keys" / f"{agent.name}.json").read_text())
    return Caller(hub, kept["key"], agent.name, "")


def the_question(hub: Hub, agent: Agent) -> dict[str, Any]:
    (question,) = until(lambda: asked_by(hub, agent), "the program asks")
    return question


def asked_by(hub: Hub, agent: Agent) -> list[dict[str, Any]]:
    agents = {known["name"] for known in done(hub.owner.get("/api/agents"))["agents"]}
    return listed(hub.owner, agent_name=agent.name) if agent.name in agents else []


def result(asked: "Future[Answer]") -> Answer:
    return asked.result(PATIENCE)


@pytest.mark.process
def test_importing_bellpull_stays_cheap() -> None:
    look_for = (
        "import bellpull, sys; print('bellpull.library' in sys.modules, 'typing' in sys.modules, bellpull.__version__)"
    )
    sources = Path(bellpull.__file__).parents[1]
    told = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(sources)!r}); {look_for}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.stdout == f"False False {bellpull.__version__}\n", told.stderr


def test_the_types_are_shipped_and_nothing_unknown_is_there() -> None:
    assert (Path(bellpull.__file__).parent / "py.typed").exists()
    with pytest.raises(AttributeError, match="no attribute 'agent'"):
        _ = bellpull.agent


def test_each_verb_has_a_twin_that_is_called_alike() -> None:
    for name in ("notify", "ask", "await_answer", "withdraw", "pending"):
        verb, twin = getattr(Agent, name), getattr(Agent, f"a{name}")
        assert inspect.signature(verb) == inspect.signature(twin)
        assert "line" not in inspect.signature(verb).parameters
        assert (verb.__name__, twin.__name__) == (name, f"a{name}")
        assert inspect.iscoroutinefunction(twin)
        assert verb.__doc__


def test_telling_gives_back_what_was_told(builder: Agent, hub: Hub) -> None:
    told = builder.notify(
        "Done", "All green ✓", "completion", priority="low", category="ci", metadata={"n": [1, {"é": None}]}
    )
    stored = hub.owner.read(told.id)
    assert told._asdict() == stored
    assert (stored["agent_name"], stored["title"], stored["message"]) == (builder.name, "Done", "All green ✓")


@pytest.mark.parametrize(
    ("how", "said", "expected", "text"),
    [
        ({"options": OPTIONS}, {"choice": "Yes, merge"}, ("accepted", "Yes, merge", None), "Yes, merge"),
        ({"options": OPTIONS}, {"choice": "No"}, ("declined", "No", None), "No"),
        ({"options": ("Tea", "Coffee")}, {"choice": "Coffee"}, ("accepted", "Coffee", None), "Coffee"),
        ({"options": ("A", "B"), "declines": ("A",)}, {"choice": "A"}, ("declined", "A", None), "A"),
        ({"options": OPTIONS}, {"outcome": "dismissed"}, ("dismissed", None, None), None),
        ({"options": OPTIONS}, {"outcome": "cancelled"}, ("cancelled", None, None), None),
        ({"options": ("A", "B", "C")}, {"choice": "C"}, ("accepted", "C", None), "C"),
        ({"options": OPTIONS, "free_text": True}, {"text": "Later"}, ("accepted", "Later", None), "Later"),
        ({"action_label": "Go"}, {"choice": "Go"}, ("accepted", "Go", None), "Go"),
        ({}, {"text": "Bell"}, ("accepted", None, "Bell"), "Bell"),
        ({}, {"text": " "}, ("empty", None, None), None),
        ({"secret": True}, {"text": "hunter2"}, ("accepted", None, "hunter2"), "hunter2"),
    ],
)
def test_the_answer_comes_back_and_is_handed(
    builder: Agent,
    hub: Hub,
    beside: ThreadPoolExecutor,
    how: dict[str, Any],
    said: dict[str, str],
    expected: tuple[str, str | None, str | None],
    text: str | None,
) -> None:
    asked = beside.submit(builder.ask, "Merge to main?", **how)
    question = the_question(hub, builder)
    answer(hub.owner, question["id"], **said)
    got = result(asked)
    assert got == Answer(*expected, question["id"], question["kind"])  # type: ignore[arg-type]
    assert got.text == text
    assert look(hub.owner, question["id"])["handed_at"] is not None
    assert claim(key_of(builder, hub)) == []


def test_every_part_of_a_question_arrives(hub: Hub, builder: Agent, beside: ThreadPoolExecutor) -> None:
    agent = Agent(builder.name, project="/home/ada/shop", data_dir=hub.data_dir)
    asked = beside.submit(agent.ask, "Merge?\nReally?", OPTIONS, title="A merge", urgency="high", action_label="Do it")
    question = the_question(hub, agent)
    assert (question["title"], question["question"]) == ("A merge", "Merge?\nReally?")
    assert (question["urgency"], question["action_label"], question["free_text"]) == ("high", "Do it", False)
    assert (question["project"], question["options"]) == ("/home/ada/shop", OPTIONS)
    answer(hub.owner, question["id"], choice="No")
    assert result(asked).outcome == "declined"


@pytest.mark.parametrize(
    ("how", "said", "confirmed"),
    [
        ({}, {"choice": "Yes"}, True),
        ({}, {"choice": "No"}, False),
        ({}, {"outcome": "dismissed"}, False),
        ({"yes": "Deploy", "no": "Keep the old one"}, {"choice": "Deploy"}, True),
        ({"yes": "Deploy", "no": "Keep the old one"}, {"choice": "Keep the old one"}, False),
    ],
)
def test_a_gate_opens_for_yes_alone(
    builder: Agent, hub: Hub, beside: ThreadPoolExecutor, how: dict[str, str], said: dict[str, str], confirmed: bool
) -> None:
    asked = beside.submit(builder.confirm, "Deploy?", **how)
    answer(hub.owner, the_question(hub, builder)["id"], **said)
    assert result(asked) is confirmed


def test_a_gate_stays_shut_when_the_time_is_up(builder: Agent, hub: Hub) -> None:
    assert builder.confirm("Deploy?", timeout=0.2) is False
    assert the_question(hub, builder)["released"] == "timeout"


@pytest.mark.parametrize("outcome", ["accepted", "declined", "dismissed", "timeout"])
def test_an_answer_with_options_is_neither_true_nor_false(outcome: Any) -> None:
    with pytest.raises(TypeError, match=r"\.choice.*confirm"):
        bool(Answer(outcome, None, None, "notif_1", "choice"))


@pytest.mark.parametrize(("outcome", "truth"), [("accepted", True), ("empty", False), ("timeout", False)])
def test_a_typed_answer_is_true_if_there_is_one(outcome: Any, truth: bool) -> None:
    assert bool(Answer(outcome, None, None, "notif_1", "text")) is truth


def test_a_question_whose_time_was_up_can_be_waited_for_again(
    builder: Agent, hub: Hub, beside: ThreadPoolExecutor
) -> None:
    late = builder.ask("Merge to main?", OPTIONS, timeout=0.2)
    assert (late.outcome, late.text) == ("timeout", None)
    assert look(hub.owner, late.question_id)["released"] == "timeout"
    again = beside.submit(builder.await_answer, late.question_id, timeout=PATIENCE)
    until(lambda: look(hub.owner, late.question_id)["waiting_until"], "it is waited for again")
    answer(hub.owner, late.question_id, choice="Yes, merge")
    assert result(again) == Answer("accepted", "Yes, merge", None, late.question_id)
    assert builder.await_answer(late.question_id).text == "Yes, merge"


def test_a_withdrawn_question_ends_the_waiting(builder: Agent, hub: Hub, beside: ThreadPoolExecutor) -> None:
    asked = beside.submit(builder.ask, "Merge to main?", OPTIONS)
    question = the_question(hub, builder)
    builder.withdraw(question["id"])
    assert result(asked).outcome == "withdrawn"
    with pytest.raises(errors.Conflict) as refused:
        builder.withdraw(question["id"])
    assert refused.value.code == "already_settled"


def outlives(hub: Hub, beside: ThreadPoolExecutor, go: Callable[[Any], object], come: Callable[[Any], object]) -> None:
    agent = Agent("builder", data_dir=hub.data_dir)
    asked = beside.submit(agent.ask, "Merge to main?", OPTIONS)
    question = the_question(hub, agent)
    go(hub)
    come(hub)
    answer(hub.owner, question["id"], choice="Yes, merge")
    assert result(asked) == Answer("accepted", "Yes, merge", None, question["id"])


@pytest.mark.parametrize("go", [vanish, LocalHub.stop])
def test_a_hub_that_ends_and_comes_back_does_not_end_the_waiting(
    own_hub: Hub, beside: ThreadPoolExecutor, go: Callable[[Any], object]
) -> None:
    outlives(own_hub, beside, go, come_back)


def test_a_killed_hub_that_comes_back_does_not_end_the_waiting(
    hub_process: HubMaker, beside: ThreadPoolExecutor
) -> None:
    outlives(hub_process(), beside, Hub.kill, Hub.start)


def test_a_revoked_key_ends_the_waiting(own_hub: Hub, beside: ThreadPoolExecutor) -> None:
    agent = Agent("builder", data_dir=own_hub.data_dir)
    assert agent.notify("x")
    file = own_hub.data_dir / "keys" / "builder.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (key,) = (key for key in done(own_hub.owner.get("/api/keys"))["keys"] if key["agent_name"] == "builder")
    asked = beside.submit(agent.ask, "Merge to main?", OPTIONS)
    question = the_question(own_hub, agent)
    done(own_hub.owner.delete(f"/api/keys/{key['id']}"))
    vanish(own_hub)
    come_back(own_hub)
    with pytest.raises(errors.Unauthorized) as refused:
        result(asked)
    assert str(file) in (refused.value.hint or "")
    assert done(own_hub.owner.get(f"/api/questions/{question['id']}"))["state"] == "open"


def test_programs_that_start_at_once_share_one_key(own_hub: Hub, beside: ThreadPoolExecutor) -> None:
    told = [beside.submit(Agent("builder", data_dir=own_hub.data_dir).notify, f"{number}") for number in range(8)]
    assert {one.result(PATIENCE).agent_name for one in told} == {"builder"}
    assert [key["agent_name"] for key in done(own_hub.owner.get("/api/keys"))["keys"]].count("builder") == 1


def test_a_chosen_hub_and_key_are_taken_as_they_are(
    hub: Hub, agent: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = Agent("anything", url=hub.url, key=agent.key, data_dir=tmp_path)
    assert given.notify("x").agent_name == agent.name
    monkeypatch.setenv("BELLPULL_URL", hub.url)
    monkeypatch.setenv("BELLPULL_KEY", agent.key)
    assert Agent("anything", data_dir=tmp_path).notify("x").agent_name == agent.name
    assert not (tmp_path / "keys").exists()


def test_a_name_is_one_projects(own_hub: Hub) -> None:
    assert Agent("builder", project="/one", data_dir=own_hub.data_dir).notify("x")
    assert Agent("builder", data_dir=own_hub.data_dir).notify("x").agent_name == "builder"
    with pytest.raises(errors.Conflict) as refused:
        Agent("builder", project="/two", data_dir=own_hub.data_dir).notify("x")
    assert refused.value.code == "project_taken"
    (own_hub.data_dir / "keys" / "builder.json").unlink()
    with pytest.raises(errors.Conflict) as refused:
        Agent("builder", project="/two", data_dir=own_hub.data_dir).notify("x")
    assert refused.value.code == "project_taken"


@pytest.mark.parametrize("written", ["", "{", "[]", "7", '{"key": ""}', '{"key": 7, "agent": "builder"}', "\xff"])
def test_a_key_file_that_cannot_be_read_is_written_again(own_hub: Hub, written: str) -> None:
    file = own_hub.data_dir / "keys" / "builder.json"
    file.parent.mkdir()
    file.write_text(written, encoding="latin-1")
    assert Agent("builder", data_dir=own_hub.data_dir).notify("x").agent_name == "builder"
    assert set(json.loads(file.read_text())) == {"key", "agent", "project"}


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda agent: agent.ask("x", ["a", "a"]), errors.Invalid),
        (lambda agent: agent.ask(" "), errors.Invalid),
        (lambda agent: agent.ask("x", timeout=0), errors.Invalid),
        (lambda agent: agent.ask("x", timeout=86_401), errors.Invalid),
        (lambda agent: agent.ask("x", "Yes"), TypeError),
        (lambda agent: agent.notify(""), errors.Invalid),
        (lambda agent: agent.notify("x", type="shout"), errors.Invalid),
        (lambda agent: agent.await_answer("notif_0123456789abcdef", 1), errors.NotFound),
    ],
)
def test_a_wrong_argument_is_refused_with_the_hubs_words(
    builder: Agent, hub: Hub, call: Callable[[Agent], object], kind: type[Exception]
) -> None:
    with pytest.raises(kind) as refused:
        call(builder)
    assert str(refused.value)
    assert asked_by(hub, builder) == []


@pytest.mark.parametrize(
    ("call", "sentence", "hint"),
    [
        (lambda agent: agent.ask("x", timeout=0), "timeout: Expected float > 0.0", None),
        (lambda agent: agent.await_answer("notif_0123456789abcdef", 0), "timeout: Expected float > 0.0", None),
        (lambda agent: asyncio.run(agent.aask("x", timeout=0)), "timeout: Expected float > 0.0", None),
        (lambda agent: agent.notify("x", type="shout"), "Invalid type.", "must be one of: alert, info"),
    ],
    ids=["ask", "await_answer", "aask", "notify"],
)
def test_a_refused_argument_is_named_as_the_parameter_is(
    builder: Agent, call: Callable[[Agent], object], sentence: str, hint: str | None
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        call(builder)
    assert (str(refused.value), refused.value.sentence) == (sentence, sentence)
    assert (refused.value.hint or "").startswith(hint or ""), refused.value.hint


def test_a_program_listens_once_it_reads_what_it_is_told(builder: Agent, hub: Hub) -> None:
    for question, listens in (("Before?", False), ("After?", True)):
        builder.ask(question, timeout=0.1)
        (asked,) = [one for one in asked_by(hub, builder) if one["question"] == question]
        assert asked["look"]["listens"] is listens
        builder.augment("a result")
    builder.close()


def test_a_program_without_a_hub_is_told_so_at_once(tmp_path: Path) -> None:
    agent = Agent("builder", data_dir=tmp_path / "data")
    for call in (lambda: agent.ask("x"), lambda: agent.notify("x")):
        with pytest.raises(errors.Unavailable) as refused:
            call()
        assert refused.value.code == "hub_not_running"
        assert "bellpull up" in (refused.value.hint or "")


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "a b", "x" * 65, "é"])
def test_a_name_that_is_none_is_refused(hub: Hub, name: str) -> None:
    with pytest.raises(errors.Invalid) as refused:
        Agent(name, data_dir=hub.data_dir).notify("x")
    assert refused.value.code == "invalid_name"
