"""Nudges with asyncio: results and messages come to the event loop, and a cancelled task keeps none."""

import asyncio
import threading

import pytest
from library_nudging import RESULT, all_handed, state_of, told
from test_agent_async import eventually, run

from bellpull import Agent
from bellpull.library import split
from support.hub import Hub


async def read(agent: Agent) -> list[str]:
    while (text := await agent.aaugment(RESULT)) is RESULT:
        await asyncio.sleep(0.01)
    return [note.message for note in split(text).notes]


def test_the_next_result_brings_what_was_told(builder: Agent, hub: Hub) -> None:
    async def program() -> None:
        assert await builder.aaugment(RESULT) is RESULT
        assert await builder.apending() == []
        await asyncio.to_thread(told, hub, builder, "wait")
        assert [nudge.message for nudge in await builder.apending()] == ["wait"]
        assert await read(builder) == ["wait"]
        assert await builder.aaugment(RESULT) is RESULT

    run(program())
    all_handed(hub, builder, "wait")


@pytest.mark.usefixtures("patient")
def test_a_block_hands_over_at_its_end_and_gives_back_when_it_is_cancelled(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "wait")
    carried: list[str] = []

    async def carry(ever: asyncio.Event) -> None:
        async with builder.acarrying(RESULT) as text:
            carried.append(text)
            await ever.wait()

    async def program() -> None:
        task = asyncio.create_task(carry(asyncio.Event()))
        await eventually(lambda: carried, "it is carried")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        go_on = asyncio.Event()
        go_on.set()
        while "wait" not in carried[-1] or len(carried) == 1:
            await carry(go_on)

    run(program())
    assert (carried[0], "repeat" in carried[-1]) == (carried[-1], False)
    all_handed(hub, builder, "wait")


def test_an_idle_loop_is_woken_inside_its_event_loop(builder: Agent, hub: Hub) -> None:
    async def program() -> list[tuple[str, bool]]:
        woken: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        here = threading.get_ident()

        async def work(text: str) -> None:
            await asyncio.sleep(0)
            await woken.put((split(text).notes[0].message, threading.get_ident() == here))

        async with builder:
            builder.on_idle(work)
            await asyncio.to_thread(told, hub, builder, "first")
            first = await woken.get()
            builder.on_idle(lambda text: woken.put_nowait((text, threading.get_ident() == here)))
            await asyncio.to_thread(told, hub, builder, "second")
            return [first, await woken.get()]

    first, second = run(program())
    assert first == ("first", True)
    assert ("second" in second[0], second[1]) == (True, True)
    all_handed(hub, builder, "first", "second")
    assert state_of(hub, builder)["state"] == "ended"


def test_an_event_loop_that_is_gone_is_called_no_more_and_nothing_is_lost(
    builder: Agent, hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    async def program() -> None:
        async def never(text: str) -> None:
            raise AssertionError(text)

        builder.on_idle(never)

    run(program())
    told(hub, builder, "wait")
    run(asyncio.wait_for(_until_logged(caplog), 30))
    assert run(read(builder)) == ["wait"]


async def _until_logged(caplog: pytest.LogCaptureFixture) -> None:
    while "was closed" not in caplog.text:
        await asyncio.sleep(0.01)


def test_many_tasks_share_an_agent_and_each_nudge_is_read_once(builder: Agent, hub: Hub) -> None:
    async def program() -> list[str]:
        got: list[str] = []

        async def work() -> None:
            while len(got) < 30:
                text = await builder.aaugment(RESULT)
                got.extend(note.message for note in split(text).notes)
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as tasks:
            for _ in range(5):
                tasks.create_task(work())
            for number in range(30):
                await asyncio.to_thread(told, hub, builder, str(number))
        return got

    assert sorted(run(program()), key=int) == [str(number) for number in range(30)]
