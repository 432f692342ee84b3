"""`bellpull connect` and `disconnect` as a person runs them, on settings files as people have them."""

import json
import re
import stat

import pytest
from client_person import Person, read

HOURS_25 = 25 * 3600 * 1000
#: The limit that is written beside it, as the server is told it, in seconds.
LASTING = ["--call-limit", "90000"]
COMMENTED = """\ufeff{\r
  // what I like\r
  "$schema": "https://opencode.ai/config.json",\r
  "theme": "système",   /* not the default */\r
  "mcp": {\r
    "weather": { "type": "remote", "url": "https://weather.example/mcp" }, // mine\r
  },\r
}\r
"""


def test_opencode_is_connected_for_a_person(ada: Person) -> None:
    said = ada.run("connect", "opencode")
    command = [str(ada.program), "mcp", *LASTING]
    entry = {"type": "local", "command": command, "enabled": True, "timeout": HOURS_25}
    assert read(ada.opencode) == {"$schema": "https://opencode.ai/config.json", "mcp": {"bellpull": entry}}
    assert '+    "bellpull": {\n' in said
    assert "Next: restart OpenCode, then say to it:" in said


def test_opencode_is_connected_for_a_project_in_its_root_and_for_everybody(ada: Person) -> None:
    said = ada.run("connect", "opencode", "--project", "--agent", "builder")
    entry = read(ada.home / "project" / "opencode.json")["mcp"]["bellpull"]
    assert entry["command"] == ["bellpull", "mcp", "--agent", "builder", *LASTING]
    assert "it is not on your PATH" in said


def test_claude_code_is_connected_for_a_person(ada: Person) -> None:
    ada.write(ada.claude, '{"numStartups":3,"mcpServers":{}}')
    ada.run("connect", "claude-code", "--agent", "builder")
    args = ["mcp", "--agent", "builder", *LASTING]
    entry = {"type": "stdio", "command": str(ada.program), "args": args, "timeout": HOURS_25, "alwaysLoad": True}
    assert read(ada.claude) == {"numStartups": 3, "mcpServers": {"bellpull": entry}}
    assert "\n" not in ada.claude.read_text()


def test_claude_code_is_connected_for_a_project(ada: Person) -> None:
    said = ada.run("connect", "claude-code", "--project")
    entry = {"type": "stdio", "command": "bellpull", "args": ["mcp", *LASTING], "timeout": HOURS_25, "alwaysLoad": True}
    assert read(ada.home / "project" / ".mcp.json") == {"mcpServers": {"bellpull": entry}}
    assert "asks each person once" in said


def test_without_a_git_root_the_folder_is_the_project(ada: Person) -> None:
    ada.run("connect", "opencode", "--project", folder="bin")
    assert (ada.home / "bin" / "opencode.json").exists()


def test_settings_are_found_where_the_clients_variables_say(ada: Person) -> None:
    ada.run("connect", "opencode", XDG_CONFIG_HOME=str(ada.home / "xdg"))
    ada.run("connect", "claude-code", CLAUDE_CONFIG_DIR=str(ada.home / "claude"))
    assert {"xdg/opencode/opencode.json", "claude/.claude.json"} <= ada.files()


@pytest.mark.parametrize("place", ["user", "project"])
def test_a_file_with_comments_is_preferred_where_it_is_there(ada: Person, place: str) -> None:
    folder = ada.opencode.parent if place == "user" else ada.home / "project"
    file = ada.write(folder / "opencode.jsonc", "{ /* mine */ }")
    ada.run("connect", "opencode", f"--{place}")
    assert "/* mine */" in file.read_text()
    assert '"bellpull"' in file.read_text()
    assert not (folder / "opencode.json").exists()


def test_comments_order_and_ends_of_lines_stay(ada: Person) -> None:
    ada.write(ada.opencode, COMMENTED)
    ada.run("connect", "opencode")
    after = ada.opencode.read_bytes().decode()
    entry = after[after.index('\r\n    "bellpull"') : after.index("\r\n  },\r\n}")]
    assert entry.count("\n") == entry.count("\r\n") == 6
    assert after.replace(entry, "") == COMMENTED


@pytest.mark.parametrize(
    "text",
    [
        COMMENTED,
        "",
        "\n",
        "{}",
        "{ }\n",
        '{\n  "mcp": {}\n}',
        '{"mcp": { }, "a": 1}',
        '{\n\t"mcp": {\n\t\t// none\n\t}\n}',
    ],
)
@pytest.mark.parametrize("client", ["opencode", "claude-code"])
def test_disconnecting_gives_back_every_byte(ada: Person, text: str, client: str) -> None:
    file = ada.write(ada.opencode if client == "opencode" else ada.claude, text.replace('"mcp"', '"mcpServers"'))
    before = file.read_bytes()
    ada.run("connect", client)
    assert file.read_bytes() != before
    assert "Disconnected" in ada.run("disconnect", client)
    assert file.read_bytes() == before


