"""The audit from the command line, against a real hub."""

import re
from typing import Any

import pytest

from bellpull.cli.audit import DID
from bellpull.domain.audit import ACTIONS
from support.accounts import add_user, new_name, share, signed_in, try_log_in
from support.answers import done, refused
from support.hub import Caller, Hub
from support.questions import answer, ask_text
from support.shell import Shell


def entries(shell: Shell, *words: str) -> list[dict[str, Any]]:
    told = shell.json("audit", *words)
    assert list(told) == ["count", "entries"]
    assert told["count"] == len(told["entries"])
    found: list[dict[str, Any]] = told["entries"]
    return found


def lines(shell: Shell, *words: str) -> list[list[str]]:
    """The columns of each line but the first, without the time."""
    ended = shell.run("audit", *words)
    assert (ended.code, ended.err) == (0, "")
    head, *rows = ended.out.splitlines()
    assert head.split() == ["WHEN", "WHO", "DID", "WHAT", "FROM"]
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d  ", row) for row in rows)
    return [re.split(" {2,}", row)[1:] for row in rows]


def test_actions_of_the_audit_all_have_words() -> None:
    assert set(DID) == set(ACTIONS)


def test_the_audit_says_who_did_what_from_where_newest_last(shell: Shell, hub: Hub, agent: Caller) -> None:
    name = add_user(hub)["name"]
    share(hub.owner, agent.name, name)
    owner, here = hub.owner.name, "127.0.0.1"
    seen = [line for line in lines(shell, "--about", agent.name) if line[1] == "shared an agent"]
    assert seen == [[owner, "shared an agent", f"{agent.name} with {name}", here]]
    found = entries(shell, "--by", owner, "--limit", "500")
    assert [one["seq"] for one in found] == sorted(one["seq"] for one in found)
    assert found[-1]["action"] == "agent_shared"


def test_answers_are_noted_without_what_was_said(shell: Shell, hub: Hub, agent: Caller) -> None:
    id = ask_text(agent)["id"]
    answer(hub.owner, id, text="a word that nobody may read")
    told = shell.run("audit", "--about", agent.name)
    assert "answered" in told.out
    assert "nobody may read" not in told.out
    assert [one["action"] for one in entries(shell, "--about", id)] == ["question_answered"]


def test_sign_ins_and_wrong_ones_are_there_and_an_unknown_name_is_not(shell: Shell, hub: Hub) -> None:
    name, typed_as_name = add_user(hub)["name"], new_name("hunter2")
    signed_in(hub, name)
    refused(try_log_in(hub, name, "a wrong password"), 401)
    assert [line[1] for line in lines(shell, "--by", name)] == ["signed in", "failed to sign in"]
    refused(try_log_in(hub, typed_as_name), 401, 429)
    ended = shell.run("audit", "--action", "sign_in_failed")
    assert " (unknown) " in ended.out
    assert typed_as_name not in ended.out


def test_audit_is_narrowed_to_an_action_and_a_number(shell: Shell, hub: Hub) -> None:
    for _ in range(3):
        hub.new_agent()
    found = entries(shell, "--action", "key_created", "--limit", "2")
    assert [one["action"] for one in found] == ["key_created"] * 2
    assert found == entries(shell, "--action", "key_created", "--limit", "3")[1:]


def test_empty_audit_says_so(shell: Shell) -> None:
    assert shell.run("audit", "--by", "nobody-at-all").out == "Nothing like that is in the audit.\n"
    assert entries(shell, "--by", "nobody-at-all") == []


def test_an_unknown_action_is_told_the_nearest_one(shell: Shell) -> None:
    ended = shell.run("audit", "--action", "sign_in")
    assert (ended.code, ended.out) == (2, "")
    assert "signed_in" in ended.err
    assert "key_created, key_revoked" in shell.run("audit", "--action", "zzz").err


@pytest.mark.parametrize("who", ["person", "agent"])
def test_audit_is_for_admins_only(shell: Shell, request: pytest.FixtureRequest, who: str) -> None:
    caller: Caller = request.getfixturevalue(who)
    ended = shell.run("audit", BELLPULL_KEY=caller.key)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bellpull: Only a")


def test_audit_fits_eighty_columns(shell: Shell, hub: Hub, agent: Caller) -> None:
    done(hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": "x"}), 201)
    rows = shell.run_in_terminal("audit", columns=80).out.splitlines()
    assert max(map(len, rows)) <= 80
    assert "told an agent" in rows[-1]
