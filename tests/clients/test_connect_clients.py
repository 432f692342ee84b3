"""Every client is connected in the same way: what is written where, twice, and taken back to the letter."""

import json
import re
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from client_person import Person, read

from bellpull.clients.hooks.command import DIALOG, WAKE
from bellpull.clients.own_file import marked
from bellpull.clients.vscode import config_folder

SECONDS_25H = 25 * 3600
SKILL = "skills/notify/SKILL.md"
#: For each client the files of a person, then those of a project: servers, hooks or plugin, skill.
FILES = {
    "opencode": (
        [".config/opencode/opencode.json", ".config/opencode/plugins/bellpull.js", f".config/opencode/{SKILL}"],
        ["opencode.json", ".opencode/plugins/bellpull.js", f".opencode/{SKILL}"],
    ),
    "claude-code": (
        [".claude.json", ".claude/settings.json", f".claude/{SKILL}"],
        [".mcp.json", ".claude/settings.local.json", f".claude/{SKILL}"],
    ),
    "codex": (
        [".codex/config.toml", ".codex/hooks.json", f".codex/{SKILL}"],
        [".codex/config.toml", ".codex/hooks.json", f".codex/{SKILL}"],
    ),
    "gemini": ([".gemini/settings.json", f".gemini/{SKILL}"], [".gemini/settings.json", f".gemini/{SKILL}"]),
    "qwen": ([".qwen/settings.json", f".qwen/{SKILL}"], [".qwen/settings.json", f".qwen/{SKILL}"]),
    "cursor": ([".cursor/mcp.json"], [".cursor/mcp.json"]),
    "vscode": ([".config/Code/User/mcp.json"], [".vscode/mcp.json"]),
    "copilot": ([".copilot/mcp-config.json", ".copilot/hooks/bellpull.json"], [".github/mcp.json"]),
}
#: Those that have no limit for a call, or none that can be raised.
NO_LIMIT = ("cursor", "vscode")
HOOKED = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "copilot": ".copilot/hooks/bellpull.json",
    "gemini": ".gemini/settings.json",
    "qwen": ".qwen/settings.json",
}
both = pytest.mark.parametrize("place", ["user", "project"])
every = pytest.mark.parametrize("client", FILES)
hooked = pytest.mark.parametrize("client", HOOKED)


def files_of(client: str, place: str) -> list[str]:
    return FILES[client][place == "project"]


def entry_of(file: Path) -> Any:
    said = tomllib.loads(file.read_text()) if file.suffix == ".toml" else read(file)
    (servers,) = [said[name] for name in ("mcp", "mcpServers", "servers", "mcp_servers") if name in said]
    return servers["bellpull"]


def handlers(settings: Any) -> list[dict[str, Any]]:
    return [each for groups in settings["hooks"].values() for group in groups for each in group["hooks"]]


@both
@every
def test_a_client_gets_its_files_and_gives_them_back(ada: Person, client: str, place: str) -> None:
    gets_its_files_and_gives_them_back(ada, ada.run, client, place)


@pytest.mark.process
def test_the_program_connects_and_disconnects(ada: Person) -> None:
    gets_its_files_and_gives_them_back(ada, ada.run_program, "claude-code", "user")


def gets_its_files_and_gives_them_back(ada: Person, run: Callable[..., str], client: str, place: str) -> None:
    before = ada.texts(place)
    said = run("connect", client, f"--{place}", "--agent", "builder")
    written = set(ada.texts(place)) - set(before)
    assert written == set(files_of(client, place))
    assert said.count("\n+++ ") == len(written)
    assert "Connected: " in said
    made = ada.texts(place)
    assert "is already connected" in ada.run("connect", client, f"--{place}", "--agent", "builder")
    assert ada.texts(place) == made
    assert ada.backups() == []
    assert run("disconnect", client, f"--{place}").count("\n--- ") == len(written) - 1
    assert ada.texts(place) == before
    assert "was not connected" in ada.run("disconnect", client, f"--{place}")