def test_a_text_that_changed_meanwhile_stays_when_disconnecting(ada: Person) -> None:
    ada.write(ada.opencode, '{\n  "theme": "dark"\n}\n')
    ada.run("connect", "opencode")
    ada.opencode.write_text(ada.opencode.read_text().replace("dark", "light"))
    ada.run("disconnect", "opencode")
    assert ada.opencode.read_text() == '{\n  "theme": "light"\n}\n'


def test_a_file_that_only_we_needed_goes_with_us(ada: Person) -> None:
    ada.run("connect", "opencode")
    ada.run("disconnect", "opencode")
    assert not ada.opencode.exists()


@pytest.mark.parametrize("client", ["opencode", "claude-code"])
def test_disconnecting_what_was_not_connected_says_so_and_changes_nothing(ada: Person, client: str) -> None:
    ada.write(ada.opencode, COMMENTED)
    before = ada.files()
    assert "was not connected" in ada.run("disconnect", client)
    assert ada.files() == before
    assert ada.opencode.read_bytes().decode() == COMMENTED


def test_connecting_again_changes_nothing(ada: Person) -> None:
    ada.write(ada.opencode, COMMENTED)
    ada.run("connect", "opencode")
    before = ada.opencode.stat().st_ino, ada.files()
    assert "OpenCode is already connected" in ada.run("connect", "opencode")
    assert (ada.opencode.stat().st_ino, ada.files()) == before


def test_connecting_again_keeps_what_was_added_by_hand(ada: Person) -> None:
    entry = '{\n "type": "local", // mine\n "command": ["/old"],\n "timeout": 5,\n "environment": {"A": "b"}\n}'
    ada.write(ada.opencode, f'{{"mcp": {{"bellpull": {entry}}}}}')
    ada.run("connect", "opencode", BELLPULL_CONFIG=str(ada.write(ada.home / "other.toml", "")))
    after = ada.opencode.read_text()
    assert "// mine" in after
    now = json.loads(after.replace("// mine", ""))["mcp"]["bellpull"]
    assert (now["command"], now["timeout"]) == ([str(ada.program), "mcp"], 5)
    assert now["environment"] == {"A": "b", "BELLPULL_CONFIG": str(ada.home / "other.toml")}


def test_settings_in_the_form_of_opencodes_version_2_stay_in_it(ada: Person) -> None:
    before = ada.write(ada.opencode, '{\n  "mcp": {\n    "servers": {}\n  }\n}\n').read_bytes()
    ada.run("connect", "opencode")
    entry = {"type": "local", "command": [str(ada.program), "mcp", *LASTING], "timeout": {"request": HOURS_25}}
    assert read(ada.opencode) == {"mcp": {"servers": {"bellpull": entry}}}
    assert "already connected" in ada.run("connect", "opencode")
    ada.run("disconnect", "opencode")
    assert ada.opencode.read_bytes() == before


def test_an_entry_in_the_older_form_moves_when_the_settings_have_moved(ada: Person) -> None:
    ada.write(ada.opencode, '{"mcp": {"bellpull": {"type": "local"}, "servers": {"x": {"type": "remote"}}}}')
    ada.run("connect", "opencode")
    assert list(read(ada.opencode)["mcp"]) == ["servers"]
    assert list(read(ada.opencode)["mcp"]["servers"]) == ["x", "bellpull"]
    ada.run("disconnect", "opencode")
    assert read(ada.opencode)["mcp"] == {"servers": {"x": {"type": "remote"}}}


def test_a_server_that_is_called_servers_is_no_other_form(ada: Person) -> None:
    ada.write(ada.opencode, '{"mcp": {"servers": {"type": "remote", "url": "https://x.example"}}}')
    ada.run("connect", "opencode")
    assert list(read(ada.opencode)["mcp"]) == ["servers", "bellpull"]


def test_an_entry_of_another_kind_is_replaced(ada: Person) -> None:
    ada.write(ada.opencode, '{"mcp": {"bellpull": {"type": "remote", "url": "http://127.0.0.1:7717/mcp"}}}')
    ada.run("connect", "opencode")
    assert "url" not in read(ada.opencode)["mcp"]["bellpull"]


def test_a_dry_run_shows_the_change_and_makes_none(ada: Person) -> None:
    ada.write(ada.opencode, COMMENTED)
    before = ada.files()
    for command in ("connect", "connect"):
        said = ada.run(command, "opencode", "--dry-run")
        assert '+    "bellpull": {' in said
        assert "Nothing was written." in said
    assert ada.files() == before
    assert ada.opencode.read_bytes().decode() == COMMENTED
    ada.run("connect", "claude-code", "--dry-run")
    assert ada.files() == before


