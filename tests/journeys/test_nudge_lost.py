"""Journey 4 when things die: carriers between claim and receipt, the hub while everybody works. Nothing is lost."""

import contextlib
import fcntl
import json
import os
import re
import signal
import struct
import sys
import termios
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest
from carriers import BELLPULL, SERVER, HookReader, Talk, all_at_work, all_handed, following, notes, read, reading

from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.nudges import listed, tell

#: What a pipe is made to hold here, less than what is told and more than a result without it.
PIPE = 4096
LONG = "use the staging database\n" * 300
BLOCK = f'<notification source="user">\n{LONG}\n</notification>'
#: A loop that has something to send to its model and comes to it when it is told to.
CARRYING = """
import json, sys
from bellpull import Agent
with Agent(sys.argv[1]) as agent:
    text = "ok"
    while text == "ok":
        with agent.carrying("ok") as text:
            if text != "ok":
                print("held", flush=True)
                sys.stdin.readline()
                print(json.dumps({"result": {"content": [{"text": text.removeprefix("ok\\n\\n")}]}}), flush=True)
    sys.stdin.readline()
"""
linux = pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the size of a pipe is set")


def _waiting(talk: Talk) -> int:
    """How much it has written that nobody has read."""
    assert talk.process.stdout is not None
    return int(struct.unpack("i", fcntl.ioctl(talk.process.stdout, termios.FIONREAD, b"\0" * 4))[0])


def _carried(agent: Caller) -> bool:
    """Whether a carrier has what was told, and has not said that it was read."""
    return [nudge["state"] for nudge in listed(agent.hub.owner, agent.name)] == ["carried"]


@contextlib.contextmanager
def _stuck(agent: Caller, kind: str) -> Iterator[Talk]:
    """A carrier that has claimed what was told and cannot write it: nobody reads what it writes."""
    tell(agent.hub.owner, agent.name, LONG)
    starting = {"shim": _tools, "wrap": _tools, "hook": _hook, "library": _loop}[kind]
    with contextlib.ExitStack() as opened:
        talk = starting(opened, agent, kind)
        until(lambda: _carried(agent), f"{kind} has claimed it")
        yield talk


def _tools(opened: contextlib.ExitStack, agent: Caller, kind: str) -> Talk:
    wrapped = ("wrap", "--agent", agent.name, "--", sys.executable, str(SERVER))
    command = wrapped if kind == "wrap" else ("mcp", "--agent", agent.name)
    talk = opened.enter_context(Talk(agent.hub, *BELLPULL, *command, pipesize=PIPE))
    talk.initialize()
    empty: dict[str, object] = {"content": []}
    arguments = empty if kind == "wrap" else {"notification_type": "info", "title": "Still at it"}
    while True:
        talk.begin(1, "tools/call", name="send_notification", arguments=arguments)
        if until(lambda: _waiting(talk), "it answers") >= PIPE:
            return talk
        assert b"<notification" not in talk.line()


def _hook(opened: contextlib.ExitStack, agent: Caller, _: str) -> Talk:
    event = HookReader(agent.hub, agent.name).event("PostToolUse", tool_name="Bash", tool_input={}, tool_response={})
    command = (*BELLPULL, "hook", "claude-code", "--agent", agent.name)
    while True:
        talk = opened.enter_context(Talk(agent.hub, *command, pipesize=PIPE))
        talk.send(json.loads(event))
        assert talk.process.stdin is not None
        talk.process.stdin.close()
        if until(partial(_said_or_ended, talk), "it has something to say, or ends") >= PIPE:
            return talk


def _said_or_ended(talk: Talk) -> int:
    return _waiting(talk) or talk.process.poll() is not None


def _loop(opened: contextlib.ExitStack, agent: Caller, _: str) -> Talk:
    talk = opened.enter_context(Talk(agent.hub, sys.executable, "-c", CARRYING, agent.name))
    # A claim that came too late is carried as well, until it is given back.
    assert b"held" in talk.line()
    return talk


@linux
def test_nudges_that_a_killed_carrier_had_come_again_and_say_so(hub_process: HubMaker) -> None:
    steady, shaken = hub_process(), hub_process()
    agents = [hub.new_agent() for hub in (steady, shaken) for _ in range(4)]
    for agent, kind in zip(agents, ("shim", "wrap", "hook", "library") * 2, strict=True):
        with _stuck(agent, kind) as talk:
            talk.process.kill()
    shaken.kill()
    shaken.start()
    for agent in agents:
        query = {"state": "pending", "session": "process:next", "wait": 25}
        (again,) = done(agent.get(f"/api/agents/{agent.name}/nudges", **query))["nudges"]
        assert again["state"] == "pending"
        reader = HookReader(agent.hub, agent.name)
        assert read(reader) == BLOCK.replace(">", ' repeat="true">', 1)
        assert reader.read() == ""
        assert len(until(partial(all_handed, agent, 1), "it was read")) == 1