@both
@every
def test_the_command_of_a_person_is_whole_and_that_of_a_project_for_everybody(
    ada: Person, client: str, place: str
) -> None:
    ada.run("connect", client, f"--{place}", "--agent", "builder", BELLPULL_KEY="bp_secret", BELLPULL_URL="http://h:1")
    entry = entry_of(ada.under(place) / files_of(client, place)[0])
    command = entry["command"] if client == "opencode" else [entry["command"], *entry["args"]]
    ours = ["mcp", "--agent", "builder"]
    limit = [] if client in NO_LIMIT else ["--call-limit", str(SECONDS_25H)]
    here = [str(ada.program), *ours, "--url", "http://h:1"]
    assert command == [*(["bellpull", *ours] if place == "project" else here), *limit]
    assert b"bp_secret" not in b"".join(ada.texts(place).values())


@every
def test_a_dry_run_shows_everything_and_writes_nothing(ada: Person, client: str) -> None:
    said = ada.run("connect", client, "--dry-run")
    assert said.count("Nothing was written.") == len(files_of(client, "user"))
    assert "more lines" not in said
    assert ada.texts() == {}
    ada.run("connect", client)
    made = ada.texts()
    assert "Nothing was written." in ada.run("disconnect", client, "--dry-run")
    assert ada.texts() == made


def test_codex_gets_a_table_with_a_limit_that_outlives_every_question(ada: Person) -> None:
    said = ada.run("connect", "codex")
    assert entry_of(ada.home / ".codex/config.toml")["tool_timeout_sec"] == SECONDS_25H
    assert "/hooks" in said


def test_codex_passes_on_the_variables_that_are_set(ada: Person) -> None:
    file = ada.home / ".codex/config.toml"
    ada.run("connect", "codex")
    assert entry_of(file)["env_vars"] == []
    ada.run("connect", "codex", BELLPULL_KEY="a-secret", XDG_DATA_HOME=str(ada.home / "data"))
    assert entry_of(file)["env_vars"] == ["BELLPULL_KEY", "XDG_DATA_HOME"]
    assert "a-secret" not in file.read_text()
    ada.run("connect", "codex")
    assert entry_of(file)["env_vars"] == []


def test_a_hook_that_codex_does_not_wait_for_is_written_as_such(ada: Person) -> None:
    ada.run("connect", "codex")
    hooks = read(ada.home / ".codex/hooks.json")["hooks"]
    beside = {event for event, (group,) in hooks.items() if any(each.get("async") for each in group["hooks"])}
    assert beside == {"Stop", "PermissionRequest", "PostModelRequest"}
    assert [group["hooks"][0]["timeout"] for event in ("Interrupt", "SessionEnd") for group in hooks[event]] == [3, 3]
    (asks, follows) = hooks["PermissionRequest"][0]["hooks"]
    assert "async" not in asks
    assert follows["command"].endswith(" codex --dialog")


def test_codex_holds_its_dialog_back_only_if_a_person_wants_that(ada: Person) -> None:
    for option, ending, seconds in (("--permissions", " codex --permission", 305), ("--no-permissions", " codex", 5)):
        ada.run("connect", "codex", option)
        hooks = read(ada.home / ".codex/hooks.json")["hooks"]
        first = hooks["PermissionRequest"][0]["hooks"][0]
        assert first["command"].endswith(ending)
        assert (first["timeout"], "async" in first) == (seconds, False)


def test_gemini_counts_in_milliseconds(ada: Person) -> None:
    ada.run("connect", "gemini")
    settings = read(ada.home / ".gemini/settings.json")
    assert settings["mcpServers"]["bellpull"]["timeout"] == SECONDS_25H * 1000
    assert {each["timeout"] for each in handlers(settings)} == {5000}


def test_gemini_follows_its_dialogs(ada: Person) -> None:
    ada.run("connect", "gemini")
    (group,) = read(ada.home / ".gemini/settings.json")["hooks"]["Notification"]
    assert [each["command"].endswith(" gemini --dialog") for each in group["hooks"]] == [True]