def test_the_hub_that_was_chosen_here_is_chosen_there(ada: Person) -> None:
    ada.run("connect", "opencode", "--data-dir", "my data", BELLPULL_URL="http://bell.example:7717")
    command = read(ada.opencode)["mcp"]["bellpull"]["command"]
    chosen = ["--data-dir", str(ada.home / "project/deep/inside/my data"), "--url", "http://bell.example:7717"]
    assert command == [str(ada.program), "mcp", *chosen, *LASTING]


def test_a_projects_settings_have_nothing_of_this_machine(ada: Person) -> None:
    ada.run("connect", "opencode", "--project", BELLPULL_DATA_DIR="/x", BELLPULL_URL="http://h:1", BELLPULL_KEY="bp_s")
    assert read(ada.home / "project" / "opencode.json")["mcp"]["bellpull"]["command"] == ["bellpull", "mcp", *LASTING]


def test_a_key_is_never_written(ada: Person) -> None:
    said = ada.run("connect", "claude-code", BELLPULL_KEY="bp_secret")
    assert "BELLPULL_KEY is not written" in said
    assert "bp_secret" not in said + ada.claude.read_text()


def test_rights_and_a_link_stay(ada: Person) -> None:
    real = ada.write(ada.home / "dotfiles" / "opencode.json", "{}\n")
    real.chmod(0o640)
    ada.opencode.parent.mkdir(parents=True)
    ada.opencode.symlink_to(real)
    ada.run("connect", "opencode")
    assert ada.opencode.is_symlink()
    assert '"bellpull"' in real.read_text()
    assert [stat.S_IMODE(file.stat().st_mode) for file in (real, *ada.backups())] == [0o640, 0o640]
    assert ada.backups()[0].parent == real.parent


def test_backups_are_never_overwritten_and_few(ada: Person) -> None:
    ada.write(ada.opencode, COMMENTED)
    for number in range(8):
        ada.run("connect", "opencode", "--agent", f"agent-{number}")
    assert len(ada.backups()) == 5
    assert ada.backups()[0].read_bytes().decode() == COMMENTED
    assert [re.search(r"agent-\d", file.read_text()) for file in ada.backups()[1:]][-1]


@pytest.mark.parametrize("command", ["connect", "disconnect"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n  "theme": "dark"\n  "mcp": {}\n}', 'line 3, column 3: \'"\' stands where "," or "}" was expected'),
        ('{"mcp": {"bellpull": {}}', 'line 1, column 25: the file ends where "," or "}" was expected'),
    ],
)
def test_a_broken_file_is_told_with_line_and_column_and_stays(ada: Person, command: str, text: str, place: str) -> None:
    ada.write(ada.opencode, text)
    said = ada.run(command, "opencode", code=2)
    assert said.startswith(f"bellpull: {ada.opencode} is not right at {place}. Nothing was changed.\nhint: correct it")
    assert (ada.opencode.read_text(), ada.backups()) == (text, [])


def test_a_file_that_is_no_object_or_no_text_is_told_and_stays(ada: Person) -> None:
    ada.write(ada.opencode, '{"mcp": ["x"]}')
    assert 'line 1, column 9: "mcp" must be an object.' in ada.run("connect", "opencode", code=2)
    ada.opencode.write_bytes(b'{\n"a": "\xff"}')
    assert "line 2 is not UTF-8 text" in ada.run("connect", "opencode", code=2)
    assert ada.backups() == []


def test_a_folder_in_the_place_of_the_file_is_an_error(ada: Person) -> None:
    ada.opencode.mkdir(parents=True)
    assert "it is not a regular file" in ada.run("connect", "opencode", code=2)


def test_a_client_that_is_not_there_is_connected_all_the_same(ada: Person) -> None:
    said = ada.run("connect", "opencode", PATH="/nowhere")
    assert "OpenCode does not seem to be on this machine" in said
    assert ada.opencode.exists()
    assert "does not seem" not in ada.run("connect", "opencode", PATH="/nowhere")


@pytest.mark.parametrize(
    "words",
    [
        ["vim"],
        ["opencode", "--user", "--project"],
        ["opencode", "--agent", "no name"],
        ["opencode", "--agent="],
        ["opencode", "--json"],
        ["--project"],
        ["--agent", "builder"],
    ],
)
def test_a_wrong_use_is_told(ada: Person, words: list[str]) -> None:
    before = ada.files()
    assert ada.run("connect", *words, code=2).startswith("bellpull: ")
    assert ada.files() == before
