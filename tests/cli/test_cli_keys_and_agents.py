"""Keys and agents from the command line, against a real hub."""

import secrets
from typing import Any

import pytest

from support.hub import Caller
from support.shell import Shell


def new_name() -> str:
    return f"name-{secrets.token_hex(4)}"


def key_of(shell: Shell, id: str) -> dict[str, Any]:
    (found,) = [key for key in shell.json("key", "list")["keys"] if key["id"] == id]
    assert isinstance(found, dict)
    return found


def test_a_key_for_a_new_agent_makes_the_agent_and_works(shell: Shell) -> None:
    name = new_name()
    made = shell.json("key", "create", "--agent", name, "--label", "my laptop")
    assert list(made) == ["id", "key", "scope", "agent_name"]
    assert (made["scope"], made["agent_name"]) == ("agent", name)
    assert shell.json("status", BELLPULL_KEY=made["key"])["me"]["name"] == name
    assert key_of(shell, made["id"])["label"] == "my laptop"
    assert name in [agent["name"] for agent in shell.json("agent", "list")["agents"]]


def test_a_key_for_a_user_says_so(shell: Shell) -> None:
    name = new_name()
    made = shell.json("key", "create", "--user", name)
    assert list(made) == ["id", "key", "scope", "user"]
    assert (made["scope"], made["user"]) == ("user", name)


def test_a_key_is_printed_alone_on_the_last_line(shell: Shell) -> None:
    ended = shell.run("key", "create", "--agent", new_name())
    assert (ended.code, ended.err) == (0, "")
    key = ended.out.splitlines()[-1]
    assert shell.run("status", BELLPULL_KEY=key).code == 0


def test_a_revoked_key_stops_working(shell: Shell, agent: Caller) -> None:
    assert shell.run("key", "revoke", agent.key_id).out == f"Revoked {agent.key_id}.\n"
    assert key_of(shell, agent.key_id)["revoked_at"]
    ended = shell.run("inbox", BELLPULL_KEY=agent.key)
    assert ended.code == 2
    assert agent.key not in ended.err


def test_the_key_in_use_is_revoked_only_after_a_yes(shell: Shell, person: Caller) -> None:
    shell.variables["BELLPULL_KEY"] = person.key
    ended = shell.run("key", "revoke", person.key_id)
    assert (ended.code, ended.out) == (1, "")
    assert "the key that you are using" in ended.err
    assert "--yes" in ended.err
    assert shell.run_in_terminal("key", "revoke", person.key_id, typed=b"n\n").code == 1
    assert shell.run("key", "revoke", person.key_id, "--yes").out == f"Revoked {person.key_id}.\n"
    assert shell.run("inbox").code == 2


def test_a_list_of_keys_tells_when_they_were_used_in_eighty_columns(shell: Shell) -> None:
    shell.json("key", "create", "--agent", new_name(), "--label", "a label that is longer than any label should be")
    head, *rows = shell.run_in_terminal("key", "list", columns=80).out.splitlines()
    assert head.split() == ["ID", "SCOPE", "NAME", "LABEL", "CREATED", "LAST", "USED", "REVOKED"]
    assert any(row.split()[-1] == "never" for row in rows)


def test_keys_are_listed_in_a_table(shell: Shell, agent: Caller) -> None:
    head, *rows = shell.run("key", "list").out.splitlines()
    assert head.split()[:3] == ["ID", "SCOPE", "NAME"]
    assert [agent.key_id, "agent", agent.name] in [row.split()[:3] for row in rows]


@pytest.mark.parametrize("words", [[], ["--agent", "a", "--user", "b"], ["--agent"]])
def test_a_key_is_for_one_agent_or_one_user(shell: Shell, words: list[str]) -> None:
    assert shell.run("key", "create", *words).code == 2


@pytest.mark.parametrize("name", ["", "two words", "-", "a/b", "x" * 65, "\x1b[31m"])
def test_a_name_that_is_not_allowed_is_refused(shell: Shell, name: str) -> None:
    ended = shell.run("key", "create", f"--agent={name}")
    assert (ended.code, ended.out) == (2, "")
    assert "\x1b" not in ended.err


def test_revoking_a_key_that_is_not_there_is_a_no(shell: Shell) -> None:
    assert shell.run("key", "revoke", "nothing").code == 1


def test_agents_are_listed_in_a_table(shell: Shell, agent: Caller) -> None:
    agent.send()
    head, *rows = shell.run("agent", "list").out.splitlines()
    assert head.split() == [
        "NAME",
        "QUESTIONS",
        "NOTIFICATIONS",
        "NUDGES",
        "OWNER",
        "SHARED",
        "WITH",
        "PROJECT",
        "CREATED",
    ]
    assert [agent.name, "0", "1", "0", "owner"] in [row.split()[:5] for row in rows]


def names(shell: Shell) -> list[str]:
    return [agent["name"] for agent in shell.json("agent", "list")["agents"]]


def test_removing_an_agent_says_what_goes_and_asks_first(shell: Shell, agent: Caller) -> None:
    for _ in range(2):
        agent.send()
    refused = shell.run_in_terminal("agent", "remove", agent.name, typed=b"n\n")
    assert refused.code == 1
    assert "2 notifications (2 pending), 1 key" in refused.err
    assert agent.name in names(shell)
    done = shell.run_in_terminal("agent", "remove", agent.name, typed=b"y\n")
    assert done.code == 0
    assert f"Removed {agent.name}: 2 notifications, 1 key" in done.out
    assert agent.name not in names(shell)


@pytest.mark.parametrize("typed", [b"\n", b"\x04", b"yes please\n"])
def test_agent_is_removed_only_after_a_clear_yes(shell: Shell, agent: Caller, typed: bytes) -> None:
    assert shell.run_in_terminal("agent", "remove", agent.name, typed=typed).code == 1
    assert agent.name in names(shell)


def test_agent_is_removed_without_a_terminal_only_with_yes(shell: Shell, agent: Caller) -> None:
    ended = shell.run("agent", "remove", agent.name, input=b"y\n")
    assert (ended.code, ended.out) == (1, "")
    assert "no terminal" in ended.err
    assert "--yes" in ended.err
    assert agent.name in names(shell)
    removed = shell.json("agent", "remove", agent.name, "--yes")
    assert (removed["agent_name"], removed["notifications"], removed["keys"]) == (agent.name, 0, 1)
    assert agent.name not in names(shell)


def test_removing_an_agent_that_is_not_there_is_a_no(shell: Shell) -> None:
    for words in ([], ["--yes"]):
        ended = shell.run("agent", "remove", "nobody", *words)
        assert (ended.code, ended.out) == (1, "")
