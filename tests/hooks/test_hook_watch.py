"""Sessions of coding tools in the watch, by what their hooks tell: bell, lock, tools and where they run, and all of it
gone again."""

import json
import os
import shlex
import socket
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from hook_tool import WAYS, Tool, ToolHere, event_of, session

from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.stdio_shim import LocalShim

ASK = {"title": "Merge", "question": "Merge to main?", "options": ["Yes", "No"]}


class Seen:
    """One session of one agent in the watch of a person who sees this agent alone: a menu has only so many lines, and
    agents of other tests fill them."""

    def __init__(self, hub: Hub, agent: str, id: str) -> None:
        self._hub, self._agent, self.id = hub, agent, id

    def lines(self) -> list[str]:
        return [line["text"] for line in done(self._person.get("/api/watch"))["lines"]]

    @cached_property
    def _person(self) -> Caller:
        person = self._hub.new_person()
        done(self._hub.owner.call("PUT", f"/api/agents/{self._agent}/shares/{person.name}"))
        return person

    def shows(self, *lines: str) -> None:
        until(lambda: self.lines() == list(lines), f"the menu shows {lines}, not {self.lines()}")

    def session(self) -> dict[str, Any]:
        return session(self._hub.owner, self._agent, self.id) or {}


class Coding:
    """A session of a coding tool."""

    def __init__(self, hub: Hub, tool: Tool, client: str) -> None:
        self.tool, self.client = tool, client
        self.session_id = str(event_of(f"{client}.SessionStart")["session_id"])
        self.seen = Seen(hub, tool.agent or "", f"{client}:{self.session_id}")

    def hook(self, sample: str, **more: Any) -> None:
        event = event_of(f"{self.client}.{sample}", **more) | {"session_id": self.session_id}
        assert self.tool.hook(self.client, event).silent


@pytest.fixture
def tool(hub: Hub, agent: Caller, home: Path) -> Tool:
    assert hub.url
    return ToolHere(home, hub.data_dir, "fast", agent.name)


def asks(agent: Caller, **more: Any) -> str:
    id: str = done(agent.post("/api/questions", ASK | more), 201)["id"]
    return id


def result(id: str) -> list[dict[str, str]]:
    """As a coding tool gives its hooks what `ask_user` returned."""
    texts = ("⚠️ Question sent: Merge", json.dumps({"sent": True, "question_id": id}))
    return [{"type": "text", "text": text} for text in texts]


@pytest.mark.parametrize("client", ["claude-code", "codex", "gemini"])
def test_a_question_that_was_left_open_rings_for_its_session_until_a_person_writes(
    hub: Hub, tool_here: Tool, agent: Caller, client: str
) -> None:
    coding = Coding(hub, tool_here, client)
    after, prompt, end, name = {
        "claude-code": ("PostToolUse-ask_user", "UserPromptSubmit", "Stop", "Claude Code"),
        "codex": ("PostToolUse-ask_user", "UserPromptSubmit", "Stop", "Codex"),
        "gemini": ("AfterTool-ask_user", "BeforeAgent", "AfterAgent", "Gemini"),
    }[client]
    id = asks(agent)
    until(lambda: coding.seen.lines() == [f"🔔 {agent.name}", '└ "Merge"'], "it is known whose agent asks")
    coding.hook(after, tool_response={"content": result(id)})
    coding.hook(end)
    coding.seen.shows(f"🔔 shop · {name}", '└ "Merge"')
    told = coding.seen.session()
    assert (told["state"], told["has_pending_ask_user"], told["ask_user_title"]) == ("waiting", True, "Merge")
    coding.hook(prompt)
    coding.seen.shows(f"🤖 home · {name}")
    settled = done(hub.owner.get(f"/api/questions/{id}"))
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")


def test_an_answer_ends_the_bell_too(hub: Hub, tool: Tool, agent: Caller) -> None:
    coding = Coding(hub, tool, "claude-code")
    first, second = asks(agent), asks(agent, title="Deploy", question="Now?")
    coding.hook("PostToolUse-ask_user", tool_response=result(first))
    coding.hook("PostToolUse-ask_user", tool_response=result(second))
    coding.hook("Stop")
    coding.seen.shows("🔔 shop · Claude Code", '└ "Merge"', '└ "Deploy"')
    for id, left in ((first, ("🔔 shop · Claude Code", '└ "Deploy"')), (second, ("💤 shop · Claude Code",))):
        done(hub.owner.post(f"/api/questions/{id}/answer", {"choice": "Yes"}))
        coding.seen.shows(*left)


