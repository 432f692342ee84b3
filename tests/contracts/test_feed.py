"""The Feed's contract: a ring is heard by every listener, many may count as one, none is heard twice."""

import asyncio

from bellpull.feed.memory import MemoryFeed


def test_every_listener_hears_a_ring_once() -> None:
    async def scenario() -> None:
        feed = MemoryFeed()
        bells = [feed.listen(), feed.listen()]
        feed.ring()
        feed.ring()
        assert [await bell.wait(5) for bell in bells] == [True, True]
        assert [await bell.wait(0) for bell in bells] == [False, False]

    asyncio.run(scenario())


def test_a_ring_wakes_who_waits() -> None:
    async def scenario() -> None:
        feed = MemoryFeed()
        bell = feed.listen()
        waiting = asyncio.create_task(bell.wait(5))
        await asyncio.sleep(0)
        feed.ring()
        assert await waiting

    asyncio.run(scenario())
