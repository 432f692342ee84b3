"""People and their passwords from the command line, against a real hub."""

import json
import signal
from typing import Any

import pytest
from person_at_terminal import PersonAtProcess, PersonAtTerminal

from support.accounts import PASSWORD, USER_FIELDS, add_user, new_member, new_name, signed_in, try_log_in
from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.shell import Ended, Shell

OTHER = "another horse battery"
FIRST, AGAIN = "New password of {}: ", "Once more: "


def users(shell: Shell) -> dict[str, Any]:
    return {user["name"]: user for user in shell.json("user", "list")["users"]}


def works(hub: Hub, name: str, password: str) -> bool:
    return try_log_in(hub, name, password).status_code == 200


def as_caller(shell: Shell, caller: Caller) -> Shell:
    shell.variables["BELLPULL_KEY"] = caller.key
    return shell


def kept_secret(*ended: Ended) -> None:
    assert not any(word in one.out + one.err for one in ended for word in (PASSWORD, OTHER))


# Adding


def test_a_password_is_typed_twice_and_never_shown(shell: Shell, hub: Hub) -> None:
    name = new_name()
    with PersonAtTerminal(shell, "user", "add", name) as person:
        shown = person.sees(FIRST.format(name))
        person.types(f"{PASSWORD}\n")
        shown += person.sees(AGAIN)
        person.types(f"{PASSWORD}\n")
        assert person.ends() == 0
        shown += person.seen
    assert PASSWORD not in shown
    assert f"Added {name}." in shown
    assert f"sign in as {name} with that password: {hub.url}" in shown
    assert f"bellpull key create --user {name}" in shown
    assert works(hub, name, PASSWORD)


def test_bad_password_is_asked_for_again(shell: Shell, hub: Hub) -> None:
    name = new_name()
    with PersonAtTerminal(shell, "user", "add", name) as person:
        for wrong, why in (("short", "at least 10 characters"), (name.upper(), "must not be the name")):
            person.sees(FIRST.format(name))
            person.types(f"{wrong}\n")
            person.sees(why)
        person.sees(FIRST.format(name))
        person.types(f"{PASSWORD}\n")
        person.sees(AGAIN)
        person.types(f"{OTHER}\n")
        person.sees("two different ones")
        assert name not in [user["name"] for user in done(hub.owner.get("/api/users"))["users"]]
        for prompt in (FIRST.format(name), AGAIN):
            person.sees(prompt)
            person.types(f"{OTHER}\n")
        assert person.ends() == 0
    assert works(hub, name, OTHER)


@pytest.mark.process
@pytest.mark.parametrize("prompt", [FIRST, AGAIN])
def test_ctrl_c_at_a_prompt_adds_nobody_and_ends_the_line(shell: Shell, prompt: str) -> None:
    name = new_name()
    with PersonAtProcess(shell, "user", "add", name) as person:
        person.sees(FIRST.format(name))
        if prompt == AGAIN:
            person.types(f"{PASSWORD}\n")
            person.sees(AGAIN)
        person.process.send_signal(signal.SIGINT)
        assert person.ends() == 2
        assert person.seen == "\nbellpull: Interrupted.\n"
    assert name not in users(shell)


def test_an_end_of_input_at_a_prompt_is_a_sentence(shell: Shell) -> None:
    name = new_name()
    with PersonAtTerminal(shell, "user", "add", name) as person:
        person.sees(FIRST.format(name))
        person.types("\x04")
        assert person.ends() == 2
        assert person.seen == "\nbellpull: No password was typed.\n"


@pytest.mark.parametrize("sent", [f"{PASSWORD}\n", PASSWORD, f"{PASSWORD}\r\n"])
def test_a_password_from_standard_input_has_no_end_of_line(shell: Shell, hub: Hub, sent: str) -> None:
    name = new_name()
    ended = shell.run("user", "add", name, "--password-stdin", "--json", input=sent)
    assert list(ended.json) == USER_FIELDS
    assert (ended.json["name"], ended.json["admin"], ended.json["has_password"]) == (name, False, True)
    assert works(hub, name, PASSWORD)


def test_a_password_may_begin_and_end_with_blanks_and_have_any_letters(shell: Shell, hub: Hub) -> None:
    name, password = new_name(), "  Пароль 漢字 🔑  "
    assert shell.run("user", "add", name, "--password-stdin", input=f"{password}\n").code == 0
    assert works(hub, name, password)