@pytest.mark.parametrize("asked_first", [True, False])
def test_a_long_ask_is_known_by_its_beginning(hub: Hub, agent: Caller, asked_first: bool) -> None:
    long = ASK | {"question": "Merge 漢字 to main? " * 700}
    event = event_of("claude-code.PreToolUse-ask_user", tool_input=long | {"wait_for_response": True})
    seen = Seen(hub, agent.name, f"claude-code:{event['session_id']}")
    id = asks(agent, **long, wait=60) if asked_first else ""
    done(agent.post("/api/clients/claude-code/hook", event))
    until(seen.session, "the session is known")
    id = id or asks(agent, **long, wait=60)
    until(lambda: [wait["question_id"] for wait in seen.session()["waits"]] == [id], "the question is this session's")


def test_an_ask_that_is_waited_for_rings_once_and_for_its_session(hub: Hub, tool: Tool, agent: Caller) -> None:
    coding = Coding(hub, tool, "claude-code")
    coding.hook("PreToolUse-ask_user", tool_input=ASK | {"wait_for_response": True})
    # Claude Code may ask for its permission first: there is nothing to answer before the question has come.
    coding.seen.shows("🤖 shop · Claude Code", "🔧 mcp__bellpull__ask_user: Merge")
    id = asks(agent, wait=60)
    until(lambda: id not in str(done(hub.owner.get("/api/watch"))["questions"]), "the question is this session's")
    coding.seen.shows("🔔 shop · Claude Code", '└ "Merge"', "🔧 mcp__bellpull__ask_user: Merge")
    [wait] = coding.seen.session()["waits"]
    assert (wait["question_id"], wait["source"], wait["confidence"]) == (id, "hub", "certain")
    done(hub.owner.post(f"/api/questions/{id}/answer", {"choice": "Yes"}))
    coding.hook("PostToolUse-ask_user", tool_response='{"response": "accepted", "choice": "Yes"}')
    coding.seen.shows("🤖 shop · Claude Code")


def test_a_result_of_our_own_server_names_its_questions(hub: Hub, tool: Tool, agent: Caller) -> None:
    coding = Coding(hub, tool, "claude-code")
    with LocalShim(hub, name=agent.name) as shim:
        shim.initialize()
        asked = shim.told("ask_user", **ASK)
        waited = {"title": "Name", "question": "Which name?", "wait_for_response": True, "timeout": 1}
        late = shim.items(shim.call("ask_user", **waited))
    for items in (asked, late):
        content = [{"type": "text", "text": text} for text in items]
        coding.hook("PostToolUse-ask_user", tool_response=content)
    coding.hook("Stop")
    coding.seen.shows("🔔 shop · Claude Code", '└ "Merge"', '└ "Name"')


@pytest.mark.parametrize(
    ("client", "asks", "shown", "ends"),
    [
        ("claude-code", "PermissionRequest", ("🤖 shop · Claude Code", "🔒 Bash: npm test"), "PostToolUse"),
        (
            "claude-code",
            "Notification-permission_prompt",
            ("🤖 shop · Claude Code", "🔒 Claude needs your permissio..."),
            "PermissionDenied",
        ),
        ("claude-code", "Elicitation", ("🔔 shop · Claude Code", '└ "Which database?"'), "ElicitationResult"),
        ("codex", "PermissionRequest", ("🤖 shop · Codex", "🔒 Bash: cargo publish"), "PostToolUse"),
        ("gemini", "Notification", ("🤖 shop · Gemini", "🔒 Shell: npm publish"), "AfterTool"),
    ],
)
def test_a_dialog_of_the_tool_itself_is_shown_until_it_goes_on(
    hub: Hub, tool: Tool, client: str, asks: str, shown: tuple[str, ...], ends: str
) -> None:
    coding = Coding(hub, tool, client)
    coding.hook(asks)
    coding.seen.shows(*shown)
    assert coding.seen.session()["state"] == "waiting"
    coding.hook(ends)
    coding.seen.shows(shown[0].replace("🔔", "🤖"))
    assert coding.seen.session()["waits"] == []


def test_the_title_has_bell_and_lock_and_loses_them(fresh_hub: HubMaker, home: Path) -> None:
    hub = fresh_hub()
    assert hub.url
    tool = ToolHere(home, hub.data_dir, "fast", "builder")
    coding, other = (Coding(hub, tool, "claude-code") for _ in range(2))

    def titled(words: str) -> None:
        until(lambda: done(hub.owner.get("/api/watch"))["title"] == words, f"the title is {words}")

    coding.hook("PermissionRequest")
    titled("🤖 1 🔒")
    other.hook("Elicitation")
    titled("🤖 2 🔒 🔔")
    coding.hook("PostToolUse-TodoWrite")
    titled("🤖 2 🔔 ⏳2")
    other.hook("SessionEnd")
    coding.hook("Stop")
    titled("🤖 💤 1 ⏳2")


