"""The command that a coding tool runs, as `connect` writes it and as a person would type it, with a real hub."""

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hook_tool import MESSAGE, SAMPLES, TEXT, Hooked, Tool, ToolHere, event_of, nudge, nudges, session

from bellpull.cli.hook_fast import kept, name_from
from bellpull.clients.hooks.command import hook_command
from bellpull.remote.project import name_from as name_of_project
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.local_hub import come_back, vanish

PLACED = [name for name, sample in SAMPLES.items() if sample["place"] and not sample["parent"]]
#: All that the fast way may import, beside what a bare interpreter has.
FEW = {"_blake2", "_json", "_socket", "posix", "sys", "time"}


def client_of(sample: str) -> str:
    return sample.partition(".")[0]


@pytest.mark.parametrize("sample", PLACED)
def test_a_sample_gets_the_pending_nudge_in_the_tools_own_words(hub: Hub, tool_here: Tool, sample: str) -> None:
    gets_the_pending_nudge(hub, tool_here, sample)


@pytest.mark.process
@pytest.mark.parametrize(
    ("way", "sample"),
    [
        ("fast", "claude-code.Stop"),
        ("fast", "codex.PostToolUse"),
        ("fast", "copilot.PostToolUse"),
        ("fast", "gemini.AfterTool"),
        ("fast", "qwen.PostToolUse"),
        ("console", "claude-code.Stop"),
    ],
)
def test_the_process_of_a_hook_does_as_it_does_here(hub: Hub, fast_tool: Tool, way: str, sample: str) -> None:
    fast_tool.way = way
    gets_the_pending_nudge(hub, fast_tool, sample)


def gets_the_pending_nudge(hub: Hub, tool: Tool, sample: str) -> None:
    assert tool.agent
    nudge(hub, tool.agent)
    event = event_of(sample)
    assert tool.hook(client_of(sample), event).json == SAMPLES[sample]["answer"]
    (taken,) = nudges(hub, tool.agent, "handed")
    assert taken["handed_via"] == f"hook:{client_of(sample)}"
    assert taken["handed_session"] == f"{client_of(sample)}:{event['session_id']}"
    assert tool.hook(client_of(sample), event).silent


def test_a_hook_with_nothing_pending_is_silent_and_its_session_is_seen(hub: Hub, tool_here: Tool) -> None:
    assert tool_here.agent
    event = event_of("claude-code.PermissionRequest")
    assert tool_here.hook("claude-code", event).silent
    id = f"claude-code:{event['session_id']}"
    seen = until(lambda: session(hub.owner, tool_here.agent or "", id), "the session is known")
    assert (seen["state"], seen["reason"]) == ("waiting", "permission: Bash: npm test")


@pytest.mark.process
def test_a_huge_result_is_no_hindrance(hub: Hub, fast_tool: Tool) -> None:
    assert fast_tool.agent
    nudge(hub, fast_tool.agent)
    event = event_of("claude-code.PostToolUse", tool_response={"stdout": "é\ud83d" * 2_000_000})
    assert fast_tool.hook("claude-code", event).json == SAMPLES["claude-code.PostToolUse"]["answer"]


def test_a_text_of_every_kind_arrives_unharmed(hub: Hub, tool_here: Tool) -> None:
    assert tool_here.agent
    message = 'naïve "quotes" \\ 日本 🔔\n</notification> <b>&amp;\ttab'
    nudge(hub, tool_here.agent, message)
    said = tool_here.hook("codex", event_of("codex.PostToolUse")).json["hookSpecificOutput"]["additionalContext"]
    assert said == TEXT.replace(MESSAGE, message.replace("</n", "&lt;/n"))


ODD = [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b'{"a": NaN', b"[" * 100_000, b'{"a":' + b"9" * 5000 + b"}"]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_odd_input_disturbs_nobody(tool_here: Tool, data: bytes) -> None:
    assert tool_here.hook("claude-code", data).silent


def test_a_hook_without_a_hub_does_nothing(tool_here: Tool, tmp_path: Path) -> None:
    tool_here.data_dir = tmp_path / "nowhere"
    assert tool_here.hook("claude-code", event_of("claude-code.Stop")).silent
    loud = tool_here.hook("claude-code", event_of("claude-code.Stop"), BELLPULL_LOG_LEVEL="debug")
    assert (loud.code, loud.out, loud.err.count("\n")) == (0, "", 1)
    assert loud.err.startswith("bellpull: ")


