"""Nothing is lost: hubs and programs are killed, several carriers read at once, a program forks."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from library_nudging import RESULT, all_handed, handed, next_result, read, state_of, told

from bellpull import Agent
from bellpull.library import split
from bellpull.library.values import Nudge
from support.answers import PATIENCE, until
from support.hub import Hub, HubMaker
from support.local_hub import come_back, vanish

DIES = """
import sys, time
from bellpull import Agent
agent = Agent(sys.argv[1], data_dir=sys.argv[2])
agent.pending()
print("ready", flush=True)
while True:
    with agent.carrying("result") as text:
        if text != "result":
            print(text.count("<notification "), flush=True)
            time.sleep(60)
"""
ENDS = """
import sys
from bellpull import Agent
agent = Agent(sys.argv[1], data_dir=sys.argv[2])
while (text := agent.augment("result")) == "result":
    pass
print("read")
"""
FORKS = """
import os, sys
from bellpull import Agent
agent = Agent(sys.argv[1], data_dir=sys.argv[2])
agent.augment("result")
ours = agent.session
child = os.fork()
assert (agent.session == ours) == bool(child)
print(agent.session, flush=True)
text = "result"
while text == "result":
    text = agent.augment("result")
print(text.splitlines()[3], flush=True)
agent.close()
if not child:
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
"""


@contextmanager
def program(hub: Hub, source: str, agent: str) -> "Iterator[subprocess.Popen[str]]":
    command = [sys.executable, "-c", source, agent, str(hub.data_dir)]
    process = subprocess.Popen(command, env=hub.environment(), stdout=subprocess.PIPE, text=True)
    guard = threading.Timer(PATIENCE, process.kill)
    guard.start()
    try:
        yield process
    finally:
        guard.cancel()
        process.kill()
        process.communicate(timeout=PATIENCE)


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


class Reader(threading.Thread):
    """A loop that works without end and notes what it reads."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(daemon=True)
        self._agent = agent
        self.over = threading.Event()
        self.got: list[tuple[int, bool]] = []

    def run(self) -> None:
        while not self.over.wait(0.001):
            notes = split(self._agent.augment(RESULT)).notes
            self.got += [(int(note.message), note.repeat) for note in notes]


@contextmanager
def readers(hub: Hub, agent: str) -> Iterator[list[Reader]]:
    loops = [Reader(Agent(agent, data_dir=hub.data_dir)) for _ in range(2)]
    for loop in loops:
        loop.start()
    yield loops
    for loop in loops:
        loop.over.set()
        loop.join(PATIENCE)
        loop._agent.close()


def test_nudges_of_two_carriers_go_to_one_each_and_are_read_in_order(builder: Agent, hub: Hub) -> None:
    with readers(hub, builder.name) as loops:
        for number in range(200):
            told(hub, builder, str(number))
        until(lambda: sum(len(loop.got) for loop in loops) >= 200, "all are read")
    assert sorted(loops[0].got + loops[1].got) == [(number, False) for number in range(200)]
    for loop in loops:
        assert loop.got == sorted(loop.got)
    all_handed(hub, builder, *(str(number) for number in range(200)))


def test_a_hub_that_is_killed_in_between_loses_none(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = Agent("builder", data_dir=hub.data_dir)
    with readers(hub, agent.name) as loops:
        for number in range(60):
            if number in (20, 40):
                hub.kill()
                hub.start()
            told(hub, agent, str(number))
        until(lambda: len({number for loop in loops for number, _ in loop.got}) == 60, "all are read")
    for loop in loops:
        first = [number for number, repeat in loop.got if not repeat]
        assert first == sorted(set(first))


def test_a_nudge_written_while_the_hub_was_away_is_confirmed_when_it_is_back(own_hub: Hub) -> None:
    with Agent("builder", data_dir=own_hub.data_dir) as agent:
        told(own_hub, agent, "wait")
        carried: list[Nudge] = []
        while not carried:
            with agent.taking() as carried:
                if carried:
                    vanish(own_hub)
        come_back(own_hub)
        until(lambda: handed(own_hub, agent) == ["wait"], "it is confirmed")
        told(own_hub, agent, "next")
        assert read(agent) == ["next"]


def test_a_hub_that_comes_later_is_found_and_told_how_things_are(own_hub: Hub) -> None:
    woken: list[str] = []
    with Agent("builder", data_dir=own_hub.data_dir) as agent:
        told(own_hub, agent, "before")
        own_hub.stop()
        agent.on_idle(woken.append)
        assert agent.augment(RESULT) is RESULT
        come_back(own_hub)
        until(lambda: woken, "it is woken")
        until(lambda: state_of(own_hub, agent).get("state") == "idle", "the hub knows that it idles")


@pytest.mark.process
def test_a_program_that_is_killed_with_what_it_took_has_not_read_it(builder: Agent, hub: Hub) -> None:
    with program(hub, DIES, builder.name) as other:
        assert line(other) == "ready"
        told(hub, builder, "wait")
        assert line(other) == "1"
        other.kill()
    (note,) = split(next_result(builder)).notes
    assert (note.message, note.repeat) == ("wait", True)


@pytest.mark.process
def test_a_program_that_ends_has_confirmed_what_it_read(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "wait")
    with program(hub, ENDS, builder.name) as other:
        assert (line(other), other.wait(PATIENCE)) == ("read", 0)
    assert handed(hub, builder) == ["wait"]


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_fork_has_a_session_and_threads_of_its_own(builder: Agent, hub: Hub) -> None:
    builder.pending()
    with program(hub, FORKS, builder.name) as family:
        sessions = [line(family), line(family)]
        assert len(set(sessions)) == 2
        for session in sessions:
            told(hub, builder, f"to {session}", session=session)
        assert sorted([line(family), line(family)]) == sorted(f"to {session}" for session in sessions)
        assert family.wait(PATIENCE) == 0