def test_running_tools_and_things_to_do_stand_under_their_session(hub: Hub, tool: Tool) -> None:
    coding = Coding(hub, tool, "claude-code")
    coding.hook("PreToolUse", tool_use_id="a")
    coding.hook("PreToolUse", tool_use_id="b", tool_name="Read", tool_input={"file_path": "/a.py", "limit": 9})
    coding.seen.shows("🤖 shop · Claude Code", "🔧 Bash: npm test", "🔧 Read: /a.py")
    coding.hook("PostToolUse", tool_use_id="a")
    coding.hook("PostToolUse-TodoWrite", tool_use_id="b", tool_name="TodoWrite")
    coding.hook("PostToolUse", tool_use_id="b", tool_name="Read")
    coding.seen.shows("🤖 shop · Claude Code", "🔄 Run the tests", "⏳ Write it down")


def test_a_sub_agent_stands_under_its_root_and_its_lock_is_the_roots_too(hub: Hub, tool: Tool) -> None:
    coding = Coding(hub, tool, "claude-code")
    coding.hook("UserPromptSubmit")
    coding.hook("SubagentStart")
    coding.hook("PermissionRequest", agent_id="a3f9c2d1", agent_type="Explore")
    coding.seen.shows("🤖 home · Claude Code", "└ ● Explore", "🔒 Bash: npm test")
    assert coding.seen.session()["state"] == "waiting"
    coding.hook("SubagentStop")
    coding.seen.shows("🤖 home · Claude Code")


@pytest.mark.process
@pytest.mark.parametrize("way", WAYS)
def test_the_place_is_told_with_a_session_and_with_a_prompt(hub: Hub, fast_tool: Tool, way: str) -> None:
    fast_tool.way = way
    coding = Coding(hub, fast_tool, "claude-code")
    coding.hook("PostToolUse")
    until(lambda: coding.seen.session(), "the session is known")
    assert coding.seen.session()["place"] is None
    inside = {"TMUX": "/tmp/tmux-1000/default,42,0", "TMUX_PANE": "%7", "KITTY_WINDOW_ID": "3"}
    event = event_of("claude-code.UserPromptSubmit") | {"session_id": coding.session_id}
    assert fast_tool.hook("claude-code", event, **inside).silent
    place = until(lambda: coding.seen.session()["place"], "the place is known")
    place.pop("tty", None)  # pytest may have none
    tmux = {"socket": "/tmp/tmux-1000/default", "pane": "%7"}
    assert place == {"host": socket.gethostname(), "pid": os.getpid(), "tmux": tmux}
    coding.hook("Stop")
    until(lambda: coding.seen.session()["state"] == "idle", "the turn has ended")
    assert coding.seen.session()["place"]["tmux"] == tmux


@pytest.mark.process
def test_shells_between_the_tool_and_its_hook_are_not_the_tool(hub: Hub, fast_tool: Tool) -> None:
    """A tool may run a command line, which may have been wrapped again."""
    coding = Coding(hub, fast_tool, "codex")
    event = event_of("codex.SessionStart") | {"session_id": coding.session_id}
    line = f"{shlex.join(fast_tool.command('codex'))}; true"
    subprocess.run(
        ["sh", "-c", f"sh -c {shlex.quote(line)}; true"],
        input=json.dumps(event).encode(),
        env=fast_tool.environment(),
        cwd=fast_tool.home,
        timeout=PATIENCE,
        check=True,
    )
    place = until(lambda: coding.seen.session().get("place"), "the place is known")
    assert place["pid"] == os.getpid()


def test_a_result_stays_on_the_machine_but_for_the_questions_in_it(hub: Hub, tool: Tool, agent: Caller) -> None:
    from bellpull.cli.hook_fast import kept

    response = [{"text": "secret question_id notif_12345678"}, {"deep": [{"question_id": "notif_abcdefgh"}]}]
    sent = json.loads(kept(event_of("claude-code.PostToolUse-ask_user", tool_response=response)))
    assert sent["tool_response"].split() == ["question_id=notif_abcdefgh", "question_id=notif_12345678"]
    assert "tool_input" not in sent
    prompted = json.loads(kept(event_of("claude-code.UserPromptSubmit", prompt="a secret")))
    assert "secret" not in json.dumps(prompted)
    huge = ["x" * 1000] * 100_000 + ["question_id notif_12345678"]
    assert "tool_response" not in json.loads(kept(event_of("codex.PostToolUse-ask_user", tool_response=huge)))
