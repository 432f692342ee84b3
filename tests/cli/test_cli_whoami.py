"""`whoami` says which agent works in a folder, and makes its key so that other programs can speak as it."""

import json
from pathlib import Path

from command_shell import Shell

from support.answers import done
from support.hub import Caller, Hub


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