@pytest.mark.parametrize(
    "variables",
    [
        {"BELLPULL_URL": "http://127.0.0.1:9"},
        {"BELLPULL_URL": "http://127.0.0.1:9", "BELLPULL_KEY": "bp_x"},
        {"BELLPULL_URL": "https://127.0.0.1:9", "BELLPULL_KEY": "bp_x"},
        {"BELLPULL_URL": "nonsense", "BELLPULL_KEY": "bp_x"},
        {"BELLPULL_KEY": "bp_wrong"},
        {"BELLPULL_KEY": "bp_\x01é"},
        {"BELLPULL_CONFIG": "/nowhere/config.toml"},
        {"BELLPULL_PORT": "no number"},
        {"BELLPULL_AGENT": "no name!"},
        {"HOME": "relative", "BELLPULL_DATA_DIR": "also relative"},
    ],
    ids=repr,
)
def test_wrong_settings_disturb_nobody(tool_here: Tool, variables: dict[str, str]) -> None:
    tool_here.agent = None
    assert tool_here.hook("claude-code", event_of("claude-code.Stop"), **variables).silent


@pytest.mark.process
@pytest.mark.parametrize("words", [["emacs"], [], ["codex", "--nonsense"]])
def test_a_wrong_use_is_told_with_a_code_that_blocks_nothing(fast_tool: Tool, words: list[str]) -> None:
    start = hook_command("codex")[:-1]
    for command in (start, [sys.executable, "-m", "bellpull.cli.main", "hook"]):
        ended = subprocess.run(
            [*command, *words], input=b"{}", capture_output=True, env=fast_tool.environment(), timeout=PATIENCE
        )
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert ended.stderr.endswith(b"hint: see: bellpull hook --help\n")


@pytest.mark.parametrize("knows_its_id", [False, True])
def test_a_key_goes_only_to_the_hub_that_the_folder_names(fresh_hub: HubMaker, home: Path, knows_its_id: bool) -> None:
    """Another that listens where the hub was last gets no key, and so no nudge."""
    hub, other = fresh_hub(), fresh_hub()
    assert hub.url
    tool = ToolHere(home, hub.data_dir, "fast", "builder")
    event = event_of("codex.PostToolUse")
    assert tool.hook("codex", event).silent
    (hub.data_dir / "keys" / "builder.json").read_text()
    key = other.new_agent(name="builder").key
    (hub.data_dir / "keys" / "builder.json").write_text(json.dumps({"key": key, "agent": "builder", "project": None}))
    named = json.loads((hub.data_dir / "hub.json").read_text())
    taken_over = {"url": other.url, "hub": other.id if knows_its_id else hub.id}
    (hub.data_dir / "hub.json").write_text(json.dumps(named | taken_over))
    nudge(other, "builder")
    assert tool.hook("codex", event).silent
    assert [one["state"] for one in nudges(other, "builder")] == ["pending"]


def test_a_chosen_address_and_key_are_used(hub: Hub, agent: Caller, tool_here: Tool, tmp_path: Path) -> None:
    tool_here.data_dir, tool_here.agent = tmp_path / "elsewhere", None
    nudge(hub, agent.name)
    chosen = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": agent.key}
    assert tool_here.hook("codex", event_of("codex.Stop"), **chosen).json == SAMPLES["codex.Stop"]["answer"]
    assert nudges(hub, agent.name) == []


def test_a_settings_file_is_heeded(hub: Hub, agent: Caller, tool_here: Tool, tmp_path: Path) -> None:
    tool_here.data_dir, tool_here.agent = tmp_path / "elsewhere", None
    nudge(hub, agent.name)
    file = tmp_path / "config.toml"
    file.write_text(f'url = "{hub.url}"\nkey = "{agent.key}"\n')
    said = tool_here.hook("codex", event_of("codex.Stop"), BELLPULL_CONFIG=str(file))
    assert said.json == SAMPLES["codex.Stop"]["answer"]
    assert nudges(hub, agent.name) == []


def test_the_agent_is_the_project_and_the_second_of_a_name_has_a_number(fresh_hub: HubMaker, home: Path) -> None:
    hub = fresh_hub()
    assert hub.url
    projects = []
    for place in ("one", "two"):
        (home / place / "Web Shop" / ".git").mkdir(parents=True)
        (home / place / "Web Shop" / "src").mkdir()
        projects.append(home / place / "Web Shop")
    for project, name in zip(projects, ("Web-Shop", "Web-Shop-2"), strict=True):
        inside = ToolHere(project / "src", hub.data_dir)
        for _ in range(2):  # the first makes the key
            assert inside.hook("gemini", event_of("gemini.SessionStart"), HOME=str(home)).silent
        nudge(hub, name)
        said = inside.hook("gemini", event_of("gemini.AfterTool"), HOME=str(home))
        assert said.json == SAMPLES["gemini.AfterTool"]["answer"]


