"""`bellpull sessions`: what agents are at, and the moment in which one of them waits for a person."""

import json
import re
import signal

import pytest
from watched_agent import WatchedAgent

from support.answers import PATIENCE, until
from support.hub import Hub, HubMaker
from support.questions import ask
from support.shell import Shell


def rows(out: str) -> list[list[str]]:
    """The cells of each line below the head."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()[1:]]


def test_people_see_state_agent_title_reason_and_age(watched: WatchedAgent) -> None:
    name = watched.agent.name
    watched.sign("Works", "working", tools=[{"tool": "bash", "argument": "make test"}, {"tool": "todoread"}])
    watched.sign("Below", "working", parent=watched.id("Works"))
    watched.sign("Idles", trouble="its messages cannot be read")
    watched.permission("Locked")
    asked = ask(watched.agent, title="Merge to main?")
    ended = watched.run("sessions")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.split("\n")[0].split() == ["STATE", "AGENT", "TITLE", "WHY", "SINCE"]
    assert [row[:-1] for row in rows(ended.out)] == [
        ["🔒 permission", name, "Locked", "waits for your permission: bash: npm install"],
        ["🔔 question", name, f"wants your answer: {asked['title']}"],
        ["🤖 working", name, "Works", "bash: make test; todoread"],
        ["🤖 working", name, "└ Below"],
        ["💤 idle", name, "Idles", "its messages cannot be read"],
    ]


def test_scripts_get_sessions_and_the_questions_of_none(watched: WatchedAgent) -> None:
    watched.sign("a")
    id = ask(watched.agent)["id"]
    told = watched.run("sessions", "--json").json
    assert (told["count"], told["sessions"][0]["id"]) == (1, watched.id("a"))
    assert [wait["question_id"] for wait in told["questions"]] == [id]


def test_sessions_are_narrowed_to_an_agent_or_widened_to_those_that_ended(watched: WatchedAgent) -> None:
    watched.sign("a")
    watched.sign("gone", "ended")
    other = watched.person.hub.new_agent(watched.person)
    watched.sign("b", agent=other.name)
    ids = {name: watched.id(name) for name in ("a", "b", "gone")}

    def listed(*words: str) -> set[str]:
        return {one["id"] for one in watched.run("sessions", "--json", *words).json["sessions"]}

    assert listed() == {ids["a"], ids["b"]}
    assert listed("--agent", other.name) == {ids["b"]}
    assert listed("--all") == set(ids.values())
    assert listed("--all", "--agent", watched.agent.name) == {ids["a"], ids["gone"]}


@pytest.mark.parametrize("words", [[], ["--all"], ["--wait"]], ids=str)
def test_an_agent_that_is_not_there_is_not_waited_for(shell: Shell, words: list[str]) -> None:
    ended = shell.run("sessions", "--agent", "nobody-known", *words)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bellpull: ")


def test_empty_list_of_sessions_says_so(watched: WatchedAgent) -> None:
    assert watched.run("sessions").out == "No sessions.\n"
    assert watched.run("sessions", "--agent", watched.agent.name).out == f"No sessions of {watched.agent.name}.\n"


def test_texts_of_sessions_cannot_move_the_terminal(watched: WatchedAgent) -> None:
    watched.sign("a", title="\x1b]0;evil\x07 \u202e x\ny", trouble="\x1b[2J gone")
    out = watched.run("sessions").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert len(out.splitlines()) == 2


# Waiting


def test_agent_that_waits_already_is_told_at_once(watched: WatchedAgent) -> None:
    watched.sign("idle")
    watched.permission("Locked")
    ended = watched.run("sessions", "--wait")
    assert (ended.code, ended.err) == (0, "")
    assert [row[2] for row in rows(ended.out)] == ["Locked"]


def test_a_script_that_waits_is_told_when_somebody_asks(watched: WatchedAgent, hub: Hub) -> None:
    before = looked(hub)
    watched.sign("a", "working")
    with watched.shell.beside("sessions", "--wait", "--json") as waiting:
        until(lambda: looked(hub) > before, "it has looked, and waits")
        assert waiting.running.poll() is None
        id = ask(watched.agent)["id"]
        told = waiting.ended().json
    assert (told["count"], [wait["question_id"] for wait in told["questions"]]) == (0, [id])


def test_a_script_that_waits_for_one_agent_is_not_told_of_another(watched: WatchedAgent, hub: Hub) -> None:
    before = looked(hub)
    other = watched.person.hub.new_agent(watched.person)
    ask(other)
    with watched.shell.beside("sessions", "--wait", "--agent", watched.agent.name, "--json") as waiting:
        until(lambda: looked(hub) > before, "it has looked, and waits")
        assert waiting.running.poll() is None
        id = ask(watched.agent)["id"]
        told = waiting.ended().json
    assert [wait["question_id"] for wait in told["questions"]] == [id]


def test_sessions_wait_ends_with_3_if_the_time_is_up(watched: WatchedAgent) -> None:
    watched.sign("a", "working")
    ended = watched.run("sessions", "--wait", "--timeout", "1")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == "bellpull: Nobody waited for a person within a second.\n"
    as_json = watched.run("sessions", "--wait", "--timeout", "1", "--json")
    assert as_json.code == 3
    assert json.loads(as_json.out) == {"count": 0, "sessions": [], "questions": []}


def test_a_guess_is_nobody_who_waits(watched: WatchedAgent) -> None:
    tool = {"tool": "bash", "argument": "make", "since": "2026-01-01T00:00:00.000Z"}
    watched.sign("a", "working", tools=[tool], guesses=[tool])
    assert watched.run("sessions", "--wait", "--timeout", "1").code == 3
    assert "may be waiting for permission: bash: make" in watched.run("sessions").out


@pytest.mark.process
def test_waiting_for_sessions_outlives_a_killed_hub(alone: Shell, hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    alone.at(hub)
    with alone.running("sessions", "--wait", "--json") as waiting:
        until(lambda: looked(hub) > 0, "it has looked, and waits")
        hub.kill()
        hub.start()
        id = ask(agent)["id"]
        out, err = waiting.communicate(timeout=PATIENCE)
    assert (waiting.returncode, err) == (0, "")
    assert [wait["question_id"] for wait in json.loads(out)["questions"]] == [id]


@pytest.mark.process
def test_ctrl_c_ends_the_waiting_for_sessions(watched: WatchedAgent, hub: Hub) -> None:
    before = looked(hub)
    with watched.shell.running("sessions", "--wait") as waiting:
        until(lambda: looked(hub) > before, "it has looked, and waits")
        waiting.send_signal(signal.SIGINT)
        _, err = waiting.communicate(timeout=PATIENCE)
    assert (waiting.returncode, err) == (2, "bellpull: Interrupted.\n")


@pytest.mark.parametrize("words", [["--timeout", "5"], ["--wait", "--all"], ["--wait", "--timeout", "0"]], ids=" ".join)
def test_options_of_sessions_that_do_not_go_together_are_refused(alone: Shell, words: list[str]) -> None:
    ended = alone.run("sessions", *words)
    assert (ended.code, ended.out) == (2, "")
    assert "bellpull sessions --help" in ended.err


def looked(hub: Hub) -> int:
    """How often somebody has asked this hub for the watch and was answered at once."""
    told = re.findall(r'^bellpull_requests_total{route="[^"]*/api/watch",status="200"} (\d+)$', metrics(hub), re.M)
    return sum(map(int, told))


def metrics(hub: Hub) -> str:
    return hub.owner.get("/metrics").text
