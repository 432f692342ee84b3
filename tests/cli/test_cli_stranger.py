"""Somebody else listens at the default port while the hub is away: of what a person or a script starts, nothing sends a
key there, and what waits goes on."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, aclosing
from pathlib import Path

import pytest
from scripted_server import Server, Turn
from scripted_server import answer as turn

from bellpull.config import load
from bellpull.domain.errors import Unauthorized, Unavailable
from bellpull.remote.find import find
from bellpull.remote.line import Line
from bellpull.remote.live import LiveHub
from bellpull.remote.waiting import answered, opened
from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import answer, listed
from support.shell import COMMAND, Shell
from support.stranger import Between, Stranger

EVENT = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": "/", "tool_name": "Bash"}
ASK = ("ask", "Deploy?", "--option", "Yes", "--option", "No", "--timeout", "50")
PROGRAM = "from bellpull import Agent; print(Agent('builder').ask('Deploy?', options=['Yes', 'No'], timeout=50).choice)"
WRAPPED = ("wrap", "--agent", "builder", "--", "cat")
ONCE = {
    "inbox": ("inbox",),
    "tell": ("tell", "builder", "hello"),
    "ask": ASK,
    "whoami": ("whoami",),
    "doctor": ("doctor",),
    "status": ("status",),
    "hook": ("hook", "claude-code"),
    "hook as another agent": ("hook", "claude-code", "--agent", "builder"),
    "wrap": WRAPPED,
}
PROCESSES = ("hook", "hook as another agent", "wrap")


def said(body: dict[str, object], status: str = "200 OK") -> Turn:
    data = json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return turn(head.encode() + data)


def keyed(alone: Shell, hub: Hub, stranger: Stranger) -> Shell:
    """A shell with a key of an agent, and the stranger at the port that the settings name."""
    alone.at(hub)
    alone.variables |= {"BELLPULL_KEY": hub.new_agent(name="builder").key, "BELLPULL_PORT": stranger.port}
    return alone


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.process] if name in PROCESSES else []) for name in ONCE]
)
def test_a_stopped_hub_is_not_running_and_a_stranger_at_the_default_port_gets_no_key(
    command: str, fresh_hub: HubMaker, alone: Shell
) -> None:
    hub = fresh_hub()
    with Stranger() as stranger:
        shell = keyed(alone, hub, stranger)
        hub.stop()
        message = {"jsonrpc": "2.0", "id": 1, "method": "ping"} if command == "wrap" else EVENT
        run = shell.run_process if command in PROCESSES else shell.run
        run(*ONCE[command], input=json.dumps(message) + "\n")
        assert b"bp_" not in stranger.heard


def test_chosen_key_goes_to_a_chosen_address_only(alone: Shell) -> None:
    with Stranger() as stranger:
        ended = alone.run("inbox", BELLPULL_KEY="bp_mine", BELLPULL_PORT=stranger.port)
        assert stranger.heard == b""
    assert ended.code == 2
    assert "is not running" in ended.err
    assert "BELLPULL_URL" in ended.err


@pytest.mark.process
def test_a_hook_gives_no_key_to_a_stranger_beside_the_hub_that_passes_the_proof_on(hub: Hub, alone: Shell) -> None:
    alone.at(hub)
    port = hub.url.rpartition(":")[2]
    with listening_beside(hub, port) as between:
        alone.run_process("hook", "claude-code", "--url", f"http://localhost:{port}", input=json.dumps(EVENT))
        assert b"bp_" not in between.heard


def listening_beside(hub: Hub, port: str) -> Between:
    """Under the other address of this machine."""
    try:
        return Between(hub.url, int(port), "::1")
    except OSError:
        pytest.skip("no program can listen at ::1 on this machine")


def answered_over_a_restart(hub: Hub, shell: Shell, command: Sequence[str]) -> str:
    """What a program prints that asks; the hub is stopped and started again before somebody answers Yes."""
    pipe = subprocess.PIPE
    asking = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, env=shell.environment(), cwd=shell.home
    )
    try:
        (question,) = until(lambda: listed(hub.owner), "it asks")
        hub.restart()
        assert hub.url
        answer(hub.owner, question["id"], choice="Yes")
        out, err = asking.communicate(timeout=PATIENCE)
    finally:
        asking.kill()
        asking.communicate(timeout=PATIENCE)
    assert (asking.returncode, err) == (0, ""), err
    return out


def test_an_ask_with_a_chosen_key_outlives_a_clean_restart(fresh_hub: HubMaker, alone: Shell) -> None:
    hub = fresh_hub()
    with Stranger() as stranger, keyed(alone, hub, stranger).beside(*ASK) as asking:
        (question,) = until(lambda: listed(hub.owner), "it asks")
        hub.restart()
        assert hub.url
        answer(hub.owner, question["id"], choice="Yes")
        assert asking.ended().out == "Yes\n"
        assert stranger.heard == b""


@pytest.mark.process
def test_an_ask_of_a_program_with_a_chosen_key_outlives_a_clean_restart(fresh_hub: HubMaker, alone: Shell) -> None:
    hub = fresh_hub()
    with Stranger() as stranger:
        command = (sys.executable, "-c", PROGRAM)
        assert answered_over_a_restart(hub, keyed(alone, hub, stranger), command) == "Yes\n"
        assert stranger.heard == b""


@pytest.mark.process
@pytest.mark.parametrize("key", ["the owner's", "an agent's"])
def test_an_ask_at_a_chosen_address_outlives_a_clean_restart(key: str, hub_process: HubMaker, alone: Shell) -> None:
    hub = hub_process()
    alone.data_dir, hub.port = hub.data_dir, hub.url.rpartition(":")[2]
    alone.variables["BELLPULL_URL"] = hub.url
    if key == "an agent's":
        alone.variables["BELLPULL_KEY"] = hub.new_agent().key
    assert answered_over_a_restart(hub, alone, (*COMMAND, *ASK)) == "Yes\n"


def test_follower_of_the_hub_waits_for_it_and_tells_no_stranger(fresh_hub: HubMaker, tmp_path: Path) -> None:
    """As the desk, the terminal view and the watcher do."""
    hub = fresh_hub()
    assert hub.url
    person = hub.new_person()
    hello = {"type": "hello", "surface": "desk", "name": "test", "shows": []}

    async def scenario(stranger: Stranger) -> list[str]:
        chosen = {"data_dir": str(hub.data_dir), "key": person.key, "port": int(stranger.port)}
        live, seen = LiveHub(load(chosen, {"HOME": str(tmp_path)}), client="test/1"), []
        try:
            async with asyncio.timeout(PATIENCE), aclosing(live.follow(hello, lambda: None)) as frames:
                async for frame in frames:
                    seen.append(frame["type"])
                    if seen == ["connected"]:
                        await asyncio.to_thread(hub.stop)
                    elif frame["type"] == "lost" and seen.count("lost") == 3:
                        await asyncio.to_thread(lambda: hub.start().url)
                    elif seen.count("connected") == 2:
                        return seen
        finally:
            await live.close()
        return seen

    with Stranger() as stranger:
        assert asyncio.run(scenario(stranger)).count("connected") == 2
        assert stranger.heard == b""


@pytest.mark.parametrize("key", ["", "an agent's"])
def test_an_address_that_has_proved_itself_is_not_running_without_hub_json(
    key: str, fresh_hub: HubMaker, tmp_path: Path
) -> None:
    hub = fresh_hub()
    chosen = {"data_dir": str(hub.data_dir), "url": hub.url, "key": key and hub.new_agent().key}
    config = load(chosen, {"HOME": str(tmp_path)})
    with find(config) as found:
        found.request("GET", "/api/me")
    hub.stop()
    with Stranger(int(config.url.rpartition(":")[2])) as stranger:
        with pytest.raises(Unavailable, match="is not running"):
            find(config)
        assert stranger.heard == b""


@pytest.mark.process
def test_a_chosen_address_that_hub_json_names_gets_no_key_of_a_new_process_before_it_proves_itself(
    hub_process: HubMaker, alone: Shell
) -> None:
    hub = hub_process()
    alone.data_dir, url = hub.data_dir, hub.url
    alone.variables |= {"BELLPULL_KEY": hub.new_agent().key, "BELLPULL_URL": url}
    hub.kill()
    with Stranger(int(url.rpartition(":")[2])) as stranger:
        ended = alone.run("inbox")
        status = alone.run("status")
        alone.run_process("hook", "claude-code", input=json.dumps(EVENT))
        assert b"bp_" not in stranger.heard
    assert (ended.code, status.code) == (2, 1)
    assert f"is not running; something else answers at {url}." in ended.err
    assert f"if you mean another hub by that address, remove {hub.data_dir / 'hub.json'}" in ended.err


REFUSED = {"detail": "Invalid or inactive key", "code": "invalid_key", "hint": None}


def test_a_refusal_by_what_has_not_proved_itself_ends_no_wait_after_the_hub_has_answered(tmp_path: Path) -> None:
    """As behind a tunnel: somebody else has the port while it is down."""
    question = {"id": "notif_0123456789abcdef", "state": "open", "released": None}
    settled = question | {"state": "settled"}
    refusal = [said(REFUSED, "401 Unauthorized")]
    turns = [[said(question)], refusal, refusal, [said(settled)]]
    with Server(*turns) as server:
        config = load({"url": server.url, "key": "bp_x"}, {"HOME": str(tmp_path)})
        with Line(config, client="test/1") as line:
            asked = opened(line, {"title": "x"}, 60)
            assert answered(line, asked, time.monotonic() + PATIENCE)["state"] == "settled"


def test_a_refusal_of_the_first_request_is_told_at_once(tmp_path: Path) -> None:
    with Server([said(REFUSED, "401 Unauthorized")]) as server:
        config = load({"url": server.url, "key": "bp_x"}, {"HOME": str(tmp_path)})
        with Line(config, client="test/1") as line, pytest.raises(Unauthorized, match="Invalid or inactive key"):
            opened(line, {"title": "x"}, 60)


@pytest.mark.parametrize("key", ["the owner's", "an agent's"])
@pytest.mark.parametrize("name", ["localhost", "[::1]"])
def test_a_stranger_beside_the_hub_under_another_name_of_this_machine_gets_no_key_by_passing_the_proof_on(
    name: str, key: str, hub: Hub, alone: Shell
) -> None:
    """`localhost` may be tried as ::1 first, where the hub does not listen."""
    alone.at(hub)
    if key == "an agent's":
        alone.variables["BELLPULL_KEY"] = hub.new_agent().key
    port = hub.url.rpartition(":")[2]
    with listening_beside(hub, port) as between:
        assert alone.run("inbox", "--url", f"http://{name}:{port}").code == 0
        assert b"bp_" not in between.heard


def test_a_stranger_at_another_port_gets_no_owners_key_by_passing_the_proof_on(hub: Hub, alone: Shell) -> None:
    alone.at(hub)
    with Between(hub.url) as between:
        ended = alone.run("inbox", "--url", between.url)
        assert b"bp_" not in between.heard
    assert ended.code == 2
    assert f"is not the hub of {hub.data_dir} and does not get its key" in ended.err


def test_follower_over_a_tunnel_outlives_a_stranger_that_refuses_its_key(
    hub: Hub, person: Caller, tmp_path: Path
) -> None:
    hello = {"type": "hello", "surface": "desk", "name": "test", "shows": []}

    async def scenario() -> list[str]:
        seen: list[str] = []
        with ExitStack() as ways:
            tunnel = ways.enter_context(Between(hub.url))
            chosen = {"data_dir": str(tmp_path), "key": person.key, "url": tunnel.url}
            live = LiveHub(load(chosen, {"HOME": str(tmp_path)}), client="test/1")
            try:
                async with asyncio.timeout(PATIENCE), aclosing(live.follow(hello, lambda: None)) as frames:
                    async for frame in frames:
                        refused = frame["type"] == "lost" and "the key is refused" in frame["why"].sentence
                        seen.append("refused" if refused else frame["type"])
                        if seen == ["connected"] or (refused and seen.count("refused") == 1):
                            ways.close()
                            port = int(tunnel.port)
                            ways.enter_context(Between(hub.url, port) if refused else Stranger(port))
                        elif seen.count("connected") == 2:
                            return seen
            finally:
                await live.close()
        return seen

    seen = asyncio.run(scenario())
    assert "refused" in seen
    assert seen.count("connected") == 2