def test_qwen_counts_calls_in_milliseconds_and_hooks_in_seconds(ada: Person) -> None:
    ada.run("connect", "qwen")
    settings = read(ada.home / ".qwen/settings.json")
    entry = settings["mcpServers"]["bellpull"]
    assert (entry["timeout"], entry["alwaysLoadTools"]) == (SECONDS_25H * 1000, True)
    assert {each["timeout"] for each in handlers(settings)} == {5}


def test_qwen_is_woken_by_a_hook_with_a_name_of_its_own(ada: Person) -> None:
    """Of hooks with one name it runs the first."""
    ada.run("connect", "qwen")
    plain, wake = read(ada.home / ".qwen/settings.json")["hooks"]["Stop"][0]["hooks"]
    assert wake["command"].endswith(" qwen --wake")
    assert plain["name"] != wake["name"]


@pytest.mark.parametrize(
    ("client", "path", "value"),
    [
        ("gemini", ("mcpServers", "bellpull", "trust"), True),
        ("qwen", ("permissions", "allow"), ["mcp__bellpull"]),
    ],
)
def test_tools_are_used_without_a_dialog_if_the_person_agrees(
    ada: Person, client: str, path: tuple[str, ...], value: object
) -> None:
    file = ada.home / HOOKED[client]

    def written() -> object:
        found = read(file)
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    file.parent.mkdir()
    file.write_text('{"theme": "dark"}\n')
    ada.run("connect", client)
    assert written() is None
    ada.run("connect", client, "--allow-tools")
    assert written() == value
    ada.run("connect", client)
    assert written() == value
    ada.run("connect", client, "--no-allow-tools")
    assert written() is None
    ada.run("connect", client, "--allow-tools")
    ada.run("disconnect", client)
    assert file.read_text() == '{"theme": "dark"}\n'


def test_copilot_may_use_all_tools(ada: Person) -> None:
    ada.run("connect", "copilot")
    entry = entry_of(ada.home / ".copilot/mcp-config.json")
    assert (entry["type"], entry["tools"]) == ("local", ["*"])


def test_claude_code_is_woken_by_a_hook_that_waits(ada: Person) -> None:
    ada.run("connect", "claude-code")
    settings = read(ada.home / ".claude/settings.json")
    (wake,) = [each for each in handlers(settings) if each.get("asyncRewake")]
    assert wake["command"].endswith(" claude-code --wake")
    assert wake in settings["hooks"]["Stop"][0]["hooks"]
    assert {group["matcher"] for event in ("PostToolUse", "PostToolUseFailure") for group in settings["hooks"][event]}


def test_hooks_of_a_project_are_fast_where_only_this_machine_reads_them(ada: Person) -> None:
    for client in HOOKED:
        ada.run("connect", client, "--project", "--agent", "builder")
    project = ada.home / "project"
    others = ("codex", "gemini", "qwen")
    shared = {each["command"] for name in others for each in handlers(read(project / HOOKED[name]))}
    waiting = {f"bellpull hook codex --agent builder {each}" for each in (WAKE, DIALOG)}
    waiting |= {"bellpull hook gemini --agent builder --dialog", "bellpull hook qwen --agent builder --wake"}
    assert shared == {f"bellpull hook {name} --agent builder" for name in others} | waiting
    own = {each["command"] for each in handlers(read(project / ".claude/settings.local.json"))}
    assert all("hook_start.py claude-code --agent builder" in command for command in own)


@pytest.mark.parametrize(
    ("variable", "client", "file"),
    [
        ("CLAUDE_CONFIG_DIR", "claude-code", "settings.json"),
        ("CODEX_HOME", "codex", "config.toml"),
        ("GEMINI_CLI_HOME", "gemini", ".gemini/settings.json"),
        ("QWEN_HOME", "qwen", "settings.json"),
        ("COPILOT_HOME", "copilot", "mcp-config.json"),
    ],
)
def test_a_clients_own_variable_says_where_its_files_are(ada: Person, variable: str, client: str, file: str) -> None:
    ada.run("connect", client, **{variable: str(ada.home / "elsewhere")})
    assert (ada.home / "elsewhere" / file).exists()
    assert all(name.startswith("elsewhere/") for name in ada.texts())


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", "/h/.config/Code/User"),
        ("darwin", "/h/Library/Application Support/Code/User"),
        ("win32", "/h/AppData/Roaming/Code/User"),
    ],
)
def test_visual_studio_code_has_a_folder_on_each_system(platform: str, folder: str) -> None:
    assert config_folder({"HOME": "/h"}, platform) == Path(folder)