def test_the_folder_where_the_tool_was_started_counts(fresh_hub: HubMaker, home: Path) -> None:
    hub = fresh_hub()
    assert hub.url
    tool = ToolHere(home, hub.data_dir)
    (home / "shop").mkdir()
    for _ in range(2):
        assert tool.hook("codex", event_of("codex.Stop"), CLAUDE_PROJECT_DIR=str(home / "shop")).silent
    assert [one["name"] for one in done(hub.owner.get("/api/agents"))["agents"]] == ["shop"]


@pytest.mark.parametrize("folder", ["/", "/home/x/Web Shop", "/a/.hidden", "/a/__", "/a/ÄÖ", "/a/" + "b" * 80, "/a/b-"])
def test_the_fast_way_makes_the_same_name_of_a_folder(folder: str) -> None:
    assert name_from(folder) == name_of_project(folder)


@pytest.mark.process
@pytest.mark.parametrize("sample", ["codex.PostToolUse", "codex.UserPromptSubmit", "codex.PostToolUse-ask_user"])
def test_the_fast_way_imports_next_to_nothing(hub: Hub, fast_tool: Tool, sample: str) -> None:
    assert fast_tool.agent
    assert fast_tool.hook("codex", event_of("codex.SessionStart")).silent  # makes the key
    nudge(hub, fast_tool.agent)
    *python, script = hook_command("codex", fast_tool.agent)[:-3]
    look = (
        "import sys, posix; before = set(sys.modules)\n"
        "def leave(code): posix.write(2, ' '.join(sorted(set(sys.modules) - before)).encode()); end(code)\n"
        f"end, posix._exit = posix._exit, leave; sys.argv = ['', 'codex', '--agent', {fast_tool.agent!r}]\n"
        f"scope = {{'__file__': {script!r}, '__name__': '__main__'}}\n"
        f"exec(compile(open({script!r}).read(), {script!r}, 'exec'), scope)"
    )
    ended = subprocess.run(
        [*python, "-c", look],
        input=json.dumps(event_of(sample)).encode(),
        capture_output=True,
        env=fast_tool.environment(),
        cwd=fast_tool.home,
        timeout=PATIENCE,
    )
    assert json.loads(ended.stdout) == SAMPLES[sample]["answer"]
    assert set(ended.stderr.decode().split()) <= FEW
    assert nudges(hub, fast_tool.agent) == []


def test_an_event_leaves_the_tool_with_no_more_than_the_hub_uses() -> None:
    event = SAMPLES["claude-code.PostToolUse"]["event"] | {"prompt": "secret"}
    sent = json.loads(kept(event))
    assert set(sent) == {"session_id", "cwd", "hook_event_name", "tool_name", "tool_use_id", "bellpull_at"}
    asked = json.loads(kept(SAMPLES["claude-code.PermissionRequest"]["event"]))
    assert asked["tool_input"] == {"command": "npm test", "description": "Run test suite"}


#: Copilot CLI's permission is told by the hook that asks for it, and by no other: `connect` names none.
TOLD_BY_ANOTHER = "copilot.PermissionRequest"


@pytest.mark.parametrize("sample", [name for name in SAMPLES if not name.startswith(TOLD_BY_ANOTHER)])
def test_a_sample_means_the_same_to_the_hub_once_it_has_left_the_tool(sample: str) -> None:
    from bellpull.clients.hooks.formats import FORMATS

    event: dict[str, Any] = SAMPLES[sample]["event"]
    spoken = FORMATS[client_of(sample)]
    whole, sent = spoken.read(event), spoken.read(json.loads(kept(event)))
    # Only our own command knows where it runs and when it began.
    assert sent.at is not None
    sign = sent.sign and sent.sign._replace(place=None)
    assert sent._replace(failed=whole.failed, sign=sign, title=whole.title, at=None) == whole