WRONG_INPUT = {
    "empty": (b"", "at least 10 characters"),
    "short": (b"horse\n", "at least 10 characters"),
    "no text": (b"correct horse \xff battery\n", "not UTF-8 text"),
    "two lines": (b"correct horse battery\nanother horse battery\n", "one line, the password; it has 2"),
    "too long": (b"x" * 1025, "at most 1024 bytes"),
    "endless": ("漢".encode() * 5000, "at most 1024 bytes"),
}


@pytest.mark.parametrize("kind", WRONG_INPUT)
def test_a_wrong_password_from_standard_input_is_told_and_not_repeated(shell: Shell, kind: str) -> None:
    sent, why = WRONG_INPUT[kind]
    name = new_name()
    ended = shell.run("user", "add", name, "--password-stdin", input=sent)
    assert (ended.code, ended.out) == (2, "")
    assert why in ended.err
    assert "horse" not in ended.err
    assert name not in users(shell)


def test_password_is_sent_if_there_is_no_terminal(shell: Shell) -> None:
    name = new_name()
    ended = shell.run("user", "add", name, input=f"{PASSWORD}\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("hint: send it: --password-stdin\n")
    assert name not in users(shell)


def test_passwords_are_never_options(shell: Shell) -> None:
    for words in (["add", "x", "--password", PASSWORD], ["add", "x", PASSWORD], ["password", "x", PASSWORD]):
        assert shell.run("user", *words).code == 2


def test_person_without_a_password_is_told_both_ways_to_the_page(shell: Shell) -> None:
    name = new_name()
    ended = shell.run("user", "add", name, "--no-password")
    assert (ended.code, ended.err) == (0, "")
    assert "  On the page       by a link, with that key: bellpull page\n" in ended.out
    assert f"  Or a password     bellpull user password {name}\n" in ended.out
    assert f"bellpull agent share AGENT {name}" in ended.out
    assert users(shell)[name]["has_password"] is False


def test_an_admin_is_not_told_to_have_agents_shared(shell: Shell) -> None:
    name = new_name()
    ended = shell.run("user", "add", name, "--no-password", "--admin")
    assert ended.out.startswith(f"Added {name}, an admin.\n")
    assert "See an agent" not in ended.out
    assert users(shell)[name]["admin"] is True


def test_the_public_address_is_told_where_it_is_known(shell: Shell) -> None:
    shell.variables["BELLPULL_PUBLIC_URL"] = "https://bell.example"
    ended = shell.run("user", "add", new_name(), "--password-stdin", input=PASSWORD)
    assert "with that password: https://bell.example\n" in ended.out
    assert "Only this machine" not in ended.out
    # With TLS, hub.json names an address that is for the programs of this machine alone.
    tls = {"BELLPULL_PUBLIC_URL": "", "BELLPULL_TLS_CERT": "/hub.pem", "BELLPULL_HOST": "192.0.2.7"}
    ended = shell.run("user", "add", new_name(), "--password-stdin", input=PASSWORD, **tls)
    assert "with that password: https://192.0.2.7:7717\n" in ended.out


def test_a_taken_name_is_told_before_a_password_is_asked_for(shell: Shell, agent: Caller, person: Caller) -> None:
    for name, whose in ((person.name, "a user's"), (person.name.upper(), "a user's"), (agent.name, "an agent's")):
        ended = shell.run("user", "add", name, "--password-stdin")
        assert (ended.code, ended.err.splitlines()[0]) == (2, f"bellpull: {name} is {whose} name.")


def test_the_hint_of_a_name_that_is_too_long_is_true(shell: Shell) -> None:
    assert "hint: this one has 65 characters\n" in shell.run("user", "add", "x" * 65, "--no-password").err


def test_a_name_that_is_taken_or_not_allowed_is_refused(shell: Shell, agent: Caller, person: Caller) -> None:
    for name in (agent.name, person.name, "two words", "-x"):
        ended = shell.run("user", "add", "--no-password", "--", name)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith("bellpull: ")


def test_user_add_refuses_other_people_before_it_asks_for_a_password(shell: Shell, person: Caller) -> None:
    ended = as_caller(shell, person).run_in_terminal("user", "add", new_name())
    assert (ended.code, ended.out) == (2, "")
    assert "Only an admin" in ended.err
    assert "password" not in ended.err


INSIDE: list[list[str]] = [
    ["user", "add", "x", "--no-password"],
    ["user", "remove", "x", "--yes"],
    ["user", "password", "--password-stdin"],
    ["agent", "share", "x", "y"],
    ["agent", "unshare", "x", "y"],
    ["audit"],
    ["upkeep", "--now", "--yes"],
    ["agent", "remove", "x", "--yes"],
    ["key", "revoke", "x", "--yes"],
]


@pytest.mark.parametrize("words", INSIDE, ids=" ".join)
def test_an_agent_in_its_shell_does_not_do_what_people_do(alone: Shell, words: list[str]) -> None:
    ended = alone.run(*words, CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert "only a person" in ended.err
    assert ended.err.endswith("hint: if you are one: --as-person\n")
    assert "is not running" in alone.run(*words, "--as-person", CLAUDECODE="1").err


@pytest.mark.parametrize("words", [["export"], ["uninstall", "--yes"]], ids=" ".join)
def test_nor_what_needs_no_hub(alone: Shell, words: list[str]) -> None:
    ended = alone.run(*words, CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert "only a person" in ended.err


@pytest.mark.process
def test_an_agent_that_starts_the_hub_is_not_shown_its_owner_s_link(own_hub: Shell) -> None:
    for _ in range(2):
        said = own_hub.run_process("up", "--detach", "--port", "0", CLAUDECODE="1", PYTHONWARNINGS="").out
        assert "\n  open     http://127.0.0.1:" in said
        assert "sign-in" not in said


# Listing


def test_people_are_listed_in_a_table(shell: Shell, hub: Hub) -> None:
    member = new_member(hub)
    hub.new_agent(member)
    signed_in(hub, member.name)
    head, *rows = shell.run("user", "list").out.splitlines()
    assert head.split() == ["NAME", "ADMIN", "PASSWORD", "AGENTS", "CREATED", "LAST", "SIGN-IN"]
    (row,) = [row.split() for row in rows if row.startswith(f"{member.name} ")]
    assert row[1:4] == ["no", "yes", "1"]
    assert row[-1] == "ago"


def test_user_list_of_a_person_has_only_that_person(shell: Shell, person: Caller) -> None:
    assert list(users(as_caller(shell, person))) == [person.name]


# Removing


def test_removing_says_what_goes_and_asks_first(shell: Shell, hub: Hub) -> None:
    member = new_member(hub)
    signed_in(hub, member.name)
    member.send()
    refusal = shell.run_in_terminal("user", "remove", member.name, typed=b"n\n")
    assert refusal.code == 1
    assert f"This removes {member.name} with 1 notification, 1 key and every sign-in, for good." in refusal.err
    assert f"Remove {member.name}? [y/N] " in refusal.err
    assert member.name in users(shell)
    removed = shell.run_in_terminal("user", "remove", member.name, typed=b"y\n")
    gone = "1 notification, keys and sign-ins: 2"
    assert (removed.code, removed.out.splitlines()[-1]) == (0, f"Removed {member.name}: {gone}.")
    assert member.name not in users(shell)
    refused(member.get("/api/me"), 401)


def test_owner_of_agents_is_removed_only_if_the_agents_go_to_another(shell: Shell, hub: Hub) -> None:
    member, heir = new_member(hub), new_member(hub)
    agent = hub.new_agent(member)
    ended = shell.run_in_terminal("user", "remove", member.name, typed=b"y\n")
    assert ended.code == 2
    assert f"{member.name} owns 1 agent: {agent.name}." in ended.err
    assert "--give-agents-to" in ended.err
    forced = shell.run("user", "remove", member.name, "--yes")
    assert (forced.code, forced.out) == (2, "")
    done = shell.run_in_terminal("user", "remove", member.name, "--give-agents-to", heir.name, typed=b"y\n")
    assert f"Their agents go to {heir.name}: {agent.name}." in done.err
    assert done.out.splitlines()[-1].endswith(f"1 agent given to {heir.name}.")
    assert users(shell)[heir.name]["agents"] == 1


def test_person_is_removed_without_a_terminal_only_with_yes(shell: Shell, person: Caller) -> None:
    ended = shell.run("user", "remove", person.name, input=b"y\n")
    assert (ended.code, ended.out) == (1, "")
    assert "--yes" in ended.err
    assert person.name in users(shell)
    told = shell.json("user", "remove", person.name, "--yes")
    assert told == {"name": person.name, "notifications": 0, "keys": 1, "agents_given": 0}


def test_an_unknown_person_is_a_no_and_the_nearest_is_named(shell: Shell, person: Caller) -> None:
    meant = f"{person.name}x"
    ended = shell.run("user", "remove", meant)
    assert (ended.code, ended.out) == (1, "")
    assert f"There is no user '{meant}'." in ended.err
    assert f"did you mean {person.name}" in ended.err
    assert shell.run("user", "remove", meant, "--yes").code == 1
    assert shell.run("user", "password", meant, "--password-stdin", input=PASSWORD).code == 1
    assert shell.run("user", "remove", person.name, "--give-agents-to", meant).code == 1


def test_the_owner_of_the_hub_stays(shell: Shell, hub: Hub) -> None:
    ended = shell.run("user", "remove", hub.owner.name, "--give-agents-to", new_member(hub).name, "--yes")
    assert (ended.code, ended.out) == (2, "")
    assert hub.owner.name in users(shell)


# Passwords


def test_an_admin_sets_a_password_and_is_told_how_many_sign_ins_ended(shell: Shell, hub: Hub) -> None:
    member = new_member(hub)
    sign_ins = [signed_in(hub, member.name) for _ in range(2)]
    ended = shell.run("user", "password", member.name, "--password-stdin", input=f"{OTHER}\n")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"{member.name} has a new password. Ended: 2 sign-ins. Keys go on.\n"
    for caller in sign_ins:
        refused(caller.get("/api/me"), 401)
    done(member.get("/api/me"))
    assert works(hub, member.name, OTHER)
    kept_secret(ended)


def test_people_set_their_own_password_with_their_key(shell: Shell, hub: Hub, person: Caller) -> None:
    with PersonAtTerminal(as_caller(shell, person), "user", "password") as at_terminal:
        for prompt in (FIRST.format(person.name), AGAIN):
            at_terminal.sees(prompt)
            at_terminal.types(f"{OTHER}\n")
        assert at_terminal.ends() == 0
    assert works(hub, person.name, OTHER)


def test_a_sign_in_needs_the_current_password_for_a_new_one(shell: Shell, hub: Hub) -> None:
    name = add_user(hub)["name"]
    as_caller(shell, signed_in(hub, name))
    with PersonAtTerminal(shell, "user", "password") as person:
        prompts = (f"Current password of {name}: ", FIRST.format(name), AGAIN)
        for prompt, word in zip(prompts, (PASSWORD, OTHER, OTHER), strict=True):
            person.sees(prompt)
            person.types(f"{word}\n")
        assert person.ends() == 0
        assert "Ended: 1 sign-in." in person.seen
    assert works(hub, name, OTHER)


def test_a_wrong_current_password_is_told_as_such_and_nothing_changes(shell: Shell, hub: Hub) -> None:
    name = add_user(hub)["name"]
    as_caller(shell, signed_in(hub, name))
    ended = shell.run("user", "password", "--password-stdin", input=f"{OTHER}\n{OTHER}\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bellpull: That is not the current password.\n")
    kept_secret(ended)
    alone = shell.run("user", "password", "--password-stdin", input=f"{OTHER}\n")
    assert "two lines, the new password and the current one" in alone.err
    assert works(hub, name, PASSWORD)
    told = shell.run("user", "password", "--password-stdin", "--json", input=f"{OTHER}\n{PASSWORD}\n").json
    assert told == {"name": name, "sign_ins_ended": 2}


def test_password_of_another_person_is_set_by_admins_only(shell: Shell, hub: Hub, person: Caller) -> None:
    ended = as_caller(shell, person).run_in_terminal("user", "password", hub.owner.name)
    assert (ended.code, ended.out) == (2, "")
    assert f"Only an admin changes the password of {hub.owner.name}." in ended.err


def test_an_agent_has_no_password(shell: Shell, agent: Caller) -> None:
    ended = as_caller(shell, agent).run_in_terminal("user", "password")
    assert (ended.code, ended.out) == (2, "")
    assert f"the agent {agent.name}, which has no password" in ended.err


@pytest.mark.process
def test_neither_log_nor_audit_has_a_password(hub_process: HubMaker, alone: Shell) -> None:
    hub = hub_process(log_level="debug")
    alone.at(hub)
    assert alone.run("user", "add", "anna", "--password-stdin", input=PASSWORD).code == 0
    assert alone.run("user", "password", "anna", "--password-stdin", input=OTHER).code == 0
    told = json.dumps(alone.json("audit")) + (hub.data_dir / "hub.log").read_text() + hub.output()
    assert "user_added" in told
    assert PASSWORD not in told
    assert OTHER not in told