@hooked
def test_hooks_of_others_stay_and_so_does_every_byte(ada: Person, client: str) -> None:
    event = "AfterTool" if client == "gemini" else "PostToolUse"
    text = (
        '{\r\n\t"hooks": {\r\n\t\t"Mine": [],\r\n'
        f'\t\t"{event}": [{{"matcher": "Bash", "hooks": [{{"type": "command", "command": "mine"}}]}} ],\r\n'
        '\t\t"Stop": [\r\n\t\t\t{"hooks": []}\r\n\t\t]\r\n\t}\r\n}'
    )
    file = ada.write(ada.home / HOOKED[client], text)
    ada.run("connect", client)
    settings = read(file)
    assert settings["hooks"]["Mine"] == []
    assert settings["hooks"][event][0] == json.loads(text)["hooks"][event][0]
    assert len(settings["hooks"][event]) == 2
    ada.run("disconnect", client)
    assert file.read_bytes().decode() == text


@hooked
def test_hooks_that_came_meanwhile_stay_when_ours_go(ada: Person, client: str) -> None:
    event = "AfterAgent" if client == "gemini" else "Stop"
    ada.run("connect", client)
    file = ada.home / HOOKED[client]
    settings = read(file)
    mine = {"type": "command", "command": "mine"}
    settings["hooks"][event].append({"hooks": [mine]})
    settings["hooks"][event][0]["hooks"].insert(0, mine)
    file.write_text(json.dumps(settings))
    ada.run("disconnect", client)
    assert read(file)["hooks"] == {event: [{"hooks": [mine]}, {"hooks": [mine]}]}


@hooked
def test_hooks_of_an_older_bellpull_are_brought_up_to_date_in_their_place(ada: Person, client: str) -> None:
    event = {"copilot": "Stop", "gemini": "AfterAgent"}.get(client, "SessionStart")
    old = {"type": "command", "command": f"/old/bellpull hook {client}", "timeout": 9, "statusMessage": "mine"}
    others = {"type": "command", "command": "mine"}
    groups = {event: [{"hooks": [others, old]}, {"hooks": [others]}], "Gone": [{"hooks": [old]}]}
    file = ada.write(ada.home / HOOKED[client], json.dumps({"hooks": groups}, indent=4))
    ada.run("connect", client)
    hooks = read(file)["hooks"]
    assert "Gone" not in hooks
    assert [len(group["hooks"]) for group in hooks[event]] == [2, 1]
    ours = hooks[event][0]["hooks"][1]
    assert (ours["timeout"], ours["statusMessage"]) == (9, "mine")
    assert f"hook_start.py {client}" in ours["command"]
    made = file.read_bytes()
    ada.run("connect", client)
    assert file.read_bytes() == made


def test_an_event_that_needs_another_number_of_commands_is_written_anew(ada: Person) -> None:
    old = {"type": "command", "command": "bellpull hook claude-code"}
    file = ada.write(ada.home / HOOKED["claude-code"], json.dumps({"hooks": {"Stop": [{"hooks": [old]}]}}))
    ada.run("connect", "claude-code")
    (group,) = read(file)["hooks"]["Stop"]
    assert [each["command"].endswith("--wake") for each in group["hooks"]] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# mine\n",
        "\ufeff# a mark before everything\n",
        'model = "o9" # my favourite\r\n\r\n[mcp_servers.other]\r\ncommand = "x"\r\n',
        "[mcp_servers]\n[mcp_servers.'a.b']\nargs = [ # one\n  \"[mcp_servers.bellpull]\",\n]\n# end",
        "a = '''\n[mcp_servers.bellpull]\n'''",
        "mcp_servers.x.command = 'y'\n\n\n",
    ],
)
def test_a_table_comes_and_goes_without_a_trace(ada: Person, text: str) -> None:
    file = ada.write(ada.home / ".codex/config.toml", text)
    ada.run("connect", "codex")
    assert tomllib.loads(file.read_text().removeprefix("\ufeff"))["mcp_servers"]["bellpull"]["command"]
    ada.run("disconnect", "codex")
    assert file.read_bytes().decode() == text


