"""What a Pending promises: no only where nothing is pending, and whoever waits hears of what comes."""

import asyncio
from collections.abc import Callable

import pytest

from bellpull.feed.pending import MemoryPending
from bellpull.feed.waiting import MemoryWaiting
from bellpull.hub.meanwhile import Pending

PATIENCE = 10.0
MAKERS: list[Callable[[], Pending]] = [lambda: MemoryPending(MemoryWaiting(), ["bot"])]


@pytest.fixture(params=MAKERS, ids=["memory"])
def pending(request: pytest.FixtureRequest) -> Pending:
    made: Pending = request.param()
    return made


def test_agent_with_something_pending_at_the_start_may_have_some(pending: Pending) -> None:
    assert pending.maybe("bot")
    assert not pending.maybe("another")


def test_after_a_look_that_found_nothing_nothing_is_pending_until_a_ring(pending: Pending) -> None:
    pending.none("bot", pending.mark())
    assert not pending.maybe("bot")
    pending.ring("bot")
    assert pending.maybe("bot")


def test_a_look_that_was_overtaken_by_a_ring_says_nothing(pending: Pending) -> None:
    mark = pending.mark()
    pending.ring("bot")
    pending.none("bot", mark)
    assert pending.maybe("bot")


def test_a_ring_wakes_those_who_wait_for_this_agent_and_nobody_else(pending: Pending) -> None:
    async def run() -> None:
        with pending.expect("bot") as one, pending.expect("bot") as two, pending.expect("another") as other:
            pending.ring("bot")
            async with asyncio.timeout(PATIENCE):
                await one.wait(PATIENCE)
                await two.wait(PATIENCE)
            waits = asyncio.ensure_future(other.wait(PATIENCE))
            await asyncio.sleep(0)
            assert not waits.done()
            waits.cancel()

    asyncio.run(run())


def test_a_ring_before_the_wait_is_not_missed_and_a_wait_ends_with_its_time(pending: Pending) -> None:
    async def run() -> None:
        with pending.expect("bot") as poll:
            pending.ring("bot")
            async with asyncio.timeout(PATIENCE):
                await poll.wait(PATIENCE * 100)
        with pending.expect("bot") as poll:
            async with asyncio.timeout(PATIENCE):
                await poll.wait(0.01)

    asyncio.run(run())


def test_carrier_that_waits_is_known_to_wait(pending: Pending) -> None:
    assert not pending.is_expected("bot")
    with pending.expect("bot"):
        assert pending.is_expected("bot")
        assert not pending.is_expected("another")
    assert not pending.is_expected("bot")
