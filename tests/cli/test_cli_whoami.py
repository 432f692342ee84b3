"""`whoami` says which agent works in a folder, and makes its key so that other programs can speak as it."""

import json
import os
from pathlib import Path

from support.answers import done
from support.hub import Caller, Hub
from support.shell import Shell


def test_the_key_that_it_names_is_the_agent_s(shell: Shell, hub: Hub) -> None:
    ended = shell.run("whoami", "--agent", "painter-of-walls", "--json")
    said = json.loads(ended.out)
    assert (ended.code, said["agent"], said["url"], said["hub"]) == (0, "painter-of-walls", hub.url, hub.id)
    key = json.loads(Path(said["key_file"]).read_text())["key"]
    assert done(Caller(hub, key, "", "").get("/api/me"))["name"] == "painter-of-walls"
    assert key not in ended.out


def test_people_read_it_in_lines(shell: Shell, hub: Hub) -> None:
    ended = shell.run("whoami", "--agent", "painter-of-walls")
    assert ended.out.startswith(f"agent    painter-of-walls\nurl      {hub.url}\n")


def test_a_configured_key_lies_in_no_file(shell: Shell, agent: Caller) -> None:
    ended = shell.run("whoami", "--json", BELLPULL_KEY=agent.key)
    said = json.loads(ended.out)
    assert (said["agent"], said["key_file"]) == (agent.name, None)


def test_a_folder_whose_name_is_no_text_has_an_agent_too(shell: Shell) -> None:
    odd = Path(os.fsdecode(os.fsencode(shell.home) + b"/bad\xff"))
    odd.mkdir()
    shell.home = odd
    said = json.loads(shell.run("whoami", "--json").out)
    assert said["agent"] == "bad"
    assert said["project"].endswith("/bad\\xff")


def test_an_address_without_a_key_is_not_asked(shell: Shell) -> None:
    ended = shell.run("whoami", "--url", "http://192.0.2.1:1")
    assert (ended.code, ended.err) == (
        2,
        "bellpull: There is no agent's key for http://192.0.2.1:1.\nhint: set BELLPULL_KEY\n",
    )