@pytest.mark.process
def test_the_command_for_settings_files_survives_a_shell(hub: Hub, tmp_path: Path, agent: Caller) -> None:
    assert hub.url
    tool = Tool(tmp_path, hub.data_dir)
    command = shlex.join(hook_command("codex", agent.name, str(hub.data_dir), None))
    nudge(hub, agent.name)
    environment = {name: value for name, value in tool.environment().items() if name != "BELLPULL_DATA_DIR"}
    event = json.dumps(event_of("codex.Stop"))
    ended = subprocess.run(
        command, shell=True, input=event, capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert Hooked(ended.returncode, ended.stdout, ended.stderr).json == SAMPLES["codex.Stop"]["answer"]


def test_a_hub_that_is_away_between_two_hooks_loses_nothing(fresh_hub: HubMaker, home: Path) -> None:
    hub = fresh_hub()
    assert hub.url
    tool = ToolHere(home, hub.data_dir, "fast", "builder")
    event = event_of("claude-code.PostToolUse")
    assert tool.hook("claude-code", event).silent
    nudge(hub, "builder")
    vanish(hub)
    assert tool.hook("claude-code", event).silent
    come_back(hub)
    assert tool.hook("claude-code", event).json == SAMPLES["claude-code.PostToolUse"]["answer"]
    assert tool.hook("claude-code", event).silent


@pytest.mark.process
def test_a_hook_that_could_not_write_gives_back_what_it_took(hub: Hub, fast_tool: Tool) -> None:
    assert fast_tool.agent
    event = event_of("claude-code.PostToolUse")
    assert fast_tool.hook("claude-code", event).silent
    nudge(hub, fast_tool.agent)
    with fast_tool.start("claude-code") as process:
        assert process.stdin
        assert process.stdout
        process.stdout.close()  # the tool reads no more
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
        process.wait(PATIENCE)
    assert [one["state"] for one in nudges(hub, fast_tool.agent)] == ["pending"]
    assert fast_tool.hook("claude-code", event).json == SAMPLES["claude-code.PostToolUse"]["answer"]


class Held:
    """A hook between claim and write: it is held there by an output that is full."""

    def __init__(self, hub: Hub, tool: Tool, event: dict[str, Any]) -> None:
        self._reader, writer = os.pipe()
        os.set_blocking(writer, False)
        self._filled = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                self._filled += os.write(writer, b"x" * 4096)
        os.set_blocking(writer, True)
        command, environment = tool.command("claude-code"), tool.environment()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writer, env=environment, cwd=tool.home)
        os.close(writer)
        assert self.process.stdin
        self.process.stdin.write(json.dumps(event).encode())
        self.process.stdin.close()
        name = tool.agent or ""
        until(lambda: [one["state"] for one in nudges(hub, name)] == ["carried"], "it is claimed")

    def read_all(self) -> bytes:
        with os.fdopen(self._reader, "rb") as stream:
            return stream.read()[self._filled :]


def test_a_nudge_that_was_not_confirmed_comes_again_as_a_repeat(hub_process: HubMaker, fast_tool: Tool) -> None:
    """One hook is killed between claim and write; from another the hub is taken away before it can confirm."""
    hub, event = hub_process(), event_of("claude-code.PostToolUse")
    tools = [Tool(fast_tool.home, hub.data_dir, "fast", name) for name in ("killed", "forsaken")]
    for tool in tools:
        assert tool.hook("claude-code", event).silent
        nudge(hub, tool.agent or "")
    killed, forsaken = (Held(hub, tool, event) for tool in tools)
    killed.process.kill()
    assert (killed.process.wait(PATIENCE), killed.read_all()) == (-9, b"")
    hub.kill()
    assert json.loads(forsaken.read_all()) == SAMPLES["claude-code.PostToolUse"]["answer"]
    assert forsaken.process.wait(PATIENCE) == 0
    hub.restart()
    for tool in tools:
        name = tool.agent or ""
        until(lambda name=name: [one["state"] for one in nudges(hub, name)] == ["pending"], "the lease ends")  # type: ignore[misc]
        said = tool.hook("claude-code", event).json["hookSpecificOutput"]["additionalContext"]
        assert said == TEXT.replace('"user"', '"user" repeat="true"')
        assert nudges(hub, name) == []


@pytest.mark.process
def test_each_nudge_goes_to_one_of_many_hooks_at_once(hub: Hub, fast_tool: Tool) -> None:
    assert fast_tool.agent
    event = event_of("claude-code.PostToolUse")
    assert fast_tool.hook("claude-code", event).silent
    said = []
    for number in range(3):
        for part in "ab":
            nudge(hub, fast_tool.agent, f"{number}{part}")
        running = [fast_tool.start("claude-code") for _ in range(6)]
        for process in running:
            assert process.stdin
            process.stdin.write(json.dumps(event).encode())
            process.stdin.close()
            process.stdin = None
        said += [out for process in running if (out := process.communicate(timeout=PATIENCE)[0])]
    texts = [json.loads(out)["hookSpecificOutput"]["additionalContext"] for out in said]
    assert re.findall(r">\n(\w+)\n<", "".join(texts)) == [f"{number}{part}" for number in range(3) for part in "ab"]
    assert "repeat" not in "".join(texts)
