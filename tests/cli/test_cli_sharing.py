"""Agents that several people see, from the command line, against a real hub."""

from typing import Any

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub
from support.shell import Shell


def listed(shell: Shell, agent: Caller) -> dict[str, Any]:
    (found,) = [one for one in shell.json("agent", "list")["agents"] if one["name"] == agent.name]
    assert isinstance(found, dict)
    return found


def test_a_shared_agent_is_seen_and_an_unshared_one_is_not(shell: Shell, agent: Caller, person: Caller) -> None:
    refused(person.get(f"/api/agents/{agent.name}/notifications"), 403)
    shared = shell.run("agent", "share", agent.name, person.name)
    assert (shared.code, shared.err) == (0, "")
    assert shared.out == f"{person.name} now sees {agent.name}, answers it and tells it things.\n"
    done(person.get(f"/api/agents/{agent.name}/notifications"))
    assert listed(shell, agent)["shared_with"] == [person.name]
    unshared = shell.run("agent", "unshare", agent.name, person.name)
    assert unshared.out == f"{agent.name} is no longer shared with {person.name}.\n"
    again = shell.run("agent", "unshare", agent.name, person.name)
    assert (again.code, again.out) == (0, f"{agent.name} was not shared with {person.name}.\n")
    refused(person.get(f"/api/agents/{agent.name}/notifications"), 403)


def test_agent_shared_twice_is_shared_once(shell: Shell, agent: Caller, person: Caller) -> None:
    for method, shared in (("share", True), ("unshare", False)):
        for _ in range(2):
            told = shell.json("agent", method, agent.name, person.name)
            assert told == {"agent_name": agent.name, "user": person.name, "shared": shared}


def test_the_list_of_agents_says_with_whom_they_are_shared(shell: Shell, hub: Hub, agent: Caller) -> None:
    names = sorted(hub.new_person().name for _ in range(2))
    for name in names:
        shell.run("agent", "share", agent.name, name)
    head, *rows = shell.run("agent", "list").out.splitlines()
    (row,) = [row for row in rows if row.startswith(f"{agent.name} ")]
    assert ", ".join(names) == row[head.index("SHARED WITH") :].split("  ")[0]


def test_a_narrow_terminal_leaves_it_out(shell: Shell, agent: Caller, person: Caller) -> None:
    shell.run("agent", "share", agent.name, person.name)
    out = shell.run_in_terminal("agent", "list", columns=48).out
    assert "SHARED" not in out
    assert "OWNER" in out


@pytest.mark.parametrize("verb", ["share", "unshare"])
def test_an_unknown_agent_or_person_is_a_no(shell: Shell, agent: Caller, person: Caller, verb: str) -> None:
    ended = shell.run("agent", verb, f"{agent.name}x", person.name)
    assert (ended.code, ended.out) == (1, "")
    assert f"There is no agent '{agent.name}x'." in ended.err
    assert f"did you mean {agent.name}" in ended.err
    ended = shell.run("agent", verb, agent.name, "nobody")
    assert (ended.code, ended.out) == (1, "")
    assert "agent" not in ended.err.splitlines()[0].lower()


def test_agent_is_shared_by_its_owner_and_admins_only(shell: Shell, hub: Hub, agent: Caller, person: Caller) -> None:
    shell.variables["BELLPULL_KEY"] = person.key
    for shared in (False, True):
        ended = shell.run("agent", "share", agent.name, hub.new_person().name)
        assert (ended.code, ended.out) == (2, "")
        if not shared:
            shell.run("agent", "share", agent.name, person.name, BELLPULL_KEY=hub.owner.key)
    own = hub.new_agent(person)
    assert shell.run("agent", "share", own.name, hub.new_person().name).code == 0


def test_an_agent_is_not_shared_with_its_owner(shell: Shell, hub: Hub, agent: Caller) -> None:
    ended = shell.run("agent", "share", agent.name, hub.owner.name)
    assert (ended.code, ended.out) == (2, "")


def test_person_with_a_shared_agent_is_told_what_only_its_owner_may_do(
    shell: Shell, hub: Hub, agent: Caller, person: Caller
) -> None:
    shell.run("agent", "share", agent.name, person.name)
    shell.variables["BELLPULL_KEY"] = person.key
    for words in (
        ["agent", "remove", agent.name, "--yes"],
        ["agent", "unshare", agent.name, person.name],
        ["key", "create", "--agent", agent.name],
        ["webhook", "create", "--agent", agent.name, "--source", "ci"],
    ):
        ended = shell.run(*words)
        assert ended.code == 2, words
        said = "bellpull: Only its owner or an admin may do this\nhint: ask its owner, owner\n"
        assert ended.err == said, words


def test_an_agents_key_is_told_the_whole_command_that_makes_another(shell: Shell, agent: Caller) -> None:
    ended = shell.run("agent", "share", agent.name, "nobody", BELLPULL_KEY=agent.key)
    assert ended.err.endswith("hint: use a key made with: bellpull key create --user NAME\n")


def test_person_who_cannot_list_people_is_not_sent_to_the_list(shell: Shell, hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    assert "bellpull user list" in shell.run("agent", "share", agent.name, "nobody").err
    ended = shell.run("agent", "share", agent.name, "nobody", BELLPULL_KEY=person.key)
    assert (ended.code, ended.err.splitlines()[1]) == (1, "hint: ask an admin what they are called")
