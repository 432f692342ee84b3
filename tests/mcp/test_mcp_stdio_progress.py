"""Progress of calls that wait: strictly rising, one thread for all, and none for calls that are over."""

import asyncio
import itertools
import re
import threading
from datetime import UTC, datetime, timedelta

import pytest

from bellpull.mcp.server.calls import Progress
from bellpull.mcp.shim import ticking
from bellpull.mcp.shim.driving import LiveCall
from bellpull.mcp.shim.ticking import Ticking
from support.answers import until
from support.hub import Hub
from support.questions import answer
from support.stdio_shim import LocalShim, open_question


class Told:
    def __init__(self) -> None:
        self.steps: dict[LiveCall, list[float]] = {}
        self.threads: set[int] = set()

    def __call__(self, call: LiveCall, progress: float) -> bool:
        if call.gone or call.written:
            return False
        self.threads.add(threading.get_ident())
        self.steps.setdefault(call, []).append(progress)
        return True

    def count(self, call: LiveCall) -> int:
        return len(self.steps.get(call, []))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticking, "EVERY_SECONDS", 0.01)


@pytest.mark.usefixtures("quick")
def test_steps_rise_strictly_also_when_the_question_turns_out_to_be_newer_than_the_call() -> None:
    told, call = Told(), LiveCall({}, "token", None)
    clock = Ticking(told)
    clock.add(call)
    until(lambda: told.count(call) >= 3, "it ticks")
    call.opened_at = (datetime.now(UTC) + timedelta(seconds=60)).isoformat()
    until(lambda: told.count(call) >= 6, "it goes on")
    call.opened_at = (datetime.now(UTC) - timedelta(seconds=600)).isoformat()
    until(lambda: told.steps[call][-1] > 599, "it jumps to how long the question has been open")
    call.written = True
    assert all(later > earlier for earlier, later in itertools.pairwise(told.steps[call]))


@pytest.mark.usefixtures("quick")
def test_a_call_that_is_over_hears_no_more_and_the_others_do() -> None:
    told, first, second = Told(), LiveCall({}, 1, None), LiveCall({}, 2, None)
    clock = Ticking(told)
    clock.add(first)
    clock.add(second)
    until(lambda: told.count(first) and told.count(second), "both tick")
    first.gone = True
    heard = told.count(first) + 1  # one may be on its way
    further = told.count(second) + 5
    until(lambda: told.count(second) >= further, "the second goes on")
    assert told.count(first) <= heard
    assert len(told.threads) == 1
    second.gone = True


@pytest.mark.usefixtures("quick")
def test_the_ticking_ends_with_the_last_call_and_begins_again_with_the_next() -> None:
    told = Told()
    clock = Ticking(told)
    for _ in range(3):
        call = LiveCall({}, "token", None)
        clock.add(call)
        until(lambda call=call: told.count(call), "it ticks")
        call.written = True
        until(lambda: not clock._runs, "its thread ends")


def test_a_call_has_waited_for_as_long_as_it_runs_although_the_clock_went_back() -> None:
    call = LiveCall({}, "token", None)
    call.started -= 30
    call.opened_at = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    assert ticking.waited(call) >= 30


def test_progress_over_http_goes_on_although_the_clock_went_back() -> None:
    told: list[tuple[float, float, str]] = []

    async def report(*said: object) -> None:
        told.append(said)  # type: ignore[arg-type]

    async def run() -> None:
        progress = Progress(report, 60)
        await progress.tell((datetime.now(UTC) - timedelta(seconds=100)).isoformat())
        await progress.tell((datetime.now(UTC) + timedelta(hours=1)).isoformat())

    asyncio.run(run())
    assert told[1][0] > told[0][0] >= 100
    assert told[1][1] == told[0][1] >= 160
    assert re.fullmatch(r"Waiting for a person since 1\d\d s", told[1][2])


@pytest.mark.usefixtures("quick")
def test_a_call_with_a_token_hears_of_progress_until_its_answer(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        id = shim.call("ask_user", "token", title="x", question="y", wait_for_response=True)
        question = open_question(hub.owner, shim.name)
        told = [shim.message() for _ in range(3)]
        answer(hub.owner, question["id"], text="at last")
        shim.items(id)
        assert shim.read[-1]["id"] == id
    assert {message["method"] for message in told} == {"notifications/progress"}
    assert {message["params"]["progressToken"] for message in told} == {"token"}
    steps = [message["params"]["progress"] for message in told]
    assert steps == sorted(set(steps))
