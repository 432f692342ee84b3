"""What the plugin tells the hub of sessions: everything that is to be seen, at once where people wait, and no more."""

import json
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plugin_alone import Plugin, plugin_alone

from support.answers import done, until
from support.hub import Caller, Hub

START = 1_794_770_233_141
STARTED = "2026-11-15T19:17:13.141Z"


@pytest.fixture(scope="module")
def plugin(hub: Hub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plugin]:
    """Of all tests that have a session of their own and ask for nothing."""
    with plugin_alone(hub.new_agent(), tmp_path_factory.mktemp("plugin")) as alone:
        yield alone


def new_session(plugin: Plugin) -> str:
    return plugin.session(f"ses_{secrets.token_hex(4)}")


def tool(plugin: Plugin, session: str, name: str, status: str = "running", call: str = "call_1", **state: Any) -> None:
    """OpenCode says of a tool how it is."""
    state = {"status": status, "input": {}, "time": {"start": START}} | state
    part = {
        "type": "tool",
        "tool": name,
        "callID": f"{session}.{call}",
        "sessionID": session,
        "messageID": "msg_1",
        "state": state,
    }
    plugin.event("message.part.updated", sessionID=session, part=part)


def write(plugin: Plugin, session: str, at: int, **part: Any) -> None:
    """Somebody writes a message in the session."""
    output = {"message": {"id": "msg_1", "time": {"created": at}}, "parts": [{"type": "text", "text": "Go on"} | part]}
    plugin.do("message", {"sessionID": session, "output": output})


def last(plugin: Plugin, session: str) -> dict[str, Any]:
    return next((one for one in reversed(plugin.door.signs) if one["session"] == f"opencode:{session}"), {})


def seen(plugin: Plugin, session: str, field: str, expected: Any) -> None:
    until(lambda: last(plugin, session).get(field) == expected, f"the hub is told of {field}: {expected}")


@pytest.mark.parametrize(
    ("state", "argument"),
    [
        ({"title": "A title", "input": {"command": "make"}}, "A title"),
        ({"title": "", "input": {"command": "make", "description": "build"}}, "make"),
        ({"input": {"filePath": "/a/b", "pattern": "x"}}, "/a/b"),
        ({"input": {"description": "look", "prompt": "p"}}, "look"),
        ({"input": {"pattern": "*.py"}}, "*.py"),
        ({"input": {"prompt": "p" * 60}}, "p" * 50),
        ({"input": {"command": 3}}, ""),
        ({"input": {"command": "\ud83d"}}, "\ufffd"),
    ],
)
def test_tools_that_run_are_told_with_what_they_work_on(plugin: Plugin, state: dict[str, Any], argument: str) -> None:
    session = new_session(plugin)
    tool(plugin, session, "bash", **state)
    seen(plugin, session, "tools", [{"tool": "bash", "argument": argument, "since": STARTED}])
    tool(plugin, session, "bash", "completed", **state, output="done")
    seen(plugin, session, "tools", [])
    assert not plugin.logs()


def test_todos_are_told_as_opencode_gives_them(plugin: Plugin) -> None:
    session = new_session(plugin)
    todos = [
        {"content": "first", "status": "in_progress", "priority": "high"},
        {"content": "next", "status": "pending", "priority": "low"},
    ]
    plugin.event("todo.updated", sessionID=session, todos=todos)
    seen(plugin, session, "todos", todos)