def test_a_table_is_brought_up_to_date_and_keeps_what_was_added(ada: Person) -> None:
    text = (
        'model = "x"\n\n[mcp_servers.bellpull] # ours\n'
        "command = '/old/bellpull' # where it was\n  args = [\n  'mcp', # one\n]\ntool_timeout_sec = 7\n"
        "enabled_tools = ['ask_user']\n[mcp_servers.bellpull.env]\nA = 'b'\n\n[other]\nx = 1\n"
    )
    file = ada.write(ada.home / ".codex/config.toml", text)
    ada.run("connect", "codex", BELLPULL_CONFIG=str(ada.write(ada.home / "other.toml", "")))
    after = file.read_text()
    entry = entry_of(file)
    assert (entry["command"], entry["args"], entry["tool_timeout_sec"]) == (str(ada.program), ["mcp"], 7)
    assert entry["enabled_tools"] == ["ask_user"]
    assert entry["env"] == {"A": "b", "BELLPULL_CONFIG": str(ada.home / "other.toml")}
    assert "# where it was" in after
    assert "  'mcp', # one\n" in after
    ada.run("disconnect", "codex")
    assert file.read_text() == 'model = "x"\n\n[other]\nx = 1\n'


@pytest.mark.parametrize(
    "text", ["mcp_servers = { other = { command = 'x' } }\n", "mcp_servers = {bellpull = {command = 'x'}}\n"]
)
def test_a_form_that_has_no_room_for_a_table_is_told_and_stays(ada: Person, text: str) -> None:
    file = ada.write(ada.home / ".codex/config.toml", text)
    said = ada.run("connect", "codex", code=2)
    assert "line 1, column 1: each server must be a table of its own" in said
    assert file.read_text() == text


def test_a_table_without_a_head_of_its_own_goes_too(ada: Person) -> None:
    file = ada.write(ada.home / ".codex/config.toml", "a = 1\n[mcp_servers]\nbellpull = {command = 'x'}\nx.url = 'y'\n")
    ada.run("disconnect", "codex")
    assert file.read_text() == "a = 1\n[mcp_servers]\nx.url = 'y'\n"


@pytest.mark.parametrize(
    ("client", "file", "text", "place"),
    [
        ("claude-code", ".claude/settings.json", '{"hooks": {"Stop": {}}}', 'line 1, column 20: "Stop" must be a list'),
        ("claude-code", ".claude/settings.json", '{"hooks": {"Stop": 5}}', 'line 1, column 20: "Stop" must be a list'),
        ("claude-code", ".claude/settings.json", '{"hooks": []}', 'line 1, column 11: "hooks" must be an object'),
        ("codex", ".codex/hooks.json", "{", "line 1, column 2: the file ends"),
        ("codex", ".codex/config.toml", "a = 1\nb = \n", "line 2, column 5: invalid value"),
        ("codex", ".codex/config.toml", "\ufeffa = '", "line 1, column 6"),
        ("gemini", ".gemini/settings.json", '{"hooks": {}\n"a": 1}', "line 2, column 1"),
    ],
)
def test_if_one_file_is_broken_none_is_written(ada: Person, client: str, file: str, text: str, place: str) -> None:
    broken = ada.write(ada.home / file, text)
    said = ada.run("connect", client, code=2)
    assert f"{broken} is not right at {place}" in said
    assert ada.texts() == {file: text.encode()}