@linux
@pytest.mark.parametrize("kind", ["shim", "wrap", "library"])
def test_a_hub_that_is_killed_while_a_carrier_writes_learns_of_it_when_it_is_back(
    hub_process: HubMaker, kind: str
) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with _stuck(agent, kind) as talk:
        hub.kill()
        hub.start()
        talk.send(None) if kind == "library" else None
        assert json.loads(talk.line())["result"]["content"][-1]["text"] == BLOCK
        until(lambda: all_handed(agent, 1), "the carrier says that it was read")
    assert HookReader(hub, agent.name).read() == ""


@pytest.mark.parametrize("kind", ["wrap", "library"])
def test_a_hub_that_hangs_holds_up_nobody_and_what_it_gives_too_late_is_given_back(
    hub_process: HubMaker, kind: str
) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with reading(agent, kind) as reader:
        tell(hub.owner, agent.name, "one")
        assert [note.message for note in notes(read(reader))] == ["one"]
        tell(hub.owner, agent.name, "two")
        os.kill(hub.pid, signal.SIGSTOP)
        try:
            assert [reader.read() for _ in range(3)] == [""] * 3
        finally:
            os.kill(hub.pid, signal.SIGCONT)
        assert read(reader) == '<notification source="user">\ntwo\n</notification>'
        assert reader.read() == ""


def test_files_that_change_and_commands_that_end_while_the_hub_is_away_are_told_when_it_is_back(
    hub_process: HubMaker, tmp_path: Path
) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    shown = tmp_path / "lib.rs"
    run = ("run", "--agent", agent.name, "--label", "Build", "--", sys.executable, "-c", "print('red'); exit(input())")
    with Talk(hub, *BELLPULL, *run) as build, following(agent, tmp_path) as follow:
        assert build.line() == b"red\n"
        hub.kill()
        shown.write_text("fn main() {}")
        assert b"not running" in follow.readline()
        build.send("1")
        hub.start()
        until(lambda: len(listed(hub.owner, agent.name)) == 2, "both are told")
        assert build.process.wait(PATIENCE) == 1
    told = {note.source: note.message for note in notes(read(HookReader(hub, agent.name)))}
    assert told["file_watcher"] == f"{tmp_path.name}/lib.rs was created externally"
    assert re.fullmatch(r"Build failed: exit 1 in [\d.hms ]+\nred(\n.*)*", told["background_task"])


class Insistent:
    """Somebody who tells numbers in order, each once, with a hub that comes and goes."""

    def __init__(self, agent: Caller) -> None:
        self._agent = agent
        self._owner = agent.hub.owner

    def tell(self, number: int) -> None:
        until(lambda: self._try(number), "it is told")

    def _try(self, number: int) -> bool:
        body = {"message": str(number), "source": "ci"}
        with contextlib.suppress(httpx2.TransportError):
            path = f"/api/agents/{self._agent.name}/nudges"
            return self._owner.post(path, body, Idempotency_Key=str(number)).status_code in (200, 201)
        return False


@pytest.mark.slow
def test_a_hub_that_is_killed_twice_while_every_carrier_is_at_work_loses_nothing_and_says_what_comes_again(
    hub_process: HubMaker,
) -> None:
    hub: Hub = hub_process()
    agent = hub.new_agent()
    many = 60
    with all_at_work(agent) as workers:
        somebody = Insistent(agent)
        for number in range(many):
            if number in (20, 40):
                hub.kill()
                hub.start()
            somebody.tell(number)
        until(lambda: all_handed(agent, many), "everything is read", 60)
    heard = [[note for text in worker.texts for note in notes(text)] for worker in workers]
    unmarked = [[int(note.message) for note in worker if not note.repeat] for worker in heard]
    assert all(numbers == sorted(numbers) for numbers in unmarked)
    first = [number for numbers in unmarked for number in numbers]
    assert len(first) == len(set(first)), "what was not marked was read once"
    assert {int(note.message) for worker in heard for note in worker} == set(range(many))
