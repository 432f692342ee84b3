"""`bellpull tell`: what a person says is pending for the agent, and the person hears what will become of it."""

import pytest

from support.answers import done
from support.hub import Caller, HubMaker
from support.questions import claim, tell_of_nudges
from support.shell import Shell


def pending(agent: Caller) -> list[dict[str, object]]:
    nudges: list[dict[str, object]] = done(agent.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    return nudges


def sign(agent: Caller, **fields: object) -> None:
    done(agent.post("/api/sessions/signs", [{"session": "test:1", "client": "test/1", "state": "working"} | fields]))


def test_told_words_are_pending_for_the_agent(shell: Shell, agent: Caller) -> None:
    ended = shell.run("tell", agent.name, "use the staging database")
    assert (ended.code, ended.err) == (0, "")
    (nudge,) = pending(agent)
    assert nudge["xml"] == '<notification source="user">\nuse the staging database\n</notification>'


def test_an_agent_of_which_nothing_was_seen_may_have_to_be_connected(shell: Shell, agent: Caller) -> None:
    ended = shell.run("tell", agent.name, "x")
    assert ended.out == (
        f"Told {agent.name}: it reads this with its next tool result. "
        "No session of it was seen yet; is it connected? (bellpull connect)\n"
    )


@pytest.mark.parametrize(
    ("seen", "prospect"),
    [
        ({}, "it reads this with its next tool result."),
        ({"state": "idle", "wakes": True}, "{agent} is idle and is woken with it."),
        (
            {"state": "idle"},
            "{agent} is idle and nothing here can wake it; it reads this with its next tool result.",
        ),
    ],
)
def test_the_person_hears_what_will_become_of_it(
    shell: Shell, agent: Caller, seen: dict[str, object], prospect: str
) -> None:
    sign(agent, **seen)
    ended = shell.run("tell", agent.name, "x")
    assert ended.out == f"Told {agent.name}: {prospect.format(agent=agent.name)}\n"


def test_tell_is_addressed_to_one_session(shell: Shell, agent: Caller) -> None:
    sign(agent)
    ended = shell.run("tell", agent.name, "x", "--session", "test:2")
    assert (
        ended.out == f"Told {agent.name}: nothing has been seen of session test:2 yet; it reads this when it comes.\n"
    )
    assert pending(agent)[0]["session"] == "test:2"


def test_options_become_fields_and_json_is_the_nudge(shell: Shell, agent: Caller) -> None:
    words = ["--label", "review", "--dedup-key", "k", "--source", "ci"]
    first = shell.json("tell", agent.name, "one", *words)
    second = shell.json("tell", agent.name, "two", *words)
    assert (first["source"], first["label"], first["delivery"]) == ("ci", "review", "next_tool_result")
    assert (second["message"], second["times"]) == ("two", 2)
    assert len(pending(agent)) == 1


def test_a_message_may_come_from_standard_input(shell: Shell, agent: Caller) -> None:
    assert shell.run("tell", agent.name, "-", input="two\nlines\n").code == 0
    assert pending(agent)[0]["message"] == "two\nlines"


def test_an_unknown_agent_is_told_with_names_that_are_near(shell: Shell, agent: Caller) -> None:
    ended = shell.run("tell", agent.name + "x", "x")
    assert (ended.code, ended.out) == (1, "")
    assert "hint: did you mean " in ended.err
    assert agent.name in ended.err
    assert "bellpull agent list" in ended.err
    assert shell.run("tell", "zzzzzzzz", "x").err.endswith("hint: all agents: bellpull agent list\n")


def test_tell_in_a_shell_of_a_coding_tool_needs_a_person(shell: Shell, agent: Caller) -> None:
    ended = shell.run("tell", agent.name, "x", CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bellpull: This is a shell of Claude Code, and only a person ")
    assert "--as-person" in ended.err
    assert pending(agent) == []
    assert shell.run("tell", agent.name, "x", "--as-person", CLAUDECODE="1").code == 0
    assert shell.run("tell", agent.name, "x", "--source", "script", CLAUDECODE="1").code == 0


def test_an_agents_key_is_no_persons(shell: Shell, agent: Caller) -> None:
    ended = shell.run("tell", agent.name, "x", BELLPULL_KEY=agent.key)
    assert (ended.code, ended.out) == (2, "")
    assert shell.run("tell", agent.name, "x", "--source", "script", BELLPULL_KEY=agent.key).code == 0
    assert [nudge["source"] for nudge in pending(agent)] == ["script"]


def test_a_blank_or_endless_message_is_refused(shell: Shell, agent: Caller) -> None:
    assert shell.run("tell", agent.name, " ").code == 2
    assert shell.run("tell", agent.name, "-", input="\n").code == 2
    assert shell.run("tell", agent.name, "-", input="x" * 16_385).code == 2
    assert pending(agent) == []


@pytest.mark.parametrize("words", ["tell builder x", "trail builder", "run --agent builder -- true"])
def test_tell_without_any_agent_says_how_to_get_one(fresh_hub: HubMaker, alone: Shell, words: str) -> None:
    alone.at(fresh_hub())
    ended = alone.run(*words.split())
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bellpull: There is no agent 'builder'.\nhint: there are no agents yet; connect one ")


def test_a_name_that_can_be_no_agent_s_is_named_too(shell: Shell) -> None:
    assert "There is no agent 'no such/../x'." in shell.run("tell", "no such/../x", "hi").err


def test_an_agent_that_was_reached_without_a_session_is_connected(shell: Shell, agent: Caller) -> None:
    shell.run("tell", agent.name, "x")
    (nudge,) = claim(agent, carrier="library")
    tell_of_nudges(agent, "confirm", [nudge["id"]])
    assert shell.run("tell", agent.name, "y").out == f"Told {agent.name}: it reads this with its next tool result.\n"


def test_delivery_that_only_our_own_tools_make_says_so(shell: Shell, agent: Caller) -> None:
    """Copilot CLI without its hooks, Cursor: the result of another tool brings nothing."""
    shell.run("tell", agent.name, "x")
    (nudge,) = claim(agent, carrier="shim")
    tell_of_nudges(agent, "confirm", [nudge["id"]])
    said = "it reads this with the next result of a Bellpull tool; nothing else brings it there."
    assert shell.run("tell", agent.name, "y").out == f"Told {agent.name}: {said}\n"