@every
def test_if_one_file_cannot_be_written_none_is(ada: Person, client: str) -> None:
    """A file stands where the last one's folder must be."""
    last = ada.home / files_of(client, "user")[-1]
    first = ada.home / files_of(client, "user")[0]
    if last != first:
        ada.write(first, "# mine\n" if first.suffix == ".toml" else '{"mine": 1}\n')
    ada.write(last.parent, "in the way")
    before = ada.texts()
    assert "Not a directory" in ada.run("connect", client, code=2) or client in ("vscode",)
    assert ada.texts() == before
    assert ada.backups() == []


def test_a_skill_and_a_plugin_of_an_older_bellpull_are_brought_up_to_date(ada: Person) -> None:
    ada.run("connect", "opencode")
    made = ada.texts()
    for name, opening, closing in (("plugins/bellpull.js", "//", ""), (SKILL, "<!--", " -->")):
        ada.write(ada.home / ".config/opencode" / name, marked("old\n", opening, closing).replace("\n", "\r\n"))
    assert "-old" in ada.run("connect", "opencode")
    assert ada.texts() == made
    assert ada.backups() == []


def test_a_plugin_follows_what_was_chosen(ada: Person) -> None:
    ada.run("connect", "opencode")
    ada.run("connect", "opencode", "--agent", "builder", "--data-dir", "/somewhere")
    plugin = (ada.home / ".config/opencode/plugins/bellpull.js").read_text()
    assert '"agent": "builder", "dataDir": "/somewhere"' in plugin
    assert str(ada.program) in plugin


def test_a_skill_that_was_changed_by_hand_stays_and_goes_only_with_a_backup(ada: Person) -> None:
    ada.run("connect", "codex")
    skill = ada.home / ".codex" / SKILL
    changed = skill.read_text().replace("Silence is never a yes.", "Ask about everything.")
    skill.write_text(changed)
    assert f"{skill} was changed by hand and stays" in ada.run("connect", "codex", "--agent", "other")
    assert skill.read_text() == changed
    ada.run("disconnect", "codex")
    assert not skill.exists()
    assert [backup.read_text() for backup in ada.backups() if "SKILL" in backup.name] == [changed]


def test_a_plugin_that_something_was_added_to_goes_too_with_a_backup(ada: Person) -> None:
    ada.run("connect", "opencode")
    plugin = ada.home / ".config/opencode/plugins/bellpull.js"
    plugin.write_text(plugin.read_text() + "// mine\n")
    assert "was changed by hand and stays" in ada.run("connect", "opencode", "--agent", "other")
    ada.run("disconnect", "opencode")
    assert not plugin.exists()
    assert [backup.read_text()[-8:] for backup in ada.backups() if "bellpull.js" in backup.name] == ["// mine\n"]


@pytest.mark.parametrize("command", ["connect", "disconnect"])
def test_a_skill_of_somebody_elses_is_never_touched(ada: Person, command: str) -> None:
    skill = ada.write(ada.home / ".claude" / SKILL, "---\nname: notify\n---\nMine.\n")
    said = ada.run(command, "claude-code")
    assert (f"{skill} is not from Bellpull and stays" in said) == (command == "connect")
    assert skill.read_text().endswith("Mine.\n")


def test_folders_with_something_else_in_them_stay(ada: Person) -> None:
    mine = ada.write(ada.home / ".claude/skills/mine/SKILL.md", "mine")
    ada.run("connect", "claude-code")
    ada.run("disconnect", "claude-code")
    assert mine.exists()
    assert not (ada.home / ".claude/skills/notify").exists()


@pytest.mark.parametrize("name", [".claude/settings.json", f".claude/{SKILL}"])
def test_rights_and_links_of_all_files_stay(ada: Person, name: str) -> None:
    ada.run("connect", "claude-code")
    file = ada.home / name
    real = ada.write(ada.home / "dotfiles" / file.name, file.read_text())
    real.chmod(0o600)
    file.unlink()
    file.symlink_to(real)
    ada.run("connect", "claude-code", "--agent", "builder")
    assert file.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    ada.run("disconnect", "claude-code")
    assert "bellpull" not in (file.read_text() if file.is_symlink() else "")