def test_the_hub_is_told_where_opencode_runs(agent: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TMUX": "/tmp/tmux-1000/a,b,4711,0",
        "TMUX_PANE": "%3",
        "KITTY_WINDOW_ID": "7",
        "WEZTERM_UNIX_SOCKET": "/run/wez",
        "WEZTERM_PANE": "2",
        "ITERM_SESSION_ID": "w0t1p0:ABC",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("KITTY_LISTEN_ON", raising=False)
    with plugin_alone(agent, tmp_path) as plugin:
        session = new_session(plugin)
        place = until(lambda: last(plugin, session).get("place"), "it is told")
        place.pop("tty", None)
        assert place == {
            "host": socket.gethostname(),
            "pid": plugin.process.pid,
            "tmux": {"socket": "/tmp/tmux-1000/a,b", "pane": "%3"},
            "wezterm": {"socket": "/run/wez", "pane": "2"},
            "iterm2": {"session": "w0t1p0:ABC"},
        }


def test_a_burst_is_one_sign_and_what_is_as_before_is_none(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, GATHER_MS="600_000") as plugin:
        session = new_session(plugin)
        seen(plugin, session, "state", "working")
        before = plugin.door.count("/signs")
        for number in range(30):
            tool(plugin, session, "bash", call=f"call_{number}", input={"command": f"echo {number}"})
            plugin.event("message.part.delta", sessionID=session, field="text", delta="word ")
        plugin.event("session.status", sessionID=session, status={"type": "busy"})
        asked = {"sessionID": session, "id": "per_1", "permission": "bash", "patterns": ["touch x"]}
        plugin.event("permission.asked", **asked)
        until(lambda: last(plugin, session)["requests"], "the permission is told at once")
        assert plugin.door.count("/signs") == before + 1
        assert len(last(plugin, session)["tools"]) == 30


def test_while_nothing_changes_nothing_is_told(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, GATHER_MS="1") as plugin:
        session = new_session(plugin)
        running = {"input": {"command": "make"}}
        tool(plugin, session, "bash", **running)
        seen(plugin, session, "tools", [{"tool": "bash", "argument": "make", "since": STARTED}])
        before = plugin.door.count("/signs")
        for number in range(30):
            tool(plugin, session, "bash", **running, metadata={"output": "line\n" * number})
            plugin.busy(session)
            plugin.event("session.updated", info={"id": session, "title": "A session", "time": {"updated": number}})
        plugin.idle(session)
        seen(plugin, session, "state", "idle")
        assert plugin.door.count("/signs") == before + 1


def ask(plugin: Plugin, session: str, call: str = "call_1", **state: Any) -> None:
    tool(plugin, session, "notify_ask_user", call=call, **state)


INPUT = {"title": "Merge?", "question": "Merge to main?", "options": ["Yes", "No"]}
SENT = "⚠️ Question sent: Merge?"
ASKED = {"title": "Merge?", "text": "Merge to main?", "tool": "notify_ask_user", "at": STARTED, "source": "event"}


def test_an_ask_is_told_while_it_runs_and_while_it_has_no_answer(plugin: Plugin) -> None:
    session = new_session(plugin)
    ask(plugin, session, input=INPUT)
    seen(plugin, session, "asks", [ASKED | {"running": True}])
    ask(plugin, session, status="completed", input=INPUT, output=SENT)
    seen(plugin, session, "asks", [ASKED | {"running": False}])
    with_id = f'{SENT}\n\n{{"sent": true, "question_id": "notif_1"}}'
    ask(plugin, session, call="call_2", status="completed", input=INPUT, output=with_id)
    known = ASKED | {"running": False, "question_id": "notif_1"}
    seen(plugin, session, "asks", [ASKED | {"running": False}, known])


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("ask_user", INPUT, '{"response": "accepted", "choice": "Yes"}\n\n<notification>"question_id": "a"'),
        ("ask_user", INPUT, '{"response":"dismissed","choice":null}'),
        ("notify", {"message": "Which one?"}, "User response: the first"),
        ("notify", {"message": "Which one?"}, "User cancelled the popup"),
        ("notify", {"message": "Which one?"}, "No response within 30s timeout"),
        ("notify", {"message": "Look", "wait_for_response": False}, "✓ Message displayed successfully"),
        ("chat_notify", {"channel": "builds", "text": "red"}, "posted"),
    ],
)
def test_an_ask_that_shows_an_answer_or_asked_nobody_is_over(
    plugin: Plugin, name: str, given: dict[str, Any], said: str
) -> None:
    session = new_session(plugin)
    write(plugin, session, START)
    tool(plugin, session, name, input=given)
    tool(plugin, session, name, "completed", input=given, output=said)
    plugin.idle(session)
    seen(plugin, session, "state", "idle")
    assert last(plugin, session)["asks"] == []


