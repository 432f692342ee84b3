"""Commands that work on this machine's data folder say so where the others speak to a hub that is elsewhere."""

import pytest

from support.hub import Hub
from support.shell import Shell

ELSEWHERE = {"BELLPULL_URL": "https://bell.example"}
COMMANDS = [["backup", "copy.db"], ["restore", "copy.db"], ["export"], ["import", "hub.jsonl"], ["logs"]]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_the_folder_is_named_where_the_hub_is_elsewhere(alone: Shell, words: list[str]) -> None:
    told = alone.run(*words, **ELSEWHERE).err.splitlines()[0]
    folder = f"{alone.data_dir}, this machine's data folder"
    assert told == f"note: this is about {folder}, whatever url is (variable BELLPULL_URL)"
    for others in (alone.run(*words), alone.run(*words, "--data-dir", str(alone.data_dir), **ELSEWHERE)):
        assert "note:" not in others.err


def test_address_of_the_hub_of_the_folder_gets_no_note(shell: Shell, hub: Hub) -> None:
    assert shell.run("backup", "copy.db", BELLPULL_URL=hub.url).err == ""


def test_a_script_finds_nothing_new_on_standard_output(shell: Shell) -> None:
    assert shell.run("export", **ELSEWHERE).out.startswith('{"bellpull"')