def test_the_skill_is_short_and_says_the_sentence_to_the_letter(ada: Person) -> None:
    ada.run("connect", "claude-code")
    text = (ada.home / ".claude" / SKILL).read_text()
    assert len(text.splitlines()) < 80
    assert re.match(r"---\nname: notify\ndescription: '[^\n]{1,1024}'\n---\n\n", text)
    assert (
        "You may see <notification> tags in tool results. These are external events\n"
        "(file changes, background task completions, etc.) that occurred while you\n"
        "were working. Consider them when deciding your next action.\n"
    ) in text


def permission_command(ada: Person) -> str:
    (group,) = read(ada.home / HOOKED["claude-code"])["hooks"]["PermissionRequest"]
    (hook,) = group["hooks"]
    return str(hook["command"]).rpartition(" ")[2]


def test_permissions_are_answered_only_if_the_person_says_so(ada: Person) -> None:
    ada.run("connect", "claude-code")
    assert permission_command(ada) == "--dialog"
    ada.run("connect", "claude-code", "--permissions")
    assert permission_command(ada) == "--permission"
    assert "already connected" in ada.run("connect", "claude-code")
    assert permission_command(ada) == "--permission"
    ada.run("connect", "claude-code", "--no-permissions")
    assert permission_command(ada) == "--dialog"


def test_permissions_leave_nothing_behind(ada: Person) -> None:
    file = ada.write(ada.home / HOOKED["claude-code"], '{\r\n\t"hooks": {"Mine": []}\r\n}')
    before = file.read_bytes()
    ada.run("connect", "claude-code", "--permissions")
    ada.run("disconnect", "claude-code")
    assert file.read_bytes() == before


@pytest.mark.parametrize("option", ["--permissions", "--allow-tools"])
def test_a_choice_that_a_client_does_not_offer_is_refused(ada: Person, option: str) -> None:
    said = ada.run("connect", "cursor", option, code=2)
    assert f"{option} cannot be had with Cursor" in said


def test_a_choice_that_a_client_does_not_offer_may_be_declined(ada: Person) -> None:
    """So that one command line serves for all of them."""
    ada.run("connect", "cursor", "--no-permissions", "--no-allow-tools")
    assert (ada.home / ".cursor/mcp.json").exists()


def settings_of(ada: Person) -> dict[str, Any]:
    settings: dict[str, Any] = read(ada.home / HOOKED["claude-code"])
    return settings


def test_calls_of_claude_code_wait_in_the_foreground(ada: Person) -> None:
    said = ada.run("connect", "claude-code")
    assert settings_of(ada)["env"] == {"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS": "0"}
    assert "holds for all your MCP servers" in said


def test_a_time_that_a_person_chose_for_the_foreground_stays(ada: Person) -> None:
    chosen = {"env": {"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS": "600000"}}
    file = ada.write(ada.home / HOOKED["claude-code"], json.dumps(chosen))
    ada.run("connect", "claude-code")
    assert settings_of(ada)["env"] == chosen["env"]
    ada.run("disconnect", "claude-code")
    assert json.loads(file.read_text()) == chosen


def test_tools_need_no_dialog_only_if_the_person_says_so(ada: Person) -> None:
    file = ada.write(ada.home / HOOKED["claude-code"], '{"permissions": {"allow": ["Bash(make:*)"]}}')
    before = file.read_bytes()
    ada.run("connect", "claude-code")
    assert settings_of(ada)["permissions"]["allow"] == ["Bash(make:*)"]
    ada.run("connect", "claude-code", "--allow-tools")
    assert settings_of(ada)["permissions"]["allow"] == ["Bash(make:*)", "mcp__bellpull"]
    assert "already connected" in ada.run("connect", "claude-code")
    ada.run("connect", "claude-code", "--no-allow-tools")
    assert settings_of(ada)["permissions"]["allow"] == ["Bash(make:*)"]
    ada.run("connect", "claude-code", "--allow-tools")
    ada.run("disconnect", "claude-code")
    assert file.read_bytes() == before