@pytest.mark.parametrize(
    "said",
    [
        'No response within 30s timeout\n\n{"question_id": "notif_1"}',
        'User cancelled or dismissed the popup\n\n{"question_id": "notif_1"}',
    ],
)
def test_a_window_that_nobody_answered_is_still_asked(plugin: Plugin, said: str) -> None:
    session = new_session(plugin)
    message = f"\n  {'é' * 120}  \nmore"
    tool(plugin, session, "bellpull_notify", "completed", input={"message": message}, output=said)
    (asked,) = until(lambda: last(plugin, session).get("asks"), "it is told")
    assert (asked["title"], asked["text"]) == ("é" * 99 + "…", message)


def running(plugin: Plugin, session: str) -> list[bool] | None:
    """Of each ask that was told last, whether it still runs."""
    asks = last(plugin, session).get("asks")
    return None if asks is None else [one["running"] for one in asks]


def test_a_question_that_is_taken_up_again_runs_until_that_call_returns(plugin: Plugin) -> None:
    session = new_session(plugin)
    unanswered = f'{SENT}\n\n{{"sent": true, "question_id": "notif_1"}}'
    ask(plugin, session, status="completed", input=INPUT, output=unanswered)
    again = {"call": "call_2", "input": {"question_id": "notif_1"}}
    tool(plugin, session, "bellpull_await_answer", **again)
    until(lambda: running(plugin, session) == [False, True], "it waits")
    timeout = '{"response": "timeout", "choice": null}\n\n{"question_id": "notif_1"}'
    tool(plugin, session, "bellpull_await_answer", "completed", **again, output=timeout)
    until(lambda: running(plugin, session) == [False], "it waits no more")
    answered = '{"response": "accepted", "choice": "Yes"}'
    tool(plugin, session, "bellpull_await_answer", "completed", **again, output=answered)
    seen(plugin, session, "asks", [])


def test_a_turn_begins_with_what_a_person_writes_and_with_nothing_else(plugin: Plugin) -> None:
    session = new_session(plugin)
    ask(plugin, session, status="completed", input=INPUT, output=SENT)
    write(plugin, session, START + 1000, metadata={"bellpull": True})
    write(plugin, session, START + 2000, synthetic=True)
    ask(plugin, session, call="call_2", input=INPUT)
    until(lambda: running(plugin, session) == [False, True], "both are told")
    assert "turn_at" not in last(plugin, session)
    write(plugin, session, START)
    seen(plugin, session, "turn_at", STARTED)
    assert running(plugin, session) == [True]


def seen_requests(plugin: Plugin, session: str, count: int) -> None:
    until(lambda: len(last(plugin, session).get("requests", [])) == count, f"{count} requests are told")


def test_long_differences_are_cut_and_large_things_left_out(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path) as plugin:
        session = new_session(plugin)
        metadata = {"filepath": "/a", "diff": "+€" * 50_000, "files": [{"before": "x" * 5_000}], "small": [1]}
        for number in range(10):
            asked = {"sessionID": session, "id": f"per_{number}", "permission": "edit", "metadata": metadata}
            plugin.event("permission.asked", **asked)
            seen_requests(plugin, session, number + 1)

        def open_here() -> int:
            return int(done(plugin.agent.hub.owner.get("/api/questions", agent_name=plugin.agent.name))["count"])

        until(lambda: open_here() == 10, "the hub has taken all of them")
        (first,) = next(one for one in plugin.door.signs if one["requests"])["requests"]
        assert first["metadata"] == {"filepath": "/a", "diff": "+€" * 30_000, "small": [1]}
        assert len(json.dumps(last(plugin, session), ensure_ascii=False).encode()) < 900_000
        assert not plugin.logs()


def test_an_event_that_nobody_understands_disturbs_nobody(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path) as plugin:
        session = new_session(plugin)
        for type in ("session.updated", "message.part.updated", "permission.asked", "todo.updated", "session.status"):
            plugin.do("event", {"type": type, "properties": None})
        plugin.event("message.part.updated", part={"type": "tool", "sessionID": session, "tool": "bash"})
        plugin.event("todo.updated", sessionID=session, todos=[None])
        plugin.event("question.asked", sessionID=session, id="que_1", questions="none")
        plugin.event("question.rejected", sessionID=session, requestID="que_1")
        tool(plugin, session, "bash", input={"command": "make"})
        seen(plugin, session, "tools", [{"tool": "bash", "argument": "make", "since": STARTED}])
        assert len(plugin.logs()) == 1
